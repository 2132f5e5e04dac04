//! The two fences, under an explorer that knows weak memory.
//!
//! `a_breakage` runs one thread at a time, where a fence does nothing.
//! So this file puts loom's primitives below the protocol's source files, and the recorder, the
//! queues and the scenarios of `winks-models` beside them.
//! The scenario is the smallest that can lose for want of a fence: a worker that lies down, a poster
//! that posts one job and finds the JEC odd, so that it only reads.
//! The queue is one atomic slot: a locked queue would order everything by its lock and hide what
//! the fences are for.
//! As the injector it is safe; as a deque it is not, and that is a hole with a name.
//!
//! As in `a_breakage`, a loss is found, not announced: if the broken line is made sound again, the
//! tests pass although its feature is on.
//! What a pass means: no order of two threads with at most two forced switches loses the job, with
//! stale reads tried wherever the orderings allow them.
//! loom takes SeqCst accesses for AcqRel and only SeqCst *fences* for what they are, which is why
//! the argument, here and in the sources, rests on fences.

// Not all that the sources offer is used here, and some of it is no longer reachable from outside.
#![allow(dead_code, missing_docs, unreachable_pub)]

#[macro_use]
#[path = "../../models/src/broken.rs"]
pub mod broken;
#[macro_use]
#[path = "../../models/src/sink.rs"]
pub mod sink;

#[path = "../src/counters.rs"]
pub mod counters;
#[path = "../src/idle.rs"]
pub mod idle;
#[path = "../src/jec.rs"]
pub mod jec;
#[path = "../src/latch.rs"]
pub mod latch;
#[path = "../src/sleep.rs"]
pub mod sleep;
#[path = "../src/trace.rs"]
pub mod trace;
#[path = "../src/wake.rs"]
pub mod wake;
#[path = "../src/word.rs"]
pub mod word;

#[path = "../../models/src/pool.rs"]
pub mod pool;
#[path = "../../pool/src/post.rs"]
mod post;
#[path = "../../models/src/recording.rs"]
pub mod recording;
#[path = "../../models/src/scenarios.rs"]
pub mod scenarios;
#[path = "../../models/src/table.rs"]
mod table;

#[path = "../../models/tests/loom/explore.rs"]
mod explore;
#[path = "../../models/tests/loom/lanes.rs"]
mod lanes;

// The included documentation links to these names at its own root.
pub use idle::ROUNDS_UNTIL_SLEEPY;
pub use sleep::Sleep;
pub use word::Layout;

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

use explore::{Exploration, Verdict};
use pool::QueueKind::{self, FencedSlots, Slots};
use scenarios::{A, A_POSTER_FIRST, B, Scenario, Setup};
use winks_models::catalogue::Breakage;
use winks_models::telling;
use winks_sleep::broken::ENABLED;

/// What loom says to all orders with at most two forced switches.
fn verdict(scenario: Scenario, queue: QueueKind, breakage: Option<&'static str>) -> Verdict {
    let setup = Setup { jec: 1, queue, ..Setup::default() };
    let exploration = Exploration::new(scenario, setup, Some(2));
    match breakage {
        Some(breakage) => exploration.without(breakage, false).run(),
        None => exploration.run(),
    }
}

#[test]
fn an_injected_job_and_a_registration_cannot_miss_each_other() {
    // The lane that loom begins with is the one whose read it finds too old last.
    let scenario = if ENABLED == Some("broken_fence_sleep") { A_POSTER_FIRST } else { A };
    let verdict = verdict(scenario, Slots, ENABLED);
    let Some(failure) = verdict.failure() else { return };
    let steps = verdict.recording.to_text();
    let Some(breakage) = ENABLED.and_then(Breakage::named) else {
        panic!("INV-LOOK falls in the sound code: {failure}.\n\n{steps}");
    };
    let message = telling::message(breakage, failure, verdict.runs, &steps);
    panic!("\n{}: {}.\n{message}", breakage.name, breakage.what);
}

/// A hole of the sound code, known by name: it costs the help of one thread, never the job, which
/// the pusher pops in the end.
#[test]
fn a_local_push_and_an_announcement_can_miss_each_other() {
    if ENABLED.is_none() {
        let verdict = verdict(B, Slots, None);
        assert_eq!(verdict.kind(), Some("deadlock"), "the hole of the local push is closed");
    }
}

#[test]
fn two_more_fences_would_close_the_hole_of_the_local_push() {
    if ENABLED.is_none() {
        assert_eq!(verdict(B, FencedSlots, None).kind(), None);
    }
}
