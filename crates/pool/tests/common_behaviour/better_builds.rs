//! A build that fails leaves no trace, the first error of the global pool is kept and told, and
//! `build_global` returns after the start handlers.

use super::tools::{Tally, child, outside, payload_of, pool_of, tell, unwind, watched};
use std::io;
use std::thread;
use subject::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder, current_thread_index};

type Built = Result<ThreadPool, ThreadPoolBuildError>;

fn with_us(threads: usize) -> ThreadPoolBuilder {
    ThreadPoolBuilder::new().num_threads(threads).use_current_thread()
}

/// The thread is in no pool, and everything a thread of no pool can do works.
fn as_if_nothing_had_happened() {
    assert_eq!(current_thread_index(), None);
    assert_eq!((subject::yield_now(), subject::current_thread_has_pending_tasks()), (None, None));
    assert!(subject::join(current_thread_index, current_thread_index).0.is_some());
    let pool = with_us(2).build().expect("the thread is free for a pool");
    assert_eq!(current_thread_index(), Some(0));
    assert_eq!(pool.broadcast(|context| context.index()), [0, 1]);
    drop(pool);
    assert_eq!(current_thread_index(), None);
}

#[test]
fn a_refused_thread_leaves_the_caller_as_it_was() {
    watched(|| {
        let error = with_us(3)
            .spawn_handler(|thread| match thread.index() {
                1 => {
                    thread::spawn(|| thread.run());
                    Ok(())
                }
                _ => Err(io::Error::other("no third thread")),
            })
            .build();
        assert_eq!(error.map(drop).expect_err("an error").to_string(), "no third thread");
        as_if_nothing_had_happened();
    });
}

#[test]
fn a_panicking_name_closure_leaves_the_caller_as_it_was() {
    watched(|| {
        let name = |index| if index == 1 { unwind("no name") } else { String::new() };
        let thrown = payload_of::<&str, Built>(|| with_us(3).thread_name(name).build());
        assert_eq!(thrown, "no name");
        as_if_nothing_had_happened();
    });
}

#[test]
fn a_panicking_spawn_handler_leaves_the_caller_as_it_was() {
    watched(|| {
        let left = Tally::default();
        let counts = left.clone();
        let thrown = payload_of::<&str, Built>(|| {
            with_us(3)
                .exit_handler(move |_| counts.add())
                .spawn_handler(|thread| {
                    if thread.index() == 2 {
                        unwind("no handler")
                    }
                    thread::spawn(|| thread.run());
                    Ok(())
                })
                .build()
        });
        assert_eq!(thrown, "no handler");
        left.wait_for(1);
        as_if_nothing_had_happened();
    });
}

#[test]
fn a_failed_global_build_leaves_the_caller_as_it_was() {
    let child = child!(|| {
        let refused = with_us(2).spawn_handler(|_| Err(io::Error::other("no"))).build_global();
        assert_eq!(refused.expect_err("no thread").to_string(), "no");
        assert_eq!(current_thread_index(), None);
        assert_eq!(with_us(1).build().expect("a pool").install(|| 5), 5);
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn everybody_hears_the_first_error_of_the_global_pool() {
    let child = child!(|| {
        let refuse = |text: &'static str| {
            let builder = ThreadPoolBuilder::new().num_threads(1);
            builder.spawn_handler(move |_| Err(io::Error::other(text))).build_global()
        };
        tell(refuse("the first").expect_err("an error"));
        for _ in 0..2 {
            let error = refuse("a later one").expect_err("an error");
            assert!(std::error::Error::source(&error).is_some());
            tell(error);
        }
        let message = payload_of::<String, _>(|| subject::join(|| (), || ()));
        tell(message);
        let message = outside(|| payload_of::<String, _>(subject::current_num_threads));
        tell(message);
        // Pools of one's own do not care.
        assert_eq!(pool_of(2).install(subject::current_num_threads), 2);
    });
    let Some(ended) = child else { return };
    let ended = ended.passed();
    let told = ended.told();
    assert_eq!((told.len(), told[0]), (5, "the first"));
    assert!(told.iter().all(|text| text.contains("the first")), "{told:?}");
}

#[test]
fn a_start_handler_may_use_the_global_pool_that_is_being_built() {
    let child = child!(|| {
        let builder = ThreadPoolBuilder::new().num_threads(3);
        let started = Tally::default();
        let counts = started.clone();
        let result = builder
            .start_handler(move |_| {
                assert_eq!(subject::current_num_threads(), 3);
                assert_eq!(subject::join(|| 1, || 2), (1, 2));
                counts.add();
            })
            .build_global();
        assert!(result.is_ok());
        assert_eq!(started.count(), 3);
    });
    let Some(ended) = child else { return };
    ended.passed();
}
