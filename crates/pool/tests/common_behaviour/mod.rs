//! Every item and every behaviour of the pool, one file a theme.
//!
//! The pool under test is the extern crate `subject` of the crate root; `crate::UPSTREAM` says
//! whether that is rayon-core.

mod asleep;
mod broadcast;
mod builder;
mod differences;
mod env;
mod errors;
mod global;
mod join;
mod kept;
mod panics;
mod scale;
mod scope;
mod scope_order;
mod spawn;
mod surface;
mod surface_bounds;
mod termination;
mod tools;
mod use_current_thread;
mod worker_life;
mod yielding;
