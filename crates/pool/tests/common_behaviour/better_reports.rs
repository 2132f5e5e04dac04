//! What the pool says: whether a half has migrated, and whose panic ends the process.

use super::tools::{Ended, Gate, Log, OpenOnDrop, child, pool_of, unwind, watched};
use std::thread;
use subject::{ThreadPool, ThreadPoolBuilder, join_context};

#[test]
fn migrated_is_the_answer_to_whether_the_thread_is_another() {
    watched(|| {
        let pool = pool_of(4);
        let answers = Log::default();
        fn tree(depth: usize, answers: &Log<(bool, bool)>) {
            let caller = thread::current().id();
            let note = |context: subject::FnContext| {
                answers.push((context.migrated(), thread::current().id() != caller));
                if depth > 0 {
                    if depth.is_multiple_of(3) {
                        subject::yield_now();
                    }
                    tree(depth - 1, answers);
                }
            };
            join_context(note, note);
        }
        for _ in 0..20 {
            pool.install(|| tree(7, &answers));
        }
        let answers = answers.take();
        assert_eq!(answers.len(), 20 * 510);
        let wrong = answers.iter().filter(|(said, is)| said != is).count();
        assert_eq!(wrong, 0);
    });
}

#[test]
fn a_half_taken_back_while_waiting_for_another_pool_has_not_migrated() {
    watched(|| {
        let (pool, other) = (pool_of(1), pool_of(1));
        let ran = Gate::default();
        let ((), migrated) = pool.install(|| {
            join_context(
                // The worker waits for the other pool, and takes its second half meanwhile.
                |_| other.install(|| ran.pass()),
                |context| {
                    let _opens = OpenOnDrop(ran.clone());
                    context.migrated()
                },
            )
        });
        assert!(!migrated);
    });
}

/// Nothing but the pool's report is on stderr: the payload was thrown without the panic hook.
fn report_of(ended: Ended) -> String {
    ended.aborted().stderr
}

fn named_pool() -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(1).thread_name(|_| "culprit".to_string());
    builder.build().expect("a pool")
}

fn for_ever() {
    Gate::default().pass();
}

#[test]
fn the_report_names_a_spawn_and_its_thread() {
    let child = child!(|| {
        named_pool().spawn(|| unwind("quiet"));
        for_ever();
    });
    let Some(ended) = child else { return };
    let report = report_of(ended);
    assert!(report.contains("spawn") && report.contains("\"culprit\""), "{report}");
    assert!(!report.contains("spawn_"), "{report}");
}

#[test]
fn the_report_names_a_fifo_spawn_and_its_thread() {
    let child = child!(|| {
        named_pool().spawn_fifo(|| unwind("quiet"));
        for_ever();
    });
    let Some(ended) = child else { return };
    let report = report_of(ended);
    assert!(report.contains("spawn_fifo") && report.contains("\"culprit\""), "{report}");
}

#[test]
fn the_report_names_a_spawned_broadcast_and_its_thread() {
    let child = child!(|| {
        named_pool().spawn_broadcast(|_| unwind("quiet"));
        for_ever();
    });
    let Some(ended) = child else { return };
    let report = report_of(ended);
    assert!(report.contains("spawn_broadcast") && report.contains("\"culprit\""), "{report}");
}

#[test]
fn the_report_names_a_start_handler() {
    let child = child!(|| {
        let _pool =
            ThreadPoolBuilder::new().num_threads(1).start_handler(|_| unwind("quiet")).build();
        for_ever();
    });
    let Some(ended) = child else { return };
    let report = report_of(ended);
    assert!(report.contains("start handler"), "{report}");
}

#[test]
fn the_report_names_an_exit_handler() {
    let child = child!(|| {
        drop(ThreadPoolBuilder::new().num_threads(1).exit_handler(|_| unwind("quiet")).build());
        for_ever();
    });
    let Some(ended) = child else { return };
    let report = report_of(ended);
    assert!(report.contains("exit handler"), "{report}");
}

#[test]
fn the_report_says_if_it_was_the_panic_handler_that_panicked() {
    let child = child!(|| {
        let builder = ThreadPoolBuilder::new().num_threads(1);
        let pool = builder.panic_handler(|_| unwind("quiet")).build().expect("a pool");
        pool.spawn(|| unwind("quiet"));
        for_ever();
    });
    let Some(ended) = child else { return };
    let report = report_of(ended);
    assert!(report.contains("panic handler panicked") && report.contains("spawn"), "{report}");
}
