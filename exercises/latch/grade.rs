//! Grades a latch in all orders in which one side goes between two steps of the other, and the
//! learner's tests by wrong latches.
//!
//! For a latch whose `set` is one step that is every order there is.

#[path = "grade/atomic.rs"]
mod atomic;
#[path = "grade/mutants.rs"]
mod mutants;

pub use atomic::{Atomic, Ended, Move, alone, race};
pub use mutants::Moves;

use crate::kit::Check;
use crate::yours::{Latch, SET, SLEEPING, SLEEPY, UNSET};
use atomic::{LOG, NAMES, NEXT, OtherSide, WHO, interleaved, log, point, story};
use std::cell::Cell;
use std::rc::Rc;

pub const CHECKS: &[Check] = &[
    ("moves", "the owner goes UNSET → SLEEPY → SLEEPING → UNSET, as often as it likes", moves),
    ("setter", "set asks for a wake-up exactly if it finds SLEEPING", setter),
    ("lost", "whenever it is set, the owner leaves or is woken", lost),
    ("again", "a latch that is set while its owner wakes up stays SET", again),
    ("tests", "your tests are silent if all four moves are right", mutants::tests_accept),
    ("mutants", "your tests notice each wrong move", mutants::tests_refuse),
];

#[derive(Clone, Copy, PartialEq)]
enum Bed {
    Free,
    /// The owner holds its lock, and somebody waits for it, or nobody.
    Locked {
        waker: bool,
    },
    Blocked,
}

/// A latch, and the bed of its owner.
struct World {
    latch: Latch,
    bed: Cell<Bed>,
}

impl World {
    fn new() -> Rc<World> {
        LOG.with_borrow_mut(Vec::clear);
        WHO.set("owner");
        NEXT.set(None);
        Rc::new(World { latch: Latch::new(), bed: Cell::new(Bed::Free) })
    }

    /// The owner lies down: checks 1 to 3, and the condition variable.
    fn lie_down(&self) {
        WHO.set("owner");
        if !self.latch.get_sleepy() {
            return log("leaves: the latch is set");
        }
        self.bed.set(Bed::Locked { waker: false });
        if !self.latch.fall_asleep() {
            self.bed.set(Bed::Free);
            return log("leaves: the latch is set");
        }
        point();
        log("blocks");
        match self.bed.get() {
            Bed::Locked { waker: true } => {
                self.bed.set(Bed::Free);
                log("is woken");
            }
            _ => self.bed.set(Bed::Blocked),
        }
    }

    fn set(&self) {
        WHO.set("setter");
        let must_wake = self.latch.set();
        point();
        WHO.set("setter");
        if !must_wake {
            return log("wakes nobody");
        }
        match self.bed.get() {
            Bed::Free => log("finds the bed empty"),
            Bed::Locked { .. } => {
                log("waits for the lock of the bed");
                self.bed.set(Bed::Locked { waker: true });
            }
            Bed::Blocked => {
                log("wakes the owner");
                self.bed.set(Bed::Free);
            }
        }
    }
}

/// Is it set? Asked by the grader, so no step of the story.
fn is_set(latch: &Latch) -> bool {
    let steps = LOG.with_borrow(Vec::len);
    let set = latch.probe();
    LOG.with_borrow_mut(|log| log.truncate(steps));
    set
}

fn expect(so: bool, text: &str) -> Result<(), String> {
    if so { Ok(()) } else { Err(format!("{text}\n{}", story())) }
}

fn moves() -> Result<(), String> {
    let world = World::new();
    for _ in 0..2 {
        expect(world.latch.get_sleepy(), "nobody has set it, and get_sleepy says so")?;
        expect(world.latch.fall_asleep(), "nobody has set it, and fall_asleep says so")?;
        world.latch.wake_up();
    }
    expect(!is_set(&world.latch), "nobody has set it, and it is SET")
}

fn setter() -> Result<(), String> {
    let steps: [fn(&Latch); 3] = [|_| (), |l| drop(l.get_sleepy()), |l| drop(l.fall_asleep())];
    for (many, found) in [UNSET, SLEEPY, SLEEPING].into_iter().enumerate() {
        let world = World::new();
        steps[..=many].iter().for_each(|step| step(&world.latch));
        WHO.set("setter");
        let wakes = world.latch.set();
        let text = format!("the owner was {}, and set says {wakes}", NAMES[found]);
        expect(wakes == (found == SLEEPING), &text)?;
        expect(is_set(&world.latch), "it was set, and is not SET")?;
    }
    let world = World::new();
    let _ = world.latch.set();
    expect(!world.latch.set(), "it is SET, nobody sleeps, and a second set wakes somebody")
}

fn lost() -> Result<(), String> {
    for setter_between in [true, false] {
        for at in 0.. {
            let world = World::new();
            let (one, other) = (world.clone(), world.clone());
            let more = match setter_between {
                true => interleaved(at, || one.lie_down(), Box::new(move || other.set())),
                false => interleaved(at, || one.set(), Box::new(move || other.lie_down())),
            };
            WHO.set("owner");
            let sleeps = world.bed.get() == Bed::Blocked;
            expect(!sleeps, "the owner sleeps beside a latch that is set, for ever")?;
            expect(is_set(&world.latch), "it was set, and is not SET")?;
            if !more {
                break;
            }
        }
    }
    Ok(())
}

fn again() -> Result<(), String> {
    for at in 0.. {
        let world = World::new();
        world.lie_down();
        world.bed.set(Bed::Free);
        log("is woken for a job");
        let (one, other) = (world.clone(), world.clone());
        let wake_up = || one.latch.wake_up();
        if !interleaved(at, wake_up, Box::new(move || other.set())) {
            return expect(is_set(&world.latch), "it was set, and is not SET");
        }
        expect(
            is_set(&world.latch),
            "it was set, and is not SET any more: the owner waits for ever",
        )?;
    }
    Ok(())
}
