//! A registry with everything taken out but what its latches, its end and its broadcasts need.
//!
//! It stands in the place of the pool's own for the files of the pool that are included here.
//! The order of a broadcast and the end of a pool are the pool's; a queue is a locked list.

use crate::counters::AtomicCounters;
use crate::idle::Policy;
use crate::jec::Jec;
use crate::latches::OnceLatch;
use crate::post::post_to_each;
use crate::recording::note;
use crate::sleep::Sleep;
use crate::sync::Mutex;
use crate::termination::Termination;
use crate::word::Native;
use std::collections::VecDeque;
use std::sync::Arc;

/// What somebody has to do, and its name in the tables.
pub(crate) struct Job {
    pub(crate) name: &'static str,
    pub(crate) act: Box<dyn FnOnce() + Send>,
}

impl Job {
    pub(crate) fn new(name: &'static str, act: impl FnOnce() + Send + 'static) -> Job {
        Job { name, act: Box::new(act) }
    }
}

/// A queue of jobs.
#[derive(Default)]
pub(crate) struct Queue(Mutex<VecDeque<Job>>);

impl Queue {
    fn push(&self, job: Job) {
        self.0.lock().unwrap().push_back(job);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.lock().unwrap().is_empty()
    }

    pub(crate) fn take(&self) -> Option<Job> {
        self.0.lock().unwrap().pop_front()
    }
}

/// The threads of one pool, and what others know of them.
pub(crate) struct Registry {
    pub(crate) sleep: Sleep<Native>,
    pub(crate) termination: Termination,
    /// One for each thread, or none at all: searching a queue that no job will ever enter would only
    /// multiply the orders.
    pub(crate) broadcasts: Vec<Queue>,
    terminate: Vec<OnceLatch>,
}

impl Registry {
    /// A pool of `n` threads, with the JEC odd, so that posts only read.
    pub(crate) fn new(n: usize) -> Registry {
        let policy = Policy { rounds_until_sleepy: 0 };
        Registry {
            sleep: Sleep::with(n, policy, AtomicCounters::starting_at(Jec::new(1))),
            termination: Termination::new(),
            broadcasts: Vec::new(),
            terminate: (0..n).map(|_| OnceLatch::default()).collect(),
        }
    }

    /// The same with a queue for broadcasts for each thread.
    pub(crate) fn with_broadcasts(self) -> Registry {
        let broadcasts = (0..self.num_threads()).map(|_| Queue::default()).collect();
        Registry { broadcasts, ..self }
    }

    pub(crate) fn num_threads(&self) -> usize {
        self.terminate.len()
    }

    pub(crate) fn wake(&self, index: usize) {
        self.sleep.wake_specific_thread(index);
    }

    pub(crate) fn terminate_latch(&self, index: usize) -> &OnceLatch {
        &self.terminate[index]
    }

    /// A job for each thread, by index.
    pub(crate) fn inject_broadcast(&self, jobs: impl IntoIterator<Item = Job>) {
        let push = || {
            self.broadcasts.iter().zip(jobs).for_each(|(queue, job)| queue.push(job));
            note("queues a job for each thread");
        };
        post_to_each(self.num_threads(), push, |index| self.wake(index));
    }

    /// Shared, as all pools are.
    pub(crate) fn shared(self) -> Arc<Registry> {
        Arc::new(self)
    }
}
