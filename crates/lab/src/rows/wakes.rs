//! Waking: how long a job waits for a sleeping pool, what it costs, and how many get up for it.
//!
//! The thread that posts sleeps before and after (it does not spin), so the machine is as idle as the
//! pool.
//! *wake*: from the call to the first line of the job.
//! *injected*: CPU time of all workers for one empty job, from sleep to sleep.
//! *burst*: four jobs of 200 µs every 10 ms; CPU time of the workers over the 800 µs they were asked
//! for.
//! *wakes*: how many workers got up, seen from outside (see [`Sleeps`]): whoever is woken goes to sleep
//! again.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::outside::{FALL_ASLEEP, middle};
use crate::clock::{self, Sleeps};
use crate::row::{Experiment, Kind, Must, Outcome, Round, Row, Scale, Unit};
use crate::subject::Subject;

/// The rows of this file.
pub fn rows() -> Vec<Row> {
    let must = Must::Ratio(1.0);
    let wake = |idle: &str, micros: u64| {
        let about = format!("from the call to the job's first line after {idle} idle, 12 threads");
        let pause = Duration::from_micros(micros);
        let name = format!("wake{idle}.12t");
        Row::new(name, about, Kind::Wall, Unit::micros("µs"), Wake { pause }).must(must)
    };
    let counted = |name: &str, threads, task, what: &str| {
        let about = format!("workers woken for {what}, {threads} threads");
        let unit = Unit::ones("wakes");
        Row::new(name, about, Kind::Events, unit, Wakes { threads, task }).must(Must::Figure(3.0))
    };
    vec![
        wake("0.1ms", 100),
        wake("10ms", 10_000),
        Row::new(
            "injected.12t.cpu",
            "CPU time of the workers for one empty job, 12 threads",
            Kind::Cpu,
            Unit::micros("µs/task"),
            Cost,
        )
        .must(must),
        Row::new(
            "burst.12t.cpu",
            "4 jobs of 200 µs every 10 ms: CPU time of the workers over what was asked for",
            Kind::Cpu,
            Unit::ones("CPU/useful"),
            Burst,
        )
        .must(must),
        counted("wakes.injected.12t", 12, Task::Spawn, "one injected job"),
        counted("wakes.injected.64t", 64, Task::Spawn, "one injected job"),
        counted("wakes.outside_join.12t", 12, Task::Join, "a join of 150 µs each from outside"),
    ]
}

/// One job from outside: when it started. The caller sleeps meanwhile.
fn post<S: Subject>(pool: &S::Pool) -> Instant {
    let started = Arc::new(Mutex::new(None));
    let (slot, waiter) = (Arc::clone(&started), thread::current());
    S::spawn(pool, move || {
        let now = Instant::now();
        *slot.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        waiter.unpark();
    });
    loop {
        if let Some(started) = *started.lock().unwrap_or_else(PoisonError::into_inner) {
            return started;
        }
        thread::park();
    }
}

/// Computes for so long, in CPU time of this thread.
fn busy(time: Duration) {
    let start = clock::thread_cpu();
    while clock::thread_cpu() - start < time {}
}

struct Wake {
    pause: Duration,
}

impl Experiment for Wake {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, pause) = (S::pool(12), scale.pause(self.pause));
        let times = scale.repeat(if pause < FALL_ASLEEP { 60 } else { 8 });
        Box::new(move || {
            middle((0..times).map(|_| {
                thread::sleep(pause);
                let before = Instant::now();
                (post::<S>(&pool) - before).as_nanos() as f64
            }))
        })
    }
}

struct Cost;

impl Experiment for Cost {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, times) = (S::pool(12), scale.repeat(12));
        Box::new(move || {
            let before = clock::pool_cpu();
            for _ in 0..times {
                post::<S>(&pool);
                thread::sleep(scale.pause(FALL_ASLEEP));
            }
            let burnt = clock::pool_cpu().saturating_sub(before);
            Outcome::Figure(burnt.as_nanos() as f64 / times as f64)
        })
    }
}

struct Burst;

impl Experiment for Burst {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        const JOBS: u64 = 4;
        let (pool, times) = (S::pool(12), scale.repeat(8));
        let (useful, pause) = (Duration::from_micros(200), Duration::from_millis(10));
        Box::new(move || {
            let done = Arc::new(AtomicU64::new(0));
            let before = clock::pool_cpu();
            for _ in 0..times {
                for _ in 0..JOBS {
                    let done = Arc::clone(&done);
                    S::spawn(&pool, move || {
                        busy(useful);
                        done.fetch_add(1, Ordering::Release);
                    });
                }
                thread::sleep(pause);
            }
            // On a loaded machine a burst may last longer than its 10 ms.
            while done.load(Ordering::Acquire) < times * JOBS {
                thread::sleep(pause);
            }
            let burnt = clock::pool_cpu().saturating_sub(before);
            Outcome::Figure(burnt.as_secs_f64() / (useful.as_secs_f64() * (times * JOBS) as f64))
        })
    }
}

#[derive(Clone, Copy)]
enum Task {
    Spawn,
    Join,
}

struct Wakes {
    threads: usize,
    task: Task,
}

impl Experiment for Wakes {
    fn prepare<S: Subject>(&self, scale: Scale) -> Round {
        let (pool, task, times) = (S::pool(self.threads), self.task, scale.repeat(12));
        let work = Duration::from_micros(150);
        Box::new(move || {
            thread::sleep(FALL_ASLEEP);
            let mut woken = 0;
            for _ in 0..times {
                let before = Sleeps::read();
                match task {
                    Task::Spawn => drop(post::<S>(&pool)),
                    Task::Join => {
                        S::install(&pool, || S::join(|| busy(work), || busy(work)));
                    }
                }
                thread::sleep(FALL_ASLEEP);
                match before.zip(Sleeps::read()) {
                    Some((before, after)) => woken += after.woken_since(&before),
                    None => return Outcome::Missing("needs /proc/self/task"),
                }
            }
            Outcome::Figure(woken as f64 / times as f64)
        })
    }
}
