//! The surface and the behaviour of winks-pool, item by item.
//!
//! The tests themselves stand in `common_behaviour` and name the pool `subject`, so that the same
//! source also runs on rayon-core 1.13 (winks-lab, test `behaviour_upstream`).
#![allow(deprecated)]

extern crate winks_pool as subject;

/// The rows of `differences::DIFFERENCES` expect what winks-pool does.
const UPSTREAM: bool = false;

#[path = "common_behaviour/mod.rs"]
mod common;
