//! The rows, by theme.

pub mod broadcasts;
pub mod joins;
pub mod life;
pub mod memory;
pub mod outside;
pub mod ramps;
pub mod scopes;
pub mod trees;
pub mod wakes;

use crate::row::Row;

/// The sizes of pool that the rows with a size in their name are measured at, unless told otherwise.
pub const THREADS: [usize; 3] = [2, 12, 64];

/// All rows; those that compare sizes of pools stand once for each of `threads`.
pub fn all(threads: &[usize]) -> Vec<Row> {
    let mut rows = joins::rows();
    rows.extend(outside::rows(threads));
    rows.extend(scopes::rows());
    rows.extend(trees::rows());
    rows.extend(broadcasts::rows(threads));
    rows.extend(life::rows(threads));
    rows.extend(ramps::rows());
    rows.extend(wakes::rows());
    rows.extend(memory::rows());
    rows
}
