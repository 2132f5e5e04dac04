//! Who looks for a loss: the explorer that runs one thread at a time, or else the one that knows
//! weak memory, in which a fence does something.
//!
//! Both run the protocol's own sources; each has its recorder, and what a grader needs of either is
//! told here in one shape.

use winks_models::catalogue::Breakage;
use winks_models::scenarios::Scenario;

/// What an exploration found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The small world, in a sentence.
    pub world: String,
    /// How many runs there were; the last one is the failing one, if any.
    pub runs: usize,
    /// The threads of the world, by name.
    pub lanes: Vec<&'static str>,
    /// How something is lost, if it is.
    pub loss: Option<Loss>,
    /// The failing run, or else the last one, a line a step.
    pub run: String,
}

/// How something is lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// The kind, as a prediction names it.
    pub kind: &'static str,
    /// The lanes that are blocked for ever.
    pub blocked: Vec<&'static str>,
}

impl Loss {
    fn new(kind: &'static str, blocked: &[&'static str]) -> Loss {
        Loss { kind, blocked: blocked.to_vec() }
    }
}

/// Looks for what is lost without a protection, along the same orders every time.
pub fn explore(breakage: &'static Breakage) -> Found {
    match breakage.seen_in {
        Some(sight) => one_at_a_time(&sight.scenario, sight.explore(Some(breakage.name))),
        None => weak(breakage.name),
    }
}

fn world(name: &str, about: &str) -> String {
    format!("Scenario {name}: {about}.")
}

pub(crate) fn one_at_a_time(scenario: &Scenario, found: winks_models::explore::Verdict) -> Found {
    Found {
        world: world(scenario.name, scenario.about),
        runs: found.runs,
        loss: found.failure().map(|failure| Loss::new(failure.kind(), failure.blocked())),
        run: found.recording.to_text(),
        lanes: found.recording.lanes,
    }
}

fn weak(breakage: &'static str) -> Found {
    let scenario = winks_weak::scenario(Some(breakage));
    let found = winks_weak::explore(Some(breakage));
    Found {
        world: world(scenario.name, scenario.about),
        runs: found.runs,
        loss: found
            .recording
            .failure
            .as_ref()
            .map(|failure| Loss::new(failure.kind(), failure.blocked())),
        run: found.recording.to_text(),
        lanes: found.recording.lanes,
    }
}
