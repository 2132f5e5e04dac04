//! The primitives that the semaphore stands on: here the standard library's.
//!
//! No other file of this crate names `std::sync`, `std::thread` or `std::time`, and only `parking`
//! names `parking_lot_core` besides.
//! A crate root that includes these sources with another `sync` beside them runs the same code
//! under an explorer.

pub use parking_lot_core::SpinWait;
pub use std::sync::{Arc, Mutex, MutexGuard};

/// Atomics and fences.
pub mod atomic {
    pub use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};
}

/// Who waits.
pub mod thread {
    pub use std::thread::{ThreadId, current};
}

/// How long.
pub mod time {
    pub use std::time::{Duration, Instant};
}

/// Defines a function that is `const` where making an atomic is, as it is here.
macro_rules! const_fn {
    ($(#[$meta:meta])* $vis:vis fn $($rest:tt)+) => {
        $(#[$meta])* $vis const fn $($rest)+
    };
}
