//! What a pool does, event by event, for whoever wants to record it.
//!
//! With the feature `trace`, each event goes to one function, on the thread that did the step; with
//! it come those of the sleep protocol.
//! Without the feature nothing of this is compiled in.

use std::sync::OnceLock;

pub use crate::sleep::trace::Event as SleepEvent;

/// Reports one event, if anybody listens.
macro_rules! trace {
    ($event:expr) => {
        if cfg!(feature = "trace") {
            $crate::trace::emit(&$event);
        }
    };
}

/// One step of a worker, just done by the current thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    // ANCHOR: pool-events
    /// It pushed a job to the bottom of its own deque.
    Pushes {
        /// Whether the deque was empty before.
        was_empty: bool,
    },
    /// It took a job from the top of another worker's deque.
    Steals {
        /// Whose.
        victim: usize,
    },
    /// It begins to run a job that came out of a queue.
    Begins,
    /// It has run it.
    Ends,
    /// A step of the sleep protocol.
    Sleep(SleepEvent),
    // ANCHOR_END: pool-events
}

/// Receives every event. It runs on the thread that did the step, so it must be short, and must not
/// call back into the pool.
pub type Sink = fn(&Event);

static SINK: OnceLock<Sink> = OnceLock::new();

/// Names the function that gets every event from now on, those of the sleep protocol included.
///
/// # Errors
///
/// Returns the rejected function if one is set already: a process has one sink.
pub fn set(sink: Sink) -> Result<(), Sink> {
    SINK.set(sink)?;
    crate::sleep::sink::set(|event| emit(&Event::Sleep(*event))).map_err(|_| sink)
}

pub(crate) fn emit(event: &Event) {
    if let Some(sink) = SINK.get() {
        sink(event);
    }
}
