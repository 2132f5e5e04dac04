//! `broadcast` and `spawn_broadcast`: once on every thread, in index order, at once.

use super::tools::{Gate, Log, Tally, distinct, payload_of, pool_of, shrunk, unwind, watched};
use std::sync::Barrier;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use subject::{ThreadPoolBuilder, broadcast, spawn_broadcast};

#[test]
fn every_thread_runs_it_and_results_stand_in_index_order() {
    watched(|| {
        for threads in [1, 2, 7] {
            let pool = pool_of(threads);
            let seen = pool.broadcast(|context| {
                assert_eq!(context.num_threads(), threads);
                assert_eq!(subject::current_thread_index(), Some(context.index()));
                (context.index(), thread::current().id())
            });
            let indices: Vec<_> = seen.iter().map(|(index, _)| *index).collect();
            assert_eq!(indices, (0..threads).collect::<Vec<_>>());
            assert_eq!(distinct(seen.iter().map(|(_, thread)| *thread)), threads);
        }
    });
}

#[test]
fn all_threads_run_it_at_the_same_time() {
    watched(|| {
        let pool = pool_of(7);
        let meeting = Barrier::new(7);
        // A thread that ran it twice, or one after the other, would wait here for ever.
        let leaders = pool.broadcast(|_| meeting.wait().is_leader());
        assert_eq!(leaders.iter().filter(|leader| **leader).count(), 1);
    });
}

#[test]
fn a_free_broadcast_takes_the_current_pool_or_the_global_one() {
    watched(|| {
        let pool = pool_of(3);
        assert_eq!(pool.install(|| broadcast(|context| context.index())), [0, 1, 2]);
        let global = subject::current_num_threads();
        assert_eq!(broadcast(|context| context.index()), (0..global).collect::<Vec<_>>());
    });
}

#[test]
fn a_worker_of_another_pool_waits_for_a_broadcast() {
    watched(|| {
        let (pool, other) = (pool_of(3), pool_of(2));
        let seen = other.install(|| pool.broadcast(|_| subject::current_num_threads()));
        assert_eq!(seen, [3, 3, 3]);
    });
}

#[test]
fn pools_may_broadcast_into_each_other() {
    watched(|| {
        let (pool, other) = (pool_of(3), pool_of(2));
        let count = AtomicUsize::new(0);
        pool.broadcast(|_| {
            other.broadcast(|_| {
                pool.broadcast(|_| count.fetch_add(1, Ordering::Relaxed));
            });
        });
        assert_eq!(count.into_inner(), 3 * 2 * 3);
    });
}

#[test]
fn a_broadcast_within_a_broadcast_of_the_same_pool_ends() {
    watched(|| {
        let pool = pool_of(4);
        let count = AtomicUsize::new(0);
        pool.broadcast(|_| {
            broadcast(|_| count.fetch_add(1, Ordering::Relaxed));
        });
        assert_eq!(count.into_inner(), 16);
    });
}

#[test]
fn a_broadcast_may_join_and_scope_and_install() {
    watched(|| {
        let (pool, other) = (pool_of(3), pool_of(2));
        let sums = pool.broadcast(|context| {
            let index = context.index();
            let (a, b) = subject::join(|| index, || 10);
            let c = other.install(subject::current_num_threads);
            subject::scope(|s| s.spawn(|_| ()));
            a + b + c
        });
        assert_eq!(sums, [12, 13, 14]);
    });
}

#[test]
fn a_panic_comes_out_after_all_threads_have_finished() {
    watched(|| {
        let pool = pool_of(4);
        let survivors = AtomicUsize::new(0);
        let thrown = payload_of::<usize, _>(|| {
            pool.broadcast(|context| match context.index() {
                2 => unwind(2_usize),
                _ => survivors.fetch_add(1, Ordering::Relaxed),
            })
        });
        assert_eq!((thrown, survivors.into_inner()), (2, 3));
    });
}

#[test]
fn of_several_panics_the_lowest_index_comes_out() {
    watched(|| {
        let pool = pool_of(4);
        for _ in 0..20 {
            let higher = Tally::default();
            let thrown = payload_of::<usize, Vec<()>>(|| {
                pool.broadcast(|context| match context.index() {
                    0 => (),
                    1 => {
                        // The lowest panics last.
                        higher.wait_for(2);
                        unwind(1_usize)
                    }
                    index => {
                        higher.add();
                        unwind(index)
                    }
                })
            });
            assert_eq!(thrown, 1);
        }
    });
}

