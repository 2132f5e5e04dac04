//! A token that ends waits from outside: what an interrupt is in Java.
//!
//! A waiter enlists the key it sleeps by; who cancels sets the flag and goes through the queues of
//! those keys for notes that name this token.
//! A thread that is not asleep yet validates after the flag was set, and sees it: the lot's lock
//! orders the two.
#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

use crate::lot::{Choice, Lot};
use crate::note::Note;
use crate::parking::ParkingLot;
use crate::serve::CANCELLED;
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::{Mutex, MutexGuard};
use core::fmt;
use core::ptr;

/// Ends, once, all waits that were given it, and those that will be.
///
/// Share it by reference or in an `Arc`.
///
/// ```
/// use winks_semaphore::{AcquireError, CancelToken, Semaphore};
///
/// let (semaphore, stop) = (Semaphore::new(0), CancelToken::new());
/// std::thread::scope(|s| {
///     let waiter = s.spawn(|| semaphore.acquire_cancellable(&stop).map(drop));
///     stop.cancel();
///     assert_eq!(waiter.join().unwrap(), Err(AcquireError::Cancelled));
/// });
/// ```
pub struct CancelToken<L = ParkingLot> {
    cancelled: AtomicBool,
    /// A key per thread that waits with this token. Its semaphore is borrowed by that thread until
    /// the entry is gone.
    keys: Mutex<Vec<usize>>,
    lot: L,
}

impl CancelToken {
    const_fn! {
        /// A token that is not cancelled.
        pub fn new() -> Self {
            CancelToken::with_lot(ParkingLot::new())
        }
    }
}

impl Default for CancelToken {
    fn default() -> Self {
        CancelToken::new()
    }
}

impl<L> CancelToken<L> {
    const_fn! {
        /// A token for semaphores whose waiters sleep in this lot.
        pub fn with_lot(lot: L) -> Self {
            CancelToken { cancelled: AtomicBool::new(false), keys: Mutex::new(Vec::new()), lot }
        }
    }

    /// Has it been cancelled? What the canceller wrote before is then seen.
    pub fn is_cancelled(&self) -> bool {
        // Acquire: pairs with the Release of `cancel`.
        self.cancelled.load(Ordering::Acquire)
    }

    /// What a note names the token by: an address is nobody else's while it is borrowed.
    pub(crate) fn address(&self) -> usize {
        ptr::from_ref(self).addr()
    }

    // Never under the lot's lock.
    #[allow(clippy::expect_used)]
    fn keys(&self) -> MutexGuard<'_, Vec<usize>> {
        self.keys.lock().expect("no code that holds this lock panics")
    }

    /// Notes that the calling thread may sleep by this key, until the value returned is dropped.
    pub(crate) fn enlist(&self, key: usize) -> Enlisted<'_, L> {
        self.keys().push(key);
        Enlisted { token: self, key }
    }
}

impl<L: Lot> CancelToken<L> {
    /// Ends the waits that were given this token; each returns
    /// [`Cancelled`](crate::AcquireError::Cancelled), unless it has its permits already.
    ///
    /// A wait that does not name the token goes on. Cancelling twice does nothing more.
    pub fn cancel(&self) {
        // ANCHOR: cancel
        let keys = self.keys();
        // Release: pairs with the Acquire of `is_cancelled`. Before the lot's lock is taken below:
        // who validates after us sees it, who validated before us is queued and found.
        self.cancelled.store(true, Ordering::Release);
        for &key in keys.iter() {
            let ours = |note| {
                // SAFETY: the key is a semaphore's, whose queue holds threads with notes only; we
                // hold the lot's lock (the rule of `note`).
                let note = unsafe { Note::at(note) };
                if note.token == self.address() { Choice::Unpark } else { Choice::Skip }
            };
            // SAFETY: the entry is removed under the lock of `keys`, which we hold, before the
            // borrow of the semaphore ends; neither closure unwinds or calls into the lot.
            unsafe { self.lot.unpark_filter(key, ours, |_| CANCELLED) };
        }
        // ANCHOR_END: cancel
    }
}

impl<L> fmt::Debug for CancelToken<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancelToken").field("cancelled", &self.is_cancelled()).finish()
    }
}

/// As long as it lives, its key is in the token's list.
pub(crate) struct Enlisted<'t, L> {
    token: &'t CancelToken<L>,
    key: usize,
}

impl<L> Drop for Enlisted<'_, L> {
    fn drop(&mut self) {
        let mut keys = self.token.keys();
        if let Some(at) = keys.iter().position(|&key| key == self.key) {
            keys.swap_remove(at);
        }
    }
}
