//! What a row of the semaphores is, and the loop that runs it: as for the pools, but for many.
//!
//! All contenders live in one process, and each round measures each of them once; who begins moves on
//! by one from round to round.
//! A round gives one ratio of each contender to the base, and one of the first contender (ours, in
//! its default mode) to each other.

use super::contender::{Contender, OursBarging, OursFair, OursFairEvery, ParkingLot, Permits, Std};
#[cfg(target_os = "linux")]
use super::sem_t::SemT;
use crate::paired::{Measured, Spread};
use crate::row::{Kind, Must, Outcome, Round, Scale, Unit};

/// Something that can be measured on any semaphore.
pub trait Experiment: 'static {
    /// Builds the semaphore, and returns what measures a round on it.
    fn prepare<S: Permits>(&self, scale: Scale) -> Round;
}

/// A row.
pub struct Row {
    /// Its name, as in `--rows`.
    pub name: String,
    /// What one round measures, in a line.
    pub about: String,
    /// The unit of its figures.
    pub unit: Unit,
    /// What kind of figures they are.
    pub kind: Kind,
    /// The goal of our default mode, to the base.
    pub must: Must,
    prepare: Box<dyn Fn(Contender, Scale) -> Round>,
}

impl Row {
    /// A row without a goal.
    pub fn new(
        name: impl Into<String>,
        about: impl Into<String>,
        (kind, unit): (Kind, Unit),
        experiment: impl Experiment,
    ) -> Self {
        Row {
            name: name.into(),
            about: about.into(),
            unit,
            kind,
            must: Must::Nothing,
            prepare: Box::new(move |contender, scale| on(&experiment, contender, scale)),
        }
    }

    /// The same with a goal.
    pub fn must(self, must: Must) -> Self {
        Row { must, ..self }
    }

    /// Makes one of the semaphores ready.
    pub fn prepare(&self, contender: Contender, scale: Scale) -> Round {
        (self.prepare)(contender, scale)
    }
}

fn on(experiment: &impl Experiment, contender: Contender, scale: Scale) -> Round {
    match contender {
        Contender::Barging => experiment.prepare::<OursBarging>(scale),
        Contender::Fair => experiment.prepare::<OursFair>(scale),
        Contender::FairEvery => experiment.prepare::<OursFairEvery>(scale),
        Contender::Control => experiment.prepare::<Std<true>>(scale),
        Contender::Std => experiment.prepare::<Std<false>>(scale),
        Contender::ParkingLot => experiment.prepare::<ParkingLot>(scale),
        Contender::AsyncLock => experiment.prepare::<async_lock::Semaphore>(scale),
        Contender::Tokio => experiment.prepare::<tokio::sync::Semaphore>(scale),
        Contender::StdSemaphore => experiment.prepare::<std_semaphore::Semaphore>(scale),
        #[cfg(target_os = "linux")]
        Contender::SemT => experiment.prepare::<SemT>(scale),
    }
}

/// Everything that came out of a row: for each round the figures of all contenders.
pub struct Rounds(pub Vec<Vec<Option<f64>>>);

impl Rounds {
    /// The figures of two contenders, a pair for each round.
    pub fn pair(&self, one: usize, other: usize) -> Measured {
        let rounds = self.0.iter().map(|round| [round[one], round[other]]).collect();
        Measured { rounds, missing: None }
    }

    /// One contender's figures over another's, round by round.
    pub fn ratio(&self, one: usize, other: usize) -> Option<Spread> {
        self.pair(one, other).ratio()
    }
}

/// Runs a row. A first round warms up and is not counted.
pub fn run(row: &Row, contenders: &[Contender], scale: Scale, rounds: usize) -> Rounds {
    let mut ready: Vec<Round> = contenders.iter().map(|&c| row.prepare(c, scale)).collect();
    let mut figures = Vec::new();
    for round in 0..=rounds {
        let mut of_round = vec![None; ready.len()];
        for turn in 0..ready.len() {
            let who = (round + turn) % ready.len();
            if let Outcome::Figure(figure) = ready[who]() {
                of_round[who] = Some(figure / row.unit.divisor);
            }
        }
        if round > 0 {
            figures.push(of_round);
        }
    }
    Rounds(figures)
}
