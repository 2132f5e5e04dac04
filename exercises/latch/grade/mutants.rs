//! The learner's tests are graded too: silent for right latches, a panic for each wrong one.

use super::atomic::{Atomic, Move};
use crate::{kit, yours};

/// The four moves of any latch.
#[derive(Clone, Copy)]
pub struct Moves {
    pub get_sleepy: Move,
    pub fall_asleep: Move,
    pub wake_up: Move,
    pub set: Move,
}

// The learner's own constants may be wrong by now.
const UNSET: usize = 0;
const SLEEPY: usize = 1;
const SLEEPING: usize = 2;
const SET: usize = 3;

const RIGHT: Moves = Moves {
    get_sleepy: |state| state.compare_exchange(UNSET, SLEEPY).is_ok(),
    fall_asleep: |state| state.compare_exchange(SLEEPY, SLEEPING).is_ok(),
    wake_up: |state| {
        let _ = state.compare_exchange(SLEEPING, UNSET);
        true
    },
    set: |state| state.swap(SET) == SLEEPING,
};

/// A swap in other words; a test that counts accesses does not hold for it.
fn set_by_trying(state: &Atomic) -> bool {
    let mut seen = state.load();
    loop {
        match state.compare_exchange(seen, SET) {
            Ok(_) => return seen == SLEEPING,
            Err(found) => seen = found,
        }
    }
}

fn by_two_steps(state: &Atomic, from: usize, to: usize) -> bool {
    let found = state.load() == from;
    if found {
        state.store(to);
    }
    found
}

const MUTANTS: &[(&str, Moves)] = &[
    (
        "a set that looks, and then writes",
        Moves {
            set: |state| {
                let was = state.load();
                state.store(SET);
                was == SLEEPING
            },
            ..RIGHT
        },
    ),
    (
        "a set that exchanges SLEEPING, and writes if that fails",
        Moves {
            set: |state| {
                let slept = state.compare_exchange(SLEEPING, SET).is_ok();
                if !slept {
                    state.store(SET);
                }
                slept
            },
            ..RIGHT
        },
    ),
    (
        "a set that wakes nobody",
        Moves {
            set: |state| {
                state.swap(SET);
                false
            },
            ..RIGHT
        },
    ),
    (
        "a set that always wakes",
        Moves {
            set: |state| {
                state.swap(SET);
                true
            },
            ..RIGHT
        },
    ),
    (
        "a set that wakes a SLEEPY owner as well",
        Moves { set: |state| [SLEEPY, SLEEPING].contains(&state.swap(SET)), ..RIGHT },
    ),
    (
        "a set that leaves a sleeping owner's latch as it is",
        Moves {
            set: |state| match state.load() {
                SLEEPING => true,
                _ => set_by_trying(state),
            },
            ..RIGHT
        },
    ),
    (
        "a get_sleepy that looks, and then writes",
        Moves { get_sleepy: |state| by_two_steps(state, UNSET, SLEEPY), ..RIGHT },
    ),
    (
        "a get_sleepy that overlooks SET",
        Moves {
            get_sleepy: |state| {
                let _ = state.compare_exchange(UNSET, SLEEPY);
                true
            },
            ..RIGHT
        },
    ),
    (
        "a get_sleepy that goes straight to SLEEPING",
        Moves { get_sleepy: |state| state.compare_exchange(UNSET, SLEEPING).is_ok(), ..RIGHT },
    ),
    (
        "a fall_asleep that looks, and then writes",
        Moves { fall_asleep: |state| by_two_steps(state, SLEEPY, SLEEPING), ..RIGHT },
    ),
    (
        "a fall_asleep that overlooks SET",
        Moves {
            fall_asleep: |state| {
                let _ = state.compare_exchange(SLEEPY, SLEEPING);
                true
            },
            ..RIGHT
        },
    ),
    (
        "a wake_up that writes over SET",
        Moves {
            wake_up: |state| {
                state.store(UNSET);
                true
            },
            ..RIGHT
        },
    ),
    (
        "a wake_up that looks, and then writes",
        Moves {
            wake_up: |state| {
                by_two_steps(state, SLEEPING, UNSET);
                true
            },
            ..RIGHT
        },
    ),
    ("a wake_up that leaves SLEEPING", Moves { wake_up: |_| true, ..RIGHT }),
];

pub(super) fn tests_accept() -> Result<(), String> {
    yours::tests(RIGHT);
    yours::tests(Moves { set: set_by_trying, ..RIGHT });
    Ok(())
}

pub(super) fn tests_refuse() -> Result<(), String> {
    let passing = |moves: Moves| kit::passes(|| yours::tests(moves));
    let survivors: Vec<&str> =
        MUTANTS.iter().filter(|(_, moves)| passing(*moves)).map(|(what, _)| *what).collect();
    match survivors.len() {
        0 => Ok(()),
        n => Err(format!("{n} of {} pass, among them {}", MUTANTS.len(), survivors[0])),
    }
}
