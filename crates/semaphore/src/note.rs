//! What a sleeping thread leaves at its bed, for those who serve the queue.
//!
//! The lot keeps one number per sleeping thread; here it is the address of a note on that thread's
//! own stack.
//! The thread lies still as long as it is queued, and it is taken off the queue only under the
//! lot's lock.
//! Hence the rule: whoever holds that lock may read the note of a queued thread, and nobody else.

use crate::sync::thread::ThreadId;
use core::ptr;

/// Who waits for what.
#[derive(Debug)]
pub struct Note {
    /// Permits asked for, all or none.
    pub demand: usize,
    /// Has this thread set [`HANDOFF`](crate::state::HANDOFF), and counts on it?
    pub insists: bool,
    /// The address of the token that can cancel this wait, or 0.
    pub token: usize,
    /// The thread itself.
    pub thread: ThreadId,
}

impl Note {
    /// The number that the lot keeps.
    pub(crate) fn address(&self) -> usize {
        ptr::from_ref(self).expose_provenance()
    }

    /// The note of a queued thread, from the number that a filter is shown.
    ///
    /// # Safety
    ///
    /// The number is the [`address`](Note::address) of a note whose thread is in the queue, and
    /// stays there for `'held`: the caller holds the lot's lock.
    pub(crate) unsafe fn at<'held>(address: usize) -> &'held Note {
        // SAFETY: a queued thread neither drops nor changes its note, as this function demands
        // (the rule of this file).
        unsafe { &*ptr::with_exposed_provenance(address) }
    }
}
