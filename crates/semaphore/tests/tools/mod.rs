//! What several test files share.
#![allow(dead_code, unreachable_pub, unused_imports, unused_macros)]

pub mod script_lot;
pub mod world;

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Runs the test on a thread of its own and fails it if it is not done within a minute.
pub fn within_a_minute<R: Send + 'static>(test: impl FnOnce() -> R + Send + 'static) -> R {
    within(Duration::from_secs(60), test)
}

/// The same, for a script of a few steps: ten seconds are for ever.
pub fn soon<R: Send + 'static>(test: impl FnOnce() -> R + Send + 'static) -> R {
    within(Duration::from_secs(10), test)
}

fn within<R: Send + 'static>(time: Duration, test: impl FnOnce() -> R + Send + 'static) -> R {
    let (done, is_done) = channel();
    let runner = thread::spawn(move || {
        let result = test();
        let _ = done.send(());
        result
    });
    if let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(time) {
        panic!("not done within {time:?}: somebody was not woken");
    }
    match runner.join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}
