//! With a `broken_*` feature on, this test looks for what is lost without that protection.
//!
//! It comes first by its name and has no harness, so that a learner's run ends here, with one
//! message, before any test with real threads, which might hang.
//! The fences, which do nothing under this test's explorer, are left to `a_fence`, the next one.

use std::process::ExitCode;
use winks_models::{catalogue, telling};
use winks_pool::broken;

fn main() -> ExitCode {
    let known: Vec<_> = catalogue::pool::ALL.iter().map(|breakage| breakage.name).collect();
    assert_eq!(known, broken::ALL, "the catalogue must name exactly the features of this crate");
    telling::look_for(broken::ENABLED)
}
