//! What several test files share.
#![allow(dead_code, unreachable_pub)]

pub mod script_lot;

use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Runs the test on a thread of its own and fails it if it is not done within a minute.
pub fn within_a_minute<R: Send + 'static>(test: impl FnOnce() -> R + Send + 'static) -> R {
    let (done, is_done) = channel();
    let runner = thread::spawn(move || {
        let result = test();
        let _ = done.send(());
        result
    });
    if let Err(RecvTimeoutError::Timeout) = is_done.recv_timeout(Duration::from_secs(60)) {
        panic!("not done within a minute: somebody was not woken");
    }
    match runner.join() {
        Ok(result) => result,
        Err(panic) => std::panic::resume_unwind(panic),
    }
}
