//! Permits that own a share of their semaphore, to go where no borrow can.

use crate::error::AcquireError;
use crate::lot::Lot;
use crate::modes::{Barging, Mode};
use crate::parking::ParkingLot;
use crate::patience::Patience;
use crate::semaphore::Semaphore;
use crate::state::MAX_PERMITS;
use crate::sync::Arc;
use core::fmt;

/// Permits of a semaphore in an `Arc`. Dropping it gives them back, also while a panic unwinds.
///
/// As for a [`Permit`](crate::Permit), what a full semaphore cannot take back is lost.
///
/// ```
/// use std::sync::Arc;
/// use winks_semaphore::Semaphore;
///
/// let semaphore = Arc::new(Semaphore::new(1));
/// let permit = semaphore.acquire_owned()?;
/// let holder = std::thread::spawn(move || drop(permit));
/// holder.join().unwrap();
/// assert_eq!(semaphore.available(), 1);
/// # Ok::<(), winks_semaphore::AcquireError>(())
/// ```
#[must_use = "an unused permit is given back at once"]
pub struct OwnedPermit<M: Mode = Barging, L: Lot = ParkingLot> {
    semaphore: Arc<Semaphore<M, L>>,
    permits: usize,
}

impl<M: Mode, L: Lot> Semaphore<M, L> {
    /// [`acquire`](Self::acquire), with a permit that owns a share of the semaphore.
    ///
    /// # Errors
    ///
    /// [`AcquireError::Closed`].
    pub fn acquire_owned(self: &Arc<Self>) -> Result<OwnedPermit<M, L>, AcquireError> {
        self.acquire_many_owned(1)
    }

    /// [`acquire_many`](Self::acquire_many), with a permit that owns a share of the semaphore.
    ///
    /// # Errors
    ///
    /// [`AcquireError::Closed`], [`AcquireError::TooMany`].
    pub fn acquire_many_owned(
        self: &Arc<Self>,
        permits: usize,
    ) -> Result<OwnedPermit<M, L>, AcquireError> {
        self.get(permits)?;
        Ok(OwnedPermit::new(self, permits))
    }

    /// [`try_acquire`](Self::try_acquire), with a permit that owns a share of the semaphore.
    ///
    /// # Errors
    ///
    /// [`AcquireError::NoPermits`], [`AcquireError::Closed`].
    pub fn try_acquire_owned(self: &Arc<Self>) -> Result<OwnedPermit<M, L>, AcquireError> {
        self.try_acquire_many_owned(1)
    }

    /// [`try_acquire_many`](Self::try_acquire_many), with a permit that owns a share of the
    /// semaphore.
    ///
    /// # Errors
    ///
    /// [`AcquireError::NoPermits`], [`AcquireError::Closed`], [`AcquireError::TooMany`].
    pub fn try_acquire_many_owned(
        self: &Arc<Self>,
        permits: usize,
    ) -> Result<OwnedPermit<M, L>, AcquireError> {
        self.try_get(permits)?;
        Ok(OwnedPermit::new(self, permits))
    }

    /// [`acquire_with`](Self::acquire_with), with a permit that owns a share of the semaphore: the
    /// timed and the cancellable form.
    ///
    /// # Errors
    ///
    /// What the patience allows, [`AcquireError::Closed`], [`AcquireError::TooMany`].
    pub fn acquire_owned_with(
        self: &Arc<Self>,
        permits: usize,
        patience: Patience<'_, L>,
    ) -> Result<OwnedPermit<M, L>, AcquireError> {
        self.get_with(permits, patience)?;
        Ok(OwnedPermit::new(self, permits))
    }
}

impl<M: Mode, L: Lot> OwnedPermit<M, L> {
    fn new(semaphore: &Arc<Semaphore<M, L>>, permits: usize) -> Self {
        OwnedPermit { semaphore: Arc::clone(semaphore), permits }
    }

    /// How many it stands for.
    pub fn permits(&self) -> usize {
        self.permits
    }

    /// The semaphore they are of.
    pub fn semaphore(&self) -> &Arc<Semaphore<M, L>> {
        &self.semaphore
    }

    /// Keeps the permits out: nobody gives them back.
    pub fn forget(mut self) {
        self.permits = 0;
    }

    /// Splits so many permits off, if it holds at least so many.
    pub fn split(&mut self, permits: usize) -> Option<Self> {
        let rest = self.permits.checked_sub(permits)?;
        self.permits = rest;
        Some(OwnedPermit::new(&self.semaphore, permits))
    }

    /// Takes over the permits of another.
    ///
    /// # Errors
    ///
    /// Gives the other back unchanged if it is of another semaphore, or if together they would be
    /// more than a semaphore can hold.
    pub fn merge(&mut self, mut other: Self) -> Result<(), Self> {
        let sum = self.permits.wrapping_add(other.permits);
        if !Arc::ptr_eq(&self.semaphore, &other.semaphore) || sum > MAX_PERMITS {
            return Err(other);
        }
        self.permits = sum;
        other.permits = 0;
        Ok(())
    }
}

impl<M: Mode, L: Lot> Drop for OwnedPermit<M, L> {
    fn drop(&mut self) {
        // The `Arc` keeps the semaphore until this call has returned: the raw-pointer rule of
        // `semaphore` holds by itself.
        let _ = self.semaphore.add(self.permits);
    }
}

impl<M: Mode, L: Lot> fmt::Debug for OwnedPermit<M, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnedPermit").field("permits", &self.permits).finish_non_exhaustive()
    }
}
