//! loom's primitives, under the names that the semaphore uses.

use crate::explored::is_exact;

pub use loom::sync::{Mutex, MutexGuard};
// loom's own makes every clone a point where orders branch, and orders nothing here.
pub use std::sync::Arc;

/// Making one of loom's atomics is not const.
macro_rules! const_fn {
    ($(#[$meta:meta])* $vis:vis fn $($rest:tt)+) => {
        $(#[$meta])* $vis fn $($rest)+
    };
}

/// Nobody watches the word here: it would only add orders that differ in nothing else.
#[derive(Debug)]
pub struct SpinWait;

impl SpinWait {
    pub fn new() -> Self {
        SpinWait
    }

    pub fn spin(&mut self) -> bool {
        false
    }
}

/// Atomics and fences.
pub mod atomic {
    use super::is_exact;
    pub use loom::sync::atomic::{Ordering, fence};

    #[derive(Debug)]
    pub struct AtomicUsize(loom::sync::atomic::AtomicUsize);

    impl AtomicUsize {
        pub fn new(value: usize) -> Self {
            AtomicUsize(loom::sync::atomic::AtomicUsize::new(value))
        }

        pub fn load(&self, ordering: Ordering) -> usize {
            if is_exact() { self.0.fetch_add(0, Ordering::AcqRel) } else { self.0.load(ordering) }
        }

        /// Always a swap: loom takes a store that meets a read-modify-write for impossible things.
        pub fn store(&self, value: usize, ordering: Ordering) {
            self.0.swap(value, if is_exact() { Ordering::AcqRel } else { ordering });
        }

        pub fn compare_exchange(
            &self,
            current: usize,
            new: usize,
            success: Ordering,
            failure: Ordering,
        ) -> Result<usize, usize> {
            self.0.compare_exchange(current, new, success, failure)
        }

        pub fn fetch_and(&self, value: usize, ordering: Ordering) -> usize {
            self.0.fetch_and(value, ordering)
        }

        pub fn fetch_or(&self, value: usize, ordering: Ordering) -> usize {
            self.0.fetch_or(value, ordering)
        }
    }

    #[derive(Debug)]
    pub struct AtomicBool(AtomicUsize);

    impl AtomicBool {
        pub fn new(value: bool) -> Self {
            AtomicBool(AtomicUsize::new(usize::from(value)))
        }

        pub fn load(&self, ordering: Ordering) -> bool {
            self.0.load(ordering) != 0
        }

        pub fn store(&self, value: bool, ordering: Ordering) {
            self.0.store(usize::from(value), ordering);
        }
    }
}

/// Who waits: nobody asks in a world.
pub mod thread {
    pub use std::thread::{ThreadId, current};
}

/// How long: time is an event of the lot.
pub mod time {
    pub use std::time::{Duration, Instant};
}
