//! The rows that are told by models: every order of small worlds, with the semaphore's own sources.

use crate::Shown;
use winks_models::catalogue::semaphore as catalogue;
use winks_semaphore_models::semaphores::{self, World};
use winks_semaphore_models::{Memory, Verdict, explore, look_for_race};

pub(crate) fn rows() -> Vec<Shown> {
    vec![
        ("OWN-089", what_was_written_before_is_seen),
        ("OWN-090", nothing_is_lost_in_any_order),
        ("OWN-091", what_is_switched_off_is_missed),
    ]
}

fn assert_sound(name: &str, verdict: &Verdict) {
    let text = verdict.recording.to_text();
    assert!(verdict.kind().is_none(), "{name}, run {}:\n{text}", verdict.runs);
}

/// The worlds in which something is written for others, with values that may be stale.
fn what_was_written_before_is_seen() {
    let two_threads = [semaphores::PUB, semaphores::LOCK2, semaphores::LOCK2X2];
    let three = [semaphores::LOCK3, semaphores::HAND2, semaphores::TWO_GIVERS];
    let bounded = |worlds: [World; 3], bound: usize| {
        for scenario in worlds.iter().flat_map(|world| world.in_mode) {
            let verdict = explore(scenario, Memory::Weak, None, Some(bound));
            assert_sound(scenario.name, &verdict);
        }
    };
    bounded(two_threads, 2);
    bounded(three, 1);
    for breakage in catalogue::ALL.iter().filter(|breakage| breakage.seen_in.is_none()) {
        let found = look_for_race(breakage.name, true).expect("a race is seen somewhere");
        assert_eq!(found.kind(), Some("race"), "{}", breakage.name);
        let sound = look_for_race(breakage.name, false).expect("a race is seen somewhere");
        assert_sound(breakage.name, &sound);
    }
}

fn nothing_is_lost_in_any_order() {
    let mut runs = 0;
    let mut sound = |name: &str, verdict: Verdict| {
        assert_sound(name, &verdict);
        assert!(verdict.runs > 1, "{name}: {} orders are not all of them", verdict.runs);
        runs += verdict.runs;
    };
    // Two threads: all orders there are.
    for world in [semaphores::PUB, semaphores::LOCK2] {
        for scenario in world.in_mode {
            sound(scenario.name, explore(scenario, Memory::Exact, None, None));
        }
    }
    // The others: with one interruption here, with two in the tests of `winks-semaphore-models`.
    for scenario in semaphores::ALL.iter().flat_map(|world| world.in_mode) {
        sound(scenario.name, explore(scenario, Memory::Exact, None, Some(1)));
    }
    println!("every order of {runs} holds");
}

fn what_is_switched_off_is_missed() {
    let known: Vec<_> = catalogue::ALL.iter().map(|breakage| breakage.name).collect();
    assert_eq!(known, winks_semaphore::broken::ALL);
    for breakage in catalogue::ALL {
        let Some(sight) = breakage.seen_in else { continue };
        let world = semaphores::ALL.iter().find(|world| world.name == sight.scenario.name);
        let scenario = world.expect("the catalogue names worlds").barging();
        let found = explore(scenario, Memory::Exact, Some(breakage.name), Some(3));
        assert_eq!(found.kind(), Some(sight.kind), "{} in {}", breakage.name, scenario.name);
    }
}
