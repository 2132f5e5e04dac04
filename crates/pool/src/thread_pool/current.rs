//! What a thread can ask about itself: in which pool it is, and as which of its threads.
//!
//! The free functions ask about the current thread's pool, whichever it is; the methods answer only
//! on threads of their own pool.

use super::{Stats, ThreadPool, WorkerThread, Yield};
use crate::builder::count;
use crate::registry::Registry;

/// How many threads a pool can have: 65,535 on 64-bit targets, 255 on 32-bit ones.
///
/// It is what the counts of the sleep protocol can hold.
///
/// # Examples
///
/// ```
/// assert!(winks_pool::max_num_threads() >= 255);
/// ```
pub fn max_num_threads() -> usize {
    count::MAX
}

/// How many threads the current thread's pool has, or else the global one.
///
/// On a thread of no pool this **starts the global pool**, and a later
/// [`build_global`](crate::ThreadPoolBuilder::build_global) fails.
/// [`current_thread_index`] asks without starting anything.
///
/// # Panics
///
/// If the global pool is needed and cannot be built.
///
/// # Examples
///
/// ```
/// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// assert_eq!(pool.install(winks_pool::current_num_threads), 2);
/// ```
pub fn current_num_threads() -> usize {
    Registry::current_num_threads()
}

/// The index of the current thread in its pool, from 0; nothing on a thread of no pool.
///
/// Threads of different pools can have the same index. It stays the same as long as the thread is in
/// its pool.
///
/// # Examples
///
/// ```
/// assert_eq!(winks_pool::current_thread_index(), None);
///
/// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// assert_eq!(pool.install(winks_pool::current_thread_index), Some(0));
/// ```
pub fn current_thread_index() -> Option<usize> {
    WorkerThread::current().map(WorkerThread::index)
}

/// Whether the current thread has jobs on its own deque; nothing on a thread of no pool.
///
/// Only the deque is asked: a job that was broadcast to the thread, and what waits elsewhere in the
/// pool, do not count. Others may steal from the deque at any time, so a `true` may be outdated when
/// it arrives; a `false` stays so until this thread queues something.
///
/// # Examples
///
/// ```
/// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// pool.scope(|s| {
///     assert_eq!(winks_pool::current_thread_has_pending_tasks(), Some(false));
///     s.spawn(|_| ());
///     assert_eq!(winks_pool::current_thread_has_pending_tasks(), Some(true));
/// });
/// ```
pub fn current_thread_has_pending_tasks() -> Option<bool> {
    WorkerThread::current().map(WorkerThread::has_local_jobs)
}

impl ThreadPool {
    /// How many threads this pool has; anybody may ask.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// assert_eq!(pool.current_num_threads(), 2);
    /// ```
    pub fn current_num_threads(&self) -> usize {
        self.registry.num_threads()
    }

    /// The index of the current thread in this pool; nothing if it is not one of its threads.
    ///
    /// # Examples
    ///
    /// ```
    /// let builder = || winks_pool::ThreadPoolBuilder::new().num_threads(1);
    /// let (pool, other) = (builder().build().unwrap(), builder().build().unwrap());
    /// assert_eq!(pool.install(|| pool.current_thread_index()), Some(0));
    /// assert_eq!(other.install(|| pool.current_thread_index()), None);
    /// ```
    pub fn current_thread_index(&self) -> Option<usize> {
        self.registry.current_worker().map(WorkerThread::index)
    }

    /// [`current_thread_has_pending_tasks`], if the current thread is one of this pool; else nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// assert_eq!(pool.current_thread_has_pending_tasks(), None);
    /// assert_eq!(pool.install(|| pool.current_thread_has_pending_tasks()), Some(false));
    /// ```
    pub fn current_thread_has_pending_tasks(&self) -> Option<bool> {
        self.registry.current_worker().map(WorkerThread::has_local_jobs)
    }

    /// [`yield_now`](crate::yield_now), if the current thread is one of this pool; else nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use winks_pool::Yield;
    ///
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// assert_eq!(pool.yield_now(), None);
    /// assert_eq!(pool.install(|| pool.yield_now()), Some(Yield::Idle));
    /// ```
    pub fn yield_now(&self) -> Option<Yield> {
        self.registry.current_worker().map(WorkerThread::yield_now)
    }

    /// [`yield_local`](crate::yield_local), if the current thread is one of this pool; else nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// use winks_pool::Yield;
    ///
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// assert_eq!(pool.yield_local(), None);
    /// assert_eq!(pool.install(|| pool.yield_local()), Some(Yield::Idle));
    /// ```
    pub fn yield_local(&self) -> Option<Yield> {
        self.registry.current_worker().map(WorkerThread::yield_local)
    }

    /// What the pool is doing and has done.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let stats = pool.stats();
    /// assert_eq!(stats.num_threads, 2);
    /// assert!(stats.sleeping <= stats.inactive && stats.inactive <= 2);
    /// ```
    pub fn stats(&self) -> Stats {
        Stats::of(&self.registry)
    }
}
