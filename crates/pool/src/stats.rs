//! What a pool has done, and what it is doing: a snapshot for people and for monitoring.
//!
//! Who sleeps and who searches comes from one load of the packed word, so it is true of one
//! instant.
//! What each worker has done is counted only with the feature `stats`; without it, counting is a
//! function without a body.

use crate::registry::Registry;
use crate::worker::WorkerThread;

/// A pool at one instant.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Stats {
    /// Threads of the pool.
    pub num_threads: usize,
    /// Threads that are blocked, or about to be.
    pub sleeping: usize,
    /// Threads without a job: searching or sleeping.
    pub inactive: usize,
    /// Whether the last to move the jobs event counter was a worker that gets sleepy (even), not a
    /// post (odd).
    pub sleepy: bool,
    /// What each worker has done so far, by index; empty without the feature `stats`.
    pub workers: Vec<WorkerCounts>,
}

/// What one worker has done so far. Each number is read by itself: a trend, not an instant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct WorkerCounts {
    /// Jobs run that came out of a queue; a `join` that takes its own second half back runs no job.
    pub jobs: u64,
    /// Jobs taken from another worker's deque.
    pub steals: u64,
    /// Times it went to sleep: one more than `wakes` while it sleeps.
    pub sleeps: u64,
    /// Times somebody woke it.
    pub wakes: u64,
    /// Those wake-ups after which it found nothing, and slept again.
    pub wakes_in_vain: u64,
}

impl Stats {
    pub(crate) fn of(registry: &Registry) -> Stats {
        let counts = registry.sleep.counts();
        Stats {
            num_threads: registry.num_threads(),
            sleeping: counts.sleeping,
            inactive: counts.inactive,
            sleepy: counts.jec.is_sleepy(),
            workers: Self::workers(registry),
        }
    }

    fn workers(registry: &Registry) -> Vec<WorkerCounts> {
        let threads = registry.threads.iter().enumerate();
        let counts = threads
            .filter_map(|(index, thread)| thread.stats.read(|| registry.sleep.is_blocked(index)));
        counts.collect()
    }
}

/// The statistics of the current thread's pool; nothing outside of any pool.
///
/// It does not start the global pool.
pub fn current_stats() -> Option<Stats> {
    WorkerThread::current().map(|worker| Stats::of(worker.registry()))
}

pub(crate) use counting::WorkerStats;

#[cfg(feature = "stats")]
mod counting {
    use super::WorkerCounts;
    use crossbeam_utils::CachePadded;
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

    /// One worker's counters, written by itself alone, on a cache line of their own.
    #[derive(Debug, Default)]
    pub(crate) struct WorkerStats(CachePadded<Counters>);

    #[derive(Debug, Default)]
    struct Counters {
        jobs: AtomicU64,
        steals: AtomicU64,
        wakes: AtomicU64,
        /// Wake-ups after which it found something.
        rewarded: AtomicU64,
        /// Woken, and has found nothing since.
        woken: AtomicBool,
    }

    /// Adds one. A load and a store, since nobody else writes; Relaxed, since nothing hangs on it.
    fn bump(counter: &AtomicU64) {
        counter.store(counter.load(Relaxed) + 1, Relaxed);
    }

    impl WorkerStats {
        pub(crate) fn new() -> WorkerStats {
            WorkerStats::default()
        }

        pub(crate) fn ran(&self) {
            bump(&self.0.jobs);
        }

        pub(crate) fn stole(&self) {
            bump(&self.0.steals);
        }

        pub(crate) fn found_work(&self) {
            if self.0.woken.load(Relaxed) {
                self.0.woken.store(false, Relaxed);
                bump(&self.0.rewarded);
            }
        }

        /// A search was in vain; `slept` if the worker was blocked after it.
        pub(crate) fn searched(&self, slept: bool) {
            if slept {
                bump(&self.0.wakes);
                self.0.woken.store(true, Relaxed);
            }
        }

        pub(crate) fn read(&self, is_blocked: impl FnOnce() -> bool) -> Option<WorkerCounts> {
            let is_blocked = is_blocked();
            let wakes = self.0.wakes.load(Relaxed);
            // Who is awake, and was woken, may still find something.
            let undecided = !is_blocked && self.0.woken.load(Relaxed);
            let decided = self.0.rewarded.load(Relaxed) + u64::from(undecided);
            Some(WorkerCounts {
                jobs: self.0.jobs.load(Relaxed),
                steals: self.0.steals.load(Relaxed),
                sleeps: wakes + u64::from(is_blocked),
                wakes,
                wakes_in_vain: wakes.saturating_sub(decided),
            })
        }
    }
}

#[cfg(not(feature = "stats"))]
mod counting {
    use super::WorkerCounts;

    /// Nothing is counted.
    #[derive(Debug)]
    pub(crate) struct WorkerStats;

    impl WorkerStats {
        pub(crate) fn new() -> WorkerStats {
            WorkerStats
        }

        #[inline]
        pub(crate) fn ran(&self) {}

        #[inline]
        pub(crate) fn stole(&self) {}

        #[inline]
        pub(crate) fn found_work(&self) {}

        #[inline]
        pub(crate) fn searched(&self, _slept: bool) {}

        #[inline]
        pub(crate) fn read(&self, _is_blocked: impl FnOnce() -> bool) -> Option<WorkerCounts> {
            None
        }
    }
}
