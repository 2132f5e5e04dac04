//! One worker that nobody disturbs, on this thread alone: what each search in vain brings it to.
//!
//! Its last look always finds something, so it comes to its bed and never blocks in it.

use std::cell::Cell;
use winks_sleep::{CoreLatch, ROUNDS_UNTIL_SLEEPING, ROUNDS_UNTIL_SLEEPY, Sleep};

#[test]
fn it_lies_down_after_33_rounds_and_starts_anew() {
    let sleep: Sleep = Sleep::new(1);
    let latch = CoreLatch::new();
    let mut idle = sleep.start_looking(0);
    assert_eq!((ROUNDS_UNTIL_SLEEPY, ROUNDS_UNTIL_SLEEPING), (32, 33));

    let looked = Cell::new(0);
    for lap in 0..2 {
        for round in 0..=ROUNDS_UNTIL_SLEEPING {
            assert_eq!(idle.rounds(), round, "as many rounds as there were searches in vain");
            let was_blocked = sleep.no_work_found(&mut idle, &latch, || {
                looked.set(looked.get() + 1);
                true
            });
            assert!(!was_blocked, "somebody else would have had to wake it");
            assert_eq!(looked.get(), lap + u32::from(round == ROUNDS_UNTIL_SLEEPING));
        }
    }
    assert_eq!(idle.rounds(), 0, "it was fully awake again each time");
    assert_eq!((sleep.counts().sleeping, sleep.counts().inactive), (0, 1));
    sleep.work_found(idle);
    assert_eq!((sleep.counts().sleeping, sleep.counts().inactive), (0, 0));
}

/// What moved the JEC is near, so the worker searches once and announces itself anew; what set the
/// latch ended the wait.
#[test]
fn a_post_sends_it_back_to_the_announcement_and_a_latch_to_the_beginning() {
    let sleep: Sleep = Sleep::new(1);
    let latch = CoreLatch::new();
    let mut idle = sleep.start_looking(0);
    let never_asked = || -> bool { panic!("a check before the last look sends it away") };
    for _ in 0..ROUNDS_UNTIL_SLEEPING {
        sleep.no_work_found(&mut idle, &latch, never_asked);
    }
    sleep.new_internal_jobs(1, true);
    assert!(!sleep.no_work_found(&mut idle, &latch, never_asked));
    assert_eq!(idle.rounds(), ROUNDS_UNTIL_SLEEPY);
    assert!(sleep.counts().jec.is_active(), "the announcement is still to come");

    sleep.no_work_found(&mut idle, &latch, never_asked);
    assert!(sleep.counts().jec.is_sleepy());
    assert!(!latch.set(), "the worker is awake, and its latch knows");
    assert!(!sleep.no_work_found(&mut idle, &latch, never_asked));
    assert!(latch.probe());
    assert!(!latch.set(), "set once more, it stays set, and nobody sleeps on it");
    assert_eq!(sleep.counts().sleeping, 0);
    sleep.work_found(idle);
}
