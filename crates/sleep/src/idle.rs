//! The evidence that a thread is idle, and its count of rounds.
//!
//! No single field says what a thread is doing: the word counts it, its `is_blocked` tells whether
//! it may be woken, and on its own stack lies an [`IdleState`].
//! [`start_looking`](crate::Sleep::start_looking) makes one, every search borrows it mutably, and
//! [`work_found`](crate::Sleep::work_found) consumes it: who holds one is inactive, and cannot say
//! twice that it is not.
//! (It can still be dropped unsaid; the compiler then warns, no more.)

use crate::jec::Jec;

// ANCHOR: rounds
/// Searches in vain before a worker announces that it gets sleepy.
///
/// Long enough that a job which comes a few microseconds late finds somebody awake, short enough
/// that an idle pool costs next to nothing: 32 searches, each followed by a yield.
pub const ROUNDS_UNTIL_SLEEPY: u32 = 32;

/// The round after the announcement: one search more, then sleep.
pub const ROUNDS_UNTIL_SLEEPING: u32 = ROUNDS_UNTIL_SLEEPY + 1;
// ANCHOR_END: rounds

/// What may be tuned, per pool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Policy {
    /// Searches in vain before the announcement; [`ROUNDS_UNTIL_SLEEPY`] by default. With 0, a
    /// worker announces after its first search.
    pub rounds_until_sleepy: u32,
}

impl Default for Policy {
    fn default() -> Self {
        Policy { rounds_until_sleepy: ROUNDS_UNTIL_SLEEPY }
    }
}

// ANCHOR: idle-state
/// A thread without a job, from its first search to the job it finds.
#[derive(Debug)]
#[must_use = "an idle thread is counted as inactive until `work_found` takes this back"]
pub struct IdleState {
    /// Who it is: the index of its bed.
    pub(crate) worker_index: usize,
    /// How many searches were in vain.
    pub(crate) rounds: u32,
    /// The JEC it left behind when it announced itself, or DUMMY.
    pub(crate) jec: Jec,
}
// ANCHOR_END: idle-state

impl IdleState {
    pub(crate) fn new(worker_index: usize) -> Self {
        IdleState { worker_index, rounds: 0, jec: Jec::DUMMY }
    }

    /// How many searches were in vain since the thread last was fully awake.
    pub fn rounds(&self) -> u32 {
        self.rounds
    }

    // ANCHOR: wake-up-ways
    /// Awake again: the next job is probably near, so all rounds lie ahead.
    pub(crate) fn wake_fully(&mut self) {
        self.rounds = 0;
        self.jec = Jec::DUMMY;
    }

    /// Something was posted while we lay down: search once, then announce anew.
    pub(crate) fn wake_partly(&mut self, policy: &Policy) {
        if broken!("broken_wake_partly") {
            return;
        }
        self.rounds = policy.rounds_until_sleepy;
        self.jec = Jec::DUMMY;
    }
    // ANCHOR_END: wake-up-ways
}
