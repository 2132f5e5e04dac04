//! Who goes first: strict order, small requests behind large ones, and the bound on bad luck.

use crate::Shown;
use crate::tools::script_lot::{Point, ScriptLot};
use crate::tools::{soon, within_a_minute};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use winks_semaphore::{
    AcquireError, Barging, CancelToken, Fair, FairEvery, Mode, Permit, Semaphore,
};

pub(crate) fn rows() -> Vec<Shown> {
    vec![
        ("SEM-066", fair_is_strictly_in_order),
        ("OWN-074", a_small_request_behind_a_large_one),
        ("OWN-085", a_thousand_in_order),
        ("OWN-086", a_hog_cannot_starve_three),
    ]
}

type Ended = JoinHandle<Result<(), AcquireError>>;

/// A thread that waits for so many, once it is the `place`-th in the queue.
fn queued<M: Mode + Send + Sync + 'static>(
    semaphore: &Arc<Semaphore<M>>,
    place: usize,
    acquire: impl FnOnce(&Semaphore<M>) -> Result<Permit<'_, M>, AcquireError> + Send + 'static,
) -> Ended {
    let waiter = thread::spawn({
        let semaphore = Arc::clone(semaphore);
        move || acquire(&semaphore).map(Permit::forget)
    });
    while semaphore.waiters() < place {
        thread::yield_now();
    }
    waiter
}

/// One permit is free, and somebody waits for three of them.
fn fair_is_strictly_in_order() {
    within_a_minute(|| {
        let semaphore = Arc::new(Semaphore::with_mode(1, Fair));
        let large = queued(&semaphore, 1, |s| s.acquire_many(3));
        let small = queued(&semaphore, 2, |s| s.try_acquire_for(Duration::from_secs(50)));
        let last = queued(&semaphore, 3, |s| s.acquire());
        let wait = Duration::from_millis(1);
        assert_eq!(semaphore.try_acquire_for(wait).map(drop), Err(AcquireError::TimedOut));
        // Only what never waits takes the free one, and gives it back.
        assert_eq!(semaphore.try_acquire().map(drop), Ok(()));
        assert_eq!((semaphore.waiters(), semaphore.available()), (3, 1));
        semaphore.add(2).unwrap();
        assert_eq!(large.join().unwrap(), Ok(()));
        assert_eq!((semaphore.waiters(), semaphore.available()), (2, 0));
        semaphore.release().unwrap();
        assert_eq!(small.join().unwrap(), Ok(()));
        assert_eq!(semaphore.waiters(), 1);
        semaphore.release().unwrap();
        assert_eq!(last.join().unwrap(), Ok(()));
        assert!(!semaphore.has_waiters());
    });
}

/// In the queue the small one waits behind the large one, in each mode; a newcomer takes the free
/// permit past both, unless the mode is fair. Once the head leaves, the next one goes.
fn a_small_request_behind_a_large_one() {
    fn body<M: Mode + Send + Sync + 'static>(mode: M, newcomer_waits: bool) {
        let semaphore = Arc::new(Semaphore::with_mode(0, mode));
        let stop = Arc::new(CancelToken::new());
        let stop_large = Arc::clone(&stop);
        let large = queued(&semaphore, 1, move |s| s.acquire_many_cancellable(3, &stop_large));
        let small = queued(&semaphore, 2, |s| s.acquire());
        semaphore.release().unwrap();
        assert_eq!((semaphore.waiters(), semaphore.available()), (2, 1));
        let newcomer = semaphore.try_acquire_for(Duration::from_millis(1)).map(drop);
        assert_eq!(newcomer.is_err(), newcomer_waits);
        assert_eq!((semaphore.waiters(), semaphore.available()), (2, 1));
        stop.cancel();
        assert_eq!(large.join().unwrap(), Err(AcquireError::Cancelled));
        assert_eq!(small.join().unwrap(), Ok(()));
        assert_eq!((semaphore.available(), semaphore.has_waiters()), (0, false));
    }
    within_a_minute(|| body(Barging, false));
    within_a_minute(|| body(FairEvery::<8>, false));
    within_a_minute(|| body(Fair, true));
    within_a_minute(|| body(FairEvery::<1>, true));
}

fn a_thousand_in_order() {
    within_a_minute(|| {
        let semaphore = Arc::new(Semaphore::with_mode(0, Fair));
        let served = Arc::new(Mutex::new(Vec::new()));
        let mut waiters = Vec::new();
        for number in 0..1_000 {
            let (semaphore, served) = (Arc::clone(&semaphore), Arc::clone(&served));
            let small_stack = thread::Builder::new().stack_size(64 << 10);
            let waiting = Arc::clone(&semaphore);
            let waiter = small_stack.spawn(move || {
                // The permit goes on to the next one only after this one has signed.
                let _permit = semaphore.acquire().unwrap();
                served.lock().unwrap().push(number);
            });
            waiters.push(waiter.unwrap());
            while waiting.waiters() <= number {
                thread::yield_now();
            }
        }
        semaphore.release().unwrap();
        for waiter in waiters {
            waiter.join().unwrap();
        }
        let served = served.lock().unwrap();
        assert!(served.iter().copied().eq(0..1_000), "{served:?}");
        assert_eq!((semaphore.available(), semaphore.has_waiters()), (1, false));
    });
}

/// The worst luck there is: whenever a waiter is woken, the hog has taken its permit before it
/// comes, if it can be taken.
fn a_hog_cannot_starve_three() {
    /// So many of three waiters are left after so many releases.
    fn left_after<M: Mode + Send + Sync + 'static>(mode: M, most: usize) -> (usize, usize) {
        let lot = ScriptLot::new();
        let semaphore = Arc::new(Semaphore::with_lot(0, mode, lot.clone()));
        let mut waiters = Vec::new();
        for place in 1..=3 {
            let taker = Arc::clone(&semaphore);
            waiters.push(thread::spawn(move || taker.acquire().map(|permit| permit.forget())));
            lot.until_asleep(place);
        }
        let (mut left, mut releases) = (3, 0);
        while left > 0 && releases < most {
            let hog = Arc::clone(&semaphore);
            let (tell, told) = channel();
            lot.at(Point::Woken, move || {
                tell.send(hog.try_acquire().map(|permit| permit.forget()).is_ok()).unwrap();
            });
            semaphore.release().unwrap();
            releases += 1;
            let stolen = told.recv().unwrap();
            left -= usize::from(!stolen);
            lot.until_asleep(left);
        }
        semaphore.add(left).unwrap();
        for waiter in waiters {
            assert_eq!(waiter.join().unwrap(), Ok(()));
        }
        (left, releases)
    }

    fn check<const K: usize>() {
        let (left, releases) = soon(|| left_after(FairEvery::<K>, 1_000));
        println!("K = {K}: the hog's {releases} releases served all three, {} at most", 3 * K);
        // K for a waiter itself and for each of the two before it.
        assert!(left == 0 && releases <= 3 * K, "{releases} releases with K = {K}, {left} left");
    }
    check::<1>();
    check::<2>();
    check::<4>();
    check::<16>();
    // Without a bound there is none.
    assert_eq!(soon(|| left_after(Barging, 1_000)), (3, 1_000));
}
