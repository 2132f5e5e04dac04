//! The four scopes: everything spawned ends before they return, and whose panic comes out.

use super::tools::{Gate, Log, OpenOnDrop, outside, payload_of, pool_of, shrunk, unwind, watched};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use subject::{Scope, ScopeFifo, in_place_scope, in_place_scope_fifo, scope, scope_fifo};

#[test]
fn all_spawned_jobs_end_before_the_scope_returns() {
    watched(|| {
        const JOBS: usize = shrunk(2_000);
        let pool = pool_of(3);
        let count = AtomicUsize::new(0);
        let add = || {
            count.fetch_add(1, Ordering::Relaxed);
        };
        pool.install(|| scope(|s| (0..JOBS).for_each(|_| s.spawn(|_| add()))));
        assert_eq!(count.swap(0, Ordering::Relaxed), JOBS);
        pool.install(|| scope_fifo(|s| (0..JOBS).for_each(|_| s.spawn_fifo(|_| add()))));
        assert_eq!(count.swap(0, Ordering::Relaxed), JOBS);
        pool.in_place_scope(|s| (0..JOBS).for_each(|_| s.spawn(|_| add())));
        assert_eq!(count.swap(0, Ordering::Relaxed), JOBS);
        pool.in_place_scope_fifo(|s| (0..JOBS).for_each(|_| s.spawn_fifo(|_| add())));
        assert_eq!(count.swap(0, Ordering::Relaxed), JOBS);
        scope(|s| s.spawn(|_| add()));
        scope_fifo(|s| s.spawn_fifo(|_| add()));
        in_place_scope(|s| s.spawn(|_| add()));
        in_place_scope_fifo(|s| s.spawn_fifo(|_| add()));
        assert_eq!(count.load(Ordering::Relaxed), 4);
    });
}

#[test]
fn an_empty_scope_returns_what_its_body_returns() {
    let pool = pool_of(1);
    assert_eq!(pool.scope(|_| 1), 1);
    assert_eq!(pool.scope_fifo(|_| 2), 2);
    assert_eq!(pool.in_place_scope(|_| 3), 3);
    assert_eq!(pool.in_place_scope_fifo(|_| 4), 4);
}

#[test]
fn jobs_may_change_what_the_scope_borrowed() {
    let pool = pool_of(2);
    let mut list = vec![0; 100];
    pool.scope(|s| {
        for (index, slot) in list.iter_mut().enumerate() {
            s.spawn(move |_| *slot = index);
        }
    });
    assert_eq!(list, (0..100).collect::<Vec<_>>());
}

#[test]
fn jobs_may_spawn_more_jobs_into_the_same_scope() {
    fn grow<'scope>(s: &Scope<'scope>, depth: usize, count: &'scope AtomicUsize) {
        count.fetch_add(1, Ordering::Relaxed);
        if depth > 0 {
            s.spawn(move |s| grow(s, depth - 1, count));
            s.spawn(move |s| grow(s, depth - 1, count));
        }
    }
    watched(|| {
        for threads in [1, 3] {
            let count = AtomicUsize::new(0);
            pool_of(threads).scope(|s| grow(s, 9, &count));
            assert_eq!(count.into_inner(), 1023, "{threads} threads");
        }
    });
}

#[test]
fn a_chain_of_spawns_uses_no_more_stack_than_one() {
    fn next<'scope>(s: &Scope<'scope>, left: usize, count: &'scope AtomicUsize) {
        count.fetch_add(1, Ordering::Relaxed);
        if left > 1 {
            s.spawn(move |s| next(s, left - 1, count));
        }
    }
    watched(|| {
        const LINKS: usize = shrunk(50_000);
        // Each link on top of the last one would need far more than the worker's stack.
        let pool = subject::ThreadPoolBuilder::new().num_threads(1).stack_size(256 << 10).build();
        let count = AtomicUsize::new(0);
        pool.expect("a pool").scope(|s| next(s, LINKS, &count));
        assert_eq!(count.into_inner(), LINKS);
    });
}

#[test]
fn scopes_nest_and_an_inner_job_may_use_the_outer_scope() {
    watched(|| {
        let order = Log::default();
        pool_of(2).scope(|outer| {
            let order = &order;
            scope(|inner| {
                inner.spawn(move |_| {
                    outer.spawn(move |_| order.push("outer"));
                    order.push("inner");
                });
            });
            // The inner scope has waited for its own job only.
            order.push("inner scope left");
        });
        let seen = order.take();
        let place = |what| seen.iter().position(|entry| *entry == what).unwrap();
        assert_eq!(seen.len(), 3);
        assert!(place("inner") < place("inner scope left"));
    });
}

