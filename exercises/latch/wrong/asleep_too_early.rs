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
        self.state.compare_exchange(UNSET, SLEEPING).is_ok()
    }

    /// By the owner, who holds the lock of its bed: SLEEPY → SLEEPING. False if it is SET.
    pub fn fall_asleep(&self) -> bool {
        !self.probe()
    }

    /// By the owner, awake again: SLEEPING → UNSET; SET stays.
    pub fn wake_up(&self) {
        let _ = self.state.compare_exchange(SLEEPING, UNSET);
    }

    /// By anybody: now it is SET. True if the owner must be woken.
    pub fn set(&self) -> bool {
        self.state.swap(SET) == SLEEPING
    }
}

/// Your tests, for the moves of any latch: silent if all are right, a panic if one is not.
pub fn tests(moves: Moves) {
    let Moves { get_sleepy, fall_asleep, wake_up, set } = moves;
    let left = |state, one| {
        let ended = alone(state, one);
        (ended.one, ended.state)
    };
    // The owner's way, and a latch that was set before.
    assert_eq!(left(UNSET, get_sleepy), (true, SLEEPY));
    assert_eq!(left(SLEEPY, fall_asleep), (true, SLEEPING));
    assert_eq!(left(SLEEPING, wake_up).1, UNSET);
    assert_eq!(left(SET, get_sleepy), (false, SET));
    assert_eq!(left(SET, fall_asleep), (false, SET));
    assert_eq!(left(SET, wake_up).1, SET);
    // The setter wakes an owner that sleeps, and no other.
    for state in [UNSET, SLEEPY, SLEEPING, SET] {
        assert_eq!(left(state, set), (state == SLEEPING, SET));
    }
    // Each move of the owner against the setter, one between two steps of the other.
    for (state, one) in [(UNSET, get_sleepy), (SLEEPY, fall_asleep), (SLEEPING, wake_up)] {
        for at in 0..4 {
            assert_eq!(race(state, at, one, set).state, SET);
            assert_eq!(race(state, at, set, one).state, SET);
        }
    }
    // Whoever falls asleep and is set is woken.
    for at in 0..4 {
        let night = race(SLEEPY, at, fall_asleep, set);
        assert!(!night.one || night.other);
        let night = race(SLEEPY, at, set, fall_asleep);
        assert!(!night.other || night.one);
    }
}
