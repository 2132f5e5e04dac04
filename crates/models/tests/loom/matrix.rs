//! Which breakage falls in which scenario, as a table.
//!
//! A row is a breakage, a column a scenario with its queues and the width of its JEC; a cell says
//! how the run is lost, or is empty.
//! Each cell is two explorations, with the JEC even and odd at the start; where only one of them
//! loses, the cell names it.

use crate::explore::{Exploration, Verdict};
pub(crate) use crate::hold::{hold, on_all_processors};
use crate::pool::QueueKind;
use crate::recording::Failure;
use crate::scenarios::{Scenario, Setup};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

/// A scenario and all that is fixed in a column.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Column {
    pub(crate) title: &'static str,
    pub(crate) scenario: Scenario,
    pub(crate) queue: QueueKind,
    pub(crate) jec_bits: u32,
    pub(crate) bound: usize,
}

impl Column {
    pub(crate) const fn new(scenario: Scenario, queue: QueueKind, bound: usize) -> Column {
        Column { title: scenario.name, scenario, queue, jec_bits: 32, bound }
    }

    pub(crate) const fn titled(self, title: &'static str) -> Column {
        Column { title, ..self }
    }

    pub(crate) const fn jec_bits(self, jec_bits: u32) -> Column {
        Column { jec_bits, ..self }
    }

    /// What is explored in this column with this JEC at the start.
    pub(crate) fn exploration(&self, jec: usize) -> Exploration {
        let setup = Setup { jec, jec_bits: self.jec_bits, queue: self.queue, ..Setup::default() };
        Exploration::new(self.scenario, setup, Some(self.bound))
    }
}

/// How it is lost with the JEC even, and odd, at the start.
pub(crate) type Cell = [Option<Failure>; 2];

/// A breakage, and a cell for each column.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) breakage: &'static str,
    pub(crate) cells: Vec<Cell>,
    /// How many runs there were in all its cells.
    pub(crate) runs: usize,
    /// The smallest number of runs after which it was lost.
    pub(crate) lost_in: Option<usize>,
    /// The time of one processor that it took: to be printed, not to be held.
    pub(crate) time: Duration,
}

/// Explores every cell, on all processors.
pub(crate) fn rows(breakages: &[&'static str], columns: &[Column], invariants: bool) -> Vec<Row> {
    let cells: Vec<_> = breakages
        .iter()
        .flat_map(|breakage| columns.iter().map(move |column| (*breakage, *column)))
        .collect();
    let found = on_all_processors(&cells, |(breakage, column)| {
        [0, 1].map(|jec| {
            let start = Instant::now();
            let verdict = column.exploration(jec).without(breakage, invariants).run();
            (verdict, start.elapsed())
        })
    });
    let mut found = found.into_iter();
    breakages
        .iter()
        .map(|breakage| {
            let mut row =
                Row { breakage, cells: Vec::new(), runs: 0, lost_in: None, time: Duration::ZERO };
            for pair in found.by_ref().take(columns.len()) {
                let cell = pair.map(|(verdict, time)| row.count(verdict, time));
                row.cells.push(cell);
            }
            row
        })
        .collect()
}

impl Row {
    fn count(&mut self, verdict: Verdict, time: Duration) -> Option<Failure> {
        self.runs += verdict.runs;
        self.time += time;
        let failure = verdict.recording.failure;
        if failure.is_some() {
            self.lost_in = Some(self.lost_in.map_or(verdict.runs, |n| n.min(verdict.runs)));
        }
        failure
    }
}

/// What each row cost, for the terminal: `--nocapture` shows it.
pub(crate) fn print_costs(what: &str, rows: &[Row]) {
    println!("| {what} | lost in run | runs | ms |\n|---|--:|--:|--:|");
    for Row { breakage, lost_in, runs, time, .. } in rows {
        let lost_in = lost_in.map_or(String::new(), |run| run.to_string());
        println!("| `{breakage}` | {lost_in} | {runs} | {} |", time.as_millis());
    }
}

/// The rows as a Markdown table, with the smallest number of runs up to a loss, and all runs.
pub(crate) fn table(rows: &[Row], columns: &[Column]) -> String {
    let mut out = String::new();
    let titles: Vec<_> = columns.iter().map(|column| column.title).collect();
    writeln!(out, "| breakage | {} | lost in run | of all runs |", titles.join(" | ")).unwrap();
    writeln!(out, "|---{}|--:|--:|", "|---".repeat(columns.len())).unwrap();
    for row in rows {
        let cells: Vec<_> = row.cells.iter().map(text).collect();
        let lost_in = row.lost_in.map_or(String::new(), |run| run.to_string());
        let cells = cells.join(" | ");
        writeln!(out, "| `{}` | {cells} | {lost_in} | {} |", row.breakage, row.runs).unwrap();
    }
    out
}

fn text([even, odd]: &Cell) -> String {
    match (even.as_ref().map(Failure::word), odd.as_ref().map(Failure::word)) {
        (None, None) => String::new(),
        (Some(even), Some(odd)) if even == odd => even.to_string(),
        (Some(even), Some(odd)) => format!("{even} (even), {odd} (odd)"),
        (Some(even), None) => format!("{even} (even)"),
        (None, Some(odd)) => format!("{odd} (odd)"),
    }
}

/// The histories of the depth-first exploration, as `tests/histories.rs` holds them.
pub(crate) fn recorded_histories(name: &str) -> BTreeSet<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/histories/{name}.snap"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
    let body = text.splitn(3, "---\n").nth(2).expect("a snapshot has a header");
    body.split("\n\n").map(|history| history.trim().to_string()).collect()
}
