//! Grades a worker's way to bed in all orders in which another thread goes at one point of it, and
//! in all in which the worker goes at one point of the other thread.
//!
//! No threads: each call on the [`Door`] is a point at which the others may go. A worker that blocks
//! with nobody left to wake it is lost, and told so with the story of its steps.

use crate::kit::Check;
use crate::yours::go_to_sleep;
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, panic_any, resume_unwind};
use std::rc::Rc;

pub const CHECKS: &[Check] = &[
    ("alone", "with nobody around it sleeps, and is well when it is woken", alone),
    ("setter", "a latch that is set keeps its owner awake or wakes it", setter),
    ("local", "a job on a deque keeps it awake, or its poster wakes it", local),
    ("injected", "an injected job keeps it awake, or its poster wakes it", injected),
    ("round", "so it does if the JEC, of one bit, comes round meanwhile", round),
    ("rounds", "each check sends it back as far as it must", rounds),
];

/// How far a worker is sent back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounds {
    AsTheyAre,
    BackToTheAnnouncement,
    Zero,
}

/// The word as it stood at one instant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    pub jec: u32,
    pub sleeping: u32,
}

#[derive(Clone, Copy, PartialEq)]
enum Latch {
    Unset,
    Sleepy,
    Sleeping,
    Set,
}

#[derive(Clone, Copy, PartialEq)]
enum Bed {
    Free,
    /// The worker holds its lock, and somebody who wants to wake it waits for it, or nobody.
    Locked {
        waker: bool,
    },
    Blocked,
}

type Others = fn(&Door);

/// Where the worker stands, and all that it shares with others.
pub struct Door {
    word: Cell<Word>,
    jec_top: u32,
    latch: Cell<Latch>,
    bed: Cell<Bed>,
    injected: Cell<u32>,
    /// The other side, and the number of points until it goes.
    next: Cell<Option<(usize, Rc<dyn Fn(&Door)>)>>,
    /// The worker runs inside the other side, which cannot go on before it blocks.
    nested: Cell<bool>,
    blocked_once: Cell<bool>,
    who: Cell<&'static str>,
    story: RefCell<Vec<String>>,
}

/// The worker blocks, and the other side must go on.
struct Suspended;
/// Nobody will ever wake it.
struct Lost;

const REMEMBERED: u32 = 0;
/// More points than the way to bed has.
const LONG: usize = 24;

impl Door {
    fn new(jec_top: u32) -> Door {
        Door {
            word: Cell::new(Word { jec: REMEMBERED, sleeping: 0 }),
            jec_top,
            latch: Cell::new(Latch::Unset),
            bed: Cell::new(Bed::Free),
            injected: Cell::new(0),
            next: Cell::new(None),
            nested: Cell::new(false),
            blocked_once: Cell::new(false),
            who: Cell::new("worker"),
            story: RefCell::default(),
        }
    }

    fn say(&self, what: impl Into<String>) {
        let Word { jec, sleeping } = self.word.get();
        let line =
            format!("{:<6}  {:<34} sleeping {sleeping}, JEC {jec}", self.who.get(), what.into());
        let mut story = self.story.borrow_mut();
        if story.len() > 60 {
            drop(story);
            panic!("it goes round in circles");
        }
        story.push(line);
    }

    /// Others may go here.
    fn point(&self) {
        match self.next.take() {
            Some((0, side)) => {
                let me = self.who.get();
                side(self);
                self.who.set(me);
            }
            Some((n, side)) => self.next.set(Some((n - 1, side))),
            None => {}
        }
    }

    // What the worker may do.

    pub fn get_sleepy(&self) -> bool {
        self.point();
        let free = self.latch.get() == Latch::Unset;
        if free {
            self.latch.set(Latch::Sleepy);
        }
        self.say(if free { "latch UNSET → SLEEPY" } else { "finds its latch SET" });
        free
    }

    pub fn lock_bed(&self) {
        self.point();
        assert!(self.bed.get() == Bed::Free, "the bed is locked twice");
        self.bed.set(Bed::Locked { waker: false });
        self.say("locks its bed");
    }

    pub fn unlock_bed(&self) {
        self.point();
        assert!(self.bed.get() != Bed::Free, "the bed is unlocked, and was not locked");
        // A waker that waited finds nobody in it.
        self.bed.set(Bed::Free);
        self.say("unlocks its bed");
    }

