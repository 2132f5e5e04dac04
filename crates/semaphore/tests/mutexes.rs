//! The mutex in the semaphore's skeleton: one at a time, and nobody forgotten.

mod tools;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::spawn;
use tools::script_lot::{Point, ScriptLot};
use tools::{soon, within_a_minute};
use winks_semaphore::mutex::MiniMutex;

#[test]
fn threads_that_add_lose_no_sum() {
    for threads in [2, 8, 32] {
        within_a_minute(move || {
            let sum = MiniMutex::new(0_u64);
            std::thread::scope(|s| {
                for _ in 0..threads {
                    s.spawn(|| {
                        for _ in 0..2_000 {
                            *sum.lock() += 1;
                        }
                    });
                }
            });
            assert_eq!(*sum.lock(), threads * 2_000);
            assert_eq!(format!("{sum:?}"), "MiniMutex { locked: false, parked: false, .. }");
        });
    }
}

#[test]
fn a_try_gets_it_only_if_it_is_free() {
    let mutex = MiniMutex::new('a');
    let guard = mutex.try_lock().unwrap();
    assert!(mutex.try_lock().is_none());
    drop(guard);
    *mutex.try_lock().unwrap() = 'b';
    assert_eq!(*mutex.lock(), 'b');
}

#[test]
fn an_unlock_in_the_gap_before_the_sleep_is_seen() {
    soon(|| {
        let lot = ScriptLot::new();
        let mutex: &'static _ = Box::leak(Box::new(MiniMutex::with_lot(0, lot.clone())));
        let guard = mutex.lock();
        lot.at(Point::BeforePark, move || drop(guard));
        *mutex.lock() += 1;
        assert_eq!((*mutex.lock(), lot.asleep()), (1, 0));
    });
}

#[test]
fn a_flag_that_was_cleared_in_the_gap_is_set_again() {
    soon(|| {
        let lot = ScriptLot::new();
        let mutex: &'static _ = Box::leak(Box::new(MiniMutex::with_lot(0, lot.clone())));
        let guard = mutex.lock();
        let (send, receive) = channel();
        lot.at(Point::BeforePark, move || {
            // Comes to the lot, finds nobody, clears the flag; then it is locked again.
            drop(guard);
            send.send(mutex.lock()).unwrap();
        });
        let waiter = spawn(|| *mutex.lock() += 1);
        let again = receive.recv().unwrap();
        lot.until_asleep(1);
        drop(again);
        waiter.join().unwrap();
        assert_eq!((*mutex.lock(), lot.asleep()), (1, 0));
    });
}

#[test]
fn each_unlock_wakes_one_and_the_flag_goes_with_the_last() {
    soon(|| {
        let lot = ScriptLot::new();
        let mutex = Arc::new(MiniMutex::with_lot(0, lot.clone()));
        let guard = mutex.lock();
        let waiters = [(); 2].map(|()| {
            let mutex = Arc::clone(&mutex);
            spawn(move || *mutex.lock() += 1)
        });
        lot.until_asleep(2);
        drop(guard);
        for waiter in waiters {
            waiter.join().unwrap();
        }
        assert_eq!(*mutex.lock(), 2);
        let visits = lot.visits();
        drop(mutex.lock());
        assert_eq!(lot.visits(), visits, "nobody sleeps, so nobody is looked for");
    });
}
