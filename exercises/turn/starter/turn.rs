//! The JEC of a small word: nine bits, three for each number.
//!
//! ```text
//!   JEC   inactive  sleeping
//!   876     543       210
//! ```

pub const JEC_SHIFT: u32 = 6;
pub const ONE_JEC: u16 = 1 << JEC_SHIFT;
/// All nine bits. No word is greater.
pub const MASK: u16 = (1 << 9) - 1;

/// Is the JEC of this word even? Then the last step was an announcement.
pub fn is_sleepy(word: u16) -> bool {
    todo!("is_sleepy")
}

/// The word after a worker has announced itself: the JEC is even.
pub fn announce(word: u16) -> u16 {
    todo!("announce")
}

/// The word after a post: the JEC is odd.
pub fn post(word: u16) -> u16 {
    todo!("post")
}

/// Your tests, for any announcement and any post: silent if both are right, a panic if not.
///
/// The grader calls them with right operations, and then with wrong ones.
pub fn tests(announce: fn(u16) -> u16, post: fn(u16) -> u16) {
    todo!("tests")
}
