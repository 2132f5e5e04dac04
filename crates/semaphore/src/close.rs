//! Closing: the end of a semaphore, for everybody who waits and everybody who comes.

use crate::lot::Lot;
use crate::modes::Mode;
use crate::semaphore::Semaphore;
use crate::state::CLOSED;
use crate::sync::atomic::{Ordering, fence};

impl<M: Mode, L: Lot> Semaphore<M, L> {
    /// Closes it for good: every waiter wakes with [`Closed`](crate::AcquireError::Closed), and so
    /// ends every later attempt to acquire.
    ///
    /// Permits that are held may still be given back, and are counted; nothing opens the semaphore
    /// again. Closing it twice does nothing more.
    ///
    /// ```
    /// use winks_semaphore::{AcquireError, Semaphore};
    ///
    /// let semaphore = Semaphore::new(0);
    /// std::thread::scope(|s| {
    ///     let waiter = s.spawn(|| semaphore.acquire().map(drop));
    ///     semaphore.close();
    ///     assert_eq!(waiter.join().unwrap(), Err(AcquireError::Closed));
    /// });
    /// ```
    pub fn close(&self) {
        // ANCHOR: close
        // Release: pairs with the fence of whoever finds the flag. Set before the lot's lock is
        // taken: who validates later sees it, who was queued earlier is woken.
        let before = self.word.fetch_or(CLOSED, Ordering::Release);
        if before & CLOSED == 0 {
            self.wake_all();
        }
        // ANCHOR_END: close
    }

    /// Is it closed? What the closer wrote before is then seen.
    pub fn is_closed(&self) -> bool {
        let closed = self.state().has(CLOSED);
        if closed {
            // Acquire: pairs with the Release of `close`.
            fence(Ordering::Acquire);
        }
        closed
    }
}
