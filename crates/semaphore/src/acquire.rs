//! The verbs that acquire, and give a [`Permit`] for what they took.
//!
//! Each first tries in the open; only who finds too little goes to `wait`.

use crate::cancel::CancelToken;
use crate::error::AcquireError;
use crate::lot::Lot;
use crate::modes::Mode;
use crate::patience::Patience;
use crate::permit::Permit;
use crate::semaphore::Semaphore;
use crate::state::{CLOSED, HANDOFF, MAX_PERMITS};
use crate::sync::atomic::{Ordering, fence};
use crate::sync::time::{Duration, Instant};

impl<M: Mode, L: Lot> Semaphore<M, L> {
    /// Acquires one permit, waiting as long as it takes.
    ///
    /// # Errors
    ///
    /// [`AcquireError::Closed`] if the semaphore is closed, or gets closed while we wait.
    #[inline]
    pub fn acquire(&self) -> Result<Permit<'_, M, L>, AcquireError> {
        self.acquire_many(1)
    }

    /// Acquires so many permits at once, all or none, waiting as long as it takes.
    ///
    /// In the queue nobody is passed over: a waiter for one stays behind a waiter for three even if
    /// one permit is free.
    /// Zero permits are acquired at once, unless the semaphore is closed or in debt.
    ///
    /// ```
    /// use winks_semaphore::{AcquireError, MAX_PERMITS, Semaphore};
    ///
    /// let seats = Semaphore::new(4);
    /// let table = seats.acquire_many(3)?;
    /// assert_eq!((table.permits(), seats.available()), (3, 1));
    /// let asked = MAX_PERMITS + 1;
    /// assert_eq!(seats.acquire_many(asked).map(drop), Err(AcquireError::TooMany { asked }));
    /// # Ok::<(), AcquireError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`AcquireError::Closed`]; [`AcquireError::TooMany`] if there can never be so many.
    #[inline]
    pub fn acquire_many(&self, permits: usize) -> Result<Permit<'_, M, L>, AcquireError> {
        self.get(permits)?;
        Ok(Permit::new(self, permits))
    }

    /// Acquires one permit if one is free at this moment.
    ///
    /// Never waits, and takes a free permit past those who do, except while a [`FairEvery`]
    /// semaphore hands over.
    ///
    /// [`FairEvery`]: crate::FairEvery
    ///
    /// # Errors
    ///
    /// [`AcquireError::NoPermits`] or [`AcquireError::Closed`].
    #[inline]
    pub fn try_acquire(&self) -> Result<Permit<'_, M, L>, AcquireError> {
        self.try_acquire_many(1)
    }

    /// Acquires so many permits if they are free at this moment, all or none.
    ///
    /// # Errors
    ///
    /// [`AcquireError::NoPermits`], [`AcquireError::Closed`], or [`AcquireError::TooMany`] if there
    /// can never be so many.
    #[inline]
    pub fn try_acquire_many(&self, permits: usize) -> Result<Permit<'_, M, L>, AcquireError> {
        self.try_get(permits)?;
        Ok(Permit::new(self, permits))
    }

    /// Acquires one permit, waiting no longer than this.
    ///
    /// ```
    /// use std::time::Duration;
    /// use winks_semaphore::{AcquireError, Semaphore};
    ///
    /// let semaphore = Semaphore::new(1);
    /// let wait = Duration::from_millis(2);
    /// let permit = semaphore.try_acquire_for(wait)?;
    /// assert_eq!(semaphore.try_acquire_for(wait).map(drop), Err(AcquireError::TimedOut));
    /// drop(permit);
    /// # Ok::<(), AcquireError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`AcquireError::TimedOut`], not before the time is over; [`AcquireError::Closed`].
    #[inline]
    pub fn try_acquire_for(&self, time: Duration) -> Result<Permit<'_, M, L>, AcquireError> {
        self.acquire_with(1, Patience::for_at_most(time))
    }

    /// Acquires one permit, waiting no longer than until then. A deadline in the past still takes a
    /// permit that is free.
    ///
    /// # Errors
    ///
    /// As [`try_acquire_for`](Self::try_acquire_for).
    #[inline]
    pub fn try_acquire_until(&self, deadline: Instant) -> Result<Permit<'_, M, L>, AcquireError> {
        self.acquire_with(1, Patience::until(deadline))
    }

    /// Acquires so many permits, all or none, waiting no longer than this.
    ///
    /// # Errors
    ///
    /// [`AcquireError::TimedOut`], [`AcquireError::Closed`], [`AcquireError::TooMany`].
    #[inline]
    pub fn try_acquire_many_for(
        &self,
        permits: usize,
        time: Duration,
    ) -> Result<Permit<'_, M, L>, AcquireError> {
        self.acquire_with(permits, Patience::for_at_most(time))
    }

    /// Acquires so many permits, all or none, waiting no longer than until then.
    ///
    /// # Errors
    ///
    /// As [`try_acquire_many_for`](Self::try_acquire_many_for).
    #[inline]
    pub fn try_acquire_many_until(
        &self,
        permits: usize,
        deadline: Instant,
    ) -> Result<Permit<'_, M, L>, AcquireError> {
        self.acquire_with(permits, Patience::until(deadline))
    }

    /// Acquires one permit, waiting until it comes or the token is cancelled.
    ///
    /// # Errors
    ///
    /// [`AcquireError::Cancelled`], also if the token was cancelled before and a permit is free;
    /// [`AcquireError::Closed`].
    #[inline]
    pub fn acquire_cancellable(
        &self,
        token: &CancelToken<L>,
    ) -> Result<Permit<'_, M, L>, AcquireError> {
        self.acquire_with(1, Patience::forever().unless(token))
    }

    /// Acquires so many permits, all or none, waiting until they come or the token is cancelled.
    ///
    /// # Errors
    ///
    /// As [`acquire_cancellable`](Self::acquire_cancellable), and [`AcquireError::TooMany`].
    #[inline]
    pub fn acquire_many_cancellable(
        &self,
        permits: usize,
        token: &CancelToken<L>,
    ) -> Result<Permit<'_, M, L>, AcquireError> {
        self.acquire_with(permits, Patience::forever().unless(token))
    }

    /// Acquires so many permits, all or none, with this [`Patience`]: the form that the others are
    /// short for.
    ///
    /// # Errors
    ///
    /// What the patience allows, [`AcquireError::Closed`], [`AcquireError::TooMany`].
    #[inline]
    pub fn acquire_with(
        &self,
        permits: usize,
        patience: Patience<'_, L>,
    ) -> Result<Permit<'_, M, L>, AcquireError> {
        self.get_with(permits, patience)?;
        Ok(Permit::new(self, permits))
    }

    /// Takes permits, or waits for them.
    #[inline]
    pub(crate) fn get(&self, demand: usize) -> Result<(), AcquireError> {
        check(demand)?;
        match self.take(demand, M::STANDS_BACK) {
            Ok(()) => Ok(()),
            Err(_) => self.wait(demand, None, None),
        }
    }

    /// Takes permits, or says why not.
    #[inline]
    pub(crate) fn try_get(&self, demand: usize) -> Result<(), AcquireError> {
        check(demand)?;
        // Stands back for those who insist, never for the queue as such.
        match self.take(demand, M::STANDS_BACK & HANDOFF) {
            Ok(()) => Ok(()),
            Err(seen) if seen.has(CLOSED) => {
                // Acquire: pairs with the Release of `close`.
                fence(Ordering::Acquire);
                Err(AcquireError::Closed)
            }
            Err(_) => Err(AcquireError::NoPermits),
        }
    }

    /// Takes permits, or waits for them, within this patience.
    #[inline]
    pub(crate) fn get_with(
        &self,
        demand: usize,
        patience: Patience<'_, L>,
    ) -> Result<(), AcquireError> {
        check(demand)?;
        if patience.token.is_some_and(CancelToken::is_cancelled) {
            return Err(AcquireError::Cancelled);
        }
        match self.take(demand, M::STANDS_BACK) {
            Ok(()) => Ok(()),
            Err(seen) => {
                let deadline = patience.deadline();
                // Whose time is over from the start does not queue up; `wait` tells of a close.
                if !seen.has(CLOSED) && self.is_over(deadline) {
                    return Err(AcquireError::TimedOut);
                }
                let _enlisted = patience.token.map(|token| token.enlist(self.key()));
                self.wait(demand, deadline, patience.token)
            }
        }
    }
}

#[inline]
const fn check(demand: usize) -> Result<(), AcquireError> {
    if demand > MAX_PERMITS { Err(AcquireError::TooMany { asked: demand }) } else { Ok(()) }
}
