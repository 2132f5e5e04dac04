//! Nothing is made and nothing is lost: permits, wakes, and what was written under them.

use crate::Shown;
use crate::tools::script_lot::{Point, ScriptLot};
use crate::tools::{soon, within_a_minute};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};
use std::thread;
use std::time::{Duration, Instant};
use winks_semaphore::state::State;
use winks_semaphore::{
    AcquireError, Barging, CancelToken, Fair, FairEvery, Mode, Patience, Permit, Semaphore,
};

pub(crate) fn rows() -> Vec<Shown> {
    vec![
        ("JT-013", racing_releases),
        ("OWN-071", never_more_holders_than_permits),
        ("OWN-073", so_many_permits_wake_so_many),
        ("OWN-075", the_head_leaves),
        ("OWN-077", a_time_out_that_races_a_hand_off),
        ("OWN-078", the_last_time_out_clears_the_flag),
        ("OWN-087", guards),
        ("OWN-093", callbacks_cannot_panic),
    ]
}

/// Two take and two release, started in an order that changes from round to round.
fn racing_releases() {
    fn body<M: Mode + Send + Sync + 'static>(mode: M, cancellable: bool) {
        let semaphore = Semaphore::with_mode(0, mode);
        let token = CancelToken::new();
        let act = |takes: bool| match (takes, cancellable) {
            (true, true) => semaphore.acquire_cancellable(&token).map(Permit::forget).unwrap(),
            (true, false) => semaphore.acquire().map(Permit::forget).unwrap(),
            (false, _) => semaphore.release().unwrap(),
        };
        let mut orders = [0b0011, 0b0101, 0b0110, 0b1001, 0b1010, 0b1100].into_iter().cycle();
        for _ in 0..1_000 {
            let order = orders.next().unwrap();
            thread::scope(|s| {
                for place in 0..4 {
                    s.spawn(move || act(order >> place & 1 == 0));
                }
            });
            assert_eq!(semaphore.state(), State::with_balance(0).unwrap());
            assert_eq!(semaphore.waiters(), 0);
        }
    }
    for cancellable in [false, true] {
        within_a_minute(move || body(Barging, cancellable));
        within_a_minute(move || body(Fair, cancellable));
    }
}

fn never_more_holders_than_permits() {
    for permits in [1, 3, 8] {
        for threads in [8, 16, 32] {
            within_a_minute(move || hold(permits, threads, 20_000));
        }
    }
}

fn hold(permits: usize, threads: usize, rounds: usize) {
    let semaphore = Semaphore::new(permits);
    let (inside, most, total) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let all_held = Barrier::new(permits);
    thread::scope(|s| {
        for thread in 0..threads {
            let (semaphore, inside, most, total) = (&semaphore, &inside, &most, &total);
            let all_held = &all_held;
            s.spawn(move || {
                for round in 0..rounds {
                    let permit = semaphore.acquire().unwrap();
                    let now = inside.fetch_add(1, Ordering::Relaxed) + 1;
                    most.fetch_max(now, Ordering::Relaxed);
                    // Once, all permits are held at the same time.
                    if round == 0 && thread < permits {
                        all_held.wait();
                    } else if round % 64 == 0 {
                        thread::yield_now();
                    }
                    inside.fetch_sub(1, Ordering::Relaxed);
                    drop(permit);
                }
                total.fetch_add(rounds, Ordering::Relaxed);
            });
        }
    });
    assert_eq!(most.into_inner(), permits, "most holders at once");
    assert_eq!(total.into_inner(), threads * rounds);
    assert_eq!(semaphore.state(), State::with_balance(permits as isize).unwrap());
}

