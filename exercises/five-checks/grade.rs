//! Grades a worker's way to bed in all orders in which another thread goes at one point of it, and
//! in all in which the worker goes at one point of the other thread; then the learner's tests.
//!
//! A worker that blocks with nobody left to wake it is lost, and told so with the story of its
//! steps.

#[path = "grade/door.rs"]
mod door;
#[path = "grade/mutants.rs"]
mod mutants;
#[path = "grade/others.rs"]
mod others;

pub use door::{Door, LONG, Rounds, Word};
pub use mutants::{Morning, Others, Way, night};

use crate::kit::Check;
use crate::yours::go_to_sleep;
use door::{Bed, Latch, Lost, REMEMBERED, Suspended};
use others::{inject_and_post, once_around, only_injected, push_and_post, set_latch};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

pub const CHECKS: &[Check] = &[
    ("alone", "with nobody around it sleeps, and is well when it is woken", alone),
    ("setter", "a latch that is set keeps its owner awake or wakes it", setter),
    ("local", "a job on a deque keeps it awake, or its poster wakes it", local),
    ("injected", "an injected job keeps it awake, or its poster wakes it", injected),
    ("round", "so it does if the JEC, of one bit, comes round meanwhile", round),
    ("rounds", "each check sends it back as far as it must", rounds),
    ("tests", "your tests are silent if the way to bed is right", mutants::tests_accept),
    ("mutants", "your tests notice each wrong way to bed", mutants::tests_refuse),
];

/// The worker, until it is back or suspended; nothing if it is suspended.
fn worker(door: &Door) -> Result<Option<Rounds>, String> {
    door.who.set("worker");
    match catch_unwind(AssertUnwindSafe(|| go_to_sleep(door, REMEMBERED))) {
        Ok(rounds) => Ok(Some(rounds)),
        Err(panic) if panic.is::<Suspended>() => Ok(None),
        Err(panic) if panic.is::<Lost>() => Err(told(door, "it sleeps for ever")),
        Err(panic) => match panic.downcast_ref::<String>() {
            Some(said) if said.starts_with("not yet") => resume_unwind(panic),
            Some(said) => Err(told(door, said)),
            None => match panic.downcast_ref::<&str>() {
                Some(said) if said.starts_with("not yet") => resume_unwind(panic),
                Some(said) => Err(told(door, said)),
                None => resume_unwind(panic),
            },
        },
    }
}

fn told(door: &Door, what: &str) -> String {
    let story = door.story.borrow();
    let steps = story.iter().enumerate().map(|(k, step)| format!("\n{:>3}  {step}", k + 1));
    what.to_owned() + &steps.collect::<String>()
}

/// After all are gone: is anything left as it must not be?
fn settled(door: &Door) -> Result<(), String> {
    let amiss = match (door.bed.get(), door.latch.get()) {
        (Bed::Blocked, _) => "it sleeps for ever",
        (Bed::Locked { .. }, _) => "it goes away with the lock of its bed",
        _ if door.word.get().sleeping > 0 => {
            "it is awake, and the word still counts it as sleeping"
        }
        (_, Latch::Sleeping) => "it is awake, and its latch still says SLEEPING",
        _ => return Ok(()),
    };
    Err(told(door, amiss))
}

fn all_orders(others: fn(&Door), jec_top: u32) -> Result<(), String> {
    // The others, whole, before each step of the worker, in its bed, or when it is gone.
    for at in 0..LONG {
        let door = Door::new(jec_top);
        door.next.set(Some((at, Rc::new(others))));
        worker(&door)?;
        if let Some((_, side)) = door.next.take() {
            side(&door);
        }
        settled(&door)?;
    }
    // The worker, until it blocks, between two steps of the others.
    for at in 0.. {
        let door = Door::new(jec_top);
        let failed = Rc::new(RefCell::new(None));
        let (seen, keep) = (failed.clone(), failed);
        let inside = move |door: &Door| {
            let me = door.who.get();
            door.nested.set(true);
            if let Err(text) = worker(door) {
                *keep.borrow_mut() = Some(text);
            }
            door.who.set(me);
        };
        door.next.set(Some((at, Rc::new(inside))));
        others(&door);
        let more = door.next.take().is_none();
        if let Some(text) = seen.borrow_mut().take() {
            return Err(text);
        }
        if !more {
            return Ok(());
        }
        // Suspended in its bed and woken: the rest of its way is the same as in the other orders.
        match (door.bed.get(), door.blocked_once.get()) {
            (Bed::Free, true) => {}
            _ => settled(&door)?,
        }
    }
    Ok(())
}

fn alone() -> Result<(), String> {
    let door = Door::new(u32::MAX);
    // Once it is in its bed, a job wakes it.
    door.next.set(Some((usize::MAX, Rc::new(push_and_post as fn(&Door)))));
    let rounds = worker(&door)?;
    if !door.blocked_once.get() {
        return Err(told(&door, "nobody keeps it awake, and it does not sleep"));
    }
    settled(&door)?;
    match rounds {
        Some(Rounds::Zero) => Ok(()),
        other => Err(told(&door, &format!("it was woken, and says {other:?} instead of Zero"))),
    }
}

fn setter() -> Result<(), String> {
    all_orders(set_latch, u32::MAX)
}

fn local() -> Result<(), String> {
    all_orders(push_and_post, u32::MAX)
}

fn injected() -> Result<(), String> {
    all_orders(inject_and_post, u32::MAX)
}

fn round() -> Result<(), String> {
    all_orders(once_around, 1)
}

fn rounds() -> Result<(), String> {
    let cases: [(&str, usize, fn(&Door), Rounds); 4] = [
        ("the latch was SET before", 0, set_latch, Rounds::AsTheyAre),
        ("the latch was set when it was SLEEPY", 1, set_latch, Rounds::Zero),
        ("a job was posted before", 0, push_and_post, Rounds::BackToTheAnnouncement),
        ("a job was injected and not yet posted", 0, only_injected, Rounds::Zero),
    ];
    for (case, at, others, wanted) in cases {
        let door = Door::new(u32::MAX);
        door.next.set(Some((at, Rc::new(others))));
        match worker(&door)? {
            Some(rounds) if rounds == wanted => {}
            Some(rounds) => {
                return Err(told(&door, &format!("{case}: {rounds:?} instead of {wanted:?}")));
            }
            None => return Err(told(&door, case)),
        }
    }
    Ok(())
}
