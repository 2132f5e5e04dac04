//! The life of a pool: building and dropping it, and what it costs while it sleeps.
//!
//! Dropping tells the workers to end and does not wait for them, so a pause that is not timed lets
//! them go before the next pool is built.
//! A sleeping pool is watched for a fifth of a second; CPU time of the thread that watches is left
//! out.

use std::thread;
use std::time::Duration;

use super::outside::{FALL_ASLEEP, join_in, middle};
use crate::clock::{self, Clock};
use crate::row::{Experiment, Kind, Must, Outcome, Round, Row, Scale, Unit};
use crate::subject::Subject;

/// The rows of this file.
pub fn rows(threads: &[usize]) -> Vec<Row> {
    let mut rows: Vec<Row> = threads
        .iter()
        .map(|&threads| {
            let about = format!("building a pool of {threads} threads and dropping it");
            let name = format!("build+drop.{threads}t");
            Row::new(name, about, Kind::Wall, Unit::micros("µs"), BuildAndDrop { threads })
        })
        .collect();
    rows.push(
        Row::new(
            "idle12",
            "CPU time of 12 sleeping threads, per second",
            Kind::Cpu,
            Unit::micros("µs/s"),
            Idle,
        )
        .must(Must::Figure(0.0)),
    );
    rows
}

struct BuildAndDrop {
    threads: usize,
}

impl Experiment for BuildAndDrop {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (threads, times) = (self.threads, scale.repeat(4));
        Box::new(move || {
            middle((0..times).map(|_| {
                thread::sleep(FALL_ASLEEP);
                Clock::Wall.per_operation(1, || drop(S::pool(threads)))
            }))
        })
    }
}

struct Idle;

impl Experiment for Idle {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let pool = S::pool(12);
        let watched = scale.pause(Duration::from_millis(200));
        Box::new(move || {
            join_in::<S>(&pool);
            thread::sleep(FALL_ASLEEP * 4);
            let before = clock::pool_cpu();
            thread::sleep(watched);
            let burnt = clock::pool_cpu().saturating_sub(before);
            // Two reads of two clocks are a part of a microsecond apart, which is nothing.
            Outcome::Figure(burnt.as_micros() as f64 * 1000.0 / watched.as_secs_f64())
        })
    }
}
