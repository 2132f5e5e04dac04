//! Why a pool could not be built.
//!
//! To the user the error is opaque: a text, and for a thread that the system refused the I/O error
//! behind it.
//! Inside, it can be told again, because the first failure of the global pool is the answer to
//! everybody who comes later.

use std::error::Error;
use std::fmt;
use std::io;
use std::sync::Arc;

/// The error of a build: no pool was made.
///
/// Its `Display` text says what went wrong. Its [`source`](Error::source) is the [`io::Error`] of
/// the thread that could not be started, if that was the reason, and nothing otherwise.
///
/// # Examples
///
/// ```
/// use std::error::Error;
/// use std::io;
/// use winks_pool::ThreadPoolBuilder;
///
/// let failed = ThreadPoolBuilder::new()
///     .num_threads(1)
///     .spawn_handler(|_| Err(io::Error::other("no threads today")))
///     .build()
///     .unwrap_err();
/// assert_eq!(failed.to_string(), "no threads today");
/// assert!(failed.source().unwrap().is::<io::Error>());
/// ```
#[derive(Debug)]
pub struct ThreadPoolBuildError {
    kind: ErrorKind,
}

// The words of rayon-core, which programs may look for.
const ALREADY_INITIALIZED: &str = "The global thread pool has already been initialized.";
const ALREADY_IN_POOL: &str = "The current thread is already part of another thread pool.";

/// What can go wrong. The I/O error is shared, so that it can be told more than once.
#[derive(Clone, Debug)]
enum ErrorKind {
    GlobalPoolAlreadyInitialized,
    /// The global pool could not be built, and there is no second attempt.
    GlobalPoolFailed(Box<ErrorKind>),
    CurrentThreadAlreadyInPool,
    IOError(Arc<io::Error>),
}

impl ThreadPoolBuildError {
    pub(crate) fn global_pool_already_initialized() -> Self {
        ThreadPoolBuildError { kind: ErrorKind::GlobalPoolAlreadyInitialized }
    }

    pub(crate) fn current_thread_already_in_pool() -> Self {
        ThreadPoolBuildError { kind: ErrorKind::CurrentThreadAlreadyInPool }
    }

    /// A thread could not be started.
    pub(crate) fn io(error: io::Error) -> Self {
        ThreadPoolBuildError { kind: ErrorKind::IOError(Arc::new(error)) }
    }

    /// The same error once more. Not `Clone`, which its users would see.
    pub(crate) fn again(&self) -> Self {
        ThreadPoolBuildError { kind: self.kind.clone() }
    }

    /// What somebody is told who comes after `self` has stopped the global pool from being built.
    pub(crate) fn of_the_global_pool(&self) -> Self {
        ThreadPoolBuildError { kind: ErrorKind::GlobalPoolFailed(Box::new(self.kind.clone())) }
    }

    /// Is it that this platform has no threads?
    pub(crate) fn is_unsupported(&self) -> bool {
        matches!(&self.kind, ErrorKind::IOError(error) if error.kind() == io::ErrorKind::Unsupported)
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::GlobalPoolAlreadyInitialized => f.write_str(ALREADY_INITIALIZED),
            ErrorKind::GlobalPoolFailed(first) => {
                write!(f, "The global thread pool could not be initialized: {first}")
            }
            ErrorKind::CurrentThreadAlreadyInPool => f.write_str(ALREADY_IN_POOL),
            ErrorKind::IOError(error) => error.fmt(f),
        }
    }
}

impl ErrorKind {
    #[allow(deprecated, reason = "passed on from the I/O error")]
    fn description(&self) -> &str {
        match self {
            ErrorKind::GlobalPoolAlreadyInitialized => ALREADY_INITIALIZED,
            ErrorKind::CurrentThreadAlreadyInPool => ALREADY_IN_POOL,
            ErrorKind::GlobalPoolFailed(first) => first.description(),
            ErrorKind::IOError(error) => error.description(),
        }
    }

    fn io(&self) -> Option<&io::Error> {
        match self {
            ErrorKind::IOError(error) => Some(error),
            ErrorKind::GlobalPoolFailed(first) => first.io(),
            ErrorKind::GlobalPoolAlreadyInitialized | ErrorKind::CurrentThreadAlreadyInPool => None,
        }
    }
}

impl fmt::Display for ThreadPoolBuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)
    }
}

impl Error for ThreadPoolBuildError {
    #[allow(deprecated, reason = "who still asks for it gets more than a reproof")]
    fn description(&self) -> &str {
        self.kind.description()
    }

    fn source(&self) -> Option<&(dyn Error + 'static)> {
        self.kind.io().map(|error| error as _)
    }
}
