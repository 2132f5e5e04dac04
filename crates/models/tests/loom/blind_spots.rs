//! What loom as it is does not see, held so that nobody trusts it alone: orders, breakages, and what
//! its own yield hides.

use crate::matrix;
use crate::pool::QueueKind::{Locked, Slots};
use crate::scenarios as world;
use crate::{exploration, sync};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A guard of the guard: `loom_exact` and the depth-first explorer see these fall in scenario b.
#[test]
fn loom_as_it_is_misses_breakages_in_all_its_orders() {
    for (breakage, jec) in
        [("broken_remember_late", 0), ("broken_remember_late", 1), ("broken_search_after", 0)]
    {
        let all_orders = exploration(world::B, Locked, jec, None);
        let verdict = all_orders.without(breakage, false).run();
        assert!(
            verdict.failure().is_none(),
            "{breakage} is seen now: loom has become better, and this file too careful\n{}",
            verdict.recording.to_text()
        );
    }
}

/// What is seen without a yield, and missed with loom's own: here as a list, held to a snapshot.
#[test]
fn looms_own_yield_hides_what_is_told() {
    let mut told = String::new();
    for breakage in [
        "broken_fall_asleep",
        "broken_fence_post",
        "broken_fence_sleep",
        "broken_jec_check",
        "broken_last_look",
        "broken_latch_no_wake",
        "broken_latch_stuck",
        "broken_remember_late",
    ] {
        for scenario in [world::A, world::B, world::G] {
            for (queue, jec) in [(Locked, 0), (Locked, 1), (Slots, 0), (Slots, 1)] {
                let kind = |looms| {
                    sync::thread::IS_LOOMS.set(looms);
                    let run = exploration(scenario, queue, jec, Some(2));
                    run.without(breakage, false).run().kind()
                };
                if let (Some(kind), None) = (kind(false), kind(true)) {
                    let scenario = scenario.name;
                    writeln!(told, "{breakage} in {scenario}: {kind} ({queue:?}, JEC {jec})")
                        .unwrap();
                }
            }
        }
    }
    sync::thread::IS_LOOMS.set(false);
    matrix::hold("crates/models/tests/histories", "loom_yield_hides", &told);
}

#[test]
fn the_histories_that_loom_as_it_is_misses() {
    let mut told = String::new();
    for scenario in [world::A, world::B, world::C] {
        for (jec, parity) in [(0, "even"), (1, "odd")] {
            let name = format!("{}_{parity}", scenario.name);
            let all = matrix::recorded_histories(&name);
            let found = exploration(scenario, Locked, jec, None).run_for_histories().histories;
            // A read of an old word is no history of threads that take turns.
            let (weak, found): (BTreeSet<_>, BTreeSet<_>) = found
                .iter()
                .map(|history| history.trim().to_string())
                .partition(|history| history.contains("reads an old word"));
            assert!(found.is_subset(&all), "{name}: a history that cannot be");
            writeln!(told, "{name}: {} of {}", found.len(), all.len()).unwrap();
            for stale in weak {
                writeln!(told, "has besides, for weak memory\n{stale}").unwrap();
            }
            for missing in all.difference(&found) {
                writeln!(told, "misses\n{missing}").unwrap();
            }
        }
    }
    matrix::hold("crates/models/tests/histories", "loom_misses", &told);
}
