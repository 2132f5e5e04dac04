//! `shutdown` waits for the end, and a dropped pool of the current thread does no harm.

use super::tools::{Gate, Log, Tally, payload_of, pool_of, watched};
use std::thread;
use subject::{ThreadPool, ThreadPoolBuilder, Yield, current_thread_index};

fn with_us(threads: usize) -> ThreadPoolBuilder {
    ThreadPoolBuilder::new().num_threads(threads).use_current_thread()
}

#[test]
fn spawns_after_the_drop_of_a_current_threads_pool_run_on_the_global_one() {
    watched(|| {
        drop(with_us(2).build().expect("a pool"));
        let ran = Log::default();
        let done = Tally::default();
        let job = || {
            let (ran, done) = (ran.clone(), done.clone());
            move || {
                ran.push(subject::current_num_threads());
                done.add();
            }
        };
        subject::spawn(job());
        subject::spawn_fifo(job());
        let (everywhere, global) = (job(), subject::current_num_threads());
        subject::spawn_broadcast(move |_| everywhere());
        done.wait_for(2 + global);
        assert_eq!(ran.take(), vec![global; 2 + global]);
    });
}

#[test]
fn a_thread_may_use_one_pool_of_its_own_after_the_other() {
    watched(|| {
        for threads in [1, 3, 2, 1] {
            let pool = with_us(threads).build().expect("a pool");
            assert_eq!(subject::current_num_threads(), threads);
            let order = Log::default();
            pool.scope(|s| s.spawn(|_| order.push(current_thread_index())));
            assert_eq!(order.len(), 1);
            assert_eq!(subject::join(|| 1, || 2), (1, 2));
            drop(pool);
            assert_eq!(current_thread_index(), None);
        }
    });
}

#[test]
fn a_backlog_in_a_dropped_current_threads_pool_runs_somewhere() {
    watched(|| {
        let pool = with_us(2).build().expect("a pool");
        let ran = Tally::default();
        for number in 0..60 {
            let ran = ran.clone();
            match number % 3 {
                0 => subject::spawn(move || ran.add()),
                1 => subject::spawn_fifo(move || ran.add()),
                _ => pool.spawn_broadcast(move |context| {
                    if context.index() == 0 {
                        ran.add();
                    }
                }),
            }
        }
        drop(pool);
        ran.wait_for(60);
    });
}

#[test]
fn shutdown_returns_after_the_backlog_ran_and_the_threads_left() {
    watched(|| {
        let (ran, left) = (Tally::default(), Tally::default());
        let counts = left.clone();
        let pool = ThreadPoolBuilder::new()
            .num_threads(3)
            .exit_handler(move |_| {
                // Whoever does not wait for this is back long before.
                (0..200).for_each(|_| thread::yield_now());
                counts.add();
            })
            .build()
            .expect("a pool");
        for _ in 0..500 {
            let ran = ran.clone();
            pool.spawn(move || {
                let more = ran.clone();
                subject::spawn(move || more.add());
                ran.add();
            });
        }
        pool.shutdown();
        assert_eq!((ran.count(), left.count()), (1_000, 3));
    });
}

#[test]
fn shutdown_of_an_idle_pool_returns() {
    watched(|| {
        for threads in [1, 2, 16, 64] {
            let left = Tally::default();
            let counts = left.clone();
            let builder = ThreadPoolBuilder::new().num_threads(threads);
            builder.exit_handler(move |_| counts.add()).build().expect("a pool").shutdown();
            assert_eq!(left.count(), threads);
        }
    });
}

#[test]
#[cfg(target_os = "linux")]
fn after_shutdown_the_kernel_knows_no_thread_of_the_pool() {
    watched(|| {
        let threads = || {
            let tasks = std::fs::read_dir("/proc/self/task").expect("tasks").flatten();
            let names =
                tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
            names.filter(|name| name.starts_with("gone-")).count()
        };
        let builder = ThreadPoolBuilder::new().num_threads(8);
        let pool = builder.thread_name(|index| format!("gone-{index}")).build().expect("a pool");
        pool.broadcast(|_| ());
        assert_eq!(threads(), 8);
        pool.shutdown();
        // The kernel may take a moment to let go of a thread that has been joined.
        while threads() != 0 {
            thread::yield_now();
        }
    });
}

#[test]
fn shutdown_waits_for_threads_that_a_spawn_handler_started() {
    watched(|| {
        let left = Tally::default();
        let counts = left.clone();
        let pool = ThreadPoolBuilder::new()
            .num_threads(3)
            .exit_handler(move |_| counts.add())
            .spawn_handler(|thread| {
                thread::spawn(|| thread.run());
                Ok(())
            })
            .build()
            .expect("a pool");
        pool.shutdown();
        assert_eq!(left.count(), 3);
    });
}

#[test]
fn the_thread_that_was_used_for_a_pool_works_in_its_shutdown_and_leaves() {
    watched(|| {
        let (ran, left) = (Tally::default(), Tally::default());
        let counts = left.clone();
        let pool = with_us(2).exit_handler(move |_| counts.add()).build().expect("a pool");
        for _ in 0..100 {
            let ran = ran.clone();
            pool.spawn_broadcast(move |_| ran.add());
        }
        pool.shutdown();
        assert_eq!((ran.count(), left.count(), current_thread_index()), (200, 1, None));
    });
}

#[test]
fn a_worker_of_another_pool_serves_it_during_a_shutdown() {
    watched(|| {
        let (outer, inner) = (pool_of(1), pool_of(1));
        let served = Gate::default();
        let opens = served.clone();
        outer.install(|| {
            inner.spawn(move || served.pass());
            // Only this thread can run it, and it waits for the shutdown.
            subject::spawn(move || opens.open());
            inner.shutdown();
        });
    });
}

#[test]
fn a_shutdown_from_within_the_pool_panics_and_the_pool_ends() {
    watched(|| {
        let left = Tally::default();
        let counts = left.clone();
        let builder = ThreadPoolBuilder::new().num_threads(2);
        let pool = builder.exit_handler(move |_| counts.add()).build().expect("a pool");
        let (sender, receiver) = std::sync::mpsc::channel::<ThreadPool>();
        let refused = Gate::default();
        let opens = refused.clone();
        pool.spawn(move || {
            let pool = receiver.recv().expect("the pool");
            payload_of::<&str, _>(|| pool.shutdown());
            opens.open();
        });
        sender.send(pool).expect("a worker");
        refused.pass();
        left.wait_for(2);
    });
}

#[test]
fn a_thread_that_has_left_its_pool_yields_to_nobody() {
    watched(|| {
        let pool = with_us(1).build().expect("a pool");
        assert_eq!(subject::yield_now(), Some(Yield::Idle));
        pool.shutdown();
        assert_eq!((subject::yield_now(), subject::yield_local()), (None, None));
    });
}
