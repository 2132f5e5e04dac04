//! The first, simpler ways to sleep: what they lose, and what they cost.
//!
//! One worker waits for one job.
//! Each version is a few lines, and each is the next one's reason.

use crate::lanes;
use crate::recording;
use crate::scenarios::Scenario;
use crate::sync::{Condvar, Mutex};
use std::collections::VecDeque;
use std::sync::Arc;

/// Records a step, and lets the other thread go first if the script says so: there is more between
/// two of these steps than the accesses that an explorer sees.
fn say(what: impl Into<String>) {
    recording::note(what);
    shuttle::thread::yield_now();
}

/// A queue under a lock: the one thing that all versions share.
#[derive(Debug, Default)]
pub struct Queue(Mutex<VecDeque<u32>>);

impl Queue {
    fn push(&self, job: u32) {
        let mut jobs = self.0.lock().unwrap();
        jobs.push_back(job);
        drop(jobs);
        say(format!("pushes job {job}"));
    }

    fn pop(&self) -> Option<u32> {
        let mut jobs = self.0.lock().unwrap();
        let job = jobs.pop_front();
        drop(jobs);
        say(match job {
            Some(job) => format!("takes job {job}"),
            None => "looks: nothing".to_string(),
        });
        job
    }
}

// ANCHOR: spin
/// Version 1: never sleeps, so there is nothing to miss.
fn spin(queue: &Queue) -> u32 {
    loop {
        if let Some(job) = queue.pop() {
            return job;
        }
        std::hint::spin_loop();
    }
}
// ANCHOR_END: spin

// ANCHOR: hasty
/// Version 2: looks, and if there is nothing, lies down.
fn hasty_wait(queue: &Queue, bed: &Bed) -> u32 {
    loop {
        if let Some(job) = queue.pop() {
            return job;
        }
        bed.lie_down();
    }
}

fn hasty_post(queue: &Queue, bed: &Bed, job: u32) {
    queue.push(job);
    bed.wake();
}
// ANCHOR_END: hasty

/// A place to sleep: a flag under a lock, and a condition variable.
#[derive(Debug, Default)]
pub struct Bed {
    is_blocked: Mutex<bool>,
    condvar: Condvar,
}

impl Bed {
    /// Sleeps until somebody clears the flag.
    // ANCHOR: bed
    fn lie_down(&self) {
        let mut is_blocked = self.is_blocked.lock().unwrap();
        *is_blocked = true;
        say("lies down");
        while *is_blocked {
            is_blocked = self.condvar.wait(is_blocked).unwrap();
        }
        say("is awake again");
    }

    /// Wakes the sleeper, if there is one by now.
    fn wake(&self) {
        say("goes to the bed");
        let mut is_blocked = self.is_blocked.lock().unwrap();
        say(if *is_blocked { "wakes the worker" } else { "finds nobody asleep" });
        *is_blocked = false;
        self.condvar.notify_one();
    }
    // ANCHOR_END: bed
}

// ANCHOR: careful
/// Version 3: takes the lock of its bed first, and looks under it.
fn careful_wait(queue: &Queue, bed: &Bed) -> u32 {
    let mut is_blocked = bed.is_blocked.lock().unwrap();
    say("locks its bed");
    loop {
        if let Some(job) = queue.pop() {
            return job;
        }
        *is_blocked = true;
        say("lies down");
        while *is_blocked {
            is_blocked = bed.condvar.wait(is_blocked).unwrap();
        }
        say("is awake again");
    }
}
// ANCHOR_END: careful

fn play(
    wait: impl FnOnce(&Queue, &Bed) -> u32 + Send + 'static,
    post: impl FnOnce(&Queue, &Bed) + Send + 'static,
) {
    let shared = Arc::new((Queue::default(), Bed::default()));
    let (for_worker, for_poster) = (shared.clone(), shared);
    recording::begin(&[]);
    type Lane = (&'static str, Box<dyn FnOnce() + Send>);
    let lanes: [Lane; 2] = [
        (
            "worker",
            Box::new(move || {
                wait(&for_worker.0, &for_worker.1);
            }),
        ),
        ("poster", Box::new(move || post(&for_poster.0, &for_poster.1))),
    ];
    lanes::run_all(lanes);
}

/// Version 1 with its poster.
pub const SPIN: Scenario = Scenario::step("spin", "a worker that never sleeps", || {
    play(|queue, _| spin(queue), |queue, _| queue.push(0));
});

/// Version 2 with its poster: loses.
pub const HASTY: Scenario = Scenario::step("hasty", "looks, then lies down", || {
    play(hasty_wait, |queue, bed| hasty_post(queue, bed, 0));
});

/// Version 3 with the same poster: sound.
pub const CAREFUL: Scenario = Scenario::step("careful", "looks under the lock of its bed", || {
    play(careful_wait, |queue, bed| hasty_post(queue, bed, 0));
});
