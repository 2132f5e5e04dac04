//! The primitives that the protocol stands on: here the standard library's.
//!
//! No other file of this crate names `std::sync` or `std::thread`.
//! A crate root that includes these sources with another `sync` beside them runs the same protocol
//! under an explorer; that is what `winks-models` does, and why this file is all it leaves out.

pub use std::sync::{Condvar, Mutex, MutexGuard};

/// Atomics and fences.
pub mod atomic {
    pub use std::sync::atomic::{AtomicUsize, Ordering, fence};
}

/// What a searching worker does between two looks.
pub mod thread {
    pub use std::thread::yield_now;
}
