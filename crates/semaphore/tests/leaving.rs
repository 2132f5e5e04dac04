//! The races of waiters that leave: by the clock, by a token, at the end. Each is put exactly where it
//! hurts by a lot that the test holds in its hand, and whose time passes when the test says so.

mod tools;

use std::sync::Arc;
use std::sync::mpsc::channel;
use tools::script_lot::Point;
use tools::soon;
use tools::world::{
    AnyMode, Shared, assert_at_rest, cancellable_taker, in_each_mode, taker, timed_taker, world,
};
use winks_semaphore::state::State;
use winks_semaphore::{AcquireError, Barging, CancelToken, FairEvery, Semaphore};

/// The time of a waiter is over; before it has taken itself off the queue, a release comes.
#[test]
fn a_permit_that_comes_with_the_last_moment_is_kept() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let giver = Arc::clone(&semaphore);
        lot.at(Point::BeforeTimeOut, move || giver.release().unwrap());
        let waiter = timed_taker(&semaphore, 1);
        lot.until_asleep(1);
        lot.let_time_pass();
        assert_eq!(waiter.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}

/// Woken in vain, and its time is over by now: it does not lie down again to find that out.
#[test]
fn who_was_woken_in_vain_and_has_no_time_left_goes() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let (thief, lot_then) = (Arc::clone(&semaphore), lot.clone());
        lot.at(Point::Woken, move || {
            thief.try_acquire().unwrap().forget();
            lot_then.let_time_pass();
        });
        let waiter = timed_taker(&semaphore, 1);
        lot.until_asleep(1);
        semaphore.release().unwrap();
        assert_eq!(waiter.join().unwrap(), Err(AcquireError::TimedOut));
        assert_eq!(lot.visits(), 2, "to lie down, and to wake");
        assert_at_rest(&lot, &semaphore, 0);
    }
    soon(|| body(Barging));
    soon(|| body(FairEvery::<2>));
}

#[test]
fn the_last_that_times_out_clears_the_flag_before_another_can_rely_on_it() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let (lot_then, semaphore_then) = (lot.clone(), Arc::clone(&semaphore));
        let (send, receive) = channel();
        lot.at(Point::AfterTimeOut, move || {
            send.send(taker(&semaphore_then, 1)).unwrap();
            lot_then.until_asleep(1);
        });
        let waiter = timed_taker(&semaphore, 1);
        lot.until_asleep(1);
        lot.let_time_pass();
        assert_eq!(waiter.join().unwrap(), Err(AcquireError::TimedOut));
        assert!(semaphore.has_waiters(), "a sleeper that no release knows of");
        semaphore.release().unwrap();
        receive.recv().unwrap().join().unwrap().unwrap();
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}

#[test]
fn after_the_last_timed_out_a_release_stays_out_of_the_lot() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let waiter = timed_taker(&semaphore, 1);
        lot.until_asleep(1);
        lot.let_time_pass();
        assert_eq!(waiter.join().unwrap(), Err(AcquireError::TimedOut));
        let visits = lot.visits();
        semaphore.release().unwrap();
        assert_eq!(lot.visits(), visits);
        assert_at_rest(&lot, &semaphore, 1);
    }
    in_each_mode!(body);
}

/// One permit is free, the head wants two and leaves, the one behind it wants one.
#[test]
fn a_head_that_times_out_lets_the_next_one_go() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let head = timed_taker(&semaphore, 2);
        lot.until_asleep(1);
        let next = taker(&semaphore, 1);
        lot.until_asleep(2);
        semaphore.release().unwrap();
        assert_eq!(lot.asleep(), 2, "the permit is not enough for the head, and not for others");
        lot.let_time_pass();
        assert_eq!(head.join().unwrap(), Err(AcquireError::TimedOut));
        assert_eq!(next.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}

