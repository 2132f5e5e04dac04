//! What each step on the way lacks, without chance: a lot that the test holds in its hand puts the
//! other thread exactly where it hurts.

mod tools;

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread::{JoinHandle, spawn};
use tools::script_lot::{Point, ScriptLot};
use tools::soon;
use winks_semaphore::lot::Lot;
use winks_semaphore::steps::{bit, callback, park, spin, validate};

/// What the steps have in common.
trait Step: Send + Sync + 'static {
    fn with(permits: usize, lot: &ScriptLot) -> Arc<Self>;
    fn acquire(&self);
    fn release(&self);
    fn available(&self) -> usize;
}

macro_rules! steps {
    ($($step:ident)+) => {$(
        impl Step for $step::Semaphore<ScriptLot> {
            fn with(permits: usize, lot: &ScriptLot) -> Arc<Self> {
                Arc::new(Self::new(permits, lot.clone()))
            }
            fn acquire(&self) {
                self.acquire();
            }
            fn release(&self) {
                self.release();
            }
            fn available(&self) -> usize {
                self.available()
            }
        }
    )+};
}

steps! { park validate bit callback }

type Park = park::Semaphore<ScriptLot>;
type Validate = validate::Semaphore<ScriptLot>;
type Bit = bit::Semaphore<ScriptLot>;
type Callback = callback::Semaphore<ScriptLot>;

fn acquirer<S: Step>(semaphore: &Arc<S>) -> JoinHandle<()> {
    let semaphore = Arc::clone(semaphore);
    spawn(move || semaphore.acquire())
}

/// Wakes the first sleeper of this key, as no release will do.
fn rescue(lot: &ScriptLot, key: usize) {
    // SAFETY: the key is a semaphore's that the test keeps alive; the callback does nothing.
    let found = unsafe { lot.unpark_one(key, |_| 0) };
    assert_eq!(found.count, 1);
}

#[test]
fn a_spinner_is_busy_all_the_time_it_waits() {
    let semaphore = spin::Semaphore::new(0);
    let mut turns = 0;
    semaphore.acquire(|| {
        turns += 1;
        if turns == 100_000 {
            semaphore.release();
        }
    });
    assert_eq!((turns, semaphore.available()), (100_000, 0));
}

/// The release falls between the look and the sleep.
fn a_release_in_the_gap<S: Step>() -> (ScriptLot, Arc<S>, JoinHandle<()>) {
    let lot = ScriptLot::new();
    let semaphore = S::with(0, &lot);
    let giver = Arc::clone(&semaphore);
    lot.at(Point::BeforePark, move || giver.release());
    let waiter = acquirer(&semaphore);
    (lot, semaphore, waiter)
}

#[test]
fn without_validate_it_sleeps_beside_a_free_permit() {
    soon(|| {
        let (lot, semaphore, waiter) = a_release_in_the_gap::<Park>();
        lot.until_asleep(1);
        assert_eq!(semaphore.available(), 1);
        rescue(&lot, semaphore.key());
        waiter.join().unwrap();
    });
}

fn it_does_not_even_lie_down<S: Step>() {
    soon(|| {
        let (lot, semaphore, waiter) = a_release_in_the_gap::<S>();
        waiter.join().unwrap();
        assert_eq!((semaphore.available(), lot.asleep()), (0, 0));
    });
}

#[test]
fn with_validate_it_does_not_even_lie_down() {
    it_does_not_even_lie_down::<Validate>();
    it_does_not_even_lie_down::<Callback>();
}

/// How often a thread alone visits the lot in a thousand pairs of acquire and release.
fn visits_of_a_thread_alone<S: Step>() -> usize {
    let lot = ScriptLot::new();
    let semaphore = S::with(1, &lot);
    for _ in 0..1_000 {
        semaphore.acquire();
        semaphore.release();
    }
    lot.visits()
}

#[test]
fn without_the_flag_every_release_visits_the_lot() {
    assert_eq!(visits_of_a_thread_alone::<Validate>(), 1_000);
}

#[test]
fn with_the_flag_none_does() {
    assert_eq!(visits_of_a_thread_alone::<Bit>(), 0);
    assert_eq!(visits_of_a_thread_alone::<Callback>(), 0);
}

/// A sleeps and is woken; before the release that woke it returns, A takes the permit and B lies
/// down. Then comes a second release.
fn a_sleeper_before_the_release_returns<S: Step>() -> (ScriptLot, Arc<S>, JoinHandle<()>) {
    let lot = ScriptLot::new();
    let semaphore = S::with(0, &lot);
    let a = acquirer(&semaphore);
    lot.until_asleep(1);
    let (lot_then, semaphore_then) = (lot.clone(), Arc::clone(&semaphore));
    let (send, receive) = channel();
    lot.at(Point::AfterUnpark, move || {
        a.join().unwrap();
        send.send(acquirer(&semaphore_then)).unwrap();
        lot_then.until_asleep(1);
    });
    semaphore.release();
    let b = receive.recv().unwrap();
    semaphore.release();
    (lot, semaphore, b)
}

#[test]
fn cleared_outside_the_lock_the_flag_leaves_a_sleeper_alone() {
    soon(|| {
        let (lot, semaphore, b) = a_sleeper_before_the_release_returns::<Bit>();
        assert_eq!((semaphore.available(), lot.asleep()), (1, 1), "asleep beside a free permit");
        rescue(&lot, semaphore.key());
        b.join().unwrap();
    });
}

#[test]
fn cleared_in_the_callback_it_is_set_again() {
    soon(|| {
        let (lot, semaphore, b) = a_sleeper_before_the_release_returns::<Callback>();
        b.join().unwrap();
        assert_eq!((semaphore.available(), lot.asleep()), (0, 0));
    });
}
