//! Counts: initial values, tries, drain and reduce, what is shown, and the edges.

use crate::tools::{soon, within_a_minute};
use crate::{Shown, both};
use std::time::{Duration, Instant};
use winks_semaphore::parking::ParkingLot;
use winks_semaphore::{
    AcquireError, Barging, CountError, Fair, MAX_PERMITS, MIN_BALANCE, Mode, Permit, Semaphore,
};

pub(crate) fn rows() -> Vec<Shown> {
    let mut rows = both! {
        "SEM-001" "SEM-002" initial_values
        "SEM-004" "SEM-005" tries
        "SEM-026" "SEM-027" drain
        "SEM-032" "SEM-033" reduce
        "SEM-036" "SEM-037" all_or_nothing
        "SEM-067" "SEM-068" debug_text
    };
    rows.extend::<[Shown; 9]>([
        ("SEM-003", without_a_flag_it_is_not_fair),
        ("SEM-006", a_timed_try_is_not_early),
        ("SEM-007", a_timed_try_for_three_is_not_early),
        ("JT-012", overflow_and_underflow),
        ("OWN-079", a_deadline_in_the_past),
        ("OWN-081", a_release_past_the_maximum),
        ("OWN-082", more_than_the_maximum),
        ("OWN-083", zero_permits),
        ("OWN-094", one_word),
    ]);
    rows
}

fn with<M: Mode>(balance: isize, mode: M) -> Semaphore<M> {
    Semaphore::with_lot(balance, mode, ParkingLot)
}

fn is_some<M: Mode>(permit: Result<Permit<'_, M>, AcquireError>) -> bool {
    permit.map(Permit::forget).is_ok()
}

fn initial_values<M: Mode>(mode: M) {
    for balance in [-42, -1, 0, 1, 42] {
        let semaphore = with(balance, mode);
        assert_eq!(semaphore.balance(), balance);
        assert_eq!(semaphore.available(), balance.max(0) as usize);
        assert!(format!("{semaphore:?}").contains(&format!("mode: {}", M::NAME)));
    }
    // Two releases end a debt of one.
    let owed = with(-1, mode);
    assert!(!is_some(owed.try_acquire()));
    owed.release().unwrap();
    assert!(!is_some(owed.try_acquire()));
    owed.release().unwrap();
    assert!(is_some(owed.try_acquire()));
}

fn without_a_flag_it_is_not_fair() {
    let semaphore: Semaphore<Barging> = Semaphore::new(1);
    assert!(format!("{semaphore:?}").contains("mode: Barging"));
}

fn tries<M: Mode>(mode: M) {
    let semaphore = with(2, mode);
    let tries: Vec<_> = (0..4).map(|_| is_some(semaphore.try_acquire())).collect();
    assert_eq!(tries, [true, true, false, false]);
    assert_eq!(semaphore.balance(), 0);
}

fn all_or_nothing<M: Mode>(mode: M) {
    let semaphore = with(2, mode);
    assert!(!is_some(semaphore.try_acquire_many(3)));
    assert_eq!(semaphore.balance(), 2);
    assert!(is_some(semaphore.try_acquire_many(2)));
    assert_eq!(semaphore.balance(), 0);
    assert!(!is_some(semaphore.try_acquire_many(1)));
    assert!(!is_some(semaphore.try_acquire_many(2)));
    assert_eq!(semaphore.balance(), 0);
}

fn a_timed_try_is_not_early() {
    soon(|| timed_try(with(0, Barging), 1));
    soon(|| timed_try(with(0, Fair), 1));
}

fn a_timed_try_for_three_is_not_early() {
    soon(|| timed_try(with(2, Barging), 3));
    soon(|| timed_try(with(2, Fair), 3));
}

fn timed_try<M: Mode>(semaphore: Semaphore<M>, permits: usize) {
    let before = semaphore.balance();
    for wait in [Duration::from_micros(800), Duration::from_millis(12)] {
        let start = Instant::now();
        let ended = semaphore.try_acquire_many_for(permits, wait).map(drop);
        assert!(start.elapsed() >= wait, "too early");
        assert_eq!(ended, Err(AcquireError::TimedOut));
    }
    assert_eq!((semaphore.balance(), semaphore.has_waiters()), (before, false));
}

fn drain<M: Mode>(mode: M) {
    let semaphore = with(0, mode);
    assert_eq!(semaphore.drain(), 0);
    semaphore.add(10).unwrap();
    assert_eq!((semaphore.drain(), semaphore.drain()), (10, 0));
    // A debt is drained as well, as in Java.
    semaphore.reduce(5).unwrap();
    assert_eq!((semaphore.drain(), semaphore.balance()), (-5, 0));
}

