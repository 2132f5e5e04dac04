//! What happens in each world: its threads, and what each of them does.

use super::{Lane, Shared, lane, play, rests_at, semaphore};
use crate::cancel::CancelToken;
use crate::error::{AcquireError, CountError};
use crate::modes::Mode;
use crate::page::Page;
use crate::patience::Patience;
use crate::permit::Permit;
use crate::recording::{self, Failure, note};
use crate::state::{CLOSED, MAX_PERMITS};
use crate::sync::Arc;
use std::time::Instant;

const TAKERS: [&str; 3] = ["taker 0", "taker 1", "taker 2"];

/// What cannot go wrong in any order, and then has.
fn loses(what: &str) {
    recording::fail(Failure::FinalCount(what.to_string()));
}

fn taker<M: Mode + Send + Sync + 'static>(
    name: &'static str,
    semaphore: &Shared<M>,
    permits: usize,
    times: usize,
) -> Lane {
    let semaphore = Arc::clone(semaphore);
    lane(name, move || {
        for _ in 0..times {
            if semaphore.acquire_many(permits).map(Permit::forget).is_err() {
                loses("an open semaphore refuses a permit");
            }
        }
    })
}

/// So many threads, so many times each, through one permit.
pub(super) fn lock<M: Mode + Send + Sync + 'static>(mode: M, threads: usize, rounds: usize) {
    let (_, semaphore) = semaphore(1, mode);
    let page = Arc::new(Page::new());
    let holders = ["T0", "T1", "T2"].into_iter().take(threads).map(|name| {
        let (semaphore, page) = (Arc::clone(&semaphore), Arc::clone(&page));
        lane(name, move || {
            for _ in 0..rounds {
                let permit = semaphore.acquire();
                page.write();
                drop(permit);
            }
        })
    });
    play(&semaphore, holders.collect::<Vec<_>>(), rests_at(1));
    if page.read() != threads * rounds {
        loses("a page was written over");
    }
}

/// So many wait for what one writes, who then gives permits in these portions.
pub(super) fn publish<M: Mode + Send + Sync + 'static>(
    mode: M,
    takers: usize,
    portions: &'static [usize],
) {
    let (_, semaphore) = semaphore(0, mode);
    let page = Arc::new(Page::new());
    let mut lanes: Vec<Lane> = Vec::new();
    for name in TAKERS.into_iter().take(takers) {
        let (semaphore, page) = (Arc::clone(&semaphore), Arc::clone(&page));
        lanes.push(lane(name, move || {
            let _ = semaphore.acquire().map(Permit::forget);
            if page.read() != 1 {
                loses("a permit came, and not what was written before");
            }
        }));
    }
    let giver = Arc::clone(&semaphore);
    lanes.push(lane("giver", move || {
        page.write();
        for &permits in portions {
            let _ = giver.add(permits);
        }
    }));
    play(&semaphore, lanes, rests_at(0));
}

/// Two that come twice, and four permits one by one.
pub(super) fn hand_twice<M: Mode + Send + Sync + 'static>(mode: M) {
    let (_, semaphore) = semaphore(0, mode);
    let giver = Arc::clone(&semaphore);
    let lanes = [
        taker("taker 0", &semaphore, 1, 2),
        taker("taker 1", &semaphore, 1, 2),
        lane("giver", move || {
            for _ in 0..4 {
                let _ = giver.release();
            }
        }),
    ];
    play(&semaphore, lanes, rests_at(0));
}

/// One waits for two permits, which come from two threads that have each written a page.
pub(super) fn two_givers<M: Mode + Send + Sync + 'static>(mode: M) {
    let (_, semaphore) = semaphore(0, mode);
    let pages = Arc::new([Page::new(), Page::new()]);
    let giver = |name, page: usize| {
        let (semaphore, pages) = (Arc::clone(&semaphore), Arc::clone(&pages));
        lane(name, move || {
            pages[page].write();
            let _ = semaphore.release();
        })
    };
    let givers = [giver("giver 0", 0), giver("giver 1", 1)];
    let waiting = Arc::clone(&semaphore);
    let reader = lane("taker", move || {
        let _ = waiting.acquire_many(2).map(Permit::forget);
        if [pages[0].read(), pages[1].read()] != [1, 1] {
            loses("two permits came, and not what was written before");
        }
    });
    play(&semaphore, [reader].into_iter().chain(givers), rests_at(0));
}

