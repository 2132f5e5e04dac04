//! The same skeleton as a mutex: two flags in place of a count.
//!
//! | semaphore | mutex |
//! |---|---|
//! | the balance is at least 1 | LOCKED is clear |
//! | the balance is 0 | LOCKED is set |
//! | WAITERS | PARKED |
//! | take: one permit less, Acquire | LOCKED set, Acquire |
//! | give: one permit more, Release; then serve the queue | LOCKED cleared, Release; then wake one |
//! | validate: the flag is set and nothing is offered | validate: LOCKED and PARKED, both |
//!
//! A mutex that is unlocked offers itself once, so one wake per unlock is enough and no note is
//! needed; a count can offer more.
//!
//! parking_lot's own mutex is this one with more ways to end a wait.
//! Its versions differ in the unlock: 0.13 (on `parking_lot_core` 0.10) clears the lock first and
//! wakes afterwards, as here; 0.12.5 (on 0.9) keeps it locked until the callback decides, and about
//! every half a millisecond hands it over instead.
#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

use crate::lot::Lot;
use crate::parking::ParkingLot;
use crate::sync::SpinWait;
use crate::sync::atomic::{AtomicUsize, Ordering};
use core::cell::UnsafeCell;
use core::fmt;
use core::ops::{Deref, DerefMut};

/// Somebody is inside.
const LOCKED: usize = 1 << 0;
/// Somebody sleeps in the lot, or is about to.
const PARKED: usize = 1 << 1;

/// Lets one thread at a time at a value. It does not care for panics, time or order.
///
/// ```
/// use winks_semaphore::mutex::MiniMutex;
///
/// static SUM: MiniMutex<u64> = MiniMutex::new(0);
///
/// std::thread::scope(|s| {
///     for n in 1..=4 {
///         s.spawn(move || *SUM.lock() += n);
///     }
/// });
/// assert_eq!(*SUM.lock(), 10);
/// ```
pub struct MiniMutex<T, L = ParkingLot> {
    word: AtomicUsize,
    lot: L,
    value: UnsafeCell<T>,
}

// SAFETY: the value moves between threads, one at a time.
unsafe impl<T: Send, L: Sync> Sync for MiniMutex<T, L> {}

impl<T> MiniMutex<T> {
    const_fn! {
        /// A mutex that nobody has locked.
        pub fn new(value: T) -> Self {
            MiniMutex::with_lot(value, ParkingLot::new())
        }
    }
}

impl<T, L> MiniMutex<T, L> {
    const_fn! {
        /// A mutex whose waiters sleep in this lot.
        pub fn with_lot(value: T, lot: L) -> Self {
            MiniMutex { word: AtomicUsize::new(0), lot, value: UnsafeCell::new(value) }
        }
    }

    fn key(&self) -> usize {
        (&raw const self.word).addr()
    }
}

impl<T, L: Lot> MiniMutex<T, L> {
    /// Locks it, waiting as long as it takes; the guard unlocks it.
    #[inline]
    pub fn lock(&self) -> Guard<'_, T, L> {
        // Acquire: sees what the one before us wrote; pairs with the Release of the unlock.
        let free = self.word.compare_exchange(0, LOCKED, Ordering::Acquire, Ordering::Relaxed);
        if free.is_err() {
            self.lock_slow();
        }
        Guard { mutex: self }
    }

    /// Locks it if nobody has.
    #[inline]
    pub fn try_lock(&self) -> Option<Guard<'_, T, L>> {
        let mut seen = self.word.load(Ordering::Relaxed);
        while seen & LOCKED == 0 {
            match self.enter(seen) {
                Ok(_) => return Some(Guard { mutex: self }),
                Err(now) => seen = now,
            }
        }
        None
    }

    #[inline]
    fn enter(&self, seen: usize) -> Result<usize, usize> {
        // Acquire: as in `lock`.
        self.word.compare_exchange(seen, seen | LOCKED, Ordering::Acquire, Ordering::Relaxed)
    }

    #[cold]
    fn lock_slow(&self) {
        // ANCHOR: mutex-lock
        let mut spin = SpinWait::new();
        loop {
            let seen = self.word.load(Ordering::Relaxed);
            if seen & LOCKED == 0 {
                if self.enter(seen).is_ok() {
                    return;
                }
                continue;
            }
            if seen & PARKED == 0 && (spin.spin() || !self.announce(seen)) {
                continue;
            }
            self.sleep();
            spin = SpinWait::new();
        }
        // ANCHOR_END: mutex-lock
    }

    fn announce(&self, seen: usize) -> bool {
        // Relaxed: the flag only chooses the path of the unlock.
        let announced = seen | PARKED;
        self.word.compare_exchange(seen, announced, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }

    fn sleep(&self) {
        // ANCHOR: mutex-sleep
        let validate = || self.word.load(Ordering::Relaxed) == LOCKED | PARKED;
        // Without a deadline no time runs out.
        let timed_out = |_| {};
        // SAFETY: the key is the address of our own word; both closures make at most one access of
        // it (the rule of `lot`).
        unsafe { self.lot.park(self.key(), validate, timed_out, 0, None) };
        // ANCHOR_END: mutex-sleep
    }

    #[inline]
    fn unlock(&self) {
        // ANCHOR: mutex-unlock
        // Release: the next one sees what we wrote; pairs with the Acquire of `lock` and `enter`.
        let before = self.word.fetch_and(!LOCKED, Ordering::Release);
        if before & PARKED != 0 {
            self.wake_one();
        }
        // ANCHOR_END: mutex-unlock
    }

    #[cold]
    fn wake_one(&self) {
        // ANCHOR: mutex-wake
        let callback = |found: crate::lot::Unparked| {
            if !found.have_more {
                // Relaxed, under the lot's lock: who is about to sleep validates after us.
                self.word.fetch_and(!PARKED, Ordering::Relaxed);
            }
            0
        };
        // SAFETY: as in `sleep`.
        unsafe { self.lot.unpark_one(self.key(), callback) };
        // ANCHOR_END: mutex-wake
    }
}

impl<T, L> fmt::Debug for MiniMutex<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = self.word.load(Ordering::Relaxed);
        f.debug_struct("MiniMutex")
            .field("locked", &(word & LOCKED != 0))
            .field("parked", &(word & PARKED != 0))
            .finish_non_exhaustive()
    }
}

/// Who has it is inside.
#[must_use = "an unused guard unlocks at once"]
pub struct Guard<'m, T, L: Lot = ParkingLot> {
    mutex: &'m MiniMutex<T, L>,
}

// SAFETY: a shared guard gives a shared value.
unsafe impl<T: Sync, L: Lot + Sync> Sync for Guard<'_, T, L> {}

impl<T, L: Lot> Deref for Guard<'_, T, L> {
    type Target = T;

    fn deref(&self) -> &T {
        // SAFETY: LOCKED is ours until the guard is dropped.
        unsafe { &*self.mutex.value.get() }
    }
}

impl<T, L: Lot> DerefMut for Guard<'_, T, L> {
    fn deref_mut(&mut self) -> &mut T {
        // SAFETY: as above, and the guard is borrowed by us alone.
        unsafe { &mut *self.mutex.value.get() }
    }
}

impl<T, L: Lot> Drop for Guard<'_, T, L> {
    #[inline]
    fn drop(&mut self) {
        self.mutex.unlock();
    }
}

impl<T: fmt::Debug, L: Lot> fmt::Debug for Guard<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}
