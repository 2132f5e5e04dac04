//! What the chapters show: outputs made by running the crates, and the figures.
//!
//! `tests/shown.rs` holds each of them as the snapshot `book/shown/NAME.snap`, and the interleavings
//! of `winks-models`, like the [`journey`] of a real pool, as `lanes_NAME.snap`. Nothing else writes
//! there, and nothing is written by hand.
//! An output depends on no clock, no path and no schedule; the one that depends on the platform
//! carries the platform in its name.

mod codemap;
mod jobs;
mod join;
pub mod journey;
mod mutex;
mod operations;
mod pool_events;
mod pool_stats;
mod posts;
mod sizes;
mod spawn_abort;
mod spawn_order;
mod states;
mod wake;
mod wrap;

use crate::figures;
use crate::red::red_run;

pub use sizes::PLATFORM;

/// Something that a chapter shows.
#[derive(Clone, Copy, Debug)]
pub struct Shown {
    /// The name of its snapshot.
    pub name: &'static str,
    /// Makes it.
    pub make: fn() -> String,
}

/// The outputs that are made here. Figures are listed in [`figures::all`].
pub const OUTPUTS: &[Shown] = &[
    Shown { name: "operations", make: operations::table },
    Shown { name: "wraparound", make: wrap::table },
    Shown { name: "post_writes", make: posts::table },
    Shown { name: "states_table", make: states::table },
    Shown { name: "decision_table", make: wake::table },
    Shown { name: "lanes_journey", make: journey::stolen_table },
    Shown { name: "lanes_journey_home", make: journey::home_table },
    Shown { name: "codemap", make: codemap::page },
    Shown { name: sizes::NAME, make: sizes::table },
    Shown { name: "job_orders", make: jobs::orders },
    Shown { name: "job_places", make: jobs::places },
    Shown { name: "join_between", make: join::between },
    Shown { name: "join_panics", make: join::panics },
    Shown { name: "join_migrated", make: join::migrated },
    Shown { name: "mutex_story", make: mutex::story },
    Shown { name: "spawn_order", make: spawn_order::table },
    Shown { name: spawn_abort::NAME, make: spawn_abort::report },
    Shown { name: "pool_events", make: pool_events::lists },
    Shown { name: "pool_stats", make: pool_stats::table },
];

/// The red runs: the name of the snapshot, and the arguments of `cargo`.
///
/// See [`crate::red`] for commands that build little.
pub const RED_RUNS: &[(&str, &[&str])] = &[
    (
        "red_parity_post",
        &["test", "--features", "winks-sleep/broken_parity_post", "--test", "a_breakage"],
    ),
    (
        "red_sema",
        &[
            "test",
            "--features",
            "winks-semaphore/broken_sema",
            "--test",
            "a_breakage_in_the_semaphore",
        ],
    ),
    (
        "red_two_at_once",
        &["build", "--package", "winks-sleep", "--features", "broken_jec_post,broken_lock"],
    ),
];

/// What makes a shown thing.
pub type Make = Box<dyn Fn() -> String + Send>;

/// Everything that is made here, by the name of its snapshot.
pub fn all() -> Vec<(&'static str, Make)> {
    let outputs = OUTPUTS.iter().map(|shown| (shown.name, Box::new(shown.make) as Make));
    let figures = figures::all().map(|&(name, draw)| {
        let make: Make = Box::new(move || draw().svg());
        (name, make)
    });
    let red_runs = RED_RUNS.iter().map(|&(name, args)| {
        let make: Make = Box::new(move || red(args));
        (name, make)
    });
    outputs.chain(figures).chain(red_runs).collect()
}

/// The command and what it said.
///
/// # Panics
///
/// If the run cannot be started, or is not red: then there is nothing to show.
fn red(args: &[&str]) -> String {
    let run = red_run(args).expect("Cargo runs this program, so it can be started");
    assert!(run.is_red, "`cargo {}` should fail, and says:\n{}", args.join(" "), run.text);
    format!("$ cargo {}\n\n{}", args.join(" "), run.text)
}
