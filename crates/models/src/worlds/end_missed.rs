//! The end of a pool, missed by one of its threads.

use super::{lane, play};
use crate::latches::CountLatch;
use crate::latches::Latch as _;
use crate::registry::{Job, Registry};
use crate::scenarios::Scenario;
use crate::termination::Stay;
use crate::worker::WorkerThread;
use std::sync::Arc;

/// The handle is dropped while the last detached job comes to its end: whoever is last must set the
/// latch of the worker, asleep or not.
pub const LAST_KEEPER: Scenario =
    Scenario::step("end", "a worker, and the last two keepers of its pool", || {
        let pool = Registry::new(1).shared();
        let _ = pool.termination.add(1);
        let [worker, owner, job] = [(); 3].map(|()| Arc::clone(&pool));
        let lanes = [
            lane("W0", move || {
                WorkerThread::new(&worker, 0).be(|me| me.wait_until(worker.terminate_latch(0)));
            }),
            lane("owner", move || owner.terminate()),
            lane("job", move || job.terminate()),
        ];
        play(&pool, lanes);
    });

/// The handle is dropped while an enlisted thread begins a broadcast: either its stay comes first,
/// and the worker is still there, or it learns that the pool has ended.
pub const ENDED_POOL: Scenario =
    Scenario::step("stay", "an enlisted thread broadcasts while its pool ends", || {
        let pool = Registry::new(2).with_broadcasts().shared();
        let [worker, owner, enlisted] = [(); 3].map(|()| Arc::clone(&pool));
        let lanes = [
            lane("enlisted", move || {
                WorkerThread::new(&enlisted, 0).enlisted().be(|_| broadcast(&enlisted));
            }),
            lane("W1", move || {
                WorkerThread::new(&worker, 1).be(|me| me.wait_until(worker.terminate_latch(1)));
            }),
            lane("owner", move || owner.terminate()),
        ];
        play(&pool, lanes);
    });

/// What an enlisted thread does for a broadcast, but for its own job.
fn broadcast(pool: &Arc<Registry>) {
    let _stay = Stay::here();
    if WorkerThread::current().is_none() {
        return;
    }
    // It blocks instead of working: that it could work meanwhile is of no use to anybody here.
    let done = Arc::new(CountLatch::new(1, None));
    let theirs = Arc::clone(&done);
    // SAFETY: the latch is shared, and so there until this closure is gone.
    let job = Job::new("the broadcast job", move || unsafe { CountLatch::set(&*theirs) });
    pool.inject_broadcast([Job::new("its own", || ()), job]);
    done.wait(None);
}
