//! Chapter 11: what a pool says about itself, asleep and at work.

use std::sync::Barrier;
use std::thread;

use winks_pool::{Stats, ThreadPool, ThreadPoolBuilder, current_stats};

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
}

/// The statistics as soon as all threads sleep.
fn asleep(pool: &ThreadPool) -> Stats {
    loop {
        let stats = pool.stats();
        if stats.sleeping == stats.num_threads {
            return stats;
        }
        thread::yield_now();
    }
}

/// Instants at which nothing moves, so that each is the same in every run.
pub(super) fn table() -> String {
    let mut text =
        format!("{:<44}{:>8}{:>10}{:>10}{:>8}\n", "", "threads", "sleeping", "inactive", "sleepy");
    let mut row = |when: &str, stats: &Stats| {
        let Stats { num_threads, sleeping, inactive, sleepy, .. } = stats;
        text.push_str(&format!(
            "{when:<44}{num_threads:>8}{sleeping:>10}{inactive:>10}{sleepy:>8}\n"
        ));
    };
    let three = pool(3);
    row("a new pool, all asleep", &asleep(&three));
    let all_here = Barrier::new(3);
    let at_work = three.broadcast(|_| {
        all_here.wait();
        let stats = current_stats().expect("a broadcast runs in a pool");
        all_here.wait();
        stats
    });
    row("all three in a broadcast", &at_work[0]);
    row("asleep again", &asleep(&three));
    let alone = pool(1);
    asleep(&alone);
    let at_work = alone.install(current_stats).expect("an installed job runs in a pool");
    row("a pool of one thread, in an installed job", &at_work);
    row("asleep again", &asleep(&alone));
    text
}
