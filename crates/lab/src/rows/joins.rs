//! Joins inside the pool: fib by join to the leaf, and joins of nothing.
//!
//! `fib(27)` makes 317,810 joins whose work is an addition, so what remains is the join itself.
//! On one thread no job is ever stolen: CPU time per join is the cost of the push, the pop and what
//! is around them.
//! On 16 and 64 threads (far more than cores) a worker is pushed off its core in the midst of a join,
//! and the thieves' searching counts.
//! The serial figure to compare with is that of the same recursion without `join`: 3 to 4 ns.

use std::hint::black_box;

use crate::clock::Clock;
use crate::row::{Experiment, Kind, Must, Outcome, Round, Row, Scale, Unit};
use crate::subject::Subject;

/// The rows of this file.
pub fn rows() -> Vec<Row> {
    let fib = |threads: usize, clock: Clock| Fib { threads, clock };
    let about = |what: &str| format!("fib(27) by join to the leaf, {what}");
    let unit = Unit::ones("ns/join");
    vec![
        Row::new("fib27.1t.cpu", about("1 thread"), Kind::Cpu, unit, fib(1, Clock::Cpu))
            .must(Must::Ratio(1.05)),
        Row::new("fib27.2t.cpu", about("2 threads"), Kind::Cpu, unit, fib(2, Clock::Cpu))
            .must(Must::Ratio(1.05)),
        Row::new("fib27.16t", about("16 threads"), Kind::Wall, unit, fib(16, Clock::Wall))
            .must(Must::Ratio(1.1)),
        Row::new("fib27.64t", about("64 threads"), Kind::Wall, unit, fib(64, Clock::Wall)),
        Row::new(
            "empty_join.12t",
            "joins of two empty closures, one after the other on a worker",
            Kind::Wall,
            unit,
            EmptyJoins { threads: 12 },
        ),
    ]
}

/// Fibonacci's numbers by join to the leaf.
pub fn fib<S: Subject>(n: u32) -> u64 {
    if n < 2 {
        return u64::from(n);
    }
    let (a, b) = S::join(|| fib::<S>(n - 1), || fib::<S>(n - 2));
    a + b
}

/// How often [`fib`] joins for `n`.
pub fn fib_joins(n: u32) -> u64 {
    let (mut joins, mut next) = (0, 0);
    for _ in 0..n {
        (joins, next) = (next, joins + next + 1);
    }
    joins
}

/// Joins of nothing.
pub fn empty_joins<S: Subject>(times: u64) {
    for _ in 0..times {
        S::join(|| black_box(()), || black_box(()));
    }
}

struct Fib {
    threads: usize,
    clock: Clock,
}

impl Experiment for Fib {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, clock) = (S::pool(self.threads), self.clock);
        let (n, times) = (scale.size(27, 8), scale.repeat(4));
        Box::new(move || {
            Outcome::Figure(clock.per_operation(times * fib_joins(n), || {
                S::install(&pool, || {
                    for _ in 0..times {
                        black_box(fib::<S>(black_box(n)));
                    }
                });
            }))
        })
    }
}

struct EmptyJoins {
    threads: usize,
}

impl Experiment for EmptyJoins {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, times) = (S::pool(self.threads), scale.size(scale.repeat(1_000_000), 100));
        Box::new(move || {
            Outcome::Figure(Clock::Wall.per_operation(times, || {
                S::install(&pool, || empty_joins::<S>(times));
            }))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::fib_joins;

    #[test]
    fn joins_are_counted() {
        // fib_joins(n) = 0 for a leaf, else 1 + both halves.
        fn slow(n: u32) -> u64 {
            if n < 2 { 0 } else { 1 + slow(n - 1) + slow(n - 2) }
        }
        for n in 0..15 {
            assert_eq!(fib_joins(n), slow(n), "for {n}");
        }
        assert_eq!(fib_joins(27), 317_810);
    }
}
