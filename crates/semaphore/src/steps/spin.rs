//! Step 1: look until there is a permit.

use crate::sync::atomic::{AtomicUsize, Ordering};

/// A count of permits.
#[derive(Debug)]
pub struct Semaphore {
    permits: AtomicUsize,
}

impl Semaphore {
    const_fn! {
        /// So many permits are free.
        pub fn new(permits: usize) -> Self {
            Semaphore { permits: AtomicUsize::new(permits) }
        }
    }

    /// Permits that are free.
    pub fn available(&self) -> usize {
        self.permits.load(Ordering::Relaxed)
    }

    /// Takes one permit; calls `pause` as often as there is none.
    pub fn acquire(&self, mut pause: impl FnMut()) {
        // ANCHOR: spin-acquire
        loop {
            let seen = self.permits.load(Ordering::Relaxed);
            if seen == 0 {
                pause();
                continue;
            }
            // Look and take in one step, or two threads take the same permit. Acquire: sees what
            // the one wrote who gave it.
            let less = seen - 1;
            let taken =
                self.permits.compare_exchange(seen, less, Ordering::Acquire, Ordering::Relaxed);
            if taken.is_ok() {
                return;
            }
        }
        // ANCHOR_END: spin-acquire
    }

    /// Gives one permit.
    pub fn release(&self) {
        // Release: pairs with the Acquire above.
        self.permits.fetch_add(1, Ordering::Release);
    }
}
