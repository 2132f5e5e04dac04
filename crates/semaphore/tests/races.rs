//! The races of the real code, each put exactly where it hurts by a lot that the test holds in its
//! hand: no chance, no clock.

mod tools;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{JoinHandle, spawn};
use std::time::Instant;
use tools::script_lot::{Point, ScriptLot};
use tools::soon;
use winks_semaphore::state::{HANDOFF, State};
use winks_semaphore::{
    AcquireError, Barging, CancelToken, Fair, FairEvery, Mode, Patience, Semaphore,
};

type Shared<M> = Arc<Semaphore<M, ScriptLot>>;
type Ended = JoinHandle<Result<(), AcquireError>>;

fn world<M: Mode>(balance: isize, mode: M) -> (ScriptLot, Shared<M>) {
    let lot = ScriptLot::new();
    (lot.clone(), Arc::new(Semaphore::with_lot(balance, mode, lot)))
}

/// A thread that acquires so many and keeps them out.
fn taker<M: Mode + Send + Sync + 'static>(semaphore: &Shared<M>, permits: usize) -> Ended {
    let semaphore = Arc::clone(semaphore);
    spawn(move || semaphore.acquire_many(permits).map(|permit| permit.forget()))
}

/// The same, until the lot's time has passed.
fn timed_taker<M: Mode + Send + Sync + 'static>(semaphore: &Shared<M>, permits: usize) -> Ended {
    let semaphore = Arc::clone(semaphore);
    spawn(move || {
        let patience = Patience::until(Instant::now());
        semaphore.acquire_with(permits, patience).map(|permit| permit.forget())
    })
}

/// The same, until the token is cancelled.
fn cancellable_taker<M: Mode + Send + Sync + 'static>(
    semaphore: &Shared<M>,
    permits: usize,
    token: &Arc<CancelToken<ScriptLot>>,
) -> Ended {
    let (semaphore, token) = (Arc::clone(semaphore), Arc::clone(token));
    spawn(move || semaphore.acquire_many_cancellable(permits, &token).map(|permit| permit.forget()))
}

#[track_caller]
fn assert_at_rest<M: Mode>(lot: &ScriptLot, semaphore: &Shared<M>, balance: isize) {
    assert_eq!(semaphore.state(), State::with_balance(balance).unwrap());
    assert_eq!(lot.asleep(), 0);
}

/// Runs the same body in each mode.
macro_rules! in_each_mode {
    ($body:ident) => {
        soon(|| $body(Barging));
        soon(|| $body(Fair));
        soon(|| $body(FairEvery::<1>));
        soon(|| $body(FairEvery::<3>));
    };
}

#[test]
fn who_is_alone_never_visits_the_lot() {
    fn body<M: Mode>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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

/// The time of a waiter is over; before it has taken itself off the queue, a release comes.
#[test]
fn a_permit_that_comes_with_the_last_moment_is_kept() {
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn assert_at_rest_but_for_sleepers<M: Mode>(semaphore: &Shared<M>) {
        assert_eq!(semaphore.state(), State::with_balance(0).unwrap());
    }
    in_each_mode!(body);
}

#[test]
fn a_token_looks_for_nobody_who_is_gone() {
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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

#[test]
fn what_is_handed_over_cannot_be_stolen() {
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
fn in_vain<M: Mode + Send + Sync + 'static>(lot: &ScriptLot, semaphore: &Shared<M>, times: usize) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
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
