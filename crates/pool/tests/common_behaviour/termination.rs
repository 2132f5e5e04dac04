//! How a pool ends: dropping it returns at once, its backlog runs, its threads leave.

use super::tools::{Gate, Log, Tally, payload_of, pool_of, unwind, watched};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use subject::{ThreadPool, ThreadPoolBuilder};

/// A pool and the count of its threads that have left.
fn counted_pool(threads: usize) -> (ThreadPool, Tally) {
    let left = Tally::default();
    let counts = left.clone();
    let builder = ThreadPoolBuilder::new().num_threads(threads).exit_handler(move |_| counts.add());
    (builder.build().expect("a pool"), left)
}

#[test]
fn dropping_a_pool_ends_all_its_threads() {
    watched(|| {
        let (pool, left) = counted_pool(8);
        assert_eq!(pool.broadcast(|_| ()).len(), 8);
        drop(pool);
        left.wait_for(8);
    });
}

#[test]
fn a_pool_that_never_worked_ends_too() {
    watched(|| {
        for threads in [1, 2, 8] {
            let (pool, left) = counted_pool(threads);
            drop(pool);
            left.wait_for(threads);
        }
    });
}

#[test]
fn dropping_does_not_wait_and_the_backlog_runs_later() {
    watched(|| {
        let (pool, left) = counted_pool(1);
        let (go, ran) = (Gate::default(), Log::default());
        let waits = go.clone();
        pool.spawn(move || waits.pass());
        for number in 0..100 {
            let ran = ran.clone();
            pool.spawn(move || ran.push(number));
        }
        drop(pool);
        // We are past the drop, and nothing has run yet.
        assert_eq!((ran.len(), left.count()), (0, 0));
        go.open();
        left.wait_for(1);
        assert_eq!(ran.take(), (0..100).collect::<Vec<_>>());
    });
}

#[test]
fn jobs_of_a_dropped_pool_may_spawn_more() {
    fn chain(length: usize, ran: Tally) {
        ran.add();
        if length > 1 {
            match length % 2 {
                0 => subject::spawn(move || chain(length - 1, ran)),
                _ => subject::spawn_fifo(move || chain(length - 1, ran)),
            }
        }
    }
    watched(|| {
        let (pool, left) = counted_pool(2);
        let (go, ran) = (Gate::default(), Tally::default());
        let (waits, counts) = (go.clone(), ran.clone());
        pool.spawn(move || {
            waits.pass();
            chain(100, counts);
        });
        drop(pool);
        go.open();
        left.wait_for(2);
        assert_eq!(ran.count(), 100);
    });
}

#[test]
fn a_spawned_broadcast_runs_everywhere_although_the_pool_was_dropped() {
    watched(|| {
        let (pool, left) = counted_pool(3);
        let (go, ran) = (Gate::default(), Log::default());
        let (waits, writes) = (go.clone(), ran.clone());
        pool.spawn_broadcast(move |context| {
            waits.pass();
            writes.push(context.index());
        });
        drop(pool);
        go.open();
        left.wait_for(3);
        assert_eq!(ran.sorted(), [0, 1, 2]);
    });
}

#[test]
fn a_job_of_a_dropped_pool_may_join_scope_and_broadcast() {
    watched(|| {
        let (pool, left) = counted_pool(3);
        let (go, sum) = (Gate::default(), Arc::new(AtomicUsize::new(0)));
        let (waits, result) = (go.clone(), Arc::clone(&sum));
        pool.spawn(move || {
            waits.pass();
            let (a, b) = subject::join(|| 1, || 2);
            let c = AtomicUsize::new(0);
            subject::scope(|s| s.spawn(|_| c.store(3, Ordering::Relaxed)));
            let d = subject::broadcast(|context| context.index()).into_iter().sum::<usize>();
            result.store(a + b + c.into_inner() + d, Ordering::Relaxed);
        });
        drop(pool);
        go.open();
        left.wait_for(3);
        assert_eq!(sum.load(Ordering::Relaxed), 1 + 2 + 3 + 3);
    });
}

#[test]
fn a_worker_may_drop_the_last_handle_of_its_own_pool() {
    watched(|| {
        let (pool, left) = counted_pool(2);
        let shared = Arc::new(pool);
        let (go, mine) = (Gate::default(), Arc::clone(&shared));
        let waits = go.clone();
        shared.spawn(move || {
            waits.pass();
            drop(mine);
            assert_eq!(subject::current_thread_index().map(|index| index < 2), Some(true));
        });
        drop(shared);
        go.open();
        left.wait_for(2);
    });
}

#[test]
fn a_pool_may_be_dropped_within_a_job_of_another() {
    watched(|| {
        let (outer, outer_left) = counted_pool(1);
        let (inner, inner_left) = counted_pool(2);
        let inner = Mutex::new(Some(inner));
        outer.install(|| {
            let inner = inner.lock().unwrap().take().unwrap();
            assert_eq!(inner.install(|| 5), 5);
        });
        inner_left.wait_for(2);
        drop(outer);
        outer_left.wait_for(1);
    });
}

#[test]
fn a_pool_dropped_by_a_panic_ends() {
    watched(|| {
        let (pool, left) = counted_pool(2);
        let thrown = payload_of::<&str, ()>(move || pool.install(|| unwind("out of the pool")));
        assert_eq!(thrown, "out of the pool");
        left.wait_for(2);
    });
}

#[test]
fn many_short_lived_pools_come_and_go() {
    watched(|| {
        let all_left = Tally::default();
        for round in 0..100 {
            let counts = all_left.clone();
            let pool = ThreadPoolBuilder::new()
                .num_threads(1 + round % 4)
                .exit_handler(move |_| counts.add())
                .build()
                .expect("a pool");
            assert_eq!(pool.install(|| round), round);
        }
        all_left.wait_for(25 * (1 + 2 + 3 + 4));
    });
}

#[test]
fn pools_nested_in_pools_end_inside_out() {
    fn nest(depth: usize, left: &Tally) -> usize {
        if depth == 0 {
            return 0;
        }
        let counts = left.clone();
        let pool = ThreadPoolBuilder::new()
            .num_threads(1)
            .exit_handler(move |_| counts.add())
            .build()
            .expect("a pool");
        pool.install(|| nest(depth - 1, left) + 1)
    }
    watched(|| {
        let left = Tally::default();
        assert_eq!(nest(10, &left), 10);
        left.wait_for(10);
    });
}

#[test]
fn no_thread_of_a_pool_is_left_once_its_handles_are_joined() {
    watched(|| {
        let mut handles = Vec::new();
        let ran = Tally::default();
        let pool = ThreadPoolBuilder::new()
            .num_threads(4)
            .spawn_handler(|thread| {
                handles.push(thread::spawn(|| thread.run()));
                Ok(())
            })
            .build()
            .expect("a pool");
        for _ in 0..200 {
            let ran = ran.clone();
            pool.spawn(move || ran.add());
        }
        drop(pool);
        handles.into_iter().for_each(|handle| handle.join().unwrap());
        assert_eq!(ran.count(), 200, "the threads stay until the backlog has run");
    });
}

#[test]
fn plain_pools_of_each_small_size_start_and_stop() {
    watched(|| {
        for threads in 1..=16 {
            assert_eq!(pool_of(threads).broadcast(|context| context.index()).len(), threads);
        }
    });
}
