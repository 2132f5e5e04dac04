//! What a holder holds: permits that come back by themselves.

use crate::lot::Lot;
use crate::modes::{Barging, Mode};
use crate::parking::ParkingLot;
use crate::semaphore::Semaphore;
use crate::state::MAX_PERMITS;
use core::fmt;

/// Permits of a semaphore that is borrowed. Dropping it gives them back, also while a panic
/// unwinds.
///
/// If others have added so many meanwhile that the semaphore is full, what does not fit is lost:
/// the count stays as it is.
///
/// ```
/// use winks_semaphore::Semaphore;
///
/// let semaphore = Semaphore::new(5);
/// let mut all = semaphore.acquire_many(5)?;
/// let two = all.split(2).expect("it holds five");
/// drop(two);
/// assert_eq!((all.permits(), semaphore.available()), (3, 2));
/// all.forget();
/// assert_eq!(semaphore.available(), 2);
/// # Ok::<(), winks_semaphore::AcquireError>(())
/// ```
///
/// It cannot outlive its semaphore:
///
/// ```compile_fail,E0515
/// use winks_semaphore::{Permit, Semaphore};
///
/// fn escape<'s>() -> Permit<'s> {
///     let semaphore = Semaphore::new(1);
///     semaphore.acquire().unwrap()
/// }
/// ```
#[must_use = "an unused permit is given back at once"]
pub struct Permit<'s, M: Mode = Barging, L: Lot = ParkingLot> {
    semaphore: &'s Semaphore<M, L>,
    permits: usize,
}

impl<'s, M: Mode, L: Lot> Permit<'s, M, L> {
    /// Stands for permits that the caller has taken.
    #[inline]
    pub(crate) fn new(semaphore: &'s Semaphore<M, L>, permits: usize) -> Self {
        Permit { semaphore, permits }
    }

    /// How many it stands for.
    pub fn permits(&self) -> usize {
        self.permits
    }

    /// The semaphore they are of.
    pub fn semaphore(&self) -> &'s Semaphore<M, L> {
        self.semaphore
    }

    /// Keeps the permits out: nobody gives them back.
    ///
    /// [`Semaphore::release`] and [`Semaphore::add`] can still do so by number.
    #[inline]
    pub fn forget(mut self) {
        self.permits = 0;
    }

    /// Splits so many permits off, if it holds at least so many.
    pub fn split(&mut self, permits: usize) -> Option<Self> {
        let rest = self.permits.checked_sub(permits)?;
        self.permits = rest;
        Some(Permit::new(self.semaphore, permits))
    }

    /// Takes over the permits of another.
    ///
    /// # Errors
    ///
    /// Gives the other back unchanged if it is of another semaphore, or if together they would be
    /// more than a semaphore can hold.
    pub fn merge(&mut self, mut other: Self) -> Result<(), Self> {
        let sum = self.permits.wrapping_add(other.permits);
        if !core::ptr::eq(self.semaphore, other.semaphore) || sum > MAX_PERMITS {
            return Err(other);
        }
        self.permits = sum;
        other.permits = 0;
        Ok(())
    }
}

impl<M: Mode, L: Lot> Drop for Permit<'_, M, L> {
    #[inline]
    fn drop(&mut self) {
        // A full semaphore takes nothing more, and says so; there is nobody here to tell.
        let _ = self.semaphore.add(self.permits);
    }
}

impl<M: Mode, L: Lot> fmt::Debug for Permit<'_, M, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Permit").field("permits", &self.permits).finish_non_exhaustive()
    }
}
