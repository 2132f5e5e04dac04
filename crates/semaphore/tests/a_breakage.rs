//! With a `broken_*` feature on, this test looks for what is lost without that protection.
//!
//! It comes first by its name and has no harness, so that a learner's run ends here, with one
//! message instead of a watchdog's.
//! The loss is found, not announced: loom runs the source files of this crate, and if the broken
//! line is made sound again, the test passes although the feature is on.

// Not all that the included sources offer is used here, and some of it is no longer reachable from
// outside.
#![allow(dead_code, missing_docs, unreachable_pub)]

#[macro_use]
#[path = "explored/broken.rs"]
mod broken;
#[macro_use]
#[path = "explored/sync.rs"]
mod sync;
#[path = "explored/parking.rs"]
mod parking;

#[path = "../src/acquire.rs"]
mod acquire;
#[path = "../src/cancel.rs"]
mod cancel;
#[path = "../src/close.rs"]
mod close;
#[path = "../src/count.rs"]
mod count;
#[path = "../src/error.rs"]
mod error;
#[path = "../src/lot.rs"]
mod lot;
#[path = "../src/modes.rs"]
mod modes;
#[path = "../src/note.rs"]
mod note;
#[path = "../src/owned.rs"]
mod owned;
#[path = "../src/patience.rs"]
mod patience;
#[path = "../src/permit.rs"]
mod permit;
#[path = "../src/semaphore.rs"]
mod semaphore;
#[path = "../src/serve.rs"]
mod serve;
#[path = "../src/state.rs"]
mod state;
#[path = "../src/wait.rs"]
mod wait;

mod explored;

use explored::catalogue;
use std::process::ExitCode;

fn main() -> ExitCode {
    let known: Vec<_> = catalogue::ALL.iter().map(|breakage| breakage.name).collect();
    let features = winks_semaphore::broken::ALL;
    assert_eq!(known, features, "the catalogue must name exactly the features of this crate");

    let Some(name) = winks_semaphore::broken::ENABLED else {
        println!("no `broken_*` feature is on: nothing to look for");
        return ExitCode::SUCCESS;
    };
    let breakage = catalogue::ALL.iter().find(|breakage| breakage.name == name);
    let breakage = breakage.expect("the lists are equal");
    println!("\n{name}: {}.", breakage.what);
    let verdict = breakage.explore(true);
    let Some(failure) = &verdict.failure else {
        println!("Nothing is lost in {} runs: {} holds.\n", verdict.runs, breakage.invariant);
        return ExitCode::SUCCESS;
    };
    println!(
        "{} falls in run {} of the world \"{}\": {failure}.\n",
        breakage.invariant, verdict.runs, breakage.seen_in
    );
    ExitCode::FAILURE
}
