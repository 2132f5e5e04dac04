//! The count and its two ends: drain, reduce, release at the maximum, demands of none and of too
//! many, guards.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use winks_semaphore::parking::ParkingLot;
use winks_semaphore::{
    AcquireError, CancelToken, CountError, MAX_PERMITS, MIN_BALANCE, Mode, Patience, Permit,
    Semaphore,
};

use crate::Shown;
use crate::forms::LONG;
use crate::helpers::{ClosedOnFailure, assert_at_rest, until_queued};
use crate::watched::Watched;

pub(crate) const TESTS: &[Shown] = &[
    ("SEM-026", unfair!(drain_takes_all_and_tells)),
    ("SEM-027", fair!(drain_takes_all_and_tells)),
    ("SEM-032", unfair!(reduce_goes_below_zero)),
    ("SEM-033", fair!(reduce_goes_below_zero)),
    ("JT-012", every_mode!(both_ends_refuse)),
    ("OWN-081", every_mode!(a_full_semaphore_takes_no_more)),
    ("OWN-082", every_mode!(a_demand_above_the_maximum_is_an_error)),
    ("OWN-083", every_mode!(a_demand_for_none)),
    ("OWN-087", every_mode!(guards_conserve)),
];

fn drain_takes_all_and_tells<M: Mode>(mode: M) {
    let semaphore = Semaphore::with_mode(0, mode);
    assert_eq!(semaphore.drain(), 0);
    semaphore.add(10).unwrap();
    assert_eq!(semaphore.balance(), 10);
    assert_eq!(semaphore.drain(), 10);
    assert_at_rest(&semaphore, 0);
    assert_eq!(semaphore.drain(), 0);
    assert_at_rest(&semaphore, 0);
}

fn reduce_goes_below_zero<M: Mode>(mode: M) {
    let semaphore = Semaphore::with_mode(10, mode);
    assert_at_rest(&semaphore, 10);
    for (taken, left) in [(0, 10), (1, 9), (10, -1), (10, -11), (0, -11)] {
        semaphore.reduce(taken).unwrap();
        assert_at_rest(&semaphore, left);
    }
    // `forget` is the other choice: it takes only what is free.
    assert_eq!(semaphore.forget(5), 0);
    semaphore.add(13).unwrap();
    assert_eq!((semaphore.forget(5), semaphore.balance()), (2, 0));
}

fn both_ends_refuse<M: Mode>(mode: M) {
    let maximum = MAX_PERMITS as isize;
    let semaphore = Semaphore::with_mode(MAX_PERMITS - 1, mode);
    assert_eq!(semaphore.add(2), Err(CountError::Overflow { balance: maximum - 1, added: 2 }));
    assert_at_rest(&semaphore, maximum - 1);
    semaphore.release().unwrap();
    assert_eq!(semaphore.release(), Err(CountError::Overflow { balance: maximum, added: 1 }));
    assert_at_rest(&semaphore, maximum);

    let owing = Semaphore::with_lot(MIN_BALANCE + 1, mode, ParkingLot::new());
    let refused = CountError::Underflow { balance: MIN_BALANCE + 1, taken: 2 };
    assert_eq!(owing.reduce(2), Err(refused));
    assert_at_rest(&owing, MIN_BALANCE + 1);
    owing.reduce(1).unwrap();
    assert_eq!(owing.reduce(1), Err(CountError::Underflow { balance: MIN_BALANCE, taken: 1 }));
    assert_at_rest(&owing, MIN_BALANCE);
    // From one end to the other is twice as far as one call goes.
    owing.add(MAX_PERMITS).unwrap();
    assert_at_rest(&owing, -1);
    owing.add(MAX_PERMITS).unwrap();
    assert_at_rest(&owing, maximum - 1);
}

fn a_full_semaphore_takes_no_more<M: Mode>(mode: M) {
    let maximum = MAX_PERMITS as isize;
    let full = Arc::new(Semaphore::with_mode(MAX_PERMITS, mode));
    for added in [1, 2, MAX_PERMITS, MAX_PERMITS + 1, usize::MAX / 2 + 1, usize::MAX] {
        assert_eq!(full.add(added), Err(CountError::Overflow { balance: maximum, added }));
        assert_at_rest(&full, maximum);
    }
    full.add(0).unwrap();
    // A sum that wraps to something small.
    let empty = Semaphore::with_mode(0, mode);
    for added in [MAX_PERMITS + 1, 1 << (usize::BITS - 3), usize::MAX] {
        assert_eq!(empty.add(added), Err(CountError::Overflow { balance: 0, added }));
        assert_at_rest(&empty, 0);
    }
    // Guards of permits that others have put back meanwhile.
    let (permit, owned) = (full.acquire().unwrap(), full.acquire_owned().unwrap());
    full.add(2).unwrap();
    drop((permit, owned));
    assert_at_rest(&full, maximum);
}

