//! A thread that is to become a worker, and the two ways to start one.
//!
//! A [`ThreadBuilder`] carries all that the worker needs from the building thread to its own. What
//! starts that thread is a [`ThreadSpawn`]: std, or a closure of the user's.
//! The trait and its two implementers can be seen in signatures but not named outside of this
//! crate: a builder takes one of the two, and nobody adds a third.

use crate::progress::Stage;
use crate::registry::{OwnEnds, Registry};
use crate::worker::WorkerThread;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::thread::JoinHandle;

/// A thread of a pool, before it runs.
///
/// A [spawn handler](crate::ThreadPoolBuilder::spawn_handler) gets one for each thread of the pool,
/// and sees to it that a thread of its own [runs](Self::run) it.
///
/// # Examples
///
/// ```
/// let pool = winks_pool::ThreadPoolBuilder::new()
///     .num_threads(1)
///     .thread_name(|index| format!("own-{index}"))
///     .spawn_handler(|thread| {
///         assert_eq!((thread.index(), thread.name()), (0, Some("own-0")));
///         assert_eq!(thread.stack_size(), None);
///         std::thread::spawn(move || thread.run());
///         Ok(())
///     })
///     .build()
///     .unwrap();
/// assert_eq!(pool.install(|| 5), 5);
/// ```
pub struct ThreadBuilder {
    index: usize,
    name: Option<String>,
    stack_size: Option<usize>,
    registry: Arc<Registry>,
    /// Taken by `run`.
    ends: Option<OwnEnds>,
}

impl ThreadBuilder {
    pub(super) fn new(
        index: usize,
        name: Option<String>,
        stack_size: Option<usize>,
        registry: &Arc<Registry>,
        ends: OwnEnds,
    ) -> ThreadBuilder {
        ThreadBuilder { index, name, stack_size, registry: Arc::clone(registry), ends: Some(ends) }
    }

    /// Which thread of the pool this will be.
    pub fn index(&self) -> usize {
        self.index
    }

    /// The name it is to have, if the pool's threads are to have names.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The size that its stack is to have, if that was asked for.
    pub fn stack_size(&self) -> Option<usize> {
        self.stack_size
    }

    /// Makes the current thread this worker, and returns when the pool has ended and the exit
    /// handler has run.
    ///
    /// # Panics
    ///
    /// If the current thread is a worker of some pool already. The pool then lacks this worker:
    /// nobody waits for it to start or to stop, but a broadcast to it is never run.
    pub fn run(mut self) {
        let ends = self.ends.take().expect("a thread builder runs once");
        WorkerThread::new(self.index, ends, Arc::clone(&self.registry)).main_loop();
    }

    /// Std's builder, with the name and the stack that this thread is to have.
    pub(super) fn to_std(&self) -> std::thread::Builder {
        let mut builder = std::thread::Builder::new();
        if let Some(name) = &self.name {
            builder = builder.name(name.clone());
        }
        if let Some(stack_size) = self.stack_size {
            builder = builder.stack_size(stack_size);
        }
        builder
    }
}

// ANCHOR: thread-builder-drop
/// However this ends, run or not: nobody waits for the worker any longer.
impl Drop for ThreadBuilder {
    fn drop(&mut self) {
        self.registry.threads[self.index].progress.reach(Stage::Stopped);
    }
}
// ANCHOR_END: thread-builder-drop

impl fmt::Debug for ThreadBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadBuilder")
            .field("pool", &Arc::as_ptr(&self.registry))
            .field("index", &self.index)
            .field("name", &self.name)
            .field("stack_size", &self.stack_size)
            .finish()
    }
}

mod sealed {
    /// Keeps [`ThreadSpawn`](super::ThreadSpawn) in this crate.
    pub trait Sealed {}
}

/// Something that starts the threads of a pool.
pub trait ThreadSpawn: sealed::Sealed {
    /// Starts one; returns its handle if it is known.
    #[doc(hidden)]
    fn spawn(&mut self, thread: ThreadBuilder) -> io::Result<Option<JoinHandle<()>>>;
}

/// Starts threads as std does.
#[derive(Debug, Default)]
pub struct DefaultSpawn;

impl sealed::Sealed for DefaultSpawn {}

impl ThreadSpawn for DefaultSpawn {
    fn spawn(&mut self, thread: ThreadBuilder) -> io::Result<Option<JoinHandle<()>>> {
        thread.to_std().spawn(|| thread.run()).map(Some)
    }
}

/// Starts threads by a closure of the user's.
#[derive(Debug)]
pub struct CustomSpawn<F>(pub(super) F);

impl<F> sealed::Sealed for CustomSpawn<F> where F: FnMut(ThreadBuilder) -> io::Result<()> {}

impl<F> ThreadSpawn for CustomSpawn<F>
where
    F: FnMut(ThreadBuilder) -> io::Result<()>,
{
    fn spawn(&mut self, thread: ThreadBuilder) -> io::Result<Option<JoinHandle<()>>> {
        (self.0)(thread).map(|()| None)
    }
}
