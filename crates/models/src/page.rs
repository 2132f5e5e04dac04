//! What permits protect, under this library's explorer.
//!
//! It runs one thread at a time and knows no race of memory, so the page counts who is at it.
//! An explorer that knows weak memory brings a page of its own in this one's place.

use crate::recording::{self, Failure, note};
use crate::sync::atomic::Ordering;
use shuttle::sync::atomic::AtomicUsize;

/// A page that one may write at a time, and that is read after it was written.
#[derive(Debug)]
pub(crate) struct Page {
    inside: AtomicUsize,
    written: AtomicUsize,
}

impl Page {
    pub(crate) fn new() -> Page {
        Page { inside: AtomicUsize::new(0), written: AtomicUsize::new(0) }
    }

    /// One comes, writes, and goes; two at once are a loss.
    pub(crate) fn write(&self) {
        let inside = 1 + self.inside.fetch_add(1, Ordering::Relaxed);
        note("is at the page");
        if inside > 1 {
            recording::fail(Failure::FinalCount(format!("{inside} holders of 1 permit")));
        }
        let written = self.written.load(Ordering::Relaxed);
        self.written.store(written + 1, Ordering::Relaxed);
        self.inside.fetch_sub(1, Ordering::Relaxed);
    }

    pub(crate) fn read(&self) -> usize {
        self.written.load(Ordering::Relaxed)
    }
}
