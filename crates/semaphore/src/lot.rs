//! What the semaphore asks of a parking lot, and nothing more.
//!
//! A parking lot keeps, beside the words of its users, one queue of sleeping threads per address.
//! In production it is `parking_lot_core`'s, in [`parking`](crate::parking); an explorer brings a
//! small one of its own, and so does a test that wants to place an event exactly.
//!
//! What a lot promises (the semaphore's argument stands on these five):
//!
//! 1. Threads with one key lie in one queue, first in, first out, behind one lock.
//! 2. `validate` runs under that lock; on false the thread does not sleep, on true it is queued
//!    before the lock is released.
//! 3. A callback and a filter run under that lock too: after the threads they speak of were taken
//!    off the queue, before any of them runs.
//! 4. What an unparker wrote before, the thread it wakes sees; the token it gives is delivered.
//! 5. A thread whose time ran out takes itself off the queue under the lock, unless somebody took
//!    it off first: then it was woken, and not a moment too late.
//!
//! In return, the rule for whoever calls one: nothing that runs under the lock unwinds or calls into
//! a lot. In this crate it makes single accesses of a word, and lints hold its files to that.

use crate::sync::time::Instant;

/// A queue of sleeping threads per address.
pub trait Lot {
    /// Puts the calling thread to sleep in the queue of `key`, if `validate` agrees, until it is
    /// unparked or the deadline has passed.
    ///
    /// `note` is what [`unpark_filter`](Lot::unpark_filter) shows of this thread.
    /// `timed_out` is called under the lock if the time ran out, and learns whether this thread was
    /// the last of its key.
    ///
    /// # Safety
    ///
    /// `key` is the address of something that the caller owns, `validate` and `timed_out` neither
    /// unwind nor call into a lot.
    // ANCHOR: lot-park
    unsafe fn park(
        &self,
        key: usize,
        validate: impl FnOnce() -> bool,
        timed_out: impl FnOnce(bool),
        note: usize,
        deadline: Option<Instant>,
    ) -> Parked;
    // ANCHOR_END: lot-park

    /// Wakes the first thread of `key`, if any, with the token that `callback` returns.
    ///
    /// # Safety
    ///
    /// As for [`park`](Lot::park).
    unsafe fn unpark_one(&self, key: usize, callback: impl FnOnce(Unparked) -> usize) -> Unparked;

    /// Goes through the threads of `key` in order, wakes those that `filter` chooses by their
    /// notes, all with the one token that `callback` returns afterwards.
    ///
    /// # Safety
    ///
    /// As for [`park`](Lot::park).
    // ANCHOR: lot-unpark
    unsafe fn unpark_filter(
        &self,
        key: usize,
        filter: impl FnMut(usize) -> Choice,
        callback: impl FnOnce(Unparked) -> usize,
    ) -> Unparked;
    // ANCHOR_END: lot-unpark

    /// Has this deadline passed?
    fn has_passed(&self, deadline: Instant) -> bool;
}

/// How a call of [`Lot::park`] ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parked {
    /// Woken, with this token.
    Unparked(usize),
    /// Not slept: `validate` said no.
    Invalid,
    /// The time ran out, and nobody had woken the thread.
    TimedOut,
}

/// What a callback learns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unparked {
    /// Threads taken off the queue, about to be woken.
    pub count: usize,
    /// Do others of the same key remain in the queue?
    pub have_more: bool,
}

/// What a filter says of one thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Wake it, go on.
    Unpark,
    /// Leave it, go on.
    Skip,
    /// Leave it and all behind it.
    Stop,
}
