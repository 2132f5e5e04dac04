//! What `verify` writes: a line for each exercise, as a table and as JSON.

use std::time::Duration;

use serde::Serialize;

use crate::exercise::Exercise;
use crate::verdict::Verdict;

/// One exercise, graded or not.
#[derive(Clone, Debug, Serialize)]
pub struct Line {
    /// The exercise.
    pub id: String,
    /// `solved`, `wrong`, `unfinished`, `repaired` or `not started`.
    pub verdict: &'static str,
    /// What is amiss, by its short names.
    pub misses: Vec<String>,
    /// The points earned.
    pub points: u32,
    /// The points it is worth.
    pub points_possible: u32,
    /// How many hints were taken.
    pub hints: usize,
    /// How long the grading took.
    pub seconds: f64,
}

impl Line {
    /// The line of an exercise; no verdict if it was not started.
    pub fn new(
        exercise: &Exercise,
        verdict: Option<&Verdict>,
        hints: usize,
        took: Duration,
    ) -> Line {
        let solved = verdict.is_some_and(Verdict::is_solved);
        Line {
            id: exercise.id.clone(),
            verdict: verdict.map_or("not started", Verdict::word),
            misses: verdict.map_or(Vec::new(), |v| v.keys().into_iter().map(Into::into).collect()),
            points: if solved { exercise.points } else { 0 },
            points_possible: exercise.points,
            hints,
            seconds: (took.as_secs_f64() * 1000.0).round() / 1000.0,
        }
    }
}

/// All lines, as JSON with a line break at the end.
pub fn to_json(lines: &[Line]) -> String {
    let text = serde_json::to_string_pretty(lines).expect("numbers and strings are JSON");
    text + "\n"
}

/// All lines, for people.
pub fn to_table(lines: &[Line]) -> String {
    let mut rows = vec![["exercise", "verdict", "points", "hints", "amiss"].map(String::from)];
    for line in lines {
        rows.push([
            line.id.clone(),
            line.verdict.to_owned(),
            format!("{}/{}", line.points, line.points_possible),
            line.hints.to_string(),
            line.misses.join(", "),
        ]);
    }
    let sum = |of: fn(&Line) -> u32| lines.iter().map(of).sum::<u32>();
    let (got, all) = (sum(|line| line.points), sum(|line| line.points_possible));
    table(&rows) + &format!("\n{got} of {all} points\n")
}

/// Rows in columns, each as wide as its widest cell.
pub(crate) fn table<const N: usize>(rows: &[[String; N]]) -> String {
    let width = |k: usize| rows.iter().map(|row| row[k].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..N).map(width).collect();
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).map(|(cell, &width)| format!("{cell:width$}"));
        out += cells.collect::<Vec<_>>().join("  ").trim_end();
        out += "\n";
    }
    out
}
