//! What users ran into and what stays so, because a program may count on it: each is shown here
//! as it is documented. The numbers are those of rayon's issues.

use super::tools::{Gate, Log, Tally, child, distinct, outside, pool_of, shrunk, tell, watched};
use std::cell::{Cell, RefCell, RefMut};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, RwLock, TryLockError, mpsc};
use std::thread;
use subject::{ThreadPool, ThreadPoolBuilder, join, spawn};

/// On one worker: a join waits for its half, which runs elsewhere, and meanwhile takes an
/// unrelated job. Returns what that job saw, run on the same stack as `hold`'s guard.
fn seen_by_a_job_taken_while_waiting<G, T: Send + 'static>(
    hold: impl FnOnce() -> G + Send,
    look: impl FnOnce() -> T + Send + 'static,
) -> T {
    let pool = pool_of(2);
    let (stolen, looked) = (Gate::default(), Gate::default());
    let (sender, receiver) = mpsc::channel();
    pool.install(|| {
        let _held = hold();
        let here = thread::current().id();
        let opens = looked.clone();
        join(
            || {
                stolen.pass();
                spawn(move || {
                    assert_eq!(thread::current().id(), here);
                    sender.send(look()).unwrap();
                    opens.open();
                });
            },
            || {
                stolen.open();
                looked.pass();
            },
        );
    });
    receiver.recv().unwrap()
}

#[test]
fn n592_a_mutex_held_over_a_join_is_met_again_on_the_same_thread() {
    watched(|| {
        let lock = Arc::new(Mutex::new(()));
        let (held, met) = (Arc::clone(&lock), lock);
        let blocked = seen_by_a_job_taken_while_waiting(
            || Box::leak(Box::new(held)).lock().unwrap(),
            move || matches!(met.try_lock(), Err(TryLockError::WouldBlock)),
        );
        assert!(blocked, "with `lock` it would wait for its own thread for ever");
    });
}

