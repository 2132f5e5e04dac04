//! The table for people.

use std::ops::RangeInclusive;

use comfy_table::{CellAlignment, Table, presets};

use super::Line;
use crate::paired::{Spread, Verdict};
use crate::subject::Slot;

/// What stands under the table.
pub const LEGEND: &str = "\
Figures are medians of the rounds, lower is better; the ratio is the median of the rounds' ratios, with \
the least and the greatest.
A `~` marks wall-time rows whose rounds lie on both sides of 1: they cannot be told from noise, and \
`unclear` is such a row whose median is over its goal.
Compare with --control, which puts rayon-core against itself.";

/// All lines, under the names of the two pools.
pub fn table(candidate: Slot, lines: &[Line]) -> Table {
    let name = candidate.to_string();
    let mut table = new(&["row", "unit", &name, "peer", "ratio", "min..max", "must", ""], 2..=5);
    for line in lines {
        table.add_row(cells(line));
    }
    table
}

/// A table with this header, whose figures stand in these columns.
pub(super) fn new(header: &[&str], figures: RangeInclusive<usize>) -> Table {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(header.iter().copied());
    for column in figures {
        if let Some(column) = table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Right);
        }
    }
    table
}

fn cells(line: &Line) -> [String; 8] {
    let noise = if line.counts { "" } else { "~" };
    let ratio = line.ratio;
    [
        line.name.clone(),
        line.unit.to_owned(),
        line.missing.map_or_else(|| side(line.candidate, line.time_outs[0]), str::to_owned),
        side(line.peer, line.time_outs[1]),
        ratio.map_or_else(String::new, |ratio| format!("{noise}{:.2}", ratio.median)),
        ratio.map_or_else(String::new, |ratio| format!("{:.2}..{:.2}", ratio.min, ratio.max)),
        line.must.clone().unwrap_or_default(),
        verdict(line.verdict).to_owned(),
    ]
}

/// The word for a verdict.
pub(super) fn verdict(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::None => "",
        Verdict::Met => "met",
        Verdict::Missed => "MISSED",
        Verdict::Unclear => "unclear",
    }
}

/// The median and the time-outs of one pool.
fn side(figures: Option<Spread>, time_outs: usize) -> String {
    let median = figures.map(|figures| short(figures.median));
    match (median, time_outs) {
        (Some(median), 0) => median,
        (Some(median), _) => format!("{median}, {time_outs} × time-out"),
        (None, 0) => String::new(),
        (None, _) => format!("{time_outs} × time-out"),
    }
}

/// Three digits that matter, no more.
pub(super) fn short(figure: f64) -> String {
    match figure {
        f if f >= 100.0 => format!("{f:.0}"),
        f if f >= 10.0 => format!("{f:.1}"),
        f => format!("{f:.2}"),
    }
}
