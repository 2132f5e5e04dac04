//! What permits protect, under loom: it reports two threads at it that nothing orders.

use crate::recording::{self, Failure, note};
use crate::sync::atomic::{AtomicUsize, Ordering};
use loom::cell::UnsafeCell;

/// A page that one may write at a time, and that is read after it was written.
pub(crate) struct Page {
    written: UnsafeCell<usize>,
    inside: AtomicUsize,
}

// SAFETY: loom checks each access, and fails the run at the first two that race.
unsafe impl Sync for Page {}

impl Page {
    pub(crate) fn new() -> Page {
        Page { written: UnsafeCell::new(0), inside: AtomicUsize::new(0) }
    }

    /// One comes, writes, and goes; two at once are a loss.
    pub(crate) fn write(&self) {
        note("is at the page");
        if crate::is_exact() {
            // Two that are there together, told before loom calls it a race.
            let inside = 1 + self.inside.fetch_add(1, Ordering::Relaxed);
            if inside > 1 {
                recording::fail(Failure::FinalCount(format!("{inside} holders of 1 permit")));
            }
        }
        // SAFETY: checked by loom.
        self.written.with_mut(|written| unsafe { *written += 1 });
        if crate::is_exact() {
            self.inside.fetch_sub(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn read(&self) -> usize {
        note("reads the page");
        // SAFETY: checked by loom.
        self.written.with(|written| unsafe { *written })
    }
}
