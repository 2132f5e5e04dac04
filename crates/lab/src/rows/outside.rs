//! Into the pool from a thread that is not in it: a join and its wait, and spawns.
//!
//! *Hot*: one after the other, so that the worker is still searching when the next one comes.
//! That row has two humps: it costs a few microseconds while the kernel keeps both threads on one
//! core, and five times that while it doesn't; hence at least 18 rounds.
//! *Asleep*: after a pause in which the whole pool has gone to sleep; the round's figure is the median
//! of its joins.
//! The spawns are counted until the last one has run.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use crate::clock::Clock;
use crate::paired::spread;
use crate::row::{Experiment, Kind, Must, Outcome, Round, Row, Scale, Unit};
use crate::subject::Subject;

/// The rows of this file.
pub fn rows(threads: &[usize]) -> Vec<Row> {
    let unit = Unit::micros("µs/join");
    let mut rows = Vec::new();
    for &threads in threads {
        let about = format!("a join from outside, one after the other; {threads} threads");
        let name = format!("outside_join.hot.{threads}t");
        let row = Row::new(name, about, Kind::Wall, unit, Hot { threads });
        rows.push(row.must(Must::Ratio(1.1)).at_least(18));
    }
    for &threads in threads {
        let about = format!("a join from outside into a pool of {threads} sleeping threads");
        let name = format!("outside_join.asleep.{threads}t");
        rows.push(Row::new(name, about, Kind::Wall, unit, Asleep { threads }));
    }
    rows.push(Row::new(
        "spawn.outside",
        "spawns from outside until the last has run, 2 threads",
        Kind::Wall,
        Unit::ones("ns/spawn"),
        Spawns,
    ));
    rows
}

/// What a pool needs at most to fall asleep, with a wide margin.
pub(super) const FALL_ASLEEP: Duration = Duration::from_millis(5);

/// A join from outside.
pub(super) fn join_in<S: Subject>(pool: &S::Pool) {
    S::install(pool, || S::join(|| black_box(()), || black_box(())));
}

/// The median of some nanoseconds.
pub(crate) fn middle(figures: impl Iterator<Item = f64>) -> Outcome {
    spread(figures).map_or(Outcome::TimedOut, |spread| Outcome::Figure(spread.median))
}

struct Hot {
    threads: usize,
}

impl Experiment for Hot {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, times) = (S::pool(self.threads), scale.size(scale.repeat(1000), 5));
        Box::new(move || {
            Outcome::Figure(Clock::Wall.per_operation(times, || {
                (0..times).for_each(|_| join_in::<S>(&pool));
            }))
        })
    }
}

struct Asleep {
    threads: usize,
}

impl Experiment for Asleep {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, times) = (S::pool(self.threads), scale.repeat(8));
        Box::new(move || {
            middle((0..times).map(|_| {
                thread::sleep(scale.pause(FALL_ASLEEP));
                Clock::Wall.per_operation(1, || join_in::<S>(&pool))
            }))
        })
    }
}

struct Spawns;

impl Experiment for Spawns {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, times) = (S::pool(2), scale.size(scale.repeat(50_000), 10));
        Box::new(move || {
            Outcome::Figure(Clock::Wall.per_operation(times, || {
                let left = Arc::new(AtomicU64::new(times));
                let waiter = thread::current();
                for _ in 0..times {
                    let (left, waiter) = (Arc::clone(&left), waiter.clone());
                    S::spawn(&pool, move || {
                        if left.fetch_sub(1, Ordering::AcqRel) == 1 {
                            waiter.unpark();
                        }
                    });
                }
                while left.load(Ordering::Acquire) > 0 {
                    thread::park();
                }
            }))
        })
    }
}
