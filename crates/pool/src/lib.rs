//! A work-stealing thread pool: rayon-core's interface and behaviour, on the sleep protocol of this
//! book.
//!
//! ```
//! let (left, right) = winks_pool::join(|| 1 + 1, || 2 + 2);
//! assert_eq!((left, right), (2, 4));
//! ```
//!
//! # Read it in this order
//!
//! One module per verb stands on a few private ones:
//!
//! 1. `job`: a closure whose type is forgotten, and the two rules that keep it safe.
//! 2. `latches`: what one waits for, and why a latch may be gone when it is set.
//! 3. `deque`: whose queues there are; `post`: first the job, then the news of it.
//! 4. `worker`: where work comes from, and the one loop in which everybody waits.
//! 5. `registry`: the threads and queues of a pool, and the three ways into it.
//! 6. [`join()`]: a push, a call, a pop; then [`scope()`], [`spawn()`], [`broadcast()`],
//!    [`yield_now`].
//! 7. `termination`, `global`, `builder`, [`ThreadPool`]: how a pool begins and ends.
//!
//! Beside the path stand two seams for the explorers of `winks-models`: `sync` and [`broken`](mod@broken).
//! Private modules are documented as well:
//! `cargo doc --package winks-pool --document-private-items`.
//!
//! # Invariants
//!
//! Beside those of its sleep protocol, and the rules of memory that the SAFETY comments name:
//!
//! | id | what holds |
//! |---|---|
//! | INV-POST-1 | a job is in its queue before its poster consults the counters or goes to a bed |
//! | INV-CAST-1 | a broadcast goes to the bed of every thread, asleep or not |
//! | INV-CAST-2 | the last look of a worker covers its own broadcast queue |
//! | INV-LAST-1 | each of many counts down once, in one step, and the last one sets the latch |
//! | INV-HOME-1 | who sets a latch wakes its owner in the owner's pool |
//! | INV-OUT-1 | the latch of an outsider is set before the outsider is notified |
//! | INV-END-1 | the last keeper sets the latch of every thread, asleep or not |
//! | INV-END-2 | each keeper is counted down once, in one step |
//! | INV-END-3 | a pool that has ended is never kept again |
//!
//! `cargo test --package winks-pool --features broken_…` shows each of them fall; see
//! [`broken`](mod@broken).
//!
//! # Instead of rayon-core
//!
//! A program that uses `rayon` can run on this pool without a change to its source; see
//! `crates/drop-in`.
//! Where this pool does better than rayon-core 1.13, it says so at the item: a failed build leaves
//! no trace, [`ThreadPool::shutdown`] waits, [`FnContext::migrated`] is exact, `build_global`
//! returns after the start handlers, and a panic that ends the process says whose it was.
//!
//! # Under other tools
//!
//! The tests of this crate run clean under AddressSanitizer and ThreadSanitizer (a nightly
//! toolchain with `rust-src`; leave out `without_threads`, which replaces `pthread_create`):
//!
//! ```text
//! RUSTFLAGS=-Zsanitizer=address cargo +nightly test --target x86_64-unknown-linux-gnu \
//!     --package winks-pool --lib --test behaviour --test allocations
//! RUSTFLAGS=-Zsanitizer=thread cargo +nightly test -Zbuild-std --target x86_64-unknown-linux-gnu \
//!     --package winks-pool --lib --test behaviour --test allocations -- --test-threads=2
//! ```
//!
//! With leak detection, what AddressSanitizer reports is by design: each thread that was enlisted in
//! a pool leaves its worker behind, because frames further out may still refer to it.
//!
//! The tests shrink under `cfg!(miri)`.
//! This command has not been run by the authors, whose machines lack Miri:
//!
//! ```text
//! MIRIFLAGS=-Zmiri-disable-isolation cargo +nightly miri test --package winks-pool --test behaviour
//! ```

// The sources say `crate::sleep::…` and `crate::latch::…`, whoever includes them.
use winks_sleep::{self as sleep, latch};

#[macro_use]
pub mod broken;
#[macro_use]
pub mod trace;

mod deque;
mod job;
mod latches;
mod panic;
mod post;
mod progress;
mod random;
mod registry;
mod sync;
mod termination;
mod worker;

mod broadcast;
mod builder;
mod config;
mod error;
mod global;
mod join;
mod scope;
mod spawn;
mod stats;
mod thread_pool;
mod yielding;

pub use broadcast::{BroadcastContext, broadcast, spawn_broadcast};
pub use builder::{ThreadBuilder, ThreadPoolBuilder};
#[allow(deprecated, reason = "they are exported because they are in rayon-core")]
pub use config::{Configuration, initialize};
pub use error::ThreadPoolBuildError;
pub use join::{FnContext, join, join_context};
pub use scope::{Scope, ScopeFifo, in_place_scope, in_place_scope_fifo, scope, scope_fifo};
pub use spawn::{spawn, spawn_fifo};
pub use stats::{Stats, WorkerCounts, current_stats};
pub use thread_pool::{
    ThreadPool, current_num_threads, current_thread_has_pending_tasks, current_thread_index,
    max_num_threads,
};
pub use yielding::{Yield, yield_local, yield_now};
