//! Broadcasts from outside: one after the other, and into a pool that sleeps.
//!
//! A broadcast wakes every worker by name, so on a machine with fewer cores than workers it is the
//! row that shows what waking itself costs.

use std::hint::black_box;
use std::thread;

use super::outside::{FALL_ASLEEP, middle};
use crate::clock::Clock;
use crate::row::{Experiment, Kind, Must, Outcome, Round, Row, Scale, Unit};
use crate::subject::Subject;

/// The rows of this file.
pub fn rows(threads: &[usize]) -> Vec<Row> {
    let unit = Unit::micros("µs");
    let mut rows = Vec::new();
    for &threads in threads {
        let about = format!("a broadcast to {threads} threads, one after the other");
        let name = format!("broadcast.hot.{threads}t");
        let row = Row::new(name, about, Kind::Wall, unit, Hot { threads });
        rows.push(if threads == 12 { row.must(Must::Ratio(1.1)) } else { row });
    }
    for &threads in threads {
        let about = format!("a broadcast to {threads} sleeping threads");
        let name = format!("broadcast.asleep.{threads}t");
        rows.push(Row::new(name, about, Kind::Wall, unit, Asleep { threads }));
    }
    rows
}

struct Hot {
    threads: usize,
}

impl Experiment for Hot {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, times) = (S::pool(self.threads), scale.size(scale.repeat(400), 5));
        Box::new(move || {
            Outcome::Figure(Clock::Wall.per_operation(times, || {
                for _ in 0..times {
                    black_box(S::broadcast(&pool, |index| index));
                }
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
                Clock::Wall.per_operation(1, || {
                    black_box(S::broadcast(&pool, |index| index));
                })
            }))
        })
    }
}
