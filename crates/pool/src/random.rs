//! Where a thief begins to look: a small generator for each worker.
//!
//! All thieves starting with the same victim would be in each other's way; that is all the
//! randomness there is in a pool. The sequence depends only on the order in which workers were
//! made, so a program that builds its pools in the same order draws the same numbers.

use std::cell::Cell;
use std::hash::{DefaultHasher, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};

/// An xorshift64* generator (Vigna 2014: shifts 12, 25, 27, multiplier 0x2545F4914F6CDD1D).
#[derive(Debug)]
pub(crate) struct Random {
    state: Cell<u64>,
}

impl Random {
    /// A generator of its own for each caller.
    pub(crate) fn new() -> Random {
        static CALLERS: AtomicUsize = AtomicUsize::new(0);
        let seed = std::iter::repeat_with(|| {
            let mut hasher = DefaultHasher::new();
            // Relaxed: only that each number is drawn once matters.
            hasher.write_usize(CALLERS.fetch_add(1, Ordering::Relaxed));
            hasher.finish()
        })
        // From 0 the generator would never get away.
        .find(|seed| *seed != 0);
        Random { state: Cell::new(seed.expect("an endless iterator")) }
    }

    /// A number below `n`.
    pub(crate) fn below(&self, n: usize) -> usize {
        let mut x = self.state.get();
        x ^= x >> 12;
        x ^= x << 25;
        x ^= x >> 27;
        self.state.set(x);
        (x.wrapping_mul(0x2545_F491_4F6C_DD1D) % n as u64) as usize
    }
}
