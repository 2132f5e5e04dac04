//! With its invariants checked, a run ends at the first count that is wrong, and not only at its end.
//!
//! The matrix of the breakages runs with them off, to see how a run is lost in the end.

use winks_models::explore::{Exploration, Orders};
use winks_models::recording::Failure;
use winks_models::scenarios as world;

/// What the first violated invariant says, with one protection off and one injected job.
fn first_to_fall(breakage: &'static str) -> String {
    let mut exploration = Exploration::new(world::A).without(breakage);
    exploration.invariants = true;
    let verdict = exploration.run(&Orders::FewSwitches { runs: 5_000, seed: 40, switches: 3 });
    match verdict.failure() {
        Some(Failure::Invariant(what)) => what.clone(),
        other => panic!("{breakage}: {other:?} in {} runs", verdict.runs),
    }
}

#[test]
fn a_sleeper_that_stays_counted_breaks_the_order_of_the_counts() {
    let what = first_to_fall("broken_self_wake");
    assert!(what.starts_with("INV-COUNT-1"), "{what}");
}

#[test]
fn a_waker_that_always_subtracts_goes_below_zero() {
    let what = first_to_fall("broken_waker_counts");
    assert!(what.starts_with("INV-COUNT-2"), "{what}");
}
