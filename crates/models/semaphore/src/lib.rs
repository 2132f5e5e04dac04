//! The semaphore in every order, by an explorer that knows weak memory.
//!
//! The explorer of `winks-models` runs one thread at a time, and an ordering does nothing in it; and
//! it tries samples, where the worlds of three threads have more orders than it could try.
//! So this crate root includes the semaphore's *source files* once more, with loom's primitives
//! beside them, and the small worlds, the lot and the recorder of `winks-models` as they are: what
//! falls here is the same line, in the same world, told in the same words.
//!
//! [`explore`] is all of it: a world and a breakage go in, a run comes out, the same every time.
//! There are two ways to run, since loom has a blind spot: [`Memory`] says which.
//! A run that ends well says that two or three threads lose nothing in any order with at most so
//! many forced switches; it is no proof for all programs.

// Not all that the sources offer is used here, and much of it is told where it lives.
#![allow(dead_code, missing_docs, unreachable_pub, unused_macros)]

#[macro_use]
#[path = "../../src/broken.rs"]
pub mod broken;
#[macro_use]
pub mod sync;

#[path = "../../../semaphore/src/acquire.rs"]
pub mod acquire;
#[path = "../../../semaphore/src/cancel.rs"]
pub mod cancel;
#[path = "../../../semaphore/src/close.rs"]
pub mod close;
#[path = "../../../semaphore/src/count.rs"]
pub mod count;
#[path = "../../../semaphore/src/error.rs"]
pub mod error;
#[path = "../../../semaphore/src/lot.rs"]
pub mod lot;
#[path = "../../../semaphore/src/modes.rs"]
pub mod modes;
#[path = "../../../semaphore/src/note.rs"]
pub mod note;
#[path = "../../../semaphore/src/patience.rs"]
pub mod patience;
#[path = "../../../semaphore/src/permit.rs"]
pub mod permit;
#[path = "../../../semaphore/src/semaphore.rs"]
pub mod semaphore;
#[path = "../../../semaphore/src/serve.rs"]
pub mod serve;
#[path = "../../../semaphore/src/state.rs"]
pub mod state;
#[path = "../../../semaphore/src/wait.rs"]
pub mod wait;

#[path = "../../src/parking.rs"]
pub mod parking;
#[path = "../../src/recording.rs"]
pub mod recording;
#[path = "../../src/semaphores/mod.rs"]
pub mod semaphores;
#[path = "../../src/table.rs"]
mod table;
#[path = "../../src/watch.rs"]
pub mod watch;

#[path = "../../tests/loom/explore.rs"]
mod explorer;
#[path = "../../tests/loom/lanes.rs"]
mod lanes;

mod page;
pub mod scenarios;

// The included documentation links to these names at its own root.
pub use cancel::CancelToken;
pub use error::{AcquireError, CountError};
pub use modes::{Barging, Fair, FairEvery, Mode};
pub use patience::Patience;
pub use permit::Permit;
pub use semaphore::Semaphore;
pub use state::{MAX_PERMITS, MIN_BALANCE};

use recording::Recording;
use scenarios::{Scenario, Setup};
use semaphores::World;
use std::cell::Cell;

/// What a load may read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory {
    /// The newest value: no order of the threads is left out, and no ordering of an access matters.
    Exact,
    /// What the orderings allow: loom leaves some orders of the threads out, but finds races.
    Weak,
}

thread_local! {
    static EXACT: Cell<bool> = const { Cell::new(true) };
}

/// Does every access read and write the newest value?
pub(crate) fn is_exact() -> bool {
    EXACT.get()
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

/// Runs the world until it fails, in every order in which a thread that could go on is interrupted
/// at most `bound` times; in every order there is, without a bound.
///
/// # Panics
///
/// If loom ends a run for a reason that is no verdict.
pub fn explore(
    scenario: Scenario,
    memory: Memory,
    breakage: Option<&'static str>,
    bound: Option<usize>,
) -> Verdict {
    EXACT.set(memory == Memory::Exact);
    let mut exploration = explorer::Exploration::new(scenario, Setup, bound);
    if let Some(breakage) = breakage {
        exploration = exploration.without(breakage, false);
    }
    let explorer::Verdict { runs, recording, .. } = exploration.run();
    EXACT.set(true);
    Verdict { runs, recording }
}

/// The world in which an ordering that is too weak is missed, if this breakage is one.
pub fn race(breakage: &str) -> Option<Scenario> {
    const RACES: [(&str, World, usize); 3] = [
        ("broken_sema_acquire_relaxed", semaphores::PUB, 0),
        ("broken_sema_grant_relaxed", semaphores::TWO_GIVERS, 1),
        ("broken_sema_release_relaxed", semaphores::PUB, 0),
    ];
    let entry = RACES.iter().find(|(name, ..)| *name == breakage);
    entry.map(|(_, world, mode)| world.in_mode[*mode])
}

/// Looks for that race, with the ordering too weak or as it is; at most two forced switches.
pub fn look_for_race(breakage: &'static str, is_broken: bool) -> Option<Verdict> {
    let scenario = race(breakage)?;
    Some(explore(scenario, Memory::Weak, is_broken.then_some(breakage), Some(2)))
}
