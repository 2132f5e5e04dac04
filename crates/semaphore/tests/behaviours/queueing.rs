//! The queue as it is seen from outside, and that keys do not mix.

use crate::tools::within_a_minute;
use crate::{Shown, both};
use std::sync::Arc;
use std::thread::{self, JoinHandle, ThreadId};
use winks_semaphore::lot::{Choice, Lot, Parked};
use winks_semaphore::parking::ParkingLot;
use winks_semaphore::{AcquireError, CancelToken, Mode, Permit, Semaphore};

pub(crate) fn rows() -> Vec<Shown> {
    let mut rows = both! {
        "SEM-020" "SEM-021" waiter_present
        "SEM-022" "SEM-023" waiter_count
        "SEM-024" "SEM-025" waiter_list
    };
    rows.push(("OWN-095", keys_in_one_bucket));
    rows
}

/// Two waiters come; the first leaves because it is cancelled, the second with a permit. What is
/// seen before, between and after.
fn script<M: Mode + Send + Sync + 'static, T: Send + 'static>(
    mode: M,
    look: fn(&Semaphore<M>) -> T,
) -> ([T; 5], [ThreadId; 2]) {
    within_a_minute(move || {
        let semaphore = Arc::new(Semaphore::with_mode(1, mode));
        let held = semaphore.acquire().unwrap();
        let stop = Arc::new(CancelToken::new());
        let at_first = look(&semaphore);
        let first = waiter(&semaphore, &stop, 1);
        let one = look(&semaphore);
        let second = waiter(&semaphore, &Arc::new(CancelToken::new()), 2);
        let two = look(&semaphore);
        let threads = [first.thread().id(), second.thread().id()];
        stop.cancel();
        assert_eq!(first.join().unwrap(), Err(AcquireError::Cancelled));
        let one_left = look(&semaphore);
        drop(held);
        assert_eq!(second.join().unwrap(), Ok(()));
        ([at_first, one, two, one_left, look(&semaphore)], threads)
    })
}

/// A thread that waits as one of so many, once that is so.
fn waiter<M: Mode + Send + Sync + 'static>(
    semaphore: &Arc<Semaphore<M>>,
    stop: &Arc<CancelToken>,
    so_many: usize,
) -> JoinHandle<Result<(), AcquireError>> {
    let waiter = thread::spawn({
        let (semaphore, stop) = (Arc::clone(semaphore), Arc::clone(stop));
        move || semaphore.acquire_cancellable(&stop).map(Permit::forget)
    });
    while semaphore.waiters() < so_many {
        thread::yield_now();
    }
    waiter
}

fn waiter_present<M: Mode + Send + Sync + 'static>(mode: M) {
    let (seen, _) = script(mode, |semaphore| semaphore.has_waiters());
    assert_eq!(seen, [false, true, true, true, false]);
}

fn waiter_count<M: Mode + Send + Sync + 'static>(mode: M) {
    let (seen, _) = script(mode, |semaphore| semaphore.waiters());
    assert_eq!(seen, [0, 1, 2, 1, 0]);
}

fn waiter_list<M: Mode + Send + Sync + 'static>(mode: M) {
    let (seen, [first, second]) = script(mode, |semaphore| {
        semaphore.queue().iter().map(|waiter| waiter.thread).collect::<Vec<_>>()
    });
    assert_eq!(seen, [vec![], vec![first], vec![first, second], vec![second], vec![]]);
}

/// Four threads sleep by four of 4,096 keys. A table of buckets that was sized for a few threads
/// must put many keys into one bucket; whoever calls for the others finds none of the four.
fn keys_in_one_bucket() {
    within_a_minute(|| {
        let places = vec![0_u64; 4_096];
        let keys: Vec<usize> = places.iter().map(|place| (&raw const *place).addr()).collect();
        // Who sleeps by this key; wakes all or none of them.
        let sleepers = |key: usize, choice: Choice| {
            let mut count = 0;
            let look = |_| {
                count += 1;
                choice
            };
            // SAFETY: the key is the address of our own vector; the closures only count.
            unsafe { ParkingLot.unpark_filter(key, look, |_| 7) };
            count
        };
        thread::scope(|s| {
            for &key in &keys[..4] {
                s.spawn(move || {
                    // SAFETY: as above.
                    let ended = unsafe { ParkingLot.park(key, || true, |_| {}, 0, None) };
                    assert_eq!(ended, Parked::Unparked(7));
                });
            }
            while keys[..4].iter().any(|&key| sleepers(key, Choice::Skip) == 0) {
                thread::yield_now();
            }
            for &key in &keys[4..] {
                assert_eq!(sleepers(key, Choice::Unpark), 0, "somebody else's sleeper");
            }
            for &key in &keys[..4] {
                assert_eq!(sleepers(key, Choice::Unpark), 1);
            }
        });
    });
}
