//! Where winks-pool differs from rayon-core on purpose: the table, and a test of each row that
//! expects of each what it does.

use super::tools::{Gate, Tally, child, pool_of, tell, watched};
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use subject::{ThreadPoolBuilder, join_context, yield_now};

/// One deliberate difference.
struct Difference {
    /// The test that shows it.
    test: &'static str,
    /// What rayon-core 1.13 does.
    upstream: &'static str,
    /// What winks-pool does instead.
    ours: &'static str,
}

const DIFFERENCES: &[Difference] = &[
    Difference {
        test: "a_half_that_its_own_thread_took_while_yielding",
        upstream: "says that it migrated, although the same thread runs it",
        ours: "says that it did not: only another thread's run is a migration",
    },
    Difference {
        test: "the_building_thread_after_a_failed_build_with_it",
        upstream: "stays worker 0 of a dead pool, and can build no other such pool",
        ours: "is in no pool, as before, and can build again",
    },
    Difference {
        test: "a_spawn_after_the_drop_of_a_current_threads_pool",
        upstream: "aborts in debug builds, and is never run in release builds",
        ours: "runs",
    },
    Difference {
        test: "the_thread_of_a_dropped_current_threads_pool",
        upstream: "stays worker 0 of it, and can build no other such pool",
        ours: "has left it, and can build another",
    },
    Difference {
        test: "the_backlog_of_a_dropped_pool_of_the_current_thread_alone",
        upstream: "stays queued until the thread happens to yield",
        ours: "runs before the drop returns: nobody else can run it",
    },
    Difference {
        test: "a_global_build_after_a_failed_one",
        upstream: "says that the pool has already been initialized",
        ours: "says why the first one failed",
    },
    Difference {
        test: "a_use_of_the_global_pool_after_a_failed_build",
        upstream: "panics with a text that does not tell the cause",
        ours: "panics with the error of the first build",
    },
    Difference {
        test: "a_global_build_after_one_whose_name_closure_panicked",
        upstream: "panics: the attempt is used up and poisoned",
        ours: "builds the pool: a panic of the user's counts for nothing",
    },
    Difference {
        test: "the_start_handlers_of_a_global_pool_when_its_build_returns",
        upstream: "may still be running",
        ours: "have all returned",
    },
    Difference {
        test: "the_report_before_an_abort_by_a_spawn",
        upstream: "says only that a panic was not expected",
        ours: "names the kind of job and the thread",
    },
];

/// What this subject is expected to do: a row of the table has two sides.
fn expected<T>(upstream: T, ours: T) -> T {
    if crate::UPSTREAM { upstream } else { ours }
}

#[test]
fn every_row_of_the_table_has_its_test() {
    let source = include_str!("differences.rs");
    for row in DIFFERENCES {
        let head = format!("#[test]\nfn {}()", row.test);
        assert!(source.contains(&head), "no test {}", row.test);
        assert_ne!(row.upstream, row.ours);
    }
    // And every other test of this file has its row.
    assert_eq!(source.matches("\n#[test]\n").count(), DIFFERENCES.len() + 1);
}

#[test]
fn a_half_that_its_own_thread_took_while_yielding() {
    let yields: [fn() -> Option<subject::Yield>; 2] = [yield_now, subject::yield_local];
    for yields in yields {
        let ((), (migrated, index)) = pool_of(1).install(|| {
            join_context(
                |_| assert_eq!(yields(), Some(subject::Yield::Executed)),
                |context| (context.migrated(), subject::current_thread_index()),
            )
        });
        assert_eq!((migrated, index), (expected(true, false), Some(0)));
    }
}

#[test]
fn the_building_thread_after_a_failed_build_with_it() {
    watched(|| {
        let build = |refuse: bool| {
            ThreadPoolBuilder::new()
                .num_threads(2)
                .use_current_thread()
                .spawn_handler(|thread| {
                    if refuse {
                        return Err(io::Error::other("no second thread"));
                    }
                    thread::spawn(|| thread.run());
                    Ok(())
                })
                .build()
        };
        let error = build(true).map(drop).expect_err("the second thread was refused");
        assert_eq!(error.to_string(), "no second thread");
        assert_eq!(subject::current_thread_index(), expected(Some(0), None));
        assert_eq!(build(false).is_ok(), expected(false, true));
    });
}

#[test]
fn a_spawn_after_the_drop_of_a_current_threads_pool() {
    let child = child!(|| {
        let builder = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        drop(builder.build().expect("a pool"));
        let ran = Gate::default();
        let opens = ran.clone();
        subject::spawn(move || opens.open());
        tell("spawned");
        if crate::UPSTREAM {
            // In a release build: nobody ever runs it.
            tell(if ran.is_open() { "ran" } else { "lost" });
        } else {
            while !ran.is_open() {
                yield_now();
                thread::yield_now();
            }
            tell("ran");
        }
    });
    let Some(ended) = child else { return };
    if !crate::UPSTREAM {
        assert_eq!(ended.passed().told(), ["spawned", "ran"]);
    } else if cfg!(debug_assertions) {
        assert_eq!(ended.aborted().told(), [""; 0]);
    } else {
        assert_eq!(ended.passed().told(), ["spawned", "lost"]);
    }
}

