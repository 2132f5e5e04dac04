//! A stop request, before a wait and during one: for the forms with a token, and for those without.

use std::thread;
use winks_semaphore::AcquireError::Cancelled;
use winks_semaphore::{CancelToken, Mode, Semaphore};

use crate::Shown;
use crate::forms::Form::{self, *};
use crate::helpers::{ClosedOnFailure, assert_at_rest, until_queued};

pub(crate) const TESTS: &[Shown] = &[
    ("SEM-008", unfair!(a_request_ends_it, Acquire)),
    ("SEM-009", fair!(a_request_ends_it, Acquire)),
    ("SEM-010", unfair!(a_request_ends_it, AcquireN)),
    ("SEM-011", fair!(a_request_ends_it, AcquireN)),
    ("SEM-012", unfair!(a_request_ends_it, Timed)),
    ("SEM-013", fair!(a_request_ends_it, Timed)),
    ("SEM-014", unfair!(a_request_ends_it, TimedN)),
    ("SEM-015", fair!(a_request_ends_it, TimedN)),
    ("SEM-016", unfair!(a_request_leaves_it_alone, Uninterruptibly)),
    ("SEM-017", fair!(a_request_leaves_it_alone, Uninterruptibly)),
    ("SEM-018", unfair!(a_request_leaves_it_alone, UninterruptiblyN)),
    ("SEM-019", fair!(a_request_leaves_it_alone, UninterruptiblyN)),
];

fn demand(form: Form) -> usize {
    if form.takes_many() { 3 } else { 1 }
}

fn a_request_ends_it<M: Mode + Sync>(mode: M, form: Form) {
    let permits = demand(form);
    // Before: also if the permits are there.
    for free in [0, permits] {
        let (semaphore, stop) = (Semaphore::with_mode(free, mode), CancelToken::new());
        stop.cancel();
        assert_eq!(form.take(&semaphore, permits, &stop), Err(Cancelled));
        assert_at_rest(&semaphore, free as isize);
    }
    // During.
    let (semaphore, stop) = (Semaphore::with_mode(0, mode), CancelToken::new());
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        let waiter = scope.spawn(|| form.take(&semaphore, permits, &stop));
        until_queued(&semaphore, 1);
        assert_eq!(semaphore.queue()[0].permits, permits);
        assert!(!stop.is_cancelled());
        stop.cancel();
        assert_eq!(waiter.join().unwrap(), Err(Cancelled));
    });
    assert_at_rest(&semaphore, 0);
    // What comes later is nobody's.
    semaphore.add(permits).unwrap();
    assert_at_rest(&semaphore, permits as isize);
}

/// Beside the waiter in question lies one that the request does end, so that the request goes
/// through this very queue.
fn a_request_leaves_it_alone<M: Mode + Sync>(mode: M, form: Form) {
    let permits = demand(form);
    let (semaphore, stop) = (Semaphore::with_mode(0, mode), CancelToken::new());
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        let waiter = scope.spawn(|| {
            let taken = form.take(&semaphore, permits, &stop);
            (taken, stop.is_cancelled())
        });
        until_queued(&semaphore, 1);
        let other = scope.spawn(|| Acquire.take(&semaphore, 1, &stop));
        until_queued(&semaphore, 2);
        stop.cancel();
        assert_eq!(other.join().unwrap(), Err(Cancelled));
        let queue = semaphore.queue();
        assert_eq!(queue.len(), 1, "{queue:?}");
        assert_eq!((queue[0].thread, queue[0].permits), (waiter.thread().id(), permits));
        semaphore.add(permits).unwrap();
        assert_eq!(waiter.join().unwrap(), (Ok(()), true));
    });
    assert_at_rest(&semaphore, 0);
    // And before.
    semaphore.add(permits).unwrap();
    assert_eq!(form.take(&semaphore, permits, &stop), Ok(()));
    assert!(stop.is_cancelled());
    assert_at_rest(&semaphore, 0);
}
