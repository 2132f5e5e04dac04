//! Small worlds in which a semaphore can lose.
//!
//! As in [`crate::scenarios`], each is two or three threads; each runs in every mode.
//! A world ends with the count right, no flag left and nobody in the queue; that it ends at all is
//! what the explorer sees to.

mod worlds;

use crate::lanes;
use crate::modes::{Barging, Fair, FairEvery, Mode};
use crate::parking::ParkingLot;
use crate::recording::{self, Failure};
use crate::scenarios::Scenario;
use crate::semaphore::Semaphore;
use crate::state::State;
use crate::sync::Arc;
use crate::watch;

/// The modes in which each world runs.
pub const MODES: [&str; 4] = ["Barging", "Fair", "FairEvery<1>", "FairEvery<2>"];

/// A small world, in each of the [`MODES`].
#[derive(Clone, Copy, Debug)]
pub struct World {
    /// A word or two.
    pub name: &'static str,
    /// What happens in it.
    pub about: &'static str,
    /// It, to be run.
    pub in_mode: [Scenario; 4],
}

impl World {
    /// In the mode in which permits lie open.
    pub const fn barging(&self) -> Scenario {
        self.in_mode[0]
    }

    /// In the order of the queue.
    pub const fn fair(&self) -> Scenario {
        self.in_mode[1]
    }
}

/// One world a line, made from a function that takes the mode.
macro_rules! worlds {
    ($($(#[$meta:meta])* $world:ident = $name:literal, $about:literal, |$mode:ident| $play:expr;)+) => {
        $($(#[$meta])* pub const $world: World = World {
            name: $name,
            about: $about,
            in_mode: [
                Scenario::step($name, $about, || { let $mode = Barging; $play }),
                Scenario::step(concat!($name, ", Fair"), $about, || { let $mode = Fair; $play }),
                Scenario::step(concat!($name, ", FairEvery<1>"), $about, || {
                    let $mode = FairEvery::<1>;
                    $play
                }),
                Scenario::step(concat!($name, ", FairEvery<2>"), $about, || {
                    let $mode = FairEvery::<2>;
                    $play
                }),
            ],
        };)+

        /// All of them.
        pub const ALL: &[World] = &[$($world),+];
    };
}

worlds! {
    /// A taker against a giver: the smallest that can lose.
    PUB = "pub", "one writes and gives a permit, one waits for it",
        |mode| worlds::publish(mode, 1, &[1]);
    /// A lock.
    LOCK2 = "lock2", "two threads, one permit", |mode| worlds::lock(mode, 2, 1);
    /// A lock, and both come again.
    LOCK2X2 = "lock2x2", "two threads, twice each, one permit", |mode| worlds::lock(mode, 2, 2);
    /// A lock for three.
    LOCK3 = "lock3", "three threads, one permit", |mode| worlds::lock(mode, 3, 1);
    /// Two takers, and permits that come one by one.
    HAND2 = "hand2", "two wait, two permits come one by one",
        |mode| worlds::publish(mode, 2, &[1, 1]);
    /// The same, twice each.
    HAND2R2 = "hand2r2", "two wait, twice each, four permits come one by one",
        |mode| worlds::hand_twice(mode);
    /// Two takers, and permits that come at once.
    WAKE_ALL = "wake-all", "two wait, two permits come at once",
        |mode| worlds::publish(mode, 2, &[2]);
    /// Permits that come from two threads.
    TWO_GIVERS = "two-givers", "one waits for two permits, which come from two threads",
        |mode| worlds::two_givers(mode);
    /// Demands of two sizes.
    TWO_SIZES = "two-sizes", "one waits for two permits, one for one, three come one by one",
        |mode| worlds::two_sizes(mode);
    /// The head of the queue leaves, and what is free is enough for the next.
    LEAVER_TIME = "leaver-time", "one waits for two and its time ends, one waits for one, one permit comes",
        |mode| worlds::leaver(mode, true);
    /// The same, cancelled.
    LEAVER_TOKEN = "leaver-token", "one waits for two and is cancelled, one waits for one, one permit comes",
        |mode| worlds::leaver(mode, false);
    /// A permit, and then the end of the time.
    TIMED_LATE = "timed-late", "one waits for some time, one for ever; a permit comes, then the time is over",
        |mode| worlds::time_out(mode, true);
    /// The end of the time, and then a permit.
    TIMED_EARLY = "timed-early", "one waits for some time, one for ever; the time is over, then a permit comes",
        |mode| worlds::time_out(mode, false);
    /// A permit, and then the end of the semaphore.
    CLOSE = "close", "two wait; a permit comes, then the semaphore is closed",
        |mode| worlds::close(mode);
    /// At the maximum.
    FULL = "full", "nobody waits, and no permit more fits in", |mode| worlds::full(mode);
}

type Shared<M> = Arc<Semaphore<M, ParkingLot>>;
type Lane = (&'static str, Box<dyn FnOnce() + Send>);

fn lane(name: &'static str, act: impl FnOnce() + Send + 'static) -> Lane {
    (name, Box::new(act))
}

fn semaphore<M: Mode>(balance: isize, mode: M) -> (ParkingLot, Shared<M>) {
    let lot = ParkingLot::new();
    (lot.clone(), Arc::new(Semaphore::with_lot(balance, mode, lot)))
}

/// Runs the lanes, and looks at the word and the queue at their end.
fn play<M: Mode>(
    semaphore: &Shared<M>,
    lanes: impl IntoIterator<Item = Lane>,
    is_right: impl FnOnce(State) -> bool,
) {
    watch::watch(semaphore.key());
    recording::begin(&[(watch::PERMITS, watch::column(semaphore.state()))]);
    lanes::run_all(lanes);
    let left = semaphore.state();
    if !is_right(left) || semaphore.waiters() != 0 {
        recording::fail(Failure::FinalCount(format!(
            "all are gone, and the word says {left}, with {} in the queue",
            semaphore.waiters()
        )));
    }
}

/// So many permits are left, and no flag.
fn rests_at(balance: isize) -> impl FnOnce(State) -> bool {
    move |left| Some(left) == State::with_balance(balance)
}
