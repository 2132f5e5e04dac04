//! What each breakage breaks, and the small world that misses it.

use crate::explored::worlds::{full, leaver, lock, publish, time_out, two_givers};
use crate::explored::{Verdict, explore};
use crate::modes::{Barging, Fair};

/// How a world ends when it loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Loss {
    /// Somebody sleeps for ever.
    Deadlock,
    /// Two threads are at the same data, and nothing orders them.
    Race,
    /// The count is wrong in the end.
    Count,
}

/// One protection, and what is lost without it.
pub struct Breakage {
    pub name: &'static str,
    pub what: &'static str,
    pub invariant: &'static str,
    pub loss: Loss,
    /// The world, as it is called, with the mode it runs in.
    pub seen_in: &'static str,
    pub world: fn(),
    /// Interruptions that it takes.
    pub bound: usize,
}

impl Breakage {
    /// Runs its world with the protection switched off, or sound.
    pub fn explore(&self, broken: bool) -> Verdict {
        // Only a race needs stale values; what deadlocks is then free of loom's blind spot.
        let exact = self.loss != Loss::Race;
        explore(self.world, broken.then_some(self.name), exact, Some(self.bound))
    }
}

/// In the order of their names.
pub const ALL: &[Breakage] = &[
    Breakage {
        name: "broken_sema",
        what: "acquire looks at the count and takes from it in two steps",
        invariant: "INV-SEM-COUNT",
        loss: Loss::Count,
        seen_in: "lock, two threads, Barging",
        world: || lock(Barging, 2, 1),
        bound: 2,
    },
    Breakage {
        name: "broken_sema_acquire_relaxed",
        what: "the exchange that takes a permit is Relaxed",
        invariant: "INV-SEM-ORDER",
        loss: Loss::Race,
        seen_in: "publish, Barging",
        world: || publish(Barging, false),
        bound: 2,
    },
    Breakage {
        name: "broken_sema_cancel",
        what: "a waiter that leaves without permits serves nobody behind it",
        invariant: "INV-SEM-SERVE",
        loss: Loss::Deadlock,
        seen_in: "leaver, by time, Barging",
        world: || leaver(Barging, true),
        bound: 2,
    },
    Breakage {
        name: "broken_sema_clear_always",
        what: "the callback clears WAITERS although others are queued",
        invariant: "INV-SEM-BIT",
        loss: Loss::Deadlock,
        seen_in: "publish, one by one, Barging",
        world: || publish(Barging, false),
        bound: 2,
    },
    Breakage {
        name: "broken_sema_clear_outside",
        what: "WAITERS is cleared after the lot's lock was given up",
        invariant: "INV-SEM-BIT",
        loss: Loss::Deadlock,
        seen_in: "publish, one by one, Barging",
        world: || publish(Barging, false),
        bound: 3,
    },
    Breakage {
        name: "broken_sema_grant_relaxed",
        what: "the exchange that pays a sleeper is Relaxed",
        invariant: "INV-SEM-ORDER",
        loss: Loss::Race,
        seen_in: "two givers, Fair",
        world: || two_givers(Fair),
        bound: 2,
    },
    Breakage {
        name: "broken_sema_no_validate",
        what: "a thread lies down without a last look",
        invariant: "INV-SEM-VALIDATE",
        loss: Loss::Deadlock,
        seen_in: "lock, two threads, Barging",
        world: || lock(Barging, 2, 1),
        bound: 2,
    },
    Breakage {
        name: "broken_sema_overflow",
        what: "permits are added without a look at the maximum",
        invariant: "INV-SEM-BOUND",
        loss: Loss::Count,
        seen_in: "full, Barging",
        world: || full(Barging),
        bound: 2,
    },
    Breakage {
        name: "broken_sema_plain_bit",
        what: "WAITERS is set by a plain store",
        invariant: "INV-SEM-COUNT",
        loss: Loss::Deadlock,
        seen_in: "lock, two threads, Barging",
        world: || lock(Barging, 2, 1),
        bound: 2,
    },
    Breakage {
        name: "broken_sema_release_relaxed",
        what: "the exchange that gives permits is Relaxed",
        invariant: "INV-SEM-ORDER",
        loss: Loss::Race,
        seen_in: "publish, Barging",
        world: || publish(Barging, false),
        bound: 2,
    },
    Breakage {
        name: "broken_sema_timeout_clear",
        what: "the last waiter that times out clears WAITERS after the lot's lock was given up",
        invariant: "INV-SEM-BIT",
        loss: Loss::Deadlock,
        seen_in: "time-out before a permit, Barging",
        world: || time_out(Barging, false),
        bound: 3,
    },
    Breakage {
        name: "broken_sema_timeout_first",
        what: "a timed waiter that was woken looks at the clock before it tries again",
        invariant: "INV-SEM-SERVE",
        loss: Loss::Deadlock,
        seen_in: "time-out after a permit, Barging",
        world: || time_out(Barging, true),
        bound: 2,
    },
    Breakage {
        name: "broken_sema_validate_bit",
        what: "the last look asks for permits only, and not for WAITERS",
        invariant: "INV-SEM-VALIDATE",
        loss: Loss::Deadlock,
        seen_in: "lock, two threads twice, Barging",
        world: || lock(Barging, 2, 2),
        bound: 3,
    },
];
