//! From a loop that spins to the whole idea, in five steps.
//!
//! Each is a semaphore of one-permit requests that compiles and mostly works; each but the last
//! lacks something, and a test of `tests/steps.rs` shows what, without chance.
//! The last is the algorithm that the rest of this crate is an elaboration of.
//!
//! | step | what it adds | what it lacks |
//! |---|---|---|
//! | [`spin`] | a count | it burns a processor while it waits |
//! | [`park`] | sleep | a release between the look and the sleep wakes nobody |
//! | [`validate`] | a last look under the lot's lock | every release visits the lot, even if nobody sleeps |
//! | [`bit`] | a flag that says whether somebody sleeps | the flag is cleared too late: somebody else may rely on it by then |
//! | [`callback`] | the flag is cleared under the lot's lock | nothing, for one permit at a time and all the time in the world |

pub mod bit;
pub mod callback;
pub mod park;
pub mod spin;
pub mod validate;
