//! How a pool ends: dropped, which waits for nothing, or shut down, which waits for all.
//!
//! Both make the handle stop being a keeper of the pool (see [`termination`](crate::termination)).
//! They differ in what the calling thread does next, and most so if it is itself an enlisted worker:
//! one leaves the work to the others, the other one works to the end.

use super::ThreadPool;
use crate::latches::{CountLatch, Latch};
use crate::progress::Stage;
use crate::registry::Registry;
use crate::worker::WorkerThread;
use std::mem;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

impl ThreadPool {
    /// Ends the pool, and waits for the end: every detached job has run, every exit handler has
    /// returned, every thread is gone.
    ///
    /// A thread that the pool has started itself is joined, thread-local destructors and all. Of one
    /// that a [spawn handler](crate::ThreadPoolBuilder::spawn_handler) has started the pool has no
    /// handle: this waits until its [`run`](crate::ThreadBuilder::run) is about to return.
    ///
    /// The calling thread works while it waits, if it can: as worker 0 of this pool, if it was
    /// [used](crate::ThreadPoolBuilder::use_current_thread) for it, and as a thread of another pool
    /// for that one. Any other thread blocks. A detached job that never returns makes this wait for
    /// ever. So does a worker 0 that was used for the pool and is elsewhere, if there is anything
    /// that only it can run: let it do the shutdown.
    ///
    /// # Panics
    ///
    /// If the current thread is one that was started for this pool: it would wait for itself. The
    /// pool is then merely dropped. (Worker 0 of a pool that was built with `use_current_thread` may
    /// call it, though not from within a detached job of that pool, which would never end.) And, on a
    /// thread of another pool, if no helper thread can be started; the pool then ends, but unwaited
    /// for.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let done = Arc::new(AtomicUsize::new(0));
    /// for _ in 0..100 {
    ///     let done = Arc::clone(&done);
    ///     pool.spawn(move || _ = done.fetch_add(1, Ordering::Relaxed));
    /// }
    /// pool.shutdown();
    /// assert_eq!(Arc::into_inner(done).unwrap().into_inner(), 100);
    /// ```
    pub fn shutdown(mut self) {
        let own = self.registry.current_worker().is_some_and(|worker| !worker.is_enlisted());
        assert!(!own, "a pool is shut down by one of its own threads, which would wait for itself");
        let (handles, enlisted) = (mem::take(&mut self.handles), self.enlisted);
        let registry = Arc::clone(&self.registry);
        self.end();
        match WorkerThread::current() {
            None => wait_for(handles, &registry, enlisted),
            Some(worker) => work_until(worker, || wait_for(handles, &registry, enlisted)),
        }
    }

    // ANCHOR: end
    /// Ends the pool. If the current thread is enlisted in it, it works until there is nothing left
    /// to do, and leaves.
    pub(crate) fn end(mut self) {
        self.release();
        if let Some(worker) = self.registry.current_worker()
            && worker.is_enlisted()
        {
            worker.wait_until(self.registry.terminate_latch(worker.index()));
            WorkerThread::leave(&self.registry);
        }
    }

    /// The handle is a keeper no longer.
    fn release(&mut self) {
        if mem::take(&mut self.is_keeper) {
            self.registry.terminate();
        }
    }
    // ANCHOR_END: end
}

// ANCHOR: drop
/// Waits for nothing: see [`ThreadPool`], "How it ends".
impl Drop for ThreadPool {
    fn drop(&mut self) {
        self.release();
        // A thread that stayed would be in a pool without a keeper, and what it spawned from now on
        // would be lost.
        WorkerThread::leave(&self.registry);
    }
}
// ANCHOR_END: drop

/// Blocks until the threads that were started are gone, or on their last steps where there is no
/// handle.
fn wait_for(handles: Vec<JoinHandle<()>>, registry: &Registry, enlisted: bool) {
    for thread in registry.threads.iter().skip(usize::from(enlisted)) {
        thread.progress.wait_for(Stage::Stopped);
    }
    for handle in handles {
        // No panic gets out of a worker's thread, so there is none to pass on.
        _ = handle.join();
    }
}

/// Lets another thread do what blocks, while this one works for its own pool: the blocking may end
/// only when a job of that pool has run.
fn work_until(worker: &WorkerThread, blocking: impl FnOnce() + Send) {
    let latch = CountLatch::new(1, Some(worker));
    thread::scope(|scope| {
        scope.spawn(|| {
            blocking();
            // SAFETY: the scope waits for this thread, so the latch outlives the call.
            unsafe { Latch::set(&raw const latch) };
        });
        latch.wait(Some(worker));
    });
}