#[test]
fn the_thread_of_a_dropped_current_threads_pool() {
    watched(|| {
        let build = || ThreadPoolBuilder::new().num_threads(2).use_current_thread().build();
        drop(build().expect("the first"));
        assert_eq!(subject::current_thread_index(), expected(Some(0), None));
        assert_eq!(build().is_ok(), expected(false, true));
        // In neither is it harmed.
        assert_eq!(subject::join(|| 1, || 2), (1, 2));
        assert_eq!(pool_of(1).install(|| 5), 5);
    });
}

#[test]
fn the_backlog_of_a_dropped_pool_of_the_current_thread_alone() {
    watched(|| {
        let builder = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
        let pool = builder.build().expect("a pool");
        let ran = Tally::default();
        for _ in 0..10 {
            let ran = ran.clone();
            pool.spawn(move || ran.add());
        }
        assert_eq!(ran.count(), 0);
        drop(pool);
        assert_eq!(ran.count(), expected(0, 10));
        while yield_now() == Some(subject::Yield::Executed) {}
        assert_eq!(ran.count(), 10);
    });
}

/// The first build of the global pool in this process, which fails.
fn fail_a_global_build() {
    let result = ThreadPoolBuilder::new()
        .num_threads(1)
        .spawn_handler(|_| Err(io::Error::other("no threads today")))
        .build_global();
    assert_eq!(result.expect_err("no thread").to_string(), "no threads today");
}

#[test]
fn a_global_build_after_a_failed_one() {
    let child = child!(|| {
        fail_a_global_build();
        let again = ThreadPoolBuilder::new().num_threads(1).build_global();
        tell(again.expect_err("a process has one try"));
    });
    let Some(ended) = child else { return };
    let ended = ended.passed();
    let text = ended.told().concat();
    assert_eq!(text.contains("no threads today"), expected(false, true), "{text}");
    let taken = "The global thread pool has already been initialized.";
    assert_eq!(text == taken, expected(true, false), "{text}");
}

#[test]
fn a_use_of_the_global_pool_after_a_failed_build() {
    let child = child!(|| {
        fail_a_global_build();
        subject::join(|| (), || ());
    });
    let Some(ended) = child else { return };
    assert_eq!(ended.status.code(), Some(super::tools::FAILS), "{}", ended.stderr);
    let told = ended.stderr.contains("no threads today");
    assert_eq!(told, expected(false, true), "{}", ended.stderr);
}

#[test]
fn a_global_build_after_one_whose_name_closure_panicked() {
    let child = child!(|| {
        let thrown = super::tools::payload_of::<&str, Result<(), _>>(|| {
            let builder = ThreadPoolBuilder::new().num_threads(2);
            builder.thread_name(|_| super::tools::unwind("no name")).build_global()
        });
        assert_eq!(thrown, "no name");
        let again = || ThreadPoolBuilder::new().num_threads(2).build_global().is_ok();
        let again = std::panic::catch_unwind(again).ok();
        assert_eq!(again, expected(None, Some(true)));
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn the_start_handlers_of_a_global_pool_when_its_build_returns() {
    let child = child!(|| {
        let (go, started) = (Gate::default(), Arc::new(AtomicUsize::new(0)));
        let (waits, count) = (go.clone(), Arc::clone(&started));
        let result = ThreadPoolBuilder::new()
            .num_threads(4)
            .start_handler(move |_| {
                if crate::UPSTREAM {
                    // Opened after the build has returned.
                    waits.pass();
                }
                // A build that does not wait for this is back long before.
                (0..2_000).for_each(|_| thread::yield_now());
                count.fetch_add(1, Ordering::Release);
            })
            .build_global();
        assert!(result.is_ok());
        assert_eq!(started.load(Ordering::Acquire), expected(0, 4));
        go.open();
        let all = Tally::default();
        subject::broadcast(|_| all.add());
        assert_eq!((all.count(), started.load(Ordering::Acquire)), (4, 4));
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn the_report_before_an_abort_by_a_spawn() {
    let child = child!(|| {
        let (sender, receiver) = mpsc::channel::<()>();
        let pool = ThreadPoolBuilder::new()
            .num_threads(1)
            .thread_name(|index| format!("reporter-{index}"))
            .build()
            .expect("a pool");
        // No message of the panic hook: what stands on stderr is the pool's.
        pool.spawn(move || {
            let _held = sender;
            super::tools::unwind("quiet")
        });
        let _ = receiver.recv();
        Gate::default().pass();
    });
    let Some(ended) = child else { return };
    let ended = ended.aborted();
    let names = ended.stderr.contains("spawn") && ended.stderr.contains("reporter-0");
    assert_eq!(names, expected(false, true), "{}", ended.stderr);
    assert!(!ended.stderr.trim().is_empty());
}
