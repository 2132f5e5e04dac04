//! `join`, scopes, `spawn`, `broadcast` and yielding, by the names that rayon gives them.

use drop_in_demo::{pool_of, watched};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};

fn fib(n: u32) -> u32 {
    if n < 2 {
        return n;
    }
    let (a, b) = rayon::join(|| fib(n - 1), || fib(n - 2));
    a + b
}

#[test]
fn join_down_to_the_leaf() {
    watched(|| {
        assert_eq!(fib(16), 987, "from outside, in the global pool");
        for threads in [1, 2, 8] {
            assert_eq!(pool_of(threads).install(|| fib(20)), 6_765, "{threads} threads");
        }
    });
}

#[test]
fn a_lone_worker_never_migrates() {
    let moved =
        watched(|| pool_of(1).install(|| rayon::join_context(|a| a.migrated(), |b| b.migrated())));
    assert_eq!(moved, (false, false));
}

#[test]
fn a_scope_lends_its_surroundings() {
    watched(|| {
        let mut squares = vec![0; 1_000];
        rayon::scope(|scope| {
            for (n, square) in squares.iter_mut().enumerate() {
                scope.spawn(move |_| *square = n * n);
            }
        });
        assert!(squares.iter().enumerate().all(|(n, square)| *square == n * n));
    });
}

#[test]
fn spawns_spawn_within_a_scope() {
    fn grow<'scope>(scope: &rayon::Scope<'scope>, leaves: &'scope AtomicUsize, depth: usize) {
        if depth == 0 {
            leaves.fetch_add(1, Ordering::Relaxed);
            return;
        }
        for _ in 0..3 {
            scope.spawn(move |scope| grow(scope, leaves, depth - 1));
        }
    }
    watched(|| {
        let leaves = AtomicUsize::new(0);
        pool_of(4).scope(|scope| grow(scope, &leaves, 7));
        assert_eq!(leaves.into_inner(), 3_usize.pow(7));
    });
}

#[test]
fn one_worker_takes_the_newest_or_the_oldest() {
    watched(|| {
        let pool = pool_of(1);
        let order = Mutex::new(Vec::new());
        let note = |n| order.lock().unwrap().push(n);
        let note = &note;
        pool.scope(|scope| (0..10).for_each(|n| scope.spawn(move |_| note(n))));
        pool.scope_fifo(|scope| (10..20).for_each(|n| scope.spawn_fifo(move |_| note(n))));
        let expected: Vec<_> = (0..10).rev().chain(10..20).collect();
        assert_eq!(order.into_inner().unwrap(), expected);
    });
}

#[test]
fn a_scope_in_place_stays_with_its_caller() {
    watched(|| {
        let caller = std::thread::current().id();
        let local = Cell::new(0);
        let done = AtomicUsize::new(0);
        // Neither the body nor what it gives back is sent anywhere: a `Cell` by reference will do.
        let here = pool_of(2).in_place_scope(|scope| {
            local.set(1);
            (0..100).for_each(|_| {
                scope.spawn(|_| {
                    done.fetch_add(1, Ordering::Relaxed);
                });
            });
            std::thread::current().id()
        });
        assert_eq!(here, caller);
        assert_eq!(local.get(), 1);
        let fifo = rayon::in_place_scope_fifo(|scope| {
            scope.spawn_fifo(|_| {
                done.fetch_add(1, Ordering::Relaxed);
            });
            local.get()
        });
        assert_eq!((fifo, done.into_inner()), (1, 101));
    });
}

#[test]
fn a_broadcast_reaches_everybody() {
    watched(|| {
        let pool = pool_of(6);
        let indexes = pool.install(|| rayon::broadcast(|context| context.index()));
        assert_eq!(indexes, [0, 1, 2, 3, 4, 5]);
        let visits = AtomicUsize::new(0);
        pool.scope(|scope| {
            scope.spawn_broadcast(|_, _| {
                visits.fetch_add(1, Ordering::Relaxed);
            });
        });
        assert_eq!(visits.into_inner(), 6);
    });
}

#[test]
fn detached_jobs_report_back() {
    watched(|| {
        let (ran, results) = mpsc::channel();
        let sender = ran.clone();
        rayon::spawn(move || sender.send(1).unwrap());
        let sender = ran.clone();
        rayon::spawn_fifo(move || sender.send(2).unwrap());
        rayon::spawn_broadcast(move |_| ran.send(3).unwrap());
        let mut all: Vec<_> = results.iter().collect();
        all.sort();
        let expected: Vec<_> = [1, 2]
            .into_iter()
            .chain(std::iter::repeat_n(3, rayon::current_num_threads()))
            .collect();
        assert_eq!(all, expected);
    });
}

#[test]
fn yielding_runs_what_waits() {
    watched(|| {
        assert_eq!((rayon::yield_now(), rayon::yield_local()), (None, None), "not a worker");
        pool_of(1).install(|| {
            let (ran, result) = mpsc::channel();
            assert_eq!(rayon::yield_local(), Some(rayon::Yield::Idle));
            rayon::spawn(move || ran.send(()).unwrap());
            assert_eq!(rayon::yield_now(), Some(rayon::Yield::Executed));
            assert_eq!(result.try_recv(), Ok(()));
        });
    });
}

#[test]
fn whoever_is_no_worker_has_no_index() {
    assert_eq!(rayon::current_thread_index(), None);
    assert!(rayon::max_num_threads() >= 255);
}

#[test]
fn both_halves_of_a_join_from_outside_migrate() {
    let moved = watched(|| rayon::join_context(|a| a.migrated(), |b| b.migrated()));
    assert_eq!(moved, (true, true));
}
