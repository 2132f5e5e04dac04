//! A word of which each access is a point at which the other side may go.
//!
//! No threads: the other side goes there and then, all of its way or until it waits.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

pub(super) const NAMES: [&str; 4] = ["UNSET", "SLEEPY", "SLEEPING", "SET"];

pub(super) type OtherSide = Box<dyn FnOnce()>;

thread_local! {
    pub(super) static LOG: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
    pub(super) static WHO: Cell<&'static str> = const { Cell::new("owner") };
    /// So many accesses from now, the other side goes.
    pub(super) static NEXT: RefCell<Option<(usize, OtherSide)>> = const { RefCell::new(None) };
}

pub(super) fn log(what: impl Into<String>) {
    LOG.with_borrow_mut(|log| log.push(format!("{:<6} {}", WHO.get(), what.into())));
}

/// The other side may go here.
pub(super) fn point() {
    let now = NEXT.with_borrow_mut(|next| match next.take() {
        Some((0, side)) => Some(side),
        Some((n, side)) => {
            *next = Some((n - 1, side));
            None
        }
        None => None,
    });
    if let Some(side) = now {
        let me = WHO.get();
        side();
        WHO.set(me);
    }
}

/// A word of which each access is one step.
pub struct Atomic(Cell<usize>);

fn name(state: usize) -> String {
    NAMES.get(state).map_or(state.to_string(), |name| (*name).to_owned())
}

impl Atomic {
    pub fn new(value: usize) -> Atomic {
        Atomic(Cell::new(value))
    }

    pub fn load(&self) -> usize {
        point();
        log(format!("reads {}", name(self.0.get())));
        self.0.get()
    }

    pub fn store(&self, value: usize) {
        point();
        log(format!("writes {}", name(value)));
        self.0.set(value);
    }

    pub fn swap(&self, value: usize) -> usize {
        point();
        log(format!("swaps {} → {}", name(self.0.get()), name(value)));
        self.0.replace(value)
    }

    pub fn compare_exchange(&self, from: usize, to: usize) -> Result<usize, usize> {
        point();
        let found = self.0.get();
        if found == from {
            log(format!("exchanges {} → {}", name(from), name(to)));
            self.0.set(to);
            Ok(found)
        } else {
            log(format!("wants {} and finds {}", name(from), name(found)));
            Err(found)
        }
    }
}

/// Runs `main` with `other` before its access `at`, or behind it; false if there are no more places.
pub(super) fn interleaved(at: usize, main: impl FnOnce(), other: OtherSide) -> bool {
    NEXT.set(Some((at, other)));
    main();
    match NEXT.take() {
        Some((_, other)) => {
            other();
            false
        }
        None => true,
    }
}

pub(super) fn story() -> String {
    LOG.with_borrow(|log| {
        log.iter().enumerate().map(|(k, step)| format!("{:>3}  {step}\n", k + 1)).collect()
    })
}

/// One move of a latch; the owner's way back, which has no answer, always says true.
pub type Move = fn(&Atomic) -> bool;

/// What two moves answered, and what they left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended {
    pub one: bool,
    pub other: bool,
    pub state: usize,
}

/// From this state, `one` goes, and `other` in one piece before its access `at`, 0 being the first,
/// or behind it if it makes fewer.
pub fn race(state: usize, at: usize, one: Move, other: Move) -> Ended {
    let state = Rc::new(Atomic::new(state));
    let (ended, answer) = (Rc::new(Cell::new(false)), Rc::new(Cell::new(false)));
    let side = {
        let (state, ended) = (state.clone(), ended.clone());
        Box::new(move || ended.set(other(&state)))
    };
    interleaved(at, || answer.set(one(&state)), side);
    Ended { one: answer.get(), other: ended.get(), state: state.0.get() }
}

/// From this state, one move, and nobody beside it.
pub fn alone(state: usize, one: Move) -> Ended {
    race(state, usize::MAX, one, |_| false)
}
