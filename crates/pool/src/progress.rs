//! How far a worker has come: outsiders wait for it to start, or to stop.
//!
//! It is no latch: it has more than one stage, whoever waits for it blocks, and it lives as long as
//! the pool.

use std::sync::{Condvar, Mutex, PoisonError};

/// How far a worker has come, for whoever builds its pool or shuts it down.
#[derive(Debug, Default)]
pub(crate) struct Progress {
    reached: Mutex<Stage>,
    condvar: Condvar,
}

/// A stage in the life of a worker; the later one is the greater.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    /// There will be such a worker.
    #[default]
    Planned,
    /// Its start handler has returned.
    Started,
    /// It takes no more jobs, and its exit handler has returned.
    Stopped,
}

impl Progress {
    /// The worker is at `stage`, if not further already.
    pub(crate) fn reach(&self, stage: Stage) {
        let mut reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        *reached = stage.max(*reached);
        self.condvar.notify_all();
    }

    /// Blocks until the worker is at `stage`, or further.
    pub(crate) fn wait_for(&self, stage: Stage) {
        let reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        let wait = self.condvar.wait_while(reached, |reached| *reached < stage);
        drop(wait.unwrap_or_else(PoisonError::into_inner));
    }
}
