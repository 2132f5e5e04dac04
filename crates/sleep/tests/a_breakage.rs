//! With a `broken_*` feature on, this test looks for what is lost without that protection.
//!
//! It comes first by its name and has no harness, so that a learner's run ends here, with one
//! message instead of a watchdog's.

use std::process::ExitCode;
use winks_models::{catalogue, equivalents, telling};
use winks_sleep::broken;

fn main() -> ExitCode {
    let known: Vec<_> = catalogue::ALL.iter().map(|breakage| breakage.name).collect();
    assert_eq!(known, broken::ALL, "the catalogue must name exactly the features of this crate");
    let equal: Vec<_> = equivalents::ALL.iter().map(|equivalent| equivalent.name).collect();
    assert_eq!(equal, broken::EQUIVALENTS, "and the equivalents exactly the others");
    telling::look_for(broken::ENABLED)
}
