//! The words of Java's semaphore: `golden.txt` is what OpenJDK 17 printed for the scripts S1 to S6,
//! and ours runs the same scripts and prints the same.
//!
//! What must differ stands in [`DIFFERENCES`], each with its reason. (A seventh script measures
//! shares of time: those are nobody's semantics.)

use std::fmt::Display;
use std::sync::atomic::{AtomicBool, Ordering::SeqCst};
use std::thread;
use winks_semaphore::parking::ParkingLot;
use winks_semaphore::{
    Barging, CancelToken, CountError, Fair, MAX_PERMITS, MIN_BALANCE, Mode, Semaphore,
};

use crate::Shown;
use crate::helpers::{ClosedOnFailure, until, until_queued};

pub(crate) const SCRIPTS: &[Shown] = &[
    ("golden_s1_both_ends_of_the_count", || compare("S1", ends, ends)),
    ("golden_s2_a_negative_start", || compare("S2", negative, negative)),
    ("golden_s3_demands_of_none", || compare("S3", none, none)),
    ("golden_s4_text_and_drain", || compare("S4", text, text)),
    ("golden_s5_a_newcomer_beside_a_queue", || compare("S5", newcomer, newcomer)),
    ("golden_s6_the_small_behind_the_large", || compare("S6", behind, behind)),
];

const GOLDEN: &str = include_str!("golden.txt");

/// What Java says, and what is said here, and why.
const DIFFERENCES: [(&str, &str, &str); 6] = [
    ("permits after=2147483647", "permits after=MAX_PERMITS", "a word holds more than an int"),
    ("permits=-2147483648", "permits=MIN_BALANCE", "and owes more"),
    ("acquire(-1) IllegalArgumentException: null | ", "", "no such number is unsigned"),
    (" | release(-1) IllegalArgumentException: null", "", "the same"),
    ("java.util.concurrent.Semaphore[Permits = 3]", "Semaphore { permits: 3, … }", "Debug text"),
    (" within 150 ms", "", "no sleep decides here: small is done, or lies in the queue"),
];

/// Runs the script in the mode that is Java's default, then in the fair one.
fn compare(
    script: &str,
    barging: fn(&mut Vec<String>, Barging, bool),
    fair: fn(&mut Vec<String>, Fair, bool),
) {
    for (java, _, why) in DIFFERENCES {
        assert!(GOLDEN.contains(java), "a difference that is none: {java} ({why})");
    }
    let java = GOLDEN.lines().filter(|line| line.starts_with(script));
    let golden: Vec<String> = java
        .map(|line| {
            let line = line.to_owned();
            DIFFERENCES.iter().fold(line, |line, (java, ours, _)| line.replace(java, ours))
        })
        .collect();
    assert!(!golden.is_empty());
    let mut ours = Vec::new();
    barging(&mut ours, Barging, false);
    fair(&mut ours, Fair, true);
    assert_eq!(ours, golden);
}

fn signed<M: Mode>(balance: isize, mode: M) -> Semaphore<M> {
    Semaphore::with_lot(balance, mode, ParkingLot::new())
}

/// An outcome in Java's words.
fn said(outcome: Result<(), CountError>) -> impl Display {
    match outcome {
        Ok(()) => "ok",
        Err(CountError::Overflow { .. }) => "Error: Maximum permit count exceeded",
        Err(CountError::Underflow { .. }) => "Error: Permit count underflow",
        Err(_) => "an error that Java has not",
    }
}

fn balance<M: Mode>(semaphore: &Semaphore<M>) -> String {
    match semaphore.balance() {
        MIN_BALANCE => "MIN_BALANCE".to_owned(),
        balance if balance == MAX_PERMITS as isize => "MAX_PERMITS".to_owned(),
        balance => balance.to_string(),
    }
}

fn tries<M: Mode>(semaphore: &Semaphore<M>, permits: usize) -> bool {
    semaphore.try_acquire_many(permits).map(|permit| permit.forget()).is_ok()
}

