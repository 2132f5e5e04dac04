//! Small worlds in which the protocol can lose.
//!
//! Each is two or three threads, a pool of one or two workers that may sleep, and a handful of
//! jobs; its name is the one that the book and the catalogue of breakages use.
//! Every run of the sound code must come to its end with both counts back at 0.

use crate::counters::{AtomicCounters, Counts};
use crate::idle::Policy;
use crate::jec::Jec;
use crate::lanes;
use crate::latch::{CoreLatch, State};
use crate::pool::{Actions, Pool, Queue, QueueKind};
use crate::recording::{self, Failure, LATCH, WORD};
use crate::sink;
use crate::sleep::Sleep;
use crate::word::{Layout, NarrowJec, Wide};
use std::sync::Arc;

/// The parameters of a run.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The JEC before the first step: odd, so that posts only read, or even.
    pub jec: usize,
    /// The width of the JEC: 32 as in a 64-bit word, or 1 to 8.
    pub jec_bits: u32,
    /// Searches in vain before a worker announces itself. 0 loses no order that 32 would show, and
    /// keeps the runs short.
    pub rounds: u32,
    /// What the queues are made of.
    pub queue: QueueKind,
}

impl Default for Setup {
    fn default() -> Self {
        Setup { jec: 1, jec_bits: 32, rounds: 0, queue: QueueKind::Locked }
    }
}

/// A small world, to be run many times.
#[derive(Clone, Copy, Debug)]
pub struct Scenario {
    /// A letter or two.
    pub name: &'static str,
    /// What happens in it.
    pub about: &'static str,
    world: World,
}

#[derive(Clone, Copy, Debug)]
enum World {
    Protocol(fn(&mut Cast)),
    Step(fn()),
}

/// One waiting worker; a job is injected.
pub const A: Scenario = protocol("a", "one waiting worker, one injected job", |cast| {
    cast.injector(1).worker("W0", 1);
    cast.lane("poster", |pool| pool.inject(0));
});

/// The same world; an explorer that begins with the first lane tries the poster first.
pub const A_POSTER_FIRST: Scenario = protocol("a", A.about, |cast| {
    cast.injector(1).lane("poster", |pool| pool.inject(0));
    cast.worker("W0", 1);
});

/// One waiting worker; another pushes to its own deque and stays busy.
pub const B: Scenario = protocol("b", "one waiting worker, a busy one pushes a job", |cast| {
    cast.deque_of(1, 1).worker("W0", 1);
    cast.lane("W1", |pool| pool.push(0));
});

/// A latch is set while its owner goes to sleep.
pub const C: Scenario = protocol("c", "a latch is set against a worker that lies down", |cast| {
    cast.worker("W0", usize::MAX);
    cast.lane("setter", |pool| pool.set_latch(0));
});

/// Two workers, two injected jobs; each worker leaves after one.
pub const D: Scenario = protocol("d", "two workers, two injected jobs", |cast| {
    cast.injector(2).worker("W0", 1).worker("W1", 1);
    cast.lane("poster", |pool| {
        pool.inject(0);
        pool.inject(1);
    });
});

/// As [`D`], the jobs on the deque of a third worker that stays busy.
pub const DL: Scenario = protocol("dl", "two workers, a third pushes two jobs", |cast| {
    cast.deque_of(2, 2).worker("W0", 1).worker("W1", 1);
    cast.lane("W2", |pool| {
        pool.push(0);
        pool.push(1);
    });
});

/// One sleeper and two reasons to wake it at once.
pub const E: Scenario = protocol("e", "one worker, a job and its latch at once", |cast| {
    cast.injector(1).worker("W0", usize::MAX);
    cast.lane("poster", |pool| pool.inject(0));
    cast.lane("setter", |pool| pool.set_latch(0));
});

/// One worker that runs two jobs, and two posters.
pub const E2: Scenario = protocol("e2", "one worker, two posters", |cast| {
    cast.injector(2).worker("W0", 2);
    cast.lane("poster 0", |pool| pool.inject(0));
    cast.lane("poster 1", |pool| pool.inject(1));
});

/// A job, then the signal to terminate.
pub const G: Scenario = protocol("g", "a job, then the latch that ends the worker", |cast| {
    cast.injector(1).worker("W0", usize::MAX);
    cast.lane("main", |pool| {
        pool.inject(0);
        pool.set_latch(0);
    });
});

/// As [`A`], and the condition variable wakes once for no reason.
pub const SP: Scenario = protocol("sp", "as a, with a spurious wake-up", |cast| {
    cast.injector(1).worker("W0", 1);
    cast.lane("poster", |pool| pool.inject(0));
    cast.lane("spirit", |pool| {
        pool.wake_for_no_reason(0);
    });
});

/// For a narrow JEC: one worker takes one job, the other two, three are injected.
pub const F: Scenario = protocol("f", "two workers, three injected jobs", |cast| {
    cast.injector(3).worker("W0", 1).worker("W1", 2);
    cast.lane("poster", |pool| {
        pool.inject(0);
        pool.inject(1);
        pool.inject(2);
    });
});

