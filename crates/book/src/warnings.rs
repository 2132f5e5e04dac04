//! What mdBook complains of while it builds.
//!
//! mdBook reports much that is wrong with a book (HTML that does not close, a footnote that nobody
//! refers to) as a logged warning, and builds all the same. This module catches those, so that they
//! can be shown, and counted as faults by `cargo book check`.

use std::fmt::{self, Write};
use std::sync::{Arc, Mutex, PoisonError};

use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};

/// Runs a build and gives its result with what mdBook warned of.
pub fn collect<T>(build: impl FnOnce() -> T) -> (T, Vec<String>) {
    let collector = Collector::default();
    let warnings = Arc::clone(&collector.warnings);
    let result = tracing::subscriber::with_default(collector, build);
    let warnings = std::mem::take(&mut *warnings.lock().unwrap_or_else(PoisonError::into_inner));
    (result, warnings)
}

/// Keeps the messages of warnings and errors; everything else is dropped.
#[derive(Default)]
struct Collector {
    warnings: Arc<Mutex<Vec<String>>>,
}

impl Subscriber for Collector {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        *metadata.level() <= Level::WARN
    }

    fn new_span(&self, _: &Attributes<'_>) -> Id {
        Id::from_u64(1)
    }

    fn event(&self, event: &Event<'_>) {
        let mut message = Message(String::new());
        event.record(&mut message);
        let message = message.0.split_whitespace().collect::<Vec<_>>().join(" ");
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(message);
    }

    fn record(&self, _: &Id, _: &Record<'_>) {}
    fn record_follows_from(&self, _: &Id, _: &Id) {}
    fn enter(&self, _: &Id) {}
    fn exit(&self, _: &Id) {}
}

struct Message(String);

impl Visit for Message {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        if field.name() == "message" {
            // Writing to a string can't fail.
            let _ = write!(self.0, "{value:?}");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_and_errors_are_kept() {
        let (result, warnings) = collect(|| {
            tracing::warn!("tag `<{}>`\n  is open", "div");
            tracing::info!("building");
            tracing::error!("no");
            7
        });
        assert_eq!((result, warnings), (7, vec!["tag `<div>` is open".into(), "no".into()]));
    }
}
