//! A latch with one owner, who may sleep on it, and anybody to set it.

// Like an AtomicUsize: `load()`, `store(new)`, `swap(new)`, `compare_exchange(from, to)`.
// Each is one step, and between any two of them the other side may go.
use crate::grade::Atomic;

pub const UNSET: usize = 0;
pub const SLEEPY: usize = 1;
pub const SLEEPING: usize = 2;
pub const SET: usize = 3;

pub struct Latch {
    state: Atomic,
}

impl Latch {
    pub fn new() -> Latch {
        Latch { state: Atomic::new(UNSET) }
    }

    /// Is it set?
    pub fn probe(&self) -> bool {
        self.state.load() == SET
    }

    /// By the owner: UNSET → SLEEPY. False if it is SET.
    pub fn get_sleepy(&self) -> bool {
        self.state.compare_exchange(UNSET, SLEEPY).is_ok()
    }

    /// By the owner, who holds the lock of its bed: SLEEPY → SLEEPING. False if it is SET.
    pub fn fall_asleep(&self) -> bool {
        self.state.compare_exchange(SLEEPY, SLEEPING).is_ok()
    }

    /// By the owner, awake again: SLEEPING → UNSET; SET stays.
    pub fn wake_up(&self) {
        let _ = self.state.compare_exchange(SLEEPING, UNSET);
    }

    /// By anybody: now it is SET. True if the owner must be woken.
    pub fn set(&self) -> bool {
        let was = self.state.load();
        self.state.store(SET);
        was == SLEEPING
    }
}
