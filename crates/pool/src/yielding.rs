//! `yield_now` and `yield_local`: one job in between, from a thread that would otherwise wait.
//!
//! A job that waits for something other than the pool's own latches (a channel, a flag, a timer)
//! keeps its thread from working. If it yields in its waiting loop, the thread runs other jobs
//! meanwhile.
//! Nothing here touches the sleep counters: a thread that yields has never stopped being active.

use crate::worker::WorkerThread;

/// What came of [`yield_now`] or [`yield_local`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Yield {
    /// A job was found, and has run.
    Executed,
    /// There was no job to be found.
    Idle,
}

/// Runs one job of this thread's pool, whichever it would take next: one of its own, or one that it
/// steals, or one that came from outside.
///
/// The answer is `None` on a thread of no pool.
///
/// The job runs on top of this stack, and may itself yield: nothing bounds the depth. It runs while
/// this thread still holds what it holds, so a job that wants a lock held here waits for ever. A
/// panic of the job does not come out of here; it goes to whoever waits for that job.
///
/// # Examples
///
/// Waiting for a flag that a later job sets, in a pool of a single thread:
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// use winks_pool::{ThreadPoolBuilder, Yield};
///
/// assert_eq!(winks_pool::yield_now(), None, "this thread is in no pool");
///
/// let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// let flag = AtomicBool::new(false);
/// pool.scope(|s| {
///     s.spawn(|_| flag.store(true, Ordering::Relaxed));
///     while !flag.load(Ordering::Relaxed) {
///         assert_eq!(winks_pool::yield_now(), Some(Yield::Executed));
///     }
/// });
/// ```
pub fn yield_now() -> Option<Yield> {
    WorkerThread::current().map(WorkerThread::yield_now)
}

/// As [`yield_now`], but only with a job of this thread's own: from its deque, or broadcast to it.
///
/// It neither steals nor takes what came from outside.
///
/// # Examples
///
/// ```
/// use winks_pool::{ThreadPoolBuilder, Yield};
///
/// let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// let answers = pool.install(|| {
///     winks_pool::spawn(|| ());
///     [winks_pool::yield_local(), winks_pool::yield_local()]
/// });
/// assert_eq!(answers, [Some(Yield::Executed), Some(Yield::Idle)]);
/// ```
pub fn yield_local() -> Option<Yield> {
    WorkerThread::current().map(WorkerThread::yield_local)
}

impl WorkerThread {
    /// Runs one job from anywhere.
    pub(crate) fn yield_now(&self) -> Yield {
        self.run_one(self.find_work())
    }

    /// Runs one job from the own queues.
    pub(crate) fn yield_local(&self) -> Yield {
        self.run_one(self.take_local_job())
    }

    fn run_one(&self, job: Option<crate::job::JobRef>) -> Yield {
        match job {
            Some(job) => {
                self.execute(job);
                Yield::Executed
            }
            None => Yield::Idle,
        }
    }
}
