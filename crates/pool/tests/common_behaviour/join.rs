//! `join` and `join_context`: both run, who runs what, and whose panic wins.

use super::tools::{Gate, Log, OpenOnDrop, outside, payload_of, pool_of, shrunk, unwind, watched};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use subject::{ThreadPoolBuilder, join, join_context};

fn fib(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = join(|| fib(n - 1), || fib(n - 2));
    a + b
}

#[test]
fn both_run_and_the_results_stand_in_order() {
    let pool = pool_of(2);
    assert_eq!(pool.join(|| "a", || 2), ("a", 2));
    assert_eq!(pool.install(|| join(|| 1, || "b")), (1, "b"));
    assert_eq!(join(|| 1, || 2), (1, 2));
}

#[test]
fn joins_nest_as_deep_as_a_recursion() {
    watched(|| {
        for threads in [1, 2, 5] {
            assert_eq!(pool_of(threads).install(|| fib(16)), 987, "{threads} threads");
        }
        assert_eq!(fib(12), 144, "from outside, on the global pool");
    });
}

#[test]
fn a_join_of_borrowed_halves_sorts_a_list() {
    fn sort(list: &mut [u32]) {
        let Some((&mut pivot, _)) = list.split_first_mut() else { return };
        let mut small = 0;
        for i in 1..list.len() {
            if list[i] < pivot {
                small += 1;
                list.swap(small, i);
            }
        }
        list.swap(0, small);
        let (left, right) = list.split_at_mut(small);
        join(|| sort(left), || sort(&mut right[1..]));
    }
    watched(|| {
        let mut list: Vec<u32> =
            (0..shrunk(5_000) as u32).map(|i| i.wrapping_mul(2_654_435_761) % 10_007).collect();
        let mut expected = list.clone();
        expected.sort_unstable();
        pool_of(4).install(|| sort(&mut list));
        assert_eq!(list, expected);
    });
}

#[test]
fn on_a_worker_the_first_half_runs_in_place() {
    let pool = pool_of(3);
    pool.install(|| {
        let here = thread::current().id();
        let (there, ()) = join(|| thread::current().id(), || ());
        assert_eq!(here, there);
    });
}

#[test]
fn from_outside_both_halves_run_on_the_global_pool() {
    assert_eq!(subject::current_thread_index(), None);
    let (a, b) = join(subject::current_thread_index, subject::current_thread_index);
    assert!(a.is_some() && b.is_some());
}

#[test]
fn a_pools_join_runs_in_that_pool() {
    let (pool, other) = (pool_of(3), pool_of(2));
    assert_eq!(pool.join(subject::current_num_threads, subject::current_num_threads), (3, 3));
    let seen = other.install(|| pool.join(subject::current_num_threads, || ()).0);
    assert_eq!(seen, 3);
}

#[test]
fn on_one_thread_the_halves_run_in_turn_and_nothing_migrates() {
    let pool = pool_of(1);
    let order = Log::default();
    let (a, b) = pool.install(|| {
        join_context(
            |context| {
                order.push('a');
                context.migrated()
            },
            |context| {
                order.push('b');
                context.migrated()
            },
        )
    });
    assert_eq!((order.take(), a, b), (vec!['a', 'b'], false, false));
}

#[test]
fn a_stolen_half_says_that_it_migrated() {
    watched(|| {
        let pool = pool_of(2);
        let stolen = Gate::default();
        let ((a, first), (b, second)) = pool.install(|| {
            join_context(
                |context| {
                    stolen.pass();
                    (context.migrated(), thread::current().id())
                },
                |context| {
                    stolen.open();
                    (context.migrated(), thread::current().id())
                },
            )
        });
        assert_eq!((a, b), (false, true));
        assert_ne!(first, second);
    });
}

#[test]
fn both_halves_of_a_join_that_was_sent_into_the_pool_say_that_they_migrated() {
    let pool = pool_of(1);
    let both = || join_context(|a| a.migrated(), |b| b.migrated());
    assert_eq!(both(), (true, true), "from outside into the global pool");
    // `install` has moved the whole closure already: within, nothing migrates any more.
    assert_eq!(pool.install(both), (false, false));
}

#[test]
fn before_its_second_half_a_join_runs_what_was_pushed_later() {
    let pool = pool_of(1);
    let order = Log::default();
    let late = order.clone();
    pool.install(|| {
        let first = || {
            order.push("first");
            subject::spawn(move || late.push("spawned by the first"));
        };
        join(first, || order.push("second"));
        order.push("joined");
    });
    assert_eq!(order.take(), ["first", "spawned by the first", "second", "joined"]);
}

#[test]
fn breadth_first_takes_the_oldest_job_and_so_the_second_half_last() {
    let pool = ThreadPoolBuilder::new().num_threads(1).breadth_first().build().expect("a pool");
    let order = Log::default();
    let early = order.clone();
    pool.install(|| {
        subject::spawn(move || early.push("spawned before"));
        join(|| order.push("first"), || order.push("second"));
        order.push("joined");
    });
    assert_eq!(order.take(), ["first", "spawned before", "second", "joined"]);

    // Without it, the newest job is the second half, and the older one stays.
    let pool = pool_of(1);
    let early = order.clone();
    pool.install(|| {
        subject::spawn(move || early.push("spawned before"));
        join(|| order.push("first"), || order.push("second"));
        order.push("joined");
    });
    pool.install(|| ());
    assert_eq!(order.take(), ["first", "second", "joined", "spawned before"]);
}

