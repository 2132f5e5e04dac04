//! The two fences, under an explorer that knows weak memory.
//!
//! This file is a crate root of its own: it includes the protocol's source files and puts loom's
//! primitives beside them, and the build's own features decide what is broken.
//! The scenario is the smallest that can lose for want of a fence: a worker that lies down, a poster
//! that posts one job and finds the JEC odd, so that it only reads.
//! The queue is one atomic slot: a locked queue would order everything by its lock and hide what
//! the fences are for.
//! As the injector it is safe; as a deque it is not, and that is a hole with a name.
//!
//! What a pass means: no order of two threads with at most two forced switches loses the job, with
//! stale reads tried wherever the orderings allow them.
//! loom takes SeqCst accesses for AcqRel and only SeqCst *fences* for what they are, which is why
//! the argument, here and in the sources, rests on fences.

// Not all that the sources offer is used here, and some of it is no longer reachable from outside.
#![allow(dead_code, unreachable_pub)]

#[macro_use]
#[path = "../src/broken.rs"]
pub mod broken;

/// Nobody listens to events here.
macro_rules! trace {
    ($event:expr) => {
        if false {
            let _ = &$event;
        }
    };
}

#[path = "../src/counters.rs"]
pub mod counters;
#[path = "../src/idle.rs"]
pub mod idle;
#[path = "../src/jec.rs"]
pub mod jec;
#[path = "../src/latch.rs"]
pub mod latch;
#[path = "../src/sleep.rs"]
pub mod sleep;
#[path = "../src/trace.rs"]
pub mod trace;
#[path = "../src/wake.rs"]
pub mod wake;
#[path = "../src/word.rs"]
pub mod word;

pub use idle::{Policy, ROUNDS_UNTIL_SLEEPY};
pub use sleep::Sleep;
pub use word::Layout;

/// loom's primitives, under the names that the protocol uses.
pub mod sync {
    pub use loom::sync::{Condvar, Mutex, MutexGuard};

    /// Atomics and fences.
    pub mod atomic {
        pub use loom::sync::atomic::{AtomicUsize, Ordering, fence};
    }

    /// What a searching worker does between two looks.
    pub mod thread {
        /// Nothing: loom's own yield is a hint to leave orders out, and hides breakages.
        pub fn yield_now() {}
    }
}

use counters::AtomicCounters;
use jec::Jec;
use latch::CoreLatch;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use sync::atomic::{AtomicUsize, Ordering, fence};
use word::Native;

// ANCHOR: slot
/// A queue for one job, with no more order than its own accesses have.
struct Slot(AtomicUsize);

impl Slot {
    fn push(&self) {
        self.0.store(FULL, Ordering::Release);
    }

    fn is_full(&self) -> bool {
        self.0.load(Ordering::Acquire) == FULL
    }

    fn take(&self) -> bool {
        let (done, failed) = (Ordering::AcqRel, Ordering::Relaxed);
        self.is_full() && self.0.compare_exchange(FULL, EMPTY, done, failed).is_ok()
    }
}
// ANCHOR_END: slot

const EMPTY: usize = 0;
const FULL: usize = 1;

/// What queue the slot stands for, and so what the two sides do about it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The injector: the poster has its fence, the sleeper its last look.
    Injector,
    /// The deque of a busy worker: no fence in the push, no last look.
    Deque,
    /// The same, with a SeqCst fence behind the push and one before each search.
    FencedDeque,
}

/// A worker that leaves after one job; left asleep, it is a deadlock that loom reports.
fn work(sleep: &Sleep<Native>, queue: &Slot, place: Place) {
    let latch = CoreLatch::new();
    let mut idle = sleep.start_looking(0);
    let search = || {
        if place == Place::FencedDeque {
            fence(Ordering::SeqCst);
        }
        queue.take()
    };
    while !search() {
        let last_look = || place == Place::Injector && queue.is_full();
        sleep.no_work_found(&mut idle, &latch, last_look);
    }
    sleep.work_found(idle);
}

// ANCHOR: post
fn post(sleep: &Sleep<Native>, queue: &Slot, place: Place) {
    queue.push();
    match place {
        Place::Injector => sleep.new_injected_jobs(1, true),
        Place::Deque => sleep.new_internal_jobs(1, true),
        Place::FencedDeque => {
            fence(Ordering::SeqCst);
            sleep.new_internal_jobs(1, true);
        }
    }
}
// ANCHOR_END: post

fn one_job(place: Place) {
    let policy = Policy { rounds_until_sleepy: 0 };
    let counters = AtomicCounters::starting_at(Jec::new(1));
    let shared = Arc::new((Sleep::with(1, policy, counters), Slot(AtomicUsize::new(EMPTY))));
    let worker = loom::thread::spawn({
        let shared = shared.clone();
        move || work(&shared.0, &shared.1, place)
    });
    post(&shared.0, &shared.1, place);
    worker.join().unwrap();
    let counts = shared.0.counts();
    assert_eq!((counts.sleeping, counts.inactive), (0, 0));
}

/// What loom says to all orders with at most two forced switches: nothing, or how one is lost.
fn verdict(place: Place) -> Result<(), String> {
    static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());
    // The panic hook is the process's.
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let verdict = catch_unwind(AssertUnwindSafe(|| model.check(move || one_job(place))));
    std::panic::set_hook(hook);
    verdict.map_err(|panic| panic.downcast_ref::<String>().map_or("a panic", String::as_str).into())
}

#[test]
fn an_injected_job_and_a_registration_cannot_miss_each_other() {
    if let Err(reason) = verdict(Place::Injector) {
        let what = match broken::ENABLED {
            Some("broken_fence_post") => "INV-LOOK-2 falls, no fence behind the injected job",
            Some("broken_fence_sleep") => "INV-LOOK-1 falls, no fence before the last look",
            Some(other) => other,
            None => "INV-LOOK falls in the sound code",
        };
        panic!(
            "{what}: the poster read the word before its job could be seen, the worker looked \
             before its registration could be seen, and now it sleeps beside the job \
             (loom: {reason}). See book/src/checks.md."
        );
    }
}

/// A hole of the sound code, known by name: it costs the help of one thread, never the job, which
/// the pusher pops in the end.
#[test]
fn a_local_push_and_an_announcement_can_miss_each_other() {
    if broken::ENABLED.is_none() {
        let reason = verdict(Place::Deque).expect_err("the hole of the local push is closed");
        assert!(reason.contains("deadlock"), "{reason}");
    }
}

#[test]
fn two_more_fences_would_close_the_hole_of_the_local_push() {
    if broken::ENABLED.is_none() {
        assert_eq!(verdict(Place::FencedDeque), Ok(()));
    }
}
