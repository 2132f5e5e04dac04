//! With a `broken_*` feature on, this test looks for what is lost without that protection.
//!
//! It comes first by its name, so that a learner's run ends here with one message instead of a
//! watchdog's.
//! The loss is found, not announced: the explorer runs the source files of this crate, and if the
//! broken line is made sound again, the test passes although the feature is on.

use winks_models::catalogue::{self, Breakage};
use winks_sleep::broken;

#[test]
fn nothing_is_lost_without_the_protection_that_is_switched_off() {
    let Some(name) = broken::ENABLED else { return };
    let breakage = Breakage::named(name).expect("every feature stands in the catalogue");
    let Some(verdict) = breakage.explore() else { return };
    if let Some(failure) = verdict.failure() {
        println!(
            "\n{name}: {}.\n\
             {} falls: {failure} (found in run {}).\n\n{}\n\
             Why this is lost, and what keeps it: chapter {} (book/src/{}.md).\n",
            breakage.what,
            breakage.invariant,
            verdict.runs,
            verdict.recording.to_text(),
            breakage.chapter,
            breakage.chapter,
        );
        panic!("{name}: {} falls, see the interleaving above", breakage.invariant);
    }
}

#[test]
fn the_catalogue_knows_every_feature() {
    let known: Vec<_> = catalogue::ALL.iter().map(|breakage| breakage.name).collect();
    assert_eq!(known, broken::ALL);
}
