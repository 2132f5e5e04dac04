//! Many small jobs in a scope: what a job on the heap costs, from spawn to end.
//!
//! A million at once measures the growth of the deque too; ten thousand, over and over, does not.
//! On 64 threads the thieves come in crowds.

use std::hint::black_box;

use crate::clock::Clock;
use crate::row::{Experiment, Kind, Must, Outcome, Round, Row, Scale, Unit};
use crate::subject::Subject;

/// The rows of this file.
pub fn rows() -> Vec<Row> {
    let unit = Unit::ones("ns/spawn");
    let scope = |threads, spawns, times, clock| Spawns { threads, spawns, times, clock };
    vec![
        Row::new(
            "scope1e6.2t",
            "a scope with a million empty jobs, 2 threads",
            Kind::Wall,
            unit,
            scope(2, 1_000_000, 1, Clock::Wall),
        )
        .must(Must::Ratio(1.05)),
        Row::new(
            "scope10k.2t.cpu",
            "scopes with ten thousand empty jobs, 2 threads",
            Kind::Cpu,
            unit,
            scope(2, 10_000, 30, Clock::Cpu),
        )
        .must(Must::Ratio(1.05)),
        Row::new(
            "scope10k.64t",
            "scopes with ten thousand empty jobs, 64 threads",
            Kind::Wall,
            unit,
            scope(64, 10_000, 10, Clock::Wall),
        )
        .must(Must::Ratio(1.1)),
    ]
}

/// A scope with so many empty jobs; to be called on a worker.
pub fn spawns<S: Subject>(count: u64) {
    S::scope(|scope| {
        for _ in 0..count {
            S::spawn_in(scope, |_| black_box(()));
        }
    });
}

struct Spawns {
    threads: usize,
    spawns: u64,
    times: u64,
    clock: Clock,
}

impl Experiment for Spawns {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, clock) = (S::pool(self.threads), self.clock);
        let (count, times) = (scale.size(self.spawns, 20), scale.repeat(self.times));
        Box::new(move || {
            Outcome::Figure(clock.per_operation(count * times, || {
                S::install(&pool, || (0..times).for_each(|_| spawns::<S>(count)));
            }))
        })
    }
}
