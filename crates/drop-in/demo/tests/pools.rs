//! Pools of every size, pools inside pools, and what a panic leaves behind.

use drop_in_demo::{numbers, pool_of, watched};
use rayon::prelude::*;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};

/// The payload of the panic that the body must end with.
fn payload_of<R>(body: impl FnOnce() -> R) -> usize {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(_) => panic!("the body was to panic"),
        Err(payload) => *payload.downcast().expect("the payload of the test"),
    }
}

/// Unwinds with a payload, without the panic hook's message.
fn unwind(payload: usize) -> ! {
    resume_unwind(Box::new(payload))
}

#[test]
fn every_size_from_one_to_seventeen() {
    let input = numbers(20_000);
    let expected = input.iter().copied().fold(0, u64::wrapping_add);
    watched(|| {
        for threads in 1..=17 {
            let pool = pool_of(threads);
            assert_eq!(pool.current_num_threads(), threads);
            assert_eq!(pool.install(rayon::current_num_threads), threads);
            let sum = pool.install(|| input.par_iter().copied().reduce(|| 0, u64::wrapping_add));
            assert_eq!(sum, expected, "{threads} threads");
            let indexes = pool.broadcast(|context| (context.index(), context.num_threads()));
            assert_eq!(indexes, (0..threads).map(|index| (index, threads)).collect::<Vec<_>>());
        }
    });
}

#[test]
fn a_pool_inside_a_pool() {
    watched(|| {
        let (outer, inner) = (pool_of(3), pool_of(2));
        let sums: Vec<u64> = outer.install(|| {
            (0..100_u64)
                .into_par_iter()
                .map(|n| {
                    assert_eq!(rayon::current_num_threads(), 3);
                    let sum = inner.install(|| {
                        assert_eq!(rayon::current_num_threads(), 2);
                        (0..n).into_par_iter().sum()
                    });
                    assert_eq!(rayon::current_num_threads(), 3);
                    sum
                })
                .collect()
        });
        assert_eq!(sums, (0..100).map(|n| (0..n).sum()).collect::<Vec<u64>>());
    });
}

#[test]
fn two_pools_of_one_that_call_each_other() {
    // Each level waits in one pool for the other; only a waiter that works gets to the bottom.
    fn down(pools: [&rayon::ThreadPool; 2], depth: usize) -> usize {
        match depth {
            0 => 0,
            _ => 1 + pools[0].install(|| down([pools[1], pools[0]], depth - 1)),
        }
    }
    watched(|| {
        let (left, right) = (pool_of(1), pool_of(1));
        assert_eq!(down([&left, &right], 50), 50);
    });
}

#[test]
fn a_panic_leaves_par_iter_with_its_payload() {
    watched(|| {
        let pool = pool_of(4);
        let doomed = || {
            (0..10_000_usize).into_par_iter().for_each(|n| {
                if n == 7_777 {
                    unwind(n);
                }
            });
        };
        assert_eq!(payload_of(|| pool.install(doomed)), 7_777);
        let sum: usize = pool.install(|| (0..1_000).into_par_iter().sum());
        assert_eq!(sum, 499_500, "the pool works on");
    });
}

#[test]
fn a_panic_crosses_two_pools() {
    watched(|| {
        let (outer, inner) = (pool_of(2), pool_of(2));
        let nested = || outer.install(|| inner.install(|| rayon::join(|| unwind(5), || ())));
        assert_eq!(payload_of(nested), 5);
    });
}

#[test]
fn a_comparison_that_panics_loses_no_element() {
    watched(|| {
        let input = numbers(50_000);
        let mut sorted = input.clone();
        let calls = AtomicUsize::new(0);
        let doomed = || {
            sorted.par_sort_by(|a, b| {
                if calls.fetch_add(1, Ordering::Relaxed) == 100_000 {
                    unwind(1);
                }
                a.cmp(b)
            });
        };
        assert_eq!(payload_of(|| pool_of(3).install(doomed)), 1);
        sorted.sort();
        let mut expected = input;
        expected.sort();
        assert_eq!(sorted, expected);
    });
}

#[test]
fn a_builder_with_all_of_it() {
    watched(|| {
        let (told, started) = mpsc::channel();
        let (left, ended) = mpsc::channel();
        let (caught, panics) = mpsc::channel();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(3)
            .thread_name(|index| format!("napper-{index}"))
            .stack_size(1 << 20)
            .start_handler(move |index| told.send(index).unwrap())
            .exit_handler(move |index| left.send(index).unwrap())
            .panic_handler(move |payload| {
                caught.send(*payload.downcast::<usize>().unwrap()).unwrap();
            })
            .build()
            .expect("a pool with everything set");
        let name =
            |_: rayon::BroadcastContext<'_>| std::thread::current().name().map(str::to_owned);
        assert_eq!(
            pool.broadcast(name),
            [0, 1, 2].map(|index| Some(format!("napper-{index}"))).to_vec(),
        );
        pool.spawn(|| unwind(9));
        assert_eq!(panics.recv(), Ok(9));
        drop(pool);
        let in_order = |mut indexes: Vec<usize>| {
            indexes.sort();
            indexes
        };
        // Both channels end when the last worker has dropped the handlers.
        assert_eq!(in_order(started.iter().collect()), [0, 1, 2]);
        assert_eq!(in_order(ended.iter().collect()), [0, 1, 2]);
    });
}

#[test]
fn threads_of_ones_own() {
    watched(|| {
        let mut threads = Vec::new();
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(2)
            .spawn_handler(|thread| {
                threads.push(std::thread::spawn(|| thread.run()));
                Ok(())
            })
            .build()
            .expect("a pool on our threads");
        assert_eq!(pool.install(|| (0..100).into_par_iter().sum::<u32>()), 4_950);
        drop(pool);
        assert_eq!(threads.len(), 2);
        threads.into_iter().for_each(|thread| thread.join().unwrap());
    });
}

#[test]
fn a_scoped_pool_borrows() {
    watched(|| {
        let ran = AtomicUsize::new(0);
        let sum = rayon::ThreadPoolBuilder::new()
            .num_threads(3)
            .build_scoped(
                |thread| {
                    ran.fetch_add(1, Ordering::Relaxed);
                    thread.run();
                },
                |pool| pool.install(|| (0..1_000).into_par_iter().sum::<u32>()),
            )
            .expect("a scoped pool");
        assert_eq!((sum, ran.into_inner()), (499_500, 3));
    });
}

#[test]
fn the_calling_thread_as_a_worker() {
    watched(|| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(2)
            .use_current_thread()
            .build()
            .expect("a pool with this thread in it");
        assert_eq!(rayon::current_thread_index(), Some(0));
        assert_eq!((0..1_000).into_par_iter().sum::<u32>(), 499_500);
        assert_eq!(pool.install(rayon::current_thread_index), Some(0));
    });
}

#[test]
fn what_was_spawned_runs_after_the_pool_is_dropped() {
    watched(|| {
        let count = Arc::new(AtomicUsize::new(0));
        let (held, all_ran) = mpsc::channel::<()>();
        let pool = pool_of(2);
        for _ in 0..1_000 {
            let (count, held) = (Arc::clone(&count), held.clone());
            pool.spawn(move || {
                count.fetch_add(1, Ordering::Relaxed);
                drop(held);
            });
        }
        drop((pool, held));
        assert!(all_ran.recv().is_err(), "nobody sends, all drop their end");
        assert_eq!(count.load(Ordering::Relaxed), 1_000);
    });
}
