//! loom's primitives, under the names that the semaphore uses.
//!
//! One facade serves two explorations.
//! The *exact* one makes each load and store a read-modify-write: loom as it is overlooks orders
//! otherwise; it knows no stale value.
//! The *weak* one leaves them as they are, for what the orderings are for.

pub use loom::sync::{Condvar, Mutex, MutexGuard};
// loom's own makes every clone a point where orders branch, and orders nothing here.
pub use std::sync::Arc;

/// Making one of loom's atomics is not const.
macro_rules! const_fn {
    ($(#[$meta:meta])* $vis:vis fn $($rest:tt)+) => {
        $(#[$meta])* $vis fn $($rest)+
    };
}

/// Atomics and fences.
pub mod atomic {
    use crate::{is_exact, watch};
    pub use loom::sync::atomic::{Ordering, fence};

    /// A word that can be watched.
    #[derive(Debug)]
    pub struct AtomicUsize(loom::sync::atomic::AtomicUsize);

    impl AtomicUsize {
        pub fn new(value: usize) -> Self {
            AtomicUsize(loom::sync::atomic::AtomicUsize::new(value))
        }

        pub fn load(&self, order: Ordering) -> usize {
            let seen =
                if is_exact() { self.0.fetch_add(0, Ordering::AcqRel) } else { self.0.load(order) };
            watch::loads(self, seen);
            seen
        }

        /// Always a swap: loom takes a store that meets a read-modify-write for impossible things.
        pub fn store(&self, value: usize, order: Ordering) {
            self.0.swap(value, if is_exact() { Ordering::AcqRel } else { order });
            watch::stores(self, value);
        }

        pub fn compare_exchange(
            &self,
            current: usize,
            new: usize,
            success: Ordering,
            failure: Ordering,
        ) -> Result<usize, usize> {
            let done = self.0.compare_exchange(current, new, success, failure);
            match done {
                Ok(before) => watch::changes(self, before, new),
                Err(found) => watch::comes_late(self, found),
            }
            done
        }

        pub fn fetch_add(&self, value: usize, order: Ordering) -> usize {
            self.0.fetch_add(value, order)
        }

        pub fn fetch_sub(&self, value: usize, order: Ordering) -> usize {
            self.0.fetch_sub(value, order)
        }

        pub fn fetch_and(&self, value: usize, order: Ordering) -> usize {
            let before = self.0.fetch_and(value, order);
            watch::changes(self, before, before & value);
            before
        }

        pub fn fetch_or(&self, value: usize, order: Ordering) -> usize {
            let before = self.0.fetch_or(value, order);
            watch::changes(self, before, before | value);
            before
        }
    }

    /// A flag, with the accesses of a word.
    #[derive(Debug)]
    pub struct AtomicBool(AtomicUsize);

    impl AtomicBool {
        pub fn new(value: bool) -> Self {
            AtomicBool(AtomicUsize::new(usize::from(value)))
        }

        pub fn load(&self, order: Ordering) -> bool {
            self.0.load(order) != 0
        }

        pub fn store(&self, value: bool, order: Ordering) {
            self.0.store(usize::from(value), order);
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

/// Nobody watches the word here: it would only add orders that differ in nothing else.
#[derive(Debug)]
pub struct SpinWait;

#[allow(clippy::new_without_default)]
impl SpinWait {
    pub fn new() -> Self {
        SpinWait
    }

    pub fn spin(&mut self) -> bool {
        false
    }
}
