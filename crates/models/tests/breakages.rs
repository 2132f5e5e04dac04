//! The sound code passes; each breakage that this explorer can see is caught, in the way told.

use std::path::Path;
use winks_models::catalogue::{self, Breakage};
use winks_models::explore::{Exploration, Orders};
use winks_models::scenarios::{self as world, Setup};

#[test]
fn the_smallest_scenarios_are_sound_in_every_order() {
    for scenario in [world::B, world::C] {
        for jec in [0, 1] {
            let setup = Setup { jec, ..Setup::default() };
            let verdict = Exploration::new(scenario).setup(setup).run(&Orders::Every);
            assert!(
                verdict.failure().is_none(),
                "scenario {} with a JEC of {jec}:\n{}",
                scenario.name,
                verdict.recording.to_text()
            );
            assert!(verdict.runs > 100, "{} orders are not all of them", verdict.runs);
        }
    }
}

#[test]
fn all_scenarios_are_sound_in_many_orders() {
    for &scenario in world::ALL {
        for jec in [0, 1] {
            let setup = Setup { jec, ..Setup::default() };
            let orders = Orders::Random { runs: 4_000, seed: 7 };
            let verdict = Exploration::new(scenario).setup(setup).run(&orders);
            assert!(
                verdict.failure().is_none(),
                "scenario {} with a JEC of {jec}, run {}:\n{}",
                scenario.name,
                verdict.runs,
                verdict.recording.to_text()
            );
            assert_eq!(verdict.runs, 4_000);
        }
    }
}

/// A JEC at its top, as in the word of 64 bits and as narrow as two: the next announcement leads to 0.
#[test]
fn all_scenarios_are_sound_while_the_jec_comes_round() {
    for &scenario in world::ALL {
        for (jec, jec_bits) in [(u32::MAX as usize, 32), (3, 2)] {
            let setup = Setup { jec, jec_bits, ..Setup::default() };
            let orders = Orders::Random { runs: 500, seed: 7 };
            let verdict = Exploration::new(scenario).setup(setup).run(&orders);
            let text = verdict.recording.to_text();
            assert!(verdict.failure().is_none(), "{} from {jec}:\n{text}", scenario.name);
        }
    }
}

#[test]
fn every_breakage_is_caught_in_the_way_told() {
    let mut wrong = Vec::new();
    for breakage in catalogue::ALL {
        let (Some(sight), Some(verdict)) = (breakage.seen_in, breakage.explore()) else { continue };
        let kind = verdict.failure().map(|failure| failure.kind());
        println!(
            "{:<26} {:<4} {kind:?} in run {}",
            breakage.name, sight.scenario.name, verdict.runs
        );
        if kind != Some(sight.kind) {
            wrong.push(format!("{}: {kind:?} instead of {}", breakage.name, sight.kind));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// How each breakage falls where it is seen, with the invariants unchecked and checked: an assertion
/// that fires first hides how it loses in the end.
#[test]
fn each_breakage_falls_the_same_way_or_meets_an_invariant_first() {
    let mut table =
        String::from("| breakage | scenario | unchecked | checked |\n|---|---|---|---|\n");
    for breakage in catalogue::ALL {
        let name = breakage.name;
        let Some(sight) = breakage.seen_in else {
            table += &format!("| `{name}` | needs stale reads | | |\n");
            continue;
        };
        let verdicts = [sight.explore(Some(name)), sight.explore_checked(name)];
        let [unchecked, checked] = verdicts.each_ref().map(|verdict| {
            verdict.failure().unwrap_or_else(|| panic!("{name} loses nothing")).word()
        });
        table += &format!("| `{name}` | {} | {unchecked} | {checked} |\n", sight.scenario.name);
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/shown"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("matrix_each", table));
}

/// What the breakage loses, the sound code keeps, along the very same orders.
#[test]
fn the_sound_code_passes_where_each_breakage_falls() {
    for breakage in catalogue::ALL {
        let Some(sight) = breakage.seen_in else { continue };
        let verdict = sight.explore(None);
        assert!(
            verdict.failure().is_none(),
            "{}, sound, run {}:\n{}",
            breakage.name,
            verdict.runs,
            verdict.recording.to_text()
        );
    }
}

#[test]
fn the_catalogue_is_in_order_and_names_each_breakage_once() {
    let names: Vec<_> = catalogue::ALL.iter().map(|breakage| breakage.name).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(names, sorted);
    assert!(Breakage::named("broken_lock").is_some());
}