/// One waits for two, one for one; three come one by one.
pub(super) fn two_sizes<M: Mode + Send + Sync + 'static>(mode: M) {
    let (_, semaphore) = semaphore(0, mode);
    let giver = Arc::clone(&semaphore);
    let lanes = [
        taker("wants 2", &semaphore, 2, 1),
        taker("wants 1", &semaphore, 1, 1),
        lane("giver", move || {
            for _ in 0..3 {
                let _ = giver.release();
            }
        }),
    ];
    play(&semaphore, lanes, rests_at(0));
}

/// One waits for two and will leave, one waits for one; a single permit comes.
pub(super) fn leaver<M: Mode + Send + Sync + 'static>(mode: M, by_time: bool) {
    let (lot, semaphore) = semaphore(0, mode);
    let stop = Arc::new(CancelToken::with_lot(lot.clone()));
    let large = {
        let (semaphore, stop) = (Arc::clone(&semaphore), Arc::clone(&stop));
        let limit = if by_time { Patience::until(Instant::now()) } else { Patience::forever() };
        let expected = if by_time { AcquireError::TimedOut } else { AcquireError::Cancelled };
        lane("wants 2", move || {
            let ended = semaphore.acquire_with(2, limit.unless(&stop)).map(drop);
            if ended != Err(expected) {
                loses("two permits came of one");
            }
            note("goes without");
        })
    };
    let small = taker("wants 1", &semaphore, 1, 1);
    let giver = Arc::clone(&semaphore);
    let giver = lane("giver", move || {
        let _ = giver.release();
        if by_time {
            lot.let_time_pass();
        } else {
            stop.cancel();
        }
    });
    play(&semaphore, [large, small, giver], rests_at(0));
}

/// One waits for some time, one as long as it takes; one permit comes, before the time is over or
/// after, and a second if the first went to the impatient one.
pub(super) fn time_out<M: Mode + Send + Sync + 'static>(mode: M, permit_first: bool) {
    let (lot, semaphore) = semaphore(0, mode);
    let [timed, clock] = [(); 2].map(|()| Arc::clone(&semaphore));
    let lanes = [
        lane("timed", move || {
            match timed.acquire_with(1, Patience::until(Instant::now())).map(Permit::forget) {
                Ok(()) => {
                    let _ = timed.release();
                }
                Err(AcquireError::TimedOut) => note("goes without"),
                Err(_) => loses("an open semaphore refuses a permit"),
            }
        }),
        taker("patient", &semaphore, 1, 1),
        lane("giver", move || {
            if permit_first {
                let _ = clock.release();
                lot.let_time_pass();
            } else {
                lot.let_time_pass();
                let _ = clock.release();
            }
        }),
    ];
    play(&semaphore, lanes, rests_at(0));
}

/// Two wait; a permit comes, and the end.
pub(super) fn close<M: Mode + Send + Sync + 'static>(mode: M) {
    let (_, semaphore) = semaphore(0, mode);
    let closer = Arc::clone(&semaphore);
    let taken = Arc::new(std::sync::atomic::AtomicIsize::new(0));
    let mut lanes: Vec<Lane> = Vec::new();
    for name in TAKERS.into_iter().take(2) {
        let (semaphore, taken) = (Arc::clone(&semaphore), Arc::clone(&taken));
        lanes.push(lane(name, move || match semaphore.acquire().map(Permit::forget) {
            Ok(()) => {
                taken.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            }
            Err(_) => note("finds it closed"),
        }));
    }
    lanes.push(lane("giver", move || {
        let _ = closer.release();
        closer.close();
    }));
    play(&semaphore, lanes, |left| {
        let taken = taken.load(std::sync::atomic::Ordering::Relaxed);
        left.balance() + taken == 1 && left.has(CLOSED) && !left.has(!CLOSED & FLAGS)
    });
}

const FLAGS: usize = crate::state::PERMIT - 1;

/// Nobody waits, and nothing more fits in.
pub(super) fn full<M: Mode + Send + Sync + 'static>(mode: M) {
    let balance = MAX_PERMITS as isize;
    let (_, semaphore) = semaphore(balance, mode);
    let giver = |name| {
        let semaphore = Arc::clone(&semaphore);
        lane(name, move || match semaphore.release() {
            Err(CountError::Overflow { .. }) => note("is refused"),
            _ => loses("a permit more than fit in was taken back"),
        })
    };
    play(&semaphore, [giver("giver 0"), giver("giver 1")], rests_at(balance));
}
