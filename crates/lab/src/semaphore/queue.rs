//! Our semaphore over a parking lot that counts: how many releases pass over a thread in the queue.
//!
//! The bounds of the modes speak of releases that find somebody waiting, while a thread is queued.
//! Both are seen under the lot's lock and nowhere else: there a thread is queued, and there a release
//! takes it off.
//! What passes while a thread is on its way into the queue, or out of it, is the scheduler's affair
//! and not counted.

use std::cell::Cell;
use std::ptr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use winks_semaphore::lot::{Choice, Lot, Parked, Unparked};
use winks_semaphore::parking::ParkingLot;
use winks_semaphore::{Mode, Semaphore};

use super::contender::Permits;

thread_local! {
    /// Does this thread release a permit at this moment?
    static RELEASES: Cell<bool> = const { Cell::new(false) };
    /// How many releases have passed over this thread since it began to acquire.
    static PASSED: Cell<u64> = const { Cell::new(0) };
}

/// What the lot keeps of a queued thread, in place of its note.
struct Ticket {
    /// The note.
    note: usize,
    /// How many releases there had been when it was queued, and when it was taken off.
    queued: Cell<u64>,
    taken: Cell<u64>,
}

/// A lot that counts.
#[derive(Default)]
struct Counting {
    lot: ParkingLot,
    /// Releases that found somebody waiting. Changed under the lot's lock alone, hence Relaxed.
    releases: AtomicU64,
}

impl Lot for Counting {
    unsafe fn park(
        &self,
        key: usize,
        validate: impl FnOnce() -> bool,
        timed_out: impl FnOnce(bool),
        note: usize,
        deadline: Option<Instant>,
    ) -> Parked {
        let ticket = Ticket { note, queued: Cell::new(0), taken: Cell::new(0) };
        let validate = || {
            ticket.queued.set(self.releases.load(Ordering::Relaxed));
            validate()
        };
        let address = ptr::from_ref(&ticket).expose_provenance();
        // SAFETY: the caller promises it of its key and callbacks; ours adds a load and a store.
        let ended = unsafe { self.lot.park(key, validate, timed_out, address, deadline) };
        if let Parked::Unparked(_) = ended {
            let passed = ticket.taken.get().saturating_sub(ticket.queued.get());
            PASSED.set(PASSED.get().saturating_add(passed));
        }
        ended
    }

    unsafe fn unpark_one(&self, key: usize, callback: impl FnOnce(Unparked) -> usize) -> Unparked {
        // SAFETY: the caller promises it.
        unsafe { self.lot.unpark_one(key, callback) }
    }

    unsafe fn unpark_filter(
        &self,
        key: usize,
        mut filter: impl FnMut(usize) -> Choice,
        callback: impl FnOnce(Unparked) -> usize,
    ) -> Unparked {
        // A waiter that goes through the queue, for what it did not need, is no release.
        let (releases, mut counted) = (RELEASES.get(), false);
        let choose = |ticket: usize| {
            if releases && !counted {
                counted = true;
                self.releases.fetch_add(1, Ordering::Relaxed);
            }
            // SAFETY: `park` alone puts tickets there, and a queued thread's lives until it is taken
            // off, under the lock that we hold.
            let ticket = unsafe { &*ptr::with_exposed_provenance::<Ticket>(ticket) };
            let choice = filter(ticket.note);
            if choice == Choice::Unpark {
                ticket.taken.set(self.releases.load(Ordering::Relaxed));
            }
            choice
        };
        // SAFETY: the caller promises it of its key and callbacks; ours counts, and writes to a ticket.
        unsafe { self.lot.unpark_filter(key, choose, callback) }
    }

    fn has_passed(&self, deadline: Instant) -> bool {
        self.lot.has_passed(deadline)
    }
}

/// Our semaphore, with the count of whom it passes over.
pub struct Counted<M> {
    semaphore: Semaphore<M, Counting>,
    longest: AtomicU64,
}

impl<M: Mode + Default + Send + Sync + 'static> Permits for Counted<M> {
    fn new(permits: usize) -> Self {
        let permits = permits.try_into().expect("the word holds so many");
        let semaphore = Semaphore::with_lot(permits, M::default(), Counting::default());
        Counted { semaphore, longest: AtomicU64::new(0) }
    }

    fn with<R>(&self, work: impl FnOnce() -> R) -> R {
        PASSED.set(0);
        let permit = self.semaphore.acquire().expect("nobody closes it");
        self.longest.fetch_max(PASSED.get(), Ordering::Relaxed);
        let result = work();
        RELEASES.set(true);
        drop(permit);
        RELEASES.set(false);
        result
    }

    fn passed_over(&self) -> Option<u64> {
        Some(self.longest.load(Ordering::Relaxed))
    }
}
