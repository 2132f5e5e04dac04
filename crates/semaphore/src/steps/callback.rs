//! Step 5: the flag is cleared under the lock of the lot, in the callback. This is the whole of it.
//!
//! Three orders are left of a sleeper that sets the flag and a release that clears it, and all are
//! safe.
//! The sleeper was queued before the callback: then others remain, or it is the one that is woken.
//! It validates after the callback: the flag is gone, so it does not sleep but sets it again.
//! Nobody is in the lot: the flag is cleared, and the next release does not come here in vain.

use crate::lot::{Lot, Unparked};
use crate::sync::SpinWait;
use crate::sync::atomic::{AtomicUsize, Ordering};

/// Somebody sleeps, or is about to.
const WAITERS: usize = 1;
/// One permit.
const PERMIT: usize = 2;

/// Permits and a flag in one word, whose waiters sleep in a lot.
#[derive(Debug)]
pub struct Semaphore<L> {
    word: AtomicUsize,
    lot: L,
}

impl<L: Lot> Semaphore<L> {
    /// So many permits are free.
    pub fn new(permits: usize, lot: L) -> Self {
        Semaphore { word: AtomicUsize::new(permits * PERMIT), lot }
    }

    /// Permits that are free.
    pub fn available(&self) -> usize {
        self.word.load(Ordering::Relaxed) / PERMIT
    }

    /// The key of its queue.
    pub fn key(&self) -> usize {
        (&raw const self.word).addr()
    }

    /// Takes one permit, waiting asleep.
    pub fn acquire(&self) {
        let mut spin = SpinWait::new();
        loop {
            let seen = self.word.load(Ordering::Relaxed);
            if seen >= PERMIT {
                if self.exchange(seen, seen - PERMIT) {
                    return;
                }
                continue;
            }
            if seen & WAITERS == 0 && (spin.spin() || !self.exchange(seen, seen | WAITERS)) {
                continue;
            }
            self.sleep();
            spin = SpinWait::new();
        }
    }

    fn exchange(&self, seen: usize, new: usize) -> bool {
        // Acquire: for the taker; it sees what the givers wrote, and pairs with their Release.
        self.word.compare_exchange(seen, new, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    fn sleep(&self) {
        // No permit, and the flag still set: only then will a release come for us.
        let validate = || self.word.load(Ordering::Relaxed) == WAITERS;
        let timed_out = |_| {};
        // SAFETY: the key is our own address, the closures make one access of the word at most.
        unsafe { self.lot.park(self.key(), validate, timed_out, 0, None) };
    }

    /// Gives one permit, and wakes one sleeper if there is any.
    pub fn release(&self) {
        // ANCHOR: callback-release
        // Release: pairs with the Acquire of the taker.
        let before = self.word.fetch_add(PERMIT, Ordering::Release);
        if before & WAITERS == 0 {
            return;
        }
        let callback = |found: Unparked| {
            if !found.have_more {
                // Relaxed: the lot's lock orders it with every sleeper that validates.
                self.word.fetch_and(!WAITERS, Ordering::Relaxed);
            }
            0
        };
        // SAFETY: the key is our own address, the closure makes one access of the word at most.
        unsafe { self.lot.unpark_one(self.key(), callback) };
        // ANCHOR_END: callback-release
    }
}
