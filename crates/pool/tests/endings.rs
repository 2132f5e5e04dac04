//! How pools begin and end, where that differs from rayon-core: a failed build leaves no trace, a
//! dropped pool does no harm, a shutdown waits.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Barrier};
use std::thread;
use winks_pool::{ThreadPool, ThreadPoolBuilder};

/// Runs `test` on a thread of its own, which may so become part of pools.
fn fresh<R: Send>(test: impl FnOnce() -> R + Send) -> R {
    thread::scope(|s| s.spawn(test).join().unwrap())
}

fn here(n: usize) -> ThreadPoolBuilder {
    ThreadPoolBuilder::new().num_threads(n).use_current_thread()
}

fn pool_of(n: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(n).build().unwrap()
}

#[test]
fn a_refused_thread_leaves_the_building_thread_as_it_was() {
    fresh(|| {
        let (tell, told) = mpsc::channel();
        let failed = here(3)
            .exit_handler(move |index| tell.send(index).unwrap())
            .spawn_handler(|thread| {
                if thread.index() == 2 {
                    return Err(io::Error::other("no more"));
                }
                thread::spawn(|| thread.run());
                Ok(())
            })
            .build();
        assert_eq!(failed.unwrap_err().to_string(), "no more");
        assert_eq!(winks_pool::current_thread_index(), None);
        assert_eq!(told.recv(), Ok(1), "the thread that ran already leaves");
        let pool = here(1).build().expect("the thread is free");
        assert_eq!(pool.install(winks_pool::current_num_threads), 1);
    });
}

#[test]
fn a_panicking_name_leaves_the_building_thread_as_it_was() {
    fresh(|| {
        let named = here(2).thread_name(|index| match index {
            0 => "zero".to_string(),
            _ => panic!("no name for {index}"),
        });
        let panic = catch_unwind(AssertUnwindSafe(|| named.build())).unwrap_err();
        assert_eq!(panic.downcast_ref::<String>().unwrap(), "no name for 1");
        assert_eq!(winks_pool::current_thread_index(), None);
        here(1).build().expect("the thread is free");
    });
}

#[test]
fn a_failed_build_leaves_a_worker_in_its_pool() {
    let outer = pool_of(1);
    outer.install(|| {
        let failed = here(1).build().unwrap_err().to_string();
        assert_eq!(failed, "The current thread is already part of another thread pool.");
        assert_eq!(outer.current_thread_index(), Some(0));
    });
}

#[test]
fn a_thread_may_build_one_pool_of_its_own_after_another() {
    fresh(|| {
        for n in [1, 2, 1] {
            let pool = here(n).build().unwrap();
            assert_eq!(pool.current_thread_index(), Some(0));
            assert!(here(1).build().is_err(), "one at a time");
            assert_eq!(pool.join(|| 1, || 2), (1, 2));
        }
        assert_eq!(winks_pool::current_thread_index(), None);
    });
}

#[test]
fn what_is_queued_in_a_pool_of_this_thread_alone_runs_when_it_is_dropped() {
    fresh(|| {
        let (tell, told) = mpsc::channel();
        let pool = here(1).build().unwrap();
        for number in 0..3 {
            let tell = tell.clone();
            pool.spawn_fifo(move || tell.send(number).unwrap());
        }
        let other = tell.clone();
        thread::scope(|s| {
            s.spawn(|| pool.spawn(move || other.send(3).unwrap()));
        });
        let all = tell.clone();
        pool.spawn_broadcast(move |_| all.send(4).unwrap());
        drop((pool, tell));
        let mut ran: Vec<_> = told.try_iter().collect();
        ran.sort_unstable();
        assert_eq!(ran, [0, 1, 2, 3, 4]);
    });
}

#[test]
fn dropping_a_shared_pool_leaves_its_jobs_to_the_others() {
    fresh(|| {
        let (tell, told) = mpsc::channel();
        let pool = here(2).build().unwrap();
        for number in 0..100 {
            let tell = tell.clone();
            pool.spawn(move || {
                tell.send((number, thread::current().id())).unwrap();
            });
        }
        drop((pool, tell));
        let me = thread::current().id();
        let ran: Vec<_> = told.iter().collect();
        assert_eq!(ran.len(), 100);
        assert!(ran.iter().all(|(_, thread)| *thread != me), "the drop waits for no job");
    });
}

#[test]
fn a_spawn_after_the_drop_runs_elsewhere() {
    fresh(|| {
        drop(here(1).build().unwrap());
        let (tell, told) = mpsc::channel();
        winks_pool::spawn(move || tell.send(winks_pool::current_thread_index()).unwrap());
        assert!(told.recv().unwrap().is_some(), "in the global pool");
    });
}

#[test]
fn a_pool_that_another_thread_dropped_does_not_bind_this_one() {
    fresh(|| {
        let pool = here(1).build().unwrap();
        fresh(|| drop(pool));
        let again = here(1).build().expect("the other pool is over");
        assert_eq!(again.current_thread_index(), Some(0));
    });
    fresh(|| {
        let pool = here(1).build().unwrap();
        fresh(|| drop(pool));
        let (tell, told) = mpsc::channel();
        winks_pool::spawn(move || tell.send(()).unwrap());
        told.recv().expect("in the global pool");
    });
}

#[test]
fn a_worker_that_drops_its_own_pool_stays_in_it() {
    let pool = Arc::new(pool_of(1));
    let (tell, told) = mpsc::channel();
    let (go, gone) = mpsc::channel::<()>();
    let shared = Arc::clone(&pool);
    pool.spawn(move || {
        gone.recv().unwrap();
        drop(shared);
        tell.send(winks_pool::current_thread_index()).unwrap();
        let again = tell.clone();
        winks_pool::spawn(move || again.send(winks_pool::current_thread_index()).unwrap());
    });
    drop(pool);
    go.send(()).unwrap();
    assert_eq!(told.iter().collect::<Vec<_>>(), [Some(0), Some(0)]);
}

