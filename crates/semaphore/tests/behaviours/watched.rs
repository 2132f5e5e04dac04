//! A parking lot that tells what it is asked, and holds threads or the clock where a test wants
//! them. The work is done by the lot of production.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex};
use std::time::Instant;
use winks_semaphore::lot::{Choice, Lot, Parked, Unparked};
use winks_semaphore::parking::ParkingLot;

use crate::helpers::until;

type Hook = Box<dyn Fn(bool) + Send>;

/// The lot; its clones are the same lot.
#[derive(Clone, Default)]
pub(crate) struct Watched(Arc<Seen>);

#[derive(Default)]
struct Seen {
    parks: AtomicUsize,
    passes: AtomicUsize,
    woken: AtomicUsize,
    holds: AtomicBool,
    stops_the_clock: AtomicBool,
    is_late: AtomicBool,
    at_time_out: Mutex<Option<Hook>>,
}

impl Watched {
    /// Calls of `park`, whether they slept or not.
    pub(crate) fn parks(&self) -> usize {
        self.0.parks.load(SeqCst)
    }

    /// Times that the queue was gone through, which is what the path without waiters spares.
    pub(crate) fn passes(&self) -> usize {
        self.0.passes.load(SeqCst)
    }

    /// Threads taken off the queue to be woken.
    pub(crate) fn woken(&self) -> usize {
        self.0.woken.load(SeqCst)
    }

    /// From now on, or no longer, a thread that is woken stays where it is.
    pub(crate) fn hold(&self, holds: bool) {
        self.0.holds.store(holds, SeqCst);
    }

    /// From now on nobody's time runs out while it sleeps.
    pub(crate) fn stop_the_clock(&self) {
        self.0.stops_the_clock.store(true, SeqCst);
    }

    /// From now on every deadline has passed, for those who ask.
    pub(crate) fn be_late(&self) {
        self.0.is_late.store(true, SeqCst);
    }

    /// Calls this after each time-out, still under the lot's lock, with whether the thread was the
    /// last of its key.
    pub(crate) fn at_time_out(&self, hook: impl Fn(bool) + Send + 'static) {
        *self.0.at_time_out.lock().unwrap() = Some(Box::new(hook));
    }

    fn count(&self, found: Unparked) -> Unparked {
        self.0.passes.fetch_add(1, SeqCst);
        self.0.woken.fetch_add(found.count, SeqCst);
        found
    }
}

impl Lot for Watched {
    unsafe fn park(
        &self,
        key: usize,
        validate: impl FnOnce() -> bool,
        timed_out: impl FnOnce(bool),
        note: usize,
        deadline: Option<Instant>,
    ) -> Parked {
        self.0.parks.fetch_add(1, SeqCst);
        let deadline = deadline.filter(|_| !self.0.stops_the_clock.load(SeqCst));
        let timed_out = |last| {
            timed_out(last);
            if let Some(hook) = &*self.0.at_time_out.lock().unwrap() {
                hook(last);
            }
        };
        // SAFETY: the caller's promise; ours is the hook, which only looks.
        let parked = unsafe { ParkingLot::new().park(key, validate, timed_out, note, deadline) };
        if matches!(parked, Parked::Unparked(_)) {
            until(|| !self.0.holds.load(SeqCst));
        }
        parked
    }

    unsafe fn unpark_one(&self, key: usize, callback: impl FnOnce(Unparked) -> usize) -> Unparked {
        // SAFETY: the caller's promise.
        unsafe { ParkingLot::new().unpark_one(key, |found| callback(self.count(found))) }
    }

    unsafe fn unpark_filter(
        &self,
        key: usize,
        filter: impl FnMut(usize) -> Choice,
        callback: impl FnOnce(Unparked) -> usize,
    ) -> Unparked {
        // SAFETY: the caller's promise; counting neither unwinds nor calls into the lot.
        unsafe { ParkingLot::new().unpark_filter(key, filter, |found| callback(self.count(found))) }
    }

    fn has_passed(&self, deadline: Instant) -> bool {
        self.0.is_late.load(SeqCst) || ParkingLot::new().has_passed(deadline)
    }
}
