//! What a build with a breakage tells whoever runs its tests.
//!
//! A test of each crate that has breakages, `a_breakage…`, calls [`look_for`] before any other test
//! of that crate: the run ends there, with one message, instead of in a watchdog's.
//! The loss is found, not announced: the explorer runs the source files of the crates, and if the
//! broken line is made sound again, the test passes although the feature is on.

use crate::catalogue::Breakage;
use std::fmt::Display;
use std::process::ExitCode;

/// Looks for what is lost without the protection of this name, and tells what it found.
///
/// A failure if something is lost, for then the tests that follow may hang.
///
/// # Panics
///
/// If the catalogue has no such breakage.
pub fn look_for(enabled: Option<&str>) -> ExitCode {
    let Some(name) = enabled else {
        println!("no `broken_*` feature is on: nothing to look for");
        return ExitCode::SUCCESS;
    };
    let breakage = Breakage::named(name).expect("the catalogue has every breakage");
    println!("\n{name}: {}.", breakage.what);
    let Some(verdict) = breakage.explore() else {
        println!(
            "This explorer runs one thread at a time, and so cannot see {} fall; a later test can, \
             which knows weak memory.\n",
            breakage.invariant
        );
        return ExitCode::SUCCESS;
    };
    tell(breakage, verdict.failure(), verdict.runs, &verdict.recording.to_text())
}

/// Tells of an exploration, of whichever explorer: what was lost, or that nothing was.
pub fn tell(
    breakage: &Breakage,
    failure: Option<&impl Display>,
    runs: usize,
    steps: &str,
) -> ExitCode {
    let Some(failure) = failure else {
        println!("Nothing is lost in {runs} runs: {} holds.\n", breakage.invariant);
        return ExitCode::SUCCESS;
    };
    println!("{}", message(breakage, failure, runs, steps));
    ExitCode::FAILURE
}

/// The message: which invariant fell, how, along which steps, and where to read on.
pub fn message(breakage: &Breakage, failure: &impl Display, run: usize, steps: &str) -> String {
    let exercise = match breakage.exercise {
        Some(name) => format!("book/src/exercises/{name}.md"),
        None => "none".to_string(),
    };
    format!(
        "{} falls: {failure} (found in run {run}).\n\n{steps}\n\
         Why this is lost, and what keeps it: book/src/{}.md. Exercise: {exercise}.\n",
        breakage.invariant, breakage.chapter,
    )
}
