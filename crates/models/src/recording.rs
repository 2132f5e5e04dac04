//! What happened in a run: one row a step, one lane a thread, the state of the world after each.
//!
//! The recorder of a run is a thread-local of the thread that drives the explorer.
//! It is no access that the explorer knows of, and an explored thread records what it did before
//! anybody else is let go: the order of the rows is the order of the steps.

use crate::lanes;
use crate::table::LaneTable;
use std::cell::RefCell;
use std::fmt::Write as _;

/// Title of the column for the packed word.
pub const WORD: &str = "sleeping / inactive / JEC";
/// Title of the column for the one latch of a scenario.
pub const LATCH: &str = "latch";

/// Why a run is bad.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// Nobody can go on, and these lanes are not done.
    Blocked(Vec<&'static str>),
    /// The run goes round in circles: it took more steps than any sound one.
    Livelock,
    /// A count is wrong: in the end, or of those who are at what only so many may be at.
    FinalCount(String),
    /// Two threads are at the same data, and nothing orders them.
    Race,
    /// An invariant was violated, with its text.
    Invariant(String),
    /// All went well, but more was done than should have been.
    Waste(String),
}

impl Failure {
    /// One word for tables.
    pub fn kind(&self) -> &'static str {
        match self {
            Failure::Blocked(_) => "deadlock",
            Failure::Livelock => "livelock",
            Failure::FinalCount(_) => "count",
            Failure::Race => "race",
            Failure::Invariant(_) => "invariant",
            Failure::Waste(_) => "waste",
        }
    }

    /// The lanes that are blocked for ever.
    pub fn blocked(&self) -> &[&'static str] {
        match self {
            Failure::Blocked(lanes) => lanes,
            _ => &[],
        }
    }

    /// One word as well, but the name of the invariant if one was violated.
    pub fn word(&self) -> &str {
        match self {
            Failure::Invariant(text) => text.split(':').next().unwrap_or(text),
            other => other.kind(),
        }
    }
}

impl std::fmt::Display for Failure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Failure::Blocked(lanes) => write!(f, "{} blocked for ever", lanes.join(" and ")),
            Failure::Livelock => write!(f, "never comes to an end"),
            Failure::Race => write!(f, "two are at the same data, and nothing orders them"),
            Failure::FinalCount(what) | Failure::Invariant(what) | Failure::Waste(what) => {
                f.write_str(what)
            }
        }
    }
}

/// One row: who did what, and every column of state after it.
#[derive(Clone, Debug)]
pub struct Step {
    /// Index into [`Recording::lanes`].
    pub lane: usize,
    /// What was done, in the words of the book's tables.
    pub action: String,
    /// One value for each of [`Recording::columns`].
    pub state: Vec<String>,
}

/// A whole run.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The threads, by name.
    pub lanes: Vec<&'static str>,
    /// Titles of the state columns.
    pub columns: Vec<&'static str>,
    /// State before the first step.
    pub first: Vec<String>,
    /// The steps, in their order.
    pub steps: Vec<Step>,
    /// The lanes that came to their end.
    pub done: Vec<bool>,
    /// What went wrong, if anything did.
    pub failure: Option<Failure>,
    /// All lanes exist: from here on orders matter.
    pub(crate) all_spawned: bool,
    /// The jobs that each lane has looked past since its last step.
    overlooked: Vec<Option<usize>>,
}

/// So many steps of a livelock show how it goes round.
const ROUND_ENOUGH: usize = 40;

thread_local! {
    static CURRENT: RefCell<Recording> = RefCell::default();
}

