//! Chapter 9: what runs between the halves of a join, which panic wins, and who has migrated.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};

use winks_pool::{ThreadPool, ThreadPoolBuilder, join, join_context};

fn pool(threads: usize, breadth_first: bool) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    #[allow(deprecated, reason = "it is what is shown")]
    let builder = if breadth_first { builder.breadth_first() } else { builder };
    builder.build().expect("a few threads can be started")
}

/// One join with an older job below it and a younger one above, on one worker.
pub(super) fn between() -> String {
    let mut text = String::from("Y is queued; then join(A, B), and A leaves X behind\n\n");
    for (kind, breadth_first) in [("last in, first out", false), ("breadth-first", true)] {
        let ran = Mutex::new(Vec::new());
        let note = |what| ran.lock().expect("no job panics").push(what);
        pool(1, breadth_first).scope(|s| {
            s.spawn(|_| note("Y"));
            let a = || {
                note("A");
                s.spawn(|_| note("X"));
            };
            join(a, || note("B"));
            note("(the join returns)");
        });
        let ran = ran.into_inner().expect("no job panics").join("  ");
        text.push_str(&format!("{kind:<22}{ran}\n"));
    }
    text
}

/// Every way in which the two halves may end.
pub(super) fn panics() -> String {
    let mut text = format!("{:<9}{:<9}{:<18}{}\n", "A", "B", "the caller gets", "B has run");
    for (a, b) in [(false, false), (false, true), (true, false), (true, true)] {
        let ran = AtomicBool::new(false);
        let half = |name: &'static str, panics: bool| {
            if panics {
                // Without the message that `panic!` would print.
                resume_unwind(Box::new(name));
            }
        };
        let got = catch_unwind(AssertUnwindSafe(|| {
            pool(1, false).join(
                || half("A", a),
                || {
                    ran.store(true, Ordering::Relaxed);
                    half("B", b);
                },
            )
        }));
        let got = match got {
            Ok(_) => "both results".to_owned(),
            Err(payload) => {
                format!("the panic of {}", payload.downcast_ref::<&str>().expect("a name"))
            }
        };
        let word = |panics| if panics { "panics" } else { "returns" };
        let ran = if ran.into_inner() { "yes" } else { "no" };
        text.push_str(&format!("{:<9}{:<9}{got:<18}{ran}\n", word(a), word(b)));
    }
    text
}

/// What `migrated()` says to each half, in each way to run it.
pub(super) fn migrated() -> String {
    let mut text = format!("{:<42}{:<8}{}\n", "migrated(), as told to", "A", "B");
    let mut row = |case: &str, a: bool, b: bool| {
        text.push_str(&format!("{case:<42}{:<8}{b}\n", a.to_string()));
    };
    let (a, b) = pool(1, false).install(|| join_context(|a| a.migrated(), |b| b.migrated()));
    row("nobody is there to steal B", a, b);
    let (a, b) = stolen();
    row("another worker steals B", a, b);
    let (a, b) = yielded();
    row("A yields, and this worker takes B", a, b);
    // This thread is in no pool, so the whole join moves into the global one, both halves of it.
    let (a, b) = join_context(|a| a.migrated(), |b| b.migrated());
    row("the join is called outside of a pool", a, b);
    text
}

/// A waits for B, so somebody else has to run it.
fn stolen() -> (bool, bool) {
    let pool = pool(2, false);
    let (release, held) = mpsc::channel::<()>();
    let (holds, is_held) = mpsc::channel();
    pool.spawn(move || {
        holds.send(()).expect("somebody waits");
        // Ends when the sender goes.
        let _ = held.recv();
    });
    is_held.recv().expect("the job runs");
    pool.install(move || {
        let (b_ran, b_has_run) = mpsc::channel();
        let a = move |a: winks_pool::FnContext| {
            // B is on the deque; now the thief begins to search.
            drop(release);
            b_has_run.recv().expect("B runs");
            a.migrated()
        };
        let b = move |b: winks_pool::FnContext| {
            b_ran.send(()).expect("A waits");
            b.migrated()
        };
        join_context(a, b)
    })
}

fn yielded() -> (bool, bool) {
    pool(1, false).install(|| {
        let a = |a: winks_pool::FnContext| {
            winks_pool::yield_local();
            a.migrated()
        };
        join_context(a, |b| b.migrated())
    })
}
