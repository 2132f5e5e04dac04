//! The pool's latches, its end and its broadcasts, under the exact explorer.

use crate::explore::Exploration;
use crate::matrix::{self, Column};
use crate::pool::QueueKind::Locked;
use crate::scenarios::{Scenario, Setup};
use crate::worlds;
use winks_models::catalogue::pool as breakages;

/// How often a thread that could go on may be interrupted.
const BOUND: usize = 2;

#[test]
fn the_sound_pool_passes() {
    let verdicts = matrix::on_all_processors(worlds::ALL, |scenario| {
        Exploration::new(*scenario, Setup::default(), Some(BOUND)).run()
    });
    for (scenario, verdict) in worlds::ALL.iter().zip(&verdicts) {
        println!("{:<12} {:>6} runs", scenario.name, verdict.runs);
        assert!(verdict.failure().is_none(), "{}", verdict.recording.to_text());
    }
}

/// Every order of the worlds of two threads.
#[test]
fn the_smallest_worlds_are_sound_without_a_bound() {
    for scenario in [worlds::OTHER_POOL, worlds::BROADCAST, worlds::OUTSIDER] {
        let verdict = Exploration::new(scenario, Setup::default(), None).run();
        println!("{:<12} {:>6} runs", scenario.name, verdict.runs);
        assert!(verdict.failure().is_none(), "{}", verdict.recording.to_text());
    }
}

#[test]
fn each_breakage_of_the_pool_falls_where_and_as_it_should() {
    let names: Vec<_> = breakages::ALL.iter().map(|breakage| breakage.name).collect();
    let column = |scenario: &Scenario| Column::new(*scenario, Locked, 2);
    let columns: Vec<_> = worlds::ALL.iter().map(column).collect();
    let rows = matrix::rows(&names, &columns, false);
    matrix::hold("book/shown", "matrix_pool", &matrix::table(&rows, &columns));
    for row in &rows {
        let falls =
            row.cells.iter().flatten().flatten().any(|failure| failure.kind() == "deadlock");
        assert!(falls, "{row:?}");
    }
}
