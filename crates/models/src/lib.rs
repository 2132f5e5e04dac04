//! The sleep protocol, and what the pool builds on it, in every order.
//!
//! This crate includes the *source files* of `winks-sleep`, and those of `winks-pool` that hold its
//! latches, its end and the order of its posts, with three seams of its own beside them:
//! [`sync`] gives them an explorer's atomics, mutexes and condition variables, [`broken`] switches
//! protections off at run time, [`sink`] records every event.
//! What runs here is therefore the very code that runs in a pool, line for line; there is no second
//! implementation that could be right where the first is wrong.
//!
//! - [`recording`]: what happened, as a table with a lane per thread and the word after each step.
//! - [`explore`]: runs a scenario along a script, along every order, or along random ones, and
//!   judges it.
//! - [`scenarios`]: small worlds of two or three threads in which the protocol can lose.
//! - [`worlds`]: the same for the pool's own latches, its broadcasts and its end.
//! - [`steps`]: the simpler ways to sleep that the book tries first.
//! - [`timelines`]: the interleavings that the book shows.
//! - [`catalogue`]: what each breakage breaks, and how the explorer catches it.
//! - [`equivalents`]: what could be otherwise without a loss, and why.
//! - [`telling`]: what a build with a breakage tells whoever runs its tests.
//!
//! # Three explorers
//!
//! Each alone deceives, so there are three, over the same sources and the same scenarios:
//!
//! | explorer | what it tries | what it cannot see |
//! |---|---|---|
//! | this library, shuttle | scripts, samples, and every order of the smallest scenarios | weak memory: a fence does nothing here |
//! | `tests/loom_exact.rs`, loom with every access a read-modify-write | every order with a bounded number of interruptions | weak memory |
//! | `tests/loom_weak.rs`, loom as it is | stale reads, with queues that order nothing by a lock | some orders: those it misses in three scenarios are recorded |
//!
//! The first and the second are held to the same histories (`tests/histories.rs`), the third is
//! compared with them, and the breakages that it misses are tested for as well.
//! `tests/glance.rs` puts what they say of each breakage into one table.
//!
//! `cargo test -p winks-models` runs all of it in about a minute. Deeper runs are
//!
//! ```text
//! WINKS_BOUND=3 cargo test --release -p winks-models --test loom_exact -- --ignored --nocapture
//! cargo test --release -p winks-models --test histories -- --ignored
//! ```
//!
//! The first tries every cell of the sound code with three interruptions, 1.9 million runs in about four
//! minutes of processor time; the second every order of scenario a, in about one. Both pass.
//!
//! Two more commands ask whether these models would notice: one takes each guard out of the text of
//! the sources, the other changes one operator after the other (`.cargo/mutants.toml` says how).
//!
//! ```text
//! cargo test -p winks-chapters --test guards -- --ignored removed::
//! cargo mutants --output target
//! ```
//!
//! # What a verdict means
//!
//! A failure is a run, with its table.
//! A pass says that two or three threads with one to three jobs lose nothing in the orders tried: a
//! depth-first exploration is exact for its scenario, a bounded one up to its bound, a random one
//! is a sample.
//! No explorer here treats a SeqCst *access* as more than AcqRel, or makes a condition variable wake
//! by itself (scenario sp does that by hand).
//! None sees memory that is gone: that nobody touches a latch after it is set is argued, in the
//! pool's `latches`.
//! In no case is a pass a proof for all pools.

#[macro_use]
pub mod broken;
#[macro_use]
pub mod sink;
#[macro_use]
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

// Of the pool: what its latches, its end and its posts are made of. Here nobody needs all of it.
#[allow(dead_code)]
#[path = "../../pool/src/latches.rs"]
mod latches;
#[path = "../../pool/src/post.rs"]
mod post;
#[allow(dead_code)]
#[path = "../../pool/src/termination.rs"]
mod termination;

// The semaphore, on a lot of this crate's own.
#[path = "../../semaphore/src/acquire.rs"]
pub mod acquire;
#[path = "../../semaphore/src/cancel.rs"]
pub mod cancel;
#[path = "../../semaphore/src/close.rs"]
pub mod close;
#[path = "../../semaphore/src/count.rs"]
pub mod count;
#[path = "../../semaphore/src/error.rs"]
pub mod error;
#[path = "../../semaphore/src/lot.rs"]
pub mod lot;
#[path = "../../semaphore/src/modes.rs"]
pub mod modes;
#[path = "../../semaphore/src/note.rs"]
pub mod note;
pub mod parking;
#[path = "../../semaphore/src/patience.rs"]
pub mod patience;
#[path = "../../semaphore/src/permit.rs"]
pub mod permit;
#[path = "../../semaphore/src/semaphore.rs"]
pub mod semaphore;
#[path = "../../semaphore/src/serve.rs"]
pub mod serve;
#[path = "../../semaphore/src/state.rs"]
pub mod state;
#[path = "../../semaphore/src/wait.rs"]
pub mod wait;
pub mod watch;

// The included documentation links to these names at its own root.
pub use cancel::CancelToken;
pub use counters::{AtomicCounters, Counters, Counts};
pub use error::{AcquireError, CountError};
pub use idle::{IdleState, Policy, ROUNDS_UNTIL_SLEEPING, ROUNDS_UNTIL_SLEEPY};
pub use jec::Jec;
pub use latch::CoreLatch;
pub use modes::{Barging, Fair, FairEvery, Mode};
pub use patience::Patience;
pub use permit::Permit;
pub use semaphore::Semaphore;
pub use sleep::{Sleep, WorkerSleepState};
pub use state::{MAX_PERMITS, MIN_BALANCE};
pub use word::{Compact, Layout, NarrowJec, Native, Wide};

pub mod catalogue;
pub mod equivalents;
pub mod explore;
mod lanes;
mod page;
pub mod pool;
pub mod recording;
mod registry;
pub mod scenarios;
pub mod semaphores;
pub mod steps;
mod table;
pub mod telling;
pub mod timelines;
mod worker;
pub mod worlds;