/// A guard that counts when its thread ends.
struct Counts(Arc<AtomicUsize>);

impl Drop for Counts {
    fn drop(&mut self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
fn a_shutdown_waits_for_jobs_handlers_and_thread_locals() {
    thread_local!(static LOCAL: std::cell::RefCell<Option<Counts>> = const { std::cell::RefCell::new(None) });
    let [exits, locals, jobs] = std::array::from_fn(|_| Arc::new(AtomicUsize::new(0)));
    let (count, at_end) = (Arc::clone(&exits), Arc::clone(&locals));
    let pool = ThreadPoolBuilder::new()
        .num_threads(3)
        .start_handler(move |_| LOCAL.set(Some(Counts(Arc::clone(&at_end)))))
        .exit_handler(move |_| _ = count.fetch_add(1, Ordering::Relaxed))
        .build()
        .unwrap();
    for _ in 0..50 {
        let jobs = Arc::clone(&jobs);
        pool.spawn(move || {
            winks_pool::spawn(move || _ = jobs.fetch_add(1, Ordering::Relaxed));
        });
    }
    pool.shutdown();
    let counts = [&exits, &locals, &jobs].map(|count| count.load(Ordering::Relaxed));
    assert_eq!(counts, [3, 3, 50]);
}

#[test]
fn a_shutdown_waits_for_threads_that_it_has_not_started() {
    let exits = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&exits);
    let pool = ThreadPoolBuilder::new()
        .num_threads(2)
        .exit_handler(move |_| _ = count.fetch_add(1, Ordering::Relaxed))
        .spawn_handler(|thread| {
            thread::spawn(|| thread.run());
            Ok(())
        })
        .build()
        .unwrap();
    pool.shutdown();
    assert_eq!(exits.load(Ordering::Relaxed), 2);
}

#[test]
fn a_shutdown_does_not_wait_for_a_thread_that_never_ran() {
    let builder = ThreadPoolBuilder::new().num_threads(1).spawn_handler(|_unrun| Ok(()));
    builder.build().unwrap().shutdown();
}

#[test]
fn a_shutdown_by_a_thread_of_the_pool_panics() {
    let pool = Arc::new(pool_of(1));
    let (tell, told) = mpsc::channel();
    let barrier = Arc::new(Barrier::new(2));
    let (shared, met) = (Arc::clone(&pool), Arc::clone(&barrier));
    pool.spawn(move || {
        met.wait();
        let pool = Arc::into_inner(shared).expect("the last one");
        let panic = catch_unwind(AssertUnwindSafe(|| pool.shutdown())).unwrap_err();
        tell.send(panic.downcast_ref::<&str>().unwrap().to_string()).unwrap();
    });
    drop(pool);
    barrier.wait();
    assert!(told.recv().unwrap().contains("one of its own threads"));
}

#[test]
fn the_building_thread_works_in_a_shutdown() {
    fresh(|| {
        let pool = here(2).build().unwrap();
        let ran = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&ran);
        pool.spawn(move || {
            // Begun after the shutdown, perhaps; half of it is for the building thread.
            winks_pool::spawn_broadcast(move |_| _ = count.fetch_add(1, Ordering::Relaxed));
        });
        pool.shutdown();
        assert_eq!(ran.load(Ordering::Relaxed), 2);
        assert_eq!(winks_pool::current_thread_index(), None);
    });
}

#[test]
fn a_worker_of_another_pool_works_while_it_shuts_down() {
    let outer = Arc::new(pool_of(1));
    let (tell, told) = mpsc::channel();
    let shared = Arc::clone(&outer);
    outer.install(move || {
        let inner = pool_of(1);
        // A job of the inner pool needs the only thread of the outer one.
        inner.spawn(move || tell.send(shared.install(|| 42)).unwrap());
        inner.shutdown();
    });
    assert_eq!(told.recv(), Ok(42));
}

#[test]
fn a_scoped_pool_has_ended_when_its_call_returns() {
    let ended = AtomicUsize::new(0);
    let jobs = Arc::new(AtomicUsize::new(0));
    for current in [false, true] {
        fresh(|| {
            let mut builder = ThreadPoolBuilder::new().num_threads(3);
            if current {
                builder = builder.use_current_thread();
            }
            let count = Arc::clone(&jobs);
            let wrapper = |thread: winks_pool::ThreadBuilder| {
                thread.run();
                ended.fetch_add(1, Ordering::Relaxed);
            };
            let nested = move || {
                winks_pool::spawn_broadcast(move |_| _ = count.fetch_add(1, Ordering::Relaxed));
            };
            builder.build_scoped(wrapper, |pool| pool.spawn(nested)).unwrap();
        });
    }
    assert_eq!((ended.into_inner(), jobs.load(Ordering::Relaxed)), (5, 6));
}

#[test]
fn a_panic_in_a_scoped_pool_comes_out_after_its_threads_have_ended() {
    let ended = AtomicUsize::new(0);
    let wrapper = |thread: winks_pool::ThreadBuilder| {
        thread.run();
        ended.fetch_add(1, Ordering::Relaxed);
    };
    let call = || {
        let builder = ThreadPoolBuilder::new().num_threads(2);
        builder.build_scoped(wrapper, |_| panic!("in between"))
    };
    let result: Result<Result<(), _>, _> = catch_unwind(AssertUnwindSafe(call));
    assert_eq!(result.unwrap_err().downcast_ref(), Some(&"in between"));
    assert_eq!(ended.into_inner(), 2);
}
