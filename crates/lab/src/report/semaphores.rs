//! What is told of the semaphores: each contender beside the base, and beside our default mode.

use comfy_table::Table;
use serde::Serialize;

use super::in_words;
use super::table::{new, short, verdict};
use crate::paired::{Spread, Verdict};
use crate::row::{Kind, Must};
use crate::semaphore::contender::Contender;
use crate::semaphore::fairness;
use crate::semaphore::row::{Rounds, Row};

/// What stands under the tables.
pub const LEGEND: &str = "\
Figures are medians of the rounds, lower is better; the ratio is to `std`, a counter under the standard \
library's mutex and condition variable, round by round, with the least and the greatest.
`first/it` is the first contender's figure over this one's: over 1, this one is faster.
A `~` marks wall-time rows whose rounds lie on both sides of 1.
`passed` is how many releases passed over a thread in the queue, at most; `bound` is what the mode promises.";

/// One contender in one row.
#[derive(Debug, Serialize)]
pub struct Entry {
    /// The row's name.
    pub name: String,
    /// What it measures.
    pub about: String,
    /// Whose semaphore.
    pub contender: Contender,
    /// The unit of the figures.
    pub unit: &'static str,
    /// What kind of figures they are.
    pub kind: Kind,
    /// The figures.
    pub figures: Option<Spread>,
    /// The ratio to the base.
    pub ratio: Option<Spread>,
    /// Whether that ratio can be told from the noise.
    pub counts: bool,
    /// The first contender's figures over this one's.
    pub first_over_it: Option<Spread>,
    /// The figure of each round; null if nobody had a turn.
    pub rounds: Vec<Option<f64>>,
    /// The goal, in words; null where there is none.
    pub must: Option<String>,
    /// Whether it is met.
    pub verdict: Verdict,
}

/// The entries of a row.
pub fn entries(row: &Row, contenders: &[Contender], rounds: &Rounds) -> Vec<Entry> {
    let base = contenders.iter().position(|&it| it == Contender::Std).unwrap_or(0);
    let entry = |(who, &contender): (usize, &Contender)| {
        let to_base = rounds.pair(who, base);
        let must = if who == 0 { row.must } else { Must::Nothing };
        Entry {
            name: row.name.clone(),
            about: row.about.clone(),
            contender,
            unit: row.unit.label,
            kind: row.kind,
            figures: to_base.figures(0),
            ratio: to_base.ratio(),
            counts: to_base.counts(row.kind),
            first_over_it: rounds.ratio(0, who),
            rounds: rounds.0.iter().map(|round| round[who]).collect(),
            must: in_words(must),
            verdict: to_base.verdict(row.kind, must),
        }
    };
    contenders.iter().enumerate().map(entry).collect()
}

/// The table of the ratios.
pub fn table(entries: &[Entry]) -> Table {
    let header =
        ["row", "semaphore", "unit", "figure", "ratio", "min..max", "first/it", "must", ""];
    let mut table = new(&header, 3..=6);
    for entry in entries {
        let noise = if entry.counts || entry.contender == Contender::Std { "" } else { "~" };
        let of = |spread: Option<Spread>, text: fn(Spread) -> String| {
            spread.map_or_else(String::new, text)
        };
        table.add_row([
            entry.name.clone(),
            entry.contender.to_string(),
            entry.unit.to_owned(),
            of(entry.figures, |figures| short(figures.median)),
            entry.ratio.map_or_else(String::new, |ratio| format!("{noise}{:.2}", ratio.median)),
            of(entry.ratio, |ratio| format!("{:.2}..{:.2}", ratio.min, ratio.max)),
            of(entry.first_over_it, |ratio| format!("{:.2}", ratio.median)),
            entry.must.clone().unwrap_or_default(),
            verdict(entry.verdict).to_owned(),
        ]);
    }
    table
}

/// The table of the waits.
pub fn waits(lines: &[fairness::Line]) -> Table {
    let header =
        ["row", "semaphore", "longest wait µs", "at most", "Jain", "at least", "passed", "bound"];
    let mut table = new(&header, 2..=7);
    for line in lines {
        let jain = |of: fn(Spread) -> f64| {
            line.jain.map_or_else(String::new, |jain| format!("{:.3}", of(jain)))
        };
        table.add_row([
            line.name.clone(),
            line.contender.to_string(),
            short(line.longest.median),
            short(line.longest.max),
            jain(|jain| jain.median),
            jain(|jain| jain.min),
            line.passed.map_or_else(String::new, |passed| passed.to_string()),
            match (line.bound, line.contender) {
                (Some(bound), _) => bound.to_string(),
                (None, Contender::Barging) => "none".to_owned(),
                (None, _) => String::new(),
            },
        ]);
    }
    table
}
