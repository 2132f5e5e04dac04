//! The parking lot of production: `parking_lot_core` 0.10.
//!
//! Its global table of buckets serves every key of the process; addresses that fall into one bucket
//! share its queue and are told apart by key.
//! This file only changes names and types; it is the one seam, beside [`sync`](crate::sync), that
//! an explorer replaces.

use crate::lot::{Choice, Lot, Parked, Unparked};
use crate::sync::time::Instant;
use parking_lot_core::{FilterOp, ParkResult, ParkToken, UnparkResult, UnparkToken};

/// The lot of the process; a value of it takes no space.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParkingLot;

impl ParkingLot {
    /// The lot of the process.
    pub const fn new() -> Self {
        ParkingLot
    }
}

fn result(found: UnparkResult) -> Unparked {
    Unparked { count: found.unparked_threads, have_more: found.have_more_threads }
}

impl Lot for ParkingLot {
    unsafe fn park(
        &self,
        key: usize,
        validate: impl FnOnce() -> bool,
        timed_out: impl FnOnce(bool),
        note: usize,
        deadline: Option<Instant>,
    ) -> Parked {
        let before_sleep = || {};
        // SAFETY: the caller promises the same of its key and callbacks; `before_sleep` is empty.
        let ended = unsafe {
            let timed_out = |_key, was_last| timed_out(was_last);
            parking_lot_core::park(
                key,
                validate,
                before_sleep,
                timed_out,
                ParkToken(note),
                deadline,
            )
        };
        match ended {
            ParkResult::Unparked(UnparkToken(token)) => Parked::Unparked(token),
            ParkResult::Invalid => Parked::Invalid,
            ParkResult::TimedOut => Parked::TimedOut,
        }
    }

    unsafe fn unpark_one(&self, key: usize, callback: impl FnOnce(Unparked) -> usize) -> Unparked {
        // SAFETY: the caller promises the same of its key and callback.
        result(unsafe {
            parking_lot_core::unpark_one(key, |found| UnparkToken(callback(result(found))))
        })
    }

    unsafe fn unpark_filter(
        &self,
        key: usize,
        mut filter: impl FnMut(usize) -> Choice,
        callback: impl FnOnce(Unparked) -> usize,
    ) -> Unparked {
        let choose = |ParkToken(note)| match filter(note) {
            Choice::Unpark => FilterOp::Unpark,
            Choice::Skip => FilterOp::Skip,
            Choice::Stop => FilterOp::Stop,
        };
        // SAFETY: the caller promises the same of its key, filter and callback.
        result(unsafe {
            parking_lot_core::unpark_filter(key, choose, |found| {
                UnparkToken(callback(result(found)))
            })
        })
    }

    fn has_passed(&self, deadline: Instant) -> bool {
        Instant::now() >= deadline
    }
}
