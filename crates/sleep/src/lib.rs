//! How the workers of a work-stealing pool fall asleep, and who wakes them.
//!
//! A worker that finds no job must stop burning its processor, and a job that is posted a moment
//! later must still be done.
//! This crate holds the whole answer: one packed word of counters that everybody shares, a mutex
//! and a condition variable per worker, and a handshake between the one who lies down and the one
//! who posts.
//! It knows nothing of jobs, deques or registries; what it must know of them it asks through
//! closures.
//!
//! # Read it in this order
//!
//! 1. [`word`]: where the three numbers lie in the word, for 64 and 32 bits and for narrow tests.
//! 2. [`jec`]: the jobs event counter, whose parity says who wrote last.
//! 3. [`counters`]: the five operations on the word, each one atomic step.
//! 4. [`idle`]: the evidence that a thread is searching, and its count of rounds.
//! 5. [`latch`]: the thing a worker waits for, in four states.
//! 6. [`sleep`]: the worker's side, from the first empty search to the five checks.
//! 7. [`wake`]: the poster's side, how many to wake and whom.
//!
//! Beside the path stand three seams, which an explorer replaces with its own: [`sync`] (atomics,
//! mutex, condition variable), [`broken`] (protections that can be switched off, invariants that
//! are checked) and [`sink`] (where the events of [`trace`] go).
//!
//! # One wait, from both sides
//!
//! ```
//! use std::collections::VecDeque;
//! use std::sync::Mutex;
//! use winks_sleep::{CoreLatch, Sleep};
//!
//! let sleep: Sleep = Sleep::new(1);
//! let injector = Mutex::new(VecDeque::new());
//! let done = CoreLatch::new();
//!
//! std::thread::scope(|s| {
//!     s.spawn(|| {
//!         while !done.probe() {
//!             let mut idle = sleep.start_looking(0);
//!             loop {
//!                 if done.probe() {
//!                     sleep.work_found(idle);
//!                     break;
//!                 }
//!                 if let Some(job) = injector.lock().unwrap().pop_front() {
//!                     sleep.work_found(idle);
//!                     let job: fn() = job;
//!                     job();
//!                     break;
//!                 }
//!                 sleep.no_work_found(&mut idle, &done, || !injector.lock().unwrap().is_empty());
//!             }
//!         }
//!     });
//!
//!     let mut queue = injector.lock().unwrap();
//!     let was_empty = queue.is_empty();
//!     queue.push_back((|| println!("a job ran")) as fn());
//!     drop(queue);
//!     sleep.new_injected_jobs(1, was_empty);
//!
//!     if done.set() {
//!         sleep.wake_specific_thread(0);
//!     }
//! });
//! ```
//!
//! # Invariants
//!
//! | id | what holds |
//! |---|---|
//! | INV-COUNT-1 | inactive ≥ sleeping in every value of the word |
//! | INV-COUNT-2 | nothing is subtracted from a count that is 0, nothing added to one that is full |
//! | INV-COUNT-3 | sleeping is taken back by the waker, once per woken thread, or by the sleeper whose last look found something |
//! | INV-COUNT-4 | each change of the word is one atomic step |
//! | INV-JEC-1 | after an announcement the JEC is even, after a post it is odd |
//! | INV-JEC-2 | the carry of the JEC falls off the top of the word |
//! | INV-JEC-3 | who goes to sleep has announced itself and remembers the even value it left |
//! | INV-JEC-4 | a JEC that moved since the announcement keeps the announcer awake |
//! | INV-LATCH-1 | only its owner moves a latch between UNSET, SLEEPY and SLEEPING; SET is final for the wait |
//! | INV-LATCH-2 | a latch that is set keeps its owner awake or wakes it |
//! | INV-BED-1 | `is_blocked` is locked before the sleeper registers, until it waits |
//! | INV-BED-2 | `is_blocked` is true exactly while its worker waits to be woken |
//! | INV-LOOK-1 | the last look comes after the registration, a SeqCst fence between them |
//! | INV-LOOK-2 | an injected job is in its queue, and a SeqCst fence behind it, before its poster reads the word |
//! | INV-ROUND-1 | a worker that finds nothing is asleep after finitely many searches |
//! | INV-WAKE-1 | a job that its poster left to an awake worker wakes a sleeper once that worker is busy |
//! | INV-WAKE-2 | a post wakes no more threads than its rule says |

#[macro_use]
pub mod broken;
#[macro_use]
pub mod sink;
pub mod sync;
pub mod trace;

pub mod counters;
pub mod idle;
pub mod jec;
pub mod latch;
pub mod sleep;
pub mod wake;
pub mod word;

pub use counters::{AtomicCounters, Counters, Counts};
pub use idle::{IdleState, Policy, ROUNDS_UNTIL_SLEEPING, ROUNDS_UNTIL_SLEEPY};
pub use jec::Jec;
pub use latch::CoreLatch;
pub use sleep::{Sleep, WorkerSleepState};
pub use word::{Compact, Layout, NarrowJec, Native, Wide};
