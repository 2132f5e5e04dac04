//! With a `broken_*` feature on, this test looks for what is lost without that protection.
//!
//! It comes first by its name and has no harness, so that a learner's run ends here, with one
//! message, before any test with real threads, which might hang.
//! The fences, which do nothing under this test's explorer, are those of `a_fence`, the next one.

use std::process::ExitCode;
use winks_models::telling;

fn main() -> ExitCode {
    telling::look_for(winks_sleep::broken::ENABLED)
}
