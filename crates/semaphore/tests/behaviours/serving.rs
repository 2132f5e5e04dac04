//! Whom a release wakes, and whom a waiter that leaves: in the order of the queue, and no more than
//! there are permits for.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
use std::time::Duration;
use winks_semaphore::{AcquireError, CancelToken, Mode, Permit, Semaphore};

use crate::Shown;
use crate::helpers::{ClosedOnFailure, assert_at_rest, until, until_queued};
use crate::watched::Watched;

pub(crate) const TESTS: &[Shown] = &[
    ("OWN-073", every_mode!(n_permits_wake_n)),
    ("OWN-074", every_mode!(the_small_wait_behind_the_large)),
    ("OWN-075", every_mode!(the_next_is_served_when_the_head_leaves)),
];

fn n_permits_wake_n<M: Mode + Sync>(mode: M) {
    for (sleepers, given) in [(4, 1), (4, 2), (4, 4), (3, 5)] {
        let lot = Watched::default();
        let semaphore = Semaphore::with_lot(0, mode, lot.clone());
        let awake = AtomicUsize::new(0);
        let served = sleepers.min(given);
        thread::scope(|scope| {
            let _end = ClosedOnFailure(&semaphore);
            for _ in 0..sleepers {
                scope.spawn(|| {
                    semaphore.acquire().map(Permit::forget).unwrap();
                    awake.fetch_add(1, SeqCst);
                });
            }
            until_queued(&semaphore, sleepers);
            semaphore.add(given).unwrap();
            // Known when `add` returns: they are off the queue, whether they run yet or not.
            assert_eq!(lot.woken(), served);
            until(|| awake.load(SeqCst) == served);
            assert_eq!(semaphore.waiters(), sleepers - served);
            assert_eq!(semaphore.has_waiters(), sleepers > served);
            assert_eq!(semaphore.available(), given - served);
            semaphore.add(sleepers - served).unwrap();
        });
        assert_eq!(lot.woken(), sleepers);
        assert_at_rest(&semaphore, (given - served) as isize);
    }
}

/// A permit may lie idle beside a waiter that it is enough for: that one waits its turn.
fn the_small_wait_behind_the_large<M: Mode + Sync>(mode: M) {
    let (semaphore, stop) = (Semaphore::with_mode(0, mode), CancelToken::new());
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        let large = scope.spawn(|| semaphore.acquire_many_cancellable(3, &stop).map(drop));
        until_queued(&semaphore, 1);
        let small = scope.spawn(|| semaphore.acquire().map(Permit::forget));
        until_queued(&semaphore, 2);
        for given in 1..=2 {
            semaphore.release().unwrap();
            let threads: Vec<_> = semaphore.queue().iter().map(|waiter| waiter.thread).collect();
            assert_eq!(threads, [large.thread().id(), small.thread().id()]);
            assert_eq!(semaphore.available(), given);
        }
        stop.cancel();
        assert_eq!(large.join().unwrap(), Err(AcquireError::Cancelled));
        assert_eq!(small.join().unwrap(), Ok(()));
    });
    assert_at_rest(&semaphore, 1);
}

fn the_next_is_served_when_the_head_leaves<M: Mode + Sync>(mode: M) {
    let (semaphore, stop) = (Semaphore::with_mode(0, mode), CancelToken::new());
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        let head = scope.spawn(|| semaphore.acquire_many_cancellable(3, &stop).map(drop));
        until_queued(&semaphore, 1);
        let next = scope.spawn(|| semaphore.acquire().map(Permit::forget));
        until_queued(&semaphore, 2);
        semaphore.release().unwrap();
        stop.cancel();
        assert_eq!(head.join().unwrap(), Err(AcquireError::Cancelled));
        assert_eq!(next.join().unwrap(), Ok(()));
    });
    assert_at_rest(&semaphore, 0);
    // A head whose time runs out; given longer, if it had left before the next came.
    let waits = [20, 100, 500, 2_500, 10_000].map(Duration::from_millis);
    assert!(waits.into_iter().any(|wait| a_head_times_out(mode, wait)), "the machine is too slow");
}

/// Did the permit lie there before the head left?
fn a_head_times_out<M: Mode + Sync>(mode: M, wait: Duration) -> bool {
    let semaphore = Semaphore::with_mode(0, mode);
    let was_there = thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        let head = scope.spawn(|| semaphore.try_acquire_many_for(3, wait).map(drop));
        until(|| semaphore.waiters() == 1 || head.is_finished());
        let next = scope.spawn(|| semaphore.acquire().map(Permit::forget));
        until(|| semaphore.waiters() == 2 || head.is_finished());
        semaphore.release().unwrap();
        let was_there = semaphore.queue().first().is_some_and(|first| first.permits == 3);
        assert_eq!(head.join().unwrap(), Err(AcquireError::TimedOut));
        assert_eq!(next.join().unwrap(), Ok(()));
        was_there
    });
    assert_at_rest(&semaphore, 0);
    was_there
}