fn a_demand_above_the_maximum_is_an_error<M: Mode>(mode: M) {
    let lot = Watched::default();
    let stop = CancelToken::with_lot(lot.clone());
    let semaphore = Arc::new(Semaphore::with_lot(MAX_PERMITS as isize, mode, lot.clone()));
    for asked in [MAX_PERMITS + 1, usize::MAX / 2 + 1, usize::MAX] {
        let refused = [
            semaphore.acquire_many(asked).map(drop),
            semaphore.try_acquire_many(asked).map(drop),
            semaphore.try_acquire_many_for(asked, LONG).map(drop),
            semaphore.acquire_many_cancellable(asked, &stop).map(drop),
            semaphore.acquire_with(asked, Patience::forever()).map(drop),
            semaphore.acquire_many_owned(asked).map(drop),
            semaphore.try_acquire_many_owned(asked).map(drop),
            semaphore.acquire_owned_with(asked, Patience::forever()).map(drop),
        ];
        assert_eq!(refused, [Err(AcquireError::TooMany { asked }); 8]);
    }
    assert_eq!(lot.parks(), 0, "nobody slept");
    let all = semaphore.acquire_many(MAX_PERMITS).unwrap();
    assert_at_rest(&semaphore, 0);
    drop(all);
    assert_at_rest(&semaphore, MAX_PERMITS as isize);
}

/// None can be had at zero, not from a debt, not from a closed semaphore.
fn a_demand_for_none<M: Mode + Sync>(mode: M) {
    let semaphore = Semaphore::with_lot(0, mode, ParkingLot::new());
    assert_eq!(semaphore.try_acquire_many(0).map(drop), Ok(()));
    assert_eq!(semaphore.acquire_many(0).map(drop), Ok(()));
    semaphore.reduce(1).unwrap();
    assert_eq!(semaphore.try_acquire_many(0).map(drop), Err(AcquireError::NoPermits));
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        let waiter = scope.spawn(|| semaphore.acquire_many(0).map(drop));
        until_queued(&semaphore, 1);
        semaphore.release().unwrap();
        assert_eq!(waiter.join().unwrap(), Ok(()));
    });
    assert_at_rest(&semaphore, 0);
    // A debt that is forgiven is a debt that is paid.
    semaphore.reduce(5).unwrap();
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        let waiter = scope.spawn(|| semaphore.acquire_many(0).map(drop));
        until_queued(&semaphore, 1);
        assert_eq!(semaphore.drain(), -5);
        assert_eq!(waiter.join().unwrap(), Ok(()));
    });
    assert_at_rest(&semaphore, 0);
    semaphore.close();
    assert_eq!(semaphore.try_acquire_many(0).map(drop), Err(AcquireError::Closed));
}

fn guards_conserve<M: Mode + Send + Sync>(mode: M) {
    let semaphore = Arc::new(Semaphore::with_mode(5, mode));
    // A panic gives back.
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let _borrowed = semaphore.acquire_many(2).unwrap();
        let _owned = semaphore.acquire_many_owned(3).unwrap();
        assert_eq!(semaphore.balance(), 0);
        std::panic::resume_unwind(Box::new("on purpose"));
    }));
    assert!(panicked.is_err());
    assert_at_rest(&semaphore, 5);
    // Split and merge move, and neither makes nor loses any.
    let mut all = semaphore.acquire_many(5).unwrap();
    assert!(all.split(6).is_none());
    let two = all.split(2).unwrap();
    assert_eq!((all.permits(), two.permits(), semaphore.balance()), (3, 2, 0));
    drop(all.split(0).unwrap());
    assert_eq!((all.permits(), semaphore.balance()), (3, 0));
    all.merge(two).unwrap();
    let elsewhere = Semaphore::with_mode(1, mode);
    let foreign = all.merge(elsewhere.acquire().unwrap()).unwrap_err();
    assert_eq!((all.permits(), foreign.permits(), elsewhere.balance()), (5, 1, 0));
    drop(foreign);
    drop(all);
    assert_at_rest(&elsewhere, 1);
    assert_at_rest(&semaphore, 5);
    // The same for those that own their share.
    let mut owned = semaphore.acquire_many_owned(4).unwrap();
    let part = owned.split(1).unwrap();
    assert!(owned.split(4).is_none());
    assert_eq!((owned.permits(), part.permits(), semaphore.balance()), (3, 1, 1));
    owned.merge(part).unwrap();
    drop(owned);
    assert_at_rest(&semaphore, 5);
    // What is forgotten stays out.
    semaphore.acquire_many(2).map(Permit::forget).unwrap();
    semaphore.acquire_owned().unwrap().forget();
    assert_at_rest(&semaphore, 2);
}
