//! How many sleepers a post and a finder wake.

/// The counts as the one who decides has read them; `sleeping` is never more than `inactive`.
#[derive(Clone, Copy, Debug)]
pub struct Seen {
    /// Threads that are blocked, or about to be.
    pub sleeping: usize,
    /// Threads without a job: searching or sleeping.
    pub inactive: usize,
}

/// How many to wake for `jobs` new jobs in a queue that was empty before, or not.
pub fn for_post(seen: Seen, jobs: usize, queue_was_empty: bool) -> usize {
    let awake_but_idle = seen.inactive - seen.sleeping;
    let helpless = if queue_was_empty { jobs.saturating_sub(awake_but_idle) } else { jobs };
    helpless.min(seen.sleeping)
}

/// How many to wake when a thread has found work, by the counts just before.
pub fn for_work_found(before: Seen) -> usize {
    before.sleeping
}

/// Your tests, for any two rules: silent if both are right, a panic if not.
pub fn tests(for_post: fn(Seen, usize, bool) -> usize, for_work_found: fn(Seen) -> usize) {
    let seen = |sleeping, awake| Seen { sleeping, inactive: sleeping + awake };
    // Nobody sleeps.
    assert_eq!(for_post(seen(0, 2), 5, false), 0);
    // The queue was not empty: those awake do not count, and no more than sleep.
    assert_eq!(for_post(seen(3, 2), 2, false), 2);
    assert_eq!(for_post(seen(3, 2), 5, false), 3);
    // It was empty: each of those awake takes one.
    assert_eq!(for_post(seen(3, 2), 3, true), 1);
    assert_eq!(for_post(seen(3, 2), 2, true), 0);
    assert_eq!(for_post(seen(3, 2), 1, true), 0);
    assert_eq!(for_post(seen(3, 0), 9, true), 3);
    // A finder wakes two, if there are two.
    assert_eq!(for_work_found(seen(0, 1)), 0);
    assert_eq!(for_work_found(seen(1, 1)), 1);
    assert_eq!(for_work_found(seen(5, 1)), 2);
}
