//! The first explorer: loom, made exact.
//!
//! loom as it is leaves orders out: a thread's own load hides another thread's earlier access from
//! its next exchange.
//! So this crate root includes the protocol's source files with a facade in which a load is
//! `fetch_add(0)` and a store is `swap`: accesses that loom follows correctly.
//! What it then tries is every order of the threads in which at most so many times one that could
//! go on is interrupted, and without that bound every order there is; `histories` holds its set to
//! the depth-first one of the library's own explorer.
//!
//! It reads no stale value, so it knows no weak memory: that is `loom_weak`'s part.
//! In no case is a pass a proof for all pools: two or three threads, one to three jobs.

// Not all that the sources offer is used here, and some of it is no longer reachable from outside.
#![allow(dead_code, missing_docs, unreachable_pub)]

#[macro_use]
#[path = "../src/broken.rs"]
pub mod broken;
#[macro_use]
#[path = "../src/sink.rs"]
pub mod sink;

#[path = "../../sleep/src/counters.rs"]
pub mod counters;
#[path = "../../sleep/src/idle.rs"]
pub mod idle;
#[path = "../../sleep/src/jec.rs"]
pub mod jec;
#[path = "../../sleep/src/latch.rs"]
pub mod latch;
#[path = "../../sleep/src/sleep.rs"]
pub mod sleep;
#[path = "../../sleep/src/trace.rs"]
pub mod trace;
#[path = "../../sleep/src/wake.rs"]
pub mod wake;
#[path = "../../sleep/src/word.rs"]
pub mod word;

#[path = "../../pool/src/latches.rs"]
mod latches;
#[path = "../../pool/src/post.rs"]
mod post;
#[path = "../../pool/src/termination.rs"]
mod termination;

#[path = "../src/pool.rs"]
pub mod pool;
#[path = "../src/recording.rs"]
pub mod recording;
#[path = "../src/registry.rs"]
mod registry;
#[path = "../src/scenarios.rs"]
pub mod scenarios;
#[path = "../src/table.rs"]
mod table;
#[path = "../src/worker.rs"]
mod worker;
#[path = "../src/worlds/mod.rs"]
mod worlds;

#[path = "loom/explore.rs"]
mod explore;
#[path = "loom/hold.rs"]
mod hold;
#[path = "loom/lanes.rs"]
mod lanes;
#[path = "loom/matrix.rs"]
mod matrix;
#[path = "loom/pool_worlds.rs"]
mod pool_worlds;

// The included documentation links to these names at its own root.
pub use idle::ROUNDS_UNTIL_SLEEPY;
pub use sleep::Sleep;
pub use word::Layout;

/// loom's primitives, with every load and store a read-modify-write.
pub mod sync {
    pub use loom::sync::{Condvar, Mutex, MutexGuard};

    /// Atomics and fences.
    pub mod atomic {
        pub use loom::sync::atomic::{Ordering, fence};

        /// A word whose accesses all read its newest value.
        #[derive(Debug)]
        pub struct AtomicUsize(loom::sync::atomic::AtomicUsize);

        impl AtomicUsize {
            pub fn new(value: usize) -> Self {
                AtomicUsize(loom::sync::atomic::AtomicUsize::new(value))
            }

            pub fn load(&self, _: Ordering) -> usize {
                self.0.fetch_add(0, Ordering::AcqRel)
            }

            // Never mixed with loom's own store, whose place among the others' read-modify-writes
            // loom does not keep.
            pub fn store(&self, value: usize, _: Ordering) {
                self.0.swap(value, Ordering::AcqRel);
            }

            pub fn swap(&self, value: usize, order: Ordering) -> usize {
                self.0.swap(value, order)
            }

            pub fn fetch_add(&self, value: usize, order: Ordering) -> usize {
                self.0.fetch_add(value, order)
            }

            pub fn fetch_sub(&self, value: usize, order: Ordering) -> usize {
                self.0.fetch_sub(value, order)
            }

