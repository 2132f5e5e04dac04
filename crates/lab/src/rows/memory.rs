//! What the pool takes from the heap, for a join and for a spawn.
//!
//! Counted by the lab's own allocator, on all threads, so the figures are exact but for the buffers
//! that a deque grows now and then, and for the blocks of an injector.
//! What a pool holds from its birth needs a process of its own: see [`crate::birth`].

use super::outside::join_in;
use super::{joins, scopes};
use crate::heap;
use crate::row::{Experiment, Kind, Must, Outcome, Round, Row, Scale, Unit};
use crate::subject::Subject;

/// The rows of this file.
pub fn rows() -> Vec<Row> {
    let counted = |name: &str, about: &str, act| {
        Row::new(name, about, Kind::Events, Unit::ones("allocs"), Allocations { act })
    };
    vec![
        counted("allocs.join", "allocations per join on a worker", Act::Join)
            .must(Must::Figure(0.0)),
        counted("allocs.spawn.scope", "allocations per job of a scope", Act::Scope)
            .must(Must::Figure(1.05)),
        counted("allocs.outside_join", "allocations per join from outside", Act::OutsideJoin),
    ]
}

#[derive(Clone, Copy)]
enum Act {
    Join,
    Scope,
    OutsideJoin,
}

struct Allocations {
    act: Act,
}

impl Experiment for Allocations {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, act, times) = (S::pool(2), self.act, scale.size(10_000, 100));
        Box::new(move || {
            let ((), heap) = match act {
                Act::Join => S::install(&pool, || heap::count(|| joins::empty_joins::<S>(times))),
                Act::Scope => S::install(&pool, || heap::count(|| scopes::spawns::<S>(times))),
                Act::OutsideJoin => heap::count(|| {
                    (0..times).for_each(|_| join_in::<S>(&pool));
                }),
            };
            Outcome::Figure(heap.calls as f64 / times as f64)
        })
    }
}
