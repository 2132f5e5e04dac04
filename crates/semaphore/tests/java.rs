//! What Java's semaphore does, said by this one: the same script, the same words.
//!
//! The expected text is what OpenJDK 17 prints; a line that must differ says why.

mod tools;

use std::fmt::{Display, Write as _};
use std::sync::Arc;
use std::thread::{self, JoinHandle};
use tools::within_a_minute;
use winks_semaphore::parking::ParkingLot;
use winks_semaphore::{
    AcquireError, Barging, CancelToken, Fair, MAX_PERMITS, MIN_BALANCE, Mode, Permit, Semaphore,
};

/// Java's largest count is 2^31 − 1, and negative numbers are refused when the program runs; here
/// they are `MAX` and `MIN`, and a negative request does not compile. Its errors are thrown.
const JAVA: &str = "\
S1 fair=false release() at MAX -> refused, permits after=MAX
S1 reducePermits(1) at MIN -> refused, permits=MIN
S2 new(-1): tryAcquire=false; after 1 release false; after 2 true
S3 tryAcquire(0) true | new(-1).tryAcquire(0) false
S4 Permits = 3 drain negative: -5 then 0
S1 fair=true release() at MAX -> refused, permits after=MAX
S1 reducePermits(1) at MIN -> refused, permits=MIN
S2 new(-1): tryAcquire=false; after 1 release false; after 2 true
S3 tryAcquire(0) true | new(-1).tryAcquire(0) false
S4 Permits = 3 drain negative: -5 then 0
S5 fair=false: 1 permit free, acquire(3) queued first, then acquire(1): small got it=true queue=1
S5 fair=true: 1 permit free, acquire(3) queued first, then acquire(1): small got it=false queue=2
S6 fair=false: head wants 3, second wants 1, release(1): small ran=false (permits idle=1); after head is interrupted small ran=true
S6 fair=true: head wants 3, second wants 1, release(1): small ran=false (permits idle=1); after head is interrupted small ran=true
";

fn with<M: Mode>(balance: isize, mode: M) -> Arc<Semaphore<M>> {
    Arc::new(Semaphore::with_lot(balance, mode, ParkingLot))
}

fn edge(balance: isize) -> String {
    match balance {
        _ if balance == MAX_PERMITS as isize => "MAX".to_owned(),
        MIN_BALANCE => "MIN".to_owned(),
        _ => balance.to_string(),
    }
}

fn refused<T, E>(result: Result<T, E>) -> &'static str {
    if result.is_err() { "refused" } else { "ok" }
}

/// Takes, and keeps out.
fn took<M: Mode>(permit: Result<Permit<'_, M>, AcquireError>) -> bool {
    permit.map(Permit::forget).is_ok()
}

/// S1 to S4: counts, on one thread.
fn counts<M: Mode>(fair: bool, mode: M) -> String {
    let mut said = String::new();
    let mut say = |line: &dyn Display| writeln!(said, "{line}").unwrap();
    let full = with(MAX_PERMITS as isize, mode);
    let ended = refused(full.release());
    let after = edge(full.balance());
    say(&format_args!("S1 fair={fair} release() at MAX -> {ended}, permits after={after}"));
    let owed = with(MIN_BALANCE, mode);
    let ended = refused(owed.reduce(1));
    say(&format_args!("S1 reducePermits(1) at MIN -> {ended}, permits={}", edge(owed.balance())));

    let one_short = with(-1, mode);
    let at_first = took(one_short.try_acquire());
    let [after_one, after_two] = [(); 2].map(|()| {
        one_short.release().unwrap();
        took(one_short.try_acquire())
    });
    say(&format_args!(
        "S2 new(-1): tryAcquire={at_first}; after 1 release {after_one}; after 2 {after_two}"
    ));
    let at_zero = took(with(0, mode).try_acquire_many(0));
    let below = took(with(-1, mode).try_acquire_many(0));
    say(&format_args!("S3 tryAcquire(0) {at_zero} | new(-1).tryAcquire(0) {below}"));
    let shown = format!("{:?}", with(3, mode));
    let permits = shown.split("permits: ").nth(1).and_then(|rest| rest.split(',').next()).unwrap();
    let owed = with(-5, mode);
    let (drained, left) = (owed.drain(), owed.balance());
    say(&format_args!("S4 Permits = {permits} drain negative: {drained} then {left}"));
    said
}

/// A thread that acquires and gives back.
fn taker<M: Mode + Send + Sync + 'static>(
    semaphore: &Arc<Semaphore<M>>,
    permits: usize,
    stop: &Arc<CancelToken>,
) -> JoinHandle<bool> {
    let (semaphore, stop) = (Arc::clone(semaphore), Arc::clone(stop));
    thread::spawn(move || semaphore.acquire_many_cancellable(permits, &stop).map(drop).is_ok())
}

fn until_queued<M: Mode>(semaphore: &Semaphore<M>, count: usize) {
    while semaphore.waiters() < count {
        thread::yield_now();
    }
}

/// S5: one permit is free, a large request is queued, a small one comes.
fn newcomer<M: Mode + Send + Sync + 'static>(fair: bool, mode: M) -> String {
    let (semaphore, stop) = (with(1, mode), Arc::new(CancelToken::new()));
    let large = taker(&semaphore, 3, &stop);
    until_queued(&semaphore, 1);
    let small = taker(&semaphore, 1, &stop);
    // Either it is through, or it is queued: no time is given.
    while !small.is_finished() && semaphore.waiters() < 2 {
        thread::yield_now();
    }
    let (got, queue) = (small.is_finished(), semaphore.waiters());
    semaphore.add(2).unwrap();
    assert!(large.join().unwrap() && small.join().unwrap());
    format!(
        "S5 fair={fair}: 1 permit free, acquire(3) queued first, then acquire(1): small got \
         it={got} queue={queue}\n"
    )
}

/// S6: a large request is queued, a small one behind it; one permit comes, then the large one goes.
fn behind<M: Mode + Send + Sync + 'static>(fair: bool, mode: M) -> String {
    let (semaphore, stop) = (with(0, mode), Arc::new(CancelToken::new()));
    let large = taker(&semaphore, 3, &stop);
    until_queued(&semaphore, 1);
    let small = taker(&semaphore, 1, &Arc::new(CancelToken::new()));
    until_queued(&semaphore, 2);
    semaphore.release().unwrap();
    // Who is woken is off the queue before `release` returns.
    let (before, idle) = (semaphore.waiters() < 2, semaphore.available());
    stop.cancel();
    assert!(!large.join().unwrap());
    let after = small.join().unwrap();
    format!(
        "S6 fair={fair}: head wants 3, second wants 1, release(1): small ran={before} (permits \
         idle={idle}); after head is interrupted small ran={after}\n"
    )
}

#[test]
fn the_same_script_says_the_same_words() {
    let said = within_a_minute(|| {
        [
            counts(false, Barging),
            counts(true, Fair),
            newcomer(false, Barging),
            newcomer(true, Fair),
            behind(false, Barging),
            behind(true, Fair),
        ]
        .concat()
    });
    assert_eq!(said, JAVA);
}
