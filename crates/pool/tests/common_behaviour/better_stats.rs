//! The statistics: who sleeps and who works, from one load of the packed word, and what each worker
//! has done, with the feature `stats`.

use super::tools::{Gate, Tally, pool_of, watched};
use std::thread;
use subject::current_stats;

#[test]
fn stats_of_a_pool_that_sleeps_say_so() {
    watched(|| {
        let pool = pool_of(3);
        pool.broadcast(|_| ());
        // Reached for certain, and left by nobody: the watchdog is the limit.
        let stats = loop {
            let stats = pool.stats();
            assert!(stats.sleeping <= stats.inactive && stats.inactive <= stats.num_threads);
            if stats.sleeping == 3 {
                break stats;
            }
            thread::yield_now();
        };
        assert_eq!((stats.num_threads, stats.inactive), (3, 3));
        assert!(stats.sleepy, "the last to move the counter got sleepy");
    });
}

#[test]
fn stats_of_a_pool_that_works_count_who_has_no_job() {
    watched(|| {
        let pool = pool_of(2);
        let (all_in, go) = (Tally::default(), Gate::default());
        let (counts, waits) = (all_in.clone(), go.clone());
        pool.spawn_broadcast(move |_| {
            counts.add();
            waits.pass();
        });
        all_in.wait_for(2);
        let stats = pool.stats();
        assert_eq!((stats.num_threads, stats.sleeping, stats.inactive), (2, 0, 0));
        go.open();
    });
}

#[test]
fn current_stats_are_those_of_the_current_threads_pool() {
    watched(|| {
        assert_eq!(current_stats(), None);
        let (pool, other) = (pool_of(3), pool_of(2));
        let threads = || current_stats().map(|stats| stats.num_threads);
        assert_eq!((pool.install(threads), other.install(threads)), (Some(3), Some(2)));
        assert_eq!(other.install(|| pool.stats().num_threads), 3);
        // The one that asks is not inactive.
        let stats = pool_of(1).install(current_stats).expect("on a worker");
        assert_eq!((stats.num_threads, stats.sleeping, stats.inactive), (1, 0, 0));
    });
}

#[test]
#[cfg(not(feature = "stats"))]
fn without_the_feature_no_worker_counts() {
    assert!(pool_of(2).stats().workers.is_empty());
}

/// The counts of a pool all of whose threads are asleep.
#[cfg(feature = "stats")]
fn asleep(pool: &subject::ThreadPool) -> Vec<subject::WorkerCounts> {
    loop {
        let stats = pool.stats();
        if stats.sleeping == stats.num_threads {
            return stats.workers;
        }
        thread::yield_now();
    }
}

#[test]
#[cfg(feature = "stats")]
fn workers_count_their_jobs_steals_and_sleeps() {
    watched(|| {
        let pool = pool_of(2);
        let before = asleep(&pool);
        let stolen = Gate::default();
        pool.join(|| stolen.pass(), || stolen.open());
        pool.broadcast(|_| ());
        let after = asleep(&pool);
        let sum = |of: fn(&subject::WorkerCounts) -> u64| {
            after.iter().map(of).sum::<u64>() - before.iter().map(of).sum::<u64>()
        };
        // The closure that was sent in, its stolen half, and a broadcast on each of the two.
        assert_eq!((sum(|it| it.steals), sum(|it| it.jobs)), (1, 4));
        // A sleep is counted when it ends; both have been woken by the broadcast at the latest.
        assert!(before.iter().zip(&after).all(|(before, after)| before.sleeps < after.sleeps));
    });
}

#[test]
fn a_snapshot_can_be_copied_compared_and_shown() {
    let stats = pool_of(2).install(current_stats).expect("on a worker");
    assert_eq!(stats.clone(), stats);
    assert!(format!("{stats:?}").starts_with("Stats { num_threads: 2"));
}
