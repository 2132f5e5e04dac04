//! Threads that acquire and release for some time, all on one semaphore.
//!
//! Time is given, not work: with a share of work for each, the first thread to run would be through
//! with its share before the others are awake, and nobody would have met anybody.
//! A thread that is in the middle of an acquisition when time is up still ends it, which is one more
//! for each thread and is not left out.

use std::sync::Barrier;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::contender::Permits;
use crate::clock;

/// What is on a cache line of its own, and on the neighbour that the processor fetches with it.
#[repr(align(128))]
pub struct Apart<T>(pub T);

/// What the threads came to.
#[derive(Clone, Debug)]
pub struct Told<T> {
    /// What each thread tells.
    pub threads: Vec<T>,
    /// Nanoseconds on the wall.
    pub wall: f64,
    /// Nanoseconds of CPU, of all threads together.
    pub cpu: f64,
}

/// Has so many threads do their `turn` over and over, for so long; each has a state of its own.
pub fn crowd<T: Default + Send>(
    threads: usize,
    time: Duration,
    turn: impl Fn(&mut T) + Sync,
) -> Told<T> {
    let (stop, start) = (Apart(AtomicBool::new(false)), Barrier::new(threads + 1));
    let (stop, turn) = (&stop, &turn);
    thread::scope(|s| {
        let crowd: Vec<_> = (0..threads)
            .map(|_| {
                let start = &start;
                s.spawn(move || {
                    let mut state = T::default();
                    start.wait();
                    // Relaxed: it carries nothing; what the threads tell goes through the join.
                    while !stop.0.load(Ordering::Relaxed) {
                        turn(&mut state);
                    }
                    state
                })
            })
            .collect();
        let (began, burnt) = (Instant::now(), clock::process_cpu());
        start.wait();
        thread::sleep(time);
        stop.0.store(true, Ordering::Relaxed);
        let (wall, cpu) = (began.elapsed(), clock::process_cpu().saturating_sub(burnt));
        let threads = crowd.into_iter().map(|thread| thread.join().expect("it does not panic"));
        Told {
            threads: threads.collect(),
            wall: wall.as_nanos() as f64,
            cpu: cpu.as_nanos() as f64,
        }
    })
}

/// How often each of so many threads held a permit of this semaphore and did its work, in so long.
pub fn pairs<S: Permits>(
    semaphore: &S,
    threads: usize,
    time: Duration,
    work: impl Fn() + Sync,
) -> Told<u64> {
    crowd(threads, time, |count: &mut u64| {
        semaphore.with(&work);
        *count += 1;
    })
}
