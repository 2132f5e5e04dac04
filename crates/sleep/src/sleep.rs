//! The worker's side: from the first search in vain to the five checks before it blocks.
//!
//! A worker sleeps inside a wait, never in general: it waits for a latch, works while it waits, and
//! lies down when there is nothing to work on.
//! Each search in vain brings it one call of [`Sleep::no_work_found`] closer to its condition
//! variable; every check on the way may send it back.
//!
//! This side may know the latch it waits for, and one question about the world: "is there a job in
//! a queue that anybody may fill?"
//! It must never know what a job is.

use crate::counters::{AtomicCounters, Counts};
use crate::idle::{IdleState, Policy};
use crate::jec::{Jec, Turn};
use crate::latch::CoreLatch;
use crate::sync::atomic::{Ordering, fence};
use crate::sync::{Condvar, Mutex, MutexGuard, thread};
use crate::trace::Event;
use crate::word::{Layout, Native};
use crossbeam_utils::CachePadded;
use std::fmt;

/// The sleep of one pool: the shared word, and a bed for each worker.
///
/// The word needs no padding of its own: its neighbours, the policy and the pointer to the beds,
/// are never written after construction.
pub struct Sleep<L: Layout = Native> {
    pub(crate) counters: AtomicCounters<L>,
    pub(crate) policy: Policy,
    pub(crate) workers: Box<[CachePadded<WorkerSleepState>]>,
}

// ANCHOR: bed
/// A worker's bed: whether it must be woken, and the means to do so.
///
/// One per worker, so that waking one touches nobody else's; padded, so that two neighbours never
/// share a cache line.
#[derive(Debug)]
pub struct WorkerSleepState {
    /// True exactly while the worker waits to be woken (INV-BED-2). Cleared by the waker.
    pub(crate) is_blocked: Mutex<bool>,
    pub(crate) condvar: Condvar,
}
// ANCHOR_END: bed

impl WorkerSleepState {
    fn new() -> Self {
        WorkerSleepState { is_blocked: Mutex::new(false), condvar: Condvar::new() }
    }

    pub(crate) fn lock(&self) -> MutexGuard<'_, bool> {
        // The flag is a single store away from consistent at any time, so a panic of foreign code
        // under the lock (the last look runs there) leaves nothing to repair.
        self.is_blocked.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    // ANCHOR: block
    /// Waits until a waker clears the flag.
    fn block(&self, held: Option<MutexGuard<'_, bool>>) {
        let held = held.filter(|_| !broken!("broken_block_unlocked"));
        let mut is_blocked = held.unwrap_or_else(|| self.lock());
        *is_blocked = true;
        trace!(Event::Blocks);
        while *is_blocked {
            is_blocked =
                self.condvar.wait(is_blocked).unwrap_or_else(|poisoned| poisoned.into_inner());
            if broken!("broken_if_for_while") {
                break;
            }
        }
        trace!(Event::Wakes);
    }
    // ANCHOR_END: block
}

impl<L: Layout> Sleep<L> {
    /// The sleep of a pool of `n_threads` workers, all of them taken to be active.
    ///
    /// # Panics
    ///
    /// If the counts of this layout cannot hold so many: more than [`Layout::THREADS_MAX`]. A pool
    /// clamps what its user asks for before it comes here.
    pub fn new(n_threads: usize) -> Self {
        Self::with(n_threads, Policy::default(), AtomicCounters::new())
    }

    /// The same with a policy of its own, and counters that may start elsewhere than at 0.
    ///
    /// # Panics
    ///
    /// As [`new`](Self::new).
    pub fn with(n_threads: usize, policy: Policy, counters: AtomicCounters<L>) -> Self {
        assert!(
            n_threads <= L::THREADS_MAX,
            "a pool of {n_threads} threads: this word counts {} at most",
            L::THREADS_MAX
        );
        let workers = (0..n_threads).map(|_| CachePadded::new(WorkerSleepState::new())).collect();
        Sleep { counters, policy, workers }
    }

    /// The three numbers as they stand at one instant. A trend, not a promise.
    pub fn counts(&self) -> Counts {
        self.counters.load().counts()
    }

    /// Does worker `index` wait to be woken, at this instant? For statistics and tests.
    ///
    /// # Panics
    ///
    /// If the pool has no worker of that index.
    pub fn is_blocked(&self, index: usize) -> bool {
        *self.workers[index].lock()
    }

    // ANCHOR: start-looking
    /// Worker `worker_index` ran out of work and starts to search.
    #[inline]
    pub fn start_looking(&self, worker_index: usize) -> IdleState {
        let after = self.counters.add_inactive();
        trace!(Event::StartLooking { after: after.counts() });
        IdleState::new(worker_index)
    }
    // ANCHOR_END: start-looking

