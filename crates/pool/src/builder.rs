//! What a pool is to be like, option by option.
//!
//! The options are here, with what becomes of them; `build` and its sisters are in [`start`], what
//! a thread is started with in [`thread`], and how many there are to be in [`count`].

pub(crate) mod count;
mod start;
mod thread;

pub use thread::ThreadBuilder;

pub(crate) use start::Started;
pub(crate) use thread::{CustomSpawn, DefaultSpawn, ThreadSpawn};

use crate::registry::Handlers;
use std::any::Any;
use std::fmt;
use std::io;

/// A name for each thread, by index.
type NameClosure = dyn FnMut(usize) -> String;

/// Builds a [`ThreadPool`](crate::ThreadPool), or the global pool.
///
/// Without options the pool has as many threads as the machine offers to this process, unnamed, with
/// std's stacks; a panic in a detached job ends the process.
///
/// # Examples
///
/// ```
/// let pool = winks_pool::ThreadPoolBuilder::new()
///     .num_threads(2)
///     .thread_name(|index| format!("sheep-{index}"))
///     .build()
///     .unwrap();
/// let name = pool.install(|| std::thread::current().name().map(str::to_string));
/// assert!(name.unwrap().starts_with("sheep-"));
/// ```
pub struct ThreadPoolBuilder<S = DefaultSpawn> {
    num_threads: usize,
    use_current_thread: bool,
    breadth_first: bool,
    stack_size: Option<usize>,
    name: Option<Box<NameClosure>>,
    handlers: Handlers,
    spawn: S,
}

// Not derived: that would be for every `S: Default`, and then `ThreadPoolBuilder::default()` would
// not know which.
impl Default for ThreadPoolBuilder {
    fn default() -> Self {
        ThreadPoolBuilder {
            num_threads: 0,
            use_current_thread: false,
            breadth_first: false,
            stack_size: None,
            name: None,
            handlers: Handlers::default(),
            spawn: DefaultSpawn,
        }
    }
}

impl ThreadPoolBuilder {
    /// A builder with no option set.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().build().unwrap();
    /// assert!(pool.current_num_threads() >= 1);
    /// ```
    pub fn new() -> Self {
        Self::default()
    }
}

impl<S> ThreadPoolBuilder<S> {
    /// How many threads the pool gets.
    ///
    /// With 0, or without this option, the number is, in this order:
    ///
    /// 1. that of the environment variable `RAYON_NUM_THREADS`, if it is one (`0` there stands for
    ///    number 3, at once);
    /// 2. that of the older variable `RAYON_RS_NUM_CPUS`, if it is one and not 0;
    /// 3. [`std::thread::available_parallelism`], which knows of CPU affinity and cgroup quotas; if
    ///    even that is not known, 1.
    ///
    /// A number in a variable stands alone, without blanks. Whatever it comes from, a number above
    /// [`max_num_threads`](crate::max_num_threads) is brought down to it.
    ///
    /// # Examples
    ///
    /// ```
    /// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    /// assert_eq!(pool.current_num_threads(), 3);
    /// ```
    pub fn num_threads(mut self, num_threads: usize) -> Self {
        self.num_threads = num_threads;
        self
    }

    /// Makes the building thread worker 0 of the pool; one thread less is started.
    ///
    /// No start or exit handler is called for it, and no spawn handler, but the name closure is.
    /// It has no main loop: it runs jobs of the pool only while it waits in a verb of the pool (a
    /// join, a scope) or yields. So a `broadcast` from any other thread waits until it does, and a
    /// pool of this thread alone does nothing while it is elsewhere.
    ///
    /// When the thread drops the pool it stops being part of it, and may build another such pool. It
    /// first runs what nobody else can: what has been broadcast to it, and, if it is the only
    /// thread, all that is queued. A broadcast that a detached job begins later will never reach it,
    /// and then the other threads never leave; [`ThreadPool::shutdown`](crate::ThreadPool::shutdown)
    /// works on until there is no such job. If another thread drops the pool, this one remains
    /// worker 0 of a pool that has ended until it next builds a pool with this option.
    ///
    /// # Errors
    ///
    /// The build fails if this thread is in a pool already.
    ///
    /// # Examples
    ///
    /// ```
    /// let builder = winks_pool::ThreadPoolBuilder::new().num_threads(1).use_current_thread();
    /// let pool = builder.build().unwrap();
    /// assert_eq!(winks_pool::current_thread_index(), Some(0));
    /// drop(pool);
    /// assert_eq!(winks_pool::current_thread_index(), None);
    /// ```
    pub fn use_current_thread(mut self) -> Self {
        self.use_current_thread = true;
        self
    }

