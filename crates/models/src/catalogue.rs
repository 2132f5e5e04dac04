//! What each breakage breaks, and how the explorer catches it.
//!
//! An entry names the invariant that falls and the chapter that tells why, and says in which
//! scenario and along which orders the loss is found.
//! It does not say that there is one: with the line made sound again the same exploration passes.

pub mod pool;
pub mod semaphore;

use crate::explore::{Exploration, Orders, TO_ITS_END, Verdict};
use crate::recording::{Failure, Recording};
use crate::scenarios::{self as world, Scenario, Setup};

/// One protection of the sleep protocol, the pool or the semaphore, and what becomes of it without.
#[derive(Clone, Copy, Debug)]
pub struct Breakage {
    /// The Cargo feature.
    pub name: &'static str,
    /// What is switched off, in a sentence.
    pub what: &'static str,
    /// The invariant that falls.
    pub invariant: &'static str,
    /// The chapter of the book, as a file name without its ending.
    pub chapter: &'static str,
    /// The exercise that asks why, as a file name without its ending.
    pub exercise: Option<&'static str>,
    /// Where the explorer finds the loss, if this library's explorer can see it at all.
    pub seen_in: Option<Sight>,
}

/// Where a loss shows.
#[derive(Clone, Copy, Debug)]
pub struct Sight {
    /// The small world.
    pub scenario: Scenario,
    /// The JEC at the start.
    pub jec: usize,
    /// The width of the JEC.
    pub jec_bits: u32,
    /// The kind of failure, as [`Failure::kind`] tells it.
    pub kind: &'static str,
    orders: Orders,
    /// What every run must fulfil besides coming to its end.
    property: fn(&Recording) -> Result<(), String>,
}

impl Breakage {
    /// The entry of this name, among those of the sleep protocol, the pool and the semaphore.
    pub fn named(name: &str) -> Option<&'static Breakage> {
        ALL.iter().chain(pool::ALL).chain(semaphore::ALL).find(|breakage| breakage.name == name)
    }

    /// Looks for the loss in the entry's scenario, along the same orders every time.
    ///
    /// Nothing if this explorer cannot see it; a fence, for instance, does nothing in it.
    pub fn explore(&self) -> Option<Verdict> {
        self.seen_in.map(|sight| sight.explore(Some(self.name)))
    }
}

impl Sight {
    /// Runs the scenario with this breakage, or sound.
    pub fn explore(&self, breakage: Option<&'static str>) -> Verdict {
        self.run(breakage, self.kind == "invariant")
    }

    /// The same with every invariant checked, as in a build with debug assertions.
    pub fn explore_checked(&self, breakage: &'static str) -> Verdict {
        self.run(Some(breakage), true)
    }

    fn run(&self, breakage: Option<&'static str>, invariants: bool) -> Verdict {
        let setup = Setup { jec: self.jec, jec_bits: self.jec_bits, ..Setup::default() };
        let mut exploration = Exploration::new(self.scenario).setup(setup);
        if let Some(breakage) = breakage {
            exploration = exploration.without(breakage);
        }
        exploration.invariants |= invariants;
        let mut verdict = exploration.run(&self.orders);
        if verdict.failure().is_none()
            && let Err(what) = (self.property)(&verdict.recording)
        {
            verdict.recording.failure = Some(Failure::Waste(what));
        }
        verdict
    }
}

/// How many orders [`Breakage::explore`] tries; every breakage falls within a fraction of them.
pub const RUNS: usize = 5_000;
const SEED: u64 = 40;

/// An entry without an exercise.
const fn breakage(
    name: &'static str,
    what: &'static str,
    invariant: &'static str,
    chapter: &'static str,
    seen_in: Option<Sight>,
) -> Breakage {
    Breakage { name, what, invariant, chapter, exercise: None, seen_in }
}

const fn seen(scenario: Scenario, kind: &'static str) -> Option<Sight> {
    seen_with(scenario, kind, 3)
}

/// The order that loses needs another number of switches.
const fn seen_with(scenario: Scenario, kind: &'static str, switches: usize) -> Option<Sight> {
    let orders = Orders::FewSwitches { runs: RUNS, seed: SEED, switches };
    Some(Sight { scenario, jec: 1, jec_bits: 32, kind, orders, property: |_| Ok(()) })
}

