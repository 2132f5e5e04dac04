//! From options to a running pool, all or nothing.
//!
//! The threads are started one after the other. If one cannot be, or a closure of the user's panics,
//! those that run already are sent away again, and the building thread is what it was before.

use super::{DefaultSpawn, ThreadBuilder, ThreadPoolBuilder, ThreadSpawn, count};
use crate::error::ThreadPoolBuildError;
use crate::global;
use crate::registry::Registry;
use crate::thread_pool::ThreadPool;
use crate::worker::WorkerThread;
use std::mem;
use std::sync::Arc;
use std::thread::JoinHandle;

/// A pool whose threads have been started.
pub(crate) struct Started {
    pub(crate) registry: Arc<Registry>,
    /// Those that the pool itself has started, in the order of their indices.
    pub(crate) handles: Vec<JoinHandle<()>>,
    /// Whether worker 0 is the building thread.
    pub(crate) enlisted: bool,
}

impl<S: ThreadSpawn> ThreadPoolBuilder<S> {
    /// Builds a pool. It does not wait until the threads are there; the first job will.
    ///
    /// # Errors
    ///
    /// If a thread cannot be started, or if the current thread was to be
    /// [used](Self::use_current_thread) and is in a pool. Threads that run already leave again, and
    /// the current thread is in the same pool as before, or in none.
    ///
    /// # Panics
    ///
    /// If the [name closure](Self::thread_name) or the [spawn handler](Self::spawn_handler) does;
    /// what was begun is undone as well.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let (left, right) = pool.join(|| 1 + 1, || 2 + 2);
    /// assert_eq!((left, right), (2, 4));
    /// ```
    pub fn build(self) -> Result<ThreadPool, ThreadPoolBuildError> {
        self.start().map(ThreadPool::from_started)
    }

    /// Builds the global pool, which serves every verb that is used outside of any pool.
    ///
    /// It returns when every thread is there and its [start handler](Self::start_handler) has
    /// returned. So a start handler must not wait for the thread that is in here.
    ///
    /// A process has one global pool, and the first use builds it, so call this early: in `main`, not
    /// in a library. The pool never ends: its threads live as long as the process, and its
    /// [exit handlers](Self::exit_handler) never run.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build); and if there is a global pool already. If building it has failed
    /// before, that was the process's only attempt: the error tells the first one, as does the panic
    /// of whoever tries to use the global pool.
    ///
    /// # Panics
    ///
    /// As [`build`](Self::build). Such a panic does not count as the attempt. The name closure and the
    /// spawn handler must not use the global pool: that panics too.
    ///
    /// # Examples
    ///
    /// ```
    /// use winks_pool::ThreadPoolBuilder;
    ///
    /// ThreadPoolBuilder::new().num_threads(3).build_global().unwrap();
    /// assert_eq!(winks_pool::current_num_threads(), 3);
    /// let second = ThreadPoolBuilder::new().build_global().unwrap_err();
    /// assert_eq!(second.to_string(), "The global thread pool has already been initialized.");
    /// ```
    pub fn build_global(self) -> Result<(), ThreadPoolBuildError> {
        // Waited for only after the pool is in its place: a start handler may use it, and may find
        // out that it is there.
        global::build(self)?.wait_until_started();
        Ok(())
    }

    /// Starts the pool, and forgets how its threads were started.
    pub(crate) fn start_registry(self) -> Result<Arc<Registry>, ThreadPoolBuildError> {
        self.start().map(|started| started.registry)
    }

    fn start(mut self) -> Result<Started, ThreadPoolBuildError> {
        if self.use_current_thread {
            leave_a_pool_that_is_over()?;
        }
        // ANCHOR: start
        let n = count::resolve(self.num_threads);
        let (registry, ends) = Registry::new(n, self.breadth_first, mem::take(&mut self.handlers));
        let unfinished = Unfinished { registry: &registry };
        let mut handles = Vec::with_capacity(n);
        for (index, ends) in ends.into_iter().enumerate() {
            let name = self.name.as_mut().map(|name| name(index));
            if index == 0 && self.use_current_thread {
                WorkerThread::enlist(ends, Arc::clone(&registry));
                continue;
            }
            let thread = ThreadBuilder::new(index, name, self.stack_size, &registry, ends);
            let handle = self.spawn.spawn(thread).map_err(ThreadPoolBuildError::io)?;
            handles.extend(handle);
        }
        mem::forget(unfinished);
        Ok(Started { registry, handles, enlisted: self.use_current_thread })
        // ANCHOR_END: start
    }
}

impl ThreadPoolBuilder<DefaultSpawn> {
    /// Builds a pool for the length of a call: when it returns, all threads of the pool have ended.
    ///
    /// Each thread calls `wrapper`, which calls [`ThreadBuilder::run`], between things of its own if
    /// it likes. Since the threads end here, `wrapper` may borrow what the caller owns. `with_pool`
    /// gets the pool, and runs on the calling thread.
    ///
    /// It waits for every detached job of the pool.
    ///
    /// # Errors
    ///
    /// As [`build`](Self::build).
    ///
    /// # Panics
    ///
    /// If `with_pool` does, once all threads have ended; and if `wrapper` does, in any of them.
    ///
    /// # Examples
    ///
    /// Each thread sees a local of the caller by a scoped thread-local pointer, or, as here, counts in
    /// it:
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// let ended = AtomicUsize::new(0);
    /// let sum = winks_pool::ThreadPoolBuilder::new()
    ///     .num_threads(2)
    ///     .build_scoped(
    ///         |thread| {
    ///             thread.run();
    ///             ended.fetch_add(1, Ordering::Relaxed);
    ///         },
    ///         |pool| pool.install(|| 40 + 2),
    ///     )
    ///     .unwrap();
    /// assert_eq!((sum, ended.into_inner()), (42, 2));
    /// ```
    pub fn build_scoped<W, F, R>(self, wrapper: W, with_pool: F) -> Result<R, ThreadPoolBuildError>
    where
        W: Fn(ThreadBuilder) + Sync,
        F: FnOnce(&ThreadPool) -> R,
    {
        let wrapper = &wrapper;
        std::thread::scope(|scope| {
            let spawn = |thread: ThreadBuilder| {
                thread.to_std().spawn_scoped(scope, || wrapper(thread)).map(drop)
            };
            let pool = self.spawn_handler(spawn).build()?;
            let result = with_pool(&pool);
            // The scope waits for the threads; they end when there is nothing left to do, part of
            // which may be for this thread to do.
            pool.end();
            Ok(result)
        })
    }
}

/// Makes sure that this thread can be enlisted.
///
/// It may still be worker 0 of a pool that another thread has dropped.
fn leave_a_pool_that_is_over() -> Result<(), ThreadPoolBuildError> {
    match WorkerThread::current() {
        None => Ok(()),
        Some(worker) if worker.is_enlisted() && worker.registry().termination.is_over() => {
            WorkerThread::leave(worker.registry());
            Ok(())
        }
        Some(_) => Err(ThreadPoolBuildError::current_thread_already_in_pool()),
    }
}

// ANCHOR: unfinished
/// A pool that is being built. Dropped, it is taken down again; forgotten, it stands.
struct Unfinished<'r> {
    registry: &'r Arc<Registry>,
}

impl Drop for Unfinished<'_> {
    fn drop(&mut self) {
        self.registry.terminate();
        WorkerThread::leave(self.registry);
    }
}
// ANCHOR_END: unfinished
