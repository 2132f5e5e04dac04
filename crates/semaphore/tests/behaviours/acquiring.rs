//! Every form of acquire, for one permit and for n, on one thread and across two.

use crate::tools::within_a_minute;
use crate::{Shown, both};
use std::sync::Arc;
use std::thread;
use std::time::Duration;
use winks_semaphore::{CancelToken, Mode, Permit, Semaphore};

pub(crate) fn rows() -> Vec<Shown> {
    both! {
        "SEM-038" "SEM-039" same_thread_acquire
        "SEM-040" "SEM-041" same_thread_acquire_n
        "SEM-042" "SEM-043" same_thread_uninterruptibly
        "SEM-044" "SEM-045" same_thread_uninterruptibly_n
        "SEM-046" "SEM-047" same_thread_try
        "SEM-048" "SEM-049" same_thread_try_n
        "SEM-050" "SEM-051" same_thread_timed
        "SEM-052" "SEM-053" same_thread_timed_n
        "SEM-054" "SEM-055" across_acquire
        "SEM-056" "SEM-057" across_acquire_n
        "SEM-058" "SEM-059" across_uninterruptibly
        "SEM-060" "SEM-061" across_uninterruptibly_n
        "SEM-062" "SEM-063" across_timed
        "SEM-064" "SEM-065" across_timed_n
    }
}

const LONG: Duration = Duration::from_secs(50);

/// A form of acquire that keeps what it takes.
trait Form<M: Mode> {
    fn take(semaphore: &Semaphore<M>, permits: usize);
}

/// A form for n is called once; one for a single permit is called n times.
macro_rules! forms {
    ($($form:ident: |$semaphore:ident, $n:ident| $call:expr, $times:expr;)+) => {$(
        struct $form;

        impl<M: Mode> Form<M> for $form {
            fn take($semaphore: &Semaphore<M>, permits: usize) {
                let ($n, times) = if $times { (1, permits) } else { (permits, 1) };
                for _ in 0..times {
                    $call.map(Permit::forget).unwrap();
                }
            }
        }
    )+};
}

const ONE_BY_ONE: bool = true;
const AT_ONCE: bool = false;

forms! {
    Acquire: |s, _n| s.acquire_cancellable(&CancelToken::new()), ONE_BY_ONE;
    AcquireN: |s, n| s.acquire_many_cancellable(n, &CancelToken::new()), AT_ONCE;
    Uninterruptibly: |s, _n| s.acquire(), ONE_BY_ONE;
    UninterruptiblyN: |s, n| s.acquire_many(n), AT_ONCE;
    Try: |s, _n| s.try_acquire(), ONE_BY_ONE;
    TryN: |s, n| s.try_acquire_many(n), AT_ONCE;
    Timed: |s, _n| s.try_acquire_for(LONG), ONE_BY_ONE;
    TimedN: |s, n| s.try_acquire_many_for(n, LONG), AT_ONCE;
}

fn same_thread<M: Mode, F: Form<M>>(mode: M) {
    let semaphore = Semaphore::with_mode(1, mode);
    for n in 1..=5 {
        semaphore.add(n).unwrap();
        assert_eq!(semaphore.available(), 1 + n);
        F::take(&semaphore, n);
        assert_eq!(semaphore.available(), 1);
    }
}

/// Four rounds, of one and of three permits in turn.
fn across<M: Mode + Send + Sync + 'static, F: Form<M>>(mode: M) {
    within_a_minute(move || {
        let semaphore = Arc::new(Semaphore::with_mode(0, mode));
        for round in 0..4 {
            let permits = if round % 2 == 0 { 1 } else { 3 };
            let taker = thread::spawn({
                let semaphore = Arc::clone(&semaphore);
                move || F::take(&semaphore, permits)
            });
            while semaphore.waiters() == 0 {
                thread::yield_now();
            }
            assert!(semaphore.has_waiters());
            assert_eq!(semaphore.available(), 0);
            semaphore.add(permits).unwrap();
            taker.join().unwrap();
            assert_eq!((semaphore.available(), semaphore.waiters()), (0, 0));
            assert!(!semaphore.has_waiters());
        }
    });
}

macro_rules! named {
    ($($same:ident $across:ident $form:ident;)+) => {$(
        fn $same<M: Mode>(mode: M) {
            same_thread::<M, $form>(mode);
        }

        fn $across<M: Mode + Send + Sync + 'static>(mode: M) {
            across::<M, $form>(mode);
        }
    )+};
}

named! {
    same_thread_acquire across_acquire Acquire;
    same_thread_acquire_n across_acquire_n AcquireN;
    same_thread_uninterruptibly across_uninterruptibly Uninterruptibly;
    same_thread_uninterruptibly_n across_uninterruptibly_n UninterruptiblyN;
    same_thread_timed across_timed Timed;
    same_thread_timed_n across_timed_n TimedN;
}

fn same_thread_try<M: Mode>(mode: M) {
    same_thread::<M, Try>(mode);
}

fn same_thread_try_n<M: Mode>(mode: M) {
    same_thread::<M, TryN>(mode);
}
