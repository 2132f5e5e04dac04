//! The races of takers and givers, each put exactly where it hurts by a lot that the test holds in
//! its hand: no chance, no clock.

mod tools;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Instant;
use tools::script_lot::Point;
use tools::soon;
use tools::world::{AnyMode, assert_at_rest, in_each_mode, taker, world};
use winks_semaphore::{Barging, Patience};

#[test]
fn who_is_alone_never_visits_the_lot() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(3, mode);
        for permits in 0..=3 {
            drop(semaphore.acquire_many(permits));
            drop(semaphore.try_acquire_many(permits));
            drop(semaphore.acquire_with(permits, Patience::until(Instant::now())));
        }
        semaphore.add(0).unwrap();
        assert_eq!(lot.visits(), 0);
    }
    in_each_mode!(body);
}

#[test]
fn a_release_in_the_gap_before_the_sleep_is_seen() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let giver = Arc::clone(&semaphore);
        lot.at(Point::BeforePark, move || giver.release().unwrap());
        taker(&semaphore, 1).join().unwrap().unwrap();
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}

#[test]
fn a_flag_that_was_cleared_in_the_gap_is_set_again() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let other = Arc::clone(&semaphore);
        lot.at(Point::BeforePark, move || {
            // Comes to the lot, finds nobody, clears the flag; then its permit is gone again.
            other.release().unwrap();
            other.try_acquire().unwrap().forget();
        });
        let waiter = taker(&semaphore, 1);
        lot.until_asleep(1);
        assert!(semaphore.has_waiters(), "a sleeper that no release knows of");
        semaphore.release().unwrap();
        waiter.join().unwrap().unwrap();
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}

#[test]
fn the_flag_stays_as_long_as_one_is_queued() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let waiters = [taker(&semaphore, 1), taker(&semaphore, 1)];
        lot.until_asleep(2);
        semaphore.release().unwrap();
        assert_eq!((lot.asleep(), semaphore.has_waiters()), (1, true));
        semaphore.release().unwrap();
        for waiter in waiters {
            waiter.join().unwrap().unwrap();
        }
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}

#[test]
fn who_lies_down_before_the_release_returns_keeps_the_flag() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let first = taker(&semaphore, 1);
        lot.until_asleep(1);
        let (lot_then, semaphore_then) = (lot.clone(), Arc::clone(&semaphore));
        let (send, receive) = channel();
        lot.at(Point::AfterUnpark, move || {
            first.join().unwrap().unwrap();
            send.send(taker(&semaphore_then, 1)).unwrap();
            lot_then.until_asleep(1);
        });
        semaphore.release().unwrap();
        assert!(semaphore.has_waiters(), "a sleeper that no release knows of");
        semaphore.release().unwrap();
        receive.recv().unwrap().join().unwrap().unwrap();
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}

#[test]
fn so_many_permits_wake_so_many() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let waiters: Vec<_> = (0..4).map(|_| taker(&semaphore, 1)).collect();
        lot.until_asleep(4);
        semaphore.add(3).unwrap();
        assert_eq!(lot.asleep(), 1);
        semaphore.add(1).unwrap();
        for waiter in waiters {
            waiter.join().unwrap().unwrap();
        }
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}

#[test]
fn a_permit_that_a_woken_one_has_not_come_for_wakes_nobody_else() {
    soon(|| {
        let (lot, semaphore) = world(0, Barging);
        let waiters: Vec<_> = (0..3).map(|_| taker(&semaphore, 1)).collect();
        lot.until_asleep(3);
        let (go, may_go) = channel::<()>();
        lot.at(Point::Woken, move || may_go.recv().unwrap());
        semaphore.release().unwrap();
        semaphore.release().unwrap();
        assert_eq!(lot.asleep(), 1, "two permits, two wakes");
        go.send(()).unwrap();
        semaphore.release().unwrap();
        for waiter in waiters {
            waiter.join().unwrap().unwrap();
        }
        assert_at_rest(&lot, &semaphore, 0);
    });
}

#[test]
fn who_is_woken_in_vain_passes_on_what_is_enough_for_the_next() {
    soon(|| {
        let (lot, semaphore) = world(0, Barging);
        let big = taker(&semaphore, 2);
        lot.until_asleep(1);
        let small = taker(&semaphore, 1);
        lot.until_asleep(2);
        let barger = Arc::clone(&semaphore);
        lot.at(Point::Woken, move || barger.try_acquire().unwrap().forget());
        // Wakes the big one, for which one of the two is stolen before it comes.
        semaphore.add(2).unwrap();
        small.join().unwrap().unwrap();
        assert_eq!(semaphore.available(), 0);
        semaphore.add(2).unwrap();
        big.join().unwrap().unwrap();
        assert_at_rest(&lot, &semaphore, 0);
    });
}
