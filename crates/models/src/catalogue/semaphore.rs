//! The breakages of the semaphore, and the small worlds that miss them.

use super::{Breakage, breakage, seen, seen_with};
use crate::semaphores as world;

/// All breakages of the semaphore, in alphabetical order.
pub const ALL: &[Breakage] = &[
    breakage(
        "broken_sema",
        "acquire looks at the count and takes from it in two steps",
        "INV-SEM-COUNT",
        "broken-sema",
        seen(world::LOCK2.barging(), "count"),
    ),
    breakage(
        "broken_sema_acquire_relaxed",
        "the exchange that takes a permit is Relaxed",
        "INV-SEM-ORDER",
        "semaphore",
        None,
    ),
    breakage(
        "broken_sema_cancel",
        "a waiter that leaves without permits serves nobody behind it",
        "INV-SEM-SERVE",
        "permits",
        seen_with(world::LEAVER_TIME.barging(), "deadlock", 4),
    ),
    breakage(
        "broken_sema_clear_always",
        "the callback clears WAITERS although others are queued",
        "INV-SEM-BIT",
        "semaphore",
        seen(world::HAND2.barging(), "deadlock"),
    ),
    breakage(
        "broken_sema_clear_outside",
        "WAITERS is cleared after the lot's lock was given up",
        "INV-SEM-BIT",
        "semaphore",
        seen_with(world::HAND2.barging(), "deadlock", 4),
    ),
    breakage(
        "broken_sema_grant_relaxed",
        "the exchange that pays a sleeper is Relaxed",
        "INV-SEM-ORDER",
        "permits",
        None,
    ),
    breakage(
        "broken_sema_no_validate",
        "a thread lies down without a last look",
        "INV-SEM-VALIDATE",
        "semaphore",
        seen(world::PUB.barging(), "deadlock"),
    ),
    breakage(
        "broken_sema_overflow",
        "permits are added without a look at the maximum",
        "INV-SEM-BOUND",
        "permits",
        seen(world::FULL.barging(), "count"),
    ),
    breakage(
        "broken_sema_plain_bit",
        "WAITERS is set by a plain store",
        "INV-SEM-COUNT",
        "semaphore",
        seen(world::PUB.barging(), "deadlock"),
    ),
    breakage(
        "broken_sema_release_relaxed",
        "the exchange that gives permits is Relaxed",
        "INV-SEM-ORDER",
        "semaphore",
        None,
    ),
    breakage(
        "broken_sema_timeout_clear",
        "the last waiter that times out clears WAITERS after the lot's lock was given up",
        "INV-SEM-BIT",
        "permits",
        seen_with(world::TIMED_EARLY.barging(), "deadlock", 4),
    ),
    breakage(
        "broken_sema_timeout_first",
        "a timed waiter that was woken looks at the clock before it tries again",
        "INV-SEM-SERVE",
        "permits",
        seen_with(world::TIMED_LATE.barging(), "deadlock", 4),
    ),
    breakage(
        "broken_sema_validate_bit",
        "the last look asks for permits only, and not for WAITERS",
        "INV-SEM-VALIDATE",
        "semaphore",
        seen_with(world::LOCK2X2.barging(), "deadlock", 4),
    ),
];
