//! The threads and the queues of one pool.
//!
//! A registry is what the workers share and what outsiders talk to: jobs come in through it, and
//! through it a worker finds its peers' deques.
//! How a worker works is in [`crate::worker`], when the pool ends in [`crate::termination`], how it
//! is built in [`crate::builder`].

use crate::deque::{self, Broadcasts, Injector};
use crate::job::{JobRef, StackJob};
use crate::latches::{LatchRef, LockLatch, OnceLatch, SpinLatch};
use crate::panic::{self, PanicHandler, Payload};
use crate::post::{post, post_to_each};
use crate::progress::{Progress, Stage};
use crate::sleep::Sleep;
use crate::stats::WorkerStats;
use crate::termination::Termination;
use crate::worker::WorkerThread;
use crossbeam_deque::{Stealer, Worker};
use std::sync::Arc;

/// A handler that is told a worker's index.
pub(crate) type IndexHandler = dyn Fn(usize) + Send + Sync;

/// What the user wants to be told.
#[derive(Default)]
pub(crate) struct Handlers {
    pub(crate) panic: Option<Box<PanicHandler>>,
    pub(crate) start: Option<Box<IndexHandler>>,
    pub(crate) exit: Option<Box<IndexHandler>>,
}

/// What others must know of one worker.
pub(crate) struct ThreadInfo {
    /// How far it has come.
    pub(crate) progress: Progress,
    /// Set to make it leave.
    terminate: OnceLatch,
    /// The thieves' end of its deque.
    pub(crate) stealer: Stealer<JobRef>,
    /// What it has done so far.
    pub(crate) stats: WorkerStats,
}

/// The ends of a worker's queues that the worker itself holds.
pub(crate) struct OwnEnds {
    pub(crate) deque: Worker<JobRef>,
    pub(crate) broadcasts: Stealer<JobRef>,
}

/// One pool.
pub(crate) struct Registry {
    pub(crate) threads: Vec<ThreadInfo>,
    pub(crate) sleep: Sleep,
    pub(crate) injector: Injector<JobRef>,
    pub(crate) termination: Termination,
    pub(crate) handlers: Handlers,
    broadcasts: Broadcasts,
}

impl Registry {
    /// A registry for `n` workers that do not run yet, and the ends for each of them.
    pub(crate) fn new(
        n: usize,
        breadth_first: bool,
        handlers: Handlers,
    ) -> (Arc<Registry>, Vec<OwnEnds>) {
        let (deques, stealers): (Vec<_>, Vec<_>) =
            (0..n).map(|_| deque::worker_deque(breadth_first)).unzip();
        let (broadcasts, takers) = Broadcasts::new(n);
        let threads = stealers.into_iter().map(|stealer| ThreadInfo {
            progress: Progress::default(),
            terminate: OnceLatch::default(),
            stealer,
            stats: WorkerStats::new(),
        });
        let registry = Registry {
            threads: threads.collect(),
            sleep: Sleep::new(n),
            injector: Injector::new(),
            termination: Termination::new(),
            handlers,
            broadcasts,
        };
        let ends = deques.into_iter().zip(takers);
        let ends = ends.map(|(deque, broadcasts)| OwnEnds { deque, broadcasts });
        (Arc::new(registry), ends.collect())
    }

    /// The registry of the current worker, or else the global one, which is built if need be.
    pub(crate) fn current() -> Arc<Registry> {
        match WorkerThread::current() {
            Some(worker) => Arc::clone(worker.registry()),
            None => Arc::clone(crate::global::registry()),
        }
    }

    /// How many threads the current worker's pool has, or else the global one, which is built if
    /// need be.
    pub(crate) fn current_num_threads() -> usize {
        match WorkerThread::current() {
            Some(worker) => worker.registry().num_threads(),
            None => crate::global::registry().num_threads(),
        }
    }

    /// The current thread, if it is one of this pool.
    #[inline]
    pub(crate) fn current_worker(&self) -> Option<&WorkerThread> {
        WorkerThread::current().filter(|worker| self.is(worker.registry()))
    }

    pub(crate) fn is(&self, other: &Registry) -> bool {
        std::ptr::eq(self, other)
    }

    pub(crate) fn num_threads(&self) -> usize {
        self.threads.len()
    }

    /// Gives a detached job's panic to the handler, or ends the process.
    pub(crate) fn report_panic(&self, kind: &str, payload: Payload) {
        panic::report(self.handlers.panic.as_deref(), kind, payload);
    }

    /// Waits until every worker is there, and its start handler has returned.
    pub(crate) fn wait_until_started(&self) {
        self.threads.iter().for_each(|thread| thread.progress.wait_for(Stage::Started));
    }

