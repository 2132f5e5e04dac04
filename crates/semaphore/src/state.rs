//! What the one word says.
//!
//! From the low bits up: somebody waits, the semaphore is closed, the queue goes first, and above
//! them the balance of permits, a signed number.
//! The balance lies on top, so that "at least n permits" is one signed comparison of the whole
//! word, whatever the flags are.
//!
//! A balance below zero is a debt: so many permits must come back before one is free.

use core::fmt;

// ANCHOR: layout
/// Somebody waits in the lot, or is about to.
pub const WAITERS: usize = 1 << 0;
/// Nobody gets a permit any more.
pub const CLOSED: usize = 1 << 1;
/// Somebody has been woken in vain too often: the queue goes first until it has got its permits.
/// Only [`FairEvery`](crate::modes::FairEvery) sets this.
pub const HANDOFF: usize = 1 << 2;
/// One permit.
pub const PERMIT: usize = 1 << 3;

/// The largest balance: 2^60 − 1 on a 64-bit machine, 2^28 − 1 on a 32-bit one.
pub const MAX_PERMITS: usize = isize::MAX as usize / PERMIT;
/// The largest debt, as the balance it is.
pub const MIN_BALANCE: isize = isize::MIN / PERMIT as isize;
// ANCHOR_END: layout

/// One value of the word.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct State(pub usize);

impl State {
    /// The state with this balance and no flag, if the word can hold it.
    pub const fn with_balance(balance: isize) -> Option<State> {
        if balance < MIN_BALANCE || balance > MAX_PERMITS as isize {
            return None;
        }
        Some(State((balance as usize) << PERMIT.trailing_zeros()))
    }

    /// Permits that are free, or, below zero, owed.
    #[inline]
    pub const fn balance(self) -> isize {
        self.0 as isize >> PERMIT.trailing_zeros()
    }

    /// Is one of these flags set?
    #[inline]
    pub const fn has(self, flags: usize) -> bool {
        self.0 & flags != 0
    }

    // ANCHOR: covers
    /// Is the balance at least `demand`, which is at most [`MAX_PERMITS`]?
    ///
    /// The flags lie below one permit, so they cannot change the answer.
    #[inline]
    pub const fn covers(self, demand: usize) -> bool {
        self.0 as isize >= demand.wrapping_mul(PERMIT) as isize
    }

    /// May `demand` permits be taken, by somebody who stands back for these flags?
    #[inline]
    pub const fn offers(self, demand: usize, stands_back: usize) -> bool {
        !self.has(CLOSED | stands_back) && self.covers(demand)
    }
    // ANCHOR_END: covers

    /// The state after `demand` permits, which it covers, are taken.
    #[inline]
    pub const fn less(self, demand: usize) -> State {
        State(self.0.wrapping_sub(demand.wrapping_mul(PERMIT)))
    }

    /// The state after `permits` more, if the balance stays within [`MAX_PERMITS`].
    #[inline]
    pub const fn plus(self, permits: usize) -> Option<State> {
        if permits > MAX_PERMITS || self.balance() > (MAX_PERMITS - permits) as isize {
            return None;
        }
        Some(State(self.0.wrapping_add(permits.wrapping_mul(PERMIT))))
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.balance())?;
        for (flag, name) in [(WAITERS, "WAITERS"), (CLOSED, "CLOSED"), (HANDOFF, "HANDOFF")] {
            if self.has(flag) {
                write!(f, " | {name}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "State({self})")
    }
}
