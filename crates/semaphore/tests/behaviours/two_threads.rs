//! Taking on another thread than the one that gives: four rounds, of one permit and of three.
//!
//! The waiter lies in the queue before anything is given. A form for many is told in the queue as
//! one demand, and sleeps on until the last of its permits is there.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
use winks_semaphore::{CancelToken, Mode, Semaphore};

use crate::Shown;
use crate::forms::Form::{self, *};
use crate::helpers::{ClosedOnFailure, assert_at_rest, until, until_queued};

pub(crate) const TESTS: &[Shown] = &[
    ("SEM-054", unfair!(a_release_frees_a_waiter, Acquire)),
    ("SEM-055", fair!(a_release_frees_a_waiter, Acquire)),
    ("SEM-056", unfair!(a_release_frees_a_waiter, AcquireN)),
    ("SEM-057", fair!(a_release_frees_a_waiter, AcquireN)),
    ("SEM-058", unfair!(a_release_frees_a_waiter, Uninterruptibly)),
    ("SEM-059", fair!(a_release_frees_a_waiter, Uninterruptibly)),
    ("SEM-060", unfair!(a_release_frees_a_waiter, UninterruptiblyN)),
    ("SEM-061", fair!(a_release_frees_a_waiter, UninterruptiblyN)),
    ("SEM-062", unfair!(a_release_frees_a_waiter, Timed)),
    ("SEM-063", fair!(a_release_frees_a_waiter, Timed)),
    ("SEM-064", unfair!(a_release_frees_a_waiter, TimedN)),
    ("SEM-065", fair!(a_release_frees_a_waiter, TimedN)),
];

const ROUNDS: usize = 4;

fn a_release_frees_a_waiter<M: Mode + Sync>(mode: M, form: Form) {
    for permits in [1, 3] {
        let (semaphore, stop) = (Semaphore::with_mode(0, mode), CancelToken::new());
        let done = AtomicUsize::new(0);
        thread::scope(|scope| {
            let _end = ClosedOnFailure(&semaphore);
            let waiter = scope.spawn(|| {
                for _ in 0..ROUNDS {
                    assert_eq!(form.take(&semaphore, permits, &stop), Ok(()));
                    done.fetch_add(1, SeqCst);
                }
            });
            for round in 0..ROUNDS {
                until_queued(&semaphore, 1);
                let asked = if form.takes_many() { permits } else { 1 };
                let queue = semaphore.queue();
                assert_eq!((queue[0].thread, queue[0].permits), (waiter.thread().id(), asked));
                if form.takes_many() && permits > 1 {
                    semaphore.add(permits - 1).unwrap();
                    assert_eq!((semaphore.waiters(), done.load(SeqCst)), (1, round));
                    assert_eq!(semaphore.available(), permits - 1);
                    semaphore.release().unwrap();
                } else {
                    semaphore.add(permits).unwrap();
                }
                until(|| done.load(SeqCst) == round + 1);
            }
            waiter.join().unwrap();
        });
        assert_at_rest(&semaphore, 0);
    }
}
