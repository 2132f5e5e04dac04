//! Joins with some work in them: a sort, an unbalanced tree, the queens.
//!
//! *quicksort*: a plain partition in place and a join of the two sides, to the leaf, over the same
//! four million shuffled numbers each round; the copying is not timed.
//! *uts*: a tree that nobody can foresee, after the benchmark of that name: whether a node has eight
//! children or none is drawn from a hash of its path (a little under one in eight has), so that the
//! sizes of two siblings' subtrees have nothing to do with each other; the same tree in each round.
//! *nqueens*: all placements of 11 queens, a join for each choice of a square.

use std::hint::black_box;

use crate::clock::Clock;
use crate::row::{Experiment, Kind, Must, Outcome, Round, Row, Scale, Unit};
use crate::subject::Subject;

/// The rows of this file.
pub fn rows() -> Vec<Row> {
    let sort = "quicksort by join of four million numbers, 2 threads";
    let element = Unit::ones("ns/elem");
    let must = Must::Ratio(1.05);
    vec![
        Row::new("quicksort4M.2t", sort, Kind::Wall, element, Sort(Clock::Wall)).must(must),
        Row::new("quicksort4M.2t.cpu", sort, Kind::Cpu, element, Sort(Clock::Cpu)).must(must),
        Row::new(
            "uts.2t.cpu",
            "an unbalanced tree by join, 2 threads",
            Kind::Cpu,
            Unit::ones("ns/node"),
            Unbalanced,
        )
        .must(must),
        Row::new(
            "nqueens11.2t.cpu",
            "all placements of 11 queens by join, 2 threads",
            Kind::Cpu,
            Unit::micros("µs/search"),
            Queens,
        )
        .must(must),
    ]
}

/// The finaliser of splitmix64: close enough to chance.
fn mix(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

struct Sort(Clock);

impl Experiment for Sort {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, clock) = (S::pool(2), self.0);
        let shuffled: Vec<u64> = (0..scale.size(4_000_000, 500)).map(mix).collect();
        let mut work = shuffled.clone();
        Box::new(move || {
            work.copy_from_slice(&shuffled);
            let taken = clock.per_operation(work.len() as u64, || {
                S::install(&pool, || quicksort::<S>(&mut work));
            });
            assert!(work.is_sorted(), "the sort does not sort");
            Outcome::Figure(taken)
        })
    }
}

fn quicksort<S: Subject>(slice: &mut [u64]) {
    if slice.len() < 2 {
        return;
    }
    let last = slice.len() - 1;
    slice.swap(slice.len() / 2, last);
    let pivot = slice[last];
    let mut middle = 0;
    for at in 0..last {
        if slice[at] < pivot {
            slice.swap(at, middle);
            middle += 1;
        }
    }
    slice.swap(middle, last);
    let (low, high) = slice.split_at_mut(middle);
    S::join(|| quicksort::<S>(low), || quicksort::<S>(&mut high[1..]));
}

struct Unbalanced;

/// Children of a node that has any.
const CHILDREN: u64 = 8;
/// Out of 1000 nodes, how many have children: 8 × 0.124 is just under 1, so the tree is finite.
const PARENTS: u64 = 124;

impl Experiment for Unbalanced {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let pool = S::pool(2);
        let (roots, times) = (scale.size(4_000, 10), scale.repeat(2));
        let nodes = S::install(&pool, || children::<S>(1, 0, roots));
        Box::new(move || {
            Outcome::Figure(Clock::Cpu.per_operation(times * nodes, || {
                for _ in 0..times {
                    let seen = S::install(&pool, || children::<S>(1, 0, roots));
                    assert_eq!(seen, nodes, "the tree is not the one it was");
                }
            }))
        })
    }
}

/// Counts the nodes below and with the children `from..to` of `parent`.
fn children<S: Subject>(parent: u64, from: u64, to: u64) -> u64 {
    if to - from == 1 {
        let node = mix(parent ^ mix(from));
        return 1 + if node % 1000 < PARENTS { children::<S>(node, 0, CHILDREN) } else { 0 };
    }
    let half = u64::midpoint(from, to);
    let (a, b) = S::join(|| children::<S>(parent, from, half), || children::<S>(parent, half, to));
    a + b
}

struct Queens;

impl Experiment for Queens {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let pool = S::pool(2);
        let (side, times) = (scale.size(11, 6), scale.repeat(8));
        let expected = scale.size(2680, 4);
        Box::new(move || {
            Outcome::Figure(Clock::Cpu.per_operation(times, || {
                for _ in 0..times {
                    let found = S::install(&pool, || board::<S>(black_box(side), 0, 0, 0));
                    assert_eq!(found, expected, "the queens were miscounted");
                }
            }))
        })
    }
}

/// Placements below a row whose squares are attacked straight and along both diagonals.
fn board<S: Subject>(side: u32, straight: u32, left: u32, right: u32) -> u64 {
    let all = (1 << side) - 1;
    if straight == all {
        return 1;
    }
    squares::<S>(side, straight, left, right, all & !(straight | left | right))
}

/// Placements with the next queen on one of `free`: the lowest of them, beside all others.
fn squares<S: Subject>(side: u32, straight: u32, left: u32, right: u32, free: u32) -> u64 {
    if free == 0 {
        return 0;
    }
    let square = free & free.wrapping_neg();
    let others = free ^ square;
    let here = || board::<S>(side, straight | square, (left | square) << 1, (right | square) >> 1);
    if others == 0 {
        return here();
    }
    let (a, b) = S::join(here, || squares::<S>(side, straight, left, right, others));
    a + b
}
