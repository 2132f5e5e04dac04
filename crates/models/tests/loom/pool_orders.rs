//! What many did before they counted down a latch, and what its waiter sees of it.

use crate::explore;
use crate::latches::{CountLatch, Latch as _};
use crate::sync::atomic::IS_COUNT_RELAXED;
use loom::cell::UnsafeCell;
use std::sync::Arc;

/// Two jobs write something plain and count down; the opener reads both after its wait.
// loom runs all its threads on one of the machine, and asks for no Sync.
#[expect(clippy::arc_with_non_send_sync)]
fn hand_over() {
    let latch = CountLatch::new(2, None);
    let shared = Arc::new((latch, [UnsafeCell::new(0), UnsafeCell::new(0)]));
    let jobs = [0, 1].map(|k| {
        let shared = shared.clone();
        loom::thread::spawn(move || {
            let (latch, results) = &*shared;
            // SAFETY: each job has a result of its own, and the opener reads only after the wait.
            results[k].with_mut(|result| unsafe { *result = 1 });
            // SAFETY: the latch is shared, and so outlives the call.
            unsafe { CountLatch::set(latch) };
        })
    });
    let (latch, results) = &*shared;
    latch.wait(None);
    for result in results {
        // SAFETY: the latch is set, so both jobs have written; if that were not ordered, loom would
        // say so here.
        assert_eq!(result.with(|result| unsafe { *result }), 1);
    }
    for job in jobs {
        job.join().unwrap();
    }
}

#[test]
fn what_many_did_is_seen_after_the_wait_because_of_the_orderings() {
    for relaxed in [false, true] {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(3);
        IS_COUNT_RELAXED.set(relaxed);
        let ended = explore::quietly(|| model.check(hand_over));
        IS_COUNT_RELAXED.set(false);
        match ended {
            Ok(()) => assert!(!relaxed, "without its orderings, a count hands nothing over"),
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map_or("?", String::as_str);
                assert!(relaxed && text.contains("Causality violation"), "{text}");
            }
        }
    }
}