#[test]
fn a_join_that_waits_runs_other_work_meanwhile() {
    watched(|| {
        let pool = pool_of(2);
        let (stolen, helped) = (Gate::default(), Gate::default());
        let helper = pool.install(|| {
            let here = thread::current().id();
            let first = || stolen.pass();
            let second = || {
                stolen.open();
                // The other worker waits for this half. Only it can run the job from outside.
                let (sender, receiver) = std::sync::mpsc::channel();
                let after = helped.clone();
                outside(|| {
                    pool.spawn(move || {
                        sender.send(thread::current().id()).unwrap();
                        after.open();
                    });
                });
                helped.pass();
                receiver.recv().unwrap()
            };
            let ((), helper) = join(first, second);
            (here, helper)
        });
        assert_eq!(helper.0, helper.1);
    });
}

#[test]
fn a_panic_of_the_first_half_comes_out_after_the_second_ran() {
    for threads in [1, 2] {
        let pool = pool_of(threads);
        let ran = AtomicBool::new(false);
        let body = || join(|| unwind("first"), || ran.store(true, Ordering::Relaxed));
        assert_eq!(payload_of::<&str, _>(|| pool.install(body)), "first");
        assert!(ran.load(Ordering::Relaxed), "{threads} threads");
    }
}

#[test]
fn a_panic_of_the_second_half_comes_out_after_the_first_ran() {
    for threads in [1, 2] {
        let pool = pool_of(threads);
        let ran = AtomicBool::new(false);
        let body = || join(|| ran.store(true, Ordering::Relaxed), || unwind("second"));
        assert_eq!(payload_of::<&str, _>(|| pool.install(body)), "second");
        assert!(ran.load(Ordering::Relaxed), "{threads} threads");
    }
}

#[test]
fn a_panic_of_a_stolen_second_half_comes_out_too() {
    watched(|| {
        let pool = pool_of(2);
        let stolen = Gate::default();
        let body = || {
            join(
                || stolen.pass(),
                || {
                    stolen.open();
                    unwind(42_u8);
                },
            )
        };
        assert_eq!(payload_of::<u8, _>(|| pool.install(body)), 42);
    });
}

#[test]
fn if_both_panic_the_first_halfs_payload_wins_and_the_other_is_dropped() {
    struct Dropped(&'static AtomicUsize);
    impl Drop for Dropped {
        fn drop(&mut self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }
    static DROPS: AtomicUsize = AtomicUsize::new(0);
    let pool = pool_of(1);
    let body = || join(|| unwind("first"), || unwind(Dropped(&DROPS)));
    assert_eq!(payload_of::<&str, _>(|| pool.install(body)), "first");
    assert_eq!(DROPS.load(Ordering::Relaxed), 1);
    assert_eq!(payload_of::<&str, _>(|| join(|| unwind("outside"), || unwind(1))), "outside");
}

#[test]
fn a_panic_waits_for_a_second_half_that_runs_elsewhere() {
    watched(|| {
        let pool = pool_of(2);
        let (stolen, unwinding, ended) = (Gate::default(), Gate::default(), AtomicBool::new(false));
        let body = || {
            join(
                || {
                    let _opens = OpenOnDrop(unwinding.clone());
                    stolen.pass();
                    unwind("first");
                },
                || {
                    stolen.open();
                    unwinding.pass();
                    ended.store(true, Ordering::Relaxed);
                },
            )
        };
        assert_eq!(payload_of::<&str, _>(|| pool.install(body)), "first");
        assert!(ended.load(Ordering::Relaxed), "the frame died under a running half");
    });
}

#[test]
fn a_pool_works_on_after_many_panics() {
    watched(|| {
        let pool = pool_of(2);
        for round in 0..shrunk(200) {
            let thrown = payload_of::<usize, _>(|| {
                pool.install(|| join(|| unwind(round), || unwind(round + 1)))
            });
            assert_eq!(thrown, round);
        }
        assert_eq!(pool.install(|| fib(10)), 55);
    });
}

#[test]
fn a_destructor_may_join_while_a_panic_unwinds() {
    struct Joins<'a>(&'a AtomicUsize);
    impl Drop for Joins<'_> {
        fn drop(&mut self) {
            let (a, b) = join(|| 1, || 2);
            self.0.fetch_add(a + b, Ordering::Relaxed);
        }
    }
    let sum = AtomicUsize::new(0);
    let pool = pool_of(2);
    let body = || {
        let _joins = Joins(&sum);
        unwind("outer")
    };
    assert_eq!(payload_of::<&str, ()>(|| pool.install(body)), "outer");
    assert_eq!(sum.load(Ordering::Relaxed), 3);
}
