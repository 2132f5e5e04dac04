//! One thread of a pool: where it finds work, how it waits, how it lives.
//!
//! A worker is always in one of two places: running a job, or in [`WorkerThread::wait_until`],
//! which is the only loop of the pool.
//! Its main loop waits for the latch that ends the pool, a join waits for the latch of its second
//! half; both work while they wait.

use crate::deque::{self, JobFifo};
use crate::job::JobRef;
use crate::latches::AsCoreLatch;
use crate::panic::{self, AbortIfPanic};
use crate::post::{anything_for_me, post};
use crate::progress::Stage;
use crate::random::Random;
use crate::registry::{OwnEnds, Registry, ThreadInfo};
use crate::sleep::CoreLatch;
use crate::stats::WorkerStats;
use crate::trace::Event;
use crossbeam_deque::Steal;
use std::cell::Cell;
use std::ptr;
use std::sync::Arc;

/// A worker, as it sees itself. Others see its [`ThreadInfo`].
pub(crate) struct WorkerThread {
    own: OwnEnds,
    /// The order of what it was given by `spawn_fifo`.
    pub(crate) fifo: JobFifo,
    index: usize,
    random: Random,
    registry: Arc<Registry>,
    /// Whether the thread is not the pool's own, and so may find itself in a pool that has ended.
    enlisted: bool,
}

thread_local! {
    /// The worker that this thread is.
    static CURRENT: Cell<*const WorkerThread> = const { Cell::new(ptr::null()) };
}

impl WorkerThread {
    /// The worker that the current thread is, if it is one.
    #[inline]
    pub(crate) fn current<'w>() -> Option<&'w WorkerThread> {
        // SAFETY: the pointer is set by the thread itself to a worker that stays in place: in the
        // frame of `main_loop` until that has cleared it, or leaked for good. A reference never
        // leaves its thread (a worker is not `Sync`), and so never outlives that frame.
        unsafe { CURRENT.get().as_ref() }
    }

    pub(crate) fn new(index: usize, own: OwnEnds, registry: Arc<Registry>) -> WorkerThread {
        let (fifo, random) = (JobFifo::new(), Random::new());
        WorkerThread { own, fifo, index, random, registry, enlisted: false }
    }

    /// Makes the current thread this worker, until [`Membership`] is dropped.
    fn join_in(&self) -> Membership {
        let before = CURRENT.replace(self);
        assert!(before.is_null(), "a thread is a worker of one pool at a time");
        Membership
    }

    #[inline]
    pub(crate) fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    #[inline]
    pub(crate) fn index(&self) -> usize {
        self.index
    }

    /// Was the thread [enlisted](Self::enlist), rather than started by the pool?
    #[inline]
    pub(crate) fn is_enlisted(&self) -> bool {
        self.enlisted
    }

    /// Is this the worker that the current thread is?
    pub(crate) fn is_current(this: *const WorkerThread) -> bool {
        ptr::eq(CURRENT.get(), this)
    }

    fn info(&self) -> &ThreadInfo {
        &self.registry.threads[self.index]
    }

    /// Counts something, if anything is counted in this build.
    ///
    /// If not, even the look at the registry is spared: it lies beside what all workers write.
    #[inline]
    fn count(&self, what: impl FnOnce(&WorkerStats)) {
        if cfg!(feature = "stats") {
            what(&self.info().stats);
        }
    }

    // ANCHOR: push
    /// Queues a job at the bottom of the own deque, and tells the sleepers.
    #[inline]
    pub(crate) fn push(&self, job: JobRef) {
        let was_empty = self.own.deque.is_empty();
        let push = || {
            self.own.deque.push(job);
            trace!(Event::Pushes { was_empty });
        };
        post(push, || self.registry.sleep.new_internal_jobs(1, was_empty));
    }
    // ANCHOR_END: push

    /// Queues a job so that it runs after all that were queued in this way before it.
    pub(crate) fn push_fifo(&self, job: JobRef) {
        // SAFETY: the queue is this worker's own, and the worker leaves only with its deque empty.
        self.push(unsafe { self.fifo.push(job) });
    }

    /// Has it jobs on its own deque?
    pub(crate) fn has_local_jobs(&self) -> bool {
        !self.own.deque.is_empty()
    }

    // ANCHOR: take-local
    /// A job that nobody else need run: from the own deque, else one that was broadcast to it.
    #[inline]
    pub(crate) fn take_local_job(&self) -> Option<JobRef> {
        self.own.deque.pop().or_else(|| deque::take(|| self.own.broadcasts.steal()))
    }
    // ANCHOR_END: take-local

    // ANCHOR: find-work
    /// A job, from near to far: the own queues, another worker's deque, the injector.
    pub(crate) fn find_work(&self) -> Option<JobRef> {
        self.take_local_job()
            .or_else(|| self.steal())
            .or_else(|| deque::take(|| self.registry.injector.steal()))
    }
    // ANCHOR_END: find-work

