//! The jobs event counter: its parity says which side wrote last.
//!
//! A worker that is about to sleep asks one question: was anything posted since I said so?
//! A count of all posts would answer it, and every post would have to write the shared word.
//! Parity answers it with a write per *change of sides*: even means that the last step was a
//! worker's announcement ("sleepy"), odd that it was a post ("active").
//! Who finds the parity already on its own side leaves the counter alone.
//!
//! It tells *whether*, never *how much*, and it wraps.

use std::fmt;

// ANCHOR: jec-dummy
/// A value of the jobs event counter, or [`Jec::DUMMY`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Jec(usize);

impl Jec {
    /// Nothing remembered.
    ///
    /// No real value equals it, since the field has at most 32 bits of a wider word; and it is
    /// odd, so a thread that never announced itself cannot pass for sleepy (INV-JEC-3).
    pub const DUMMY: Jec = Jec(usize::MAX);
    // ANCHOR_END: jec-dummy

    // ANCHOR: jec
    /// Even: the last step was the announcement of a worker that gets sleepy.
    pub fn is_sleepy(self) -> bool {
        let parity_bit = if broken!("broken_parity_mask") { 0 } else { 1 };
        self.0 & parity_bit == 0
    }

    /// Odd: the last step was a post.
    pub fn is_active(self) -> bool {
        !self.is_sleepy()
    }
    // ANCHOR_END: jec

    /// The counter at this value. For tests and models that start elsewhere than a fresh pool (0).
    pub const fn new(value: usize) -> Jec {
        Jec(value)
    }

    /// The bare number.
    pub const fn get(self) -> usize {
        self.0
    }
}

impl fmt::Display for Jec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Jec::DUMMY { write!(f, "–") } else { write!(f, "{}", self.0) }
    }
}

// ANCHOR: turn
/// The two ways to move the JEC: each side turns it to its own parity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A worker gets sleepy: odd becomes even, even stays.
    Announce,
    /// A job is posted: even becomes odd, odd stays.
    Post,
}

impl Turn {
    /// Does a JEC at this value have to move for us?
    pub fn must_move(self, jec: Jec) -> bool {
        match self {
            Turn::Announce => jec.is_active() != broken!("broken_parity_announce"),
            Turn::Post => jec.is_sleepy() != broken!("broken_parity_post"),
        }
    }
}
// ANCHOR_END: turn

impl Turn {
    /// Is the move made in two steps, by a breakage?
    pub(crate) fn is_torn(self) -> bool {
        match self {
            Turn::Announce => broken!("broken_atomic_announce"),
            Turn::Post => broken!("broken_atomic_post"),
        }
    }
}
