//! What becomes of a panic: caught where a job runs, told to a handler, or the end of the process.
//!
//! A panic must never unwind through the pool's own frames: a job that others still point to would
//! be gone, and the count of what is still to come would be wrong.
//! So every job runs under [`catch`], and the few stretches in which the pool itself must not fail
//! carry an [`AbortIfPanic`].

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What a panic carried.
pub(crate) type Payload = Box<dyn Any + Send>;

/// A user's panic handler.
pub(crate) type PanicHandler = dyn Fn(Payload) + Send + Sync;

/// Runs `f` and catches its panic.
///
/// That `f` may leave something half-done is its own affair: the payload goes on to whoever waits
/// for `f`, who then sees the panic and not the half-done thing.
pub(crate) fn catch<R>(f: impl FnOnce() -> R) -> Result<R, Payload> {
    catch_unwind(AssertUnwindSafe(f))
}

/// Lets a caught panic go on, without another message: the first one was printed when it began.
pub(crate) fn resume(payload: Payload) -> ! {
    std::panic::resume_unwind(payload)
}

// ANCHOR: report
/// Gives the panic of a detached `kind` of job to the pool's handler, or ends the process.
///
/// Nobody waits for such a job, so there is nobody to whom the panic could go on.
pub(crate) fn report(handler: Option<&PanicHandler>, kind: &str, payload: Payload) {
    let Some(handler) = handler else {
        abort_after(&format!("a {kind} panicked, and its pool has no panic handler"));
    };
    if catch(|| handler(payload)).is_err() {
        abort_after(&format!("the panic handler panicked, called for a {kind}"));
    }
}
// ANCHOR_END: report

// ANCHOR: abort-guard
/// Ends the process if it is dropped: it is to be forgotten when all went well.
pub(crate) struct AbortIfPanic {
    /// What is being done.
    pub(crate) doing: &'static str,
}

impl AbortIfPanic {
    /// The guarded stretch is over.
    pub(crate) fn disarm(self) {
        std::mem::forget(self);
    }
}

impl Drop for AbortIfPanic {
    fn drop(&mut self) {
        abort_after(&format!("a panic got out {}, where none may", self.doing));
    }
}
// ANCHOR_END: abort-guard

#[cold]
fn abort_after(what: &str) -> ! {
    let thread = std::thread::current();
    eprintln!(
        "winks-pool: {what}; thread {:?} aborts the process",
        thread.name().unwrap_or("(unnamed)")
    );
    std::process::abort()
}