    /// A job from the top of another worker's deque.
    ///
    /// From a random victim on, once round. Whoever was told "retry" by a victim, and found nothing
    /// with the others, goes round again: there was a job, and it may be there still.
    fn steal(&self) -> Option<JobRef> {
        let threads = &self.registry.threads;
        if threads.len() < 2 {
            return None;
        }
        // ANCHOR: steal-round
        loop {
            let mut retry = false;
            let start = self.random.below(threads.len());
            let round =
                (start..threads.len()).chain(0..start).filter(|victim| *victim != self.index);
            // ANCHOR_END: steal-round
            // ANCHOR: steal-answers
            for victim in round {
                match threads[victim].stealer.steal() {
                    Steal::Success(job) => {
                        trace!(Event::Steals { victim });
                        self.count(WorkerStats::stole);
                        return Some(job);
                    }
                    Steal::Retry => retry = true,
                    Steal::Empty => {}
                }
            }
            if !retry {
                return None;
            }
        }
        // ANCHOR_END: steal-answers
    }

    /// Runs a job that came out of a queue.
    #[inline]
    pub(crate) fn execute(&self, job: JobRef) {
        self.count(WorkerStats::ran);
        trace!(Event::Begins);
        // SAFETY: whoever queued the job promised that it lives until it has run (JOB-ALIVE).
        unsafe { job.execute() };
        trace!(Event::Ends);
    }

    /// Is there a job that only outsiders know of: in the injector, or broadcast to this worker?
    fn has_injected_jobs(&self) -> bool {
        anything_for_me(|| !self.own.broadcasts.is_empty(), || !self.registry.injector.is_empty())
    }

    /// Works until the latch is set, and sleeps when there is nothing to work on.
    #[inline]
    pub(crate) fn wait_until<L: AsCoreLatch>(&self, latch: &L) {
        let latch = latch.as_core_latch();
        if !latch.probe() {
            self.wait_until_cold(latch);
        }
    }

    // ANCHOR: wait-local
    #[cold]
    fn wait_until_cold(&self, latch: &CoreLatch) {
        let guard = AbortIfPanic { doing: "of the search for work" };
        'waiting: while !latch.probe() {
            // Local jobs first: as long as there are any, nobody need hear that we are idle.
            if let Some(job) = self.take_local_job() {
                self.execute(job);
                continue;
            }
            // ANCHOR_END: wait-local
            // ANCHOR: wait-idle
            let mut idle = self.registry.sleep.start_looking(self.index);
            while !latch.probe() {
                if let Some(job) = self.find_work() {
                    self.registry.sleep.work_found(idle);
                    self.count(WorkerStats::found_work);
                    self.execute(job);
                    continue 'waiting;
                }
                let slept = self
                    .registry
                    .sleep
                    .no_work_found(&mut idle, latch, || self.has_injected_jobs());
                self.count(|stats| stats.searched(slept));
            }
            // ANCHOR_END: wait-idle
            self.registry.sleep.work_found(idle);
            self.count(WorkerStats::found_work);
            break;
        }
        guard.disarm();
    }

    /// The whole life of a worker that is a thread of its own.
    // ANCHOR: main-loop
    pub(crate) fn main_loop(self) {
        let membership = self.join_in();
        let (index, registry) = (self.index, &self.registry);
        let progress = &self.info().progress;
        let guard = AbortIfPanic { doing: "of a worker's main loop" };
        registry.call_handler(registry.handlers.start.as_deref(), "start handler", index);
        progress.reach(Stage::Started);

        self.wait_until(registry.terminate_latch(index));

        debug_assert!(self.take_local_job().is_none(), "a worker leaves with jobs in its queues");
        guard.disarm();
        registry.call_handler(registry.handlers.exit.as_deref(), "exit handler", index);
        drop(membership);
        progress.reach(Stage::Stopped);
    }
    // ANCHOR_END: main-loop

    /// Makes the current thread worker 0 of a pool that is being built.
    ///
    /// It has no main loop: it works when it waits or yields. It leaves with [`leave`](Self::leave).
    pub(crate) fn enlist(own: OwnEnds, registry: Arc<Registry>) {
        let worker = WorkerThread { enlisted: true, ..WorkerThread::new(0, own, registry) };
        let worker = Box::leak(Box::new(worker));
        std::mem::forget(worker.join_in());
        worker.info().progress.reach(Stage::Started);
    }

    /// Takes the current thread out of `registry`, if it was enlisted there; it may join another
    /// pool afterwards.
    ///
    /// It first runs what nobody else can: all that is queued in a pool of this thread alone, else
    /// what was broadcast to it. The rest of its deque the others can steal, now as before.
    /// The worker itself stays leaked: they do so through it, and frames further out on this stack
    /// may still refer to it.
    // ANCHOR: leave
    pub(crate) fn leave(registry: &Registry) {
        let here = registry.current_worker().filter(|worker| worker.enlisted);
        let Some(worker) = here else { return };
        let alone = registry.num_threads() == 1;
        // One of those jobs may itself leave, and even join another pool.
        while WorkerThread::is_current(worker) {
            let job = match alone {
                true => worker.find_work(),
                false => deque::take(|| worker.own.broadcasts.steal()),
            };
            match job {
                Some(job) => worker.execute(job),
                None => drop(Membership),
            }
        }
    }
    // ANCHOR_END: leave
}

impl Registry {
    /// Calls a handler of the user's, on the worker that it is about; its panic is a detached one.
    fn call_handler(
        &self,
        handler: Option<&crate::registry::IndexHandler>,
        kind: &str,
        index: usize,
    ) {
        if let Some(handler) = handler
            && let Err(payload) = panic::catch(|| handler(index))
        {
            self.report_panic(kind, payload);
        }
    }
}

/// While it lives, the thread is a worker.
struct Membership;

impl Drop for Membership {
    fn drop(&mut self) {
        CURRENT.set(ptr::null());
    }
}
