//! Modes that hand over: strictly in order, or after so many wakes in vain.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Duration;
use winks_semaphore::{AcquireError, Barging, Fair, FairEvery, Mode, Permit, Semaphore};

use crate::Shown;
use crate::helpers::{ClosedOnFailure, assert_at_rest, remark, until, until_queued};
use crate::watched::Watched;

pub(crate) const TESTS: &[Shown] = &[
    ("SEM-066", the_fair_mode_is_first_in_first_out),
    ("OWN-085", arrival_is_service),
    ("OWN-086", a_hog_is_bounded),
];

fn the_fair_mode_is_first_in_first_out() {
    let semaphore = Semaphore::with_mode(1, Fair);
    let (first_has, first_may_go, second_has) =
        (AtomicBool::new(false), AtomicBool::new(false), AtomicBool::new(false));
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        let first = scope.spawn(|| {
            let permits = semaphore.acquire_many(3).unwrap();
            first_has.store(true, SeqCst);
            until(|| first_may_go.load(SeqCst));
            drop(permits);
        });
        until_queued(&semaphore, 1);
        // One permit is free, and not for us.
        let timed = semaphore.try_acquire_for(Duration::from_millis(1)).map(drop);
        assert_eq!(timed, Err(AcquireError::TimedOut));
        let second = scope.spawn(|| {
            semaphore.acquire().unwrap().forget();
            second_has.store(true, SeqCst);
        });
        until_queued(&semaphore, 2);
        let threads: Vec<_> = semaphore.queue().iter().map(|waiter| waiter.thread).collect();
        assert_eq!(threads, [first.thread().id(), second.thread().id()]);
        // But a try that never waits takes it.
        let barged = semaphore.try_acquire().unwrap();
        assert_eq!((semaphore.available(), semaphore.waiters()), (0, 2));
        drop(barged);
        assert_eq!((semaphore.available(), semaphore.waiters()), (1, 2));
        semaphore.add(2).unwrap();
        until(|| first_has.load(SeqCst));
        assert_eq!((semaphore.available(), semaphore.waiters()), (0, 1));
        assert!(!second_has.load(SeqCst));
        first_may_go.store(true, SeqCst);
        second.join().unwrap();
    });
    assert_at_rest(&semaphore, 2);
}

fn arrival_is_service() {
    in_order(Fair, 1_000);
    in_order(FairEvery::<1>, 200);
}

/// One permit goes from hand to hand: the list is written in the order of service.
fn in_order<M: Mode + Sync>(mode: M, waiters: usize) {
    let semaphore = Semaphore::with_mode(1, mode);
    let served = Mutex::new(Vec::new());
    let held = semaphore.acquire().unwrap();
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        for arrival in 0..waiters {
            let (semaphore, served) = (&semaphore, &served);
            scope.spawn(move || {
                let _permit = semaphore.acquire().unwrap();
                served.lock().unwrap().push(arrival);
            });
            until_queued(semaphore, arrival + 1);
        }
        drop(held);
    });
    assert!(served.into_inner().unwrap().into_iter().eq(0..waiters), "not in order");
    assert_at_rest(&semaphore, 1);
}

const WAITERS: usize = 3;

/// The hog gives its one permit back and takes it again before the woken thread has come for it,
/// each time that the semaphore lets it; until all have been served, or so often. After how many
/// releases each was served.
fn hog<M: Mode + Sync>(mode: M, patience: usize) -> Vec<usize> {
    let lot = Watched::default();
    let semaphore = Semaphore::with_lot(0, mode, lot.clone());
    let (served, mut at) = (AtomicUsize::new(0), Vec::new());
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        for waiting in 1..=WAITERS {
            scope.spawn(|| {
                semaphore.acquire().map(Permit::forget).unwrap();
                served.fetch_add(1, SeqCst);
            });
            until_queued(&semaphore, waiting);
        }
        for release in 1..=patience {
            lot.hold(true);
            semaphore.release().unwrap();
            let again = semaphore.try_acquire().map(Permit::forget);
            lot.hold(false);
            if again.is_err() {
                // Somebody got it, and is done with it: the hog has it again.
                at.push(release);
                until(|| served.load(SeqCst) == at.len());
            }
            until_queued(&semaphore, WAITERS - at.len());
            if at.len() == WAITERS {
                break;
            }
        }
        semaphore.add(WAITERS - at.len()).unwrap();
    });
    assert_at_rest(&semaphore, 0);
    at
}

fn a_hog_is_bounded() {
    assert_eq!(hog(Barging, 200), [], "the hog never had a chance to lose");
    assert_eq!(hog(Fair, 200), [1, 2, 3]);
    bounded::<1>();
    bounded::<2>();
    bounded::<4>();
    bounded::<16>();
}

/// The bound that `modes` states: K·(W + 1) releases, with W others before one.
fn bounded<const K: usize>() {
    let bound = K * WAITERS;
    let at = hog(FairEvery::<K>, 10 * bound);
    assert_eq!(at.len(), WAITERS, "FairEvery<{K}>: served after {at:?} releases");
    assert!(at.iter().all(|&release| release <= bound), "FairEvery<{K}>: {at:?}, not {bound}");
    remark(format!(
        "OWN-086 FairEvery<{K:>2}>: {WAITERS} waiters beside a hog served after {at:?} releases, bound {bound}"
    ));
}
