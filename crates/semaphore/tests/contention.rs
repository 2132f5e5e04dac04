//! Many threads on few permits, on real threads: never more holders than permits, and none lost.
//!
//! Nothing here depends on time; a watchdog turns a hang into a failure.

mod tools;

use std::sync::atomic::{AtomicUsize, Ordering};
use tools::within_a_minute;
use winks_semaphore::{Barging, Fair, FairEvery, Mode, Semaphore};

fn holders_never_exceed<M: Mode + Send + Sync + 'static>(mode: M, rounds: usize) {
    for permits in [1, 3, 8] {
        for threads in [8, 16, 32] {
            within_a_minute(move || {
                let semaphore = Semaphore::with_mode(permits, mode);
                let (inside, most, total) =
                    (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
                std::thread::scope(|s| {
                    for _ in 0..threads {
                        s.spawn(|| {
                            for round in 0..rounds {
                                let permit = semaphore.acquire().unwrap();
                                let now = inside.fetch_add(1, Ordering::Relaxed) + 1;
                                most.fetch_max(now, Ordering::Relaxed);
                                if round % 64 == 0 {
                                    std::thread::yield_now();
                                }
                                inside.fetch_sub(1, Ordering::Relaxed);
                                drop(permit);
                                total.fetch_add(1, Ordering::Relaxed);
                            }
                        });
                    }
                });
                assert!(most.into_inner() <= permits, "more holders than permits");
                assert_eq!(total.into_inner(), threads * rounds);
                assert_eq!(semaphore.available(), permits);
                assert!(!semaphore.has_waiters());
                assert_eq!(semaphore.waiters(), 0);
            });
        }
    }
}

#[test]
fn barging() {
    holders_never_exceed(Barging, 4_000);
}

#[test]
fn fair() {
    holders_never_exceed(Fair, 400);
}

#[test]
fn fair_every_fourth() {
    holders_never_exceed(FairEvery::<4>, 1_000);
}

#[test]
fn fair_every_time() {
    holders_never_exceed(FairEvery::<1>, 400);
}

/// Thirty-two lie down; thirty-two permits come one by one, and each wakes somebody.
#[test]
fn sleepers_and_releases_one_by_one() {
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
        let semaphore = Semaphore::with_mode(0, mode);
        std::thread::scope(|s| {
            for _ in 0..32 {
                s.spawn(|| semaphore.acquire().unwrap().forget());
            }
            while semaphore.waiters() < 32 {
                std::thread::yield_now();
            }
            for _ in 0..32 {
                semaphore.release().unwrap();
            }
        });
        assert_eq!((semaphore.balance(), semaphore.has_waiters()), (0, false));
    }
    within_a_minute(|| body(Barging));
    within_a_minute(|| body(Fair));
    within_a_minute(|| body(FairEvery::<4>));
}
