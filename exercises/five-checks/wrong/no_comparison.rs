//! The way of a worker from its last search to its bed, and back.

// What there is to do at the door; each call is one step, and between two of them others may go.
//
//   door.get_sleepy() -> bool       latch UNSET → SLEEPY; false if it is SET
//   door.lock_bed()                 from here on, whoever comes to wake us waits for the lock
//   door.unlock_bed()
//   door.fall_asleep() -> bool      latch SLEEPY → SLEEPING; false if it is SET
//   door.read() -> Word             the word as it stands; `word.jec` is its JEC
//   door.register(word) -> bool     sleeping + 1, if the word is still this one; false if it moved
//   door.job_is_injected() -> bool  the look into the injector
//   door.take_back()                sleeping − 1
//   door.block()                    lets go of the lock and sleeps; returns when we were woken, our
//                                   sleeping − 1 already made by the waker, and the lock free
//   door.wake_up()                  latch SLEEPING → UNSET; SET stays
//
// For your tests:
//
//   night(way, others, at) -> Morning   one night, in which the others go, in one piece, before step
//                                       `at` of the worker: 0 is the first, and with `LONG` they
//                                       come when it blocks, or when it is gone
//   Others::Setter                      sets the latch
//   Others::Poster                      pushes a job to its own deque, and posts
//   Others::Injector                    injects a job, and posts
//   Others::Around                      injects and posts two jobs, and another worker announces
//                                       itself and takes one: the JEC, here of one bit, comes round
//   Morning { rounds, slept, sleeping, latch_is_sleeping, bed_is_locked }
//                                       rounds: what the way returned, None if it sleeps for ever;
//                                       slept: whether it blocked; sleeping: the count of the word
use crate::grade::{Door, LONG, Others, Rounds, Way, Word, night};

/// The worker has announced itself, remembers the JEC it left, has searched once more, and found
/// nothing. Now it sleeps, or has a reason not to.
///
/// Returns what becomes of its rounds:
/// - `Rounds::AsTheyAre`: the latch was SET before the bed was touched;
/// - `Rounds::BackToTheAnnouncement`: something was posted since;
/// - `Rounds::Zero`: in all other cases, also after it was woken.
pub fn go_to_sleep(door: &Door, remembered: u32) -> Rounds {
    // Check 1: anything left to wait for?
    if !door.get_sleepy() {
        return Rounds::AsTheyAre;
    }
    // Check 2: whoever comes to wake us waits for this lock.
    door.lock_bed();
    // Check 3: was the latch set in between?
    if !door.fall_asleep() {
        door.unlock_bed();
        return Rounds::Zero;
    }
    // Check 4: was anything posted? If not, count us in the step that proves it.
    loop {
        let word = door.read();
        if false {
            door.unlock_bed();
            door.wake_up();
            return Rounds::BackToTheAnnouncement;
        }
        if door.register(word) {
            break;
        }
    }
    // Check 5: the last look.
    if door.job_is_injected() {
        door.take_back();
        door.unlock_bed();
    } else {
        door.block();
    }
    door.wake_up();
    Rounds::Zero
}

/// Your tests, for any way to bed: silent if it is right, a panic if not.
pub fn tests(way: Way) {
    for others in [Others::Setter, Others::Poster, Others::Injector, Others::Around] {
        for at in 0..=LONG {
            let morning = night(way, others, at);
            assert!(morning.rounds.is_some(), "it sleeps for ever");
            assert_eq!(morning.sleeping, 0);
            assert!(!morning.latch_is_sleeping && !morning.bed_is_locked);
        }
    }
    // Disturbed by nobody, it sleeps, and starts anew when it is woken.
    let undisturbed = night(way, Others::Poster, LONG);
    assert!(undisturbed.slept);
    assert_eq!(undisturbed.rounds, Some(Rounds::Zero));
    // Each reason to turn back sends it back as far as it must.
    let rounds = |others, at| night(way, others, at).rounds;
    assert_eq!(rounds(Others::Setter, 0), Some(Rounds::AsTheyAre));
    assert_eq!(rounds(Others::Setter, 1), Some(Rounds::Zero));
    assert_eq!(rounds(Others::Poster, 0), Some(Rounds::BackToTheAnnouncement));
}
