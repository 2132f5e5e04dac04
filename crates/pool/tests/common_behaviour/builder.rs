//! The options of a pool: size, names, stacks, handlers, and the three ways to start threads.

use super::tools::{Log, Tally, outside, payload_of, pool_of, unwind, watched};
use std::io;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use subject::{ThreadPool, ThreadPoolBuilder};

fn name() -> Option<String> {
    thread::current().name().map(str::to_string)
}

#[test]
fn a_pool_has_as_many_threads_as_asked() {
    for threads in [1, 2, 3, 17] {
        let pool = pool_of(threads);
        assert_eq!(pool.current_num_threads(), threads);
        assert_eq!(pool.install(subject::current_num_threads), threads);
    }
}

#[test]
fn no_size_and_size_zero_mean_one_thread_a_core() {
    // `env.rs` shows it with the variables unset; here they are whatever the tests were started with.
    if ["RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"].iter().any(|it| std::env::var_os(it).is_some()) {
        return;
    }
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    assert_eq!(ThreadPoolBuilder::new().build().expect("a pool").current_num_threads(), cores);
    assert_eq!(pool_of(0).current_num_threads(), cores);
    let pool = ThreadPoolBuilder::new().num_threads(cores + 1).num_threads(0).build();
    assert_eq!(pool.expect("a pool").current_num_threads(), cores);
}

#[test]
fn the_last_value_of_an_option_counts() {
    let pool = ThreadPoolBuilder::new()
        .num_threads(3)
        .thread_name(|_| "first".to_string())
        .num_threads(2)
        .thread_name(|index| format!("last-{index}"))
        .build()
        .expect("a pool");
    assert_eq!(pool.broadcast(|_| name().unwrap()), ["last-0", "last-1"]);
}

#[test]
fn names_are_asked_for_in_index_order_on_the_building_thread() {
    let asked = Log::default();
    let log = asked.clone();
    let pool = ThreadPoolBuilder::new()
        .num_threads(4)
        .thread_name(move |index| {
            log.push((index, thread::current().id()));
            format!("named-{index}")
        })
        .build()
        .expect("a pool");
    let here = thread::current().id();
    assert_eq!(asked.take(), [0, 1, 2, 3].map(|index| (index, here)));
    let names = pool.broadcast(|_| name().unwrap());
    assert_eq!(names, ["named-0", "named-1", "named-2", "named-3"]);
}

#[test]
fn without_a_name_closure_threads_have_no_names() {
    assert_eq!(pool_of(2).broadcast(|_| name()), [None, None]);
}

#[test]
fn the_stack_is_as_large_as_asked() {
    /// Uses about a kilobyte of stack a level.
    fn descend(levels: usize) -> usize {
        let frame = std::hint::black_box([levels as u8; 1024]);
        if levels == 0 { 0 } else { descend(levels - 1) + usize::from(frame[1023] == levels as u8) }
    }
    // 12 MB at the least: std's default of 2 MB would overflow.
    let pool = ThreadPoolBuilder::new().num_threads(1).stack_size(64 << 20).build();
    assert_eq!(pool.expect("a pool").install(|| descend(12 << 10)), 12 << 10);
}

#[test]
fn start_handlers_run_on_their_threads_before_any_job() {
    watched(|| {
        let started = Log::default();
        let log = started.clone();
        let pool = ThreadPoolBuilder::new()
            .num_threads(3)
            .start_handler(move |index| {
                log.push((index, subject::current_thread_index(), thread::current().id()));
            })
            .build()
            .expect("a pool");
        let threads = pool.broadcast(|_| thread::current().id());
        let mut started = started.take();
        started.sort_by_key(|(index, ..)| *index);
        let expected: Vec<_> =
            threads.into_iter().enumerate().map(|(at, id)| (at, Some(at), id)).collect();
        assert_eq!(started, expected);
    });
}

