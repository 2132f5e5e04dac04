//! The poster's side: how many to wake, and whom.
//!
//! That nobody sleeps beside a job is settled by the handshake; what stands here only decides how
//! many helpers a job is worth.
//! Too many cost processor time, too few cost help, neither loses a job.
//! The two rules are the two plain functions at the top, the reference being rayon-core 1.13; to
//! try another rule, change them and nothing else.

use crate::counters::Counts;
use crate::idle::IdleState;
use crate::jec::Turn;
use crate::sleep::Sleep;
use crate::sync::atomic::{Ordering, fence};
use crate::trace::Event;
use crate::word::Layout;

// ANCHOR: rule-post
/// How many to wake for `num_jobs` new jobs in a queue that was empty before, or not.
///
/// Jobs that were waiting already show that those awake do not suffice. In a queue that was empty,
/// each thread that searches will take one of ours; only the rest needs somebody woken. Nearly
/// always nobody sleeps, and that is seen first.
#[inline]
pub fn to_wake_for_post(seen: Counts, num_jobs: usize, queue_was_empty: bool) -> usize {
    if seen.sleeping == 0 {
        return 0;
    }
    let helpless =
        if queue_was_empty { num_jobs.saturating_sub(seen.awake_but_idle()) } else { num_jobs };
    helpless.min(seen.sleeping)
}
// ANCHOR_END: rule-post

// ANCHOR: rule-found
/// How many to wake when a thread stops searching, by the counts just before it did.
///
/// One job seldom comes alone: each finder wakes two more, so that the number of threads awake
/// grows with the work and no poster has to wake them all.
#[inline]
pub fn to_wake_for_work_found(before: Counts) -> usize {
    before.sleeping.min(2)
}
// ANCHOR_END: rule-found

impl<L: Layout> Sleep<L> {
    // ANCHOR: work-found
    /// The worker found a job, or the latch it waited for was set: it is active again.
    ///
    /// Consumes the evidence that it was idle. Call it *before* running the job, so that others
    /// are on their way while it runs.
    #[inline]
    pub fn work_found(&self, idle: IdleState) {
        let before = self.counters.sub_inactive().counts();
        let to_wake = match to_wake_for_work_found(before) {
            _ if broken!("broken_work_found") => 0,
            n => n,
        };
        let after = Counts { inactive: before.inactive.wrapping_sub(1), ..before };
        trace!(Event::WorkFound { after, to_wake });
        self.wake_any_threads(to_wake);
        drop(idle);
    }
    // ANCHOR_END: work-found

    // ANCHOR: posts
    /// A worker pushed `num_jobs` jobs to its own deque, which was empty before or not.
    ///
    /// Call it after the push. Without a fence a wake-up may be lost, and costs only parallelism.
    #[inline]
    pub fn new_internal_jobs(&self, num_jobs: usize, queue_was_empty: bool) {
        self.new_jobs(num_jobs, queue_was_empty);
    }

    /// `num_jobs` jobs were put into a queue that no thread is bound to empty.
    ///
    /// Call it after the push. The fence pairs with that before a sleeper's last look (INV-LOOK-2).
    #[inline]
    pub fn new_injected_jobs(&self, num_jobs: usize, queue_was_empty: bool) {
        if !broken!("broken_fence_post") {
            fence(Ordering::SeqCst);
        }
        self.new_jobs(num_jobs, queue_was_empty);
    }
    // ANCHOR_END: posts

    // ANCHOR: new-jobs
    #[inline]
    fn new_jobs(&self, num_jobs: usize, queue_was_empty: bool) {
        let (before, after) = if broken!("broken_jec_post") {
            let seen = self.counters.load();
            (seen.jec(), seen)
        } else {
            self.counters.turn_jec(Turn::Post)
        };
        let seen = after.counts();
        let queue_was_empty = queue_was_empty || broken!("equal_ignore_queue");
        let to_wake = match to_wake_for_post(seen, num_jobs, queue_was_empty) {
            _ if broken!("broken_wake_all") => self.workers.len(),
            n => n,
        };
        trace!(Event::Posts { before, after: seen, to_wake });
        self.wake_any_threads(to_wake);
    }
    // ANCHOR_END: new-jobs

    /// Wakes up to `to_wake` threads, the lowest index first.
    // ANCHOR: wake-any
    #[inline]
    fn wake_any_threads(&self, to_wake: usize) {
        if to_wake > 0 {
            self.scan_for_sleepers(to_wake);
        }
    }

    #[cold]
    fn scan_for_sleepers(&self, mut to_wake: usize) {
        for index in 0..self.workers.len() {
            if self.wake_specific_thread(index) {
                to_wake -= 1;
                if to_wake == 0 {
                    return;
                }
            }
        }
    }
    // ANCHOR_END: wake-any

    /// Wakes worker `index` if it is blocked; tells whether it was.
    ///
    /// For a latch whose owner sleeps, for termination, for broadcasts, and for the scan above.
    ///
    /// # Panics
    ///
    /// If the pool has no worker of that index.
    pub fn wake_specific_thread(&self, index: usize) -> bool {
        // ANCHOR: wake-specific
        let bed = &self.workers[index];
        let mut is_blocked = bed.lock();
        if !*is_blocked {
            trace!(Event::FindsAwake { target: index });
            if broken!("broken_waker_counts") {
                self.counters.sub_sleeping();
            }
            return false;
        }
        *is_blocked = broken!("broken_notify_no_clear");
        bed.condvar.notify_one();
        trace!(Event::WakesWorker { target: index });
        // It will take a while to run. Counted by itself it would look asleep until then, and
        // every poster in between would try to wake it again (INV-COUNT-3).
        if !broken!("broken_sleeper_counts") {
            let after = self.counters.sub_sleeping();
            trace!(Event::CountsAwake { after: after.counts() });
        }
        // ANCHOR_END: wake-specific
        true
    }
}
