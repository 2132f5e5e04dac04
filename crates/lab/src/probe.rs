//! What the lab runs in a process of its own: one pool, and so many operations of one shape.

use std::hint::black_box;
use std::thread;
use std::time::Duration;

use serde::Serialize;

use crate::heap;
use crate::rows::{joins, scopes};
use crate::subject::{Control, Ours, Peer, Slot, Subject};

/// What is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Shape {
    /// fib by join; the size is its argument.
    Fib,
    /// Joins of nothing; the size is how many.
    Empty,
    /// One scope; the size is how many jobs it spawns.
    Scope,
    /// A pool falls asleep; the size is how many threads it has. Prints what it holds of the heap.
    Birth,
}

impl Shape {
    /// Those that are counted in instructions.
    pub const OPERATIONS: [Shape; 3] = [Shape::Fib, Shape::Empty, Shape::Scope];

    /// A small and a large size.
    pub fn sizes(self) -> [u64; 2] {
        match self {
            Shape::Fib => [16, 22],
            Shape::Empty | Shape::Scope => [5_000, 25_000],
            Shape::Birth => [1, 12],
        }
    }

    /// How many operations a size makes.
    pub fn operations(self, size: u64) -> u64 {
        match self {
            Shape::Fib => joins::fib_joins(size as u32),
            Shape::Empty | Shape::Scope | Shape::Birth => size,
        }
    }
}

/// Runs a shape once.
pub fn run(slot: Slot, shape: Shape, size: u64) {
    match slot {
        Slot::Ours => on::<Ours>(shape, size),
        Slot::Peer => on::<Peer>(shape, size),
        Slot::Control => on::<Control>(shape, size),
    }
}

fn on<S: Subject>(shape: Shape, size: u64) {
    match shape {
        Shape::Fib => {
            black_box(S::install(&S::pool(1), || joins::fib::<S>(size as u32)));
        }
        Shape::Empty => S::install(&S::pool(1), || joins::empty_joins::<S>(size)),
        Shape::Scope => S::install(&S::pool(1), || scopes::spawns::<S>(size)),
        Shape::Birth => println!("{}", birth::<S>(size as usize)),
    }
}

/// The bytes that a pool holds once its threads had time to start and to fall asleep.
fn birth<S: Subject>(threads: usize) -> i64 {
    let (pool, held) = heap::count(|| {
        let pool = S::pool(threads);
        thread::sleep(Duration::from_millis(50));
        pool
    });
    drop(pool);
    held.bytes
}
