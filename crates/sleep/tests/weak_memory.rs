//! The two fences, under an explorer that knows weak memory.
//!
//! `a_breakage` runs one thread at a time, where a fence does nothing.
//! So `winks-weak` puts loom's primitives below the source files of this crate, and the recorder,
//! the queues and the scenarios of `winks-models` beside them.
//! The scenario is the smallest that can lose for want of a fence: a worker that lies down, a poster
//! that posts one job and finds the JEC odd, so that it only reads.
//! The queue is one atomic slot: a locked queue would order everything by its lock and hide what
//! the fences are for.
//! As the injector it is safe; as a deque it is not, and that is a hole with a name.
//!
//! As in `a_breakage`, a loss is found, not announced: if the broken line is made sound again, the
//! tests pass although its feature is on.
//! What a pass means: no order of two threads with at most two forced switches loses the job, with
//! stale reads tried wherever the orderings allow them.
//! loom takes SeqCst accesses for AcqRel and only SeqCst *fences* for what they are, which is why
//! the argument, here and in the sources, rests on fences.

use winks_models::catalogue::Breakage;
use winks_models::telling;
use winks_sleep::broken::ENABLED;
use winks_weak::pool::QueueKind::{FencedSlots, Slots};
use winks_weak::scenarios::B;
use winks_weak::{explore, explore_in};

#[test]
fn an_injected_job_and_a_registration_cannot_miss_each_other() {
    let verdict = explore(ENABLED);
    let Some(failure) = &verdict.recording.failure else { return };
    let steps = verdict.recording.to_text();
    let Some(breakage) = ENABLED.and_then(Breakage::named) else {
        panic!("INV-LOOK falls in the sound code: {failure}.\n\n{steps}");
    };
    let message = telling::message(breakage, failure, verdict.runs, &steps);
    panic!("\n{}: {}.\n{message}", breakage.name, breakage.what);
}

/// A hole of the sound code, known by name: it costs the help of one thread, never the job, which
/// the pusher pops in the end.
#[test]
fn a_local_push_and_an_announcement_can_miss_each_other() {
    if ENABLED.is_none() {
        let verdict = explore_in(B, Slots, None);
        assert_eq!(verdict.kind(), Some("deadlock"), "the hole of the local push is closed");
    }
}

#[test]
fn two_more_fences_would_close_the_hole_of_the_local_push() {
    if ENABLED.is_none() {
        assert_eq!(explore_in(B, FencedSlots, None).kind(), None);
    }
}
