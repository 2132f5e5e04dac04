#![doc = include_str!("../README.md")]
//!
//! # The order to read it in
//!
//! [`subject`] is what a row may ask of a pool, [`row`] what a row is, [`paired`] how it is run, and
//! [`rows`] the rows themselves, by theme; [`report`] turns what came out into a table and a file.
//! The semaphores have many peers, and rows, loop and contenders of their own in [`semaphore`].
//! Beside them stands what needs a process of its own, started by the lab as a [`probe`]: the
//! [`instructions`] of an operation under callgrind, and the heap that a pool takes at its [`birth`].

pub mod birth;
pub mod clock;
pub mod heap;
pub mod instructions;
pub mod paired;
pub mod probe;
pub mod progress;
pub mod report;
pub mod row;
pub mod rows;
pub mod semaphore;
pub mod subject;
