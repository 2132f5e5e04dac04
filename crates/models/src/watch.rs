//! The recorder of a semaphore: what is done to its word, told from the word before and after.
//!
//! The semaphore's sources report no events, and need not: each step of theirs is one access of the
//! word or one call of the lot.
//! The facade tells of the accesses here, the model's lot of the rest.

use crate::lanes;
use crate::recording::{self, note};
use crate::serve::{CANCELLED, GRANTED};
use crate::state::{CLOSED, HANDOFF, State, WAITERS};
use crate::sync::atomic::AtomicUsize;
use std::cell::{Cell, RefCell};
use std::ptr;

/// Title of the column for a semaphore's word.
pub const PERMITS: &str = "permits / flags";

thread_local! {
    static WORD: Cell<usize> = const { Cell::new(0) };
    /// What each lane saw last; only those that hold the lot's lock need it.
    static SEEN: RefCell<Vec<(usize, State)>> = const { RefCell::new(Vec::new()) };
    /// The lanes whose looks at the word are part of something that is told as a whole.
    static QUIET: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
}

/// From now on this word is the one that the tables show, in the column [`PERMITS`].
pub(crate) fn watch(address: usize) {
    WORD.set(address);
    SEEN.take();
    QUIET.take();
}

/// The word as the tables write it.
pub(crate) fn column(state: State) -> String {
    let flags = flags(state.0);
    let flags = if flags.is_empty() { "–" } else { flags.as_str() };
    format!("{} / {flags}", state.balance())
}

fn flags(word: usize) -> String {
    let set = [(WAITERS, "WAITERS"), (HANDOFF, "HANDOFF"), (CLOSED, "CLOSED")];
    let names: Vec<_> =
        set.iter().filter(|(flag, _)| word & flag != 0).map(|(_, name)| *name).collect();
    names.join(" and ")
}

/// The word in the words of the tables: "1 free, WAITERS".
fn told(state: State) -> String {
    let balance = state.balance();
    let permits =
        if balance < 0 { format!("{} owed", -balance) } else { format!("{balance} free") };
    match flags(state.0) {
        flags if flags.is_empty() => permits,
        flags => format!("{permits}, {flags}"),
    }
}

fn is_watched(word: &AtomicUsize) -> bool {
    WORD.get() == ptr::from_ref(word).addr()
        && recording::with(|r| r.columns.contains(&PERMITS))
        && lanes::current().is_some()
}

fn is_quiet() -> bool {
    lanes::current().is_some_and(|me| QUIET.with_borrow(|quiet| quiet.contains(&me)))
}

/// Looks at the word within this are part of what the caller tells.
pub(crate) fn quietly<R>(look: impl FnOnce() -> R) -> R {
    let Some(me) = lanes::current() else { return look() };
    QUIET.with_borrow_mut(|quiet| quiet.push(me));
    let result = look();
    QUIET.with_borrow_mut(|quiet| quiet.retain(|lane| *lane != me));
    result
}

/// What the running lane saw when it looked last.
pub(crate) fn last_seen() -> String {
    let me = lanes::current();
    SEEN.with_borrow(|seen| {
        let mine = seen.iter().rfind(|(lane, _)| Some(*lane) == me);
        mine.map_or(String::new(), |(_, state)| told(*state))
    })
}

pub(crate) fn loads(word: &AtomicUsize, seen: usize) {
    if !is_watched(word) {
        return;
    }
    let Some(me) = lanes::current() else { return };
    SEEN.with_borrow_mut(|all| {
        all.retain(|(lane, _)| *lane != me);
        all.push((me, State(seen)));
    });
    if !is_quiet() {
        note(format!("reads: {}", told(State(seen))));
    }
}

pub(crate) fn stores(word: &AtomicUsize, value: usize) {
    if is_watched(word) {
        let after = State(value);
        recording::step(format!("writes: {}", told(after)), &[(PERMITS, column(after))]);
    }
}

pub(crate) fn changes(word: &AtomicUsize, before: usize, after: usize) {
    if !is_watched(word) {
        return;
    }
    let (before, after) = (State(before), State(after));
    let difference = after.balance() - before.balance();
    let somebody = if before.has(WAITERS) { "somebody waits" } else { "nobody waits" };
    let (set, cleared) = (after.0 & !before.0, before.0 & !after.0);
    let action = match difference {
        1.. => format!("gives {difference}: {somebody}"),
        ..0 if is_quiet() => format!("takes {} for a sleeper", -difference),
        ..0 => format!("takes {}", -difference),
        0 if set & CLOSED != 0 => "closes it".to_string(),
        0 if set != 0 => format!("sets {}", flags(set & FLAGS)),
        0 if cleared != 0 => format!("clears {}", flags(cleared & FLAGS)),
        0 => "finds no flag to clear".to_string(),
    };
    recording::step(action, &[(PERMITS, column(after))]);
}

const FLAGS: usize = WAITERS | HANDOFF | CLOSED;

pub(crate) fn comes_late(word: &AtomicUsize, found: usize) {
    if is_watched(word) {
        note(format!("comes late: {} by now", told(State(found))));
    }
}

/// What the running lane was woken for.
pub(crate) fn wakes_with(token: usize) {
    note(match token {
        GRANTED => "is woken: paid",
        CANCELLED => "is woken: cancelled",
        _ => "is woken: try again",
    });
}