fn reduce<M: Mode>(mode: M) {
    let semaphore = with(10, mode);
    assert_eq!(semaphore.balance(), 10);
    let after = [0, 1, 10, 10, 0].map(|permits| {
        semaphore.reduce(permits).unwrap();
        semaphore.balance()
    });
    assert_eq!(after, [10, 9, -1, -11, -11]);
    // The one that only takes what is there makes no debt.
    assert_eq!((semaphore.forget(3), semaphore.balance()), (0, -11));
    semaphore.add(13).unwrap();
    assert_eq!((semaphore.forget(3), semaphore.balance()), (2, 0));
}

fn debug_text<M: Mode>(mode: M) {
    for (balance, text) in [(3, "permits: 3,"), (0, "permits: 0,"), (-7, "permits: -7,")] {
        let shown = format!("{:?}", with(balance, mode));
        assert!(shown.contains(text), "{shown}");
    }
}

fn overflow_and_underflow() {
    fn body<M: Mode>(mode: M) {
        let (max, min) = (MAX_PERMITS as isize, MIN_BALANCE);
        let full = with(max, mode);
        for added in [1, 2, MAX_PERMITS] {
            assert_eq!(full.add(added), Err(CountError::Overflow { balance: max, added }));
        }
        assert_eq!(full.release(), Err(CountError::Overflow { balance: max, added: 1 }));
        assert_eq!(full.balance(), max);

        let empty = with(min, mode);
        for taken in [1, 2, MAX_PERMITS] {
            assert_eq!(empty.reduce(taken), Err(CountError::Underflow { balance: min, taken }));
        }
        assert_eq!(empty.balance(), min);
        empty.release().unwrap();
        empty.reduce(1).unwrap();
        assert_eq!(empty.balance(), min);
    }
    body(Barging);
    body(Fair);
}

fn a_release_past_the_maximum() {
    let semaphore = with(MAX_PERMITS as isize - 1, Barging);
    let refused = |added| Err(CountError::Overflow { balance: MAX_PERMITS as isize - 1, added });
    for _ in 0..10 {
        assert_eq!(semaphore.add(2), refused(2));
        assert_eq!(semaphore.add(usize::MAX), refused(usize::MAX));
        assert_eq!(semaphore.balance(), MAX_PERMITS as isize - 1);
    }
    assert_eq!(semaphore.release(), Ok(()));
    assert!(semaphore.release().is_err());
    assert_eq!(semaphore.balance(), MAX_PERMITS as isize);
}

fn more_than_the_maximum() {
    within_a_minute(|| {
        let semaphore = with(0, Barging);
        for asked in [MAX_PERMITS + 1, usize::MAX] {
            let ended = semaphore.acquire_many(asked).map(drop);
            assert_eq!(ended, Err(AcquireError::TooMany { asked }));
            let ended = semaphore.try_acquire_many_for(asked, Duration::MAX).map(drop);
            assert_eq!(ended, Err(AcquireError::TooMany { asked }));
        }
        assert!(!semaphore.has_waiters());
    });
}

fn a_deadline_in_the_past() {
    soon(|| {
        let semaphore = with(1, Barging);
        let past = Instant::now();
        assert_eq!(semaphore.try_acquire_until(past).map(Permit::forget), Ok(()));
        assert_eq!(semaphore.try_acquire_until(past).map(drop), Err(AcquireError::TimedOut));
        assert_eq!(
            semaphore.try_acquire_for(Duration::ZERO).map(drop),
            Err(AcquireError::TimedOut)
        );
        assert_eq!((semaphore.balance(), semaphore.has_waiters()), (0, false));
    });
}

fn zero_permits() {
    fn body<M: Mode>(mode: M) {
        assert!(is_some(with(0, mode).try_acquire_many(0)));
        assert!(is_some(with(0, mode).acquire_many(0)));
        assert!(!is_some(with(-1, mode).try_acquire_many(0)));
        let ended = with(-1, mode).try_acquire_many_for(0, Duration::from_millis(1)).map(drop);
        assert_eq!(ended, Err(AcquireError::TimedOut));
    }
    soon(|| body(Barging));
    soon(|| body(Fair));
}

fn one_word() {
    let size = size_of::<Semaphore>();
    assert_eq!(size, size_of::<usize>());
    assert_eq!(size, size_of::<Semaphore<Fair>>());
    println!("a semaphore is {size} bytes");
}
