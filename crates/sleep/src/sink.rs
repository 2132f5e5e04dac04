//! Where the events of the protocol go: nowhere, unless the feature `trace` is on.
//!
//! `trace!(event)` stands wherever a step of the protocol is done.
//! Without the feature its condition is the constant false, so neither the call nor the event is
//! compiled in.
//! With it, each event goes to the one function that [`set`] was given, on the thread that did the
//! step, in the order of that thread's steps.

use crate::trace::Event;
use std::sync::OnceLock;

/// Reports one event, if anybody listens.
macro_rules! trace {
    ($event:expr) => {
        if cfg!(feature = "trace") {
            $crate::sink::emit(&$event);
        }
    };
}

/// Receives every event; called on the thread that did the step, so it must be short and must not
/// call back into the pool.
pub type Sink = fn(&Event);

static SINK: OnceLock<Sink> = OnceLock::new();

/// Names the function that gets every event from now on.
///
/// # Errors
///
/// Returns the rejected function if one is set already: a process has one sink.
pub fn set(sink: Sink) -> Result<(), Sink> {
    SINK.set(sink)
}

pub(crate) fn emit(event: &Event) {
    if let Some(sink) = SINK.get() {
        sink(event);
    }
}
