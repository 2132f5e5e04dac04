//! The primitives of the explorer, under the names that the protocols use.
//!
//! Every operation on one of them is a point where the explorer may let another thread go first.
//! The word of a semaphore is watched: what is done to it is recorded here, since its sources report
//! no events of their own.

pub use shuttle::sync::{Condvar, Mutex, MutexGuard};
// It orders nothing here, and a clone of the explorer's own would be one more point to switch at.
pub use std::sync::Arc;

/// Defines a function that is `const` where a lot can be made so, as it cannot here.
macro_rules! const_fn {
    ($(#[$meta:meta])* $vis:vis fn $($rest:tt)+) => {
        $(#[$meta])* $vis fn $($rest)+
    };
}

/// Atomics and fences. The explorer runs one thread at a time, so a fence does nothing.
pub mod atomic {
    use crate::watch;
    pub use shuttle::sync::atomic::{AtomicBool, Ordering, fence};

    /// A word that can be watched.
    #[derive(Debug)]
    pub struct AtomicUsize(shuttle::sync::atomic::AtomicUsize);

    #[allow(missing_docs)]
    impl AtomicUsize {
        pub const fn new(value: usize) -> Self {
            AtomicUsize(shuttle::sync::atomic::AtomicUsize::new(value))
        }

        pub fn load(&self, order: Ordering) -> usize {
            let seen = self.0.load(order);
            watch::loads(self, seen);
            seen
        }

        pub fn store(&self, value: usize, order: Ordering) {
            self.0.store(value, order);
            watch::stores(self, value);
        }

        pub fn swap(&self, value: usize, order: Ordering) -> usize {
            self.0.swap(value, order)
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

        pub fn fetch_update(
            &self,
            success: Ordering,
            failure: Ordering,
            change: impl FnMut(usize) -> Option<usize>,
        ) -> Result<usize, usize> {
            self.0.fetch_update(success, failure, change)
        }
    }
}

/// What a searching worker does between two looks, and who waits.
pub mod thread {
    // Nobody asks in a small world who it is that waits.
    pub use std::thread::{ThreadId, current};

    /// Nothing: the explorer may switch at every access anyway, and a yield would only add orders
    /// that differ in nothing else.
    pub fn yield_now() {}
}

/// How long: in a small world, time is an event of its lot.
pub mod time {
    pub use std::time::{Duration, Instant};
}

/// Nobody watches a word here for a moment: it would only add orders that differ in nothing else.
#[derive(Debug)]
pub struct SpinWait;

#[allow(missing_docs, clippy::new_without_default)]
impl SpinWait {
    pub fn new() -> Self {
        SpinWait
    }

    pub fn spin(&mut self) -> bool {
        false
    }
}
