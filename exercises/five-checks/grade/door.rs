//! The door: where the worker stands, and all that it shares with others.
//!
//! Each call of the worker's is a point at which the others may go; no threads are needed for that.

use std::cell::{Cell, RefCell};
use std::panic::panic_any;
use std::rc::Rc;

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
pub(super) enum Latch {
    Unset,
    Sleepy,
    Sleeping,
    Set,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Bed {
    Free,
    /// The worker holds its lock, and somebody who wants to wake it waits for it, or nobody.
    Locked {
        waker: bool,
    },
    Blocked,
}

/// Where the worker stands, and all that it shares with others.
pub struct Door {
    pub(super) word: Cell<Word>,
    pub(super) jec_top: u32,
    pub(super) latch: Cell<Latch>,
    pub(super) bed: Cell<Bed>,
    pub(super) injected: Cell<u32>,
    /// The other side, and the number of points until it goes.
    pub(super) next: Cell<Option<(usize, Rc<dyn Fn(&Door)>)>>,
    /// The worker runs inside the other side, which cannot go on before it blocks.
    pub(super) nested: Cell<bool>,
    pub(super) blocked_once: Cell<bool>,
    pub(super) who: Cell<&'static str>,
    pub(super) story: RefCell<Vec<String>>,
}

/// The worker blocks, and the other side must go on.
pub(super) struct Suspended;
/// Nobody will ever wake it.
pub(super) struct Lost;

pub(super) const REMEMBERED: u32 = 0;
/// More points than the way to bed has.
pub const LONG: usize = 24;

impl Door {
    pub(super) fn new(jec_top: u32) -> Door {
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

    pub(super) fn say(&self, what: impl Into<String>) {
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
    pub(super) fn point(&self) {
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

    pub(super) fn wake(&self) {
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

    pub(super) fn turn(&self, side: u32) {
        let word = self.word.get();
        if word.jec % 2 != side {
            let jec = if word.jec == self.jec_top { 0 } else { word.jec + 1 };
            self.word.set(Word { jec, ..word });
        }
    }

    pub(super) fn post(&self) {
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
