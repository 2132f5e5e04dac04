//! What a token ends, and what it does not.

use crate::tools::within_a_minute;
use crate::{Shown, both};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use winks_semaphore::{AcquireError, CancelToken, Mode, Patience, Permit, Semaphore};

pub(crate) fn rows() -> Vec<Shown> {
    both! {
        "SEM-008" "SEM-009" acquire
        "SEM-010" "SEM-011" acquire_n
        "SEM-012" "SEM-013" timed
        "SEM-014" "SEM-015" timed_n
        "SEM-016" "SEM-017" uninterruptible
        "SEM-018" "SEM-019" uninterruptible_n
    }
}

type Cancellable<M> = fn(&Semaphore<M>, &CancelToken) -> Result<(), AcquireError>;

/// A request before the wait ends it, and so does one during the wait.
fn ends<M: Mode + Send + Sync + 'static>(mode: M, form: Cancellable<M>) {
    within_a_minute(move || {
        let (semaphore, stop) = (Semaphore::with_mode(0, mode), CancelToken::new());
        stop.cancel();
        assert_eq!(form(&semaphore, &stop), Err(AcquireError::Cancelled));
        assert_eq!((semaphore.balance(), semaphore.has_waiters()), (0, false));

        let (semaphore, stop) = (Arc::new(semaphore), Arc::new(CancelToken::new()));
        let waiter = thread::spawn({
            let (semaphore, stop) = (Arc::clone(&semaphore), Arc::clone(&stop));
            move || form(&semaphore, &stop)
        });
        while semaphore.waiters() == 0 {
            thread::yield_now();
        }
        stop.cancel();
        assert_eq!(waiter.join().unwrap(), Err(AcquireError::Cancelled));
        assert_eq!((semaphore.balance(), semaphore.has_waiters()), (0, false));
        // None of the permits that come now goes to the one that left.
        semaphore.add(3).unwrap();
        assert_eq!(semaphore.balance(), 3);
    });
}

fn acquire<M: Mode + Send + Sync + 'static>(mode: M) {
    ends(mode, |semaphore, stop| semaphore.acquire_cancellable(stop).map(Permit::forget));
}

fn acquire_n<M: Mode + Send + Sync + 'static>(mode: M) {
    ends(mode, |semaphore, stop| semaphore.acquire_many_cancellable(3, stop).map(Permit::forget));
}

fn timed<M: Mode + Send + Sync + 'static>(mode: M) {
    ends(mode, |semaphore, stop| {
        let patience = Patience::for_at_most(Duration::from_secs(50)).unless(stop);
        semaphore.acquire_with(1, patience).map(Permit::forget)
    });
}

fn timed_n<M: Mode + Send + Sync + 'static>(mode: M) {
    ends(mode, |semaphore, stop| {
        let patience = Patience::for_at_most(Duration::from_secs(50)).unless(stop);
        semaphore.acquire_with(3, patience).map(Permit::forget)
    });
}

/// Before and during the wait there is a request, but this form does not know the token.
fn goes_on<M: Mode + Send + Sync + 'static>(mode: M, permits: usize) {
    within_a_minute(move || {
        let semaphore = Arc::new(Semaphore::with_mode(0, mode));
        for before in [true, false] {
            let stop = CancelToken::new();
            if before {
                stop.cancel();
            }
            let waiter = thread::spawn({
                let semaphore = Arc::clone(&semaphore);
                move || semaphore.acquire_many(permits).map(Permit::forget)
            });
            while semaphore.waiters() == 0 {
                thread::yield_now();
            }
            stop.cancel();
            assert_eq!(semaphore.waiters(), 1);
            semaphore.add(permits).unwrap();
            assert_eq!(waiter.join().unwrap(), Ok(()));
            assert!(stop.is_cancelled());
            assert_eq!((semaphore.balance(), semaphore.has_waiters()), (0, false));
        }
    });
}

fn uninterruptible<M: Mode + Send + Sync + 'static>(mode: M) {
    goes_on(mode, 1);
}

fn uninterruptible_n<M: Mode + Send + Sync + 'static>(mode: M) {
    goes_on(mode, 3);
}
