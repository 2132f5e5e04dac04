//! What the chapters show: outputs made by running the crates, and the figures.
//!
//! `tests/shown.rs` holds each of them as the snapshot `book/shown/NAME.snap`, and the interleavings
//! of `winks-models` as `lanes_NAME.snap`. Nothing else writes there, and nothing is written by hand.
//! An output depends on no clock, no path and no schedule; the one that depends on the platform
//! carries the platform in its name.

mod operations;
mod posts;
mod sizes;
mod states;
mod wake;
mod wrap;

use crate::figures;

pub use sizes::PLATFORM;

/// Something that a chapter shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The name of its snapshot.
    pub name: &'static str,
    /// Makes it.
    pub make: fn() -> String,
}

/// The outputs that are made here. Figures are listed in [`figures::ALL`].
pub const OUTPUTS: &[Shown] = &[
    Shown { name: "operations", make: operations::table },
    Shown { name: "wraparound", make: wrap::table },
    Shown { name: "post_writes", make: posts::table },
    Shown { name: "states_table", make: states::table },
    Shown { name: "decision_table", make: wake::table },
    Shown { name: sizes::NAME, make: sizes::table },
];

/// Everything that is made here, by the name of its snapshot.
pub fn all() -> Vec<(&'static str, Box<dyn Fn() -> String + Send>)> {
    let outputs = OUTPUTS.iter().map(|shown| (shown.name, Box::new(shown.make) as Box<_>));
    let figures = figures::ALL.iter().map(|&(name, draw)| {
        let make: Box<dyn Fn() -> String + Send> = Box::new(move || draw().svg());
        (name, make)
    });
    outputs.chain(figures).collect()
}
