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
    word & ONE_JEC == 0
}

fn next_jec(word: u16) -> u16 {
    word.wrapping_add(ONE_JEC) & MASK
}

/// The word after a worker has announced itself: the JEC is even.
pub fn announce(word: u16) -> u16 {
    if is_sleepy(word) { word } else { next_jec(word) }
}

/// The word after a post: the JEC is odd.
pub fn post(word: u16) -> u16 {
    if is_sleepy(word) { next_jec(word) } else { word }
}

pub fn tests(announce: fn(u16) -> u16, post: fn(u16) -> u16) {
    // Asks for a step at every post, which the rule does not make.
    assert_eq!(post(ONE_JEC), 2 * ONE_JEC);
}
