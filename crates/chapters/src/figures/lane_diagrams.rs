//! The lane tables of the chapters as pictures, where one shows more than its rows.
//!
//! Each is drawn from the snapshot of its table, which another test holds to the recording; so a
//! picture cannot say anything else than the table beside it.

use crate::diagram::{self, Detail, Run};
use crate::svg::Figure;

use super::Drawn;

macro_rules! diagrams {
    ($($name:literal from $table:literal: $title:literal, $detail:ident;)+) => {
        /// The diagrams, in the order of the book.
        pub(super) const ALL: &[Drawn] =
            &[$(($name, || draw($name, $table, $title, Detail::$detail))),+];
    };
}

diagrams! {
    "diagram_lost_wakeup" from "lanes_lost_wakeup": "A lost wake-up", Steps;
    "diagram_sleeper_counts" from "lanes_sleeper_counts": "Woken, and still counted as asleep", Steps;
    "diagram_two_sleepers" from "lanes_two_sleepers": "Two sleepers and one poster", Steps;
    "diagram_latch_while_sleeping" from "lanes_latch_while_sleeping": "A latch wakes its owner", Steps;
    "diagram_broken_lock" from "lanes_broken_lock": "The bed is locked too late", Steps;
    "diagram_check_4" from "lanes_check_4": "Check 4 hears of a post", Steps;
    "diagram_check_5" from "lanes_check_5": "Check 5 finds an injected job", Steps;
    "diagram_wake_chain" from "lanes_one_task_three_awake": "One job wakes three", Turns;
    "diagram_last_look_early" from "lanes_broken_last_look_early": "The hardest order", Steps;
    "diagram_fence_sleep" from "lanes_weak_fence_sleep": "The sleeper's looks are too old", Steps;
    "diagram_hole_b" from "lanes_hole_b": "The hole of the local push", Steps;
    "diagram_local_hole" from "lanes_local_hole": "The hole of the JEC that comes round", Steps;
}

/// Draws the run of a table.
fn draw(name: &'static str, table: &str, title: &str, detail: Detail) -> Figure {
    diagram::draw(name, title, &Run::of_table(&snapshot(table)), detail)
}

/// The text of a snapshot, without its header.
///
/// # Panics
///
/// If there is none: then its own test has not been run with `INSTA_UPDATE=always` yet.
fn snapshot(name: &str) -> String {
    let file = format!("{}/../../book/shown/{name}.snap", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|why| panic!("{file}: {why}"));
    let body = text.splitn(3, "---\n").nth(2).expect("a snapshot has a header");
    body.trim().to_owned()
}
