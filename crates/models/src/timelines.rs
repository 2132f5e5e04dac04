//! The interleavings that the book shows, each a run of the real sources along a script.
//!
//! A script says "let this lane run until it does that"; it names deeds, not numbers of accesses,
//! so it survives a change that does not change the story.
//! One that no longer fits the code fails its test and says where.

pub mod pool;
pub mod semaphore;

use crate::explore::{Exploration, Orders};
use crate::recording::Recording;
use crate::scenarios::{self as world, Scenario, Setup};
use crate::steps;

/// One interleaving of the book.
#[derive(Clone, Copy, Debug)]
pub struct Timeline {
    /// Name of its snapshot.
    pub name: &'static str,
    /// What it shows, in a sentence.
    pub about: &'static str,
    /// The world in which it happens.
    pub scenario: Scenario,
    /// The JEC at the start, its width, the rounds.
    pub setup: (usize, u32, u32),
    /// What is switched off.
    pub breakage: Option<&'static str>,
    /// How it ends: the kind of failure, or nothing.
    pub ends_in: Option<&'static str>,
    script: &'static [(&'static str, &'static str)],
    /// Whether the run is cut off behind the script.
    stop: bool,
    /// The action with which the table begins.
    from: Option<&'static str>,
}

impl Timeline {
    /// Runs it and writes the table that the book shows.
    ///
    /// # Panics
    ///
    /// As [`run`](Self::run).
    pub fn lane_table(&self) -> String {
        self.run().lane_table(self.from)
    }

    /// Runs it.
    ///
    /// # Panics
    ///
    /// If the script no longer fits the code, or the run ends otherwise than told.
    pub fn run(&self) -> Recording {
        let (jec, jec_bits, rounds) = self.setup;
        let mut exploration = Exploration::new(self.scenario).setup(Setup {
            jec,
            jec_bits,
            rounds,
            ..Setup::default()
        });
        if let Some(breakage) = self.breakage {
            exploration = exploration.without(breakage);
        }
        let recording =
            exploration.run(&Orders::Script { script: self.script, stop: self.stop }).recording;
        let ended = recording.failure.as_ref().map(|failure| failure.kind());
        assert_eq!(
            ended,
            self.ends_in,
            "the timeline {} ends in {ended:?}:\n{}",
            self.name,
            recording.to_text()
        );
        recording
    }

    const fn sound(name: &'static str, about: &'static str, scenario: Scenario) -> Timeline {
        Timeline {
            name,
            about,
            scenario,
            setup: (1, 32, 0),
            breakage: None,
            ends_in: None,
            script: &[],
            stop: false,
            from: None,
        }
    }

    const fn broken(self, breakage: &'static str, ends_in: &'static str) -> Timeline {
        Timeline { breakage: Some(breakage), ends_in: Some(ends_in), ..self }
    }

    const fn setup(self, jec: usize, jec_bits: u32, rounds: u32) -> Timeline {
        Timeline { setup: (jec, jec_bits, rounds), ..self }
    }

    /// Shows the run from this action on, and no further than the script.
    const fn cut(self, from: &'static str) -> Timeline {
        Timeline { from: Some(from), stop: true, ..self }
    }

    const fn script(self, script: &'static [(&'static str, &'static str)]) -> Timeline {
        Timeline { script, ..self }
    }
}

/// A 2-bit JEC goes once around between the announcement of W0 and its registration.
const ONCE_AROUND: &[(&str, &str)] = &[
    ("W1", "searches: nothing"),
    ("W0", "announces"),
    ("W0", "searches: nothing"),
    ("W0", "latch UNSET"),
    ("poster", "posts"),
    ("W1", "announces"),
    ("W1", "runs job 0"),
    ("W1", "searches: nothing"),
    ("poster", "posts"),
    ("poster", "posts"),
    ("W1", "announces"),
    ("W1", "runs job 1"),
    ("W0", "registers"),
];

