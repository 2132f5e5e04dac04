//! Who is woken, on the pool's own counters.
//!
//! The rule says: the poster of a job from outside wakes one, and whoever finds work wakes two more,
//! from the lowest index on. So one empty job in a pool that is fast asleep wakes exactly the workers
//! 0, 1 and 2; worker 0 runs it, and the other two were woken in vain.

use std::sync::mpsc;
use std::time::{Duration, Instant};
use winks_pool::{ThreadPool, ThreadPoolBuilder, WorkerCounts};

const WATCHDOG: Duration = Duration::from_secs(60);

/// The counts of all workers, read while all of them sleep.
fn asleep(pool: &ThreadPool) -> Vec<WorkerCounts> {
    let patience = Instant::now() + WATCHDOG;
    loop {
        let workers = pool.stats().workers;
        if workers.iter().all(|worker| worker.sleeps == worker.wakes + 1) {
            return workers;
        }
        assert!(Instant::now() < patience, "the pool never falls asleep: {workers:?}");
        std::thread::yield_now();
    }
}

fn one_job(pool: &ThreadPool) -> (Vec<usize>, Vec<usize>, Vec<usize>) {
    let before = asleep(pool);
    let (done, is_done) = mpsc::channel();
    pool.spawn(move || done.send(()).unwrap());
    is_done.recv_timeout(WATCHDOG).expect("a job was left lying");
    let after = asleep(pool);
    let rose = |count: fn(&WorkerCounts) -> u64| {
        let pairs = before.iter().zip(&after).enumerate();
        pairs.flat_map(|(k, (old, new))| vec![k; (count(new) - count(old)) as usize]).collect()
    };
    (rose(|w| w.wakes), rose(|w| w.jobs), rose(|w| w.wakes_in_vain))
}

#[test]
fn one_job_wakes_the_three_lowest_and_the_first_of_them_runs_it() {
    let pool = ThreadPoolBuilder::new().num_threads(12).build().unwrap();
    for _ in 0..20 {
        let (woken, ran, in_vain) = one_job(&pool);
        assert_eq!(woken, [0, 1, 2]);
        assert_eq!(ran, [0]);
        assert_eq!(in_vain, [1, 2]);
    }
}

#[test]
fn there_is_nobody_else_to_wake_in_a_small_pool() {
    for threads in 1..=2 {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let (woken, ran, in_vain) = one_job(&pool);
        assert_eq!(woken, (0..threads).collect::<Vec<_>>());
        assert_eq!(ran, [0]);
        assert_eq!(in_vain, (1..threads).collect::<Vec<_>>());
    }
}