#[test]
fn n765_a_thread_local_borrowed_over_a_join_is_met_borrowed() {
    type Held = Cell<Option<RefMut<'static, u8>>>;
    thread_local!(static LOCAL: &'static RefCell<u8> = Box::leak(Box::default()));
    thread_local!(static HELD: Held = const { Cell::new(None) });
    // Stands for the borrow, which may not be sent: dropped on its thread, it ends it.
    struct Borrowed;
    impl Drop for Borrowed {
        fn drop(&mut self) {
            drop(HELD.take());
        }
    }
    watched(|| {
        let borrowed = seen_by_a_job_taken_while_waiting(
            || {
                HELD.set(Some(LOCAL.with(|local| local.borrow_mut())));
                Borrowed
            },
            || LOCAL.with(|local| local.try_borrow_mut().is_err()),
        );
        assert!(borrowed, "with `borrow_mut` it would panic");
    });
}

#[test]
fn n1205_a_writer_on_the_stack_of_a_reader_can_never_get_its_lock() {
    watched(|| {
        let lock: &'static RwLock<()> = Box::leak(Box::new(RwLock::new(())));
        let blocked = seen_by_a_job_taken_while_waiting(
            || lock.read().unwrap(),
            || matches!(lock.try_write(), Err(TryLockError::WouldBlock)),
        );
        assert!(blocked);
    });
}

#[test]
fn n835_the_body_of_a_scope_occupies_the_only_worker() {
    watched(|| {
        let pool = pool_of(1);
        let ran = Gate::default();
        pool.scope(|s| {
            s.spawn(|_| ran.open());
            // To pass the gate here would be to wait for ever.
            assert!(!ran.is_open());
        });
        assert!(ran.is_open());
        // The way out: the body stays outside, and may wait for its job.
        let ran = Gate::default();
        pool.in_place_scope(|s| {
            s.spawn(|_| ran.open());
            ran.pass();
        });
    });
}

#[test]
fn n819_an_install_into_another_pool_lets_later_jobs_go_first() {
    watched(|| {
        let (pool, other) = (Arc::new(pool_of(1)), Arc::new(pool_of(1)));
        let (order, second_done, all) = (Log::default(), Gate::default(), Tally::default());
        let (log, done, count) = (order.clone(), second_done.clone(), all.clone());
        let elsewhere = Arc::clone(&other);
        pool.spawn(move || {
            log.push("first begins");
            elsewhere.install(|| done.pass());
            log.push("first ends");
            count.add();
        });
        let (log, count) = (order.clone(), all.clone());
        pool.spawn(move || {
            log.push("second begins");
            log.push("second ends");
            second_done.open();
            count.add();
        });
        all.wait_for(2);
        let expected = ["first begins", "second begins", "second ends", "first ends"];
        assert_eq!(order.take(), expected);
    });
}

#[test]
fn n854_jobs_taken_while_waiting_pile_up_on_one_stack() {
    // Every job waits for the other pool, and each wait takes the next job on top of it.
    thread_local!(static DEPTH: Cell<usize> = const { Cell::new(0) });
    const JOBS: usize = 50;
    fn pile(other: &ThreadPool, deepest: &AtomicUsize, last: &Gate) {
        DEPTH.set(DEPTH.get() + 1);
        deepest.fetch_max(DEPTH.get(), Ordering::Relaxed);
        if DEPTH.get() == JOBS {
            last.open();
        }
        other.install(|| last.pass());
        DEPTH.set(DEPTH.get() - 1);
    }
    watched(|| {
        let (pool, other) = (pool_of(1), pool_of(1));
        let (deepest, last) = (AtomicUsize::new(0), Gate::default());
        pool.scope(|s| {
            for _ in 0..JOBS {
                s.spawn(|_| pile(&other, &deepest, &last));
            }
        });
        assert_eq!(deepest.into_inner(), JOBS);
    });
}

#[test]
fn n969_a_detached_spawn_inside_a_join_delays_that_join() {
    let pool = pool_of(1);
    let spawned = Gate::default();
    let opens = spawned.clone();
    pool.install(|| {
        join(|| spawn(move || opens.open()), || ());
        assert!(spawned.is_open(), "it ran before the join came back");
    });
}

#[test]
fn n1168_the_thread_that_opens_a_scope_is_no_worker_of_the_global_pool() {
    let here = thread::current().id();
    assert_ne!(subject::scope(|_| thread::current().id()), here);
    let workers = subject::broadcast(|_| thread::current().id());
    assert!(!workers.contains(&here));
    assert_eq!(distinct(workers), subject::current_num_threads());
}

#[test]
fn n688_dropping_a_pool_does_not_wait_for_its_threads() {
    watched(|| {
        let (go, left) = (Gate::default(), Tally::default());
        let (waits, counts) = (go.clone(), left.clone());
        let builder = ThreadPoolBuilder::new().num_threads(2);
        let pool = builder.exit_handler(move |_| counts.add()).build().expect("a pool");
        pool.spawn(move || waits.pass());
        drop(pool);
        assert!(left.count() < 2, "one of them is still behind the gate");
        go.open();
        left.wait_for(2);
    });
}

#[test]
fn n544_a_dropped_pool_runs_its_whole_backlog_before_its_threads_leave() {
    watched(|| {
        let (go, left, ran) = (Gate::default(), Tally::default(), Tally::default());
        let (waits, counts) = (go.clone(), left.clone());
        let builder = ThreadPoolBuilder::new().num_threads(1);
        let pool = builder.exit_handler(move |_| counts.add()).build().expect("a pool");
        pool.spawn(move || waits.pass());
        for _ in 0..shrunk(5_000) {
            let ran = ran.clone();
            pool.spawn(move || ran.add());
        }
        drop(pool);
        go.open();
        left.wait_for(1);
        assert_eq!(ran.count(), shrunk(5_000));
    });
}

#[test]
fn n1020_the_queue_of_spawns_has_no_bound() {
    watched(|| {
        let pool = pool_of(1);
        let (go, ran) = (Gate::default(), Tally::default());
        let waits = go.clone();
        pool.spawn(move || waits.pass());
        for _ in 0..shrunk(50_000) {
            let ran = ran.clone();
            pool.spawn(move || ran.add());
        }
        assert_eq!(ran.count(), 0);
        go.open();
        ran.wait_for(shrunk(50_000));
    });
}

#[test]
fn n483_exit_handlers_of_the_global_pool_never_run() {
    let child = child!(|| {
        let builder = ThreadPoolBuilder::new().num_threads(2);
        let builder = builder.start_handler(|_| tell("start")).exit_handler(|_| tell("exit"));
        assert!(builder.build_global().is_ok());
        assert_eq!(subject::broadcast(|_| ()).len(), 2);
    });
    let Some(ended) = child else { return };
    assert_eq!(ended.passed().told(), ["start", "start"]);
}

#[test]
fn n776_the_threads_of_the_global_pool_stay_but_do_not_hold_the_process() {
    let child = child!(|| {
        let names = || {
            let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
            let names =
                tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
            names.filter(|name| name.starts_with("stays-")).count()
        };
        let builder =
            ThreadPoolBuilder::new().num_threads(2).thread_name(|it| format!("stays-{it}"));
        assert!(builder.build_global().is_ok());
        subject::join(|| (), || ());
        if cfg!(target_os = "linux") {
            assert_eq!(names(), 2);
        }
        subject::spawn(|| {
            loop {
                thread::park();
            }
        });
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn n410_what_touches_the_global_pool_first_settles_its_size() {
    let child = child!(|| {
        let size = subject::current_num_threads();
        let error = ThreadPoolBuilder::new().num_threads(size + 1).build_global();
        tell(error.expect_err("too late"));
        assert_eq!(subject::current_num_threads(), size);
    });
    let Some(ended) = child else { return };
    let expected = ["The global thread pool has already been initialized."];
    assert_eq!(ended.passed().told(), expected);
}

#[test]
fn n1208_a_panic_in_a_spawn_ends_the_process() {
    let child = child!(|| {
        pool_of(1).spawn(|| panic!("in a spawn"));
        Gate::default().pass();
    });
    let Some(ended) = child else { return };
    assert!(ended.aborted().stderr.contains("in a spawn"));
}

#[test]
fn n1064_a_yield_runs_jobs_on_the_same_stack_without_bound() {
    fn descend(left: usize, deepest: Arc<AtomicUsize>) {
        deepest.fetch_add(1, Ordering::Relaxed);
        if left > 1 {
            let deeper = Arc::clone(&deepest);
            spawn(move || descend(left - 1, deeper));
            assert_eq!(subject::yield_now(), Some(subject::Yield::Executed));
            // All below this frame have begun: they run on top of it.
            assert_eq!(deepest.load(Ordering::Relaxed), 300);
        }
    }
    let deepest = Arc::new(AtomicUsize::new(0));
    pool_of(1).install(|| descend(300, deepest));
}

#[test]
fn pending_tasks_leave_out_the_threads_broadcasts() {
    let pool = pool_of(1);
    pool.install(|| {
        subject::spawn_broadcast(|_| ());
        assert_eq!(subject::current_thread_has_pending_tasks(), Some(false));
        assert_eq!(subject::yield_local(), Some(subject::Yield::Executed));
    });
}

#[test]
fn n1052_the_current_thread_of_a_pool_runs_nothing_while_it_does_its_own_work() {
    watched(|| {
        let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        let pool = pool.expect("a pool");
        let ran = Gate::default();
        let opens = ran.clone();
        outside(|| pool.spawn(move || opens.open()));
        assert!(!ran.is_open());
        subject::yield_now();
        assert!(ran.is_open());
    });
}

#[test]
fn n273_zero_threads_mean_automatic_and_never_none() {
    assert!(pool_of(0).current_num_threads() >= 1);
    assert_eq!(pool_of(0).install(|| 5), 5);
}
