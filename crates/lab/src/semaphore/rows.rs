//! The rows of the semaphores.
//!
//! *uncontended*: one thread acquires a permit and releases it, over and over.
//! *8t.1p*: eight threads do so with one permit among them; nanoseconds of wall, and of all threads'
//! CPU, per pair.
//! On a machine with fewer cores than threads the wall tells how much of a turn goes into switching,
//! and CPU time tells it with less noise.
//! *held*: the same, but who holds the permit yields the core, so that the others run into it: between
//! two lines of code a thread rarely loses its core, and then nobody meets anybody.
//! *wake*: from the release to the line behind the acquisition that slept for it.

use std::hint::black_box;
use std::sync::Arc;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use super::contender::Permits;
use super::crowd::{Apart, pairs};
use super::row::{Experiment, Row};
use crate::clock::Clock;
use crate::row::{Kind, Must, Outcome, Round, Scale, Unit};
use crate::rows::outside::middle;

/// How many threads meet.
pub const THREADS: [usize; 3] = [2, 8, 32];
/// How many permits they have among them.
pub const PERMITS: [usize; 3] = [1, 3, 8];

/// The two rulers: the end of a row's name, the kind of figure, the clock.
const RULERS: [(&str, Kind, Clock); 2] =
    [("", Kind::Wall, Clock::Wall), (".cpu", Kind::Cpu, Clock::Cpu)];

/// All rows.
pub fn rows() -> Vec<Row> {
    let unit = Unit::ones("ns/pair");
    let mut rows = Vec::new();
    for (ruler, kind, clock) in RULERS {
        let name = format!("semaphore.uncontended{ruler}");
        let about = "one thread acquires and releases a free permit";
        let row = Row::new(name, about, (kind, unit), Uncontended { clock });
        rows.push(row.must(Must::Ratio(0.16)));
    }
    for threads in THREADS {
        for permits in PERMITS {
            for (ruler, kind, clock) in RULERS {
                let name = format!("semaphore.{threads}t.{permits}p{ruler}");
                let about = format!("{threads} threads acquire and release; permits: {permits}");
                let experiment = Contended { threads, permits, clock, held: false };
                let row = Row::new(name, about, (kind, unit), experiment);
                let bound = threads == 8 && permits == 1;
                rows.push(if bound { row.must(Must::Ratio(0.6)) } else { row });
            }
        }
    }
    for (threads, permits) in [(2, 1), (8, 1), (32, 1), (32, 3)] {
        let name = format!("semaphore.{threads}t.{permits}p.held.cpu");
        let about = format!("{threads} threads acquire, yield and release; permits: {permits}");
        let experiment = Contended { threads, permits, clock: Clock::Cpu, held: true };
        rows.push(Row::new(name, about, (Kind::Cpu, unit), experiment));
    }
    let about = "from the release to the line behind the acquisition that slept for it";
    rows.push(Row::new("semaphore.wake", about, (Kind::Wall, Unit::micros("µs")), Wake));
    rows
}

struct Uncontended {
    clock: Clock,
}

impl Experiment for Uncontended {
    fn prepare<S: Permits>(&self, scale: Scale) -> Round {
        let (semaphore, clock) = (Apart(S::new(1)), self.clock);
        let times = scale.size(scale.repeat(40_000), 10);
        Box::new(move || {
            Outcome::Figure(clock.per_operation(times, || {
                (0..times).for_each(|_| semaphore.0.with(|| black_box(())));
            }))
        })
    }
}

struct Contended {
    threads: usize,
    permits: usize,
    clock: Clock,
    held: bool,
}

impl Experiment for Contended {
    fn prepare<S: Permits>(&self, scale: Scale) -> Round {
        let (threads, clock, held) = (self.threads, self.clock, self.held);
        let semaphore = Apart(S::new(self.permits));
        let time = Duration::from_millis(scale.size(5 * scale.repeat(4), 1));
        Box::new(move || {
            let told = if held {
                pairs(&semaphore.0, threads, time, thread::yield_now)
            } else {
                pairs(&semaphore.0, threads, time, || black_box(()))
            };
            let pairs: u64 = told.threads.iter().sum();
            let taken = match clock {
                Clock::Wall => told.wall,
                Clock::Cpu => told.cpu,
            };
            // On a loaded machine time may be up before anybody had a turn.
            if pairs == 0 { Outcome::TimedOut } else { Outcome::Figure(taken / pairs as f64) }
        })
    }
}

struct Wake;

impl Experiment for Wake {
    fn prepare<S: Permits>(&self, scale: Scale) -> Round {
        /// Within this somebody who cannot acquire is asleep.
        const ASLEEP: Duration = Duration::from_micros(200);
        let times = scale.repeat(60);
        let semaphore = Arc::new(Apart(S::new(1)));
        Box::new(move || {
            let (asks, asked) = mpsc::channel::<()>();
            let (tells, told) = mpsc::channel::<Instant>();
            let sleeper = thread::spawn({
                let semaphore = Arc::clone(&semaphore);
                move || {
                    for () in asked {
                        let woken = semaphore.0.with(Instant::now);
                        tells.send(woken).expect("the round lasts as long");
                    }
                }
            });
            let figure = middle((0..times).map(|_| {
                let released = semaphore.0.with(|| {
                    asks.send(()).expect("the sleeper lasts as long");
                    thread::sleep(ASLEEP);
                    Instant::now()
                });
                let woken = told.recv().expect("the sleeper lasts as long");
                woken.saturating_duration_since(released).as_nanos() as f64
            }));
            drop(asks);
            sleeper.join().expect("it does not panic");
            figure
        })
    }
}
