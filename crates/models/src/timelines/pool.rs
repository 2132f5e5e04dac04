//! The interleavings of the chapters about the pool.

use super::Timeline;
use crate::worlds;

/// All of them, in the order in which the chapters tell them.
pub const ALL: &[Timeline] = &[
    // 9 A join
    shown(Timeline::sound(
        "broken_cross_wake",
        "The setter knocks in its own house",
        worlds::OTHER_POOL,
    ))
    .broken("broken_cross_wake", "deadlock")
    .script(&[("P's W0", "blocks"), ("Q's W0", "worker 0")]),
    // 10 Scopes, and broadcasts
    shown(Timeline::sound(
        "broken_count_latch",
        "Two last jobs, and neither is the last",
        worlds::LAST_JOB,
    ))
    .broken("broken_count_latch", "deadlock")
    .script(&[
        ("opener", "blocks"),
        ("job 0", "halfway"),
        ("job 1", "counts"),
        ("job 0", "does not"),
    ]),
    Timeline {
        from: Some("announces"),
        ..Timeline::sound("broken_broadcast_look", "The last look is elsewhere", worlds::BROADCAST)
    }
    .broken("broken_broadcast_look", "deadlock")
    .script(&[
        ("W0", "announces"),
        ("W0", "searches"),
        ("caster", "worker 0"),
        ("W0", "blocks"),
    ]),
    // 11 The life of a pool
    shown(Timeline::sound(
        "broken_keepers",
        "Two last keepers, and neither is the last",
        worlds::LAST_KEEPER,
    ))
    .broken("broken_keepers", "deadlock")
    .script(&[
        ("W0", "blocks"),
        ("owner", "halfway"),
        ("job", "keepers"),
        ("owner", "keepers stay"),
    ]),
    Timeline::sound("broken_stay", "A pool that has ended is kept", worlds::ENDED_POOL)
        .broken("broken_stay", "deadlock")
        .script(&[("W1", "searches"), ("owner", "sets"), ("owner", "sets"), ("W1", "found")]),
];

/// From the moment at which the sleeper lies down.
const fn shown(timeline: Timeline) -> Timeline {
    Timeline { from: Some("blocks"), ..timeline }
}
