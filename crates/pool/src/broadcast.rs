//! `broadcast`: the same closure once on each thread of a pool.
//!
//! Such a job must not be stolen, so it does not travel on a deque: each worker has a queue that
//! only it may take from; see `deque`.
//! Whoever broadcasts pushes into all of them and wakes every thread.

use crate::global;
use crate::job::{SharedJob, StackJob};
use crate::latches::{CountLatch, LatchRef};
use crate::panic::{AbortIfPanic, Payload};
use crate::registry::Registry;
use crate::spawn;
use crate::termination::Stay;
use crate::worker::WorkerThread;
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

/// What a broadcast closure may know about where it runs.
pub struct BroadcastContext<'a> {
    worker: &'a WorkerThread,
    /// Neither `Send` nor `Sync`: it speaks of this thread. And invariant, to promise no more than
    /// is needed.
    thread: PhantomData<*mut &'a ()>,
}

impl BroadcastContext<'_> {
    /// Calls `op` with the context of the current thread, which runs a broadcast job.
    pub(crate) fn here<R>(op: impl FnOnce(BroadcastContext<'_>) -> R) -> R {
        let worker = WorkerThread::current().expect("a broadcast job runs on a worker");
        op(BroadcastContext { worker, thread: PhantomData })
    }

    /// The index of this thread in its pool, from 0.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    /// assert_eq!(pool.broadcast(|context| context.index()), [0, 1, 2]);
    /// ```
    #[inline]
    pub fn index(&self) -> usize {
        self.worker.index()
    }

    /// How many threads were given the closure: all of the pool.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// assert_eq!(pool.broadcast(|context| context.num_threads()), [2, 2]);
    /// ```
    #[inline]
    pub fn num_threads(&self) -> usize {
        self.worker.registry().num_threads()
    }
}

impl fmt::Debug for BroadcastContext<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BroadcastContext")
            .field("index", &self.index())
            .field("num_threads", &self.num_threads())
            .finish()
    }
}

/// Runs `op` once on each thread of the current thread's pool, or else of the global one, and
/// returns the results by index.
///
/// A thread gets to it when its own deque is empty, before it steals: what it is busy with comes
/// first. A thread of the pool that calls this takes part and works while it waits; a thread of no
/// pool blocks.
///
/// A thread that was made part of the pool by
/// [`use_current_thread`](crate::ThreadPoolBuilder::use_current_thread) takes part only when it
/// waits for something in the pool or yields; until then a broadcast from another thread waits.
/// A thread that is stuck in a job holds up every broadcast as well.
///
/// # Panics
///
/// If `op` panics on some threads, it still runs on all of them; then the panic of the lowest index
/// goes on to the caller. And if the global pool is needed and cannot be started.
///
/// # Examples
///
/// ```
/// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(4).build().unwrap();
/// let squares = pool.install(|| {
///     winks_pool::broadcast(|context| context.index() * context.index())
/// });
/// assert_eq!(squares, [0, 1, 4, 9]);
/// ```
pub fn broadcast<OP, R>(op: OP) -> Vec<R>
where
    OP: Fn(BroadcastContext<'_>) -> R + Sync,
    R: Send,
{
    let _stay = Stay::here();
    match WorkerThread::current() {
        Some(worker) => broadcast_in(op, worker.registry()),
        None => broadcast_in(op, global::registry()),
    }
}

/// As [`broadcast`], in a pool that does not end meanwhile.
pub(crate) fn broadcast_in<OP, R>(op: OP, registry: &Arc<Registry>) -> Vec<R>
where
    OP: Fn(BroadcastContext<'_>) -> R + Sync,
    R: Send,
{
    // ANCHOR: broadcast
    let n = registry.num_threads();
    let owner = WorkerThread::current();
    let latch = CountLatch::new(n, owner);
    let run = |_executed| BroadcastContext::here(&op);
    let jobs: Vec<_> = (0..n).map(|_| StackJob::new(LatchRef::new(&latch), run)).collect();

    let guard = AbortIfPanic { doing: "of the queueing of a broadcast" };
    // SAFETY: the jobs stay in their `Vec` until the latch has seen all of them (JOB-ALIVE), and
    // nothing can unwind before.
    registry.inject_broadcast(jobs.iter().map(|job| unsafe { job.as_job_ref() }));
    guard.disarm();
    latch.wait(owner);

    // SAFETY: the latch is set, so each job has run.
    jobs.into_iter().map(|job| unsafe { job.into_result() }).collect()
    // ANCHOR_END: broadcast
}

/// Queues `op` once for each thread of the current thread's pool, or else of the global one, and
/// returns at once.
///
/// The closure goes when the last thread has run it, and the pool does not end before. Otherwise it
/// is to [`broadcast`] what [`spawn`](crate::spawn()) is to `scope`.
///
/// # Panics
///
/// If the global pool is needed and cannot be started.
///
/// A panic of `op` itself, on whichever thread, goes to the pool's panic handler; without one it
/// aborts the process. See [`spawn`](crate::spawn()).
///
/// # Examples
///
/// ```
/// use std::sync::mpsc;
///
/// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
/// let (sender, receiver) = mpsc::channel();
/// pool.install(move || {
///     winks_pool::spawn_broadcast(move |context| sender.send(context.index()).unwrap());
/// });
/// let mut indices: Vec<_> = receiver.iter().collect();
/// indices.sort();
/// assert_eq!(indices, [0, 1, 2]);
/// ```
pub fn spawn_broadcast<OP>(op: OP)
where
    OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
{
    spawn::at_home(Registry::num_threads, |registry| push(op, registry));
}

/// As [`spawn_broadcast`], in a pool whose handle the caller holds.
pub(crate) fn spawn_broadcast_in<OP>(op: OP, registry: &Arc<Registry>)
where
    OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
{
    spawn::keep(registry, registry.num_threads());
    push(op, registry);
}

/// Queues the jobs for which keepers were added, one for each thread.
fn push<OP>(op: OP, registry: &Arc<Registry>)
where
    OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
{
    let home = Arc::clone(registry);
    let done = move |result: Result<(), Payload>| {
        if let Err(payload) = result {
            home.report_panic("job given to spawn_broadcast", payload);
        }
        home.terminate();
    };
    let job = SharedJob::new(move || BroadcastContext::here(&op), done);
    let guard = spawn::guard();
    // SAFETY: the closures borrow nothing.
    let references = (0..registry.num_threads()).map(|_| unsafe { SharedJob::as_job_ref(&job) });
    registry.inject_broadcast(references);
    guard.disarm();
}
