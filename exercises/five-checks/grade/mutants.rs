//! The learner's tests are graded too: silent for right ways to bed, a panic for each wrong one.

use super::door::{Bed, Door, Latch, Lost, REMEMBERED, Rounds};
use super::others::{inject_and_post, once_around, push_and_post, set_latch};
use crate::{kit, yours};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Any way to bed.
pub type Way = fn(&Door, u32) -> Rounds;

/// Who goes while the worker is on its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Others {
    Setter,
    Poster,
    Injector,
    Around,
}

/// How it ended, when all are gone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Morning {
    pub rounds: Option<Rounds>,
    pub slept: bool,
    pub sleeping: u32,
    pub latch_is_sleeping: bool,
    pub bed_is_locked: bool,
}

/// Lets the others go in one piece before step `at` of the worker (0 is the first), or in its bed,
/// or when it is gone.
pub fn night(way: Way, others: Others, at: usize) -> Morning {
    let (side, jec_top): (fn(&Door), u32) = match others {
        Others::Setter => (set_latch, u32::MAX),
        Others::Poster => (push_and_post, u32::MAX),
        Others::Injector => (inject_and_post, u32::MAX),
        Others::Around => (once_around, 1),
    };
    let door = Door::new(jec_top);
    door.next.set(Some((at, Rc::new(side))));
    let rounds = match catch_unwind(AssertUnwindSafe(|| way(&door, REMEMBERED))) {
        Ok(rounds) => Some(rounds),
        Err(panic) if panic.is::<Lost>() => None,
        Err(panic) => resume_unwind(panic),
    };
    if let Some((_, side)) = door.next.take() {
        side(&door);
    }
    Morning {
        rounds,
        slept: door.blocked_once.get(),
        sleeping: door.word.get().sleeping,
        latch_is_sleeping: door.latch.get() == Latch::Sleeping,
        bed_is_locked: matches!(door.bed.get(), Bed::Locked { .. }),
    }
}

// What is wrong with a way; 0 and 1 are right.
const RIGHT: u32 = 0;
const ALSO_RIGHT: u32 = 1;
const NEVER_SLEEPS: u32 = 2;
const DEAF_AT_FIRST: u32 = 3;
const LOCKS_LATE: u32 = 4;
const DEAF: u32 = 5;
const KEEPS_THE_LOCK: u32 = 6;
const NO_COMPARISON: u32 = 7;
const TWO_STEPS: u32 = 8;
const FULLY_AWAKE: u32 = 9;
const STAYS_SLEEPING: u32 = 10;
const NO_LOOK: u32 = 11;
const LOOKS_EARLY: u32 = 12;
const STAYS_COUNTED: u32 = 13;
const WAKES_SLEEPING: u32 = 14;

fn way<const WRONG: u32>(door: &Door, remembered: u32) -> Rounds {
    if WRONG == NEVER_SLEEPS {
        return Rounds::Zero;
    }
    if !door.get_sleepy() {
        return if WRONG == DEAF_AT_FIRST { Rounds::Zero } else { Rounds::AsTheyAre };
    }
    if WRONG != LOCKS_LATE {
        door.lock_bed();
    }
    let unlock = || {
        if WRONG != LOCKS_LATE {
            door.unlock_bed();
        }
    };
    if !door.fall_asleep() && WRONG != DEAF {
        if WRONG != KEEPS_THE_LOCK {
            unlock();
        }
        return Rounds::Zero;
    }
    let mut looked = false;
    loop {
        let word = door.read();
        if word.jec != remembered && WRONG != NO_COMPARISON {
            if WRONG == ALSO_RIGHT {
                door.wake_up();
                unlock();
                return Rounds::BackToTheAnnouncement;
            }
            unlock();
            if WRONG != STAYS_SLEEPING {
                door.wake_up();
            }
            return if WRONG == FULLY_AWAKE { Rounds::Zero } else { Rounds::BackToTheAnnouncement };
        }
        if WRONG == LOOKS_EARLY {
            looked = door.job_is_injected();
        }
        if WRONG == TWO_STEPS {
            while !door.register(door.read()) {}
            break;
        }
        if door.register(word) {
            break;
        }
    }
    if WRONG != LOOKS_EARLY && WRONG != NO_LOOK {
        looked = door.job_is_injected();
    }
    if looked {
        if WRONG == ALSO_RIGHT {
            unlock();
            door.take_back();
        } else {
            if WRONG != STAYS_COUNTED {
                door.take_back();
            }
            unlock();
        }
    } else {
        if WRONG == LOCKS_LATE {
            door.lock_bed();
        }
        door.block();
    }
    if WRONG != WAKES_SLEEPING {
        door.wake_up();
    }
    Rounds::Zero
}

const MUTANTS: &[(&str, Way)] = &[
    ("one that never sleeps", way::<NEVER_SLEEPS>),
    ("one that forgets its rounds although its latch was SET before", way::<DEAF_AT_FIRST>),
    ("one that locks its bed only before it blocks", way::<LOCKS_LATE>),
    ("one that goes on although its latch was set", way::<DEAF>),
    ("one that leaves and keeps the lock of its bed", way::<KEEPS_THE_LOCK>),
    ("one that does not compare the JEC", way::<NO_COMPARISON>),
    ("one that compares in one step and registers in another", way::<TWO_STEPS>),
    ("one that starts all its rounds anew after a post", way::<FULLY_AWAKE>),
    ("one whose latch stays SLEEPING after a post", way::<STAYS_SLEEPING>),
    ("one without a last look", way::<NO_LOOK>),
    ("one that looks before it registers", way::<LOOKS_EARLY>),
    ("one that stays counted after its last look", way::<STAYS_COUNTED>),
    ("one whose latch stays SLEEPING after its sleep", way::<WAKES_SLEEPING>),
];

pub(super) fn tests_accept() -> Result<(), String> {
    yours::tests(way::<RIGHT>);
    // Two steps the other way round, and nothing is lost by it.
    yours::tests(way::<ALSO_RIGHT>);
    Ok(())
}

pub(super) fn tests_refuse() -> Result<(), String> {
    let passing = |way: Way| kit::passes(|| yours::tests(way));
    let survivors: Vec<&str> =
        MUTANTS.iter().filter(|(_, way)| passing(*way)).map(|(what, _)| *what).collect();
    match survivors.len() {
        0 => Ok(()),
        n => Err(format!("{n} of {} pass, among them {}", MUTANTS.len(), survivors[0])),
    }
}
