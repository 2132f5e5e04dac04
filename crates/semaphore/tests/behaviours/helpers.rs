//! What the tests share: waiting for a state, ending a test that failed, remarks for the reader.

use std::sync::Mutex;
use std::thread;
use winks_semaphore::lot::Lot;
use winks_semaphore::{Mode, Semaphore};

/// The test of a row that says non-fair: in both modes that are.
macro_rules! unfair {
    ($test:path $(, $argument:expr)*) => {
        || {
            $test(winks_semaphore::Barging $(, $argument)*);
            $test(winks_semaphore::FairEvery::<4> $(, $argument)*);
        }
    };
}

/// The test of a row that says fair.
macro_rules! fair {
    ($test:path $(, $argument:expr)*) => {
        || $test(winks_semaphore::Fair $(, $argument)*)
    };
}

/// The test of a row that says neither.
macro_rules! every_mode {
    ($test:path $(, $argument:expr)*) => {
        || {
            $test(winks_semaphore::Barging $(, $argument)*);
            $test(winks_semaphore::FairEvery::<4> $(, $argument)*);
            $test(winks_semaphore::Fair $(, $argument)*);
        }
    };
}

/// Waits until it holds; the watchdog sees to it that nobody waits for ever.
pub(crate) fn until(holds: impl Fn() -> bool) {
    while !holds() {
        thread::yield_now();
    }
}

/// Waits until exactly so many threads lie in the queue.
pub(crate) fn until_queued<M: Mode, L: Lot>(semaphore: &Semaphore<M, L>, threads: usize) {
    until(|| semaphore.waiters() == threads);
}

/// Nobody holds, owes or waits for anything but this.
#[track_caller]
pub(crate) fn assert_at_rest<M: Mode, L: Lot>(semaphore: &Semaphore<M, L>, balance: isize) {
    assert_eq!(semaphore.balance(), balance);
    assert_eq!(semaphore.waiters(), 0);
    assert!(!semaphore.has_waiters());
}

/// Closes the semaphore if the test fails, so that the threads of its scope end and the failure is
/// told at once.
pub(crate) struct ClosedOnFailure<'s, M: Mode, L: Lot>(pub &'s Semaphore<M, L>);

impl<M: Mode, L: Lot> Drop for ClosedOnFailure<'_, M, L> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.close();
        }
    }
}

static REMARKS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Has a line printed beside the score: a size, a bound.
pub(crate) fn remark(line: String) {
    REMARKS.lock().unwrap().push(line);
}

pub(crate) fn print_remarks() {
    let mut remarks = REMARKS.lock().unwrap();
    remarks.sort();
    remarks.iter().for_each(|line| println!("{line}"));
}