    pub fn fall_asleep(&self) -> bool {
        self.point();
        let still = self.latch.get() == Latch::Sleepy;
        if still {
            self.latch.set(Latch::Sleeping);
        }
        self.say(if still { "latch SLEEPY → SLEEPING" } else { "finds its latch SET" });
        still
    }

    pub fn read(&self) -> Word {
        self.point();
        self.say("reads the word");
        self.word.get()
    }

    pub fn register(&self, seen: Word) -> bool {
        self.point();
        let word = self.word.get();
        let same = word == seen;
        if same {
            self.word.set(Word { sleeping: word.sleeping + 1, ..word });
        }
        self.say(if same { "registers" } else { "cannot register: the word moved" });
        same
    }

    pub fn job_is_injected(&self) -> bool {
        self.point();
        let found = self.injected.get() > 0;
        self.say(if found { "looks: a job is injected" } else { "looks: nothing is injected" });
        found
    }

    pub fn take_back(&self) {
        self.point();
        self.count_awake();
        self.say("takes its registration back");
    }

    pub fn block(&self) {
        self.point();
        let Bed::Locked { waker } = self.bed.get() else {
            panic!("it blocks without holding the lock of its bed");
        };
        self.bed.set(Bed::Blocked);
        self.blocked_once.set(true);
        self.say("blocks");
        if waker {
            self.wake();
        }
        if self.bed.get() == Bed::Blocked && self.nested.get() {
            panic_any(Suspended);
        }
        if let Some((_, side)) = self.next.take() {
            side(self);
        }
        self.who.set("worker");
        if self.bed.get() == Bed::Blocked {
            panic_any(Lost);
        }
        self.say("runs again");
    }

    pub fn wake_up(&self) {
        self.point();
        if self.latch.get() != Latch::Set {
            self.latch.set(Latch::Unset);
        }
        self.say("is awake");
    }

    // What others do.

    fn count_awake(&self) {
        let word = self.word.get();
        assert!(word.sleeping > 0, "nobody is counted as sleeping, and one is taken off");
        self.word.set(Word { sleeping: word.sleeping - 1, ..word });
    }

    fn wake(&self) {
        match self.bed.get() {
            Bed::Free => self.say("finds the bed empty"),
            Bed::Locked { .. } => {
                self.bed.set(Bed::Locked { waker: true });
                self.say("waits for the lock of the bed");
            }
            Bed::Blocked => {
                self.bed.set(Bed::Free);
                self.count_awake();
                self.say("wakes the worker");
            }
        }
    }

    fn turn(&self, side: u32) {
        let word = self.word.get();
        if word.jec % 2 != side {
            let jec = if word.jec == self.jec_top { 0 } else { word.jec + 1 };
            self.word.set(Word { jec, ..word });
        }
    }

    fn post(&self) {
        self.point();
        self.turn(1);
        let sleeping = self.word.get().sleeping;
        self.say("posts");
        self.point();
        if sleeping > 0 {
            self.wake();
        }
    }
}

fn set_latch(door: &Door) {
    door.who.set("setter");
    door.point();
    let was = door.latch.replace(Latch::Set);
    door.say("sets the latch");
    door.point();
    if was == Latch::Sleeping {
        door.wake();
    }
}

fn push_and_post(door: &Door) {
    door.who.set("poster");
    door.point();
    door.say("pushes a job to its own deque");
    door.post();
}

fn inject_and_post(door: &Door) {
    door.who.set("poster");
    door.point();
    door.injected.set(door.injected.get() + 1);
    door.say("injects a job");
    door.post();
}

/// Two jobs; between the posts and the check another worker announces itself and takes the first.
fn once_around(door: &Door) {
    inject_and_post(door);
    inject_and_post(door);
    door.who.set("other");
    door.point();
    door.turn(0);
    door.say("announces itself");
    door.point();
    door.injected.set(door.injected.get() - 1);
    door.say("takes a job, and is busy");
}

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

fn all_orders(others: Others, jec_top: u32) -> Result<(), String> {
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
    door.next.set(Some((usize::MAX, Rc::new(push_and_post as Others))));
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
    let cases: [(&str, usize, Others, Rounds); 4] = [
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

fn only_injected(door: &Door) {
    door.who.set("poster");
    door.injected.set(1);
    door.say("injects a job");
}
