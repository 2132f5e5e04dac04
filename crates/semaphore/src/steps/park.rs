//! Step 2: sleep in a parking lot while there is no permit, under the address of the count.
//!
//! Between the look and the sleep lies a gap.
//! A release that falls into it finds nobody in the lot, and nobody comes again for the thread that
//! lies down a moment later: it sleeps beside a free permit.

use crate::lot::Lot;
use crate::sync::atomic::{AtomicUsize, Ordering};

/// A count of permits, whose waiters sleep in a lot.
#[derive(Debug)]
pub struct Semaphore<L> {
    permits: AtomicUsize,
    lot: L,
}

impl<L: Lot> Semaphore<L> {
    /// So many permits are free.
    pub fn new(permits: usize, lot: L) -> Self {
        Semaphore { permits: AtomicUsize::new(permits), lot }
    }

    /// Permits that are free.
    pub fn available(&self) -> usize {
        self.permits.load(Ordering::Relaxed)
    }

    /// The key of its queue.
    pub fn key(&self) -> usize {
        (&raw const self.permits).addr()
    }

    /// Takes one permit, waiting asleep.
    pub fn acquire(&self) {
        loop {
            let seen = self.permits.load(Ordering::Relaxed);
            if seen == 0 {
                // ANCHOR: park-acquire
                let validate = || true;
                let timed_out = |_| {};
                // SAFETY: the key is our own address, the closures do nothing.
                unsafe { self.lot.park(self.key(), validate, timed_out, 0, None) };
                continue;
                // ANCHOR_END: park-acquire
            }
            // Acquire: pairs with the Release below.
            let less = seen - 1;
            let taken =
                self.permits.compare_exchange(seen, less, Ordering::Acquire, Ordering::Relaxed);
            if taken.is_ok() {
                return;
            }
        }
    }

    /// Gives one permit, and wakes one sleeper.
    pub fn release(&self) {
        // ANCHOR: park-release
        // Release: pairs with the Acquire above.
        self.permits.fetch_add(1, Ordering::Release);
        // SAFETY: as above.
        unsafe { self.lot.unpark_one(self.key(), |_| 0) };
        // ANCHOR_END: park-release
    }
}
