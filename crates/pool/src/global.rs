//! The global pool: one for the process, built by whoever comes first, never ended.
//!
//! It is built once. Either somebody asks for it with
//! [`build_global`](crate::ThreadPoolBuilder::build_global), or the first verb that is used outside
//! of any pool builds the default one.
//! If that fails, it has failed for good, and the first error is what everybody hears who comes
//! later.

use crate::builder::{ThreadPoolBuilder, ThreadSpawn};
use crate::error::ThreadPoolBuildError;
use crate::registry::Registry;
use crate::worker::WorkerThread;
use std::cell::Cell;
use std::sync::{Arc, OnceLock};

type Outcome = Result<Arc<Registry>, ThreadPoolBuildError>;

static GLOBAL: OnceLock<Outcome> = OnceLock::new();

thread_local! {
    /// Is this thread building the global pool?
    static BUILDING: Cell<bool> = const { Cell::new(false) };
}

/// The global pool, built with the defaults if there is none.
///
/// # Panics
///
/// If it could not be built, now or earlier: with the first error.
pub(crate) fn registry() -> &'static Arc<Registry> {
    let outcome = GLOBAL.get().unwrap_or_else(|| {
        initialize(|| or_this_thread(ThreadPoolBuilder::new().start_registry()))
    });
    match outcome {
        Ok(registry) => registry,
        Err(first) => panic!("{}", first.of_the_global_pool()),
    }
}

/// Builds the global pool as told.
///
/// # Errors
///
/// If it cannot be built, or if somebody has built it, or failed to, before.
pub(crate) fn build<S: ThreadSpawn>(
    builder: ThreadPoolBuilder<S>,
) -> Result<&'static Arc<Registry>, ThreadPoolBuildError> {
    let mut first = false;
    let outcome = initialize(|| {
        first = true;
        builder.start_registry()
    });
    match outcome {
        Ok(registry) if first => Ok(registry),
        Ok(_) => Err(ThreadPoolBuildError::global_pool_already_initialized()),
        Err(error) if first => Err(error.again()),
        Err(error) => Err(error.of_the_global_pool()),
    }
}

/// Builds the pool if nobody has tried yet; what comes of it stands.
///
/// A panic of the user's name closure or spawn handler goes on to the caller and counts for nothing:
/// the next one may try.
fn initialize(build: impl FnOnce() -> Outcome) -> &'static Outcome {
    if let Some(outcome) = GLOBAL.get() {
        return outcome;
    }
    // It would wait for itself.
    assert!(!BUILDING.get(), "the global thread pool is used by a closure that is building it");
    GLOBAL.get_or_init(|| {
        let _building = Building::begin();
        build()
    })
}

// ANCHOR: or-this-thread
/// On a platform without threads: a pool of this thread alone, unless it is in another pool.
///
/// Only for a pool that nobody has asked for. Who builds one explicitly wants to hear the error.
fn or_this_thread(outcome: Outcome) -> Outcome {
    match outcome {
        Err(error) if error.is_unsupported() && WorkerThread::current().is_none() => {
            let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread();
            alone.start_registry().or(Err(error))
        }
        outcome => outcome,
    }
}
// ANCHOR_END: or-this-thread

/// While it lives, this thread is building the global pool.
struct Building;

impl Building {
    fn begin() -> Building {
        BUILDING.set(true);
        Building
    }
}

impl Drop for Building {
    fn drop(&mut self) {
        BUILDING.set(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io;

    fn refused(kind: io::ErrorKind) -> Outcome {
        Err(ThreadPoolBuildError::io(kind.into()))
    }

    /// On a thread of its own: the fallback makes the thread a worker for good.
    fn on_a_fresh_thread(test: impl FnOnce() + Send) {
        std::thread::scope(|s| s.spawn(test).join().unwrap());
    }

    #[test]
    fn without_threads_the_current_one_is_the_pool() {
        on_a_fresh_thread(|| {
            let alone = or_this_thread(refused(io::ErrorKind::Unsupported)).unwrap();
            assert_eq!(alone.num_threads(), 1);
            assert!(alone.current_worker().is_some());
            assert_eq!(alone.in_worker(|worker, moved| (worker.index(), moved)), (0, false));
        });
    }

    #[test]
    fn any_other_refusal_is_an_error() {
        on_a_fresh_thread(|| {
            for kind in [io::ErrorKind::WouldBlock, io::ErrorKind::OutOfMemory] {
                assert!(or_this_thread(refused(kind)).is_err(), "{kind}");
                assert!(WorkerThread::current().is_none(), "{kind}");
            }
        });
    }

    #[test]
    fn a_thread_of_another_pool_does_not_become_the_global_one() {
        on_a_fresh_thread(|| {
            or_this_thread(refused(io::ErrorKind::Unsupported)).unwrap();
            let again = or_this_thread(refused(io::ErrorKind::Unsupported));
            assert!(again.err().unwrap().is_unsupported());
        });
    }
}
