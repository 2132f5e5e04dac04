//! A new semaphore: what it holds, how it tells, how large it is.

use std::thread;
use winks_semaphore::parking::ParkingLot;
use winks_semaphore::{Barging, Fair, FairEvery, Mode, Permit, Semaphore};

use crate::Shown;
use crate::helpers::{ClosedOnFailure, assert_at_rest, remark, until_queued};

pub(crate) const TESTS: &[Shown] = &[
    ("SEM-001", unfair!(values_are_kept)),
    ("SEM-002", fair!(values_are_kept)),
    ("SEM-003", without_a_mode_newcomers_pass),
    ("SEM-067", unfair!(debug_shows_the_count)),
    ("SEM-068", fair!(debug_shows_the_count)),
    ("OWN-094", it_is_one_word),
];

fn signed<M: Mode>(balance: isize, mode: M) -> Semaphore<M> {
    Semaphore::with_lot(balance, mode, ParkingLot::new())
}

fn values_are_kept<M: Mode>(mode: M) {
    for (balance, available) in [(-42, 0), (-1, 0), (0, 0), (1, 1), (42, 42)] {
        let semaphore = signed(balance, mode);
        assert_at_rest(&semaphore, balance);
        assert_eq!(semaphore.available(), available);
        assert!(!semaphore.is_closed());
        let mode = format!("mode: {}", M::NAME);
        assert!(format!("{semaphore:?}").contains(&mode), "{semaphore:?}");
    }
}

/// Non-fair by what it does: with one permit free and somebody waiting for three, a newcomer takes
/// the one.
fn without_a_mode_newcomers_pass() {
    let semaphore: Semaphore<Barging> = Semaphore::new(1);
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        scope.spawn(|| semaphore.acquire_many(3).map(Permit::forget).unwrap());
        until_queued(&semaphore, 1);
        semaphore.acquire().unwrap().forget();
        assert_eq!((semaphore.waiters(), semaphore.balance()), (1, 0));
        semaphore.add(3).unwrap();
    });
    assert_at_rest(&semaphore, 0);
}

fn debug_shows_the_count<M: Mode>(mode: M) {
    for balance in [0, 3, -1] {
        let text = format!("{:?}", signed(balance, mode));
        assert!(text.starts_with(&format!("Semaphore {{ permits: {balance}, ")), "{text}");
    }
    let text = format!("{:#?}", signed(-7, mode));
    assert!(text.contains("permits: -7,\n"), "{text}");
}

fn it_is_one_word() {
    static IN_A_STATIC: Semaphore<FairEvery<8>> = Semaphore::with_mode(2, FairEvery);
    assert_eq!(IN_A_STATIC.available(), 2);
    let word = size_of::<usize>();
    let sizes = [
        size_of::<Semaphore>(),
        size_of::<Semaphore<Fair>>(),
        size_of::<Semaphore<FairEvery<8>>>(),
    ];
    assert_eq!(sizes, [word; 3]);
    assert_eq!(align_of::<Semaphore>(), align_of::<usize>());
    remark(format!("OWN-094 a semaphore is {} bytes in every mode", sizes[0]));
}
