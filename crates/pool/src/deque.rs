//! The queues of a pool, and the one place that knows whose they are.
//!
//! Three kinds of queue hold jobs; the deques themselves are crossbeam's.
//!
//! - A **worker's deque**: its owner pushes at the bottom and pops there (last in, first out), or,
//!   in a breadth-first pool, at the top; thieves take from the top.
//! - The **injector**: anybody pushes, any worker takes, first in, first out.
//! - A worker's **broadcast queue**: others push under one lock, only the worker itself takes.
//!
//! And a [`JobFifo`] gives first-in-first-out order to jobs that travel on a deque.

use crate::job::{Job, JobRef};
use crossbeam_deque::{Steal, Stealer, Worker};
use std::iter;
use std::sync::{Mutex, PoisonError};

pub(crate) use crossbeam_deque::Injector;

// ANCHOR: worker-deque
/// A worker's own deque, with the end that thieves hold.
pub(crate) fn worker_deque(breadth_first: bool) -> (Worker<JobRef>, Stealer<JobRef>) {
    let deque = if breadth_first { Worker::new_fifo() } else { Worker::new_lifo() };
    let stealer = deque.stealer();
    (deque, stealer)
}
// ANCHOR_END: worker-deque

/// The pushing ends of all broadcast queues, by worker.
///
/// One lock for all of them: a broadcast stands in every queue or in none, and two broadcasts stand
/// in all queues in the same order.
pub(crate) struct Broadcasts {
    queues: Mutex<Vec<Worker<JobRef>>>,
}

impl Broadcasts {
    /// The pushing ends for `n` workers, and the taking end for each.
    pub(crate) fn new(n: usize) -> (Broadcasts, Vec<Stealer<JobRef>>) {
        let queues: Vec<_> = iter::repeat_with(Worker::new_fifo).take(n).collect();
        let takers = queues.iter().map(Worker::stealer).collect();
        (Broadcasts { queues: Mutex::new(queues) }, takers)
    }

    // ANCHOR: broadcast-push
    /// Pushes one job for each worker, in the order of their indices.
    pub(crate) fn push_all(&self, jobs: impl ExactSizeIterator<Item = JobRef>) {
        let queues = self.queues.lock().unwrap_or_else(PoisonError::into_inner);
        assert_eq!(queues.len(), jobs.len(), "a broadcast needs one job for each worker");
        queues.iter().zip(jobs).for_each(|(queue, job)| queue.push(job));
    }
    // ANCHOR_END: broadcast-push
}

// ANCHOR: take
/// Takes one job from an end that others may be taking from at the same time.
///
/// "Retry" means that somebody else was faster, not that the queue is empty, so the question is
/// asked again.
pub(crate) fn take(mut attempt: impl FnMut() -> Steal<JobRef>) -> Option<JobRef> {
    loop {
        match attempt() {
            Steal::Success(job) => return Some(job),
            Steal::Empty => return None,
            Steal::Retry => {}
        }
    }
}
// ANCHOR_END: take

// ANCHOR: job-fifo
/// Jobs that run in the order in which they were pushed, although their deque turns it round.
///
/// Each push stores the job here and puts a *token* on the deque: a reference to this queue.
/// Executing a token runs the oldest job. So n tokens may be popped or stolen in any order, and
/// the n jobs still run in theirs.
pub(crate) struct JobFifo {
    jobs: Injector<JobRef>,
}
// ANCHOR_END: job-fifo

impl JobFifo {
    pub(crate) fn new() -> JobFifo {
        JobFifo { jobs: Injector::new() }
    }

    /// Stores `job`, and returns the token for a deque.
    ///
    /// # Safety
    ///
    /// JOB-ALIVE for the queue itself: it outlives the token.
    pub(crate) unsafe fn push(&self, job: JobRef) -> JobRef {
        self.jobs.push(job);
        // SAFETY: passed on to the caller.
        unsafe { JobRef::new(self) }
    }
}

impl Job for JobFifo {
    // ANCHOR: job-fifo-execute
    unsafe fn execute(this: *const ()) {
        // SAFETY: the queue is alive (JOB-ALIVE, promised to `push`).
        let this = unsafe { &*this.cast::<Self>() };
        let job = take(|| this.jobs.steal()).expect("as many tokens as jobs");
        // SAFETY: whoever pushed the job promised JOB-ALIVE for it.
        unsafe { job.execute() };
    }
    // ANCHOR_END: job-fifo-execute
}