            pub fn compare_exchange(
                &self,
                current: usize,
                new: usize,
                success: Ordering,
                failure: Ordering,
            ) -> Result<usize, usize> {
                self.0.compare_exchange(current, new, success, failure)
            }

            pub fn fetch_update(
                &self,
                success: Ordering,
                failure: Ordering,
                change: impl Fn(usize) -> Option<usize>,
            ) -> Result<usize, usize> {
                let mut seen = self.load(failure);
                while let Some(new) = change(seen) {
                    match self.compare_exchange(seen, new, success, failure) {
                        Err(found) => seen = found,
                        done => return done,
                    }
                }
                Err(seen)
            }
        }
    }

    /// What a searching worker does between two looks.
    pub mod thread {
        /// Nothing: loom's own yield is a hint to leave orders out, and hides breakages.
        pub fn yield_now() {}
    }
}

use explore::Exploration;
use matrix::Column;
use pool::QueueKind::{self, Locked, Slots};
use scenarios::{self as world, Scenario, Setup};

/// The scenarios of the matrix.
const SCENARIOS: [Scenario; 9] =
    [world::A, world::B, world::C, world::D, world::DL, world::E, world::E2, world::G, world::SP];

/// Those with three jobs for two sleepers. What is left, w, has more threads than loom takes.
const LARGEST: [Scenario; 2] = [world::F, world::T];

/// Those of two threads, and the smaller ones of three.
const SMALL: [Scenario; 6] = [world::A, world::B, world::C, world::E, world::G, world::SP];

/// The one hole of the sound code without weak memory: a JEC of one bit comes round, and the last
/// look sees no worker's own deque. Only parallelism is lost, the owner pops its job. It takes two
/// sleepers, two jobs on a deque, and two interruptions.
fn is_hole(scenario: &Scenario, jec_bits: u32, bound: usize) -> bool {
    ["dl", "t"].contains(&scenario.name) && jec_bits == 1 && bound > 1
}

