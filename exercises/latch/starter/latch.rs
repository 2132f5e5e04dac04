//! A latch with one owner, who may sleep on it, and anybody to set it.

// Like an AtomicUsize: `load()`, `store(new)`, `swap(new)`, `compare_exchange(from, to)`.
// Each is one step, and between any two of them the other side may go.
//
// For your tests, which get the moves of any latch, each a function of its state:
//
//   alone(state, one) -> Ended             from this state, one move
//   race(state, at, one, other) -> Ended   the same, and another move, in one piece, before access
//                                          `at` of the first: 0 is before all of them, 1 before the
//                                          second, or behind it if there is none
//   Ended { one, other, state }            what the moves answered, and the state they left
//   Moves { get_sleepy, fall_asleep, wake_up, set }   `wake_up`, which has no answer, says true
use crate::grade::{Atomic, Moves, alone, race};

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
        todo!("get_sleepy")
    }

    /// By the owner, who holds the lock of its bed: SLEEPY → SLEEPING. False if it is SET.
    pub fn fall_asleep(&self) -> bool {
        todo!("fall_asleep")
    }

    /// By the owner, awake again: SLEEPING → UNSET; SET stays.
    pub fn wake_up(&self) {
        todo!("wake_up")
    }

    /// By anybody: now it is SET. True if the owner must be woken.
    pub fn set(&self) -> bool {
        todo!("set")
    }
}

/// Your tests, for the moves of any latch: silent if all are right, a panic if one is not.
///
/// The grader calls them with right latches, and then with wrong ones.
pub fn tests(moves: Moves) {
    todo!("tests")
}
