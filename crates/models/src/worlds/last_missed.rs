//! The last of many, missed by whoever waits for it.

use super::{lane, play};
use crate::latches::{CountLatch, Latch, LockLatch};
use crate::registry::Registry;
use crate::scenarios::Scenario;
use crate::worker::WorkerThread;
use std::sync::Arc;

/// Sets the latch as a job does that has been run.
fn set<L: Latch>(latch: &Arc<L>) {
    // SAFETY: the latch is shared, and so outlives the call.
    unsafe { L::set(&raw const **latch) };
}

/// A scope on a worker: the last two of its jobs end at the same time, elsewhere.
pub const LAST_JOB: Scenario =
    Scenario::step("last", "a worker waits for two jobs that end at once", || {
        let pool = Registry::new(1).shared();
        let opener = WorkerThread::new(&pool, 0);
        let latch = Arc::new(CountLatch::new(2, Some(&opener)));
        let [waited, first, second] = [(); 3].map(|()| Arc::clone(&latch));
        let lanes = [
            lane("opener", move || opener.be(|me| waited.wait(Some(me)))),
            lane("job 0", move || set(&first)),
            lane("job 1", move || set(&second)),
        ];
        play(&pool, lanes);
    });

/// The same, opened by a thread of no pool, which blocks.
pub const LAST_JOB_OUTSIDE: Scenario =
    Scenario::step("last-outside", "an outsider waits for two jobs that end at once", || {
        let pool = Registry::new(1).shared();
        let latch = Arc::new(CountLatch::new(2, None));
        let [waited, first, second] = [(); 3].map(|()| Arc::clone(&latch));
        let lanes = [
            lane("opener", move || waited.wait(None)),
            lane("job 0", move || set(&first)),
            lane("job 1", move || set(&second)),
        ];
        play(&pool, lanes);
    });

/// A thread of no pool waits for one job, twice: its latch is used again.
pub const OUTSIDER: Scenario =
    Scenario::step("outsider", "an outsider waits for a job, and for another", || {
        let pool = Registry::new(1).shared();
        let latches = Arc::new([Arc::new(LockLatch::new()), Arc::new(LockLatch::new())]);
        let theirs = Arc::clone(&latches);
        let lanes = [
            lane("outsider", move || {
                latches[0].wait_and_reset();
                set(&latches[1]);
                latches[0].wait_and_reset();
            }),
            lane("W0", move || {
                set(&theirs[0]);
                theirs[1].wait();
                set(&theirs[0]);
            }),
        ];
        play(&pool, lanes);
    });
