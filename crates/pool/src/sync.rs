//! The primitives of the latches and of the end of a pool: here the standard library's.
//!
//! An explorer that includes `latches` and `termination` puts its own in this file's place, as it
//! does with the sleep crate's.

pub(crate) use std::sync::{Condvar, Mutex, MutexGuard};

/// Atomics.
pub(crate) mod atomic {
    pub(crate) use std::sync::atomic::{AtomicUsize, Ordering};
}
