//! A worker with everything taken out but its wait.
//!
//! It stands in the place of the pool's own for the files of the pool that are included here.
//! The loop in which it waits is that of the pool, without deques and statistics.

use crate::lanes;
use crate::latches::AsCoreLatch;
use crate::post::anything_for_me;
use crate::recording::note;
use crate::registry::{Job, Registry};
use std::cell::RefCell;
use std::sync::Arc;

/// A worker, as it sees itself.
pub(crate) struct WorkerThread {
    registry: Arc<Registry>,
    index: usize,
    enlisted: bool,
    /// It leaves its wait after so many jobs: a job that it never gets is then a worker that never
    /// comes to its end.
    limit: usize,
}

thread_local! {
    /// Who is a worker, by lane.
    static CURRENT: RefCell<Vec<Option<*const WorkerThread>>> = const { RefCell::new(Vec::new()) };
}

/// Forgets the workers of the run before.
pub(crate) fn nobody_works() {
    CURRENT.with_borrow_mut(Vec::clear);
}

fn set_current(worker: Option<*const WorkerThread>) {
    let Some(lane) = lanes::current() else { return };
    CURRENT.with_borrow_mut(|workers| {
        workers.resize(workers.len().max(lane + 1), None);
        workers[lane] = worker;
    });
}

impl WorkerThread {
    /// Worker `index` of the pool.
    pub(crate) fn new(registry: &Arc<Registry>, index: usize) -> WorkerThread {
        let registry = Arc::clone(registry);
        WorkerThread { registry, index, enlisted: false, limit: usize::MAX }
    }

    /// The same, but it leaves its wait after so many jobs.
    pub(crate) fn limited_to(self, limit: usize) -> WorkerThread {
        WorkerThread { limit, ..self }
    }

    /// The same, but no thread of the pool's own.
    pub(crate) fn enlisted(self) -> WorkerThread {
        WorkerThread { enlisted: true, ..self }
    }

    /// Calls `act` as this worker.
    pub(crate) fn be(&self, act: impl FnOnce(&WorkerThread)) {
        set_current(Some(self));
        act(self);
        set_current(None);
    }

    /// The worker that the running lane is, if it is one.
    pub(crate) fn current<'w>() -> Option<&'w WorkerThread> {
        let lane = lanes::current()?;
        let worker = CURRENT.with_borrow(|workers| *workers.get(lane)?)?;
        // SAFETY: `be` has set the pointer for this lane, and clears it before its worker goes; the
        // lanes of a run that was given up run no more, and the next run begins with nobody.
        Some(unsafe { &*worker })
    }

    pub(crate) fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    pub(crate) fn index(&self) -> usize {
        self.index
    }

    pub(crate) fn is_enlisted(&self) -> bool {
        self.enlisted
    }

    /// Takes the running lane out of its pool.
    pub(crate) fn leave(_: &Registry) {
        note("leaves the pool");
        set_current(None);
    }

    fn find_work(&self) -> Option<Job> {
        let found = self.registry.broadcasts.get(self.index).and_then(|queue| queue.take());
        if found.is_none() {
            note("searches: nothing");
        }
        found
    }

    fn has_injected_jobs(&self) -> bool {
        let mine = self.registry.broadcasts.get(self.index);
        anything_for_me(|| mine.is_some_and(|queue| !queue.is_empty()), || false)
    }

    /// Works until the latch is set, and sleeps when there is nothing to work on.
    pub(crate) fn wait_until<L: AsCoreLatch>(&self, latch: &L) {
        let (latch, sleep) = (latch.as_core_latch(), &self.registry.sleep);
        let mut jobs_done = 0;
        'waiting: while jobs_done < self.limit && !latch.probe() {
            let mut idle = sleep.start_looking(self.index);
            while !latch.probe() {
                if let Some(job) = self.find_work() {
                    sleep.work_found(idle);
                    note(format!("runs {}", job.name));
                    (job.act)();
                    jobs_done += 1;
                    continue 'waiting;
                }
                sleep.no_work_found(&mut idle, latch, || self.has_injected_jobs());
            }
            note("sees its latch SET");
            sleep.work_found(idle);
            break;
        }
    }
}
