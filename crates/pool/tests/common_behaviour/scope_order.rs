//! In which order one thread runs what scopes and spawns have queued.
//!
//! One thread, so that every order is exact.

use super::tools::{Gate, Log, Tally, outside, pool_of, watched};
use subject::{Scope, ScopeFifo, ThreadPool, ThreadPoolBuilder, in_place_scope_fifo};

fn breadth_first_pool() -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(1).breadth_first().build().expect("a pool")
}

fn spawn_five<'scope>(s: &Scope<'scope>, order: &'scope Log<usize>) {
    (0..5).for_each(|number| s.spawn(move |_| order.push(number)));
}

fn spawn_five_fifo<'scope>(s: &ScopeFifo<'scope>, order: &'scope Log<usize>) {
    (0..5).for_each(|number| s.spawn_fifo(move |_| order.push(number)));
}

#[test]
fn a_worker_runs_the_jobs_of_its_scope_newest_first() {
    let order = Log::default();
    pool_of(1).scope(|s| spawn_five(s, &order));
    assert_eq!(order.take(), [4, 3, 2, 1, 0]);
}

#[test]
fn a_worker_runs_the_jobs_of_its_fifo_scope_oldest_first() {
    let order = Log::default();
    pool_of(1).scope_fifo(|s| spawn_five_fifo(s, &order));
    assert_eq!(order.take(), [0, 1, 2, 3, 4]);
}

#[test]
fn breadth_first_turns_both_to_oldest_first() {
    let order = Log::default();
    let pool = breadth_first_pool();
    pool.scope(|s| spawn_five(s, &order));
    assert_eq!(order.take(), [0, 1, 2, 3, 4]);
    pool.scope_fifo(|s| spawn_five_fifo(s, &order));
    assert_eq!(order.take(), [0, 1, 2, 3, 4]);
}

#[test]
fn jobs_from_outside_run_oldest_first_in_either_scope() {
    watched(|| {
        let order = Log::default();
        let pool = pool_of(1);
        pool.in_place_scope(|s| spawn_five(s, &order));
        assert_eq!(order.take(), [0, 1, 2, 3, 4]);
        pool.in_place_scope_fifo(|s| spawn_five_fifo(s, &order));
        assert_eq!(order.take(), [0, 1, 2, 3, 4]);
        pool.install(|| in_place_scope_fifo(|s| spawn_five_fifo(s, &order)));
        assert_eq!(order.take(), [0, 1, 2, 3, 4]);
    });
}

/// Each of three jobs, when it runs, spawns three more: who comes first?
#[test]
fn nested_jobs_go_deep_in_a_scope_and_wide_in_a_fifo_scope() {
    let order = Log::default();
    let pool = pool_of(1);
    pool.scope(|s| {
        for i in 0..3 {
            let order = &order;
            s.spawn(move |s| {
                order.push(10 * i);
                (1..3).for_each(|j| s.spawn(move |_| order.push(10 * i + j)));
            });
        }
    });
    assert_eq!(order.take(), [20, 22, 21, 10, 12, 11, 0, 2, 1]);
    pool.scope_fifo(|s| {
        for i in 0..3 {
            let order = &order;
            s.spawn_fifo(move |s| {
                order.push(10 * i);
                (1..3).for_each(|j| s.spawn_fifo(move |_| order.push(10 * i + j)));
            });
        }
    });
    assert_eq!(order.take(), [0, 10, 20, 1, 2, 11, 12, 21, 22]);
}

#[test]
fn each_fifo_scope_has_an_order_of_its_own() {
    // The newest token runs first, and is an inner one; within a scope the order is the spawns'.
    let order = Log::default();
    pool_of(1).scope_fifo(|outer| {
        let order = &order;
        outer.spawn_fifo(move |_| order.push("outer 1"));
        subject::scope_fifo(|inner| {
            inner.spawn_fifo(move |_| order.push("inner 1"));
            outer.spawn_fifo(move |_| order.push("outer 2"));
            inner.spawn_fifo(move |_| order.push("inner 2"));
        });
        order.push("inner scope left");
    });
    let expected = ["inner 1", "outer 1", "inner 2", "inner scope left", "outer 2"];
    assert_eq!(order.take(), expected);
}

#[test]
fn spawns_of_a_worker_run_newest_first_and_fifo_spawns_oldest_first() {
    watched(|| {
        let pool = pool_of(1);
        let order = Log::default();
        pool.install(|| {
            for number in 0..3 {
                let order = order.clone();
                subject::spawn(move || order.push(number));
            }
        });
        pool.install(|| ());
        assert_eq!(order.take(), [2, 1, 0]);
        pool.install(|| {
            for number in 0..3 {
                let order = order.clone();
                subject::spawn_fifo(move || order.push(number));
            }
        });
        pool.install(|| ());
        assert_eq!(order.take(), [0, 1, 2]);
    });
}

#[test]
fn a_fifo_token_runs_the_oldest_fifo_job_and_not_its_own() {
    watched(|| {
        let pool = pool_of(1);
        let order = Log::default();
        pool.install(|| {
            let push = |what: &'static str| {
                let order = order.clone();
                move || order.push(what)
            };
            subject::spawn(push("lifo 1"));
            subject::spawn_fifo(push("fifo 1"));
            subject::spawn(push("lifo 2"));
            subject::spawn_fifo(push("fifo 2"));
        });
        pool.install(|| ());
        assert_eq!(order.take(), ["fifo 1", "lifo 2", "fifo 2", "lifo 1"]);
    });
}

#[test]
fn breadth_first_spawns_run_oldest_first() {
    watched(|| {
        let pool = breadth_first_pool();
        let order = Log::default();
        pool.install(|| {
            for number in 0..3 {
                let order = order.clone();
                subject::spawn(move || order.push(number));
            }
        });
        pool.install(|| ());
        assert_eq!(order.take(), [0, 1, 2]);
    });
}

#[test]
fn spawns_from_outside_run_oldest_first_of_either_kind() {
    watched(|| {
        let pool = pool_of(1);
        let (busy, order) = (Gate::default(), Log::default());
        let gate = busy.clone();
        pool.spawn(move || gate.pass());
        for number in 0..6 {
            let order = order.clone();
            match number % 2 {
                0 => pool.spawn(move || order.push(number)),
                _ => pool.spawn_fifo(move || order.push(number)),
            }
        }
        busy.open();
        pool.install(|| ());
        assert_eq!(order.take(), [0, 1, 2, 3, 4, 5]);
    });
}

#[test]
fn a_thief_takes_the_oldest_job_first() {
    watched(|| {
        let pool = pool_of(2);
        let (order, stolen) = (Log::default(), Tally::default());
        pool.install(|| {
            for number in 0..5 {
                let (order, stolen) = (order.clone(), stolen.clone());
                subject::spawn(move || {
                    order.push(number);
                    stolen.add();
                });
            }
            // Blocked, so that only the other worker can run them, one after the other.
            stolen.wait_for(5);
        });
        assert_eq!(order.take(), [0, 1, 2, 3, 4]);
    });
}

#[test]
fn own_jobs_come_before_broadcasts_and_those_before_injected_ones() {
    watched(|| {
        let pool = pool_of(1);
        let order = Log::default();
        pool.install(|| {
            let push = |what: &'static str| {
                let order = order.clone();
                move || order.push(what)
            };
            outside(|| pool.spawn(push("injected")));
            let order = order.clone();
            pool.spawn_broadcast(move |_| order.push("broadcast"));
            subject::spawn(push("own"));
        });
        pool.install(|| ());
        assert_eq!(order.take(), ["own", "broadcast", "injected"]);
    });
}
