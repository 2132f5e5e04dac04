//! `scope_fifo`: a scope in which each thread's jobs run in the order of their spawning.
//!
//! The deque pops the newest first, and a scope cannot change the deque that it shares with all
//! others.
//! So the job itself goes into a queue of the scope, one for each thread of the pool, and the deque
//! gets a token that stands for "the oldest job of that queue"; see [`JobFifo`].

use super::base::{self, ScopeBase, ScopePtr};
use super::in_place;
use crate::broadcast::BroadcastContext;
use crate::deque::JobFifo;
use crate::registry::{self, Registry};
use crate::termination::Stay;
use crate::worker::WorkerThread;
use std::fmt;
use std::iter;
use std::sync::Arc;

/// A [`Scope`](crate::Scope) whose jobs run first in, first out, for each thread that spawns.
///
/// [`scope_fifo`] and [`in_place_scope_fifo`] make one and lend it to their body and to each job.
pub struct ScopeFifo<'scope> {
    base: ScopeBase<'scope>,
    /// By the index of the thread that spawned.
    fifos: Vec<JobFifo>,
}

/// As [`scope()`](crate::scope()), with jobs that run in the order in which a thread spawned them.
///
/// The order holds among the jobs of this scope that one thread has spawned: the pool begins them
/// in that order, on whatever threads, and so some may run at once. There is no order between jobs
/// that different threads spawned. Jobs that come from outside of the pool (the body of an
/// [`in_place_scope_fifo`]) begin in their order as well.
///
/// In exchange a recursion goes wide before it goes deep, so more jobs wait at a time than in
/// `scope`. What `scope` tells about blocking bodies, nested waits and unbounded queues holds here
/// too.
///
/// # Panics
///
/// As [`scope()`](crate::scope()).
///
/// # Examples
///
/// ```
/// use std::sync::Mutex;
///
/// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// let order = Mutex::new(Vec::new());
/// let note = |i| order.lock().unwrap().push(i);
///
/// pool.scope_fifo(|s| {
///     for i in 0..3 {
///         s.spawn_fifo(move |_| note(i));
///     }
/// });
/// pool.scope(|s| {
///     for i in 0..3 {
///         s.spawn(move |_| note(i));
///     }
/// });
/// assert_eq!(order.into_inner().unwrap(), [0, 1, 2, 2, 1, 0]);
/// ```
pub fn scope_fifo<'scope, OP, R>(op: OP) -> R
where
    OP: FnOnce(&ScopeFifo<'scope>) -> R + Send,
    R: Send,
{
    let _stay = Stay::here();
    registry::in_worker(|worker, _| ScopeFifo::run(Some(worker), Arc::clone(worker.registry()), op))
}

/// As [`scope_fifo`], but `op` runs on the calling thread, whether that belongs to a pool or not.
///
/// It is to `scope_fifo` what [`in_place_scope`](crate::in_place_scope) is to `scope`.
///
/// # Panics
///
/// As [`in_place_scope`](crate::in_place_scope).
///
/// # Examples
///
/// ```
/// use std::rc::Rc;
///
/// let mut greeting = String::new();
/// let here = Rc::new("not Send, and it need not be");
/// let here = winks_pool::in_place_scope_fifo(|s| {
///     s.spawn_fifo(|_| greeting.push_str("hello"));
///     here
/// });
/// assert_eq!((greeting.as_str(), Rc::strong_count(&here)), ("hello", 1));
/// ```
pub fn in_place_scope_fifo<'scope, OP, R>(op: OP) -> R
where
    OP: FnOnce(&ScopeFifo<'scope>) -> R,
{
    do_in_place_scope_fifo(None, op)
}

/// An in-place scope with its jobs in `registry`, whose handle the caller holds, or else in the
/// current thread's pool, or the global one.
pub(crate) fn do_in_place_scope_fifo<'scope, OP, R>(registry: Option<&Arc<Registry>>, op: OP) -> R
where
    OP: FnOnce(&ScopeFifo<'scope>) -> R,
{
    let _stay = Stay::here();
    let (owner, registry) = in_place(registry);
    ScopeFifo::run(owner, registry, op)
}

impl<'scope> ScopeFifo<'scope> {
    /// A scope from beginning to end, as `Scope::run`.
    fn run<R>(
        owner: Option<&WorkerThread>,
        registry: Arc<Registry>,
        op: impl FnOnce(&ScopeFifo<'scope>) -> R,
    ) -> R {
        let fifos = iter::repeat_with(JobFifo::new).take(registry.num_threads()).collect();
        let scope = ScopeFifo { base: ScopeBase::new(owner, registry), fifos };
        scope.base.complete(owner, || op(&scope))
    }

    /// Queues a job that ends before the scope does, behind those that this thread has spawned in it
    /// before.
    ///
    /// As [`Scope::spawn`](crate::Scope::spawn) but for the order.
    ///
    /// # Panics
    ///
    /// Never by itself. A panic of `body` is kept for the end of the scope; see
    /// [`scope()`](crate::scope()).
    ///
    /// # Examples
    ///
    /// ```
    /// let mut words = ["a", "b"].map(String::from);
    /// winks_pool::scope_fifo(|s| {
    ///     for word in &mut words {
    ///         s.spawn_fifo(|_| word.push('!'));
    ///     }
    /// });
    /// assert_eq!(words, ["a!", "b!"]);
    /// ```
    // ANCHOR: scope-spawn-fifo
    pub fn spawn_fifo<BODY>(&self, body: BODY)
    where
        BODY: FnOnce(&ScopeFifo<'scope>) + Send + 'scope,
    {
        let scope = ScopePtr::new(self);
        // SAFETY: the closure is what a counted job runs (SCOPE-ALIVE).
        let job = self.base.job(move || body(unsafe { scope.get() }));
        base::queue(|| match self.base.registry().current_worker() {
            Some(worker) => {
                // SAFETY: there are as many tokens as jobs, so a token that has not taken its job
                // yet has a counted one before it, which keeps the queue (SCOPE-ALIVE).
                worker.push(unsafe { self.fifos[worker.index()].push(job) });
            }
            // The injector has the right order already.
            None => self.base.registry().inject(job),
        });
    }
    // ANCHOR_END: scope-spawn-fifo

    /// Queues `body` once for each thread of the scope's pool, as
    /// [`Scope::spawn_broadcast`](crate::Scope::spawn_broadcast).
    ///
    /// # Panics
    ///
    /// Never by itself. Panics of `body` are treated as those of other jobs; see
    /// [`scope()`](crate::scope()).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// let runs = AtomicUsize::new(0);
    /// let threads = winks_pool::scope_fifo(|s| {
    ///     s.spawn_broadcast(|s, _| s.spawn_fifo(|_| _ = runs.fetch_add(1, Ordering::Relaxed)));
    ///     winks_pool::current_num_threads()
    /// });
    /// assert_eq!(runs.into_inner(), threads);
    /// ```
    pub fn spawn_broadcast<BODY>(&self, body: BODY)
    where
        BODY: Fn(&ScopeFifo<'scope>, BroadcastContext<'_>) + Send + Sync + 'scope,
    {
        let scope = ScopePtr::new(self);
        // SAFETY: the closure is what counted jobs run (SCOPE-ALIVE).
        self.base.broadcast(move |context| body(unsafe { scope.get() }, context));
    }
}

impl fmt::Debug for ScopeFifo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.base.describe("ScopeFifo", f)
    }
}
