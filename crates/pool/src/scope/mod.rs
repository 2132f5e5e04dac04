//! `scope`: any number of jobs that may borrow, all of them done when it returns.
//!
//! A join knows its two halves; a scope does not know how many jobs there will be.
//! So its jobs live on the heap, and a latch counts them.
//! The part that makes borrowing sound is in `base`; here is the scope whose jobs follow the deque,
//! last in, first out, and in `fifo` the one whose jobs run in the order of their spawning.

mod base;
mod fifo;

pub(crate) use fifo::do_in_place_scope_fifo;
pub use fifo::{ScopeFifo, in_place_scope_fifo, scope_fifo};

use crate::broadcast::BroadcastContext;
use crate::registry::{self, Registry};
use crate::termination::Stay;
use crate::worker::WorkerThread;
use base::{ScopeBase, ScopePtr};
use std::fmt;
use std::sync::Arc;

/// A place in which jobs may be spawned that borrow anything older than `'scope`.
///
/// [`scope()`] and [`in_place_scope`] make one and lend it to their body; each job gets it lent as
/// well, so that jobs can spawn jobs.
pub struct Scope<'scope> {
    base: ScopeBase<'scope>,
}

/// Runs `op` on a thread of the pool, with a scope in which it may spawn jobs, and returns once they
/// have all ended, with what `op` returned.
///
/// On a thread of any pool, `op` runs right here and its jobs in that pool; from any other thread,
/// all of it moves into the global pool, which is started if need be. [`in_place_scope`] runs `op`
/// on the calling thread, whichever that is.
///
/// # Order
///
/// A thread runs what it has spawned itself last in, first out, while other threads steal from the
/// oldest end: a recursion goes deep before it goes wide, and there is no order to rely on.
/// [`scope_fifo`] begins with the oldest.
///
/// # What to know before
///
/// - `op` occupies a thread of the pool, and so does a job that blocks. In a pool of one thread an
///   `op` that waits for a job of its scope by other means, say a channel, waits for ever; in
///   [`in_place_scope`] it does not occupy one.
/// - A thread that waits for its scope runs any job of its pool meanwhile, on the stack that it
///   has. If such jobs wait in their turn (each `join` or `scope` in them does), that stack grows
///   with every job stolen on the way: thousands of jobs that each open another parallel section
///   can overflow it. Spawn fewer and larger ones, or give the threads more
///   [stack](crate::ThreadPoolBuilder::stack_size).
/// - What `op` or a job holds while it waits (a lock, a borrow of a thread-local `RefCell`) is still
///   held when an unrelated job runs in between on the same thread, and that job may want it.
/// - Jobs are boxed and queued without a bound: a loop that spawns faster than the pool works fills
///   the memory.
///
/// # Panics
///
/// If `op` or jobs panic, the other jobs still run, those not yet begun included; after the last
/// one, `scope` panics with the payload of whichever panicked first. The others' payloads are
/// dropped; one that panics in its own `Drop` then aborts the process.
///
/// # Examples
///
/// ```
/// let mut numbers = [1, 2, 3, 4];
/// winks_pool::scope(|s| {
///     for number in &mut numbers {
///         s.spawn(move |_| *number *= 10);
///     }
/// });
/// assert_eq!(numbers, [10, 20, 30, 40]);
/// ```
///
/// A scope answers with the value of its body, and a job with nothing: what a job finds out, it
/// writes where it has a borrow.
///
/// ```
/// let (mut left, mut right) = (0, 0);
/// let name = winks_pool::scope(|s| {
///     s.spawn(|s| {
///         left = 1;
///         s.spawn(|_| right = 2);
///     });
///     "done"
/// });
/// assert_eq!((name, left, right), ("done", 1, 2));
/// ```
pub fn scope<'scope, OP, R>(op: OP) -> R
where
    OP: FnOnce(&Scope<'scope>) -> R + Send,
    R: Send,
{
    let _stay = Stay::here();
    registry::in_worker(|worker, _| Scope::run(Some(worker), Arc::clone(worker.registry()), op))
}

/// As [`scope()`], but `op` runs on the calling thread, whether that belongs to a pool or not.
///
/// So neither `op` nor its value has to be `Send`. The jobs run in the current thread's pool, or
/// else in the global one, which is started if need be.
///
/// A thread of a pool works while it waits for the jobs, a thread of no pool blocks.
///
/// # Panics
///
/// As [`scope()`]; and if the global pool is needed and cannot be started.
///
/// # Examples
///
/// ```
/// use std::sync::mpsc;
///
/// // The body waits for its jobs one by one; it is no thread of the pool, so it stands in nobody's
/// // way even if the pool has a single one.
/// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// let (sender, receiver) = mpsc::channel();
/// let sum: i32 = pool.in_place_scope(|s| {
///     for i in 1..=3 {
///         let sender = sender.clone();
///         s.spawn(move |_| sender.send(i).unwrap());
///     }
///     receiver.iter().take(3).sum()
/// });
/// assert_eq!(sum, 6);
/// ```
pub fn in_place_scope<'scope, OP, R>(op: OP) -> R
where
    OP: FnOnce(&Scope<'scope>) -> R,
{
    do_in_place_scope(None, op)
}

/// An in-place scope with its jobs in `registry`, whose handle the caller holds, or else in the
/// current thread's pool, or the global one.
pub(crate) fn do_in_place_scope<'scope, OP, R>(registry: Option<&Arc<Registry>>, op: OP) -> R
where
    OP: FnOnce(&Scope<'scope>) -> R,
{
    let _stay = Stay::here();
    let (owner, registry) = in_place(registry);
    Scope::run(owner, registry, op)
}

/// Who waits for an in-place scope, and where its jobs run.
///
/// In this order: finding the registry may build the global pool, and that may make this very thread
/// its only worker. A scope that took it for an outsider would block the one who has to work.
fn in_place<'w>(registry: Option<&Arc<Registry>>) -> (Option<&'w WorkerThread>, Arc<Registry>) {
    let registry = registry.map_or_else(Registry::current, Arc::clone);
    (WorkerThread::current(), registry)
}

impl<'scope> Scope<'scope> {
    /// A scope from beginning to end: `owner`, or the current thread if it is in no pool, runs `op`
    /// and waits for the jobs, which run in `registry`.
    fn run<R>(
        owner: Option<&WorkerThread>,
        registry: Arc<Registry>,
        op: impl FnOnce(&Scope<'scope>) -> R,
    ) -> R {
        let scope = Scope { base: ScopeBase::new(owner, registry) };
        scope.base.complete(owner, || op(&scope))
    }

    /// Queues a job that ends before the scope does.
    ///
    /// It may borrow whatever is older than `'scope`, but not what lives in the body of the scope:
    /// that goes before the jobs do. `move` it in instead.
    ///
    /// On a thread of the scope's pool the job goes to that thread's own deque, last in, first out;
    /// from elsewhere, to the pool's common queue. It costs one allocation, and there is no bound on
    /// how many may wait.
    ///
    /// # Panics
    ///
    /// Never by itself. A panic of `body` is kept for the end of the scope; see [`scope()`].
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::atomic::{AtomicU32, Ordering};
    ///
    /// let sum = AtomicU32::new(0);
    /// winks_pool::scope(|s| {
    ///     for i in 1..=100 {
    ///         let sum = &sum; // older than the scope; `i` is not, and is moved
    ///         s.spawn(move |_| _ = sum.fetch_add(i, Ordering::Relaxed));
    ///     }
    /// });
    /// assert_eq!(sum.into_inner(), 5050);
    /// ```
    // ANCHOR: scope-spawn
    pub fn spawn<BODY>(&self, body: BODY)
    where
        BODY: FnOnce(&Scope<'scope>) + Send + 'scope,
    {
        let scope = ScopePtr::new(self);
        // SAFETY: the closure is what a counted job runs (SCOPE-ALIVE).
        let job = self.base.job(move || body(unsafe { scope.get() }));
        base::queue(|| self.base.registry().inject_or_push(job));
    }
    // ANCHOR_END: scope-spawn

    /// Queues `body` once for each thread of the scope's pool, to be run by that thread itself.
    ///
    /// A thread gets to it when its own deque is empty, before it steals. A thread that was made
    /// part of the pool by [`use_current_thread`](crate::ThreadPoolBuilder::use_current_thread) gets
    /// to it only when it waits or yields, and the scope waits for that.
    ///
    /// # Panics
    ///
    /// Never by itself. Panics of `body` are treated as those of other jobs; see [`scope()`].
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    /// let runs: [AtomicUsize; 3] = Default::default();
    /// pool.scope(|s| {
    ///     s.spawn_broadcast(|_, context| _ = runs[context.index()].fetch_add(1, Ordering::Relaxed));
    /// });
    /// assert_eq!(runs.map(AtomicUsize::into_inner), [1, 1, 1]);
    /// ```
    pub fn spawn_broadcast<BODY>(&self, body: BODY)
    where
        BODY: Fn(&Scope<'scope>, BroadcastContext<'_>) + Send + Sync + 'scope,
    {
        let scope = ScopePtr::new(self);
        // SAFETY: the closure is what counted jobs run (SCOPE-ALIVE).
        self.base.broadcast(move |context| body(unsafe { scope.get() }, context));
    }
}

impl fmt::Debug for Scope<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.base.describe("Scope", f)
    }
}