/// All timelines, in the order in which the chapters tell them.
pub const ALL: &[Timeline] = &[
    // 1 Why a thread must sleep
    Timeline::sound("spinning", "A worker that never sleeps", steps::SPIN).script(&[
        ("worker", "looks"),
        ("worker", "looks"),
        ("worker", "looks"),
        ("poster", "pushes"),
    ]),
    Timeline {
        ends_in: Some("deadlock"),
        ..Timeline::sound(
            "lost_wakeup",
            "The alarm rings between the look and the bed",
            steps::HASTY,
        )
    }
    .script(&[("worker", "looks"), ("poster", "finds nobody"), ("worker", "lies down")]),
    Timeline::sound("careful_sleeper", "The poster waits for the lock of the bed", steps::CAREFUL)
        .script(&[
            ("worker", "looks"),
            ("poster", "goes to the bed"),
            ("worker", "lies down"),
            ("poster", "wakes"),
        ]),
    // 2 One word for three numbers
    Timeline::sound("sleep_and_wake", "A worker falls asleep, a job wakes it", world::A)
        .script(&[("W0", "blocks"), ("poster", "for the woken")]),
    Timeline::sound("torn_inactive", "An addition in two steps swallows another", world::D)
        .broken("broken_atomic_inactive", "count")
        .script(&[
            ("poster", "posts"),
            ("poster", "posts"),
            ("W0", "takes"),
            ("W1", "takes"),
            ("W0", "halfway"),
            ("W1", "found"),
            ("W0", "found"),
        ]),
    Timeline {
        from: Some("blocks"),
        ..Timeline::sound("waker_counts", "The waker takes the sleeper off the count", world::E2)
    }
    .script(&[("W0", "blocks"), ("poster 0", "for the woken"), ("poster 1", "posts")]),
    Timeline {
        ends_in: None,
        from: Some("blocks"),
        breakage: Some("broken_sleeper_counts"),
        ..Timeline::sound("sleeper_counts", "The sleeper counts itself, too late", world::E2)
    }
    .script(&[("W0", "blocks"), ("poster 0", "wakes worker 0"), ("poster 1", "worker 0")]),
    // 3 Even sleepy, odd awake
    Timeline::sound("two_sleepers", "Two sleepers and one poster", world::T)
        .script(&[
            ("S1", "searches"),
            ("S2", "searches"),
            ("P", "posts"),
            ("P", "pops"),
            ("S1", "announces"),
            ("S1", "searches"),
            ("S2", "announces"),
            ("S2", "searches"),
            ("P", "posts"),
            ("S1", "check 4"),
            ("S2", "check 4"),
        ])
        .cut("starts looking"),
    Timeline::sound("parity_post", "The poster turns the wrong parity", world::B)
        .broken("broken_parity_post", "deadlock")
        .setup(1, 32, 0)
        .script(&[("W0", "announces"), ("W0", "searches"), ("W1", "posts"), ("W0", "blocks")]),
    Timeline {
        breakage: Some("broken_parity_mask"),
        ..Timeline::sound("parity_mask", "The mask that was 0: every post writes", world::T)
    }
    .script(&[("P", "posts"), ("P", "posts"), ("P", "posts")]),
    Timeline::sound("jec_wraps", "The JEC comes round, the last look saves the job", world::F)
        .setup(1, 2, 0)
        .script(ONCE_AROUND),
    Timeline {
        from: Some("locks"),
        ..Timeline::sound("jec_wraps_lost", "The JEC comes round, and nobody looks", world::F)
    }
    .setup(1, 2, 0)
    .broken("broken_last_look", "deadlock")
    .script(ONCE_AROUND),
    // 4 Thirty-two rounds
    Timeline::sound("rounds", "Two rounds, the announcement, sleep, and awake again", world::A)
        .setup(1, 32, 2)
        .script(&[("W0", "blocks"), ("poster", "for the woken")]),
    Timeline::sound("wake_partly", "Posted while it lay down: back to the announcement", world::DL)
        .setup(1, 32, 2)
        .script(&[
            ("W0", "announces"),
            ("W0", "searches"),
            ("W2", "pushes job 0"),
            ("W1", "runs job 0"),
            ("W2", "posts"),
            ("W0", "check 4"),
            ("W0", "blocks"),
        ])
        .cut("announces"),
    Timeline::sound("search_after", "Without the search after the announcement", world::B)
        .broken("broken_search_after", "deadlock")
        .script(&[("W0", "searches"), ("W1", "posts"), ("W0", "blocks")]),
    // 5 Four states of a latch
    Timeline::sound("latch_while_searching", "Set while the owner searches", world::C).script(&[
        ("W0", "announces"),
        ("W0", "searches"),
        ("setter", "sets"),
        ("W0", "check 1"),
    ]),
    Timeline::sound("latch_while_sleepy", "Set while the owner lies down", world::C).script(&[
        ("W0", "latch UNSET"),
        ("setter", "sets"),
        ("W0", "check 3"),
    ]),
    Timeline::sound("latch_while_sleeping", "Set while the owner sleeps", world::C).script(&[
        ("W0", "blocks"),
        ("setter", "for the woken"),
        ("W0", "runs again"),
    ]),
    Timeline::sound("latch_back", "A job wakes the owner, its latch is still unset", world::E)
        .script(&[("W0", "blocks"), ("poster", "for the woken"), ("W0", "runs job 0")]),
    Timeline::sound("latch_store", "Setting in two steps", world::C)
        .broken("broken_latch_store", "deadlock")
        .script(&[("W0", "latch UNSET"), ("setter", "halfway"), ("W0", "blocks")]),
    // 6 Five checks
    Timeline::sound("broken_lock", "The bed is locked too late", world::A)
        .broken("broken_lock", "deadlock")
        .script(&[("W0", "last look"), ("poster", "worker 0"), ("W0", "blocks")]),
    Timeline::sound("broken_fall_asleep", "Check 3 is ignored", world::C)
        .broken("broken_fall_asleep", "deadlock")
        .script(&[("W0", "latch UNSET"), ("setter", "sets"), ("W0", "blocks")]),
    Timeline::sound("broken_jec_check", "Check 4 is skipped", world::B)
        .broken("broken_jec_check", "deadlock")
        .script(&[("W0", "announces"), ("W0", "searches"), ("W1", "posts"), ("W0", "blocks")]),
    Timeline::sound("broken_jec_cas", "Check 4 in two steps", world::B)
        .broken("broken_jec_cas", "deadlock")
        .script(&[
            ("W0", "announces"),
            ("W0", "searches"),
            ("W0", "halfway"),
            ("W1", "posts"),
            ("W0", "blocks"),
        ]),
    Timeline::sound("check_4", "A post between announcement and door", world::B).script(&[
        ("W0", "announces"),
        ("W0", "searches"),
        ("W1", "posts"),
        ("W0", "check 4"),
    ]),
    Timeline::sound("check_5", "The poster has pushed, and not yet told", world::A).script(&[
        ("W0", "announces"),
        ("W0", "searches"),
        ("poster", "injects"),
        ("W0", "takes back"),
        ("poster", "posts"),
    ]),
    Timeline::sound("broken_last_look", "Check 5 is skipped, with a 1-bit JEC", world::D)
        .setup(1, 1, 0)
        .broken("broken_last_look", "deadlock")
        .script(&[
            ("W0", "searches"),
            ("W1", "latch UNSET"),
            ("poster", "posts"),
            ("poster", "posts"),
            ("W0", "announces"),
            ("W0", "runs job 0"),
            ("W1", "blocks"),
        ]),
    // 7 How many to wake, and whom
    Timeline::sound("two_jobs_two_sleepers", "Two jobs, two sleepers", world::D)
        .script(&[
            ("W0", "blocks"),
            ("W1", "blocks"),
            ("poster", "posts"),
            ("poster", "for the woken"),
            ("poster", "injects job 1"),
            ("poster", "for the woken"),
            ("W0", "runs"),
            ("W1", "runs job"),
        ])
        .cut("injects"),
    Timeline::sound("one_awake_two_jobs", "One awake, one asleep, two jobs", world::D)
        .script(&[
            ("W1", "blocks"),
            ("W0", "searches"),
            ("poster", "posts"),
            ("poster", "posts"),
            ("poster", "for the woken"),
            ("W0", "runs"),
            ("W1", "runs job"),
        ])
        .cut("injects"),
    Timeline::sound("one_task_three_awake", "One job wakes three", world::W)
        .script(&[
            ("W0", "blocks"),
            ("W1", "blocks"),
            ("W2", "blocks"),
            ("W3", "blocks"),
            ("poster", "for the woken"),
            ("W0", "runs job 0"),
            ("W1", "blocks"),
            ("W2", "blocks"),
        ])
        .cut("injects"),
    Timeline::sound("broken_work_found", "A finder wakes nobody", world::D)
        .broken("broken_work_found", "deadlock")
        .script(&[
            ("W0", "searches"),
            ("poster", "posts"),
            ("W0", "takes job 0"),
            ("W1", "blocks"),
            ("poster", "posts"),
            ("W0", "runs"),
        ]),
    Timeline {
        breakage: Some("broken_wake_all"),
        ..Timeline::sound("broken_wake_all", "Everybody is woken, as before 2020", world::W)
    }
    .script(&[
        ("W0", "blocks"),
        ("W1", "blocks"),
        ("W2", "blocks"),
        ("W3", "blocks"),
        ("poster", "posts"),
        ("poster", "for the woken"),
        ("poster", "for the woken"),
        ("poster", "for the woken"),
        ("poster", "for the woken"),
        ("W0", "runs job 0"),
        ("W1", "blocks"),
    ])
    .cut("injects"),
    // 8 The handshake
    Timeline::sound("broken_last_look_early", "The word comes back, the look was before", world::D)
        .setup(0, 1, 0)
        .broken("broken_last_look_early", "deadlock")
        .script(&[
            ("W1", "last look"),
            ("W0", "searches"),
            ("poster", "posts"),
            ("poster", "posts"),
            ("W0", "runs job 0"),
            ("W1", "blocks"),
        ]),
    Timeline {
        ends_in: Some("deadlock"),
        ..Timeline::sound("local_hole", "A hole of the sound code: a 1-bit JEC, a deque", world::DL)
    }
    .setup(1, 1, 0)
    .script(&[
        ("W0", "searches"),
        ("W1", "latch UNSET"),
        ("W2", "posts"),
        ("W2", "posts"),
        ("W0", "announces"),
        ("W0", "runs job 0"),
        ("W1", "blocks"),
    ]),
];