    /// Names the threads. The closure runs on the building thread, in the order of the indices; it
    /// need not be `Send`.
    ///
    /// # Panics
    ///
    /// A panic of the closure comes out of the build. The threads that run already leave again.
    ///
    /// # Examples
    ///
    /// ```
    /// let builder = winks_pool::ThreadPoolBuilder::new().num_threads(1);
    /// let pool = builder.thread_name(|index| format!("worker-{index}")).build().unwrap();
    /// pool.install(|| assert_eq!(std::thread::current().name(), Some("worker-0")));
    /// ```
    pub fn thread_name<F>(mut self, closure: F) -> Self
    where
        F: FnMut(usize) -> String + 'static,
    {
        self.name = Some(Box::new(closure));
        self
    }

    /// How many bytes of stack each thread gets. Without this option std decides, with its variable
    /// `RUST_MIN_STACK`.
    ///
    /// A waiting thread runs other jobs on top of its stack, so deep recursion needs more of it here
    /// than it does alone.
    ///
    /// # Examples
    ///
    /// ```
    /// let builder = winks_pool::ThreadPoolBuilder::new().num_threads(1);
    /// let pool = builder.stack_size(16 << 20).build().unwrap();
    /// pool.install(|| assert_eq!(std::hint::black_box([1_u8; 4 << 20])[0], 1));
    /// ```
    pub fn stack_size(mut self, stack_size: usize) -> Self {
        self.stack_size = Some(stack_size);
        self
    }

    /// Who hears of a panic that has nobody else to go to: in a detached job
    /// ([`spawn`](crate::spawn())), or in a start or exit handler.
    ///
    /// It runs on the thread that panicked, which then goes on. Without a handler, or if the handler
    /// panics as well, the process aborts, after a line on stderr that names the kind of job and the
    /// thread. A panic in a join, a scope, an install or a broadcast never comes here: somebody waits
    /// for it.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::mpsc;
    ///
    /// let (tell, told) = mpsc::channel();
    /// let pool = winks_pool::ThreadPoolBuilder::new()
    ///     .num_threads(1)
    ///     .panic_handler(move |payload| tell.send(payload).unwrap())
    ///     .build()
    ///     .unwrap();
    /// pool.spawn(|| panic!("nobody waits for me"));
    /// let payload = told.recv().unwrap();
    /// assert_eq!(payload.downcast_ref(), Some(&"nobody waits for me"));
    /// ```
    pub fn panic_handler<H>(mut self, panic_handler: H) -> Self
    where
        H: Fn(Box<dyn Any + Send>) + Send + Sync + 'static,
    {
        self.handlers.panic = Some(Box::new(panic_handler));
        self
    }

    /// Runs on each thread before it takes a job, with its index; on several threads at once.
    ///
    /// [`build`](Self::build) does not wait for it, [`build_global`](Self::build_global) does. A
    /// panic in it goes to the [panic handler](Self::panic_handler).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::cell::Cell;
    ///
    /// thread_local!(static SEED: Cell<usize> = const { Cell::new(0) });
    ///
    /// let builder = winks_pool::ThreadPoolBuilder::new().num_threads(2);
    /// let pool = builder.start_handler(|index| SEED.set(40 + index)).build().unwrap();
    /// assert_eq!(pool.broadcast(|_| SEED.get()), [40, 41]);
    /// ```
    pub fn start_handler<H>(mut self, start_handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.handlers.start = Some(Box::new(start_handler));
        self
    }

