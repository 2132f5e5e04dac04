//! Who waits how long, and how evenly the permits are shared.
//!
//! So many threads acquire and release for some time, and each counts its turns and remembers its
//! longest wait.
//! Who holds a permit yields its core, or the first to run would have a hundred thousand turns before
//! anybody else came, and the shares would tell of nothing else.
//! *Jain's index* of the n counts x is (Σx)² / (n·Σx²): 1 if all are equal, 1/n if one thread had
//! everything.
//! *Passed over* is how many releases, at most, found a thread in the queue and left it there or woke
//! it in vain, in one acquisition, plus the one that served it; beside it stands the bound that the
//! mode promises.
//! The longest wait in time includes what the scheduler does to a thread that is not queued.

use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use winks_semaphore::{Barging, Fair, FairEvery};

use super::contender::{Contender, K, ParkingLot, Permits, Std};
use super::crowd::{Apart, crowd};
use super::queue::Counted;
#[cfg(target_os = "linux")]
use super::sem_t::SemT;
use crate::paired::{Spread, spread};
use crate::row::Scale;

/// A row: so many threads, so many permits.
pub struct Row {
    /// Its name, as in `--rows`.
    pub name: String,
    /// What it measures.
    pub about: String,
    threads: usize,
    permits: usize,
}

/// What one round of one contender came to.
#[derive(Clone, Copy, Debug)]
struct Shares {
    /// Microseconds that somebody waited, at most.
    longest: f64,
    jain: Option<f64>,
    passed: Option<u64>,
}

/// What all rounds of one contender came to.
#[derive(Debug, Serialize)]
pub struct Line {
    /// The row's name.
    pub name: String,
    /// What it measures.
    pub about: String,
    /// Whose semaphore.
    pub contender: Contender,
    /// The longest wait of each round, in microseconds.
    pub longest: Spread,
    /// Jain's index of the shares; null if nobody had a turn.
    pub jain: Option<Spread>,
    /// The most releases that passed over a queued thread, in all rounds; null if not counted.
    pub passed: Option<u64>,
    /// What the mode promises of it; null if nothing.
    pub bound: Option<u64>,
}

/// All rows.
pub fn rows() -> Vec<Row> {
    [(8, 1), (8, 3), (32, 1)]
        .map(|(threads, permits)| Row {
            name: format!("semaphore.fairness.{threads}t.{permits}p"),
            about: format!("longest wait and evenness of {threads} threads; permits: {permits}"),
            threads,
            permits,
        })
        .into()
}

/// Jain's index of some shares, unless all are zero.
pub fn jain(shares: &[u64]) -> Option<f64> {
    let sum: f64 = shares.iter().map(|&share| share as f64).sum();
    let squares: f64 = shares.iter().map(|&share| (share as f64).powi(2)).sum();
    (squares > 0.0).then(|| sum * sum / (shares.len() as f64 * squares))
}

/// How many releases that find somebody waiting a mode lets pass, at most, until it has served one of
/// so many threads: the bounds stated with the modes, where at most all others wait before it.
pub fn bound(contender: Contender, threads: usize) -> Option<u64> {
    let others_and_it = threads as u64;
    match contender {
        Contender::Fair => Some(others_and_it),
        Contender::FairEvery => Some(K as u64 * others_and_it),
        _ => None,
    }
}

/// Runs a row; all contenders in each round, as in [`row::run`](super::row::run).
pub fn run(row: &Row, contenders: &[Contender], scale: Scale, rounds: usize) -> Vec<Line> {
    let mut all: Vec<Vec<Shares>> = contenders.iter().map(|_| Vec::new()).collect();
    for round in 0..rounds {
        for turn in 0..contenders.len() {
            let who = (round + turn) % contenders.len();
            all[who].push(row.once(contenders[who], scale));
        }
    }
    let lines = contenders.iter().zip(all).filter_map(|(&contender, rounds)| {
        Some(Line {
            name: row.name.clone(),
            about: row.about.clone(),
            contender,
            longest: spread(rounds.iter().map(|round| round.longest))?,
            jain: spread(rounds.iter().filter_map(|round| round.jain)),
            passed: rounds.iter().filter_map(|round| round.passed).max(),
            bound: bound(contender, row.threads),
        })
    });
    lines.collect()
}

impl Row {
    fn once(&self, contender: Contender, scale: Scale) -> Shares {
        let time = Duration::from_millis(scale.size(10 * scale.repeat(5), 2));
        match contender {
            Contender::Barging => self.shares::<Counted<Barging>>(time),
            Contender::Fair => self.shares::<Counted<Fair>>(time),
            Contender::FairEvery => self.shares::<Counted<FairEvery<K>>>(time),
            Contender::Control => self.shares::<Std<true>>(time),
            Contender::Std => self.shares::<Std<false>>(time),
            Contender::ParkingLot => self.shares::<ParkingLot>(time),
            Contender::AsyncLock => self.shares::<async_lock::Semaphore>(time),
            Contender::Tokio => self.shares::<tokio::sync::Semaphore>(time),
            Contender::StdSemaphore => self.shares::<std_semaphore::Semaphore>(time),
            #[cfg(target_os = "linux")]
            Contender::SemT => self.shares::<SemT>(time),
        }
    }

    fn shares<S: Permits>(&self, time: Duration) -> Shares {
        let semaphore = Apart(S::new(self.permits));
        let told = crowd(self.threads, time, |(turns, longest): &mut (u64, Duration)| {
            let asked = Instant::now();
            let got = semaphore.0.with(|| {
                let got = Instant::now();
                thread::yield_now();
                got
            });
            *longest = (*longest).max(got - asked);
            *turns += 1;
        });
        let turns: Vec<u64> = told.threads.iter().map(|&(turns, _)| turns).collect();
        let longest = told.threads.iter().map(|&(_, longest)| longest).max().unwrap_or_default();
        Shares {
            longest: longest.as_nanos() as f64 / 1000.0,
            jain: jain(&turns),
            passed: semaphore.0.passed_over(),
        }
    }
}
