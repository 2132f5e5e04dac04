//! Chapter 12: one job of a join, stolen and not stolen, as a real pool ran it.

use std::sync::atomic::{AtomicBool, Ordering};

use winks_pool::Stats;
use winks_pool::trace::Event;

use crate::recorder::{Hold, Recorder, Row, note, wait};

/// The end of the journey as the thief sees it: from here on the two workers race.
const THIEF_IS_DONE: Hold = Hold { worker: 1, at: Event::Ends };

/// The journey of a stolen job as a lane table.
pub fn stolen_table() -> String {
    stolen(|recorder| recorder.lane_table()).0
}

/// The journey of a job that nobody steals.
pub fn home_table() -> String {
    let (pool, recorder) = Recorder::pool(1, None);
    recorder.wait_until_blocked(0);
    pool.install(|| {
        let recording = recorder.begin(&["(runs a job)"]);
        let results = winks_pool::join(
            || {
                note("A runs");
                1
            },
            || {
                note("B runs");
                2
            },
        );
        recording.end(&format!("join returns {results:?}"));
    });
    pool.shutdown();
    recorder.lane_table()
}

/// The rows of the journey of a stolen job, and what the pool itself has counted.
pub fn stolen_rows() -> (Vec<Row>, Stats) {
    stolen(Recorder::rows)
}

/// A join on worker 0 whose second half worker 1 steals, and for which worker 0 falls asleep.
fn stolen<R>(read: impl FnOnce(&Recorder) -> R) -> (R, Stats) {
    let (pool, recorder) = Recorder::pool(2, Some(THIEF_IS_DONE));
    // The one who is woken for the join itself is the one of the lowest index, if both sleep.
    recorder.wait_until_blocked(0);
    recorder.wait_until_blocked(1);
    pool.install(|| {
        // It woke worker 1 when it found this job; let that one find nothing and lie down again.
        recorder.wait_until_blocked(1);
        let recording = recorder.begin(&["(runs a job)", "(blocked)"]);
        // ANCHOR: script-stolen
        let b_has_begun = AtomicBool::new(false);
        let results = winks_pool::join(
            || {
                wait("B to begin elsewhere", || b_has_begun.load(Ordering::Acquire));
                note("A saw B begin, and returns");
                1
            },
            || {
                b_has_begun.store(true, Ordering::Release);
                recorder.wait_until_blocked(0);
                note("B saw worker 0 block, and returns");
                2
            },
        );
        // ANCHOR_END: script-stolen
        recording.end(&format!("join returns {results:?}"));
    });
    let stats = pool.stats();
    pool.shutdown();
    (read(&recorder), stats)
}