/// Two workers that get sleepy, and a busy one that pops its first job itself.
pub const T: Scenario = protocol("t", "two sleepers and a busy poster", |cast| {
    cast.deque_of(2, 3).worker("S1", 1).worker("S2", 1);
    cast.lane("P", |pool| {
        pool.push(0);
        pool.pop();
        pool.push(1);
        pool.push(2);
    });
});

/// Four workers, one injected job, then the end of all four.
pub const W: Scenario = protocol("w", "four workers, one injected job", |cast| {
    cast.injector(1);
    for name in ["W0", "W1", "W2", "W3"] {
        cast.worker(name, usize::MAX);
    }
    cast.lane("poster", |pool| {
        pool.inject(0);
        for owner in 0..4 {
            pool.set_latch(owner);
        }
    });
});

/// The scenarios of the protocol, in the order of the book.
pub const ALL: &[Scenario] = &[A, B, C, D, DL, E, E2, F, G, SP, T, W];

const fn protocol(name: &'static str, about: &'static str, cast: fn(&mut Cast)) -> Scenario {
    Scenario { name, about, world: World::Protocol(cast) }
}

impl Scenario {
    /// A world without the protocol: one of the first, simpler ways to sleep.
    pub(crate) const fn step(name: &'static str, about: &'static str, run: fn()) -> Scenario {
        Scenario { name, about, world: World::Step(run) }
    }

    /// One run, on the explorer's first thread.
    pub(crate) fn run(&self, setup: &Setup) {
        let cast = match self.world {
            World::Step(run) => return run(),
            World::Protocol(cast) => cast,
        };
        match setup.jec_bits {
            1 => play::<NarrowJec<1>>(cast, setup),
            2 => play::<NarrowJec<2>>(cast, setup),
            3 => play::<NarrowJec<3>>(cast, setup),
            8 => play::<NarrowJec<8>>(cast, setup),
            32 => play::<Wide>(cast, setup),
            bits => panic!("no layout with a JEC of {bits} bits here: 1, 2, 3, 8 or 32"),
        }
    }
}

type Act = Box<dyn FnOnce(&dyn Actions) + Send>;

/// Who plays, and with what.
#[derive(Default)]
struct Cast {
    injector: Option<usize>,
    deque_of: Option<(usize, usize)>,
    workers: usize,
    lanes: Vec<(&'static str, Act)>,
}

impl Cast {
    /// Outsiders inject so many jobs, numbered from 0.
    fn injector(&mut self, jobs: usize) -> &mut Self {
        self.injector = Some(jobs);
        self
    }

    /// A busy worker, whose deque gets so many jobs.
    fn deque_of(&mut self, owner: usize, jobs: usize) -> &mut Self {
        self.deque_of = Some((owner, jobs));
        self
    }

    /// A worker that may sleep, and leaves after so many jobs or when its latch is set.
    fn worker(&mut self, name: &'static str, limit: usize) -> &mut Self {
        let me = self.workers;
        self.workers += 1;
        self.lanes.push((name, Box::new(move |pool| pool.wait_until(me, limit))));
        self
    }

    fn lane(&mut self, name: &'static str, act: fn(&dyn Actions)) -> &mut Self {
        self.lanes.push((name, Box::new(act)));
        self
    }
}

fn play<L: Layout + Send + Sync + 'static>(cast: fn(&mut Cast), setup: &Setup) {
    let mut players = Cast::default();
    cast(&mut players);
    // A busy worker has a bed too, though nobody ever finds it there.
    let beds = players.workers.max(players.deque_of.map_or(0, |(owner, _)| owner + 1));
    let jec = Jec::new(setup.jec);
    let policy = Policy { rounds_until_sleepy: setup.rounds };
    let pool = Arc::new(Pool::<L> {
        sleep: Sleep::with(beds, policy, AtomicCounters::starting_at(jec)),
        latches: (0..players.workers).map(|_| CoreLatch::new()).collect(),
        injector: players.injector.map(|jobs| Queue::new(setup.queue, jobs)),
        deque: players.deque_of.map(|(owner, jobs)| (owner, Queue::new(setup.queue, jobs))),
    });

    let mut columns = vec![(WORD, sink::word(pool.counts()))];
    if players.workers == 1 {
        columns.insert(0, (LATCH, State::Unset.to_string()));
    }
    recording::begin(&columns);
    lanes::run_all(players.lanes.into_iter().map(|(name, act)| {
        let pool = pool.clone();
        (name, move || act(&*pool))
    }));

    let Counts { sleeping, inactive, .. } = pool.counts();
    if (sleeping, inactive) != (0, 0) {
        recording::fail(Failure::FinalCount(format!(
            "all are gone, and the word still counts {sleeping} sleeping and {inactive} inactive"
        )));
    }
}
