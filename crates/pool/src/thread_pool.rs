//! A pool of one's own: the handle, and every verb as a method of it.
//!
//! The methods say *where* something runs; what it is stands at the free function of the same name.
//! How a pool ends is in [`end`], what a thread can ask about itself in [`current`].

mod current;
mod end;

pub use current::{
    current_num_threads, current_thread_has_pending_tasks, current_thread_index, max_num_threads,
};

use crate::broadcast::{self, BroadcastContext};
use crate::builder::Started;
use crate::registry::Registry;
use crate::scope::{self, Scope, ScopeFifo};
use crate::spawn;
use crate::stats::Stats;
use crate::worker::WorkerThread;
use crate::yielding::Yield;
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::thread::JoinHandle;

/// A pool of threads, made by a [`ThreadPoolBuilder`](crate::ThreadPoolBuilder).
///
/// # How it ends
///
/// Dropping the pool does **not** wait. Detached jobs ([`spawn`](Self::spawn)) that are queued still
/// run, all of them, and may spawn more; the threads leave when there are none left. The process may
/// exit before that. [`shutdown`](Self::shutdown) waits.
///
/// # While a thread waits
///
/// A thread of the pool that waits in a verb runs other jobs meanwhile, on top of its stack. So:
///
/// - Do not wait in a verb while you hold a lock or a borrow of a thread-local `RefCell` that
///   another job may want: that job may run on this very thread, and wait for it for ever.
/// - The body of a [`scope`](Self::scope) occupies a thread of the pool. If it blocks (not in a verb
///   of the pool) for something that a spawned job does, a pool of one thread never gets to that
///   job. [`in_place_scope`](Self::in_place_scope) keeps the body on the calling thread.
/// - Jobs that wait run jobs that wait: many spawned jobs with joins of their own can nest deeply.
///   See [`stack_size`](crate::ThreadPoolBuilder::stack_size).
///
/// # Examples
///
/// ```
/// use winks_pool::ThreadPoolBuilder;
///
/// fn fib(n: u64) -> u64 {
///     if n < 2 {
///         return n;
///     }
///     let (a, b) = winks_pool::join(|| fib(n - 1), || fib(n - 2));
///     a + b
/// }
///
/// let pool = ThreadPoolBuilder::new().num_threads(2).build().unwrap();
/// assert_eq!(pool.install(|| fib(15)), 610);
/// ```
pub struct ThreadPool {
    registry: Arc<Registry>,
    /// To be waited for by `shutdown`.
    handles: Vec<JoinHandle<()>>,
    /// Whether worker 0 is the thread that has built the pool.
    enlisted: bool,
    /// Whether this handle is still among the keepers of the pool.
    is_keeper: bool,
}

impl ThreadPool {
    /// Builds a pool by the old name of its options.
    ///
    /// # Errors
    ///
    /// As [`ThreadPoolBuilder::build`](crate::ThreadPoolBuilder::build).
    ///
    /// # Examples
    ///
    /// ```
    /// # #![allow(deprecated)]
    /// use winks_pool::{Configuration, ThreadPool};
    ///
    /// let pool = ThreadPool::new(Configuration::new().num_threads(2)).unwrap();
    /// assert_eq!(pool.current_num_threads(), 2);
    /// ```
    #[deprecated(note = "Use `ThreadPoolBuilder::build`")]
    #[allow(deprecated, reason = "what it takes is deprecated as well")]
    pub fn new(configuration: crate::Configuration) -> Result<ThreadPool, Box<dyn Error>> {
        configuration.build()
    }

    pub(crate) fn from_started(started: Started) -> ThreadPool {
        let Started { registry, handles, enlisted } = started;
        ThreadPool { registry, handles, enlisted, is_keeper: true }
    }

    /// Runs `op` on a thread of this pool, and returns its result. Every verb that `op` uses works
    /// in this pool.
    ///
    /// On a thread of this pool `op` simply runs. On a thread of no pool the caller blocks. On a
    /// thread of another pool the caller works for *its own* pool until the result is there: jobs
    /// that it would have run later can begin before this call returns, and the result may be ready
    /// for a while before such a job ends. Two jobs of one thread that each install elsewhere can so
    /// begin one inside the other: "one, one, two, two" may become "one, two, two, one".
    ///
    /// Thread-locals are those of the pool's thread.
    ///
    /// # Panics
    ///
    /// If `op` does.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    /// assert_eq!(pool.install(winks_pool::current_num_threads), 3);
    /// ```
    pub fn install<OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce() -> R + Send,
        R: Send,
    {
        self.registry.in_worker(|_, _| op())
    }

    /// [`join`](crate::join()) in this pool.
    ///
    /// # Panics
    ///
    /// As there.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// assert_eq!(pool.join(|| 1, || 2), (1, 2));
    /// ```
    pub fn join<A, B, RA, RB>(&self, oper_a: A, oper_b: B) -> (RA, RB)
    where
        A: FnOnce() -> RA + Send,
        B: FnOnce() -> RB + Send,
        RA: Send,
        RB: Send,
    {
        self.install(|| crate::join::join(oper_a, oper_b))
    }

    /// [`scope`](crate::scope()) in this pool; the body too runs there.
    ///
    /// # Panics
    ///
    /// As there.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let mut halves = [0, 0];
    /// let (left, right) = halves.split_at_mut(1);
    /// pool.scope(|s| {
    ///     s.spawn(|_| left[0] = 1);
    ///     s.spawn(|_| right[0] = 2);
    /// });
    /// assert_eq!(halves, [1, 2]);
    /// ```
    pub fn scope<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&Scope<'scope>) -> R + Send,
        R: Send,
    {
        self.install(|| scope::scope(op))
    }

