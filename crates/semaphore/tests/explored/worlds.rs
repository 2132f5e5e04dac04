//! Small worlds of two or three threads in which a semaphore can lose.
//!
//! Each ends with all threads joined, the count right, no flag left and nobody in the queue; that
//! it ends at all is what loom sees to.

use crate::cancel::CancelToken;
use crate::error::{AcquireError, CountError};
use crate::modes::Mode;
use crate::parking::ParkingLot;
use crate::patience::Patience;
use crate::permit::Permit;
use crate::semaphore::Semaphore;
use crate::state::{MAX_PERMITS, State};
use loom::cell::UnsafeCell;
use loom::thread::{JoinHandle, spawn};
use std::sync::Arc;
use std::time::Instant;

type Shared<M> = Arc<Semaphore<M, ParkingLot>>;

/// What permits protect. loom reports two threads at it that nothing orders.
struct Page(UnsafeCell<usize>);

// SAFETY: loom checks each access, and fails the run at the first two that race.
unsafe impl Sync for Page {}

impl Page {
    fn new() -> Arc<Page> {
        Arc::new(Page(UnsafeCell::new(0)))
    }

    fn write(&self) {
        // SAFETY: checked by loom.
        self.0.with_mut(|page| unsafe { *page += 1 });
    }

    fn read(&self) -> usize {
        // SAFETY: checked by loom.
        self.0.with(|page| unsafe { *page })
    }
}

fn semaphore<M: Mode>(balance: isize, mode: M) -> (ParkingLot, Shared<M>) {
    let lot = ParkingLot::new();
    (lot.clone(), Arc::new(Semaphore::with_lot(balance, mode, lot)))
}

fn assert_at_rest<M: Mode>(semaphore: &Shared<M>, balance: isize) {
    assert_eq!(semaphore.state(), State::with_balance(balance).unwrap());
    assert_eq!(semaphore.waiters(), 0);
}

fn taker<M: Mode + Send + Sync + 'static>(semaphore: &Shared<M>, permits: usize) -> JoinHandle<()> {
    let semaphore = Arc::clone(semaphore);
    spawn(move || semaphore.acquire_many(permits).map(Permit::forget).unwrap())
}

/// Until the time of the lot is over: did it get its permits?
fn timed<M: Mode>(semaphore: &Semaphore<M>, permits: usize) -> bool {
    let patience = Patience::until(Instant::now());
    match semaphore.acquire_with(permits, patience).map(Permit::forget) {
        Ok(()) => true,
        Err(ended) => {
            assert_eq!(ended, AcquireError::TimedOut);
            false
        }
    }
}

/// So many threads, so many times each, through one permit.
pub fn lock<M: Mode + Send + Sync + 'static>(mode: M, threads: usize, rounds: usize) {
    let (_, semaphore) = semaphore(1, mode);
    let page = Page::new();
    let write = move |semaphore: &Shared<M>, page: &Page| {
        for _ in 0..rounds {
            let permit = semaphore.acquire().unwrap();
            page.write();
            drop(permit);
        }
    };
    let others: Vec<_> = (1..threads)
        .map(|_| {
            let (semaphore, page) = (Arc::clone(&semaphore), Arc::clone(&page));
            spawn(move || write(&semaphore, &page))
        })
        .collect();
    write(&semaphore, &page);
    for other in others {
        other.join().unwrap();
    }
    assert_at_rest(&semaphore, 1);
    assert_eq!(page.read(), threads * rounds);
}

/// Two wait for what one writes; it gives two permits, one by one or at once.
pub fn publish<M: Mode + Send + Sync + 'static>(mode: M, at_once: bool) {
    let (_, semaphore) = semaphore(0, mode);
    let page = Page::new();
    let readers = [(); 2].map(|()| {
        let (semaphore, page) = (Arc::clone(&semaphore), Arc::clone(&page));
        spawn(move || {
            semaphore.acquire().unwrap().forget();
            assert_eq!(page.read(), 1);
        })
    });
    page.write();
    if at_once {
        semaphore.add(2).unwrap();
    } else {
        semaphore.release().unwrap();
        semaphore.release().unwrap();
    }
    for reader in readers {
        reader.join().unwrap();
    }
    assert_at_rest(&semaphore, 0);
}

