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

/// Your tests, for any announcement and any post: silent if both are right, a panic if not.
pub fn tests(announce: fn(u16) -> u16, post: fn(u16) -> u16) {
    let word = |jec: u16, counts: u16| jec << JEC_SHIFT | counts;
    let counts = 0b010_001;
    // Who finds the JEC on its own side leaves it alone.
    assert_eq!(announce(word(2, counts)), word(2, counts));
    assert_eq!(post(word(3, counts)), word(3, counts));
    // Else one step.
    assert_eq!(announce(word(3, counts)), word(4, counts));
    assert_eq!(post(word(2, counts)), word(3, counts));
    // From the top to 0, and nothing leaves the nine bits; the counts stay, full ones too.
    assert_eq!(announce(word(7, counts)), word(0, counts));
    assert_eq!(announce(word(7, 0b111_111)), word(0, 0b111_111));
    assert_eq!(post(word(6, 0b111_111)), word(7, 0b111_111));
}