#[test]
fn a_spawned_broadcast_runs_once_on_every_thread() {
    watched(|| {
        let pool = pool_of(5);
        let (seen, done) = (Log::default(), Tally::default());
        let (writes, counts) = (seen.clone(), done.clone());
        let body = move |context: subject::BroadcastContext<'_>| {
            assert_eq!(context.num_threads(), 5);
            assert_eq!(subject::current_thread_index(), Some(context.index()));
            writes.push(context.index());
            counts.add();
        };
        pool.spawn_broadcast(body.clone());
        done.wait_for(5);
        assert_eq!(seen.sorted(), [0, 1, 2, 3, 4]);
        pool.install(|| spawn_broadcast(body));
        done.wait_for(10);
        assert_eq!(seen.sorted(), [0, 1, 2, 3, 4]);
    });
}

#[test]
fn a_spawned_broadcast_from_outside_runs_on_the_global_pool() {
    watched(|| {
        let done = Tally::default();
        let counts = done.clone();
        let threads = subject::current_num_threads();
        spawn_broadcast(move |context| {
            assert_eq!(context.num_threads(), threads);
            counts.add();
        });
        done.wait_for(threads);
    });
}

#[test]
fn spawned_broadcasts_run_in_the_order_they_were_posted() {
    watched(|| {
        let pool = pool_of(3);
        let (seen, done) = (Log::default(), Tally::default());
        for number in 0..10 {
            let (seen, done) = (seen.clone(), done.clone());
            pool.spawn_broadcast(move |context| {
                seen.push((context.index(), number));
                done.add();
            });
        }
        done.wait_for(30);
        let seen = seen.take();
        for index in 0..3 {
            let of_thread: Vec<_> =
                seen.iter().filter(|(at, _)| *at == index).map(|(_, number)| *number).collect();
            assert_eq!(of_thread, (0..10).collect::<Vec<_>>(), "thread {index}");
        }
    });
}

#[test]
fn nobody_else_takes_a_busy_threads_broadcast() {
    watched(|| {
        let pool = pool_of(2);
        let (started, go) = (Gate::default(), Gate::default());
        let seen = Log::default();
        let (opens, waits) = (started.clone(), go.clone());
        pool.spawn(move || {
            opens.open();
            waits.pass();
        });
        started.pass();
        let (writes, opens) = (seen.clone(), Tally::default());
        let counts = opens.clone();
        pool.spawn_broadcast(move |context| {
            writes.push((context.index(), subject::current_thread_index().unwrap()));
            counts.add();
        });
        opens.wait_for(1);
        // The free thread runs whatever else there is, but not the other's share.
        (0..100).for_each(|_| pool.install(|| ()));
        assert_eq!(seen.len(), 1);
        go.open();
        opens.wait_for(2);
        assert_eq!(seen.sorted(), [(0, 0), (1, 1)]);
    });
}

#[test]
fn a_thread_that_falls_asleep_does_not_miss_its_broadcast() {
    // #992: each round catches the threads at another point on their way to sleep.
    watched(|| {
        let pool = pool_of(4);
        for round in 0..shrunk(500) {
            let mut spun = 0;
            (0..round * 7 % 2_000).for_each(|step| spun = std::hint::black_box(spun ^ step));
            assert_eq!(pool.broadcast(|context| context.index()), [0, 1, 2, 3]);
        }
    });
}

#[test]
fn a_foreign_broadcast_waits_until_the_current_thread_of_a_pool_yields() {
    watched(|| {
        let pool = ThreadPoolBuilder::new().num_threads(2).use_current_thread().build();
        let pool = pool.expect("a pool");
        let seen = Log::default();
        thread::scope(|threads| {
            let others = Tally::default();
            let (log, counts) = (&seen, others.clone());
            let pool = &pool;
            let poster = threads.spawn(move || {
                pool.broadcast(|context| {
                    log.push(context.index());
                    counts.add();
                })
            });
            others.wait_for(1);
            assert!(!poster.is_finished());
            assert_eq!(seen.len(), 1);
            assert_eq!(subject::yield_now(), Some(subject::Yield::Executed));
            assert_eq!(poster.join().unwrap().len(), 2);
        });
        assert_eq!(seen.take(), [1, 0]);
    });
}
