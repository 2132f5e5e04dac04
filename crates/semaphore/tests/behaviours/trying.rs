//! Tries that never wait, and tries that wait for some time.

use std::time::{Duration, Instant};
use winks_semaphore::AcquireError::{NoPermits, TimedOut};
use winks_semaphore::{AcquireError, Mode, Patience, Permit, Semaphore};

use crate::Shown;
use crate::helpers::assert_at_rest;
use crate::watched::Watched;

pub(crate) const TESTS: &[Shown] = &[
    ("SEM-004", unfair!(two_tries_of_four_succeed)),
    ("SEM-005", fair!(two_tries_of_four_succeed)),
    ("SEM-006", every_mode!(a_timed_try_on_nothing_is_not_early)),
    ("SEM-007", every_mode!(a_timed_try_for_too_many_is_not_early)),
    ("SEM-036", unfair!(a_try_for_many_is_all_or_nothing)),
    ("SEM-037", fair!(a_try_for_many_is_all_or_nothing)),
    ("OWN-079", every_mode!(a_past_deadline_takes_what_is_free_and_never_sleeps)),
];

/// Takes them for good; says why not.
fn take<M: Mode>(semaphore: &Semaphore<M>, permits: usize) -> Result<(), AcquireError> {
    semaphore.try_acquire_many(permits).map(Permit::forget)
}

fn two_tries_of_four_succeed<M: Mode>(mode: M) {
    let semaphore = Semaphore::with_mode(2, mode);
    let tries = [1, 0, 0, 0].map(|left| {
        let taken = semaphore.try_acquire().map(Permit::forget);
        assert_eq!(semaphore.balance(), left);
        taken
    });
    assert_eq!(tries, [Ok(()), Ok(()), Err(NoPermits), Err(NoPermits)]);
    assert_at_rest(&semaphore, 0);
}

fn a_try_for_many_is_all_or_nothing<M: Mode>(mode: M) {
    let semaphore = Semaphore::with_mode(2, mode);
    for (asked, expected, left) in
        [(3, Err(NoPermits), 2), (2, Ok(()), 0), (1, Err(NoPermits), 0), (2, Err(NoPermits), 0)]
    {
        assert_eq!(take(&semaphore, asked), expected, "{asked}");
        assert_at_rest(&semaphore, left);
    }
}

/// Also for a wait below a millisecond: there other libraries came back early.
fn a_timed_try_on_nothing_is_not_early<M: Mode>(mode: M) {
    for wait in [Duration::from_micros(800), Duration::from_millis(12)] {
        let semaphore = Semaphore::with_mode(0, mode);
        let start = Instant::now();
        assert_eq!(semaphore.try_acquire_for(wait).map(drop), Err(TimedOut));
        assert!(start.elapsed() >= wait, "{:?} of {wait:?}", start.elapsed());
        let deadline = Instant::now() + wait;
        assert_eq!(semaphore.try_acquire_until(deadline).map(drop), Err(TimedOut));
        assert!(Instant::now() >= deadline);
        assert_at_rest(&semaphore, 0);
    }
}

fn a_timed_try_for_too_many_is_not_early<M: Mode>(mode: M) {
    let semaphore = Semaphore::with_mode(2, mode);
    let wait = Duration::from_millis(12);
    let start = Instant::now();
    assert_eq!(semaphore.try_acquire_many_for(3, wait).map(drop), Err(TimedOut));
    assert!(start.elapsed() >= wait, "{:?}", start.elapsed());
    assert_at_rest(&semaphore, 2);
    let deadline = Instant::now() + wait;
    assert_eq!(semaphore.try_acquire_many_until(3, deadline).map(drop), Err(TimedOut));
    assert!(Instant::now() >= deadline);
    assert_at_rest(&semaphore, 2);
}

fn a_past_deadline_takes_what_is_free_and_never_sleeps<M: Mode>(mode: M) {
    let lot = Watched::default();
    let semaphore = Semaphore::with_lot(3, mode, lot.clone());
    let past = Instant::now();
    semaphore.try_acquire_until(past).unwrap().forget();
    semaphore.acquire_with(1, Patience::until(past)).unwrap().forget();
    semaphore.try_acquire_for(Duration::ZERO).unwrap().forget();
    for failed in [
        semaphore.try_acquire_until(past),
        semaphore.try_acquire_many_until(2, past),
        semaphore.try_acquire_for(Duration::ZERO),
        semaphore.try_acquire_many_for(2, Duration::ZERO),
    ] {
        assert_eq!(failed.map(drop), Err(TimedOut));
    }
    assert_at_rest(&semaphore, 0);
    assert_eq!(lot.parks(), 0, "nobody had to queue up");
    semaphore.close();
    assert_eq!(semaphore.try_acquire_until(past).map(drop), Err(AcquireError::Closed));
}