#[test]
fn a_head_that_is_cancelled_lets_the_next_one_go() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let token = Arc::new(CancelToken::with_lot(lot.clone()));
        let head = cancellable_taker(&semaphore, 2, &token);
        lot.until_asleep(1);
        let next = taker(&semaphore, 1);
        lot.until_asleep(2);
        semaphore.release().unwrap();
        assert_eq!(lot.asleep(), 2);
        token.cancel();
        assert_eq!(head.join().unwrap(), Err(AcquireError::Cancelled));
        assert_eq!(next.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}

#[test]
fn a_cancel_in_the_gap_before_the_sleep_is_seen() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let token = Arc::new(CancelToken::with_lot(lot.clone()));
        let canceller = Arc::clone(&token);
        lot.at(Point::BeforePark, move || canceller.cancel());
        let waiter = cancellable_taker(&semaphore, 1, &token);
        assert_eq!(waiter.join().unwrap(), Err(AcquireError::Cancelled));
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}

#[test]
fn a_token_cancels_its_own_waits_and_no_others() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let elsewhere = Arc::new(Semaphore::with_lot(0, mode, lot.clone()));
        let token = Arc::new(CancelToken::with_lot(lot.clone()));
        let spared = taker(&semaphore, 1);
        let ended = [
            cancellable_taker(&semaphore, 1, &token),
            cancellable_taker(&semaphore, 2, &token),
            cancellable_taker(&elsewhere, 1, &token),
        ];
        lot.until_asleep(4);
        token.cancel();
        token.cancel();
        for waiter in ended {
            assert_eq!(waiter.join().unwrap(), Err(AcquireError::Cancelled));
        }
        assert_eq!((lot.asleep(), semaphore.has_waiters()), (1, true));
        assert_at_rest_but_for_sleepers(&elsewhere);
        semaphore.release().unwrap();
        assert_eq!(spared.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
    }
    fn assert_at_rest_but_for_sleepers(semaphore: &Shared<impl AnyMode>) {
        assert_eq!(semaphore.state(), State::with_balance(0).unwrap());
    }
    in_each_mode!(body);
}

#[test]
fn a_token_looks_for_nobody_who_is_gone() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let token = Arc::new(CancelToken::with_lot(lot.clone()));
        for _ in 0..3 {
            let waiter = cancellable_taker(&semaphore, 1, &token);
            lot.until_asleep(1);
            semaphore.release().unwrap();
            assert_eq!(waiter.join().unwrap(), Ok(()));
        }
        let visits = lot.visits();
        token.cancel();
        assert_eq!(lot.visits(), visits);
    }
    in_each_mode!(body);
}

/// The release has woken the waiter; before that one runs, its token is cancelled.
#[test]
fn a_permit_that_came_before_the_cancel_is_kept() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let token = Arc::new(CancelToken::with_lot(lot.clone()));
        let canceller = Arc::clone(&token);
        lot.at(Point::Woken, move || canceller.cancel());
        let waiter = cancellable_taker(&semaphore, 1, &token);
        lot.until_asleep(1);
        semaphore.release().unwrap();
        assert_eq!(waiter.join().unwrap(), Ok(()));
        assert_at_rest(&lot, &semaphore, 0);
    }
    in_each_mode!(body);
}

#[test]
fn a_close_in_the_gap_before_the_sleep_is_seen() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(0, mode);
        let closer = Arc::clone(&semaphore);
        lot.at(Point::BeforePark, move || closer.close());
        assert_eq!(taker(&semaphore, 1).join().unwrap(), Err(AcquireError::Closed));
        assert_eq!((lot.asleep(), semaphore.has_waiters()), (0, false));
    }
    in_each_mode!(body);
}

#[test]
fn a_close_wakes_everybody() {
    fn body(mode: impl AnyMode) {
        let (lot, semaphore) = world(1, mode);
        let waiters = [taker(&semaphore, 2), taker(&semaphore, 3), timed_taker(&semaphore, 2)];
        lot.until_asleep(3);
        semaphore.close();
        for waiter in waiters {
            assert_eq!(waiter.join().unwrap(), Err(AcquireError::Closed));
        }
        assert_eq!((semaphore.balance(), lot.asleep(), semaphore.has_waiters()), (1, 0, false));
    }
    in_each_mode!(body);
}