/// Every cell of the sound code in these scenarios, with at most so many interruptions.
fn the_sound_code(scenarios: &[Scenario], queue: QueueKind, jec_bits: &[u32], bound: usize) {
    let cells: Vec<_> = scenarios
        .iter()
        .flat_map(|scenario| jec_bits.iter().map(move |bits| (scenario, *bits)))
        .flat_map(|(scenario, bits)| [0, 1].map(|jec| (scenario, bits, jec)))
        .collect();
    let verdicts = matrix::on_all_processors(&cells, |(scenario, jec_bits, jec)| {
        let setup = Setup { jec: *jec, jec_bits: *jec_bits, queue, ..Setup::default() };
        Exploration::new(**scenario, setup, Some(bound)).run()
    });
    let mut wrong = Vec::new();
    for ((scenario, bits, jec), verdict) in cells.iter().zip(&verdicts) {
        let (found, runs) = (verdict.kind(), verdict.runs);
        println!("{:<3} {bits:>2}-bit JEC at {jec}: {runs:>6} runs, {found:?}", scenario.name);
        if found != is_hole(scenario, *bits, bound).then_some("deadlock") {
            wrong.push(verdict.recording.to_text());
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_hole_of_a_1_bit_jec_has_its_lane_table() {
    let setup = Setup { jec: 1, jec_bits: 1, ..Setup::default() };
    let verdict = Exploration::new(world::DL, setup, Some(3)).run();
    assert_eq!(verdict.kind(), Some("deadlock"), "the hole is closed");
    matrix::hold("book/shown", "lanes_hole_dl_1_bit", &verdict.recording.lane_table(None));
}

#[test]
fn the_sound_code_with_locked_queues_passes_but_for_the_named_hole() {
    the_sound_code(&SCENARIOS, Locked, &[32, 2, 1], 2);
    the_sound_code(&SMALL, Locked, &[32, 2, 1], 3);
    the_sound_code(&LARGEST, Locked, &[32, 2, 1], 1);
    the_sound_code(&[world::T], Locked, &[1], 2);
}

#[test]
fn the_sound_code_with_slots_passes() {
    the_sound_code(&SMALL, Slots, &[32, 2, 1], 2);
    let large = [world::D, world::DL, world::E2];
    the_sound_code(&large, Slots, &[32], 2);
    the_sound_code(&large, Slots, &[2, 1], 1);
    the_sound_code(&LARGEST, Slots, &[32, 2, 1], 1);
}

/// For the patient: every cell at a higher bound, by default 3. Minutes, in a release build.
#[test]
#[ignore = "minutes: WINKS_BOUND=3 cargo test --release -p winks-models --test loom_exact -- --ignored"]
fn the_sound_code_at_a_higher_bound() {
    let bound = std::env::var("WINKS_BOUND").map_or(3, |bound| bound.parse().expect("a number"));
    the_sound_code(&SCENARIOS, Locked, &[32, 2, 1], bound);
    the_sound_code(&SCENARIOS, Slots, &[32, 2, 1], bound);
    the_sound_code(&LARGEST, Locked, &[32, 2, 1], bound);
    the_sound_code(&LARGEST, Slots, &[32, 2, 1], bound);
}

/// The columns of the matrix. Three scenarios are large, and a breakage that falls in one of them
/// falls with one interruption already.
fn columns(more: usize) -> Vec<Column> {
    let column = |scenario: &Scenario| {
        let is_large = ["d", "dl", "e2"].contains(&scenario.name);
        Column::new(*scenario, Locked, if is_large { 1 + more } else { 2 + more })
    };
    SCENARIOS.iter().map(column).collect()
}

/// Where each breakage must fall at least, and how. The matrix has the rest.
const NAMED: [(&str, &str, &[&str]); 26] = [
    ("broken_atomic_add", "count", &["d"]),
    ("broken_atomic_announce", "deadlock", &["d", "dl"]),
    ("broken_atomic_inactive", "count", &["d", "dl"]),
    ("broken_atomic_post", "count", &["a"]),
    ("broken_atomic_sub", "count", &["d"]),
    ("broken_block_unlocked", "deadlock", &["a", "b", "c", "d"]),
    ("broken_fall_asleep", "deadlock", &["c", "e", "g"]),
    ("broken_if_for_while", "count", &["sp"]),
    ("broken_jec_cas", "deadlock", &["b", "dl"]),
    ("broken_jec_check", "deadlock", &["b", "dl"]),
    ("broken_jec_post", "deadlock", &["b", "dl"]),
    ("broken_latch_no_wake", "deadlock", &["c", "e", "g"]),
    ("broken_latch_store", "deadlock", &["c", "e", "g"]),
    ("broken_latch_stuck", "livelock", &["d", "dl", "e"]),
    ("broken_lock", "deadlock", &["a", "b", "c", "d"]),
    ("broken_notify_no_clear", "deadlock", &["a", "b", "c", "d"]),
    ("broken_parity_announce", "deadlock", &["b", "dl"]),
    ("broken_parity_post", "deadlock", &["b", "dl"]),
    ("broken_post_before_push", "deadlock", &["a", "b", "d"]),
    ("broken_remember_late", "deadlock", &["b", "dl"]),
    ("broken_remember_nothing", "livelock", &["a", "b", "c", "d", "dl", "e", "e2", "g", "sp"]),
    ("broken_rounds", "livelock", &["a", "b", "c", "d", "dl", "e", "e2", "g", "sp"]),
    ("broken_search_after", "deadlock", &["b", "dl"]),
    ("broken_self_wake", "count", &["a", "d", "e"]),
    ("broken_wake_partly", "livelock", &["e"]),
    ("broken_waker_counts", "count", &["a", "d"]),
];

/// The breakages of the protocol, and the one whose line is the poster's own.
fn breakages() -> Vec<&'static str> {
    let of_the_protocol = winks_models::catalogue::ALL.iter().map(|breakage| breakage.name);
    of_the_protocol.chain(["broken_post_before_push"]).collect()
}

#[test]
fn each_breakage_falls_where_and_as_it_should() {
    let columns = columns(0);
    let rows = matrix::rows(&breakages(), &columns, false);
    matrix::print_costs("how it is lost", &rows);
    matrix::hold("book/shown", "matrix_kinds", &matrix::table(&rows, &columns));
    let mut wrong = String::new();
    for (name, kind, scenarios) in NAMED {
        let row = rows.iter().find(|row| row.breakage == name).expect("a row for each breakage");
        for scenario in scenarios {
            let k = columns.iter().position(|column| column.title == *scenario);
            let cell = &row.cells[k.expect("a column for each scenario")];
            if !cell.iter().flatten().any(|failure| failure.kind() == kind) {
                wrong += &format!("{name} in {scenario}: {cell:?} instead of {kind}\n");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// What needs more interruptions than its scenario gets in the matrix, or a JEC that comes round.
const DEEPER: [(&str, &str, Scenario, u32, usize); 6] = [
    ("broken_work_found", "deadlock", world::D, 32, 2),
    ("broken_work_found", "deadlock", world::DL, 32, 2),
    ("broken_wake_partly", "livelock", world::D, 32, 3),
    ("broken_wake_partly", "livelock", world::DL, 32, 3),
    ("broken_last_look", "deadlock", world::D, 1, 3),
    ("broken_last_look_early", "deadlock", world::D, 1, 3),
];

#[test]
fn the_deeper_ones_fall_with_more_interruptions() {
    let verdicts = matrix::on_all_processors(&DEEPER, |(name, _, scenario, jec_bits, bound)| {
        let column = Column::new(*scenario, Locked, *bound).jec_bits(*jec_bits);
        column.exploration(1).without(name, false).run()
    });
    let mut told =
        "| breakage | scenario | JEC, bits | interruptions | how | lost in run |\n".to_owned();
    told += "|---|---|--:|--:|---|--:|\n";
    for ((name, kind, scenario, bits, bound), verdict) in DEEPER.iter().zip(verdicts) {
        assert_eq!(verdict.kind(), Some(*kind), "{name} in {}", scenario.name);
        let runs = verdict.runs;
        told += &format!("| `{name}` | {} | {bits} | {bound} | {kind} | {runs} |\n", scenario.name);
    }
    matrix::hold("book/shown", "matrix_deeper", &told);
}

#[test]
fn with_the_invariants_checked_most_breakages_meet_one_first() {
    let columns = columns(0);
    let rows = matrix::rows(&breakages(), &columns, true);
    matrix::print_costs("with invariants", &rows);
    matrix::hold("book/shown", "matrix_invariants", &matrix::table(&rows, &columns));
}

/// They lose nothing, in any scenario, and meet no invariant on the way; `tests/equivalents.rs`
/// shows what they do otherwise.
#[test]
fn the_equivalents_pass_everything() {
    let columns = columns(0);
    let names: Vec<_> = winks_models::equivalents::ALL.iter().map(|one| one.name).collect();
    for invariants in [false, true] {
        for row in matrix::rows(&names, &columns, invariants) {
            assert!(row.cells.iter().flatten().all(Option::is_none), "{row:?}");
        }
    }
}

/// Without a bound, all orders: the same histories as the library's explorer finds depth first.
#[test]
fn the_histories_of_the_smallest_scenarios_are_those_of_the_depth_first_explorer() {
    for scenario in [world::A, world::B, world::C] {
        for (jec, parity) in [(0, "even"), (1, "odd")] {
            let setup = Setup { jec, ..Setup::default() };
            let verdict = Exploration::new(scenario, setup, None).run_for_histories();
            let name = format!("{}_{parity}", scenario.name);
            let text: Vec<_> = verdict.histories.into_iter().collect();
            println!("{name}: {} histories in {} runs", text.len(), verdict.runs);
            matrix::hold("crates/models/tests/histories", &name, &text.join("\n"));
        }
    }
}
