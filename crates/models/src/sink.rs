//! Where the events go: into the recording of this run.

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
        changes.push((crate::recording::WORD, crate::recording::word(counts)));
    }
    match event {
        Event::LatchMoves { to, .. } => changes.push((crate::recording::LATCH, to.to_string())),
        Event::LatchSet { .. } => changes.push((crate::recording::LATCH, "SET".to_string())),
        _ => {}
    }
    crate::recording::step(event.to_string(), &changes);
}
