//! The threads of a run, under this library's explorer.
//!
//! What the recorder and the scenarios must ask of an explorer stands here and nowhere else: who is
//! running, how lanes are spawned, how a run is given up.
//! Another explorer brings a file of its own in this one's place.

use crate::recording;

/// The lane of the running thread: the explorer numbers the thread that sets up the scenario 0,
/// and the lanes from 1 in the order in which they were spawned.
pub(crate) fn current() -> Option<usize> {
    usize::from(shuttle::current::me()).checked_sub(1)
}

/// This run has failed. The judge notices, and lets nobody go on.
pub(crate) fn give_up() {}

/// Spawns the lanes and returns when all of them have come to their end.
pub(crate) fn run_all<F: FnOnce() + Send + 'static>(
    lanes: impl IntoIterator<Item = (&'static str, F)>,
) {
    for (name, act) in lanes {
        let lane = recording::add_lane(name);
        shuttle::thread::spawn(move || {
            debug_assert_eq!(usize::from(shuttle::current::me()), lane + 1);
            act();
            recording::done();
        });
    }
    recording::all_spawned();
    // The judge lets this thread go on only when no lane can.
    shuttle::thread::yield_now();
}