#[test]
fn the_body_of_a_scope_runs_on_a_worker_of_its_pool() {
    let (pool, other) = (pool_of(3), pool_of(2));
    let caller = thread::current().id();
    let body = |_: &Scope<'_>| (thread::current().id(), subject::current_num_threads());
    let (ran_on, threads) = pool.scope(body);
    assert!(ran_on != caller && threads == 3);
    assert_eq!(other.install(|| pool.scope(body)).1, 3);
    // On a worker of that pool, it stays where it is.
    pool.install(|| assert_eq!(pool.scope(body).0, thread::current().id()));
    // A free scope takes the current pool, or the global one.
    assert_eq!(other.install(|| scope(body)).1, 2);
    assert_ne!(scope(body).0, caller);
}

#[test]
fn the_body_of_an_in_place_scope_runs_where_it_is_called() {
    let (pool, other) = (pool_of(3), pool_of(2));
    let caller = thread::current().id();
    assert_eq!(in_place_scope(|_| thread::current().id()), caller);
    assert_eq!(in_place_scope_fifo(|_| thread::current().id()), caller);
    assert_eq!(pool.in_place_scope(|_| thread::current().id()), caller);
    assert_eq!(pool.in_place_scope_fifo(|_| thread::current().id()), caller);
    other.install(|| {
        let here = thread::current().id();
        assert_eq!(pool.in_place_scope(|_| thread::current().id()), here);
        assert_eq!(in_place_scope(|_| thread::current().id()), here);
    });
}

#[test]
fn the_jobs_of_an_in_place_scope_run_in_the_pool() {
    watched(|| {
        let (pool, other) = (pool_of(3), pool_of(2));
        let sizes = Log::default();
        let tell = || sizes.push(subject::current_num_threads());
        pool.in_place_scope(|s| s.spawn(|_| tell()));
        other.install(|| pool.in_place_scope_fifo(|s| s.spawn_fifo(|_| tell())));
        other.install(|| in_place_scope(|s| s.spawn(|_| tell())));
        assert_eq!(sizes.take(), [3, 3, 2]);
    });
}

#[test]
fn a_job_goes_into_the_scopes_pool_wherever_it_is_spawned() {
    watched(|| {
        let (pool, other) = (pool_of(3), pool_of(2));
        let sizes = Log::default();
        let tell = || sizes.push(subject::current_num_threads());
        pool.scope(|s| {
            other.install(|| s.spawn(|_| tell()));
            outside(|| s.spawn(|_| tell()));
            s.spawn(|_| tell());
        });
        pool.scope_fifo(|s| {
            other.install(|| s.spawn_fifo(|_| tell()));
            outside(|| s.spawn_fifo(|_| tell()));
        });
        assert_eq!(sizes.take(), [3; 5]);
    });
}

#[test]
fn a_worker_that_waits_in_place_keeps_working_for_its_own_pool() {
    watched(|| {
        let (pool, other) = (pool_of(1), pool_of(1));
        let helped = Gate::default();
        other.install(|| {
            pool.in_place_scope(|s| {
                let open = helped.clone();
                // Only the thread that waits for this scope can run the job it waits for.
                s.spawn(|_| {
                    other.spawn(move || open.open());
                    helped.pass();
                });
            });
        });
        assert!(helped.is_open());
    });
}

#[test]
fn a_spawned_broadcast_of_a_scope_runs_once_on_every_thread() {
    watched(|| {
        let pool = pool_of(3);
        let seen = Log::default();
        let body = |context: subject::BroadcastContext<'_>| {
            assert_eq!(context.num_threads(), 3);
            assert_eq!(subject::current_thread_index(), Some(context.index()));
            seen.push(context.index());
        };
        pool.scope(|s| s.spawn_broadcast(|_, context| body(context)));
        assert_eq!(seen.sorted(), [0, 1, 2]);
        pool.scope_fifo(|s| s.spawn_broadcast(|_, context| body(context)));
        assert_eq!(seen.sorted(), [0, 1, 2]);
        pool.in_place_scope(|s| s.spawn_broadcast(|_, context| body(context)));
        assert_eq!(seen.sorted(), [0, 1, 2]);
        pool.in_place_scope_fifo(|s| s.spawn_broadcast(|_, context| body(context)));
        assert_eq!(seen.sorted(), [0, 1, 2]);
    });
}

#[test]
fn a_spawned_broadcast_may_spawn_into_its_scope() {
    watched(|| {
        let pool = pool_of(3);
        let count = AtomicUsize::new(0);
        let add = |_: &_| {
            count.fetch_add(1, Ordering::Relaxed);
        };
        pool.scope(|s| s.spawn_broadcast(|s, _| s.spawn(|s| add(s))));
        pool.scope_fifo(|s| {
            s.spawn_broadcast(|s, _| {
                s.spawn_fifo(|_| {
                    count.fetch_add(1, Ordering::Relaxed);
                });
            });
        });
        assert_eq!(count.load(Ordering::Relaxed), 6);
    });
}

