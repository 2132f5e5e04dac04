//! What a worker waits for: a flag that knows how deeply its owner sleeps.
//!
//! ```text
//!            owner              owner
//!   UNSET ──────────▶ SLEEPY ──────────▶ SLEEPING
//!     ▲   get_sleepy          fall_asleep   │
//!     └──────────────── wake_up ────────────┘                         (owner)
//!
//!   any of them ── set, by anybody, once ──▶ SET     (SLEEPING before: wake the owner)
//! ```
//!
//! The owner alone moves it among the first three (INV-LATCH-1), so each of its exchanges can fail
//! for one reason only: somebody set the latch.
//! A latch has one owner and one wait; two waiters on one latch would lose each other's wake-up.
//!
//! # Orderings
//!
//! `set` releases and `probe` acquires: what was done before the setting is seen after the wait.
//! The owner's own moves are Relaxed.
//! They publish nothing, and where they meet `set` it is on the same word, whose changes have one
//! order for everybody: either the owner's exchange comes first and `set` reads its value, or
//! `set` comes first and the exchange fails.
//! The setter that reads SLEEPING goes on to lock the owner's `is_blocked`, which the owner locked
//! before it wrote SLEEPING; were the setter's critical section the earlier one, the write it read
//! would lie in its own future.

use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::trace::Event;
use std::fmt;

// ANCHOR: states
/// How far the owner is on its way to sleep, or that there is nothing left to wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(usize)]
pub enum State {
    /// The owner is awake, and nothing has happened yet.
    Unset = 0,
    /// The owner lies down. A setter need not wake it: it will look once more.
    Sleepy = 1,
    /// The owner may be blocked. A setter must wake it.
    Sleeping = 2,
    /// The wait is over.
    Set = 3,
}
// ANCHOR_END: states

impl State {
    /// Its name in tables and messages.
    pub const fn name(self) -> &'static str {
        match self {
            State::Unset => "UNSET",
            State::Sleepy => "SLEEPY",
            State::Sleeping => "SLEEPING",
            State::Set => "SET",
        }
    }

    fn from_word(word: usize) -> State {
        match word {
            0 => State::Unset,
            1 => State::Sleepy,
            2 => State::Sleeping,
            3 => State::Set,
            _ => unreachable!("INV-LATCH-1: a latch in state {word}"),
        }
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A latch without a wake-up of its own: `set` says whether the owner must be woken, and whoever
/// holds the pool wakes it.
///
/// ```
/// use winks_sleep::CoreLatch;
///
/// let latch = CoreLatch::new();
/// assert!(!latch.probe());
/// assert!(!latch.set(), "nobody sleeps on it, so nobody must be woken");
/// assert!(latch.probe());
/// ```
#[derive(Debug)]
pub struct CoreLatch {
    state: AtomicUsize,
}

impl CoreLatch {
    /// A latch that is UNSET.
    pub fn new() -> Self {
        CoreLatch { state: AtomicUsize::new(State::Unset as usize) }
    }

    /// Has it been set? If so, all that its setter did before is visible now.
    #[inline]
    pub fn probe(&self) -> bool {
        self.state.load(Ordering::Acquire) == State::Set as usize
    }

    // ANCHOR: owner-moves
    /// Check 1, by the owner: UNSET → SLEEPY. False if it is SET.
    pub(crate) fn get_sleepy(&self) -> bool {
        broken!("equal_three_states") || self.owner_moves(State::Unset, State::Sleepy)
    }

    /// Check 3, by the owner: SLEEPY → SLEEPING. False if it is SET.
    pub(crate) fn fall_asleep(&self) -> bool {
        let was = if broken!("equal_three_states") { State::Unset } else { State::Sleepy };
        self.owner_moves(was, State::Sleeping)
    }

    /// By the owner, awake again: back to UNSET, so that it can lie down once more. SET stays.
    pub(crate) fn wake_up(&self) {
        if !broken!("broken_latch_stuck") && !self.probe() {
            self.owner_moves(State::Sleeping, State::Unset);
        }
    }
    // ANCHOR_END: owner-moves

    /// Ends the wait. True if the owner may be blocked, so that the caller must wake it.
    #[must_use = "a latch whose owner sleeps must be followed by a wake-up"]
    pub fn set(&self) -> bool {
        // SAFETY: `self` outlives the call.
        unsafe { Self::set_raw(self) }
    }

    // ANCHOR: set
    /// The same for a latch that may be gone when this returns: its owner is free to leave, and to
    /// take the latch along, as soon as the swap is done.
    ///
    /// # Safety
    ///
    /// `this` points to a latch that stays where it is until it is set.
    #[must_use = "a latch whose owner sleeps must be followed by a wake-up"]
    pub unsafe fn set_raw(this: *const Self) -> bool {
        // SAFETY: by the caller the latch is there, until the access that sets it, the last one.
        let was = unsafe { set_state(&raw const (*this).state) };
        trace!(Event::LatchSet { was });
        was == State::Sleeping && !broken!("broken_latch_no_wake")
    }
    // ANCHOR_END: set

    /// One step by the owner; false if the latch was set in the meantime.
    fn owner_moves(&self, from: State, to: State) -> bool {
        let moved = self.state.compare_exchange(
            from as usize,
            to as usize,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );
        if let Err(found) = moved {
            invariant!(
                found == State::Set as usize,
                "INV-LATCH-1: the owner found its latch {} instead of {from}",
                State::from_word(found)
            );
            return false;
        }
        trace!(Event::LatchMoves { from, to });
        true
    }
}

// ANCHOR: set-state
/// Makes the state SET, whatever it was, and tells what it was.
///
/// # Safety
///
/// `state` is valid until it is SET.
unsafe fn set_state(state: *const AtomicUsize) -> State {
    if broken!("broken_latch_store") {
        // SAFETY: by the caller, valid at least until the store.
        let was = unsafe { (*state).load(Ordering::Relaxed) };
        trace!(Event::Halfway { having: "the latch is read" });
        // SAFETY: as above.
        unsafe { (*state).store(State::Set as usize, Ordering::Release) };
        return State::from_word(was);
    }
    // SAFETY: by the caller, valid until this swap, after which nobody here touches it.
    State::from_word(unsafe { (*state).swap(State::Set as usize, Ordering::Release) })
}
// ANCHOR_END: set-state

impl Default for CoreLatch {
    fn default() -> Self {
        Self::new()
    }
}
