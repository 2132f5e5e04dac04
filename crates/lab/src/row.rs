//! What a row is: a name, a unit, a goal, and a way to measure one round on one pool.

use std::time::Duration;

use serde::Serialize;

use crate::subject::{Control, Ours, Peer, Slot, Subject};

/// What one round on one pool came to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome {
    /// Nanoseconds per operation, or a count of events; what the row's [`Unit`] says.
    Figure(f64),
    /// Somebody waited in vain for a job to start.
    TimedOut,
    /// The ruler this row needs is not there.
    Missing(&'static str),
}

/// One more round on a pool that was made ready.
pub type Round = Box<dyn FnMut() -> Outcome>;

/// Something that can be measured on any pool.
pub trait Experiment: 'static {
    /// Builds the pool, and returns what measures a round on it.
    ///
    /// The pool lives as long as the round does.
    fn prepare<S: Subject>(&self, scale: Scale) -> Round;
}

/// How much work a round does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// As the row's name says.
    Full,
    /// The same problem with fewer repetitions.
    Quick,
    /// Next to nothing: to see that the row runs.
    Tiny,
}

impl Scale {
    /// How often a round repeats its problem.
    pub fn repeat(self, full: u64) -> u64 {
        match self {
            Scale::Full => full,
            Scale::Quick => full.div_ceil(4),
            Scale::Tiny => 1,
        }
    }

    /// The size of the problem.
    pub fn size<N>(self, full: N, tiny: N) -> N {
        if self == Scale::Tiny { tiny } else { full }
    }

    /// How long a pool is left alone; long enough for it to fall asleep, at every scale.
    pub fn pause(self, full: Duration) -> Duration {
        self.size(full, full.min(Duration::from_millis(2)))
    }
}

/// What the figures are, for the reader: a label, and how many of the measured unit make one.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// As printed.
    pub label: &'static str,
    /// Divides the measured figure.
    pub divisor: f64,
}

impl Unit {
    /// Nanoseconds, or bare counts.
    pub const fn ones(label: &'static str) -> Self {
        Unit { label, divisor: 1.0 }
    }

    /// Microseconds out of nanoseconds.
    pub const fn micros(label: &'static str) -> Self {
        Unit { label, divisor: 1000.0 }
    }
}

/// What kind of figure it is, which decides how far it can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// CPU time: the median counts.
    Cpu,
    /// Wall time: counts only when every round is on one side of the peer.
    Wall,
    /// Counted events: the median counts.
    Events,
}

/// What the row must come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Must {
    /// Nothing is asked.
    Nothing,
    /// The ratio to the peer is at most this.
    Ratio(f64),
    /// The ratio is at most this, and no round of ours reaches that figure.
    RatioAndNever(f64, f64),
    /// The figure itself is at most this.
    Figure(f64),
}

/// A row of the benchmark.
pub struct Row {
    /// Its name, as in `--rows`.
    pub name: String,
    /// What one round measures, in a line.
    pub about: String,
    /// The unit of its figures.
    pub unit: Unit,
    /// What kind of figures they are.
    pub kind: Kind,
    /// The goal.
    pub must: Must,
    /// Fewest rounds that say something about it.
    pub rounds: usize,
    prepare: Box<dyn Fn(Slot, Scale) -> Round>,
}

impl Row {
    /// A row without a goal.
    pub fn new(
        name: impl Into<String>,
        about: impl Into<String>,
        kind: Kind,
        unit: Unit,
        experiment: impl Experiment,
    ) -> Self {
        Row {
            name: name.into(),
            about: about.into(),
            unit,
            kind,
            must: Must::Nothing,
            rounds: 1,
            prepare: Box::new(move |slot, scale| match slot {
                Slot::Ours => experiment.prepare::<Ours>(scale),
                Slot::Peer => experiment.prepare::<Peer>(scale),
                Slot::Control => experiment.prepare::<Control>(scale),
            }),
        }
    }

    /// The same with a goal.
    pub fn must(self, must: Must) -> Self {
        Row { must, ..self }
    }

    /// The same, measured at least so often unless the run is a quick one.
    pub fn at_least(self, rounds: usize) -> Self {
        Row { rounds, ..self }
    }

    /// Makes one of the pools ready.
    pub fn prepare(&self, slot: Slot, scale: Scale) -> Round {
        (self.prepare)(slot, scale)
    }
}
