//! What is told of the queue, along one script: nobody waits; one; two; the first leaves by a stop
//! request; the second by a release.

use std::fmt::Debug;
use std::thread;
use std::thread::ThreadId;
use winks_semaphore::{AcquireError, CancelToken, Mode, Permit, Semaphore};

use crate::Shown;
use crate::helpers::{ClosedOnFailure, assert_at_rest, until_queued};

pub(crate) const TESTS: &[Shown] = &[
    ("SEM-020", unfair!(whether_somebody_waits)),
    ("SEM-021", fair!(whether_somebody_waits)),
    ("SEM-022", unfair!(how_many_wait)),
    ("SEM-023", fair!(how_many_wait)),
    ("SEM-024", unfair!(who_waits)),
    ("SEM-025", fair!(who_waits)),
];

fn whether_somebody_waits<M: Mode + Sync>(mode: M) {
    let (seen, _) = script(mode, Semaphore::has_waiters);
    assert_eq!(seen, [false, true, true, true, false]);
}

fn how_many_wait<M: Mode + Sync>(mode: M) {
    let (seen, _) = script(mode, Semaphore::waiters);
    assert_eq!(seen, [0, 1, 2, 1, 0]);
}

fn who_waits<M: Mode + Sync>(mode: M) {
    let threads = |semaphore: &Semaphore<M>| -> Vec<ThreadId> {
        semaphore.queue().iter().map(|waiter| waiter.thread).collect()
    };
    let (seen, [first, second]) = script(mode, threads);
    assert_eq!(seen, [vec![], vec![first], vec![first, second], vec![second], vec![]]);
}

/// What is told at the five moments, and who the two threads were.
fn script<M: Mode + Sync, T: Debug>(
    mode: M,
    told: impl Fn(&Semaphore<M>) -> T,
) -> ([T; 5], [ThreadId; 2]) {
    let (semaphore, stop) = (Semaphore::with_mode(1, mode), CancelToken::new());
    let held = semaphore.acquire().unwrap();
    let (semaphore, stop) = (&semaphore, &stop);
    let answer = thread::scope(|scope| {
        let _end = ClosedOnFailure(semaphore);
        let nobody = told(semaphore);
        let first = scope.spawn(|| semaphore.acquire_cancellable(stop).map(Permit::forget));
        until_queued(semaphore, 1);
        let one = told(semaphore);
        let second = scope.spawn(|| semaphore.acquire().map(Permit::forget));
        until_queued(semaphore, 2);
        let two = told(semaphore);
        let threads = [first.thread().id(), second.thread().id()];
        stop.cancel();
        assert_eq!(first.join().unwrap(), Err(AcquireError::Cancelled));
        let other = told(semaphore);
        drop(held);
        assert_eq!(second.join().unwrap(), Ok(()));
        ([nobody, one, two, other, told(semaphore)], threads)
    });
    assert_at_rest(semaphore, 0);
    answer
}
