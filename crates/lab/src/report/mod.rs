//! What is told of a run: a [`Line`] for each row, as a table for people and a file for programs; [`semaphores`]
//! has lines of its own.

pub mod json;
pub mod semaphores;
pub mod table;

use serde::Serialize;

use crate::paired::{Measured, Spread, Verdict};
use crate::row::{Kind, Must};

/// One row with its figures, in the unit it names.
#[derive(Debug, Serialize)]
pub struct Line {
    /// The row's name.
    pub name: String,
    /// What it measures.
    pub about: String,
    /// The unit of all figures but the ratios.
    pub unit: &'static str,
    /// What kind of figures they are.
    pub kind: Kind,
    /// The candidate's figures.
    pub candidate: Option<Spread>,
    /// The peer's figures.
    pub peer: Option<Spread>,
    /// Candidate over peer, round by round.
    pub ratio: Option<Spread>,
    /// Whether the ratio can be told from the noise.
    pub counts: bool,
    /// Rounds that timed out: the candidate's, the peer's.
    pub time_outs: [usize; 2],
    /// The figures of each round, candidate and peer; null for a time-out.
    pub rounds: Vec<[Option<f64>; 2]>,
    /// The goal, in words; null where there is none.
    pub must: Option<String>,
    /// Whether it is met.
    pub verdict: Verdict,
    /// Why there are no figures; null if there are.
    pub missing: Option<&'static str>,
}

impl Line {
    /// What came out of a row.
    pub fn new(
        (name, about): (&str, &str),
        unit: &'static str,
        (kind, must): (Kind, Must),
        measured: Measured,
    ) -> Self {
        Line {
            name: name.to_owned(),
            about: about.to_owned(),
            unit,
            kind,
            candidate: measured.figures(0),
            peer: measured.figures(1),
            ratio: measured.ratio(),
            counts: measured.counts(kind),
            time_outs: [measured.time_outs(0), measured.time_outs(1)],
            must: in_words(must),
            verdict: measured.verdict(kind, must),
            missing: measured.missing,
            rounds: measured.rounds,
        }
    }
}

fn in_words(must: Must) -> Option<String> {
    match must {
        Must::Nothing => None,
        Must::Ratio(most) => Some(format!("ratio ≤ {most}")),
        Must::RatioAndNever(most, never) => Some(format!("ratio ≤ {most}, never ≥ {never}")),
        Must::Figure(most) => Some(format!("≤ {most}")),
    }
}
