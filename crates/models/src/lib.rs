//! The sleep protocol, in every order.
//!
//! This crate includes the *source files* of `winks-sleep` with three seams of its own beside them:
//! [`sync`] gives them an explorer's atomics, mutexes and condition variables, [`broken`] switches
//! protections off at run time, [`sink`] records every event.
//! What runs here is therefore the very code that runs in a pool, line for line; there is no second
//! implementation that could be right where the first is wrong.
//!
//! - [`recording`]: what happened, as a table with a lane per thread and the word after each step.
//! - [`explore`]: runs a scenario along a script, along every order, or along random ones, and
//!   judges it.
//! - [`scenarios`]: small worlds of two or three threads in which the protocol can lose.
//! - [`steps`]: the simpler ways to sleep that the book tries first.
//! - [`timelines`]: the interleavings that the book shows.
//! - [`catalogue`]: what each breakage breaks, and how the explorer catches it.
//!
//! # What a verdict means
//!
//! The explorer of this library (shuttle) runs one thread at a time: it tries *orders*, and knows
//! no weak memory, so a missing fence passes unnoticed here (the test `weak_memory` of `winks-sleep`,
//! under loom, sees it).
//! A depth-first exploration is exact for its scenario: two or three threads, a handful of jobs.
//! A random one is a sample.
//! In no case is a pass a proof for all pools.

#[macro_use]
pub mod broken;
#[macro_use]
pub mod sink;
pub mod sync;

#[path = "../../sleep/src/counters.rs"]
pub mod counters;
#[path = "../../sleep/src/idle.rs"]
pub mod idle;
#[path = "../../sleep/src/jec.rs"]
pub mod jec;
#[path = "../../sleep/src/latch.rs"]
pub mod latch;
#[path = "../../sleep/src/sleep.rs"]
pub mod sleep;
#[path = "../../sleep/src/trace.rs"]
pub mod trace;
#[path = "../../sleep/src/wake.rs"]
pub mod wake;
#[path = "../../sleep/src/word.rs"]
pub mod word;

// The included documentation links to these names at its own root.
pub use counters::{AtomicCounters, Counters, Counts};
pub use idle::{IdleState, Policy, ROUNDS_UNTIL_SLEEPING, ROUNDS_UNTIL_SLEEPY};
pub use jec::Jec;
pub use latch::CoreLatch;
pub use sleep::{Sleep, WorkerSleepState};
pub use word::{Compact, Layout, NarrowJec, Native, Wide};

pub mod catalogue;
pub mod explore;
pub mod pool;
pub mod recording;
pub mod scenarios;
pub mod steps;
pub mod timelines;
