//! Guards: what comes back, what stays out, and that nothing is made or lost on the way.

mod tools;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tools::within_a_minute;
use winks_semaphore::{
    AcquireError, CancelToken, CountError, Fair, MAX_PERMITS, MIN_BALANCE, Patience, Semaphore,
};

#[test]
fn a_dropped_permit_comes_back_and_a_forgotten_one_does_not() {
    let semaphore = Semaphore::new(3);
    let (one, two) = (semaphore.acquire().unwrap(), semaphore.acquire_many(2).unwrap());
    assert_eq!((one.permits(), two.permits(), semaphore.available()), (1, 2, 0));
    drop(two);
    assert_eq!(semaphore.available(), 2);
    one.forget();
    assert_eq!(semaphore.available(), 2);
    semaphore.release().unwrap();
    assert_eq!(semaphore.available(), 3);
}

#[test]
fn a_panic_gives_back_what_is_held() {
    let semaphore = Arc::new(Semaphore::new(5));
    let held = catch_unwind(AssertUnwindSafe(|| {
        let _two = semaphore.acquire_many(2).unwrap();
        let _three = semaphore.acquire_many_owned(3).unwrap();
        assert_eq!(semaphore.available(), 0);
        std::panic::resume_unwind(Box::new("on purpose"));
    }));
    assert!(held.is_err());
    assert_eq!(semaphore.available(), 5);
}

/// The same, for a permit that borrows and for one that owns.
macro_rules! split_and_merge {
    ($semaphore:expr, $other:expr, $acquire_many:ident) => {
        let (semaphore, other) = ($semaphore, $other);
        let mut all = semaphore.$acquire_many(6).unwrap();
        let mut two = all.split(2).unwrap();
        assert_eq!((all.permits(), two.permits()), (4, 2));
        assert!(two.split(3).is_none());
        assert_eq!(two.permits(), 2);
        let none = two.split(0).unwrap();
        assert_eq!(none.permits(), 0);
        drop(none);
        assert_eq!(semaphore.available(), 0);

        two.merge(all.split(1).unwrap()).unwrap();
        assert_eq!((all.permits(), two.permits()), (3, 3));
        let foreign = other.$acquire_many(1).unwrap();
        let foreign = two.merge(foreign).expect_err("of another semaphore");
        assert_eq!((foreign.permits(), two.permits()), (1, 3));
        drop(two);
        assert_eq!((semaphore.available(), other.available()), (3, 0));
        drop(foreign);
        drop(all);
        assert_eq!((semaphore.available(), other.available()), (6, 1));
    };
}

#[test]
fn split_and_merge_make_nothing_and_lose_nothing() {
    split_and_merge!(Semaphore::new(6), Semaphore::new(1), acquire_many);
}

#[test]
fn owned_split_and_merge_make_nothing_and_lose_nothing() {
    split_and_merge!(Arc::new(Semaphore::new(6)), Arc::new(Semaphore::new(1)), acquire_many_owned);
}

#[test]
fn more_than_a_semaphore_can_hold_is_not_merged() {
    let semaphore = Semaphore::new(MAX_PERMITS);
    let mut most = semaphore.acquire_many(MAX_PERMITS).unwrap();
    semaphore.add(1).unwrap();
    let one = semaphore.acquire().unwrap();
    let one = most.merge(one).expect_err("too many for one permit");
    assert_eq!((most.permits(), one.permits()), (MAX_PERMITS, 1));
    drop(most);
    drop(one);
    assert_eq!(semaphore.available(), MAX_PERMITS);
}

#[test]
fn what_a_full_semaphore_cannot_take_back_is_lost() {
    let semaphore = Semaphore::new(1);
    let permit = semaphore.acquire().unwrap();
    semaphore.add(MAX_PERMITS).unwrap();
    drop(permit);
    assert_eq!(semaphore.available(), MAX_PERMITS);
}

#[test]
fn to_forget_takes_what_is_there_and_makes_no_debt() {
    let semaphore = Semaphore::new(5);
    assert_eq!([2, 0, 7, 1].map(|permits| semaphore.forget(permits)), [2, 0, 3, 0]);
    assert_eq!(semaphore.balance(), 0);
    semaphore.reduce(4).unwrap();
    assert_eq!((semaphore.forget(1), semaphore.balance()), (0, -4));
}

