//! How fast a sleeping pool comes to full strength, with jobs that block until all others run.
//!
//! A leaf notes when it started and waits for the last one; the figure is the time from the call to
//! the last start.
//! A pool that leaves one job lying beside a blocked worker (a *stranded* job) never gets there: the
//! leaves give up after 100 ms, and the round is reported as timed out, not as a figure.
//! *ramp*: a scope with as many blocking jobs as threads. *ramptree*: a join tree of 16 such leaves,
//! where every job but the first must be stolen from a worker that blocks below it.

use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::outside::{FALL_ASLEEP, middle};
use crate::row::{Experiment, Kind, Must, Outcome, Round, Row, Scale, Unit};
use crate::subject::Subject;

/// When the leaves give up.
const TIME_OUT: Duration = Duration::from_millis(100);

/// The rows of this file.
pub fn rows() -> Vec<Row> {
    let unit = Unit::micros("µs");
    // In microseconds, as the unit is.
    let must = Must::RatioAndNever(1.3, 20_000.0);
    let ramp = |threads: usize| {
        let about = format!("a scope of {threads} blocking jobs into {threads} sleeping threads");
        let shape = Shape::Scope;
        let name = format!("ramp{threads}.asleep");
        Row::new(name, about, Kind::Wall, unit, Ramp { threads, shape }).must(must)
    };
    vec![
        ramp(12),
        ramp(64),
        Row::new(
            "ramptree16.asleep",
            "a join tree of 16 blocking leaves into 16 sleeping threads",
            Kind::Wall,
            unit,
            Ramp { threads: 16, shape: Shape::Tree },
        )
        .must(must),
    ]
}

/// Where the leaves meet.
struct Meeting {
    arrived: Mutex<(usize, Instant)>,
    all: Condvar,
    expected: usize,
    give_up: Instant,
}

impl Meeting {
    fn new(expected: usize) -> Self {
        let now = Instant::now();
        Meeting {
            arrived: Mutex::new((0, now)),
            all: Condvar::new(),
            expected,
            give_up: now + TIME_OUT,
        }
    }

    /// A leaf: arrives, and blocks until all have.
    fn attend(&self) {
        let started = Instant::now();
        let mut arrived = self.arrived.lock().unwrap_or_else(PoisonError::into_inner);
        arrived.0 += 1;
        arrived.1 = arrived.1.max(started);
        if arrived.0 == self.expected {
            self.all.notify_all();
        }
        let patience = self.give_up.saturating_duration_since(started);
        drop(self.all.wait_timeout_while(arrived, patience, |arrived| arrived.0 < self.expected));
    }

    /// When the last one started, if nobody had to give up.
    fn last_start(&self) -> Option<Instant> {
        let last = self.arrived.lock().unwrap_or_else(PoisonError::into_inner).1;
        (last < self.give_up).then_some(last)
    }
}

#[derive(Clone, Copy)]
enum Shape {
    Scope,
    Tree,
}

struct Ramp {
    threads: usize,
    shape: Shape,
}

impl Experiment for Ramp {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, threads, shape) = (S::pool(self.threads), self.threads, self.shape);
        let times = scale.repeat(4);
        Box::new(move || {
            let mut taken = Vec::new();
            for _ in 0..times {
                thread::sleep(scale.pause(FALL_ASLEEP));
                let meeting = Meeting::new(threads);
                let start = Instant::now();
                S::install(&pool, || match shape {
                    Shape::Scope => flat::<S>(&meeting, threads),
                    Shape::Tree => tree::<S>(&meeting, threads),
                });
                match meeting.last_start() {
                    Some(last) => taken.push((last - start).as_nanos() as f64),
                    None => return Outcome::TimedOut,
                }
            }
            middle(taken.into_iter())
        })
    }
}

fn flat<S: Subject>(meeting: &Meeting, leaves: usize) {
    S::scope(|scope| {
        for _ in 0..leaves {
            S::spawn_in(scope, |_| meeting.attend());
        }
    });
}

fn tree<S: Subject>(meeting: &Meeting, leaves: usize) {
    if leaves == 1 {
        return meeting.attend();
    }
    let half = leaves / 2;
    S::join(|| tree::<S>(meeting, half), || tree::<S>(meeting, leaves - half));
}
