//! Lines that could be otherwise: nothing is lost without them, and why not.
//!
//! A breakage that no scenario catches would be a hole in the scenarios, unless there is an argument
//! that there is nothing to catch.
//! Here are the four arguments, each with a script along which the change shows all the same: it
//! does more, or less, than the sound code, or does it elsewhere.

use crate::explore::{Exploration, Orders};
use crate::recording::Recording;
use crate::scenarios::{self as world, Scenario};

/// A change that loses nothing.
#[derive(Clone, Copy, Debug)]
pub struct Equivalent {
    /// The Cargo feature.
    pub name: &'static str,
    /// What is otherwise, in a sentence.
    pub what: &'static str,
    /// Why nothing is lost, and what the line is for.
    pub why: &'static str,
    scenario: Scenario,
    script: &'static [(&'static str, &'static str)],
}

impl Equivalent {
    /// The runs of the sound code and of the changed one, along the same script.
    ///
    /// # Panics
    ///
    /// If the script no longer fits the code.
    pub fn both(&self) -> [Recording; 2] {
        let sound = Exploration::new(self.scenario);
        let changed = sound.clone().without(self.name);
        let orders = Orders::Script { script: self.script, stop: false };
        [sound, changed].map(|exploration| exploration.run(&orders).recording)
    }
}

/// All of them.
pub const ALL: &[Equivalent] = &[
    Equivalent {
        name: "equal_ignore_queue",
        what: "a post takes its queue for empty, whatever it was",
        why: "whoever is awake takes a job and wakes two more (INV-WAKE-1); the line only wakes a \
              helper earlier",
        scenario: world::D,
        script: &[("W1", "blocks"), ("W0", "searches"), ("poster", "posts"), ("poster", "posts")],
    },
    Equivalent {
        name: "equal_no_check_1",
        what: "check 1 is ignored",
        why: "check 3 asks the same question under the lock; the line spares the lock",
        scenario: world::C,
        script: &[("W0", "announces"), ("W0", "searches"), ("setter", "sets")],
    },
    Equivalent {
        name: "equal_remember_before",
        what: "the announcement remembers the JEC that it found, not the one that it left",
        why: "if it moved the JEC, check 4 finds another one, and the worker announces itself once \
              more, now to an even JEC that stays; the line spares that lap. What it remembers for \
              that lap is odd: INV-JEC-3 is kept in its sense, who sleeps has announced itself, \
              but not in its letter, so its assertion looks away",
        scenario: world::A,
        script: &[("W0", "blocks")],
    },
    Equivalent {
        name: "equal_three_states",
        what: "a latch goes from UNSET to SLEEPING in one step, under the lock",
        why: "a setter either comes before that step, which then fails, or waits for the lock and \
              finds its owner blocked; SLEEPY lets it leave without the lock",
        scenario: world::C,
        script: &[("W0", "blocks")],
    },
];
