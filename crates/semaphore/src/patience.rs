//! How long a wait may take, and what may end it.

use crate::cancel::CancelToken;
use crate::parking::ParkingLot;
use crate::sync::time::{Duration, Instant};

/// How long a wait may take: for ever, for some time, until some time; and which token may end it
/// earlier.
///
/// ```
/// use std::time::Duration;
/// use winks_semaphore::{AcquireError, CancelToken, Patience, Semaphore};
///
/// let (semaphore, stop) = (Semaphore::new(2), CancelToken::new());
/// let patience = Patience::for_at_most(Duration::from_millis(1)).unless(&stop);
/// assert_eq!(semaphore.acquire_with(3, patience).map(drop), Err(AcquireError::TimedOut));
/// ```
#[derive(Debug)]
pub struct Patience<'t, L = ParkingLot> {
    limit: Limit,
    pub(crate) token: Option<&'t CancelToken<L>>,
}

#[derive(Clone, Copy, Debug)]
enum Limit {
    Never,
    After(Duration),
    At(Instant),
}

impl<L> Clone for Patience<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L> Copy for Patience<'_, L> {}

impl<'t, L> Patience<'t, L> {
    /// As long as it takes.
    pub const fn forever() -> Self {
        Patience { limit: Limit::Never, token: None }
    }

    /// So long, counted from the call; with a time of zero nobody sleeps.
    ///
    /// A time that the clock cannot hold is for ever.
    pub const fn for_at_most(time: Duration) -> Self {
        Patience { limit: Limit::After(time), token: None }
    }

    /// Until then; a time in the past still takes permits that are free.
    pub const fn until(deadline: Instant) -> Self {
        Patience { limit: Limit::At(deadline), token: None }
    }

    /// And not once this token is cancelled.
    pub const fn unless(self, token: &'t CancelToken<L>) -> Self {
        Patience { limit: self.limit, token: Some(token) }
    }

    /// The moment it ends, if it does. Reads the clock only if it must.
    pub(crate) fn deadline(&self) -> Option<Instant> {
        match self.limit {
            Limit::Never => None,
            Limit::After(time) => Instant::now().checked_add(time),
            Limit::At(deadline) => Some(deadline),
        }
    }
}