    /// [`scope_fifo`](crate::scope_fifo()) in this pool; the body too runs there.
    ///
    /// # Panics
    ///
    /// As there.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Mutex;
    ///
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// let order = Mutex::new(vec![]);
    /// pool.scope_fifo(|s| {
    ///     s.spawn_fifo(|_| order.lock().unwrap().push(1));
    ///     s.spawn_fifo(|_| order.lock().unwrap().push(2));
    /// });
    /// assert_eq!(order.into_inner().unwrap(), [1, 2]);
    /// ```
    pub fn scope_fifo<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&ScopeFifo<'scope>) -> R + Send,
        R: Send,
    {
        self.install(|| scope::scope_fifo(op))
    }

    /// [`in_place_scope`](crate::in_place_scope()) whose jobs run in this pool; the body runs on the
    /// calling thread, whichever that is.
    ///
    /// # Panics
    ///
    /// As there.
    ///
    /// # Examples
    ///
    /// The body may block for what its jobs do, even if the pool has a single thread:
    ///
    /// ```
    /// use std::sync::mpsc;
    ///
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// let (tell, told) = mpsc::channel();
    /// let answer = pool.in_place_scope(|s| {
    ///     s.spawn(move |_| tell.send(42).unwrap());
    ///     told.recv().unwrap()
    /// });
    /// assert_eq!(answer, 42);
    /// ```
    pub fn in_place_scope<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&Scope<'scope>) -> R,
    {
        scope::do_in_place_scope(Some(&self.registry), op)
    }

    /// [`in_place_scope_fifo`](crate::in_place_scope_fifo()) whose jobs run in this pool; the body
    /// runs on the calling thread, whichever that is.
    ///
    /// # Panics
    ///
    /// As there.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    /// let here = std::thread::current().id();
    /// pool.in_place_scope_fifo(|s| {
    ///     assert_eq!(std::thread::current().id(), here);
    ///     s.spawn_fifo(move |_| assert_ne!(std::thread::current().id(), here));
    /// });
    /// ```
    pub fn in_place_scope_fifo<'scope, OP, R>(&self, op: OP) -> R
    where
        OP: FnOnce(&ScopeFifo<'scope>) -> R,
    {
        scope::do_in_place_scope_fifo(Some(&self.registry), op)
    }

    /// [`spawn`](crate::spawn()) in this pool: a detached job, for which nobody waits.
    ///
    /// # Panics
    ///
    /// Here, never. A panic of `op` goes to the pool's
    /// [panic handler](crate::ThreadPoolBuilder::panic_handler), or aborts the process.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::mpsc;
    ///
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// let (tell, told) = mpsc::channel();
    /// pool.spawn(move || tell.send("done").unwrap());
    /// drop(pool);
    /// assert_eq!(told.recv(), Ok("done"), "what is queued still runs");
    /// ```
    pub fn spawn<OP>(&self, op: OP)
    where
        OP: FnOnce() + Send + 'static,
    {
        spawn::spawn_in(op, &self.registry);
    }

    /// [`spawn_fifo`](crate::spawn_fifo()) in this pool.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::mpsc;
    ///
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
    /// let (tell, told) = mpsc::channel();
    /// for number in [1, 2, 3] {
    ///     let tell = tell.clone();
    ///     pool.spawn_fifo(move || tell.send(number).unwrap());
    /// }
    /// drop(tell);
    /// assert_eq!(told.iter().collect::<Vec<_>>(), [1, 2, 3]);
    /// ```
    pub fn spawn_fifo<OP>(&self, op: OP)
    where
        OP: FnOnce() + Send + 'static,
    {
        spawn::spawn_fifo_in(op, &self.registry);
    }

    /// [`broadcast`](crate::broadcast()) in this pool: `op` once on each thread, the results by
    /// index.
    ///
    /// If a thread of the pool is busy, this waits until it comes to look for work. In a pool that
    /// [uses](crate::ThreadPoolBuilder::use_current_thread) the building thread, a broadcast from any
    /// other thread waits until that one waits in a verb or yields.
    ///
    /// # Panics
    ///
    /// As there.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    /// assert_eq!(pool.broadcast(|context| 10 * context.index()), [0, 10, 20]);
    /// ```
    pub fn broadcast<OP, R>(&self, op: OP) -> Vec<R>
    where
        OP: Fn(BroadcastContext<'_>) -> R + Sync,
        R: Send,
    {
        broadcast::broadcast_in(op, &self.registry)
    }

    /// [`spawn_broadcast`](crate::spawn_broadcast()) in this pool: `op` once on each thread, and
    /// nobody waits.
    ///
    /// # Panics
    ///
    /// As [`spawn`](Self::spawn).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::mpsc;
    ///
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    /// let (tell, told) = mpsc::channel();
    /// pool.spawn_broadcast(move |context| tell.send(context.index()).unwrap());
    /// let mut indices: Vec<_> = told.iter().collect();
    /// indices.sort();
    /// assert_eq!(indices, [0, 1, 2]);
    /// ```
    pub fn spawn_broadcast<OP>(&self, op: OP)
    where
        OP: Fn(BroadcastContext<'_>) + Send + Sync + 'static,
    {
        broadcast::spawn_broadcast_in(op, &self.registry);
    }
}

impl fmt::Debug for ThreadPool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ThreadPool")
            .field("num_threads", &self.registry.num_threads())
            .field("id", &Arc::as_ptr(&self.registry))
            .finish()
    }
}
