//! The semaphore's worlds: sound in the orders tried, and each breakage of the semaphore caught in
//! the way told.

use winks_models::catalogue::semaphore as breakages;
use winks_models::explore::{Exploration, Orders};
use winks_models::scenarios::Scenario;
use winks_models::semaphores::{self, MODES};

fn is_sound(scenario: Scenario, orders: &Orders) -> usize {
    let verdict = Exploration::new(scenario).run(orders);
    let (name, runs) = (scenario.name, verdict.runs);
    let text = verdict.recording.to_text();
    assert!(verdict.failure().is_none(), "{name}, run {runs}:\n{text}");
    println!("{name}: {runs} runs");
    runs
}

#[test]
fn all_worlds_are_sound_in_many_orders() {
    for world in semaphores::ALL {
        for scenario in world.in_mode {
            assert_eq!(is_sound(scenario, &Orders::Random { runs: 1_000, seed: 7 }), 1_000);
        }
    }
    assert_eq!(MODES.len(), 4);
}

#[test]
fn every_breakage_of_the_semaphore_is_caught_in_the_way_told() {
    let mut wrong = Vec::new();
    for breakage in breakages::ALL {
        let (Some(sight), Some(verdict)) = (breakage.seen_in, breakage.explore()) else { continue };
        let kind = verdict.failure().map(|failure| failure.kind());
        let text = verdict.recording.to_text();
        println!("{}: {kind:?} in run {}\n{text}", breakage.name, verdict.runs);
        if kind != Some(sight.kind) {
            wrong.push(format!("{}: {kind:?} instead of {}", breakage.name, sight.kind));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the breakage loses, the sound code keeps, along the very same orders.
#[test]
fn the_sound_code_passes_where_each_breakage_of_the_semaphore_falls() {
    for breakage in breakages::ALL {
        let Some(sight) = breakage.seen_in else { continue };
        let verdict = sight.explore(None);
        let text = verdict.recording.to_text();
        assert!(verdict.failure().is_none(), "{}, sound:\n{text}", breakage.name);
    }
}
