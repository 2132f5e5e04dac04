//! Small worlds for the pool's own latches, its end and its broadcasts.
//!
//! As in [`crate::scenarios`], each is two or three threads, and is named after what can go wrong
//! in it.
//! What runs is the pool's `latches`, `termination` and `post`, on the sleep protocol; beside them
//! stand a small registry and a small worker.

mod end_missed;
mod last_missed;
mod owner_missed;
mod thread_missed;

pub use end_missed::{ENDED_POOL, LAST_KEEPER};
pub use last_missed::{LAST_JOB, LAST_JOB_OUTSIDE, OUTSIDER};
pub use owner_missed::OTHER_POOL;
pub use thread_missed::BROADCAST;

use crate::lanes;
use crate::latch::State;
use crate::recording::{self, Failure, LATCH, WORD};
use crate::registry::Registry;
use crate::scenarios::Scenario;
use crate::sink;
use crate::worker;

/// All of them.
pub const ALL: &[Scenario] =
    &[LAST_KEEPER, ENDED_POOL, LAST_JOB, LAST_JOB_OUTSIDE, OUTSIDER, OTHER_POOL, BROADCAST];

type Lane = (&'static str, Box<dyn FnOnce() + Send>);

fn lane(name: &'static str, act: impl FnOnce() + Send + 'static) -> Lane {
    (name, Box::new(act))
}

/// Runs the lanes, and looks at the counts of this pool at their end.
///
/// The tables have a column for its word, and one for the only latch on which a lane may sleep.
fn play(pool: &Registry, lanes: impl IntoIterator<Item = Lane>) {
    worker::nobody_works();
    let word = sink::word(pool.sleep.counts());
    let mut columns = vec![(WORD, word)];
    if pool.num_threads() == 1 {
        columns.insert(0, (LATCH, State::Unset.to_string()));
    }
    recording::begin(&columns);
    lanes::run_all(lanes);
    let counts = pool.sleep.counts();
    if (counts.sleeping, counts.inactive) != (0, 0) {
        recording::fail(Failure::FinalCount(format!(
            "all are gone, and the word still counts {} sleeping and {} inactive",
            counts.sleeping, counts.inactive
        )));
    }
}
