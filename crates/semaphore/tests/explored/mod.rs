//! The semaphore's own sources, in every order.
//!
//! The crate root that includes this includes the *source files* of the semaphore as well, and puts
//! three things of its own beside them: [`sync`](crate::sync), which gives them loom's atomics,
//! [`broken`](crate::broken), which switches a protection off at run time, and
//! [`parking`](crate::parking), a lot of a mutex and a queue.
//!
//! One facade serves two explorations.
//! The *exact* one makes each load and store a read-modify-write: loom as it is overlooks orders
//! otherwise; it knows no stale value.
//! The *weak* one leaves them as they are, for what the orderings are for.

pub mod catalogue;
pub mod worlds;

use crate::broken;
use catalogue::Loss;
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook, take_hook};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

thread_local! {
    static EXACT: Cell<bool> = const { Cell::new(true) };
}

/// Is every access to read and write the newest value?
pub(crate) fn is_exact() -> bool {
    EXACT.get()
}

/// What was tried, and how it ended.
#[derive(Debug)]
pub struct Verdict {
    pub runs: usize,
    /// loom's own words: a deadlock, a data race, or an assertion of the world.
    pub failure: Option<String>,
}

impl Verdict {
    /// How it lost, if it did.
    pub fn loss(&self) -> Option<Loss> {
        let failure = self.failure.as_deref()?;
        Some(match failure {
            _ if failure.starts_with("deadlock") => Loss::Deadlock,
            _ if failure.starts_with("Causality violation") => Loss::Race,
            _ => Loss::Count,
        })
    }
}

/// Runs the world in every order in which a thread that could go on is interrupted at most `bound`
/// times; in every order there is, without a bound.
pub fn explore(
    world: impl Fn() + Send + Sync + 'static,
    breakage: Option<&'static str>,
    exact: bool,
    bound: Option<usize>,
) -> Verdict {
    // loom tells its failures by panics, which are expected here; the hook is the process's.
    static QUIET: Mutex<()> = Mutex::new(());
    let _quiet = QUIET.lock().unwrap_or_else(PoisonError::into_inner);
    let hook = take_hook();
    set_hook(Box::new(|_| {}));
    broken::select(breakage);
    EXACT.set(exact);
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&runs);
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = bound;
    builder.max_branches = 10_000;
    let ended = catch_unwind(AssertUnwindSafe(|| {
        builder.check(move || {
            counted.fetch_add(1, Ordering::Relaxed);
            world();
        });
    }));
    broken::select(None);
    set_hook(hook);
    let failure = ended.err().map(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|text| text.to_string()));
        text.unwrap_or_default().lines().next().unwrap_or("a panic").to_owned()
    });
    Verdict { runs: runs.load(Ordering::Relaxed), failure }
}
