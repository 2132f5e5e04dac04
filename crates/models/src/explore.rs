//! Runs a scenario in one order, in every order, or in many, and judges each run.
//!
//! The judge stands between the explorer and the scenario.
//! The thread that sets the scenario up does nothing else: the judge lets it run on only when no
//! lane can, and finds then that all are done, or that some are blocked for ever.
//! So a deadlock is a verdict with a recording, not a panic; and likewise a violated invariant, and
//! a run that takes more steps than any sound one.

use crate::broken;
use crate::recording::{self, Failure, Recording, Step};
use crate::scenarios::{Scenario, Setup};
use shuttle::scheduler::{
    DfsScheduler, PctScheduler, RandomScheduler, Schedule, Scheduler, Task, TaskId,
};
use shuttle::{Config, FailurePersistence, MaxSteps, Runner};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::mem::ManuallyDrop;
use std::rc::Rc;
use std::sync::{Arc, Mutex};

/// More accesses than any sound run of these scenarios makes.
const MANY_STEPS: usize = 5_000;

/// In a script: the lane runs to its end.
pub const TO_ITS_END: &str = "ends";

/// Which orders to try.
#[derive(Clone, Copy, Debug)]
pub enum Orders {
    /// One: each entry lets a lane run until it records an action that starts with these words.
    /// [`TO_ITS_END`] lets it run until there is nothing left for it to do.
    /// After the last entry the lanes run in the order in which they were spawned, or stop.
    Script {
        /// Lane and the action that ends its stretch.
        script: &'static [(&'static str, &'static str)],
        /// Whether the run is cut off behind the script.
        stop: bool,
    },
    /// All of them, depth first.
    Every,
    /// So many at random, the same ones for the same seed.
    Random {
        /// Number of runs.
        runs: usize,
        /// Where the generator starts.
        seed: u64,
    },
    /// So many in which a lane runs on until it cannot, but for this many forced switches at random
    /// places: finds what needs a long stretch of one lane and few switches.
    FewSwitches {
        /// Number of runs.
        runs: usize,
        /// Where the generator starts.
        seed: u64,
        /// Number of forced switches.
        switches: usize,
    },
}

/// What an exploration found.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// How many runs there were; the last one is the failing one, if any.
    pub runs: usize,
    /// The failing run, or else the last one.
    pub recording: Recording,
}

impl Verdict {
    /// What went wrong, if anything did.
    pub fn failure(&self) -> Option<&Failure> {
        self.recording.failure.as_ref()
    }
}

/// How a scenario is run.
#[derive(Clone, Debug)]
pub struct Exploration {
    /// The small world.
    pub scenario: Scenario,
    /// Its parameters.
    pub setup: Setup,
    /// What is switched off.
    pub breakage: Option<&'static str>,
    /// Whether a violated invariant ends a run.
    pub invariants: bool,
}

impl Exploration {
    /// The sound code with its invariants checked, in this scenario's usual set-up.
    pub fn new(scenario: Scenario) -> Self {
        Exploration { scenario, setup: Setup::default(), breakage: None, invariants: true }
    }

    /// The same with other parameters.
    pub fn setup(self, setup: Setup) -> Self {
        Exploration { setup, ..self }
    }

    /// The same with a protection switched off, and invariants unchecked: how does it lose?
    pub fn without(self, breakage: &'static str) -> Self {
        Exploration { breakage: Some(breakage), invariants: false, ..self }
    }

    /// Tries these orders until one fails.
    ///
    /// # Panics
    ///
    /// If a script names a lane that the scenario lacks, or an action that does not come: a script
    /// that no longer fits the code must be told, not skipped.
    pub fn run(&self, orders: &Orders) -> Verdict {
        match orders {
            Orders::Script { script, stop } => {
                let reader = Rc::new(RefCell::new(Reader { script, at: 0, seen: 0 }));
                let verdict =
                    self.drive(Scripted { reader: reader.clone(), stop: *stop, started: false });
                if let Some((lane, action)) = reader.borrow_mut().awaited(&verdict.recording) {
                    panic!(
                        "the script of scenario {} waits in vain for {lane} to say {action:?}:\n{}",
                        self.scenario.name,
                        verdict.recording.to_text()
                    );
                }
                verdict
            }
            Orders::Every => self.drive(DfsScheduler::new(None, false)),
            Orders::Random { runs, seed } => {
                self.drive(RandomScheduler::new_from_seed(*seed, *runs))
            }
            Orders::FewSwitches { runs, seed, switches } => {
                self.drive(PctScheduler::new_from_seed(*seed, *switches + 1, *runs))
            }
        }
    }

    /// The histories of all orders, depth first; the code must be sound.
    ///
    /// # Panics
    ///
    /// If a run fails.
    pub fn histories(&self) -> BTreeSet<String> {
        let histories = Arc::new(Mutex::new(BTreeSet::new()));
        let collected = histories.clone();
        let verdict = self.drive_and(DfsScheduler::new(None, false), move || {
            let history = recording::with(Recording::history);
            collected.lock().unwrap().insert(history);
        });
        assert!(verdict.failure().is_none(), "{}", verdict.recording.to_text());
        std::mem::take(&mut *histories.lock().unwrap())
    }

    fn drive(&self, scheduler: impl Scheduler + 'static) -> Verdict {
        self.drive_and(scheduler, || {})
    }

