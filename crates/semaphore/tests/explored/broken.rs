//! Protections switched off at run time.
//!
//! loom runs all threads of a world as coroutines on the thread that explores it, so the choice can
//! be that thread's own: reading it is no access that an order could depend on.

use std::cell::Cell;

thread_local! {
    static SELECTED: Cell<Option<&'static str>> = const { Cell::new(None) };
}

/// Is the protection of this name switched off in this run?
macro_rules! broken {
    ($name:literal) => {
        $crate::broken::is_selected($name)
    };
}

/// Chooses what is broken on this thread from now on.
pub(crate) fn select(breakage: Option<&'static str>) {
    SELECTED.set(breakage);
}

pub(crate) fn is_selected(name: &str) -> bool {
    SELECTED.get() == Some(name)
}
