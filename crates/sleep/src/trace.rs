//! The vocabulary of what happens: one event per step of the protocol.
//!
//! An event says what its thread has just done, and where the step changed the word it carries the
//! counts as they stand after it.
//! It names no thread: whoever records knows on which one it was called.
//! The texts are those of the book's lane tables.

use crate::counters::Counts;
use crate::jec::Jec;
use crate::latch::State;
use std::fmt;

/// One step of the protocol, just done by the current thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A worker became idle: inactive + 1.
    StartLooking {
        /// The word after the step.
        after: Counts,
    },
    /// A worker found a job, or the latch it waited for was set: inactive − 1.
    WorkFound {
        /// The word after the step.
        after: Counts,
        /// How many others it will try to wake before it goes on.
        to_wake: usize,
    },
    /// A search in vain, followed by a yield.
    Yields {
        /// The round that ends, from 0.
        round: u32,
    },
    /// A worker got sleepy.
    Announces {
        /// The JEC it found.
        before: Jec,
        /// The word after the step; its JEC is the one remembered.
        after: Counts,
    },
    /// The owner moved its latch one step towards sleep, or back to UNSET.
    LatchMoves {
        /// The state before.
        from: State,
        /// The state after.
        to: State,
    },
    /// Check 1 or 3 failed: the latch was set in the meantime.
    LatchWasSet {
        /// The number of the check.
        check: u8,
    },
    /// Check 2: the worker holds the lock of its own `is_blocked`.
    LocksOwnBed,
    /// Check 4 failed: somebody posted since the announcement.
    JecMoved {
        /// The JEC remembered at the announcement.
        remembered: Jec,
        /// The word as read.
        after: Counts,
    },
    /// Check 4 passed: sleeping + 1, in the step that proved the JEC unchanged.
    Registers {
        /// The word after the step.
        after: Counts,
    },
    /// Check 5: the last look at the queues that anybody may fill.
    LastLook {
        /// Was there a job?
        found: bool,
    },
    /// The last look found a job, so the sleeper takes its own sleeping + 1 back.
    TakesBack {
        /// The word after the step.
        after: Counts,
    },
    /// The worker waits on its condition variable.
    Blocks,
    /// The worker runs again.
    Wakes,
    /// A poster made its job known, and decided.
    Posts {
        /// The JEC it found.
        before: Jec,
        /// The word on which it decides.
        after: Counts,
        /// How many it will try to wake.
        to_wake: usize,
    },
    /// A waker took the lock of worker `target`, found it blocked, cleared the flag and notified.
    WakesWorker {
        /// The index of the woken worker.
        target: usize,
    },
    /// A waker took the lock of worker `target` and found it awake.
    FindsAwake {
        /// The index of the worker that needed no waking.
        target: usize,
    },
    /// The waker took one from sleeping for the thread it woke.
    CountsAwake {
        /// The word after the step.
        after: Counts,
    },
    /// A breakage that does in two steps what must be one stands between them.
    Halfway {
        /// What it has read, and will act on.
        having: &'static str,
    },
    /// Somebody set the latch.
    LatchSet {
        /// The state before; SLEEPING obliges the setter to wake the owner.
        was: State,
    },
}

impl Event {
    /// The counts after this step, if it read or changed the word.
    pub fn counts(&self) -> Option<Counts> {
        match *self {
            Event::StartLooking { after }
            | Event::WorkFound { after, .. }
            | Event::Announces { after, .. }
            | Event::JecMoved { after, .. }
            | Event::Registers { after }
            | Event::TakesBack { after }
            | Event::Posts { after, .. }
            | Event::CountsAwake { after } => Some(after),
            _ => None,
        }
    }
}

impl fmt::Display for Event {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Event::StartLooking { .. } => write!(f, "starts looking: inactive + 1"),
            Event::WorkFound { to_wake: 0, .. } => write!(f, "found: inactive − 1, wakes nobody"),
            Event::WorkFound { to_wake, .. } => {
                write!(f, "found: inactive − 1, will wake {to_wake}")
            }
            Event::Yields { round } => write!(f, "round {round} in vain: yields"),
            Event::Announces { before, after } if before == after.jec => {
                write!(f, "announces: JEC {before} is even, stays")
            }
            Event::Announces { before, after } => {
                write!(f, "announces: JEC {before} → {}", after.jec)
            }
            Event::LatchMoves { from, to } => write!(f, "latch {from} → {to}"),
            Event::LatchWasSet { check } => write!(f, "check {check} fails: the latch is SET"),
            Event::LocksOwnBed => write!(f, "locks its is_blocked"),
            Event::JecMoved { remembered, after } => {
                write!(f, "check 4 fails: JEC {} is not the remembered {remembered}", after.jec)
            }
            Event::Registers { .. } => write!(f, "registers: sleeping + 1"),
            Event::LastLook { found: true } => write!(f, "check 5 fails: a job is injected"),
            Event::LastLook { found: false } => write!(f, "last look: nothing"),
            Event::TakesBack { .. } => write!(f, "takes back: sleeping − 1"),
            Event::Blocks => write!(f, "blocks"),
            Event::Wakes => write!(f, "runs again"),
            Event::Posts { before, after, to_wake } => {
                if before == after.jec {
                    write!(f, "posts: JEC {before}")?;
                } else {
                    write!(f, "posts: JEC {before} → {}", after.jec)?;
                }
                match to_wake {
                    0 => write!(f, ", wakes nobody"),
                    n => write!(f, ", will wake {n}"),
                }
            }
            Event::WakesWorker { target } => write!(f, "wakes worker {target}"),
            Event::FindsAwake { target } => write!(f, "worker {target} is not blocked"),
            Event::CountsAwake { .. } => write!(f, "for the woken: sleeping − 1"),
            Event::Halfway { having } => write!(f, "halfway: {having}"),
            Event::LatchSet { was: State::Sleeping } => {
                write!(f, "sets the latch: was SLEEPING, must wake")
            }
            Event::LatchSet { was } => write!(f, "sets the latch: was {was}"),
        }
    }
}
