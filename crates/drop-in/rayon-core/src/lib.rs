//! Stands in for rayon-core 1.13: every item of it, from the pool of Forty Winks.
//!
//! rayon 1.12 and its users name nothing that is not here.
//!
//! ```
//! let (left, right) = rayon_core::join(|| 6 * 7, || 40 + 2);
//! assert_eq!(left, right);
//! ```
//!
//! This crate must never hold code of its own: what behaves differently has to differ in
//! `winks_pool`, where it is tested.

pub use winks_pool::*;
