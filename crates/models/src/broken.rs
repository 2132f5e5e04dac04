//! Protections switched off at run time, and invariants that are checked if the run asks for it.
//!
//! Both choices are thread-local to the thread that drives the explorer, which runs all explored
//! threads as coroutines on itself: tests in parallel do not disturb each other, and reading the
//! choice is no access that an order could depend on.

use std::cell::Cell;

thread_local! {
    static SELECTED: Cell<Option<&'static str>> = const { Cell::new(None) };
    static CHECKED: Cell<bool> = const { Cell::new(false) };
}

/// Is the protection of this name switched off in this run?
macro_rules! broken {
    ($name:literal) => {
        $crate::broken::is_selected($name)
    };
}

/// Ends the run as a failure if invariants are checked in it and this one does not hold.
macro_rules! invariant {
    ($condition:expr, $($message:tt)+) => {
        if $crate::broken::are_checked() && !$condition {
            $crate::recording::fail($crate::recording::Failure::Invariant(format!($($message)+)));
        }
    };
}

/// Chooses what is broken on this thread from now on, and whether invariants are checked.
pub fn select(breakage: Option<&'static str>, invariants: bool) {
    SELECTED.set(breakage);
    CHECKED.set(invariants);
}

pub(crate) fn is_selected(name: &str) -> bool {
    SELECTED.get() == Some(name)
}

pub(crate) fn are_checked() -> bool {
    CHECKED.get()
}