#[test]
fn handlers_of_several_threads_run_at_the_same_time() {
    watched(|| {
        let (starts, exits) = (Arc::new(Barrier::new(4)), Arc::new(Barrier::new(4)));
        let ended = Tally::default();
        let counts = ended.clone();
        let pool = ThreadPoolBuilder::new()
            .num_threads(4)
            .start_handler(move |_| {
                starts.wait();
            })
            .exit_handler(move |_| {
                exits.wait();
                counts.add();
            })
            .build()
            .expect("a pool");
        assert_eq!(pool.install(|| 1), 1);
        drop(pool);
        ended.wait_for(4);
    });
}

#[test]
fn exit_handlers_run_on_their_threads_and_still_on_the_pool() {
    watched(|| {
        let (exited, ended) = (Log::default(), Tally::default());
        let (log, counts) = (exited.clone(), ended.clone());
        let pool = ThreadPoolBuilder::new()
            .num_threads(3)
            .exit_handler(move |index| {
                log.push((index, subject::current_thread_index(), subject::current_num_threads()));
                counts.add();
            })
            .build()
            .expect("a pool");
        pool.broadcast(|_| ());
        assert_eq!(ended.count(), 0);
        drop(pool);
        ended.wait_for(3);
        assert_eq!(exited.sorted(), [0, 1, 2].map(|index| (index, Some(index), 3)));
    });
}

#[test]
fn panics_of_start_and_exit_handlers_go_to_the_panic_handler() {
    watched(|| {
        let (caught, count) = (Log::default(), Tally::default());
        let (log, counts) = (caught.clone(), count.clone());
        let pool = ThreadPoolBuilder::new()
            .num_threads(2)
            .start_handler(|_| unwind("start"))
            .exit_handler(|_| unwind("exit"))
            .panic_handler(move |payload| {
                log.push(*payload.downcast::<&str>().expect("a text"));
                counts.add();
            })
            .build()
            .expect("a pool");
        // The threads work all the same.
        assert_eq!(pool.broadcast(|context| context.index()), [0, 1]);
        drop(pool);
        count.wait_for(4);
        assert_eq!(caught.sorted(), ["exit", "exit", "start", "start"]);
    });
}

#[test]
fn a_spawn_handler_is_called_once_a_thread_in_index_order() {
    watched(|| {
        let mut seen = Vec::new();
        let mut threads = Vec::new();
        let pool = ThreadPoolBuilder::new()
            .num_threads(3)
            .thread_name(|index| format!("before-{index}"))
            .spawn_handler(|thread| {
                seen.push((thread.index(), thread.name().unwrap().to_string()));
                threads.push(thread::spawn(|| thread.run()));
                Ok(())
            })
            .stack_size(1 << 20)
            .build()
            .expect("a pool");
        assert_eq!(pool.broadcast(|context| context.index()), [0, 1, 2]);
        drop(pool);
        // Joining the handles is a way to wait for a pool's end.
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(seen, [0, 1, 2].map(|index| (index, format!("before-{index}"))));
    });
}

#[test]
fn a_failing_spawn_handler_fails_the_build_and_ends_the_threads_it_started() {
    watched(|| {
        let exited = Log::default();
        let log = exited.clone();
        let mut threads = Vec::new();
        let result = ThreadPoolBuilder::new()
            .num_threads(5)
            .exit_handler(move |index| log.push(index))
            .spawn_handler(|thread| {
                if thread.index() == 3 {
                    return Err(io::Error::other("no fourth thread"));
                }
                threads.push(thread::spawn(|| thread.run()));
                Ok(())
            })
            .build();
        assert_eq!(result.expect_err("an error").to_string(), "no fourth thread");
        assert_eq!(threads.len(), 3);
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(exited.sorted(), [0, 1, 2]);
    });
}

#[test]
fn a_panicking_name_closure_ends_the_threads_that_were_started() {
    watched(|| {
        let ended = Tally::default();
        let counts = ended.clone();
        let thrown = payload_of::<&str, Result<ThreadPool, _>>(move || {
            ThreadPoolBuilder::new()
                .num_threads(3)
                .exit_handler(move |_| counts.add())
                .thread_name(|index| if index == 2 { unwind("no name") } else { index.to_string() })
                .build()
        });
        assert_eq!(thrown, "no name");
        ended.wait_for(2);
    });
}

