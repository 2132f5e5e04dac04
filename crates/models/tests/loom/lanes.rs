//! The threads of a run, under loom: see `src/lanes.rs`, in whose place this file stands.

use crate::recording;
use std::cell::Cell;

loom::thread_local! {
    // loom's own: all explored threads share one thread of the machine.
    static LANE: Cell<Option<usize>> = Cell::new(None);
}

/// The lane of the running thread; the one that sets up the scenario has none.
pub(crate) fn current() -> Option<usize> {
    LANE.with(Cell::get)
}

/// What a run that has failed panics with; the recording knows the reason.
pub(crate) struct GivenUp;

/// This run has failed. loom is told by a panic.
pub(crate) fn give_up() {
    std::panic::panic_any(GivenUp);
}

/// Spawns the lanes and returns when all of them have come to their end.
pub(crate) fn run_all<F: FnOnce() + Send + 'static>(
    lanes: impl IntoIterator<Item = (&'static str, F)>,
) {
    let spawn = |(name, act): (&'static str, F)| {
        let lane = recording::add_lane(name);
        loom::thread::spawn(move || {
            LANE.with(|mine| mine.set(Some(lane)));
            act();
            recording::done();
        })
    };
    // Nobody runs before the first join: a spawn is no point where loom switches.
    let handles: Vec<_> = lanes.into_iter().map(spawn).collect();
    recording::all_spawned();
    for handle in handles {
        handle.join().expect("a lane that panics ends the whole run");
    }
}