/// One waits for two permits, which come from two threads that have each written a page.
pub fn two_givers<M: Mode + Send + Sync + 'static>(mode: M) {
    let (_, semaphore) = semaphore(0, mode);
    let (left, right) = (Page::new(), Page::new());
    let reader = {
        let (semaphore, left, right) =
            (Arc::clone(&semaphore), Arc::clone(&left), Arc::clone(&right));
        spawn(move || {
            semaphore.acquire_many(2).unwrap().forget();
            assert_eq!((left.read(), right.read()), (1, 1));
        })
    };
    let giver = {
        let (semaphore, right) = (Arc::clone(&semaphore), Arc::clone(&right));
        spawn(move || {
            right.write();
            semaphore.release().unwrap();
        })
    };
    left.write();
    semaphore.release().unwrap();
    reader.join().unwrap();
    giver.join().unwrap();
    assert_at_rest(&semaphore, 0);
}

/// One waits for two, one for one; three come one by one.
pub fn two_sizes<M: Mode + Send + Sync + 'static>(mode: M) {
    let (_, semaphore) = semaphore(0, mode);
    let takers = [2, 1].map(|permits| taker(&semaphore, permits));
    for _ in 0..3 {
        semaphore.release().unwrap();
    }
    for taker in takers {
        taker.join().unwrap();
    }
    assert_at_rest(&semaphore, 0);
}

/// One waits for two and will leave, one waits for one; a single permit comes.
pub fn leaver<M: Mode + Send + Sync + 'static>(mode: M, by_time: bool) {
    let (lot, semaphore) = semaphore(0, mode);
    let stop = Arc::new(CancelToken::with_lot(lot.clone()));
    let large = {
        let (semaphore, stop) = (Arc::clone(&semaphore), Arc::clone(&stop));
        spawn(move || {
            let patience =
                if by_time { Patience::until(Instant::now()) } else { Patience::forever() };
            semaphore.acquire_with(2, patience.unless(&stop)).map(drop).unwrap_err()
        })
    };
    let small = taker(&semaphore, 1);
    semaphore.release().unwrap();
    if by_time {
        lot.let_time_pass();
    } else {
        stop.cancel();
    }
    let expected = if by_time { AcquireError::TimedOut } else { AcquireError::Cancelled };
    assert_eq!(large.join().unwrap(), expected);
    small.join().unwrap();
    assert_at_rest(&semaphore, 0);
}

/// One waits for some time, one as long as it takes; one permit comes, before the time is over or
/// after, and a second if the first went to the impatient one.
pub fn time_out<M: Mode + Send + Sync + 'static>(mode: M, permit_first: bool) {
    let (lot, semaphore) = semaphore(0, mode);
    let patient = taker(&semaphore, 1);
    let clock = {
        let semaphore = Arc::clone(&semaphore);
        spawn(move || {
            if permit_first {
                semaphore.release().unwrap();
                lot.let_time_pass();
            } else {
                lot.let_time_pass();
                semaphore.release().unwrap();
            }
        })
    };
    if timed(&semaphore, 1) {
        semaphore.release().unwrap();
    }
    clock.join().unwrap();
    patient.join().unwrap();
    assert_at_rest(&semaphore, 0);
}

/// Two wait; a permit comes, and the end.
pub fn close<M: Mode + Send + Sync + 'static>(mode: M) {
    let (_, semaphore) = semaphore(0, mode);
    let takers = [(); 2].map(|()| {
        let semaphore = Arc::clone(&semaphore);
        spawn(move || semaphore.acquire().map(Permit::forget).is_ok())
    });
    semaphore.release().unwrap();
    semaphore.close();
    let taken = takers.map(|taker| usize::from(taker.join().unwrap())).iter().sum::<usize>();
    assert!(taken <= 1);
    assert_eq!((semaphore.available(), semaphore.has_waiters()), (1 - taken, false));
}

/// Nobody waits, and nothing more fits in.
pub fn full<M: Mode>(mode: M) {
    let balance = MAX_PERMITS as isize;
    let (_, semaphore) = semaphore(balance, mode);
    let refused = CountError::Overflow { balance, added: 1 };
    assert_eq!((semaphore.release(), semaphore.balance()), (Err(refused), balance));
}
