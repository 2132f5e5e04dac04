//! The paired loop: both pools in one process, round by round, in turn first and second.
//!
//! Each round gives one ratio, and the row's ratio is the median of these, with the least and the
//! greatest beside it: what the machine does to a whole round it does to both pools alike.
//! A first round of each warms up and is not counted.
//! Criterion and divan measure one subject after the other, so on a shared machine they compare two
//! hours of the day.

use std::thread;
use std::time::Duration;

use serde::Serialize;

use crate::row::{Kind, Must, Outcome, Row, Scale};
use crate::subject::Slot;

/// Everything that came out of a row.
#[derive(Debug)]
pub struct Measured {
    /// The figures of the candidate and of the peer, a pair for each round; `None` is a time-out.
    pub rounds: Vec<[Option<f64>; 2]>,
    /// Why there are no figures, if there are none.
    pub missing: Option<&'static str>,
}

/// The middle, the least and the greatest of some figures.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Half of the figures are at most this.
    pub median: f64,
    /// The least.
    pub min: f64,
    /// The greatest.
    pub max: f64,
}

/// Whether the goal is met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Nothing is asked of this row, or nothing could be measured.
    None,
    /// Met.
    Met,
    /// Not met.
    Missed,
    /// Not met by the median of a wall-time row whose rounds lie on both sides of the peer.
    Unclear,
}

/// Long enough for the threads of a dropped pool to be gone.
const SETTLE: Duration = Duration::from_millis(20);

/// Runs a row: `candidate` against the peer.
pub fn run(row: &Row, candidate: Slot, scale: Scale, rounds: usize) -> Measured {
    let mut measured = Measured { rounds: Vec::new(), missing: None };
    let mut subjects = [row.prepare(candidate, scale), row.prepare(Slot::Peer, scale)];
    for round in 0..=rounds {
        let mut pair = [None; 2];
        for turn in 0..2 {
            let subject = (round + turn) % 2;
            match subjects[subject]() {
                Outcome::Figure(figure) => pair[subject] = Some(figure / row.unit.divisor),
                Outcome::TimedOut => {}
                Outcome::Missing(reason) => {
                    measured.missing = Some(reason);
                    return measured;
                }
            }
        }
        if round > 0 {
            measured.rounds.push(pair);
        }
    }
    drop(subjects);
    thread::sleep(SETTLE);
    measured
}

impl Measured {
    /// The figures of the candidate (0) or the peer (1).
    pub fn figures(&self, subject: usize) -> Option<Spread> {
        spread(self.rounds.iter().filter_map(|pair| pair[subject]))
    }

    /// The ratios, round by round; none where the peer's figure is mostly nothing at all.
    pub fn ratio(&self) -> Option<Spread> {
        self.figures(1).filter(|peer| peer.median > 0.0)?;
        spread(self.rounds.iter().filter_map(|pair| match pair {
            [Some(ours), Some(peer)] if *peer > 0.0 => Some(ours / peer),
            _ => None,
        }))
    }

    /// How many rounds of the candidate (0) or the peer (1) timed out.
    pub fn time_outs(&self, subject: usize) -> usize {
        self.rounds.iter().filter(|pair| pair[subject].is_none()).count()
    }

    /// Whether the ratio can be told from the noise.
    pub fn counts(&self, kind: Kind) -> bool {
        match kind {
            Kind::Cpu | Kind::Events => true,
            Kind::Wall => self.ratio().is_some_and(|ratio| ratio.max < 1.0 || ratio.min > 1.0),
        }
    }

    /// Whether the goal is met.
    pub fn verdict(&self, kind: Kind, must: Must) -> Verdict {
        let (Some(ours), None) = (self.figures(0), self.missing) else {
            return if self.time_outs(0) > 0 { Verdict::Missed } else { Verdict::None };
        };
        if must == Must::Nothing {
            return Verdict::None;
        }
        if self.time_outs(0) > 0 {
            return Verdict::Missed;
        }
        let ratio_at_most = |most: f64| match self.ratio() {
            None => Verdict::None,
            Some(ratio) if ratio.median <= most => Verdict::Met,
            Some(_) if self.counts(kind) => Verdict::Missed,
            Some(_) => Verdict::Unclear,
        };
        match must {
            Must::Nothing => Verdict::None,
            Must::Figure(most) if ours.median <= most => Verdict::Met,
            Must::Figure(_) => Verdict::Missed,
            Must::RatioAndNever(_, never) if ours.max >= never => Verdict::Missed,
            Must::Ratio(most) | Must::RatioAndNever(most, _) => ratio_at_most(most),
        }
    }
}

/// The spread of some figures, if there are any.
pub fn spread(figures: impl Iterator<Item = f64>) -> Option<Spread> {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    let (&min, &max) = (figures.first()?, figures.last()?);
    Some(Spread { median: median_of_sorted(&figures), min, max })
}

/// The middle one, or halfway between the two middle ones.
fn median_of_sorted(sorted: &[f64]) -> f64 {
    let half = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[half] } else { f64::midpoint(sorted[half - 1], sorted[half]) }
}