    /// Runs on each thread after its last job, with its index; on several threads at once.
    ///
    /// The thread still counts as one of the pool's. Dropping the pool does not wait for it,
    /// [`ThreadPool::shutdown`](crate::ThreadPool::shutdown) does. The global pool never ends, so its
    /// exit handlers never run: not even when the process exits. A panic in it goes to the
    /// [panic handler](Self::panic_handler).
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    /// use std::sync::atomic::{AtomicUsize, Ordering};
    ///
    /// let left = Arc::new(AtomicUsize::new(0));
    /// let count = Arc::clone(&left);
    /// let pool = winks_pool::ThreadPoolBuilder::new()
    ///     .num_threads(2)
    ///     .exit_handler(move |_| _ = count.fetch_add(1, Ordering::Relaxed))
    ///     .build()
    ///     .unwrap();
    /// pool.shutdown();
    /// assert_eq!(left.load(Ordering::Relaxed), 2);
    /// ```
    pub fn exit_handler<H>(mut self, exit_handler: H) -> Self
    where
        H: Fn(usize) + Send + Sync + 'static,
    {
        self.handlers.exit = Some(Box::new(exit_handler));
        self
    }

    /// Lets each thread take the oldest job of its own deque first, instead of the newest.
    ///
    /// Mind that the second half of a `join` then comes after everything that the first has left
    /// behind, and that memory grows with the breadth of the job tree.
    ///
    /// # Examples
    ///
    /// ```
    /// # #![allow(deprecated)]
    /// use std::sync::Mutex;
    ///
    /// let builder = winks_pool::ThreadPoolBuilder::new().num_threads(1);
    /// let pool = builder.breadth_first().build().unwrap();
    /// let order = Mutex::new(vec![]);
    /// pool.scope(|s| {
    ///     s.spawn(|_| order.lock().unwrap().push(1));
    ///     s.spawn(|_| order.lock().unwrap().push(2));
    /// });
    /// assert_eq!(order.into_inner().unwrap(), [1, 2]);
    /// ```
    #[deprecated(note = "use `scope_fifo` and `spawn_fifo` for similar effect")]
    pub fn breadth_first(mut self) -> Self {
        self.breadth_first = true;
        self
    }

    /// Starts the threads by `spawn` instead of [`std::thread::Builder`].
    ///
    /// `spawn` is called once for each thread, in the order of the indices, on the building thread.
    /// It hands the [`ThreadBuilder`] to a new thread, which calls [`ThreadBuilder::run`]; `run`
    /// returns when the pool has ended. Name and stack size are there for `spawn` to heed.
    ///
    /// # Errors
    ///
    /// An error of `spawn` fails the build. The threads that run already leave again.
    ///
    /// # Examples
    ///
    /// ```
    /// let mut threads = vec![];
    /// let pool = winks_pool::ThreadPoolBuilder::new()
    ///     .num_threads(2)
    ///     .spawn_handler(|thread| {
    ///         threads.push(std::thread::Builder::new().spawn(|| thread.run())?);
    ///         Ok(())
    ///     })
    ///     .build()
    ///     .unwrap();
    /// assert_eq!(pool.install(|| 6 * 7), 42);
    /// drop(pool);
    /// threads.into_iter().for_each(|thread| thread.join().unwrap());
    /// ```
    pub fn spawn_handler<F>(self, spawn: F) -> ThreadPoolBuilder<CustomSpawn<F>>
    where
        F: FnMut(ThreadBuilder) -> io::Result<()>,
    {
        ThreadPoolBuilder {
            num_threads: self.num_threads,
            use_current_thread: self.use_current_thread,
            breadth_first: self.breadth_first,
            stack_size: self.stack_size,
            name: self.name,
            handlers: self.handlers,
            spawn: CustomSpawn(spawn),
        }
    }
}

impl<S> fmt::Debug for ThreadPoolBuilder<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// A closure, of which no more can be said than that it is there.
        struct Closure;
        impl fmt::Debug for Closure {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("<closure>")
            }
        }
        f.debug_struct("ThreadPoolBuilder")
            .field("num_threads", &self.num_threads)
            .field("use_current_thread", &self.use_current_thread)
            .field("breadth_first", &self.breadth_first)
            .field("stack_size", &self.stack_size)
            .field("thread_name", &self.name.as_ref().map(|_| Closure))
            .field("panic_handler", &self.handlers.panic.as_ref().map(|_| Closure))
            .field("start_handler", &self.handlers.start.as_ref().map(|_| Closure))
            .field("exit_handler", &self.handlers.exit.as_ref().map(|_| Closure))
            .finish_non_exhaustive()
    }
}
