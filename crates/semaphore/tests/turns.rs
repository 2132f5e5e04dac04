//! Whose turn it is, in each mode: what is handed over, who insists, who is passed over; by a lot that
//! the test holds in its hand: no chance, no clock.

mod tools;

use std::sync::Arc;
use tools::script_lot::{Point, ScriptLot};
use tools::soon;
use tools::world::{AnyMode, Shared, assert_at_rest, in_each_mode, taker, timed_taker, world};
use winks_semaphore::state::HANDOFF;
use winks_semaphore::{AcquireError, Barging, Fair, FairEvery};

#[test]
fn what_is_handed_over_cannot_be_stolen() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let waiter = taker(&semaphore, 1);
        lot.until_asleep(1);
        let thief = Arc::clone(&semaphore);
        lot.at(Point::Woken, move || {
            assert_eq!(thief.try_acquire().map(drop), Err(AcquireError::NoPermits));
        });
        semaphore.release().unwrap();
        assert_eq!(waiter.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
    }
    soon(|| body(Fair));
    soon(|| body(FairEvery::<1>));
}

/// Wakes a waiter so many times in vain: each time its permit is stolen before it comes.
fn in_vain(lot: &ScriptLot, semaphore: &Shared<impl AnyMode>, times: usize) {
    for _ in 0..times {
        let thief = Arc::clone(semaphore);
        lot.at(Point::Woken, move || thief.try_acquire().unwrap().forget());
        semaphore.release().unwrap();
        lot.until_asleep(1);
    }
}

#[test]
fn where_permits_lie_open_one_can_be_woken_in_vain_for_ever() {
    soon(|| {
        let (lot, semaphore) = world(0, Barging);
        let waiter = taker(&semaphore, 1);
        lot.until_asleep(1);
        in_vain(&lot, &semaphore, 100);
        semaphore.release().unwrap();
        assert_eq!(waiter.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
    });
}

#[test]
fn the_kth_wake_is_not_in_vain() {
    soon(|| {
        let (lot, semaphore) = world(0, FairEvery::<4>);
        let waiter = taker(&semaphore, 1);
        lot.until_asleep(1);
        in_vain(&lot, &semaphore, 3);
        assert!(semaphore.state().has(HANDOFF), "it insists");
        let thief = Arc::clone(&semaphore);
        lot.at(Point::Woken, move || {
            assert_eq!(thief.try_acquire().map(drop), Err(AcquireError::NoPermits));
        });
        semaphore.release().unwrap();
        assert_eq!(waiter.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
    });
}

#[test]
fn while_one_insists_nobody_takes_past_the_queue() {
    soon(|| {
        let (lot, semaphore) = world(0, FairEvery::<2>);
        let big = taker(&semaphore, 2);
        lot.until_asleep(1);
        let thief = Arc::clone(&semaphore);
        lot.at(Point::Woken, move || thief.try_acquire_many(2).unwrap().forget());
        semaphore.add(2).unwrap();
        lot.until_asleep(1);
        // It insists on two. One that is free is for nobody else.
        semaphore.release().unwrap();
        assert_eq!(semaphore.try_acquire().map(drop), Err(AcquireError::NoPermits));
        let small = taker(&semaphore, 1);
        lot.until_asleep(2);
        assert_eq!(semaphore.available(), 1);
        semaphore.release().unwrap();
        assert_eq!(big.join().unwrap(), Ok(()));
        assert!(!semaphore.state().has(HANDOFF), "nobody insists any more");
        semaphore.release().unwrap();
        assert_eq!(small.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
    });
}

#[test]
fn one_that_insisted_and_left_holds_nobody_back() {
    soon(|| {
        let (lot, semaphore) = world(0, FairEvery::<1>);
        let big = timed_taker(&semaphore, 2);
        lot.until_asleep(1);
        semaphore.release().unwrap();
        let small = taker(&semaphore, 1);
        lot.until_asleep(2);
        lot.let_time_pass();
        assert_eq!(big.join().unwrap(), Err(AcquireError::TimedOut));
        assert_eq!(small.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
        semaphore.release().unwrap();
        assert_eq!(semaphore.try_acquire().map(drop), Ok(()));
    });
}

#[test]
fn only_a_try_takes_past_a_fair_queue() {
    soon(|| {
        let (lot, semaphore) = world(1, Fair);
        let big = taker(&semaphore, 3);
        lot.until_asleep(1);
        let small = taker(&semaphore, 1);
        lot.until_asleep(2);
        semaphore.try_acquire().unwrap().forget();
        semaphore.add(3).unwrap();
        assert_eq!(big.join().unwrap(), Ok(()));
        assert_eq!(lot.asleep(), 1);
        semaphore.release().unwrap();
        assert_eq!(small.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
    });
}

#[test]
fn whoever_waits_for_nothing_waits_for_the_end_of_the_debt() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(-2, mode);
        let for_none = [taker(&semaphore, 0), taker(&semaphore, 0)];
        lot.until_asleep(2);
        semaphore.release().unwrap();
        assert_eq!((lot.asleep(), semaphore.balance()), (2, -1));
        semaphore.release().unwrap();
        for waiter in for_none {
            assert_eq!(waiter.join().unwrap(), Ok(()));
        }
        assert_at_rest(&lot, &semaphore, 0);

        semaphore.reduce(2).unwrap();
        let waiter = taker(&semaphore, 0);
        lot.until_asleep(1);
        assert_eq!(semaphore.drain(), -2);
        assert_eq!(waiter.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}

#[test]
fn whoever_waits_for_nothing_uses_up_nobodys_wake() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(-1, mode);
        let for_one = taker(&semaphore, 1);
        lot.until_asleep(1);
        let for_none = taker(&semaphore, 0);
        lot.until_asleep(2);
        semaphore.release().unwrap();
        assert_eq!(lot.asleep(), 2, "nobody is passed over");
        semaphore.release().unwrap();
        assert_eq!(for_one.join().unwrap(), Ok(()));
        assert_eq!(for_none.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}
