//! What the tests of this package share: numbers to work on, pools to work in, and a watchdog.
//!
//! The tests are a program written for rayon: `rayon` comes from the registry and nothing here names
//! the pool beneath it. Only `tests/ours.rs` looks underneath.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

/// Far longer than any test takes on a loaded machine, far shorter than a build server's patience.
const WATCHDOG: Duration = Duration::from_secs(120);

/// Runs the body in place, and ends the process if it hangs.
pub fn watched<R>(body: impl FnOnce() -> R) -> R {
    let test = thread::current().name().unwrap_or("a test").to_string();
    let (alive, ended) = mpsc::channel::<()>();
    thread::spawn(move || {
        if ended.recv_timeout(WATCHDOG) == Err(RecvTimeoutError::Timeout) {
            eprintln!("watchdog: {test} hangs after {WATCHDOG:?}");
            std::process::exit(3);
        }
    });
    let result = body();
    drop(alive);
    result
}

/// A pool of `threads` threads with nothing else set.
#[must_use]
pub fn pool_of(threads: usize) -> rayon::ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a plain pool")
}

/// The same `len` numbers at each call, in no order that anybody would notice.
#[must_use]
pub fn numbers(len: usize) -> Vec<u64> {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    (0..len).map(|_| next()).collect()
}
