//! Taking on the thread that gave: release i, then take i, for i from 1 to 5.
//!
//! The forms for many take all i in one step: where too few are free, they take none.

use winks_semaphore::{CancelToken, Mode, Semaphore};

use crate::Shown;
use crate::forms::Form::{self, *};
use crate::helpers::assert_at_rest;

pub(crate) const TESTS: &[Shown] = &[
    ("SEM-038", unfair!(what_is_given_can_be_taken, Acquire)),
    ("SEM-039", fair!(what_is_given_can_be_taken, Acquire)),
    ("SEM-040", unfair!(what_is_given_can_be_taken, AcquireN)),
    ("SEM-041", fair!(what_is_given_can_be_taken, AcquireN)),
    ("SEM-042", unfair!(what_is_given_can_be_taken, Uninterruptibly)),
    ("SEM-043", fair!(what_is_given_can_be_taken, Uninterruptibly)),
    ("SEM-044", unfair!(what_is_given_can_be_taken, UninterruptiblyN)),
    ("SEM-045", fair!(what_is_given_can_be_taken, UninterruptiblyN)),
    ("SEM-046", unfair!(what_is_given_can_be_taken, Try)),
    ("SEM-047", fair!(what_is_given_can_be_taken, Try)),
    ("SEM-048", unfair!(what_is_given_can_be_taken, TryN)),
    ("SEM-049", fair!(what_is_given_can_be_taken, TryN)),
    ("SEM-050", unfair!(what_is_given_can_be_taken, Timed)),
    ("SEM-051", fair!(what_is_given_can_be_taken, Timed)),
    ("SEM-052", unfair!(what_is_given_can_be_taken, TimedN)),
    ("SEM-053", fair!(what_is_given_can_be_taken, TimedN)),
];

fn what_is_given_can_be_taken<M: Mode>(mode: M, form: Form) {
    let (semaphore, stop) = (Semaphore::with_mode(1, mode), CancelToken::new());
    for permits in 1..=5 {
        if form == TryN && permits > 1 {
            assert!(form.take(&semaphore, permits, &stop).is_err());
            assert_at_rest(&semaphore, 1);
        }
        semaphore.add(permits).unwrap();
        assert_at_rest(&semaphore, 1 + permits as isize);
        assert_eq!(form.take(&semaphore, permits, &stop), Ok(()));
        assert_at_rest(&semaphore, 1);
    }
}
