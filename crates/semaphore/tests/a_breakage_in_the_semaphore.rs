//! With a `broken_*` feature on, this test looks for what is lost without that protection.
//!
//! It comes first by its name and has no harness, so that a learner's run ends here, with one
//! message instead of a watchdog's.
//! The loss is found, not announced: explorers run the source files of this crate, and if the broken
//! line is made sound again, the test passes although the feature is on.

use std::process::ExitCode;
use winks_models::catalogue::{Breakage, semaphore as catalogue};
use winks_models::telling;
use winks_semaphore::broken;
use winks_semaphore_models::look_for_race;

fn main() -> ExitCode {
    let known: Vec<_> = catalogue::ALL.iter().map(|breakage| breakage.name).collect();
    assert_eq!(known, broken::ALL, "the catalogue must name exactly the features of this crate");
    let breakage = broken::ENABLED.and_then(Breakage::named);
    match breakage.and_then(|it| look_for_race(it.name, true).map(|found| (it, found))) {
        None => telling::look_for(broken::ENABLED),
        Some((breakage, found)) => {
            // One thread at a time misses no ordering; stale reads do.
            println!("\n{}: {}.", breakage.name, breakage.what);
            let failure = found.recording.failure.as_ref();
            telling::tell(breakage, failure, found.runs, &found.recording.to_text())
        }
    }
}