#[test]
fn a_panic_of_the_body_comes_out_after_all_jobs_ran() {
    watched(|| {
        // On one thread no job can run before the body has ended.
        for threads in [1, 2] {
            let pool = pool_of(threads);
            let count = AtomicUsize::new(0);
            let thrown = payload_of::<&str, _>(|| {
                pool.scope(|s| {
                    for _ in 0..100 {
                        s.spawn(|_| {
                            count.fetch_add(1, Ordering::Relaxed);
                        });
                    }
                    unwind::<&str>("body");
                });
            });
            assert_eq!((thrown, count.into_inner()), ("body", 100));
        }
    });
}

#[test]
fn a_panic_of_an_in_place_body_waits_for_a_job_that_still_runs() {
    watched(|| {
        let pool = pool_of(1);
        let (unwinding, ended) = (Gate::default(), AtomicBool::new(false));
        let thrown = payload_of::<&str, ()>(|| {
            pool.in_place_scope(|s| {
                let _opens = OpenOnDrop(unwinding.clone());
                s.spawn(|_| {
                    unwinding.pass();
                    ended.store(true, Ordering::Relaxed);
                });
                unwind::<&str>("body");
            });
        });
        assert_eq!((thrown, ended.into_inner()), ("body", true));
    });
}

#[test]
fn a_panic_of_a_job_comes_out_after_all_others_ran() {
    fn spawn_a_hundred<'scope>(s: &Scope<'scope>, ran: &'scope AtomicUsize) {
        for number in 0..100 {
            s.spawn(move |_| match number {
                50 => unwind("job"),
                _ => _ = ran.fetch_add(1, Ordering::Relaxed),
            });
        }
    }
    watched(|| {
        let pool = pool_of(2);
        let ran = AtomicUsize::new(0);
        assert_eq!(payload_of::<&str, _>(|| pool.scope(|s| spawn_a_hundred(s, &ran))), "job");
        assert_eq!(ran.swap(0, Ordering::Relaxed), 99);
        let body = || pool.in_place_scope(|s| spawn_a_hundred(s, &ran));
        assert_eq!(payload_of::<&str, _>(body), "job");
        assert_eq!(ran.swap(0, Ordering::Relaxed), 99);
        let body = |s: &ScopeFifo<'_>| {
            s.spawn_fifo(|_| unwind("fifo job"));
            s.spawn_fifo(|_| unwind("too late"));
        };
        let one = pool_of(1);
        assert_eq!(payload_of::<&str, _>(|| one.scope_fifo(body)), "fifo job");
        assert_eq!(payload_of::<&str, _>(|| one.in_place_scope_fifo(body)), "fifo job");
    });
}

#[test]
fn a_panic_of_a_jobs_job_comes_out_of_the_scope() {
    let pool = pool_of(2);
    let body = |s: &Scope<'_>| s.spawn(|s| s.spawn(|s| s.spawn(|_| unwind("deep"))));
    assert_eq!(payload_of::<&str, _>(|| pool.scope(body)), "deep");
    assert_eq!(payload_of::<&str, _>(|| pool.in_place_scope(body)), "deep");
}

#[test]
fn the_first_panic_wins_and_later_payloads_are_dropped() {
    struct Numbered(usize);
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    impl Drop for Numbered {
        fn drop(&mut self) {
            DROPS.fetch_add(1, Ordering::Relaxed);
        }
    }
    // On one thread the jobs run newest first.
    let first = payload_of::<Numbered, _>(|| {
        pool_of(1).scope(|s| (0..5).for_each(|number| s.spawn(move |_| unwind(Numbered(number)))));
    });
    assert_eq!((first.0, DROPS.load(Ordering::Relaxed)), (4, 4));
    drop(first);
    assert_eq!(DROPS.load(Ordering::Relaxed), 5);
}

#[test]
fn a_job_that_panicked_before_the_body_did_wins() {
    let pool = pool_of(1);
    let body = |s: &Scope<'_>| {
        s.spawn(|_| unwind("job"));
        assert_eq!(subject::yield_now(), Some(subject::Yield::Executed));
        unwind::<&str>("body");
    };
    assert_eq!(payload_of::<&str, ()>(|| pool.scope(body)), "job");
}

#[test]
fn panics_of_a_spawned_broadcast_come_out_of_the_scope() {
    watched(|| {
        let pool = pool_of(3);
        let survivors = AtomicUsize::new(0);
        let thrown = payload_of::<usize, _>(|| {
            pool.scope(|s| {
                s.spawn_broadcast(|_, context| match context.index() {
                    1 => unwind(1_usize),
                    _ => _ = survivors.fetch_add(1, Ordering::Relaxed),
                });
            });
        });
        assert_eq!((thrown, survivors.load(Ordering::Relaxed)), (1, 2));
    });
}

#[test]
fn a_scope_inside_a_job_of_another_scope_holds_its_panic_back() {
    let caught = AtomicBool::new(false);
    pool_of(2).scope(|s| {
        s.spawn(|_| {
            let thrown = payload_of::<&str, _>(|| scope(|s| s.spawn(|_| unwind("inner"))));
            caught.store(thrown == "inner", Ordering::Relaxed);
        });
    });
    assert!(caught.into_inner());
}
