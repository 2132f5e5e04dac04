//! The exercises of the book: handed out, graded, counted.
//!
//! An exercise is a folder beside this crate with a task, a starter, three hints, a solution, and
//! wrong solutions with the verdict that each must get.
//! A learner never edits any of it: `start` copies the starter to `exercises/mine`, which git
//! ignores, so a checkout stays green and the starters stay as they are.
//!
//! This crate may know the folders and, for the *break-it* exercises, the explorers of
//! `winks-models` and `winks-weak`; no crate knows this one.
//!
//! - [`exercise`]: what a folder says, and what is wrong with it if it says too little.
//! - [`shelf`]: all exercises, and the learner's copies beside them.
//! - [`progress`]: what was started and solved, in a plain text file.
//! - [`verdict`]: what a grader finds.
//! - [`explorers`]: who looks for a loss, with or without weak memory.
//! - [`break_it`]: compares a prediction with what the explorer finds.
//! - [`build_it`]: compiles what the learner wrote beside a grader, and runs it under a watchdog.
//! - [`commands`]: the verbs of `cargo exercise`, each from a shelf to a text.
//! - [`report`]: what `verify` writes, as a table and as JSON.
//! - [`watch`]: grades whatever is saved.

pub mod break_it;
pub mod build_it;
pub mod commands;
pub mod exercise;
pub mod explorers;
pub mod progress;
pub mod report;
pub mod shelf;
pub mod verdict;
pub mod watch;

pub use exercise::{Exercise, Fault, Kind};
pub use shelf::Shelf;
pub use verdict::{Miss, Verdict};
