//! `spawn`: a job for which nobody waits.
//!
//! It owns all that it uses, it is counted among the keepers of its pool until it has run, and its
//! panic has nowhere to go but to the pool's handler.

use crate::global;
use crate::job::{HeapJob, JobRef};
use crate::panic::AbortIfPanic;
use crate::registry::Registry;
use crate::worker::WorkerThread;
use std::sync::Arc;

/// Queues a job and returns at once.
///
/// It runs in the current thread's pool, or else in the global one, which is started if need be.
/// On a thread of the pool it goes to that thread's own deque, and the newest is run first, unless
/// another thread steals it, which takes the oldest; [`spawn_fifo`] begins with the oldest. From
/// outside it goes to the pool's common queue, first in, first out.
///
/// # What to know before
///
/// - The pool lives until its spawned jobs have run, even after its
///   [`ThreadPool`](crate::ThreadPool) was dropped. But the *process* does not wait: when `main`
///   returns, jobs of the global pool that have not run never will.
/// - There is no bound on what may wait. A loop that spawns faster than the pool works, or jobs that
///   block, fill the memory; count them, or hand out permits.
/// - A thread that waits in a `join` or `scope` may run a spawned job in between, and its own work
///   is delayed by all of it. If such jobs open parallel sections themselves, the stack grows with
///   every one that begins inside another.
///
/// # Panics
///
/// If the global pool is needed and cannot be started.
///
/// A panic of `func` itself goes to the pool's
/// [panic handler](crate::ThreadPoolBuilder::panic_handler). **Without one it aborts the process**,
/// and so does a handler that panics; the message on standard error names the kind of job and the
/// thread.
///
/// # Examples
///
/// ```
/// use std::sync::mpsc;
///
/// let (sender, receiver) = mpsc::channel();
/// winks_pool::spawn(move || sender.send("from the pool").unwrap());
/// assert_eq!(receiver.recv(), Ok("from the pool"));
/// ```
pub fn spawn<F>(func: F)
where
    F: FnOnce() + Send + 'static,
{
    at_home(|_| 1, |registry| push(func, registry));
}

/// As [`spawn`], but a thread's jobs begin in the order in which it spawned them.
///
/// The order holds among the jobs that one thread gave to `spawn_fifo`; other jobs may run in
/// between.
///
/// # Panics
///
/// As [`spawn`].
///
/// # Examples
///
/// ```
/// use std::sync::mpsc;
///
/// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// let (sender, receiver) = mpsc::channel();
/// pool.install(move || {
///     for i in 0..3 {
///         let sender = sender.clone();
///         winks_pool::spawn_fifo(move || sender.send(i).unwrap());
///     }
/// });
/// assert_eq!(receiver.iter().collect::<Vec<_>>(), [0, 1, 2]);
/// ```
pub fn spawn_fifo<F>(func: F)
where
    F: FnOnce() + Send + 'static,
{
    at_home(|_| 1, |registry| push_fifo(func, registry));
}

/// As [`spawn`], in a pool whose handle the caller holds.
pub(crate) fn spawn_in<F>(func: F, registry: &Arc<Registry>)
where
    F: FnOnce() + Send + 'static,
{
    keep(registry, 1);
    push(func, registry);
}

/// As [`spawn_fifo`], in a pool whose handle the caller holds.
pub(crate) fn spawn_fifo_in<F>(func: F, registry: &Arc<Registry>)
where
    F: FnOnce() + Send + 'static,
{
    keep(registry, 1);
    push_fifo(func, registry);
}

// ANCHOR: spawn-at-home
/// Calls `queue` with the pool for the detached jobs of the current thread, after raising its
/// keepers by what `keepers` says.
///
/// The thread may be enlisted in a pool that has ended: nobody would run the job, so the thread
/// leaves that pool and the global one gets it.
pub(crate) fn at_home(keepers: impl Fn(&Registry) -> usize, queue: impl FnOnce(&Arc<Registry>)) {
    if let Some(worker) = WorkerThread::current() {
        let registry = worker.registry();
        if registry.termination.add(keepers(registry)) {
            return queue(registry);
        }
        WorkerThread::leave(registry);
    }
    let registry = global::registry();
    keep(registry, keepers(registry));
    queue(registry);
}
// ANCHOR_END: spawn-at-home

/// `n` more keepers for a pool that cannot have ended: the caller holds its handle, or it is the
/// global one.
pub(crate) fn keep(registry: &Registry, n: usize) {
    let alive = registry.termination.add(n);
    assert!(alive, "a pool has ended while somebody held its handle");
}

/// Queues a job for which a keeper was added.
fn push(func: impl FnOnce() + Send + 'static, registry: &Arc<Registry>) {
    let guard = guard();
    registry.inject_or_push(job(func, registry, "job given to spawn"));
    guard.disarm();
}

fn push_fifo(func: impl FnOnce() + Send + 'static, registry: &Arc<Registry>) {
    let guard = guard();
    let job = job(func, registry, "job given to spawn_fifo");
    match registry.current_worker() {
        Some(worker) => worker.push_fifo(job),
        // The injector has the right order already.
        None => registry.inject(job),
    }
    guard.disarm();
}

/// The keeper was added: a panic now would leave it behind, and the pool could never end.
pub(crate) fn guard() -> AbortIfPanic {
    AbortIfPanic { doing: "of the queueing of a detached job" }
}

// ANCHOR: spawn-job
/// A job that runs `func`, tells of its panic, and is a keeper no longer.
fn job<F>(func: F, registry: &Arc<Registry>, kind: &'static str) -> JobRef
where
    F: FnOnce() + Send + 'static,
{
    let registry = Arc::clone(registry);
    let done = move |result| {
        if let Err(payload) = result {
            registry.report_panic(kind, payload);
        }
        registry.terminate();
    };
    let job = HeapJob::new(func, done);
    // SAFETY: the closures borrow nothing.
    unsafe { job.into_job_ref() }
}
// ANCHOR_END: spawn-job
