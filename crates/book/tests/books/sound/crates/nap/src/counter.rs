//! A counter of naps.

// ANCHOR: max
/// The most naps.
///
/// Keeps INV-NAP-1: never more than this.
pub const MAX: usize = 3;
// ANCHOR_END: max

/// Counts naps.
#[derive(Debug, Default)]
pub struct Counter { naps: usize }

impl Counter {
    // ANCHOR: add
    /// Counts one nap more; `a < b && c > d`, {{#include no.rs}}.
    pub fn add(&mut self) {
        if self.naps < MAX {
            self.naps += 1;
        }
    }
    // ANCHOR_END: add

    /* A comment
       over lines. */
    /// Reads the count.
    pub fn get(&self) -> usize {
        self.naps
    }
}
