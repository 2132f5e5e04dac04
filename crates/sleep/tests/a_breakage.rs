//! With a `broken_*` feature on, this test looks for what is lost without that protection.
//!
//! It comes first by its name and has no harness, so that a learner's run ends here, with one
//! message instead of a watchdog's.
//! The loss is found, not announced: the explorer runs the source files of this crate, and if the
//! broken line is made sound again, the test passes although the feature is on.

use std::process::ExitCode;
use winks_models::catalogue::{self, Breakage};
use winks_sleep::broken;

fn main() -> ExitCode {
    let known: Vec<_> = catalogue::ALL.iter().map(|breakage| breakage.name).collect();
    assert_eq!(known, broken::ALL, "the catalogue must name exactly the features of this crate");

    let Some(name) = broken::ENABLED else {
        println!("no `broken_*` feature is on: nothing to look for");
        return ExitCode::SUCCESS;
    };
    let breakage = Breakage::named(name).expect("the lists are equal");
    println!("\n{name}: {}.", breakage.what);
    let Some(verdict) = breakage.explore() else {
        println!(
            "This explorer runs one thread at a time, and so cannot see {} fall; the test \
             `weak_memory`, which comes later, can.\n",
            breakage.invariant
        );
        return ExitCode::SUCCESS;
    };
    let Some(failure) = verdict.failure() else {
        println!("Nothing is lost in {} runs: {} holds.\n", verdict.runs, breakage.invariant);
        return ExitCode::SUCCESS;
    };
    println!(
        "{} falls: {failure} (found in run {}).\n\n{}\n\
         Why this is lost, and what keeps it: book/src/{}.md. Exercise: {}.\n",
        breakage.invariant,
        verdict.runs,
        verdict.recording.to_text(),
        breakage.chapter,
        breakage.exercise.map_or("none yet".to_string(), |e| format!("book/src/exercises/{e}.md")),
    );
    ExitCode::FAILURE
}
