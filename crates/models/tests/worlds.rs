//! The pool's latches, its end and its broadcasts: sound in the orders tried, and each breakage of
//! the pool caught in the way told.

use winks_models::catalogue::pool;
use winks_models::explore::{Exploration, Orders};
use winks_models::scenarios::Scenario;
use winks_models::worlds;

fn is_sound(scenario: Scenario, orders: &Orders) -> usize {
    let verdict = Exploration::new(scenario).run(orders);
    assert!(
        verdict.failure().is_none(),
        "{}, run {}:\n{}",
        scenario.name,
        verdict.runs,
        verdict.recording.to_text()
    );
    println!("{}: {} runs", scenario.name, verdict.runs);
    verdict.runs
}

#[test]
fn the_worlds_of_two_threads_are_sound_in_every_order() {
    for scenario in [worlds::OTHER_POOL, worlds::BROADCAST, worlds::OUTSIDER] {
        assert!(is_sound(scenario, &Orders::Every) > 10);
    }
}

#[test]
fn all_worlds_are_sound_in_many_orders() {
    for &scenario in worlds::ALL {
        assert_eq!(is_sound(scenario, &Orders::Random { runs: 4_000, seed: 7 }), 4_000);
    }
}

#[test]
fn every_breakage_of_the_pool_is_caught_in_the_way_told() {
    let mut wrong = Vec::new();
    for breakage in pool::ALL {
        let (Some(sight), Some(verdict)) = (breakage.seen_in, breakage.explore()) else { continue };
        let kind = verdict.failure().map(|failure| failure.kind());
        println!(
            "{}: {kind:?} in run {}\n{}",
            breakage.name,
            verdict.runs,
            verdict.recording.to_text()
        );
        if kind != Some(sight.kind) {
            wrong.push(format!("{}: {kind:?} instead of {}", breakage.name, sight.kind));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What the breakage loses, the sound code keeps, along the very same orders.
#[test]
fn the_sound_code_passes_where_each_breakage_of_the_pool_falls() {
    for breakage in pool::ALL {
        let Some(sight) = breakage.seen_in else { continue };
        let verdict = sight.explore(None);
        let text = verdict.recording.to_text();
        assert!(verdict.failure().is_none(), "{}, sound:\n{text}", breakage.name);
    }
}