/// Starts a new recording with these columns of state.
pub(crate) fn begin(columns: &[(&'static str, String)]) {
    CURRENT.set(Recording {
        columns: columns.iter().map(|(title, _)| *title).collect(),
        first: columns.iter().map(|(_, value)| value.clone()).collect(),
        ..Recording::default()
    });
}

/// Registers a lane; its index is the number of lanes before it.
pub(crate) fn add_lane(name: &'static str) -> usize {
    CURRENT.with_borrow_mut(|r| {
        r.lanes.push(name);
        r.done.push(false);
        r.overlooked.push(None);
        r.lanes.len() - 1
    })
}

/// No lane will be added: the explorer may start to order them.
pub(crate) fn all_spawned() {
    CURRENT.with_borrow_mut(|r| r.all_spawned = true);
}

/// Records what the running thread has just done, and the columns that it changed.
pub(crate) fn step(mut action: String, changes: &[(&'static str, String)]) {
    let Some(lane) = lanes::current() else { return };
    CURRENT.with_borrow_mut(|r| {
        if r.failure.is_some() {
            return;
        }
        if let Some(job) = r.overlooked[lane].take() {
            action += &format!(" (job {job} is pushed, not yet visible)");
        }
        let mut state = r.steps.last().map_or_else(|| r.first.clone(), |s| s.state.clone());
        for (title, value) in changes {
            if let Some(k) = r.columns.iter().position(|column| column == title) {
                state[k].clone_from(value);
            }
        }
        r.steps.push(Step { lane, action, state });
    });
}

/// Records something that the protocol itself does not report.
pub(crate) fn note(action: impl Into<String>) {
    step(action.into(), &[]);
}

/// Records what the running thread has done after it read the word, and changed nothing.
///
/// The newest word stands in the recording already: another one is an old one, which only weak
/// memory allows.
pub(crate) fn step_on(mut action: String, seen: String) {
    let newest = with(|r| {
        let column = r.columns.iter().position(|column| *column == WORD)?;
        Some(r.steps.last().map_or(&r.first, |step| &step.state)[column].clone())
    });
    if newest.is_some_and(|newest| newest != seen) {
        action += &format!(" (reads an old word: {seen})");
    }
    step(action, &[]);
}

/// The running thread has read a slot as empty that has been filled: its next step says so.
pub(crate) fn overlook(job: usize) {
    if let Some(lane) = lanes::current() {
        CURRENT.with_borrow_mut(|r| {
            r.overlooked[lane].get_or_insert(job);
        });
    }
}

/// The running thread is at its end.
pub(crate) fn done() {
    if let Some(lane) = lanes::current() {
        CURRENT.with_borrow_mut(|r| r.done[lane] = true);
    }
}

/// Ends the run as a failure. The first one counts.
pub(crate) fn fail(failure: Failure) {
    conclude(failure);
    lanes::give_up();
}

/// The verdict on a run that has ended by itself.
pub(crate) fn conclude(failure: Failure) {
    CURRENT.with_borrow_mut(|r| {
        r.failure.get_or_insert(failure);
    });
}

/// Looks at the recording so far.
pub(crate) fn with<R>(look: impl FnOnce(&Recording) -> R) -> R {
    CURRENT.with_borrow(look)
}

/// Takes the recording of the run that has just ended.
pub(crate) fn take() -> Recording {
    CURRENT.take()
}

impl Recording {
    /// The lanes that never came to their end.
    pub fn stuck(&self) -> Vec<&'static str> {
        self.lanes
            .iter()
            .zip(&self.done)
            .filter(|(_, done)| !**done)
            .map(|(name, _)| *name)
            .collect()
    }

    /// What each lane did, in its own order: two runs that differ only in who went first where it
    /// made no difference to anybody have the same history.
    pub fn history(&self) -> String {
        let lane = |(lane, name): (usize, &&str)| {
            let actions = self.steps.iter().filter(|step| step.lane == lane);
            let actions: Vec<_> = actions.map(|step| step.action.as_str()).collect();
            format!("{name}: {}\n", actions.join("; "))
        };
        self.lanes.iter().enumerate().map(lane).collect()
    }

    /// The run as a Markdown table; what a step changed is bold.
    ///
    /// With `from`, it begins at the first step whose action starts so, after a row that gives the
    /// state until then.
    pub fn lane_table(&self, from: Option<&str>) -> String {
        let skipped = from.map_or(0, |from| {
            self.steps.iter().position(|step| step.action.starts_with(from)).unwrap_or(0)
        });
        let (skipped, shown) = self.steps.split_at(skipped);
        let first = skipped.last().map_or(&self.first, |step| &step.state);
        let mut table = LaneTable::new(&self.lanes, &self.columns, first);
        let lanes = 0..self.lanes.len();
        if !skipped.is_empty() {
            let last_deed = |lane: usize| {
                let theirs = skipped.iter().rfind(|step| step.lane == lane);
                theirs.map_or(String::new(), |step| format!("({})", step.action))
            };
            table.row("…", lanes.clone().map(last_deed), first);
        }
        for (k, step) in shown.iter().enumerate() {
            let action = |lane| if lane == step.lane { step.action.as_str() } else { "" };
            let number = (skipped.len() + k + 1).to_string();
            table.row(&number, lanes.clone().map(action), &step.state);
        }
        let last = shown.last().map_or(first, |step| &step.state);
        match &self.failure {
            Some(Failure::Blocked(_)) => {
                let ending = |lane: usize| match self.done[lane] {
                    true => "gone",
                    false => "**blocked for ever**",
                };
                table.row("…", lanes.map(ending), last);
                table.into_markdown()
            }
            Some(failure) => format!("{}\n**{failure}**\n", table.into_markdown()),
            None => table.into_markdown(),
        }
    }

    /// The run as plain text, for terminals: a line a step.
    pub fn to_text(&self) -> String {
        let lane_width = self.lanes.iter().map(|l| l.len()).max().unwrap_or(0);
        let action_width = self.steps.iter().map(|s| s.action.chars().count()).max().unwrap_or(0);
        let width = |k: usize| {
            let values = self.steps.iter().map(|s| s.state[k].as_str());
            values.chain([self.columns[k]]).map(|value| value.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let aligned = |values: &mut dyn Iterator<Item = &str>| {
            let cells = values.zip(&widths).map(|(value, &width)| format!("{value:width$}"));
            cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
        };
        let mut out = String::new();
        let titles = aligned(&mut self.columns.iter().copied());
        writeln!(out, "step  {:lane_width$}  {:action_width$}  {titles}", "", "").unwrap();
        for (k, step) in self.steps.iter().enumerate() {
            if self.failure == Some(Failure::Livelock) && k >= ROUND_ENOUGH {
                writeln!(out, "   …  and so on, {} steps so far", self.steps.len()).unwrap();
                break;
            }
            writeln!(
                out,
                "{:>4}  {:lane_width$}  {:action_width$}  {}",
                k + 1,
                self.lanes[step.lane],
                step.action,
                aligned(&mut step.state.iter().map(String::as_str))
            )
            .unwrap();
        }
        if let Some(failure) = &self.failure {
            writeln!(out, "   …  {failure}").unwrap();
        }
        out
    }
}
