//! Step 4: a flag beside the count says whether anybody sleeps.
//!
//! One word holds both, so the one addition of a release also tells it whether it must visit the
//! lot.
//! A sleeper sets the flag before it lies down; a release that finds nobody left clears it.
//! But it clears it after it has left the lot.
//! Until then somebody else may have seen the flag set, and have lain down without setting it: the
//! release wipes the flag away under that one, and the next release will pass it by.

use crate::lot::Lot;
use crate::sync::SpinWait;
use crate::sync::atomic::{AtomicUsize, Ordering};

// ANCHOR: bit-word
/// Somebody sleeps, or is about to.
const WAITERS: usize = 1;
/// One permit.
const PERMIT: usize = 2;
// ANCHOR_END: bit-word

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
        // ANCHOR: bit-acquire
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
        // ANCHOR_END: bit-acquire
    }

    fn exchange(&self, seen: usize, new: usize) -> bool {
        // Acquire: for the taker; it sees what the givers wrote, and pairs with their Release.
        self.word.compare_exchange(seen, new, Ordering::Acquire, Ordering::Relaxed).is_ok()
    }

    fn sleep(&self) {
        // ANCHOR: bit-sleep
        // No permit, and the flag still set: only then will a release come for us.
        let validate = || self.word.load(Ordering::Relaxed) == WAITERS;
        let timed_out = |_| {};
        // SAFETY: the key is our own address, the closures make one access of the word at most.
        unsafe { self.lot.park(self.key(), validate, timed_out, 0, None) };
        // ANCHOR_END: bit-sleep
    }

    /// Gives one permit, and wakes one sleeper if there is any.
    pub fn release(&self) {
        // ANCHOR: bit-release
        // Release: pairs with the Acquire of the taker.
        let before = self.word.fetch_add(PERMIT, Ordering::Release);
        if before & WAITERS == 0 {
            return;
        }
        // SAFETY: the key is our own address, the closure does nothing.
        let found = unsafe { self.lot.unpark_one(self.key(), |_| 0) };
        if !found.have_more {
            self.word.fetch_and(!WAITERS, Ordering::Relaxed);
        }
        // ANCHOR_END: bit-release
    }
}
