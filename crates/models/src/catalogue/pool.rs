//! The breakages of the pool itself: its posts, its broadcasts, its latches, its end.

use super::{Breakage, breakage, seen};
use crate::scenarios as protocol;
use crate::worlds;

/// All breakages of the pool, in alphabetical order.
pub const ALL: &[Breakage] = &[
    breakage(
        "broken_broadcast_look",
        "the last look leaves out the worker's own broadcast queue",
        "INV-CAST-2",
        "scope",
        seen(worlds::BROADCAST, "deadlock"),
    ),
    breakage(
        "broken_broadcast_wake",
        "a broadcast wakes nobody",
        "INV-CAST-1",
        "scope",
        seen(worlds::BROADCAST, "deadlock"),
    ),
    breakage(
        "broken_count_latch",
        "a job that ends while another does is not counted down",
        "INV-LAST-1",
        "scope",
        seen(worlds::LAST_JOB, "deadlock"),
    ),
    breakage(
        "broken_cross_wake",
        "who sets a latch wakes its owner's index in its own pool",
        "INV-HOME-1",
        "join",
        seen(worlds::OTHER_POOL, "deadlock"),
    ),
    breakage(
        "broken_keepers",
        "a keeper that leaves while another does is not counted down",
        "INV-END-2",
        "life",
        seen(worlds::LAST_KEEPER, "deadlock"),
    ),
    breakage(
        "broken_lock_latch",
        "the latch of an outsider is notified before it is set",
        "INV-OUT-1",
        "join",
        seen(worlds::OUTSIDER, "deadlock"),
    ),
    breakage(
        "broken_post_before_push",
        "a poster consults the counters before its job is in the queue",
        "INV-POST-1",
        "jobs",
        seen(protocol::A, "deadlock"),
    ),
    breakage(
        "broken_stay",
        "a pool that has ended can be kept",
        "INV-END-3",
        "life",
        seen(worlds::ENDED_POOL, "deadlock"),
    ),
    breakage(
        "broken_terminate",
        "the end of a pool passes over the threads that sleep",
        "INV-END-1",
        "life",
        seen(worlds::LAST_KEEPER, "deadlock"),
    ),
];
