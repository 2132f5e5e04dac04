//! `yield_now` and `yield_local`: one job or none, and only on the pool's threads.

use super::tools::{Gate, Log, outside, pool_of, watched};
use subject::Yield::{Executed, Idle};
use subject::{spawn, yield_local, yield_now};

#[test]
fn off_the_pool_there_is_no_answer() {
    assert_eq!((yield_now(), yield_local()), (None, None));
    let (pool, other) = (pool_of(1), pool_of(1));
    assert_eq!((pool.yield_now(), pool.yield_local()), (None, None));
    let answers = other.install(|| (pool.yield_now(), pool.yield_local()));
    assert_eq!(answers, (None, None), "on a thread of another pool");
}

#[test]
fn with_nothing_to_do_the_answer_is_idle() {
    let pool = pool_of(1);
    assert_eq!(pool.install(|| (yield_now(), yield_local())), (Some(Idle), Some(Idle)));
    let answers = pool.install(|| (pool.yield_now(), pool.yield_local()));
    assert_eq!(answers, (Some(Idle), Some(Idle)));
}

#[test]
fn one_yield_runs_one_job_the_newest() {
    watched(|| {
        for yields in [yield_now, yield_local] {
            let pool = pool_of(1);
            let order = Log::default();
            pool.install(|| {
                for number in 0..3 {
                    let order = order.clone();
                    spawn(move || order.push(number));
                }
                assert_eq!(yields(), Some(Executed));
                assert_eq!(order.take(), [2]);
                assert_eq!(yields(), Some(Executed));
                assert_eq!(order.take(), [1]);
                assert_eq!((yields(), yields()), (Some(Executed), Some(Idle)));
            });
        }
    });
}

#[test]
fn the_methods_of_the_pool_run_one_job_too() {
    let pool = pool_of(1);
    pool.install(|| {
        spawn(|| ());
        spawn(|| ());
        assert_eq!(pool.yield_local(), Some(Executed));
        assert_eq!(pool.yield_now(), Some(Executed));
        assert_eq!(pool.yield_now(), Some(Idle));
    });
}

#[test]
fn the_job_runs_on_the_thread_that_yields_and_on_its_stack() {
    let pool = pool_of(2);
    let order = Log::default();
    pool.install(|| {
        let here = std::thread::current().id();
        let log = order.clone();
        subject::scope(|s| {
            s.spawn_broadcast(|_, _| ());
            order.push("before");
            s.spawn_broadcast(move |_, _| {
                if std::thread::current().id() == here {
                    log.push("within");
                }
            });
            assert_eq!((yield_local(), yield_local()), (Some(Executed), Some(Executed)));
            order.push("after");
        });
    });
    assert_eq!(order.take(), ["before", "within", "after"]);
}

#[test]
fn a_local_yield_leaves_injected_jobs_alone() {
    watched(|| {
        let pool = pool_of(1);
        pool.install(|| {
            outside(|| pool.spawn(|| ()));
            assert_eq!(yield_local(), Some(Idle));
            assert_eq!(yield_now(), Some(Executed));
            assert_eq!(yield_now(), Some(Idle));
        });
    });
}

#[test]
fn a_local_yield_runs_broadcasts() {
    watched(|| {
        let pool = pool_of(1);
        let ran = Gate::default();
        let opens = ran.clone();
        pool.install(|| {
            pool.spawn_broadcast(move |_| opens.open());
            assert_eq!(yield_local(), Some(Executed));
            assert!(ran.is_open());
            assert_eq!(yield_local(), Some(Idle));
        });
    });
}

#[test]
fn a_local_yield_does_not_steal_and_a_full_one_does() {
    watched(|| {
        let pool = pool_of(2);
        let (ready, filled, done) = (Gate::default(), Gate::default(), Gate::default());
        let stolen_by = Log::default();
        // This worker takes part before the other has anything to steal.
        let thief = pool.install(|| {
            let (waits, opens, ends, log) =
                (ready.clone(), filled.clone(), done.clone(), stolen_by.clone());
            outside(|| {
                pool.spawn(move || {
                    waits.pass();
                    spawn(move || log.push(std::thread::current().id()));
                    opens.open();
                    ends.pass();
                });
            });
            ready.open();
            filled.pass();
            assert_eq!(yield_local(), Some(Idle));
            assert_eq!(stolen_by.len(), 0);
            assert_eq!(yield_now(), Some(Executed));
            done.open();
            std::thread::current().id()
        });
        assert_eq!(stolen_by.take(), [thief]);
    });
}

#[test]
fn a_full_yield_looks_at_own_broadcast_stolen_and_injected_in_turn() {
    watched(|| {
        let pool = pool_of(2);
        let (filled, done) = (Gate::default(), Gate::default());
        let order = Log::default();
        pool.install(|| {
            let push = |what: &'static str| {
                let order = order.clone();
                move || order.push(what)
            };
            let (victims, opens, ends) = (push("stolen"), filled.clone(), done.clone());
            outside(|| {
                pool.spawn(move || {
                    spawn(victims);
                    opens.open();
                    ends.pass();
                });
            });
            filled.pass();
            // Both workers are in here: only this one's yields run anything.
            let here = subject::current_thread_index();
            outside(|| pool.spawn(push("injected")));
            let log = order.clone();
            pool.spawn_broadcast(move |context| {
                if Some(context.index()) == here {
                    log.push("broadcast");
                }
            });
            spawn(push("own"));
            for expected in ["own", "broadcast", "stolen", "injected"] {
                assert_eq!(yield_now(), Some(Executed));
                assert_eq!(order.take(), [expected]);
            }
            assert_eq!(yield_now(), Some(Idle));
            done.open();
        });
    });
}

#[test]
fn a_yielded_job_may_yield_again() {
    watched(|| {
        // Each of the jobs, run by a yield, yields in its turn: the stack holds them all.
        let pool = pool_of(1);
        let depths = Log::default();
        pool.install(|| {
            thread_local!(static DEPTH: std::cell::Cell<usize> = const { std::cell::Cell::new(0) });
            for _ in 0..20 {
                let depths = depths.clone();
                spawn(move || {
                    DEPTH.set(DEPTH.get() + 1);
                    depths.push(DEPTH.get());
                    yield_now();
                    DEPTH.set(DEPTH.get() - 1);
                });
            }
            assert_eq!(yield_now(), Some(Executed));
        });
        assert_eq!(depths.take(), (1..=20).collect::<Vec<_>>());
    });
}