fn ends<M: Mode>(ours: &mut Vec<String>, mode: M, fair: bool) {
    let full = Semaphore::with_mode(MAX_PERMITS, mode);
    let outcome = said(full.release());
    let after = balance(&full);
    ours.push(format!("S1 fair={fair} release() at MAX -> {outcome} permits after={after}"));
    let owing = signed(MIN_BALANCE, mode);
    let outcome = said(owing.reduce(1));
    ours.push(format!("S1 reducePermits(1) at MIN -> {outcome} permits={}", balance(&owing)));
}

fn negative<M: Mode>(ours: &mut Vec<String>, mode: M, _fair: bool) {
    let semaphore = signed(-1, mode);
    let [at_once, after_1, after_2] = [0, 1, 1].map(|given| {
        semaphore.add(given).unwrap();
        tries(&semaphore, 1)
    });
    ours.push(format!(
        "S2 new(-1): tryAcquire={at_once}; after 1 release {after_1}; after 2 {after_2}"
    ));
}

fn none<M: Mode>(ours: &mut Vec<String>, mode: M, _fair: bool) {
    let [at_zero, in_debt] = [0, -1].map(|balance| tries(&signed(balance, mode), 0));
    ours.push(format!("S3 acquire(0) {at_zero} | new(-1).tryAcquire(0) {in_debt}"));
}

fn text<M: Mode>(ours: &mut Vec<String>, mode: M, _fair: bool) {
    let text = format!("{:?}", Semaphore::with_mode(3, mode));
    let (shown, _) = text.split_once(" waiters").expect("the waiters come next");
    let owing = signed(-5, mode);
    let got = owing.drain();
    let left = owing.balance();
    ours.push(format!("S4 toString {shown} … }} drain negative: {got} then {left}"));
}

fn newcomer<M: Mode + Sync>(ours: &mut Vec<String>, mode: M, fair: bool) {
    let semaphore = Semaphore::with_mode(1, mode);
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        scope.spawn(|| drop(semaphore.acquire_many(3).unwrap()));
        until_queued(&semaphore, 1);
        let got_it = AtomicBool::new(false);
        let (semaphore, got_it) = (&semaphore, &got_it);
        thread::scope(|scope| {
            scope.spawn(|| {
                let permit = semaphore.acquire().unwrap();
                got_it.store(true, SeqCst);
                drop(permit);
            });
            until(|| {
                semaphore.waiters() == 2 || (got_it.load(SeqCst) && semaphore.available() == 1)
            });
            let (got_it, queue) = (got_it.load(SeqCst), semaphore.waiters());
            ours.push(format!(
                "S5 fair={fair}: 1 permit free, acquire(3) queued first, then acquire(1): \
                 small got it={got_it} queue={queue}"
            ));
            semaphore.add(2).unwrap();
        });
    });
}

fn behind<M: Mode + Sync>(ours: &mut Vec<String>, mode: M, fair: bool) {
    let (semaphore, stop) = (Semaphore::with_mode(0, mode), CancelToken::new());
    thread::scope(|scope| {
        let _end = ClosedOnFailure(&semaphore);
        let large = scope.spawn(|| semaphore.acquire_many_cancellable(3, &stop).map(drop));
        until_queued(&semaphore, 1);
        let small = scope.spawn(|| semaphore.acquire().map(drop));
        until_queued(&semaphore, 2);
        semaphore.release().unwrap();
        // Whoever could run is off the queue when the release returns.
        let (before, idle) = (semaphore.waiters() < 2, semaphore.available());
        stop.cancel();
        assert!(large.join().unwrap().is_err());
        let after = small.join().unwrap().is_ok();
        ours.push(format!(
            "S6 fair={fair}: head wants 3, second wants 1, release(1): small ran={before} \
             (permits idle={idle}); after head is interrupted small ran={after}"
        ));
    });
}
