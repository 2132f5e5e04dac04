//! A pool without work sleeps: counted by the kernel, thread by thread, and not by a clock.
//!
//! A thread that waits by looking now and then is switched in now and then; one that sleeps is not.
#![cfg(all(target_os = "linux", not(miri)))]

use super::tools::{Gate, Tally, watched};
use std::fs;
use std::sync::{Condvar, Mutex};
use std::time::{Duration, Instant};
use subject::{ThreadPool, ThreadPoolBuilder};

/// What the kernel says of one thread.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Reading {
    name: String,
    asleep: bool,
    voluntary_switches: u64,
}

/// The threads of this process whose names begin so.
fn readings(prefix: &str) -> Vec<Reading> {
    let tasks = fs::read_dir("/proc/self/task").expect("the threads of this process");
    let mut readings: Vec<_> = tasks
        .filter_map(|task| fs::read_to_string(task.ok()?.path().join("status")).ok())
        .filter_map(|status| {
            let field = |key: &str| {
                let line = status.lines().find_map(|line| line.strip_prefix(key));
                line.expect("a known field").trim().to_string()
            };
            let name = field("Name:");
            let switches = field("voluntary_ctxt_switches:").parse().expect("a number");
            name.starts_with(prefix).then(|| Reading {
                name,
                asleep: field("State:").starts_with('S'),
                voluntary_switches: switches,
            })
        })
        .collect();
    readings.sort();
    readings
}

/// Lets at least this much time pass, asleep.
fn pass_time(time: Duration) {
    let (lock, nobody) = (Mutex::new(()), Condvar::new());
    let end = Instant::now() + time;
    let mut held = lock.lock().unwrap();
    while let Some(left) = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())
    {
        held = nobody.wait_timeout(held, left).unwrap().0;
    }
}

/// Comes back when `threads` threads of that name are asleep and have been so for a while.
fn until_asleep(prefix: &str, threads: usize) -> Vec<Reading> {
    let mut last = readings(prefix);
    loop {
        pass_time(Duration::from_millis(20));
        let now = readings(prefix);
        if now == last && now.len() == threads && now.iter().all(|reading| reading.asleep) {
            return now;
        }
        last = now;
    }
}

fn named_pool(threads: usize, prefix: &'static str, left: &Tally) -> ThreadPool {
    let counts = left.clone();
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(move |index| format!("{prefix}{index}"))
        .exit_handler(move |_| counts.add())
        .build()
        .expect("a pool")
}

#[test]
fn a_pool_that_has_run_out_of_work_makes_no_voluntary_context_switches() {
    watched(|| {
        let pool = named_pool(4, "slumber-", &Tally::default());
        pool.broadcast(|_| ());
        pool.join(|| (), || ());
        pool.scope(|s| (0..100).for_each(|_| s.spawn(|_| ())));
        let before = until_asleep("slumber-", 4);
        pass_time(Duration::from_millis(300));
        assert_eq!(readings("slumber-"), before);
        // It is the same threads that wake for the next job, and their counts do move.
        pool.broadcast(|_| ());
        let after = until_asleep("slumber-", 4);
        for (before, after) in before.iter().zip(after) {
            assert!(before.voluntary_switches < after.voluntary_switches, "{}", after.name);
        }
    });
}

#[test]
fn a_pool_that_never_had_work_makes_no_voluntary_context_switches() {
    watched(|| {
        let _pool = named_pool(3, "dormant-", &Tally::default());
        let before = until_asleep("dormant-", 3);
        pass_time(Duration::from_millis(200));
        assert_eq!(readings("dormant-"), before);
    });
}

#[test]
fn threads_sleep_while_another_one_works_and_one_waits() {
    watched(|| {
        let pool = named_pool(4, "beside-", &Tally::default());
        let (stolen, go) = (Gate::default(), Gate::default());
        std::thread::scope(|threads| {
            // One worker blocks in its half; its owner waits for it as a worker waits.
            threads.spawn(|| {
                pool.join(
                    || stolen.pass(),
                    || {
                        stolen.open();
                        go.pass();
                    },
                );
            });
            stolen.pass();
            let before = until_asleep("beside-", 4);
            pass_time(Duration::from_millis(200));
            assert_eq!(readings("beside-"), before);
            go.open();
        });
    });
}

#[test]
fn sixty_four_workers_on_few_cores_sleep_wake_and_terminate() {
    watched(|| {
        let left = Tally::default();
        let pool = named_pool(64, "crowd-", &left);
        for _ in 0..3 {
            assert_eq!(pool.broadcast(|context| context.index()), (0..64).collect::<Vec<_>>());
            let before = until_asleep("crowd-", 64);
            pass_time(Duration::from_millis(50));
            assert_eq!(readings("crowd-"), before);
        }
        drop(pool);
        left.wait_for(64);
        while !readings("crowd-").is_empty() {
            std::thread::yield_now();
        }
    });
}

#[test]
fn a_dropped_pool_that_was_asleep_leaves() {
    // #200. Nothing but the drop happens after all are asleep.
    watched(|| {
        let left = Tally::default();
        let pool = named_pool(5, "leaver-", &left);
        until_asleep("leaver-", 5);
        drop(pool);
        left.wait_for(5);
    });
}

#[test]
fn one_job_from_outside_wakes_a_pool_that_is_asleep() {
    watched(|| {
        let pool = named_pool(3, "woken-", &Tally::default());
        for round in 0..5 {
            until_asleep("woken-", 3);
            assert_eq!(pool.install(|| round), round);
            until_asleep("woken-", 3);
            let done = Gate::default();
            let opens = done.clone();
            pool.spawn(move || opens.open());
            done.pass();
        }
    });
}
