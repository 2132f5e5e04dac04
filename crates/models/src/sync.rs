//! The primitives of the explorer, under the names that the protocol uses.
//!
//! Every operation on one of them is a point where the explorer may let another thread go first.

pub use shuttle::sync::{Condvar, Mutex, MutexGuard};

/// Atomics and fences. The explorer runs one thread at a time, so a fence does nothing.
pub mod atomic {
    pub use shuttle::sync::atomic::{AtomicUsize, Ordering, fence};
}

/// What a searching worker does between two looks.
pub mod thread {
    /// Nothing: the explorer may switch at every access anyway, and a yield would only add orders
    /// that differ in nothing else.
    pub fn yield_now() {}
}
