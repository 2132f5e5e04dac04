//! What can go wrong, in words that a user can act on.
//!
//! Written by hand: a derive would make every crate that includes these sources depend on it.

use crate::state::{MAX_PERMITS, MIN_BALANCE};
use core::fmt;

/// Why no permit was given. The count of permits is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AcquireError {
    /// The semaphore is closed. Every way to acquire can end so.
    Closed,
    /// Too few permits are free. Only the forms that never wait end so.
    NoPermits,
    /// The time is over. Only the timed forms end so.
    TimedOut,
    /// The token was cancelled. Only the forms with a token end so.
    Cancelled,
    /// More permits were asked for than a semaphore can ever hold.
    TooMany {
        /// How many.
        asked: usize,
    },
}

impl fmt::Display for AcquireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AcquireError::Closed => {
                f.write_str("the semaphore is closed and gives no more permits")
            }
            AcquireError::NoPermits => f.write_str("too few permits are free at this moment"),
            AcquireError::TimedOut => f.write_str("no permits came free within the given time"),
            AcquireError::Cancelled => {
                f.write_str("the wait for permits was cancelled by its token")
            }
            AcquireError::TooMany { asked } => write!(
                f,
                "{asked} permits were asked for, but a semaphore holds {MAX_PERMITS} at most"
            ),
        }
    }
}

impl std::error::Error for AcquireError {}

/// Why a count was not changed. It is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CountError {
    /// The balance would exceed the most that a semaphore can hold.
    Overflow {
        /// The balance when it was looked at.
        balance: isize,
        /// How many permits were to be added.
        added: usize,
    },
    /// The debt would exceed the most that a semaphore can owe.
    Underflow {
        /// The balance when it was looked at.
        balance: isize,
        /// How many permits were to be taken away.
        taken: usize,
    },
}

impl fmt::Display for CountError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CountError::Overflow { balance, added } => write!(
                f,
                "{added} permits cannot be added to {balance}: a semaphore holds {MAX_PERMITS} at most"
            ),
            CountError::Underflow { balance, taken } => write!(
                f,
                "{taken} permits cannot be taken from {balance}: the balance is {MIN_BALANCE} at least"
            ),
        }
    }
}

impl std::error::Error for CountError {}
