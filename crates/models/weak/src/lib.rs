//! What a fence is for, found by an explorer that knows weak memory.
//!
//! The explorer of `winks-models` runs one thread at a time, and a fence does nothing in it.
//! So this crate root includes the protocol's source files once more, with loom's primitives beside
//! them, and the scenarios and the recorder of `winks-models` as they are: what falls here is the
//! same line, in the same world, told in the same words.
//! The queue is a row of atomic slots: a locked queue would order everything by its lock.
//!
//! [`explore`] is all of it: a breakage goes in, a run comes out, the same every time.
//! A run that ends well says that one worker and one poster lose nothing in any order with at most
//! two forced switches; it is no proof for all pools.

// Not all that the sources offer is used here, and much of it is told where it lives.
#![allow(dead_code, missing_docs, unreachable_pub)]

#[macro_use]
#[path = "../../src/broken.rs"]
pub mod broken;
#[macro_use]
#[path = "../../src/sink.rs"]
pub mod sink;

#[path = "../../../sleep/src/counters.rs"]
pub mod counters;
#[path = "../../../sleep/src/idle.rs"]
pub mod idle;
#[path = "../../../sleep/src/jec.rs"]
pub mod jec;
#[path = "../../../sleep/src/latch.rs"]
pub mod latch;
#[path = "../../../sleep/src/sleep.rs"]
pub mod sleep;
#[path = "../../../sleep/src/trace.rs"]
pub mod trace;
#[path = "../../../sleep/src/wake.rs"]
pub mod wake;
#[path = "../../../sleep/src/word.rs"]
pub mod word;

#[path = "../../src/pool.rs"]
pub mod pool;
#[path = "../../../pool/src/post.rs"]
mod post;
#[path = "../../src/recording.rs"]
pub mod recording;
#[path = "../../src/scenarios.rs"]
pub mod scenarios;
#[path = "../../src/table.rs"]
mod table;

#[path = "../../tests/loom/explore.rs"]
mod explorer;
#[path = "../../tests/loom/lanes.rs"]
mod lanes;

// The included documentation links to these names at its own root.
pub use counters::{AtomicCounters, Counters, Counts};
pub use idle::{IdleState, Policy, ROUNDS_UNTIL_SLEEPING, ROUNDS_UNTIL_SLEEPY};
pub use jec::Jec;
pub use latch::CoreLatch;
pub use sleep::{Sleep, WorkerSleepState};
pub use word::{Compact, Layout, NarrowJec, Native, Wide};

/// loom's primitives, under the names that the protocol uses.
pub mod sync {
    pub use loom::sync::{Condvar, Mutex, MutexGuard};

    /// Atomics and fences.
    pub mod atomic {
        pub use loom::sync::atomic::{AtomicUsize, Ordering, fence};
    }

    /// What a searching worker does between two looks.
    pub mod thread {
        /// Nothing: loom's own yield is a hint to leave orders out, and hides breakages.
        pub fn yield_now() {}
    }
}

use explorer::Exploration;
use pool::QueueKind;
use recording::Recording;
use scenarios::{A, A_POSTER_FIRST, Scenario, Setup};

/// Where a fence is tried: a worker that lies down, and a poster that only reads the word, since it
/// finds the JEC odd.
///
/// loom begins with the first lane, and the first loss that it finds is a read of the other lane
/// that is too old; so the lane whose fence is missing comes last.
pub fn scenario(breakage: Option<&str>) -> Scenario {
    if breakage == Some("broken_fence_sleep") { A_POSTER_FIRST } else { A }
}

/// What an exploration found.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// How many runs there were; the last one is the failing one, if any.
    pub runs: usize,
    /// The failing run, or else the last one.
    pub recording: Recording,
}

impl Verdict {
    /// The kind of failure, or nothing.
    pub fn kind(&self) -> Option<&'static str> {
        self.recording.failure.as_ref().map(recording::Failure::kind)
    }
}

/// Tries the orders of a breakage's [`scenario`] with at most two forced switches until one fails, with
/// this protection switched off, or with none.
///
/// # Panics
///
/// If loom ends a run for a reason that is no verdict.
pub fn explore(breakage: Option<&'static str>) -> Verdict {
    explore_in(scenario(breakage), QueueKind::Slots, breakage)
}

/// The same in this scenario, with this kind of queue.
///
/// # Panics
///
/// As [`explore`].
pub fn explore_in(scenario: Scenario, queue: QueueKind, breakage: Option<&'static str>) -> Verdict {
    let setup = Setup { jec: 1, queue, ..Setup::default() };
    let mut exploration = Exploration::new(scenario, setup, Some(2));
    if let Some(breakage) = breakage {
        exploration = exploration.without(breakage, false);
    }
    let explorer::Verdict { runs, recording, .. } = exploration.run();
    Verdict { runs, recording }
}
