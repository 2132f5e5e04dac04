//! A worker that waits, and has jobs of its own, tells nobody that it is idle.
//!
//! Being idle is counted in the word that all workers share; with local jobs at hand, writing it
//! would be for nothing. Only an event count can see the difference: the jobs run either way.

use std::sync::atomic::{AtomicUsize, Ordering};
use winks_pool::trace::{Event, SleepEvent, set};
use winks_pool::{ThreadPoolBuilder, scope};

static TIMES_IDLE: AtomicUsize = AtomicUsize::new(0);

#[test]
fn a_wait_with_local_jobs_writes_no_shared_state() {
    set(|event| {
        if let Event::Sleep(SleepEvent::StartLooking { .. }) = event {
            TIMES_IDLE.fetch_add(1, Ordering::Relaxed);
        }
    })
    .expect("no other sink in this process");
    let pool = ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    let ran = AtomicUsize::new(0);
    let times = pool.install(|| {
        let before = TIMES_IDLE.load(Ordering::Relaxed);
        scope(|scope| {
            for _ in 0..100 {
                scope.spawn(|_| _ = ran.fetch_add(1, Ordering::Relaxed));
            }
        });
        TIMES_IDLE.load(Ordering::Relaxed) - before
    });
    assert_eq!((ran.into_inner(), times), (100, 0));
}
