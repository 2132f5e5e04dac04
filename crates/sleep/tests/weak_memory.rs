//! The two fences, under an explorer that knows weak memory.
//!
//! This file is a crate root of its own: it includes the protocol's source files and puts loom's
//! primitives beside them, and the build's own features decide what is broken.
//! The scenario is the smallest that can lose for want of a fence: a worker that lies down, a poster
//! that injects one job and finds the JEC odd, so that it only reads.
//! The injector is one atomic slot: a locked queue would order everything by its lock and hide what
//! the fences are for.
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
use sync::atomic::{AtomicUsize, Ordering};
use word::Native;

/// An injector for one job, with no more order than its own accesses have.
struct Slot(AtomicUsize);

const EMPTY: usize = 0;
const FULL: usize = 1;

impl Slot {
    fn push(&self) {
        self.0.store(FULL, Ordering::Release);
    }

    fn is_full(&self) -> bool {
        self.0.load(Ordering::Acquire) == FULL
    }

    fn take(&self) -> bool {
        self.is_full()
            && self.0.compare_exchange(FULL, EMPTY, Ordering::AcqRel, Ordering::Relaxed).is_ok()
    }
}

/// A worker that leaves after one job; left asleep, it is a deadlock that loom reports.
fn work(sleep: &Sleep<Native>, injector: &Slot) {
    let latch = CoreLatch::new();
    let mut idle = sleep.start_looking(0);
    while !injector.take() {
        sleep.no_work_found(&mut idle, &latch, || injector.is_full());
    }
    sleep.work_found(idle);
}

fn one_injected_job() {
    let policy = Policy { rounds_until_sleepy: 0 };
    let counters = AtomicCounters::starting_at(Jec::new(1));
    let shared = Arc::new((Sleep::with(1, policy, counters), Slot(AtomicUsize::new(EMPTY))));
    let worker = loom::thread::spawn({
        let shared = shared.clone();
        move || work(&shared.0, &shared.1)
    });
    shared.1.push();
    shared.0.new_injected_jobs(1, true);
    worker.join().unwrap();
    let counts = shared.0.counts();
    assert_eq!((counts.sleeping, counts.inactive), (0, 0));
}

#[test]
fn an_injected_job_and_a_registration_cannot_miss_each_other() {
    let mut model = loom::model::Builder::new();
    model.preemption_bound = Some(2);
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let verdict = catch_unwind(AssertUnwindSafe(|| model.check(one_injected_job)));
    std::panic::set_hook(hook);
    if let Err(panic) = verdict {
        let reason = panic.downcast_ref::<String>().map_or("a panic", String::as_str);
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