#[test]
fn past_the_maximum_nothing_is_added() {
    let semaphore = Semaphore::new(MAX_PERMITS - 1);
    let overflow = |added| CountError::Overflow { balance: MAX_PERMITS as isize - 1, added };
    assert_eq!(semaphore.add(2), Err(overflow(2)));
    assert_eq!(semaphore.add(MAX_PERMITS), Err(overflow(MAX_PERMITS)));
    assert_eq!(semaphore.add(usize::MAX), Err(overflow(usize::MAX)));
    assert_eq!(semaphore.available(), MAX_PERMITS - 1);
    assert_eq!(semaphore.add(1), Ok(()));
    let balance = MAX_PERMITS as isize;
    assert_eq!(semaphore.release(), Err(CountError::Overflow { balance, added: 1 }));
    assert_eq!(semaphore.available(), MAX_PERMITS);
}

#[test]
fn past_the_minimum_nothing_is_taken() {
    let semaphore = Semaphore::with_mode(0, Fair);
    semaphore.reduce(MIN_BALANCE.unsigned_abs()).unwrap();
    for taken in [1, usize::MAX] {
        let underflow = CountError::Underflow { balance: MIN_BALANCE, taken };
        assert_eq!(semaphore.reduce(taken), Err(underflow));
    }
    assert_eq!(semaphore.reduce(0), Ok(()));
    assert_eq!(semaphore.balance(), MIN_BALANCE);
    assert_eq!(semaphore.available(), 0);
}

#[test]
fn more_than_there_can_be_is_refused_at_once() {
    within_a_minute(|| {
        let semaphore = Arc::new(Semaphore::new(1));
        for asked in [MAX_PERMITS + 1, usize::MAX] {
            let too_many = Err(AcquireError::TooMany { asked });
            assert_eq!(semaphore.acquire_many(asked).map(drop), too_many);
            assert_eq!(semaphore.try_acquire_many(asked).map(drop), too_many);
            assert_eq!(semaphore.acquire_many_owned(asked).map(drop), too_many);
            assert_eq!(semaphore.try_acquire_many_owned(asked).map(drop), too_many);
            assert_eq!(semaphore.acquire_with(asked, Patience::forever()).map(drop), too_many);
        }
        assert_eq!((semaphore.available(), semaphore.has_waiters()), (1, false));
    });
}

#[test]
fn a_closed_semaphore_gives_nothing_and_takes_back_everything() {
    within_a_minute(|| {
        let semaphore = Arc::new(Semaphore::new(3));
        let (held, owned) = (semaphore.acquire().unwrap(), semaphore.acquire_owned().unwrap());
        semaphore.close();
        semaphore.close();
        assert!(semaphore.is_closed());
        let closed = Err(AcquireError::Closed);
        assert_eq!(semaphore.acquire().map(drop), closed);
        assert_eq!(semaphore.try_acquire().map(drop), closed);
        assert_eq!(semaphore.try_acquire_for(Duration::ZERO).map(drop), closed);
        assert_eq!(semaphore.acquire_many(0).map(drop), closed);
        assert_eq!(semaphore.acquire_owned().map(drop), closed);
        drop((held, owned));
        assert_eq!(semaphore.available(), 3);
        // Nothing opens it again.
        assert_eq!(semaphore.forget(3), 3);
        semaphore.add(2).unwrap();
        assert_eq!(semaphore.drain(), 2);
        assert_eq!(semaphore.try_acquire().map(drop), closed);
    });
}

#[test]
fn the_owned_forms_do_as_the_borrowing_ones() {
    within_a_minute(|| {
        let semaphore = Arc::new(Semaphore::new(2));
        let one = semaphore.acquire_owned().unwrap();
        assert!(Arc::ptr_eq(one.semaphore(), &semaphore));
        let two = semaphore.try_acquire_owned().unwrap();
        assert_eq!(semaphore.try_acquire_owned().map(drop), Err(AcquireError::NoPermits));
        let no_time = Patience::for_at_most(Duration::ZERO);
        assert_eq!(semaphore.acquire_owned_with(1, no_time).map(drop), Err(AcquireError::TimedOut));
        let stop = CancelToken::new();
        stop.cancel();
        let cancelled = Patience::forever().unless(&stop);
        assert_eq!(
            semaphore.acquire_owned_with(1, cancelled).map(drop),
            Err(AcquireError::Cancelled)
        );
        one.forget();
        drop(two);
        assert_eq!(semaphore.available(), 1);
    });
}

