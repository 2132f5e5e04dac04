//! The journey of a stolen job is the same every time, though its threads are real.

use std::collections::BTreeSet;

use winks_chapters::shown::journey::{home_table, stolen_rows, stolen_table};

#[test]
fn two_hundred_journeys_are_one() {
    let tables: BTreeSet<String> = (0..200).map(|_| stolen_table()).collect();
    let tables: Vec<String> = tables.into_iter().collect();
    assert_eq!(tables.len(), 1, "different journeys:\n{}", tables.join("\n"));
}

#[test]
fn two_hundred_jobs_stay_at_home_alike() {
    let tables: BTreeSet<String> = (0..200).map(|_| home_table()).collect();
    assert_eq!(tables.len(), 1, "{tables:?}");
}

#[test]
fn the_pool_counts_what_the_journey_shows() {
    let (rows, stats) = stolen_rows();
    let steals = rows.iter().filter(|row| row.action.starts_with("steals")).count() as u64;
    let counted: Vec<u64> = stats.workers.iter().map(|worker| worker.steals).collect();
    assert_eq!(counted, [0, steals]);
    // The body of `install`, which was injected, and B.
    let jobs: Vec<u64> = stats.workers.iter().map(|worker| worker.jobs).collect();
    assert_eq!(jobs, [1, 1]);
    // Worker 1 was woken in vain once, before the recording: by worker 0, for the body of `install`.
    let in_vain: Vec<u64> = stats.workers.iter().map(|worker| worker.wakes_in_vain).collect();
    assert_eq!(in_vain, [0, 1]);
}

#[test]
fn what_the_word_counts_adds_up() {
    let (rows, _) = stolen_rows();
    for row in &rows {
        assert!(row.counts.sleeping <= row.counts.inactive, "{row:?}");
    }
    // The chapter counts them: all but the first row have one before.
    let changes = rows.windows(2).filter(|pair| pair[0].counts != pair[1].counts).count();
    assert_eq!(changes, 8, "steps that change the word");
    let last = rows.last().expect("a journey has steps");
    assert_eq!((last.counts.sleeping, last.counts.inactive), (0, 0), "both have work at the end");
}
