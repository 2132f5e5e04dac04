//! A thread of the pool, missed by a broadcast.

use super::{lane, play};
use crate::latch::CoreLatch;
use crate::registry::{Job, Registry};
use crate::scenarios::Scenario;
use crate::worker::WorkerThread;
use std::sync::Arc;

/// A worker lies down while a job is broadcast to it. No JEC moves, and nobody asks how many sleep:
/// what keeps the two from missing each other is the lock of the bed.
pub const BROADCAST: Scenario =
    Scenario::step("broadcast", "a worker lies down, and a job is broadcast", || {
        let pool = Registry::new(1).with_broadcasts().shared();
        let [worker, caster] = [(); 2].map(|()| Arc::clone(&pool));
        let lanes = [
            lane("W0", move || {
                let never = CoreLatch::new();
                WorkerThread::new(&worker, 0).limited_to(1).be(|me| me.wait_until(&never));
            }),
            lane("caster", move || {
                caster.inject_broadcast([Job::new("the broadcast job", || ())]);
            }),
        ];
        play(&pool, lanes);
    });
