//! What a worker is: its index, its pool, `install`, and waiting that works.

use super::tools::{Gate, Log, distinct, outside, payload_of, pool_of, shrunk, unwind, watched};
use std::thread;
use subject::{current_num_threads, current_thread_has_pending_tasks, current_thread_index};

#[test]
fn off_the_pool_there_is_no_index_and_nothing_pending() {
    assert_eq!(current_thread_index(), None);
    assert_eq!(current_thread_has_pending_tasks(), None);
    let pool = pool_of(2);
    assert_eq!(pool.current_thread_index(), None);
    assert_eq!(pool.current_thread_has_pending_tasks(), None);
}

#[test]
fn indices_are_those_of_the_pool_and_stay() {
    let pool = pool_of(4);
    let first = pool.broadcast(|_| (current_thread_index().unwrap(), thread::current().id()));
    let second = pool.broadcast(|_| (pool.current_thread_index().unwrap(), thread::current().id()));
    assert_eq!(first, second);
    assert_eq!(distinct(first), 4);
}

#[test]
fn a_pool_answers_for_its_own_threads_only() {
    let (pool, other) = (pool_of(3), pool_of(2));
    let answers = other.install(|| {
        let pending = pool.current_thread_has_pending_tasks();
        (pool.current_thread_index(), pending, pool.current_num_threads(), current_num_threads())
    });
    assert_eq!(answers, (None, None, 3, 2));
}

#[test]
fn pending_means_that_the_own_deque_is_not_empty() {
    let pool = pool_of(1);
    pool.install(|| {
        assert_eq!(current_thread_has_pending_tasks(), Some(false));
        subject::spawn(|| ());
        assert_eq!(current_thread_has_pending_tasks(), Some(true));
        assert_eq!(pool.current_thread_has_pending_tasks(), Some(true));
        subject::yield_local();
        assert_eq!(current_thread_has_pending_tasks(), Some(false));
        // What others injected is not this thread's.
        outside(|| pool.spawn(|| ()));
        assert_eq!(current_thread_has_pending_tasks(), Some(false));
        let (while_first, while_second) =
            subject::join(current_thread_has_pending_tasks, current_thread_has_pending_tasks);
        assert_eq!((while_first, while_second), (Some(true), Some(false)));
    });
}

#[test]
fn install_runs_on_a_worker_and_returns_its_result() {
    let pool = pool_of(2);
    let text = String::from("through");
    assert_eq!(pool.install(|| text + " and back"), "through and back");
    assert!(pool.install(current_thread_index).is_some());
}

#[test]
fn install_on_the_same_pool_stays_on_its_thread() {
    let pool = pool_of(3);
    pool.install(|| {
        let here = thread::current().id();
        assert_eq!(pool.install(|| pool.install(|| thread::current().id())), here);
    });
}

#[test]
fn install_goes_from_pool_to_pool_and_back() {
    watched(|| {
        let (pool, other) = (pool_of(3), pool_of(2));
        let seen = pool.install(|| {
            let outer = thread::current().id();
            let inner = other.install(|| {
                let back = pool.install(current_num_threads);
                (current_num_threads(), back)
            });
            assert_eq!(thread::current().id(), outer);
            (inner, current_num_threads())
        });
        assert_eq!(seen, ((2, 3), 3));
    });
}

#[test]
fn a_panic_in_install_comes_out_with_its_payload() {
    let (pool, other) = (pool_of(2), pool_of(2));
    assert_eq!(payload_of::<u8, ()>(|| pool.install(|| unwind(7_u8))), 7);
    let through = || other.install(|| pool.install(|| unwind("through")));
    assert_eq!(payload_of::<&str, ()>(through), "through");
    let direct = || pool.install(|| pool.install(|| unwind("direct")));
    assert_eq!(payload_of::<&str, ()>(direct), "direct");
}

#[test]
fn two_pools_of_one_thread_install_into_each_other_without_deadlock() {
    // #449: each worker waits for the other pool and serves its own meanwhile.
    watched(|| {
        let (pool, other) = (pool_of(1), pool_of(1));
        let meeting = std::sync::Barrier::new(2);
        thread::scope(|threads| {
            threads.spawn(|| {
                pool.install(|| {
                    meeting.wait();
                    assert_eq!(other.install(|| pool.install(|| 1)), 1);
                });
            });
            threads.spawn(|| {
                other.install(|| {
                    meeting.wait();
                    assert_eq!(pool.install(|| other.install(|| 2)), 2);
                });
            });
        });
    });
}

#[test]
fn a_worker_that_waits_for_another_pool_runs_its_own_pools_jobs() {
    watched(|| {
        let (pool, other) = (pool_of(1), pool_of(1));
        let helped = Gate::default();
        let opens = helped.clone();
        let ids = Log::default();
        let log = ids.clone();
        pool.install(|| {
            ids.push(thread::current().id());
            other.install(|| {
                pool.spawn(move || {
                    log.push(thread::current().id());
                    opens.open();
                });
                helped.pass();
            });
        });
        let ids = ids.take();
        assert_eq!((ids.len(), distinct(ids)), (2, 1));
    });
}

#[test]
fn an_idle_pool_wakes_for_each_new_job() {
    // Every round finds the workers at another point between searching and sleeping.
    watched(|| {
        let pool = pool_of(3);
        for round in 0..shrunk(500) {
            let mut spun = 0;
            (0..round * 11 % 3_000).for_each(|step| spun = std::hint::black_box(spun ^ step));
            assert_eq!(pool.install(|| round), round);
        }
    });
}

#[test]
fn blocking_halves_of_a_join_tree_all_get_a_thread_of_their_own() {
    // A job that stays in its owner's deque while the owner blocks must be stealable at once.
    fn tree(leaves: usize, meeting: &std::sync::Barrier) {
        if leaves == 1 {
            meeting.wait();
            return;
        }
        subject::join(|| tree(leaves / 2, meeting), || tree(leaves / 2, meeting));
    }
    watched(|| {
        let pool = pool_of(16);
        for _ in 0..10 {
            pool.install(|| tree(16, &std::sync::Barrier::new(16)));
        }
    });
}

#[test]
fn blocking_spawns_of_a_scope_all_get_a_thread_of_their_own() {
    watched(|| {
        let pool = pool_of(12);
        for _ in 0..10 {
            let meeting = std::sync::Barrier::new(12);
            let meet = || {
                meeting.wait();
            };
            pool.in_place_scope(|s| (0..12).for_each(|_| s.spawn(|_| meet())));
            // From a worker, which waits working and so takes one of them itself.
            pool.scope(|s| (0..12).for_each(|_| s.spawn(|_| meet())));
        }
    });
}