fn so_many_permits_wake_so_many() {
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
        let semaphore = Arc::new(Semaphore::with_mode(0, mode));
        let waiters = [(); 4].map(|()| {
            let semaphore = Arc::clone(&semaphore);
            thread::spawn(move || semaphore.acquire().map(Permit::forget))
        });
        while semaphore.waiters() < 4 {
            thread::yield_now();
        }
        // Woken is who is off the queue, and that is before `add` returns.
        semaphore.release().unwrap();
        assert_eq!(semaphore.waiters(), 3);
        semaphore.add(2).unwrap();
        assert_eq!(semaphore.waiters(), 1);
        semaphore.add(5).unwrap();
        for waiter in waiters {
            assert_eq!(waiter.join().unwrap(), Ok(()));
        }
        assert_eq!((semaphore.available(), semaphore.has_waiters()), (4, false));
    }
    within_a_minute(|| body(Barging));
    within_a_minute(|| body(Fair));
}

/// Two permits are free, the head wants three; it leaves, and without another release the next goes.
fn the_head_leaves() {
    fn body<M: Mode + Send + Sync + 'static>(mode: M, by_time: bool) {
        let lot = ScriptLot::new();
        let semaphore = Arc::new(Semaphore::with_lot(0, mode, lot.clone()));
        let stop = Arc::new(CancelToken::with_lot(lot.clone()));
        let head = thread::spawn({
            let (semaphore, stop) = (Arc::clone(&semaphore), Arc::clone(&stop));
            move || {
                let patience = Patience::until(Instant::now()).unless(&stop);
                semaphore.acquire_with(3, patience).map(|permit| permit.forget())
            }
        });
        lot.until_asleep(1);
        let next = thread::spawn({
            let semaphore = Arc::clone(&semaphore);
            move || semaphore.acquire_many(2).map(|permit| permit.forget())
        });
        lot.until_asleep(2);
        semaphore.add(2).unwrap();
        assert_eq!((lot.asleep(), semaphore.available()), (2, 2));
        let (left, expected) = if by_time {
            lot.let_time_pass();
            (head.join().unwrap(), AcquireError::TimedOut)
        } else {
            stop.cancel();
            (head.join().unwrap(), AcquireError::Cancelled)
        };
        assert_eq!(left, Err(expected));
        assert_eq!(next.join().unwrap(), Ok(()));
        assert_eq!(semaphore.state(), State::with_balance(0).unwrap());
    }
    for by_time in [true, false] {
        soon(move || body(Barging, by_time));
        soon(move || body(Fair, by_time));
        soon(move || body(FairEvery::<1>, by_time));
    }
}

/// By script, exactly at the last moment; and on real threads, as chance has it.
fn a_time_out_that_races_a_hand_off() {
    soon(|| {
        let lot = ScriptLot::new();
        let semaphore = Arc::new(Semaphore::with_lot(0, Fair, lot.clone()));
        let giver = Arc::clone(&semaphore);
        lot.at(Point::BeforeTimeOut, move || giver.release().unwrap());
        let waiter = thread::spawn({
            let semaphore = Arc::clone(&semaphore);
            move || semaphore.try_acquire_until(Instant::now()).map(|permit| permit.forget())
        });
        lot.until_asleep(1);
        lot.let_time_pass();
        assert_eq!(waiter.join().unwrap(), Ok(()));
        assert_eq!(semaphore.state(), State::with_balance(0).unwrap());
    });
    within_a_minute(|| {
        let semaphore = Semaphore::with_mode(0, Fair);
        let got = AtomicUsize::new(0);
        thread::scope(|s| {
            for _ in 0..2 {
                s.spawn(|| {
                    for micros in (0..50).cycle().take(1_000) {
                        let time = Duration::from_micros(micros);
                        if semaphore.try_acquire_for(time).map(Permit::forget).is_ok() {
                            got.fetch_add(1, Ordering::Relaxed);
                        }
                    }
                });
            }
            s.spawn(|| {
                for _ in 0..1_000 {
                    semaphore.release().unwrap();
                    thread::yield_now();
                }
            });
        });
        let left = 1_000 - got.into_inner() as isize;
        assert_eq!(semaphore.state(), State::with_balance(left).unwrap(), "made or lost");
    });
}

