//! Chapter 11: the events in the life of a pool of one thread, dropped and shut down.

use std::sync::{Arc, Mutex, mpsc};

use winks_pool::{ThreadPool, ThreadPoolBuilder};

/// What happened, in its order.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn note(&self, what: impl Into<String>) {
        self.0.lock().expect("nobody panics").push(what.into());
    }
}

/// Builds a pool, gives it a job and a second one behind it, ends it by `end` while the first job
/// runs, and tells what happened.
fn life(end: &str, by: fn(ThreadPool)) -> String {
    let log = Log::default();
    let (names, starts, exits) = (log.clone(), log.clone(), log.clone());
    let (left, has_left) = mpsc::channel();
    let pool = ThreadPoolBuilder::new()
        .num_threads(1)
        .thread_name(move |index| {
            names.note(format!("name closure, index {index}"));
            format!("sheep-{index}")
        })
        .start_handler(move |index| starts.note(format!("start handler, index {index}")))
        .exit_handler(move |index| {
            exits.note(format!("exit handler, index {index}"));
            left.send(()).expect("somebody listens");
        })
        .build()
        .expect("threads can be started");

    let (begun, has_begun) = mpsc::channel();
    let (go, may_go) = mpsc::channel::<()>();
    let (first, second) = (log.clone(), log.clone());
    pool.spawn(move || {
        first.note("a spawned job begins");
        begun.send(()).expect("somebody listens");
        may_go.recv().expect("somebody says so");
        first.note("the job ends");
    });
    pool.spawn(move || second.note("the job queued behind it runs"));
    has_begun.recv().expect("the job begins");

    log.note(format!("{end} is called"));
    // Dropping returns while the job still waits; shutting down would wait for it.
    let waits = end == "shutdown";
    if waits {
        go.send(()).expect("the job waits");
    }
    by(pool);
    log.note(format!("{end} has returned"));
    if !waits {
        go.send(()).expect("the job waits");
    }
    has_left.recv().expect("the exit handler runs");
    let lines = log.0.lock().expect("nobody panics");
    lines.iter().map(|line| format!("    {line}\n")).collect()
}

/// Both ends of a pool.
pub(super) fn lists() -> String {
    let (dropped, shut) = (life("drop", drop), life("shutdown", ThreadPool::shutdown));
    format!("dropped\n{dropped}\nshut down\n{shut}")
}
