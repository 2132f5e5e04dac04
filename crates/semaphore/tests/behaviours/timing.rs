//! A time-out against a release: no permit is lost, and no flag cleared beside a sleeper.

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;
use winks_semaphore::{AcquireError, Mode, Permit, Semaphore};

use crate::Shown;
use crate::forms::LONG;
use crate::helpers::{ClosedOnFailure, assert_at_rest, until, until_queued};
use crate::watched::Watched;

pub(crate) const TESTS: &[Shown] = &[
    ("OWN-077", every_mode!(a_late_hand_off_keeps_its_permit)),
    ("OWN-078", every_mode!(the_last_time_out_clears_the_flag)),
];

fn a_late_hand_off_keeps_its_permit<M: Mode + Sync>(mode: M) {
    // Placed: it is woken, and its time is over when it comes to itself.
    let lot = Watched::default();
    lot.stop_the_clock();
    let semaphore = Semaphore::with_lot(0, mode, lot.clone());
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        let waiter = scope.spawn(|| semaphore.try_acquire_for(LONG).map(Permit::forget));
        until_queued(&semaphore, 1);
        lot.be_late();
        semaphore.release().unwrap();
        assert_eq!(waiter.join().unwrap(), Ok(()));
    });
    assert_at_rest(&semaphore, 0);
    // Raced: whatever comes first, the permit is in its hands or free.
    for round in 0..300 {
        let semaphore = Semaphore::with_mode(0, mode);
        let wait = Duration::from_micros(20 * (round % 15));
        let taken = thread::scope(|scope| {
            let waiter = scope.spawn(|| semaphore.try_acquire_for(wait).map(Permit::forget));
            until(|| semaphore.has_waiters() || waiter.is_finished());
            semaphore.release().unwrap();
            waiter.join().unwrap()
        });
        assert!(matches!(taken, Ok(()) | Err(AcquireError::TimedOut)), "{taken:?}");
        assert_at_rest(&semaphore, isize::from(taken.is_err()));
    }
}

fn the_last_time_out_clears_the_flag<M: Mode + Send + Sync + 'static>(mode: M) {
    let lot = Watched::default();
    let semaphore = Arc::new(Semaphore::with_lot(0, mode, lot.clone()));
    // Seen under the lot's lock, after each time-out: was it the last, and is the flag still set?
    let seen = Arc::new(Mutex::new(Vec::new()));
    let (looked_at, told) = (Arc::downgrade(&semaphore), Arc::clone(&seen));
    lot.at_time_out(move |last| {
        let flag = looked_at.upgrade().is_some_and(|semaphore| semaphore.has_waiters());
        told.lock().unwrap().push((last, flag));
    });
    // Alone, it clears the flag.
    let wait = Duration::from_millis(2);
    assert_eq!(semaphore.try_acquire_for(wait).map(drop), Err(AcquireError::TimedOut));
    assert_eq!(seen.lock().unwrap().drain(..).collect::<Vec<_>>(), [(true, false)]);
    assert_at_rest(&semaphore, 0);
    // So the next release has nobody to look for.
    let passes = lot.passes();
    semaphore.release().unwrap();
    assert_eq!(lot.passes(), passes);
    semaphore.acquire().unwrap().forget();
    // Beside another sleeper it does not.
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        let sleeper = scope.spawn(|| semaphore.acquire().map(Permit::forget));
        until_queued(&semaphore, 1);
        assert_eq!(semaphore.try_acquire_for(wait).map(drop), Err(AcquireError::TimedOut));
        assert_eq!(*seen.lock().unwrap(), [(false, true)]);
        assert!(semaphore.has_waiters());
        semaphore.release().unwrap();
        assert_eq!(sleeper.join().unwrap(), Ok(()));
    });
    assert_at_rest(&semaphore, 0);
}
