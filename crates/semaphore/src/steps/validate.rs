//! Step 3: look once more, under the lock of the lot, before lying down.
//!
//! A release adds its permit first and visits the lot afterwards.
//! So either it comes for a thread that is queued already, or that thread validates later and sees
//! the permit: the lot's lock leaves no third order.
//! The price: each release takes that lock, even if nobody sleeps, and that is nearly always.

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
                // ANCHOR: validate-acquire
                // Relaxed: whoever will not come for us added its permit before it had the lock.
                let validate = || self.permits.load(Ordering::Relaxed) == 0;
                let timed_out = |_| {};
                // SAFETY: the key is our own address, the closures make one access of the count at most.
                unsafe { self.lot.park(self.key(), validate, timed_out, 0, None) };
                continue;
                // ANCHOR_END: validate-acquire
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
        // Release: pairs with the Acquire above.
        self.permits.fetch_add(1, Ordering::Release);
        // SAFETY: as above.
        unsafe { self.lot.unpark_one(self.key(), |_| 0) };
    }
}