fn the_last_time_out_clears_the_flag() {
    fn body<M: Mode + Send + Sync + 'static>(mode: M) {
        let lot = ScriptLot::new();
        let semaphore = Arc::new(Semaphore::with_lot(0, mode, lot.clone()));
        let timed = || {
            let semaphore = Arc::clone(&semaphore);
            thread::spawn(move || semaphore.try_acquire_until(Instant::now()).map(drop))
        };
        // While its time out is not complete, another comes and lies down.
        let (lot_then, semaphore_then) = (lot.clone(), Arc::clone(&semaphore));
        let (send, receive) = std::sync::mpsc::channel();
        lot.at(Point::AfterTimeOut, move || {
            send.send(thread::spawn(move || semaphore_then.acquire().map(drop))).unwrap();
            lot_then.until_asleep(1);
        });
        let waiter = timed();
        lot.until_asleep(1);
        lot.let_time_pass();
        assert_eq!(waiter.join().unwrap(), Err(AcquireError::TimedOut));
        assert!(semaphore.has_waiters(), "the flag was cleared beside a sleeper");
        semaphore.release().unwrap();
        assert_eq!(receive.recv().unwrap().join().unwrap(), Ok(()));

        // Nobody else comes: the next release does not look for sleepers.
        semaphore.try_acquire().unwrap().forget();
        assert_eq!(timed().join().unwrap(), Err(AcquireError::TimedOut));
        let visits = lot.visits();
        semaphore.release().unwrap();
        assert_eq!(lot.visits(), visits);
    }
    soon(|| body(Barging));
    soon(|| body(Fair));
}

fn guards() {
    let semaphore = Arc::new(Semaphore::new(9));
    let panicked = catch_unwind(AssertUnwindSafe(|| {
        let _borrowed = semaphore.acquire_many(2).unwrap();
        let _owned = semaphore.acquire_many_owned(3).unwrap();
        assert_eq!(semaphore.available(), 4);
        std::panic::resume_unwind(Box::new("on purpose"));
    }));
    assert!(panicked.is_err());
    assert_eq!(semaphore.available(), 9);

    let mut five = semaphore.acquire_many(5).unwrap();
    let mut two = five.split(2).unwrap();
    assert!(two.split(3).is_none());
    two.merge(five.split(1).unwrap()).unwrap();
    assert_eq!((five.permits(), two.permits(), semaphore.available()), (2, 3, 4));
    drop(two);
    assert_eq!(semaphore.available(), 7);
    five.forget();
    assert_eq!(semaphore.available(), 7);
}

/// A panic in a callback would end the process. The files that have callbacks refuse, by lints, all
/// that can panic; one place, outside every callback, is excepted by name.
fn callbacks_cannot_panic() {
    let lints =
        ["arithmetic_side_effects", "expect_used", "indexing_slicing", "panic", "unwrap_used"];
    for (file, text, excepted) in [
        ("serve.rs", include_str!("../../src/serve.rs"), 0),
        ("wait.rs", include_str!("../../src/wait.rs"), 0),
        ("cancel.rs", include_str!("../../src/cancel.rs"), 1),
        ("count.rs", include_str!("../../src/count.rs"), 0),
        ("mutex.rs", include_str!("../../src/mutex.rs"), 0),
    ] {
        let head = text.split("\nuse ").next().unwrap();
        for lint in lints {
            let denied = head.contains("#![deny(") && head.contains(&format!("clippy::{lint}"));
            assert!(denied, "{file} must deny clippy::{lint}");
        }
        assert_eq!(text.matches("#[allow(").count(), excepted, "exceptions in {file}");
        // What those lints let through. A documentation comment is no code.
        let code = || text.lines().filter(|line| !line.trim_start().starts_with("//"));
        for word in ["assert", "unreachable!", "todo!", "vec![", "Box::new"] {
            assert_eq!(code().find(|line| line.contains(word)), None, "{word} in {file}");
        }
    }
}
