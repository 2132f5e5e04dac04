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
    before.sleeping.min(2)
}

pub fn tests(for_post: fn(Seen, usize, bool) -> usize, for_work_found: fn(Seen) -> usize) {
    assert_eq!(for_post(Seen { sleeping: 1, inactive: 1 }, 1, true), 1);
}
