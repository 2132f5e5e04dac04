//! The semaphore beside its peers: speed, and who waits how long.
//!
//! [`contender`] is what a row may ask of a semaphore and who answers (the C library's in `sem_t`);
//! [`row`] what a row is and how all contenders take their turns in it; [`crowd`] the threads that
//! meet; [`rows`] the rows themselves.
//! [`fairness`] is told in figures that are no ratios: the longest wait, the evenness of the shares,
//! and, in the units of its bound, for how long a mode of ours passes over who waits.

pub mod contender;
pub mod crowd;
pub mod fairness;
pub mod queue;
pub mod row;
pub mod rows;
#[cfg(target_os = "linux")]
pub mod sem_t;