#[test]
fn a_deadline_in_the_past_takes_what_is_free_and_waits_for_nothing() {
    within_a_minute(|| {
        let semaphore = Semaphore::new(2);
        let past = Instant::now();
        assert_eq!(semaphore.try_acquire_many_until(2, past).map(drop), Ok(()));
        assert_eq!(semaphore.try_acquire_until(past).map(drop), Ok(()));
        assert_eq!(
            semaphore.try_acquire_many_until(3, past).map(drop),
            Err(AcquireError::TimedOut)
        );
        assert_eq!((semaphore.available(), semaphore.has_waiters()), (2, false));
    });
}

#[test]
fn a_wait_that_times_out_took_at_least_its_time() {
    within_a_minute(|| {
        let semaphore = Semaphore::new(1);
        for wait in [Duration::from_micros(800), Duration::from_millis(20)] {
            let start = Instant::now();
            let ended = semaphore.try_acquire_many_for(2, wait).map(drop);
            assert!(start.elapsed() >= wait);
            assert_eq!(ended, Err(AcquireError::TimedOut));
        }
        assert_eq!((semaphore.available(), semaphore.has_waiters()), (1, false));
    });
}

#[test]
fn a_time_that_no_clock_holds_is_for_ever() {
    within_a_minute(|| {
        let semaphore = Arc::new(Semaphore::new(0));
        let waiter = std::thread::spawn({
            let semaphore = Arc::clone(&semaphore);
            move || semaphore.try_acquire_for(Duration::MAX).map(|permit| permit.forget())
        });
        while semaphore.waiters() == 0 {
            std::thread::yield_now();
        }
        semaphore.release().unwrap();
        assert_eq!(waiter.join().unwrap(), Ok(()));
    });
}

#[test]
fn a_cancelled_token_refuses_even_a_free_permit() {
    within_a_minute(|| {
        let (semaphore, stop) = (Semaphore::new(1), CancelToken::new());
        assert_eq!(semaphore.acquire_cancellable(&stop).map(drop), Ok(()));
        stop.cancel();
        assert_eq!(semaphore.acquire_cancellable(&stop).map(drop), Err(AcquireError::Cancelled));
        assert_eq!(semaphore.available(), 1);
        // The forms that do not name the token do not see it.
        assert_eq!(semaphore.acquire().map(drop), Ok(()));
        assert!(stop.is_cancelled());
    });
}

#[test]
fn errors_say_what_to_do_about_them() {
    let texts = [
        AcquireError::Closed.to_string(),
        AcquireError::NoPermits.to_string(),
        AcquireError::TimedOut.to_string(),
        AcquireError::Cancelled.to_string(),
        AcquireError::TooMany { asked: usize::MAX }.to_string(),
        CountError::Overflow { balance: 7, added: 9 }.to_string(),
        CountError::Underflow { balance: -7, taken: 9 }.to_string(),
    ];
    assert!(texts[4].contains(&usize::MAX.to_string()), "{}", texts[4]);
    assert!(texts[4].contains(&MAX_PERMITS.to_string()), "{}", texts[4]);
    assert!(texts[5].starts_with("9 permits cannot be added to 7"), "{}", texts[5]);
    assert!(texts[6].starts_with("9 permits cannot be taken from -7"), "{}", texts[6]);
    for (at, text) in texts.iter().enumerate() {
        assert!(!texts[..at].contains(text), "{text}");
    }
}

#[test]
#[should_panic(expected = "a semaphore holds at most MAX_PERMITS")]
fn a_semaphore_with_too_many_permits_is_a_bug() {
    let _ = Semaphore::new(MAX_PERMITS + 1);
}
