//! The behaviour tests of winks-pool, run on rayon-core 1.13 from the registry.
//!
//! What passes here unchanged is what rayon-core does, and not what we think of it.
#![allow(deprecated)]

extern crate rayon_core as subject;

/// The rows of `differences::DIFFERENCES` expect what rayon-core does.
const UPSTREAM: bool = true;

#[path = "../../pool/tests/common_behaviour/mod.rs"]
mod common;
