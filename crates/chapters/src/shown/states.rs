//! Chapter 2: the states of a thread, by what the pool counts while it is in each.

use winks_sleep::{CoreLatch, Counts, ROUNDS_UNTIL_SLEEPY, Sleep, Wide};

/// One worker, taken through its four states; the counts are read in each.
pub(super) fn table() -> String {
    let sleep = Sleep::<Wide>::new(1);
    let latch = CoreLatch::new();
    let nothing = || false;
    let mut text = String::from(
        "| state | what the thread does | rounds | sleeping / inactive / JEC |\n|---|---|---|---|\n",
    );
    let mut row = |state: &str, does: &str, rounds: &str, counts: Counts| {
        let Counts { sleeping, inactive, jec } = counts;
        text.push_str(&format!(
            "| {state} | {does} | {rounds} | {sleeping} / {inactive} / {jec} |\n"
        ));
    };
    sleep.new_internal_jobs(1, true);
    row("active", "runs a job", "–", sleep.counts());

    let mut idle = sleep.start_looking(0);
    row("idle", "searches, yields", &idle.rounds().to_string(), sleep.counts());

    while idle.rounds() <= ROUNDS_UNTIL_SLEEPY {
        sleep.no_work_found(&mut idle, &latch, nothing);
    }
    row(
        "sleepy",
        "has announced itself, searches once more",
        &idle.rounds().to_string(),
        sleep.counts(),
    );

    std::thread::scope(|scope| {
        let rounds = idle.rounds().to_string();
        let asleep = scope.spawn(|| {
            sleep.no_work_found(&mut idle, &latch, nothing);
            idle
        });
        while sleep.counts().sleeping == 0 {
            std::thread::yield_now();
        }
        row("sleeping", "is blocked on its own condition variable", &rounds, sleep.counts());

        // The owner holds the lock of its bed from its registration until it waits, so this waker
        // finds it blocked.
        assert!(latch.set() && sleep.wake_specific_thread(0), "it slept, so it had to be woken");
        let idle = asleep.join().expect("the sleeper does not panic");
        row("idle again", "was woken, searches", &idle.rounds().to_string(), sleep.counts());
        sleep.work_found(idle);
    });
    row("active again", "its latch was set", "–", sleep.counts());
    text
}