    /// Wakes worker `index` if it sleeps.
    pub(crate) fn wake(&self, index: usize) {
        self.sleep.wake_specific_thread(index);
    }

    /// The latch that makes worker `index` leave.
    pub(crate) fn terminate_latch(&self, index: usize) -> &OnceLatch {
        &self.threads[index].terminate
    }

    // ANCHOR: inject-or-push
    /// Queues a job: on the current worker's own deque if it belongs to this pool, else in the
    /// injector.
    #[inline]
    pub(crate) fn inject_or_push(&self, job: JobRef) {
        match self.current_worker() {
            Some(worker) => worker.push(job),
            None => self.inject(job),
        }
    }

    /// Queues a job in the injector.
    pub(crate) fn inject(&self, job: JobRef) {
        debug_assert!(!self.termination.is_over(), "a job for a pool that has ended");
        let was_empty = self.injector.is_empty();
        post(|| self.injector.push(job), || self.sleep.new_injected_jobs(1, was_empty));
    }
    // ANCHOR_END: inject-or-push

    // ANCHOR: inject-broadcast
    /// Queues one job for each worker, by index.
    ///
    /// No JEC moves for them. The proof that none is missed is the lock of the bed: the sleeper
    /// holds it from before its last look, which covers its broadcast queue, until it waits; so
    /// either that look sees the job, or the wake-up finds the sleeper blocked.
    pub(crate) fn inject_broadcast(&self, jobs: impl ExactSizeIterator<Item = JobRef>) {
        debug_assert!(!self.termination.is_over(), "a broadcast in a pool that has ended");
        let n = self.num_threads();
        post_to_each(n, || self.broadcasts.push_all(jobs), |index| self.wake(index));
    }
    // ANCHOR_END: inject-broadcast

    // ANCHOR: in-worker
    /// Runs `op` on a worker of this pool: here, if this is one; else there, while we wait.
    ///
    /// `op` is told whether it was moved to another thread for that.
    pub(crate) fn in_worker<OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&WorkerThread, bool) -> R + Send,
        R: Send,
    {
        match WorkerThread::current() {
            None => self.in_worker_cold(op),
            Some(worker) if self.is(worker.registry()) => op(worker, false),
            Some(worker) => self.in_worker_cross(worker, op),
        }
    }
    // ANCHOR_END: in-worker

    // ANCHOR: in-worker-cold
    /// From a thread of no pool: inject, and block.
    #[cold]
    fn in_worker_cold<OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&WorkerThread, bool) -> R + Send,
        R: Send,
    {
        thread_local!(static DONE: LockLatch = LockLatch::new());
        DONE.with(|done| {
            let job = StackJob::new(LatchRef::new(done), on_a_worker(op));
            // SAFETY: we wait for the latch before we leave this frame.
            self.inject(unsafe { job.as_job_ref() });
            done.wait_and_reset();
            // SAFETY: the latch was set.
            unsafe { job.into_result() }
        })
    }
    // ANCHOR_END: in-worker-cold

    // ANCHOR: in-worker-cross
    /// From a worker of another pool: inject here, and work there until it is done.
    #[cold]
    fn in_worker_cross<OP, R>(&self, worker: &WorkerThread, op: OP) -> R
    where
        OP: FnOnce(&WorkerThread, bool) -> R + Send,
        R: Send,
    {
        let job = StackJob::new(SpinLatch::cross(worker), on_a_worker(op));
        // SAFETY: we wait for the latch before we leave this frame.
        self.inject(unsafe { job.as_job_ref() });
        worker.wait_until(&job.latch);
        // SAFETY: the latch was set.
        unsafe { job.into_result() }
    }
    // ANCHOR_END: in-worker-cross
}

/// `op` as the closure of a job that was sent to a worker.
fn on_a_worker<OP, R>(op: OP) -> impl FnOnce(bool) -> R + Send
where
    OP: FnOnce(&WorkerThread, bool) -> R + Send,
    R: Send,
{
    |executed| {
        let worker = WorkerThread::current().expect("an injected job runs on a worker");
        op(worker, executed)
    }
}

// ANCHOR: on-any-worker
/// Runs `op` on a worker: here, if this is one of any pool; else in the global pool.
#[inline]
pub(crate) fn in_worker<OP, R>(op: OP) -> R
where
    OP: FnOnce(&WorkerThread, bool) -> R + Send,
    R: Send,
{
    match WorkerThread::current() {
        Some(worker) => op(worker, false),
        // Looks again: building the global pool may just have made this thread one of its workers.
        None => crate::global::registry().in_worker(op),
    }
}
// ANCHOR_END: on-any-worker