    /// One more search was in vain: yield, get sleepy, or go to sleep.
    ///
    /// Returns when the worker should search (and probe its latch) again: true if it was blocked
    /// meanwhile and somebody woke it. `has_injected_jobs` tells
    /// whether a queue that others fill holds a job for this worker; it runs under the lock of this
    /// worker's bed, so it must neither block nor post.
    #[inline]
    pub fn no_work_found(
        &self,
        idle: &mut IdleState,
        latch: &CoreLatch,
        has_injected_jobs: impl Fn() -> bool,
    ) -> bool {
        // ANCHOR: no-work-found
        if idle.rounds < self.policy.rounds_until_sleepy || broken!("broken_rounds") {
            trace!(Event::Yields { round: idle.rounds });
            idle.rounds += 1;
            thread::yield_now();
        } else if idle.rounds == self.policy.rounds_until_sleepy {
            idle.jec = self.announce_sleepy();
            idle.rounds += 1;
            if broken!("broken_search_after") {
                return self.sleep(idle, latch, has_injected_jobs);
            }
            thread::yield_now();
        } else {
            return self.sleep(idle, latch, has_injected_jobs);
        }
        false
        // ANCHOR_END: no-work-found
    }

    // ANCHOR: announce
    /// Leaves the JEC even, and tells at what value: a post from now on will move it.
    #[cold]
    fn announce_sleepy(&self) -> Jec {
        let (before, after) = self.counters.turn_jec(Turn::Announce);
        trace!(Event::Announces { before, after: after.counts() });
        match after.jec() {
            _ if broken!("broken_remember_nothing") => Jec::DUMMY,
            _ if broken!("equal_remember_before") => before,
            left => left,
        }
    }
    // ANCHOR_END: announce

    /// True if the worker was blocked.
    #[cold]
    fn sleep(
        &self,
        idle: &mut IdleState,
        latch: &CoreLatch,
        has_injected_jobs: impl Fn() -> bool,
    ) -> bool {
        if broken!("broken_remember_late") {
            idle.jec = self.counters.load().jec();
        }
        invariant!(
            idle.jec.is_sleepy() || broken!("equal_remember_before"),
            "INV-JEC-3: worker {} goes to sleep without having announced itself",
            idle.worker_index
        );

        // ANCHOR: check-1
        // Check 1: is there anything left to wait for? From here on a setter finds SLEEPY, and
        // leaves us alone because we will look again.
        if !latch.get_sleepy() {
            trace!(Event::LatchWasSet { check: 1 });
            if !broken!("equal_no_check_1") {
                return false;
            }
        }
        // ANCHOR_END: check-1

        // ANCHOR: check-2
        // Check 2: whoever comes to wake us must wait for this lock, and will find us either
        // blocked or gone, never half-way (INV-BED-1).
        let bed = &self.workers[idle.worker_index];
        let held = (!broken!("broken_lock")).then(|| bed.lock());
        if let Some(is_blocked) = &held {
            invariant!(!**is_blocked, "INV-BED-2: a worker that is awake is marked as blocked");
            trace!(Event::LocksOwnBed);
        }
        // ANCHOR_END: check-2

        // ANCHOR: check-3
        // Check 3: was the latch set between the two steps above? That setter saw SLEEPY and will
        // not come back (INV-LATCH-2). After this step a setter finds SLEEPING, and wakes us.
        if !latch.fall_asleep() {
            trace!(Event::LatchWasSet { check: 3 });
            if !broken!("broken_fall_asleep") {
                idle.wake_fully();
                return false;
            }
        }
        // ANCHOR_END: check-3

        let mut looked_early = false;
        // ANCHOR: check-4
        // Check 4: was anything posted since the announcement (INV-JEC-4)? If not, count us as
        // asleep in the very step that proves it.
        loop {
            let seen = self.counters.load();
            if seen.jec() != idle.jec && !broken!("broken_jec_check") {
                trace!(Event::JecMoved { remembered: idle.jec, after: seen.counts() });
                idle.wake_partly(&self.policy);
                latch.wake_up();
                return false;
            }
            if broken!("broken_last_look_early") {
                looked_early = last_look(&has_injected_jobs);
            }
            if let Some(after) = self.counters.try_add_sleeping(seen) {
                trace!(Event::Registers { after: after.counts() });
                break;
            }
        }
        // ANCHOR_END: check-4

        // ANCHOR: check-5
        // Check 5: the last look. The fence pairs with the one of a poster that injects: of our
        // registration and its job, one is seen by the other side (INV-LOOK-1).
        if !broken!("broken_fence_sleep") {
            fence(Ordering::SeqCst);
        }
        let found = if broken!("broken_last_look_early") {
            looked_early
        } else {
            !broken!("broken_last_look") && last_look(&has_injected_jobs)
        };
        // ANCHOR_END: check-5
        // ANCHOR: check-5-outcome
        if found {
            if !broken!("broken_self_wake") {
                let after = self.counters.sub_sleeping();
                trace!(Event::TakesBack { after: after.counts() });
            }
            drop(held);
        } else {
            bed.block(held);
            if broken!("broken_sleeper_counts") {
                let after = self.counters.sub_sleeping();
                trace!(Event::CountsAwake { after: after.counts() });
            }
        }
        idle.wake_fully();
        latch.wake_up();
        // ANCHOR_END: check-5-outcome
        !found
    }
}

fn last_look(has_injected_jobs: impl Fn() -> bool) -> bool {
    let found = has_injected_jobs();
    trace!(Event::LastLook { found });
    found
}

impl<L: Layout> fmt::Debug for Sleep<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Sleep")
            .field("counts", &self.counts())
            .field("policy", &self.policy)
            .field("workers", &self.workers.len())
            .finish()
    }
}