#[test]
fn a_scoped_pool_may_borrow_and_has_ended_when_it_returns() {
    watched(|| {
        let (wrapped, worked) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let left = AtomicUsize::new(0);
        let words = ["jec".to_string(), "latch".to_string()];
        let result = ThreadPoolBuilder::new().num_threads(3).build_scoped(
            |thread| {
                wrapped.fetch_add(1 << (8 * thread.index()), Ordering::Relaxed);
                thread.run();
                left.fetch_add(1, Ordering::Relaxed);
            },
            |pool| {
                pool.spawn_broadcast(|_| ());
                pool.broadcast(|_| worked.fetch_add(1, Ordering::Relaxed));
                pool.install(|| &words[1][..])
            },
        );
        assert_eq!(result.expect("a pool"), "latch");
        let counts = [&wrapped, &worked, &left].map(|count| count.load(Ordering::Relaxed));
        assert_eq!(counts, [0x01_01_01, 3, 3]);
    });
}

#[test]
fn a_scoped_pool_runs_its_backlog_before_it_returns() {
    watched(|| {
        let ran = Tally::default();
        let result = ThreadPoolBuilder::new().num_threads(2).build_scoped(
            |thread| thread.run(),
            |pool| {
                for _ in 0..500 {
                    let ran = ran.clone();
                    pool.spawn(move || ran.add());
                }
            },
        );
        result.expect("a pool");
        assert_eq!(ran.count(), 500);
    });
}

#[test]
fn a_panic_in_a_scoped_pools_body_comes_out_after_its_threads_ended() {
    watched(|| {
        let left = AtomicUsize::new(0);
        let thrown = payload_of::<&str, _>(|| {
            ThreadPoolBuilder::new().num_threads(3).build_scoped(
                |thread| {
                    thread.run();
                    left.fetch_add(1, Ordering::Relaxed);
                },
                |_| unwind::<&str>("body"),
            )
        });
        assert_eq!((thrown, left.into_inner()), ("body", 3));
    });
}

#[test]
fn the_wrapper_of_a_scoped_pool_sets_up_the_thread_around_its_work() {
    thread_local!(static COLOUR: std::cell::Cell<&'static str> = const { std::cell::Cell::new("none") });
    watched(|| {
        let colours = ["red", "green"];
        let seen = ThreadPoolBuilder::new()
            .num_threads(2)
            .build_scoped(
                |thread| {
                    COLOUR.set(colours[thread.index()]);
                    thread.run();
                },
                |pool| pool.broadcast(|_| COLOUR.get()),
            )
            .expect("a pool");
        assert_eq!(seen, colours);
    });
}

#[test]
fn a_thread_that_left_one_pool_can_run_in_the_next() {
    watched(|| {
        let (sender, receiver) = std::sync::mpsc::channel::<subject::ThreadBuilder>();
        let host = thread::spawn(move || {
            for thread in receiver {
                assert_eq!(subject::current_thread_index(), None);
                thread.run();
                assert_eq!(subject::current_thread_index(), None);
            }
        });
        let id = host.thread().id();
        for _ in 0..3 {
            let pool = ThreadPoolBuilder::new()
                .num_threads(1)
                .spawn_handler(|thread| {
                    sender.send(thread).map_err(|_| io::Error::other("no host"))
                })
                .build()
                .expect("a pool");
            assert_eq!(outside(|| pool.install(|| thread::current().id())), id);
        }
        drop(sender);
        host.join().unwrap();
    });
}

#[test]
fn a_pool_is_used_from_many_threads_at_once() {
    watched(|| {
        let pool = pool_of(2);
        let sum = AtomicUsize::new(0);
        thread::scope(|threads| {
            for _ in 0..8 {
                threads.spawn(|| {
                    for _ in 0..50 {
                        let (a, b) = pool.join(|| 1, || 2);
                        sum.fetch_add(a + b, Ordering::Relaxed);
                    }
                });
            }
        });
        assert_eq!(sum.into_inner(), 8 * 50 * 3);
    });
}
