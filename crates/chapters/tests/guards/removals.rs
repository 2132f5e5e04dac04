//! Every guard of the protocol, as a text to take out of the sources and a test that minds.
//!
//! A breakage is a guard that was built to be switched off; here the guards fall as they would in a
//! careless change, and some fall that no feature switches off.
//! The test that is named runs the *sound* code: it knows of no breakage, and no snapshot of one.

mod latch;
mod pool;
mod sleep;
mod wake;
mod word;

/// All of them: those of the protocol in the order of a wait, then those of the pool.
pub(crate) fn all() -> impl Iterator<Item = &'static Removal> {
    [sleep::ALL, word::ALL, latch::ALL, wake::ALL, pool::ALL].into_iter().flatten()
}

/// A guard, what is left without it, and who minds.
pub(crate) struct Removal {
    pub(crate) name: &'static str,
    /// The breakage that takes the same guard away, if there is one.
    pub(crate) feature: Option<&'static str>,
    pub(crate) minds: Test,
    pub(crate) edits: &'static [Edit],
}

/// A test of the sound code.
#[derive(Clone, Copy)]
pub(crate) struct Test {
    pub(crate) package: &'static str,
    pub(crate) target: &'static str,
    pub(crate) name: &'static str,
}

/// A text of a file, and what stands there without the guard.
pub(crate) struct Edit {
    pub(crate) file: &'static str,
    text: &'static str,
    with: &'static str,
}

impl Edit {
    /// The file without the guard, or why its text is not there to be taken out.
    pub(crate) fn apply(&self, whole: &str) -> Result<String, String> {
        match whole.matches(self.text).count() {
            1 => Ok(whole.replacen(self.text, self.with, 1)),
            n => Err(format!("this text stands there {n} times, not once:\n{}", self.text)),
        }
    }
}

/// Every scenario in thousands of orders at random, the same ones each time, invariants checked.
const MANY: Test = Test {
    package: "winks-models",
    target: "breakages",
    name: "all_scenarios_are_sound_in_many_orders",
};
/// The scenarios and orders in which each breakage falls, and what is wasted along scripts.
const WHERE_EACH_FALLS: Test = Test {
    package: "winks-models",
    target: "breakages",
    name: "the_sound_code_passes_where_each_breakage_falls",
};
/// Stale reads, and queues that order nothing.
const WEAK: Test = Test {
    package: "winks-models",
    target: "loom_weak",
    name: "the_sound_code_passes_but_for_the_named_holes",
};
/// Something plain is handed over by a latch.
const HAND_OVER: Test = Test {
    package: "winks-models",
    target: "loom_weak",
    name: "what_a_setter_did_is_seen_after_the_wait_because_of_the_orderings",
};
/// The smallest scenario that needs both fences.
const FENCES: Test = Test {
    package: "winks-sleep",
    target: "weak_memory",
    name: "an_injected_job_and_a_registration_cannot_miss_each_other",
};
/// The pool's latches, its end and its broadcasts, in thousands of orders at random.
const WORLDS: Test =
    Test { package: "winks-models", target: "worlds", name: "all_worlds_are_sound_in_many_orders" };
/// Every scenario with a JEC at its top, in the word of 64 bits and with a JEC of two.
const FROM_THE_TOP: Test = Test {
    package: "winks-models",
    target: "breakages",
    name: "all_scenarios_are_sound_while_the_jec_comes_round",
};
/// A JEC of one bit that comes round hides a job: the hole is there as long as it does.
const ONE_BIT: Test = Test {
    package: "winks-models",
    target: "loom_exact",
    name: "the_hole_of_a_1_bit_jec_has_its_lane_table",
};

const SLEEP: &str = "crates/sleep/src/sleep.rs";
const COUNTERS: &str = "crates/sleep/src/counters.rs";
const JEC: &str = "crates/sleep/src/jec.rs";
const LATCH: &str = "crates/sleep/src/latch.rs";
const WAKE: &str = "crates/sleep/src/wake.rs";
const LATCHES: &str = "crates/pool/src/latches.rs";
const POST: &str = "crates/pool/src/post.rs";
const TERMINATION: &str = "crates/pool/src/termination.rs";

const fn removal(
    name: &'static str,
    feature: Option<&'static str>,
    minds: Test,
    edits: &'static [Edit],
) -> Removal {
    Removal { name, feature, minds, edits }
}

const fn edit(file: &'static str, text: &'static str, with: &'static str) -> Edit {
    Edit { file, text, with }
}