    /// `at_the_end` runs after each run that came to its end.
    fn drive_and(
        &self,
        scheduler: impl Scheduler + 'static,
        at_the_end: impl Fn() + Send + Sync + 'static,
    ) -> Verdict {
        let mut config = Config::new();
        config.failure_persistence = FailurePersistence::None;
        config.max_steps = MaxSteps::None;
        config.silence_warnings = true;
        let runs = Rc::new(RefCell::new(0));
        // Not dropped: a random scheduler would tell on its way out how to replay the last run, and
        // it cannot be replayed without the judge.
        let inner = ManuallyDrop::new(scheduler);
        let judge = Judge { inner, runs: runs.clone(), steps: 0 };
        broken::select(self.breakage, self.invariants);
        let (scenario, setup) = (self.scenario, self.setup.clone());
        Runner::new(judge, config).run(move || {
            scenario.run(&setup);
            at_the_end();
        });
        broken::select(None, false);
        Verdict { runs: *runs.borrow(), recording: recording::take() }
    }
}

/// Lets the lanes run as `inner` says, and ends each run with a verdict.
struct Judge<S> {
    inner: ManuallyDrop<S>,
    runs: Rc<RefCell<usize>>,
    steps: usize,
}

impl<S: Scheduler> Scheduler for Judge<S> {
    fn new_execution(&mut self) -> Option<Schedule> {
        if *self.runs.borrow() > 0 && recording::with(|r| r.failure.is_some()) {
            return None;
        }
        let schedule = self.inner.new_execution()?;
        // What the run before left there is no state of this one.
        recording::begin(&[]);
        *self.runs.borrow_mut() += 1;
        self.steps = 0;
        Some(schedule)
    }

    fn next_task(
        &mut self,
        runnable: &[&Task],
        current: Option<TaskId>,
        yielding: bool,
    ) -> Option<TaskId> {
        if recording::with(|r| r.failure.is_some()) {
            return None;
        }
        self.steps += 1;
        if self.steps > MANY_STEPS {
            recording::fail(Failure::Livelock);
            return None;
        }
        // All lanes are spawned before any of them runs: orders in between differ in nothing, and
        // `inner` is asked only where there is a lane to choose, the same number of times in the
        // same order, as a depth-first one must be.
        let stage = TaskId::from(0);
        let setting_up = !recording::with(|r| r.all_spawned);
        let (stages, lanes): (Vec<&Task>, Vec<&Task>) =
            runnable.iter().partition(|task| task.id() == stage);
        if setting_up && !stages.is_empty() {
            return Some(stage);
        }
        if !lanes.is_empty() {
            return self.inner.next_task(&lanes, current, yielding);
        }
        let stuck = recording::with(Recording::stuck);
        if stuck.is_empty() {
            return Some(stage);
        }
        recording::fail(Failure::Blocked(stuck));
        None
    }

    fn next_u64(&mut self) -> u64 {
        self.inner.next_u64()
    }
}

/// Follows a script along a recording.
struct Reader {
    script: &'static [(&'static str, &'static str)],
    /// The entry that is being waited for.
    at: usize,
    /// How many recorded steps have been looked at.
    seen: usize,
}

impl Reader {
    /// The entry that has not come true yet.
    fn awaited(&mut self, recording: &Recording) -> Option<(&'static str, &'static str)> {
        while let Some(&(lane, action)) = self.script.get(self.at) {
            if action == TO_ITS_END {
                let ended =
                    recording.lanes.iter().zip(&recording.done).any(|l| l == (&lane, &true));
                if !ended {
                    return Some((lane, action));
                }
                self.at += 1;
                continue;
            }
            let said =
                |step: &Step| recording.lanes[step.lane] == lane && step.action.starts_with(action);
            match recording.steps[self.seen..].iter().position(said) {
                Some(k) => {
                    self.seen += k + 1;
                    self.at += 1;
                }
                None => return Some((lane, action)),
            }
        }
        None
    }
}

/// Does its thread say with this step that it waits on a condition variable?
fn lies_down(step: &Step) -> bool {
    ["blocks", "sleeps"].contains(&step.action.as_str())
}

/// One order, told by the actions that end each stretch of it.
struct Scripted {
    /// Shared, so that its end can be checked.
    reader: Rc<RefCell<Reader>>,
    stop: bool,
    started: bool,
}

impl Scheduler for Scripted {
    fn new_execution(&mut self) -> Option<Schedule> {
        (!std::mem::replace(&mut self.started, true)).then(|| Schedule::new(0))
    }

    fn next_task(&mut self, runnable: &[&Task], _: Option<TaskId>, _: bool) -> Option<TaskId> {
        let lowest = runnable.iter().map(|task| task.id()).min();
        if lowest == Some(TaskId::from(0)) {
            return lowest;
        }
        let can_run = |lane: usize| runnable.iter().any(|task| task.id() == TaskId::from(lane + 1));
        recording::with(|r| match self.reader.borrow_mut().awaited(r) {
            None if self.stop => None,
            None => lowest,
            // Who says that it lies down goes on until it waits, and has let go of its lock.
            _ if r.steps.last().is_some_and(|s| lies_down(s) && can_run(s.lane)) => {
                r.steps.last().map(|step| TaskId::from(step.lane + 1))
            }
            Some((lane, _)) => {
                let lane = r.lanes.iter().position(|name| *name == lane).unwrap_or_else(|| {
                    panic!("a script names the lane {lane}, there are {:?}", r.lanes)
                });
                // While the wanted lane waits for a lock, the lowest one goes on.
                if can_run(lane) { Some(TaskId::from(lane + 1)) } else { lowest }
            }
        })
    }

    fn next_u64(&mut self) -> u64 {
        0
    }
}
