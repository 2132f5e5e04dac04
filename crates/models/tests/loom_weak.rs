//! The second explorer: loom as it is, for what needs weak memory.
//!
//! The queues are rows of atomic slots, since a lock would order everything and hide what the
//! fences are for, and loads may read stale values wherever their orderings allow it.
//! So this explorer sees the two fences, the last look, and data that is handed over.
//!
//! What it does not see stands in the tests below as well: it leaves orders out (its histories of
//! three scenarios are compared with the exact ones, and a breakage that it misses is named), and
//! its own `yield_now`, a hint to leave out more, hides breakages that are seen without it.
//! It takes SeqCst accesses for AcqRel and only SeqCst *fences* for what they are; and a plain store
//! beside read-modify-writes may land where no machine would put it, so breakages that tear an
//! exchange apart are `loom_exact`'s part.

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

#[path = "loom/blind_spots.rs"]
mod blind_spots;
#[path = "loom/explore.rs"]
mod explore;
#[path = "loom/hold.rs"]
mod hold;
#[path = "loom/lanes.rs"]
mod lanes;
#[path = "loom/matrix.rs"]
mod matrix;
#[path = "loom/pool_orders.rs"]
mod pool_orders;

// The included documentation links to these names at its own root.
pub use idle::ROUNDS_UNTIL_SLEEPY;
pub use sleep::Sleep;
pub use word::Layout;

/// loom's primitives, under the names that the protocol uses.
pub mod sync {
    pub use loom::sync::{Condvar, Mutex, MutexGuard};

    /// Atomics and fences.
    pub mod atomic {
        pub use loom::sync::atomic::{Ordering, fence};
        use std::cell::Cell;

        thread_local! {
            /// Whether every exchange forgets its ordering, to show that somebody minds.
            pub static IS_RELAXED: Cell<bool> = const { Cell::new(false) };
            /// Whether every subtraction does, as by it one counts down.
            pub static IS_COUNT_RELAXED: Cell<bool> = const { Cell::new(false) };
        }

        /// loom's own, whose orderings a test can take away.
        #[derive(Debug)]
        pub struct AtomicUsize(loom::sync::atomic::AtomicUsize);

        fn kept(order: Ordering) -> Ordering {
            if IS_RELAXED.get() { Ordering::Relaxed } else { order }
        }

        impl AtomicUsize {
            pub fn new(value: usize) -> Self {
                AtomicUsize(loom::sync::atomic::AtomicUsize::new(value))
            }

            pub fn load(&self, order: Ordering) -> usize {
                self.0.load(kept(order))
            }

            pub fn store(&self, value: usize, order: Ordering) {
                self.0.store(value, kept(order));
            }

            pub fn swap(&self, value: usize, order: Ordering) -> usize {
                self.0.swap(value, kept(order))
            }

            pub fn fetch_add(&self, value: usize, order: Ordering) -> usize {
                self.0.fetch_add(value, kept(order))
            }

            pub fn fetch_sub(&self, value: usize, order: Ordering) -> usize {
                let order = if IS_COUNT_RELAXED.get() { Ordering::Relaxed } else { order };
                self.0.fetch_sub(value, kept(order))
            }

            pub fn compare_exchange(
                &self,
                current: usize,
                new: usize,
                success: Ordering,
                failure: Ordering,
            ) -> Result<usize, usize> {
                self.0.compare_exchange(current, new, kept(success), kept(failure))
            }

            pub fn fetch_update(
                &self,
                success: Ordering,
                failure: Ordering,
                change: impl FnMut(usize) -> Option<usize>,
            ) -> Result<usize, usize> {
                self.0.fetch_update(kept(success), kept(failure), change)
            }
        }
    }

    /// What a searching worker does between two looks.
    pub mod thread {
        use std::cell::Cell;

        thread_local! {
            /// Whether a yield is loom's own, to show what that hides.
            pub static IS_LOOMS: Cell<bool> = const { Cell::new(false) };
        }

        /// Nothing, unless a test wants to see what loom's own would hide.
        pub fn yield_now() {
            if IS_LOOMS.get() {
                loom::thread::yield_now();
            }
        }
    }
}

use counters::AtomicCounters;
use explore::Exploration;
use idle::Policy;
use jec::Jec;
use latch::CoreLatch;
use matrix::Column;
use pool::QueueKind::{self, FencedSlots, Slots};
use scenarios::{self as world, Scenario, Setup};
use std::sync::Arc;
use word::Wide;

/// The scenarios, with how often a thread is interrupted in them. What is left, w, has more threads
/// than loom takes.
const SCENARIOS: [(Scenario, usize); 11] = [
    (world::A, 2),
    (world::B, 2),
    (world::C, 2),
    (world::D, 2),
    (world::DL, 2),
    (world::E, 2),
    (world::E2, 2),
    (world::F, 1),
    (world::G, 2),
    (world::SP, 2),
    (world::T, 1),
];

/// A local push has no fence: its poster may read the word before its job can be seen, and a worker
/// registers without having seen it. Only parallelism is lost, the owner pops its job.
fn is_hole(scenario: &Scenario, jec: usize) -> bool {
    ["dl", "t"].contains(&scenario.name) || (scenario.name == "b" && jec % 2 == 1)
}

fn exploration(
    scenario: Scenario,
    queue: QueueKind,
    jec: usize,
    bound: Option<usize>,
) -> Exploration {
    Exploration::new(scenario, Setup { jec, queue, ..Setup::default() }, bound)
}