/// A JEC of one bit comes round after two steps; the order that uses it needs more switches.
const fn seen_with_1_bit(jec: usize, switches: usize) -> Option<Sight> {
    let orders = Orders::FewSwitches { runs: RUNS, seed: SEED, switches };
    let property = |_: &Recording| Ok(());
    Some(Sight { scenario: world::D, jec, jec_bits: 1, kind: "deadlock", orders, property })
}

/// Nobody is lost, but a run along this script does more than it should.
const fn wastes(
    scenario: Scenario,
    script: &'static [(&'static str, &'static str)],
    property: fn(&Recording) -> Result<(), String>,
) -> Option<Sight> {
    let orders = Orders::Script { script, stop: true };
    Some(Sight { scenario, jec: 1, jec_bits: 32, kind: "waste", orders, property })
}

/// With nobody sleepy, a post only reads.
fn posts_only_read(run: &Recording) -> Result<(), String> {
    let writes = run
        .steps
        .iter()
        .filter(|step| step.action.starts_with("posts") && step.action.contains('→'));
    match writes.count() {
        0 => Ok(()),
        n => Err(format!("nobody is sleepy, and posts that wrote the word: {n}")),
    }
}

/// A sleeper that has been notified is nobody's to wake again.
fn nobody_is_woken_twice(run: &Recording) -> Result<(), String> {
    let in_vain = run.steps.iter().filter(|step| step.action.ends_with("is not blocked"));
    match in_vain.count() {
        0 => Ok(()),
        n => Err(format!("attempts to wake a thread that was woken already: {n}")),
    }
}

/// One job, everybody asleep: the poster wakes one.
fn one_post_wakes_one(run: &Recording) -> Result<(), String> {
    let woken = run.steps.iter().filter(|step| step.action.starts_with("wakes worker")).count();
    match woken {
        0..=1 => Ok(()),
        n => Err(format!("one job, and its poster wakes {n} threads")),
    }
}

/// A JEC of two bits, which three jobs and two sleepers can send once around.
const WRAPS: Sight = Sight {
    scenario: world::F,
    jec: 1,
    jec_bits: 2,
    kind: "invariant",
    orders: Orders::FewSwitches { runs: RUNS, seed: SEED, switches: 3 },
    property: |_| Ok(()),
};

macro_rules! breakages {
    ($($name:literal: $what:literal, $invariant:literal, $chapter:literal, $seen:expr;)+) => {
        /// All breakages of the sleep protocol, in alphabetical order.
        pub const ALL: &[Breakage] = &[$(Breakage {
            name: $name,
            what: $what,
            invariant: $invariant,
            chapter: $chapter,
            exercise: match $name.as_bytes() {
                b"broken_atomic_post" => Some("torn-post"),
                b"broken_fall_asleep" => Some("fall-asleep"),
                b"broken_fence_post" => Some("fence-post"),
                b"broken_fence_sleep" => Some("fence-sleep"),
                b"broken_if_for_while" => Some("if-for-while"),
                b"broken_jec_cas" => Some("jec-cas"),
                b"broken_jec_check" => Some("jec-check"),
                b"broken_last_look" => Some("last-look"),
                b"broken_last_look_early" => Some("look-early"),
                b"broken_lock" => Some("lock"),
                b"broken_parity_post" => Some("parity"),
                b"broken_rounds" => Some("never-sleepy"),
                b"broken_search_after" => Some("search-after"),
                b"broken_sleeper_counts" => Some("sleeper-counts"),
                b"broken_waker_counts" => Some("waker-counts"),
                b"broken_work_found" => Some("work-found"),
                b"broken_wrap" => Some("wrap"),
                _ => None,
            },
            seen_in: $seen,
        }),+];
    };
}

