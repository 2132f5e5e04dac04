//! Runs a scenario in every order that loom finds within a bound, and judges each run.
//!
//! loom ends a failing exploration with a panic: out of its own bookkeeping if all threads are
//! blocked or a run takes too many steps, out of the recorder if an invariant or a count is wrong.
//! Here each becomes a verdict, with the recording of the run that failed.

use crate::broken;
use crate::lanes::GivenUp;
use crate::recording::{self, Failure, Recording};
use crate::scenarios::{Scenario, Setup};
use std::any::Any;
use std::cell::Cell;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, Once};

/// More switches than any sound run of these scenarios makes.
const MANY_BRANCHES: usize = 1_000;

/// What is run, and how thoroughly.
#[derive(Clone, Debug)]
pub(crate) struct Exploration {
    pub(crate) scenario: Scenario,
    pub(crate) setup: Setup,
    pub(crate) breakage: Option<&'static str>,
    pub(crate) invariants: bool,
    /// How often a thread that could go on may be interrupted in one run; all orders if nothing.
    pub(crate) bound: Option<usize>,
}

/// What came of it.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// How many runs there were; the last one is the failing one, if any.
    pub(crate) runs: usize,
    /// The failing run, or else the last one.
    pub(crate) recording: Recording,
    /// The histories of the runs that came to their end, if they were asked for.
    pub(crate) histories: BTreeSet<String>,
}

impl Verdict {
    pub(crate) fn failure(&self) -> Option<&Failure> {
        self.recording.failure.as_ref()
    }

    /// The kind of failure, or nothing.
    pub(crate) fn kind(&self) -> Option<&'static str> {
        self.failure().map(Failure::kind)
    }
}

impl Exploration {
    /// The sound code with its invariants checked.
    pub(crate) fn new(scenario: Scenario, setup: Setup, bound: Option<usize>) -> Self {
        Exploration { scenario, setup, breakage: None, invariants: true, bound }
    }

    /// The same with a protection switched off, and invariants checked or not.
    pub(crate) fn without(self, breakage: &'static str, invariants: bool) -> Self {
        Exploration { breakage: Some(breakage), invariants, ..self }
    }

    /// Tries the orders until one fails.
    pub(crate) fn run(&self) -> Verdict {
        self.explore(false)
    }

    /// The same, and keeps what each lane did in each run.
    pub(crate) fn run_for_histories(&self) -> Verdict {
        self.explore(true)
    }

    fn explore(&self, keep: bool) -> Verdict {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = self.bound;
        model.max_branches = MANY_BRANCHES;
        let runs = Arc::new(AtomicUsize::new(0));
        let histories = Arc::new(Mutex::new(BTreeSet::new()));
        let (counted, kept) = (runs.clone(), histories.clone());
        let (scenario, setup) = (self.scenario, self.setup.clone());
        broken::select(self.breakage, self.invariants);
        let ended = quietly(|| {
            model.check(move || {
                counted.fetch_add(1, Ordering::Relaxed);
                scenario.run(&setup);
                if keep {
                    kept.lock().unwrap().insert(recording::with(Recording::history));
                }
            });
        });
        broken::select(None, false);
        if let Err(panic) = ended {
            judge(panic);
        }
        let histories = std::mem::take(&mut *histories.lock().unwrap());
        Verdict { runs: runs.load(Ordering::Relaxed), recording: recording::take(), histories }
    }
}

/// Writes the reason of loom's panic into the recording; passes on what is no verdict.
fn judge(panic: Box<dyn Any + Send>) {
    if panic.is::<GivenUp>() {
        return;
    }
    let text = panic.downcast_ref::<String>().map(String::as_str);
    match text.or(panic.downcast_ref::<&str>().copied()) {
        Some(text) if text.starts_with("deadlock") => {
            recording::conclude(Failure::Blocked(recording::with(Recording::stuck)));
        }
        Some(text) if text.starts_with("Model exceeded maximum number of branches") => {
            recording::conclude(Failure::Livelock);
        }
        Some(text) if text.starts_with("Causality violation") => {
            recording::conclude(Failure::Race);
        }
        _ => resume_unwind(panic),
    }
}

thread_local! {
    static QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs it, and prints nothing if it panics: the caller makes something of the panic.
pub(crate) fn quietly<R>(run: impl FnOnce() -> R) -> std::thread::Result<R> {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !QUIET.get() {
                loud(info);
            }
        }));
    });
    QUIET.set(true);
    let ended = catch_unwind(AssertUnwindSafe(run));
    QUIET.set(false);
    ended
}