#[test]
fn the_sound_code_passes_but_for_the_named_holes() {
    let narrow = |(scenario, bound): &(Scenario, usize)| {
        let is_large = ["d", "dl", "e", "e2"].contains(&scenario.name);
        [2, 1].map(|bits| (*scenario, bits, if is_large { 1 } else { *bound }))
    };
    let wide = SCENARIOS.iter().map(|(scenario, bound)| (*scenario, 32, *bound));
    let cells: Vec<_> = wide
        .chain(SCENARIOS.iter().flat_map(narrow))
        .flat_map(|(scenario, bits, bound)| [0, 1].map(|jec| (scenario, bits, bound, jec)))
        .collect();
    let verdicts = matrix::on_all_processors(&cells, |(scenario, jec_bits, bound, jec)| {
        let setup = Setup { jec: *jec, jec_bits: *jec_bits, queue: Slots, ..Setup::default() };
        Exploration::new(*scenario, setup, Some(*bound)).run()
    });
    let mut wrong = Vec::new();
    for ((scenario, bits, _, jec), verdict) in cells.iter().zip(&verdicts) {
        let (name, found, runs) = (scenario.name, verdict.kind(), verdict.runs);
        println!("{name:<3} {bits:>2}-bit JEC at {jec}: {runs:>6} runs, {found:?}");
        if found != is_hole(scenario, *jec).then_some("deadlock") {
            let run = verdict.recording.to_text();
            wrong.push(format!("{name}, {bits}-bit JEC at {jec}:\n{run}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_holes_have_their_lane_tables() {
    for (scenario, name) in [(world::B, "lanes_hole_b"), (world::DL, "lanes_hole_dl")] {
        let verdict = exploration(scenario, Slots, 1, Some(2)).run();
        matrix::hold("book/shown", name, &verdict.recording.lane_table(None));
    }
}

/// loom begins with the first lane: so the poster's read shows without its fence, and the sleeper's
/// look without its own.
#[test]
fn the_missing_fences_have_their_lane_tables() {
    for (breakage, scenario, name) in [
        ("broken_fence_post", world::A, "lanes_weak_fence_post"),
        ("broken_fence_sleep", world::A_POSTER_FIRST, "lanes_weak_fence_sleep"),
    ] {
        let verdict = exploration(scenario, Slots, 1, Some(2)).without(breakage, false).run();
        assert_eq!(verdict.kind(), Some("deadlock"), "{breakage} loses nothing");
        matrix::hold("book/shown", name, &verdict.recording.lane_table(None));
    }
}

/// The hole of the local push, and what would close it.
#[test]
fn two_more_fences_would_close_the_hole_of_the_local_push() {
    let verdict = |queue| exploration(world::B, queue, 1, Some(3)).run();
    assert_eq!(verdict(Slots).kind(), Some("deadlock"), "the hole is closed");
    assert_eq!(verdict(FencedSlots).kind(), None, "fences on both sides do not close it");
}

/// What only this explorer sees, or sees with a JEC of any width.
const WEAK: [&str; 4] =
    ["broken_fence_post", "broken_fence_sleep", "broken_last_look", "broken_last_look_early"];

#[test]
fn the_matrix() {
    let columns: Vec<_> = [world::A, world::D, world::E, world::E2, world::G]
        .iter()
        .map(|scenario| Column::new(*scenario, Slots, 2))
        .collect();
    let rows = matrix::rows(&WEAK, &columns, false);
    matrix::print_costs("weak memory", &rows);
    let table = matrix::table(&rows, &columns);
    matrix::hold("book/shown", "matrix_weak", &table);
    // No assertion fires: every count stays right, and the job is lost all the same.
    assert_eq!(matrix::table(&matrix::rows(&WEAK, &columns, true), &columns), table);
}

/// Something plain is written before a latch is set, and read after the wait for it.
// loom runs all its threads on one of the machine, and asks for no Sync.
#[expect(clippy::arc_with_non_send_sync)]
fn hand_over() {
    let policy = Policy { rounds_until_sleepy: 0 };
    let sleep = Sleep::<Wide>::with(1, policy, AtomicCounters::starting_at(Jec::new(1)));
    let shared = Arc::new((sleep, CoreLatch::new(), loom::cell::UnsafeCell::new(0)));
    let owner = loom::thread::spawn({
        let shared = shared.clone();
        move || {
            let (sleep, latch, data) = &*shared;
            let mut idle = sleep.start_looking(0);
            while !latch.probe() {
                sleep.no_work_found(&mut idle, latch, || false);
            }
            sleep.work_found(idle);
            // SAFETY: the latch is set, so its setter has written and writes no more; if that were
            // not ordered, loom would say so here.
            assert_eq!(data.with(|data| unsafe { *data }), 1);
        }
    });
    let (sleep, latch, data) = &*shared;
    // SAFETY: the owner reads only after the latch is set.
    data.with_mut(|data| unsafe { *data = 1 });
    if latch.set() {
        sleep.wake_specific_thread(0);
    }
    owner.join().unwrap();
}

#[test]
fn what_a_setter_did_is_seen_after_the_wait_because_of_the_orderings() {
    for relaxed in [false, true] {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        sync::atomic::IS_RELAXED.set(relaxed);
        let ended = explore::quietly(|| model.check(hand_over));
        sync::atomic::IS_RELAXED.set(false);
        match ended {
            Ok(()) => assert!(!relaxed, "without its orderings, a latch hands nothing over"),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map_or("?", String::as_str);
                assert!(relaxed && text.contains("Causality violation"), "{text}");
            }
        }
    }
}