breakages! {
    "broken_atomic_add": "the registration is a store of what was read, not an exchange",
        "INV-COUNT-4", "word", seen(world::D, "count");
    "broken_atomic_announce": "the announcement is a store of what was read, not an exchange",
        "INV-COUNT-4", "word", seen(world::D, "count");
    "broken_atomic_inactive": "idle threads are counted by a load and a store",
        "INV-COUNT-4", "word", seen(world::D, "count");
    "broken_atomic_post": "the poster stores what it read, with the JEC one step on",
        "INV-COUNT-4", "word", seen(world::A, "count");
    "broken_atomic_sub": "the waker takes one from sleeping by a load and a store",
        "INV-COUNT-4", "word", seen(world::D, "count");
    "broken_block_unlocked": "the bed is unlocked and locked again before is_blocked becomes true",
        "INV-BED-1", "checks", seen(world::C, "deadlock");
    "broken_fall_asleep": "a latch that was set between SLEEPY and SLEEPING is overlooked",
        "INV-LATCH-2", "checks", seen(world::C, "deadlock");
    "broken_fence_post": "no fence between an injected job and the look at the word",
        "INV-LOOK-2", "handshake", None;
    "broken_fence_sleep": "no fence between the registration and the last look",
        "INV-LOOK-1", "handshake", None;
    "broken_if_for_while": "a thread that the condition variable wakes for no reason stays awake",
        "INV-BED-2", "checks", seen(world::SP, "count");
    "broken_jec_cas": "the JEC is compared in one step and sleeping is raised in another",
        "INV-JEC-4", "checks", seen(world::B, "deadlock");
    "broken_jec_check": "nobody compares the JEC with the remembered one",
        "INV-JEC-4", "checks", seen(world::B, "deadlock");
    "broken_jec_post": "a post leaves the JEC alone",
        "INV-JEC-1", "jec", seen(world::B, "deadlock");
    "broken_last_look": "no last look after the registration",
        "INV-LOOK-1", "checks", seen_with_1_bit(1, 3);
    "broken_last_look_early": "the last look comes before the registration",
        "INV-LOOK-1", "handshake", seen_with_1_bit(0, 6);
    "broken_latch_no_wake": "setting a latch wakes nobody",
        "INV-LATCH-2", "latch", seen(world::C, "deadlock");
    "broken_latch_store": "a latch is set by a load and a store",
        "INV-LATCH-2", "latch", seen(world::C, "deadlock");
    "broken_latch_stuck": "a latch whose owner woke up stays SLEEPING",
        "INV-LATCH-1", "latch", seen(world::E, "livelock");
    "broken_lock": "the bed is locked only just before the worker blocks",
        "INV-BED-1", "checks", seen(world::C, "deadlock");
    "broken_notify_no_clear": "the waker notifies without clearing is_blocked",
        "INV-BED-2", "checks", seen(world::A, "deadlock");
    "broken_parity_announce": "the announcement moves an even JEC and leaves an odd one",
        "INV-JEC-1", "jec", seen(world::B, "deadlock");
    "broken_parity_mask": "every JEC passes for even, so every post moves it",
        "INV-JEC-1", "jec",
        wastes(world::T, &[("P", "posts"), ("P", "pops"), ("P", "posts"), ("P", "posts")], posts_only_read);
    "broken_parity_post": "a post moves an odd JEC and leaves an even one",
        "INV-JEC-1", "jec", seen(world::B, "deadlock");
    "broken_remember_late": "the JEC is remembered at the door, not at the announcement",
        "INV-JEC-3", "jec", seen(world::B, "deadlock");
    "broken_remember_nothing": "the announcement remembers nothing",
        "INV-ROUND-1", "rounds", seen(world::A, "livelock");
    "broken_rounds": "no number of searches makes a worker sleepy",
        "INV-ROUND-1", "rounds", seen(world::C, "livelock");
    "broken_search_after": "no search between the announcement and the door",
        "INV-JEC-3", "rounds", seen(world::B, "deadlock");
    "broken_self_wake": "a sleeper whose last look found a job stays counted as asleep",
        "INV-COUNT-3", "checks", seen(world::A, "count");
    "broken_sleeper_counts": "the woken thread takes itself off the count, not its waker",
        "INV-COUNT-3", "word",
        wastes(
            world::E2,
            &[("W0", "blocks"), ("poster 0", TO_ITS_END), ("poster 1", TO_ITS_END)],
            nobody_is_woken_twice
        );
    "broken_wake_all": "every post wakes everybody, as before 2020",
        "INV-WAKE-2", "wake",
        wastes(
            world::W,
            &[("W0", "blocks"), ("W1", "blocks"), ("W2", "blocks"), ("W3", "blocks"), ("poster", "sets the latch")],
            one_post_wakes_one
        );
    "broken_wake_partly": "check 4 sends the worker back to the door, not to the announcement",
        "INV-ROUND-1", "rounds", seen(world::D, "livelock");
    "broken_waker_counts": "the waker takes one from sleeping even if nobody was blocked",
        "INV-COUNT-3", "word", seen(world::A, "count");
    "broken_work_found": "a thread that finds work wakes nobody",
        "INV-WAKE-1", "wake", seen(world::D, "deadlock");
    "broken_wrap": "the JEC is raised by a plain addition",
        "INV-JEC-2", "jec", Some(WRAPS);
}
