//! Where the three numbers lie in the word.
//!
//! From the low bits up: sleeping threads, inactive threads, the jobs event counter (JEC).
//! The JEC lies on top because it wraps: its carry falls off the word and never reaches a count.
//!
//! The widths are constants of a [`Layout`], so that the word of a 32-bit target, or one whose JEC
//! wraps after four steps, can be built and tested on any machine.
//! A layout narrower than `usize` masks the carry away; for [`Native`] the mask is all ones and
//! costs nothing.

// ANCHOR: layout
/// The widths of the three fields, and what follows from them.
pub trait Layout {
    /// Bits of each of the two thread counts.
    const THREADS_BITS: u32;
    /// Bits of the JEC.
    const JEC_BITS: u32;

    /// Bit 0: the sleeping threads.
    const SLEEPING_SHIFT: u32 = 0;
    /// The inactive threads, above the sleeping ones.
    const INACTIVE_SHIFT: u32 = Self::THREADS_BITS;
    /// The JEC, above both.
    const JEC_SHIFT: u32 = 2 * Self::THREADS_BITS;
    // ANCHOR_END: layout

    // ANCHOR: layout-units
    /// One sleeping thread.
    const ONE_SLEEPING: usize = 1 << Self::SLEEPING_SHIFT;
    /// One inactive thread.
    const ONE_INACTIVE: usize = 1 << Self::INACTIVE_SHIFT;
    /// One step of the JEC.
    const ONE_JEC: usize = 1 << Self::JEC_SHIFT;

    /// The most threads that a count can hold, and so a pool: 65,535 in 64 bits, 255 in 32.
    const THREADS_MAX: usize = (1 << Self::THREADS_BITS) - 1;
    /// The largest JEC; the next step goes to 0.
    const JEC_MAX: usize = usize::MAX >> (usize::BITS - Self::JEC_BITS);
    /// All bits of the word.
    const MASK: usize = usize::MAX >> (usize::BITS - Self::JEC_SHIFT - Self::JEC_BITS);
    // ANCHOR_END: layout-units
}

/// A layout with these widths: one to carry them, no value of it exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fields<const THREADS_BITS: u32, const JEC_BITS: u32> {}

impl<const THREADS_BITS: u32, const JEC_BITS: u32> Layout for Fields<THREADS_BITS, JEC_BITS> {
    const THREADS_BITS: u32 = THREADS_BITS;
    const JEC_BITS: u32 = JEC_BITS;
}

// ANCHOR: layouts
/// 16 + 16 + 32 bits: the word of a 64-bit machine.
pub type Wide = Fields<16, 32>;

/// 8 + 8 + 16 bits: the word of a 32-bit machine, buildable on any.
pub type Compact = Fields<8, 16>;

/// A JEC so narrow that a test can send it once around.
pub type NarrowJec<const BITS: u32> = Fields<8, BITS>;

/// The widest layout that this machine's `usize` holds.
#[cfg(target_pointer_width = "64")]
pub type Native = Wide;
/// The widest layout that this machine's `usize` holds.
#[cfg(not(target_pointer_width = "64"))]
pub type Native = Compact;
// ANCHOR_END: layouts
