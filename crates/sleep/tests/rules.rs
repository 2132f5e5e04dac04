//! The two rules of whom to wake, held to what they promise, for every small word.

use winks_sleep::wake::{to_wake_for_post, to_wake_for_work_found};
use winks_sleep::{Counts, Jec};

/// Every word of up to four threads that are inactive, some of them asleep.
fn words() -> impl Iterator<Item = Counts> {
    (0..=4).flat_map(|inactive| {
        (0..=inactive).map(move |sleeping| Counts { sleeping, inactive, jec: Jec::new(1) })
    })
}

#[test]
fn a_post_wakes_a_sleeper_for_each_job_that_nobody_awake_will_take() {
    for seen in words() {
        let searching = seen.inactive - seen.sleeping;
        for jobs in 1..=6 {
            let behind_others = to_wake_for_post(seen, jobs, false);
            assert_eq!(behind_others, jobs.min(seen.sleeping), "{jobs} jobs, {seen:?}");
            let alone = to_wake_for_post(seen, jobs, true);
            let helpless = (1..=jobs).filter(|job| *job > searching).count();
            assert_eq!(alone, helpless.min(seen.sleeping), "{jobs} jobs, {seen:?}");
        }
    }
}

#[test]
fn a_finder_wakes_two_as_long_as_there_are_two() {
    let woken: Vec<_> = (0..=4)
        .map(|sleeping| Counts { sleeping, inactive: 5, jec: Jec::new(0) })
        .map(to_wake_for_work_found)
        .collect();
    assert_eq!(woken, [0, 1, 2, 2, 2]);
}
