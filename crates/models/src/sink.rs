//! Where the events go: into the recording of this run.

use crate::counters::Counts;
use crate::trace::Event;

/// Records one event.
macro_rules! trace {
    ($event:expr) => {
        $crate::sink::emit(&$event)
    };
}

/// Records a deed of the pool's sources, which have events of their own elsewhere.
// Not every crate root that includes this file includes those.
#[allow(unused_macros)]
macro_rules! note {
    ($($text:tt)+) => {
        $crate::recording::note(format!($($text)+))
    };
}

pub(crate) fn emit(event: &Event) {
    let mut changes = Vec::new();
    if let Some(counts) = event.counts() {
        let word = word(counts);
        if only_reads(event) {
            return crate::recording::step_on(event.to_string(), word);
        }
        changes.push((crate::recording::WORD, word));
    }
    match event {
        Event::LatchMoves { to, .. } => changes.push((crate::recording::LATCH, to.to_string())),
        Event::LatchSet { .. } => changes.push((crate::recording::LATCH, "SET".to_string())),
        _ => {}
    }
    crate::recording::step(event.to_string(), &changes);
}

/// Has this step looked at the word, and left it alone?
fn only_reads(event: &Event) -> bool {
    match event {
        Event::Posts { before, after, .. } | Event::Announces { before, after } => {
            *before == after.jec
        }
        Event::JecMoved { .. } => true,
        _ => false,
    }
}

/// The word as the tables write it.
pub(crate) fn word(counts: Counts) -> String {
    format!("{} / {} / {}", counts.sleeping, counts.inactive, counts.jec)
}
