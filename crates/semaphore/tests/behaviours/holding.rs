//! Many threads at once: never more holders than permits, nothing lost, nobody woken for another.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::thread;
use winks_semaphore::{Barging, CancelToken, Mode, Permit, Semaphore};

use crate::Shown;
use crate::forms::Form::{self, Acquire, Uninterruptibly};
use crate::helpers::{ClosedOnFailure, assert_at_rest, until, until_queued};
use crate::watched::Watched;

pub(crate) const TESTS: &[Shown] = &[
    ("JT-013", every_mode!(takers_race_releasers)),
    ("OWN-071", holders_never_exceed_the_permits),
    ("OWN-095", nobody_is_woken_for_another),
];

/// Two takers and two releasers, in each of the six orders in which they can be started.
fn takers_race_releasers<M: Mode + Sync>(mode: M) {
    const ORDERS: [[bool; 4]; 6] = [
        [true, true, false, false],
        [true, false, true, false],
        [true, false, false, true],
        [false, true, true, false],
        [false, true, false, true],
        [false, false, true, true],
    ];
    for form in [Acquire, Uninterruptibly] {
        let (semaphore, stop) = (Semaphore::with_mode(0, mode), CancelToken::new());
        for round in 0..1_000 {
            thread::scope(|scope| {
                for takes in ORDERS[round % ORDERS.len()] {
                    let (semaphore, stop) = (&semaphore, &stop);
                    scope.spawn(move || {
                        if takes {
                            Form::take(form, semaphore, 1, stop).unwrap();
                        } else {
                            semaphore.release().unwrap();
                        }
                    });
                }
            });
            assert_at_rest(&semaphore, 0);
        }
    }
}

fn holders_never_exceed_the_permits() {
    const ROUNDS: usize = 20_000;
    for permits in [1, 3, 8] {
        for threads in [8, 16, 32] {
            let semaphore = Semaphore::new(permits);
            let [inside, most, total] = [const { AtomicUsize::new(0) }; 3];
            thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        for round in 0..ROUNDS {
                            let permit = semaphore.acquire().unwrap();
                            let now = inside.fetch_add(1, SeqCst) + 1;
                            most.fetch_max(now, SeqCst);
                            if round == 0 {
                                // The first to come wait until all permits are held.
                                until(|| most.load(SeqCst) >= permits);
                            } else if round % 64 == 0 {
                                thread::yield_now();
                            }
                            inside.fetch_sub(1, SeqCst);
                            drop(permit);
                            total.fetch_add(1, SeqCst);
                        }
                    });
                }
            });
            assert_eq!(most.into_inner(), permits, "most holders, {threads} threads");
            assert_eq!(total.into_inner(), threads * ROUNDS);
            assert_at_rest(&semaphore, permits as isize);
        }
    }
}

/// More semaphores than the lot has queues: those that share one are told apart.
fn nobody_is_woken_for_another() {
    const THREADS: usize = 4;
    const TURNS: usize = 1_024;
    let lot = Watched::default();
    let semaphores: Vec<_> =
        (0..THREADS * TURNS).map(|_| Semaphore::with_lot(0, Barging, lot.clone())).collect();
    let turns = [const { AtomicUsize::new(0) }; THREADS];
    let of = |turn: usize, thread: usize| &semaphores[turn * THREADS + thread];
    thread::scope(|scope| {
        for (thread, turns) in turns.iter().enumerate() {
            scope.spawn(move || {
                for turn in 0..TURNS {
                    of(turn, thread).acquire().map(Permit::forget).unwrap();
                    turns.fetch_add(1, SeqCst);
                }
            });
        }
        for turn in 0..TURNS {
            let _ends: [_; THREADS] =
                std::array::from_fn(|thread| ClosedOnFailure(of(turn, thread)));
            (0..THREADS).for_each(|thread| until_queued(of(turn, thread), 1));
            for step in 0..THREADS {
                // Not always in the order of the queue that they may share.
                let thread = (turn + step * 3) % THREADS;
                of(turn, thread).release().unwrap();
                until(|| turns[thread].load(SeqCst) == turn + 1);
                for rest in step + 1..THREADS {
                    let other = (turn + rest * 3) % THREADS;
                    assert_eq!(of(turn, other).waiters(), 1);
                    assert_eq!(turns[other].load(SeqCst), turn);
                }
            }
        }
    });
    assert_eq!((lot.woken(), lot.parks()), (semaphores.len(), semaphores.len()));
    semaphores.iter().for_each(|semaphore| assert_at_rest(semaphore, 0));
}
