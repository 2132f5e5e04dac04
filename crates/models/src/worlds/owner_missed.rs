//! The owner of a latch, missed because it is at home in another pool.

use super::{lane, play};
use crate::latches::{Latch as _, SpinLatch};
use crate::registry::Registry;
use crate::scenarios::Scenario;
use crate::worker::WorkerThread;
use std::sync::Arc;

/// A worker of pool P waits for the job that it sent to pool Q, where a worker runs it right now.
pub const OTHER_POOL: Scenario =
    Scenario::step("cross", "a worker waits for a job that another pool runs", || {
        let (p, q) = (Registry::new(1).shared(), Registry::new(1).shared());
        let waiting = Arc::new(Waiting::new(WorkerThread::new(&p, 0)));
        let theirs = Arc::clone(&waiting);
        let lanes = [
            lane("P's W0", move || waiting.owner.be(|me| me.wait_until(&waiting.latch))),
            lane("Q's W0", move || {
                WorkerThread::new(&q, 0).be(|_| {
                    // SAFETY: the latch is shared, and so outlives the call.
                    unsafe { SpinLatch::set(&raw const theirs.latch) };
                });
            }),
        ];
        play(&p, lanes);
    });

/// A worker and the latch for which it waits; in the pool both lie on its stack.
struct Waiting {
    // Before `owner`, from which it borrows: fields are dropped in this order.
    latch: SpinLatch<'static>,
    owner: Box<WorkerThread>,
}

impl Waiting {
    fn new(owner: WorkerThread) -> Waiting {
        let owner = Box::new(owner);
        let here: *const WorkerThread = &raw const *owner;
        // SAFETY: the worker stays in its box, and goes after the latch that borrows it.
        let latch = SpinLatch::cross(unsafe { &*here });
        Waiting { latch, owner }
    }
}
