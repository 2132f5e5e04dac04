//! The interleavings of the chapters about the semaphore.

use super::Timeline;
use crate::explore::TO_ITS_END;
use crate::semaphores as world;

/// All of them: the sound code first, then what each breakage loses.
pub const ALL: &[Timeline] = &[
    // A semaphore in one word
    Timeline::sound("sema_free", "A permit is free, and nobody waits", world::LOCK2.barging())
        .script(&[("T0", "gives"), ("T1", "gives")]),
    Timeline::sound(
        "sema_validate_no",
        "A release comes between the look and the bed",
        world::PUB.barging(),
    )
    .script(&[("taker 0", "sets WAITERS"), ("giver", TO_ITS_END), ("taker 0", "takes")]),
    Timeline::sound("sema_parked", "One sleeps, a release wakes it", world::PUB.barging())
        .script(&[("taker 0", "sleeps"), ("giver", "wakes")]),
    Timeline::sound(
        "sema_barging",
        "Another is faster than the one that was woken",
        world::HAND2.barging(),
    )
    .script(&[
        ("taker 0", "sleeps"),
        ("giver", "wakes"),
        ("taker 1", "takes"),
        ("taker 0", "sleeps"),
        ("giver", "wakes"),
    ]),
    // Time-outs, many permits, fairness
    Timeline::sound("sema_handed", "The permit goes to the one that waited", world::HAND2.fair())
        .script(&[
            ("taker 0", "sleeps"),
            ("giver", "wakes"),
            ("taker 1", "sleeps"),
            ("taker 0", TO_ITS_END),
            ("giver", "wakes"),
        ]),
    Timeline::sound(
        "sema_timed_late",
        "Woken, and too late by the clock: it tries first",
        world::TIMED_LATE.barging(),
    )
    .script(&[
        ("timed", "sleeps"),
        ("patient", "sleeps"),
        ("giver", "wakes"),
        ("giver", "the time is over"),
        ("timed", "wakes"),
    ]),
    Timeline::sound(
        "sema_leaver",
        "The head of the queue leaves, and serves the next",
        world::LEAVER_TIME.barging(),
    )
    .script(&[
        ("wants 2", "sleeps"),
        ("wants 1", "sleeps"),
        ("giver", "leaves"),
        ("giver", TO_ITS_END),
        ("wants 2", "goes without"),
    ]),
    // broken_sema, and the others
    Timeline::sound("broken_sema", "Two holders of one permit", world::LOCK2.barging())
        .broken("broken_sema", "count")
        .script(&[("T0", "reads"), ("T1", "is at the page"), ("T0", "is at the page")]),
    Timeline::sound("broken_sema_no_validate", "No last look", world::PUB.barging())
        .broken("broken_sema_no_validate", "deadlock")
        .script(&[("taker 0", "sets WAITERS"), ("giver", TO_ITS_END), ("taker 0", "sleeps")]),
    Timeline::sound(
        "broken_sema_validate_bit",
        "The flag is gone, and the last look does not ask for it",
        world::LOCK2X2.barging(),
    )
    .broken("broken_sema_validate_bit", "deadlock")
    .script(&[
        ("T0", "is at the page"),
        ("T1", "sets WAITERS"),
        ("T0", "gives"),
        ("T0", "clears"),
        ("T0", "takes"),
        ("T1", "sleeps"),
    ]),
    Timeline::sound(
        "broken_sema_clear_outside",
        "The flag is cleared a moment too late",
        world::HAND2.barging(),
    )
    .broken("broken_sema_clear_outside", "deadlock")
    .script(&[
        ("taker 0", "sleeps"),
        ("giver", "wakes"),
        ("taker 0", TO_ITS_END),
        ("taker 1", "sleeps"),
        ("giver", "clears"),
    ]),
    Timeline::sound(
        "broken_sema_clear_always",
        "The flag is cleared, and another is queued",
        world::HAND2.barging(),
    )
    .broken("broken_sema_clear_always", "deadlock")
    .script(&[("taker 0", "sleeps"), ("taker 1", "sleeps"), ("giver", TO_ITS_END)]),
    Timeline::sound(
        "broken_sema_timeout_clear",
        "The last one's time ends, and it clears the flag of another",
        world::TIMED_EARLY.barging(),
    )
    .broken("broken_sema_timeout_clear", "deadlock")
    .script(&[
        ("timed", "sleeps"),
        ("giver", "the time is over"),
        ("giver", "reads"),
        ("timed", "leaves the queue"),
        ("patient", "sleeps"),
        ("timed", "clears"),
    ]),
    Timeline::sound(
        "broken_sema_timeout_first",
        "A permit is free, and nobody is told",
        world::TIMED_LATE.barging(),
    )
    .broken("broken_sema_timeout_first", "deadlock")
    .script(&[
        ("timed", "sleeps"),
        ("patient", "sleeps"),
        ("giver", "wakes"),
        ("giver", "the time is over"),
        ("timed", "goes without"),
    ]),
    Timeline::sound(
        "broken_sema_cancel",
        "The head of the queue leaves, and tells nobody",
        world::LEAVER_TIME.barging(),
    )
    .broken("broken_sema_cancel", "deadlock")
    .script(&[
        ("wants 2", "sleeps"),
        ("wants 1", "sleeps"),
        ("giver", "leaves"),
        ("giver", TO_ITS_END),
        ("wants 2", "goes without"),
    ]),
    Timeline::sound(
        "broken_sema_plain_bit",
        "A flag is written over a permit",
        world::PUB.barging(),
    )
    .broken("broken_sema_plain_bit", "deadlock")
    .script(&[
        ("taker 0", "reads"),
        ("taker 0", "reads"),
        ("giver", "gives"),
        ("taker 0", "writes"),
    ]),
];
