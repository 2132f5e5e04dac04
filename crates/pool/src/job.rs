//! Jobs, and references to them that forget their type.
//!
//! A deque holds [`JobRef`]s: two words, a pointer to some job and the function that runs it.
//! Behind the pointer lies one of three things: a [`StackJob`] in the frame of somebody who waits
//! for it, a [`HeapJob`] that owns itself, or a [`SharedJob`] that many references run.
//!
//! What the type system cannot say here is said by the two rules on which every SAFETY comment of
//! the pool leans:
//!
//! - **JOB-ALIVE**: what a `JobRef` points to stays alive and in place until the reference has been
//!   executed. A stack job keeps this by its latch: its frame is left only after the latch is set,
//!   and setting it is the last thing that an execution does with the job.
//! - **JOB-ONCE**: a `JobRef` is executed exactly once. It is neither `Copy` nor `Clone`, and
//!   [`JobRef::execute`] consumes it; whoever drops one unexecuted breaks the rule.

use crate::latches::Latch;
use crate::panic::{self, AbortIfPanic, Payload};
use std::cell::UnsafeCell;
use std::mem;
use std::sync::Arc;

/// Something that can be run through a pointer.
pub(crate) trait Job {
    /// Runs the job, once.
    ///
    /// # Safety
    ///
    /// `this` points to a live job of this type (JOB-ALIVE) that has not been run (JOB-ONCE; a
    /// shared job: fewer times than it has references).
    unsafe fn execute(this: *const ());
}

// ANCHOR: job-ref
/// A job, its type forgotten: where it lies and how to run it.
#[must_use = "a job that is dropped leaves somebody waiting for ever (JOB-ONCE)"]
pub(crate) struct JobRef {
    job: *const (),
    execute: unsafe fn(*const ()),
}

// SAFETY: a reference is made from jobs whose closures and results are `Send` (the constructors of
// the verbs demand it), and is executed by one thread, once (JOB-ONCE).
unsafe impl Send for JobRef {}
// ANCHOR_END: job-ref

impl JobRef {
    /// A reference to `job`.
    ///
    /// # Safety
    ///
    /// The caller keeps JOB-ALIVE: `job` stays in place until the reference has been executed.
    pub(crate) unsafe fn new<J: Job>(job: *const J) -> JobRef {
        JobRef { job: job.cast(), execute: J::execute }
    }

    /// What tells two references apart: they are equal for the same job, and only for it.
    #[inline]
    pub(crate) fn id(&self) -> impl Eq + use<> {
        (self.job, self.execute as usize)
    }

    // ANCHOR: job-ref-execute
    /// Runs the job.
    ///
    /// # Safety
    ///
    /// JOB-ALIVE, on which whoever made the reference has given his word. That it is run once is
    /// this method's own part, since it consumes the reference.
    #[inline]
    pub(crate) unsafe fn execute(self) {
        // SAFETY: JOB-ALIVE by the caller, JOB-ONCE by consuming `self`.
        unsafe { (self.execute)(self.job) }
    }
    // ANCHOR_END: job-ref-execute
}

/// What came of a job.
enum JobResult<R> {
    Pending,
    Done(R),
    Panicked(Payload),
}

// ANCHOR: stack-job
/// A job in the frame of the thread that waits for it.
///
/// The waiting thread either gets it back unrun and calls [`run_inline`](Self::run_inline), or waits
/// for the latch and calls [`into_result`](Self::into_result).
pub(crate) struct StackJob<L, F, R> {
    /// Set by whoever executes the job, as the last thing it does with it.
    pub(crate) latch: L,
    func: UnsafeCell<Option<F>>,
    result: UnsafeCell<JobResult<R>>,
}
// ANCHOR_END: stack-job

impl<L, F, R> StackJob<L, F, R>
where
    L: Latch + Sync,
    F: FnOnce(bool) -> R + Send,
    R: Send,
{
    /// A job that runs `func`; it is told whether it was *executed*, through a reference, rather
    /// than run inline.
    #[inline]
    pub(crate) fn new(latch: L, func: F) -> Self {
        let result = UnsafeCell::new(JobResult::Pending);
        StackJob { latch, func: UnsafeCell::new(Some(func)), result }
    }

    /// A reference for a queue.
    ///
    /// # Safety
    ///
    /// JOB-ALIVE: the caller does not leave the frame of this job before the reference is back in
    /// its own hands or the latch is set. It makes no second reference.
    #[inline]
    pub(crate) unsafe fn as_job_ref(&self) -> JobRef {
        // SAFETY: passed on to the caller.
        unsafe { JobRef::new(self) }
    }

    /// Runs the job on the spot: its reference came back unexecuted.
    ///
    /// # Safety
    ///
    /// The reference has not been executed and never will be (JOB-ONCE).
    #[inline]
    pub(crate) unsafe fn run_inline(self) -> R {
        let func = self.func.into_inner().expect("JOB-ONCE: a job is run a second time");
        func(false)
    }

    /// What the execution left, or its panic.
    ///
    /// # Safety
    ///
    /// The latch has been seen set: the execution is over, and what it wrote is visible.
    #[inline]
    pub(crate) unsafe fn into_result(self) -> R {
        match self.result.into_inner() {
            JobResult::Done(value) => value,
            JobResult::Panicked(payload) => panic::resume(payload),
            JobResult::Pending => unreachable!("a latch is set before its job is done"),
        }
    }
}

impl<L, F, R> Job for StackJob<L, F, R>
where
    L: Latch + Sync,
    F: FnOnce(bool) -> R + Send,
    R: Send,
{
    // ANCHOR: stack-job-execute
    unsafe fn execute(this: *const ()) {
        let this = this.cast::<Self>();
        let guard = AbortIfPanic { doing: "of the execution of a job" };
        // SAFETY: the job is alive (JOB-ALIVE), and by JOB-ONCE nobody else touches its closure or
        // its result: the waiting thread does so only after the latch is set, which is our last act.
        unsafe {
            let func = (*(*this).func.get()).take().expect("JOB-ONCE: a job is run a second time");
            *(*this).result.get() = match panic::catch(|| func(true)) {
                Ok(value) => JobResult::Done(value),
                Err(payload) => JobResult::Panicked(payload),
            };
            Latch::set(&raw const (*this).latch);
        }
        guard.disarm();
    }
    // ANCHOR_END: stack-job-execute
}

/// A job that owns its closure and itself, and goes when it has run.
///
/// `done` gets the result when the closure is gone, and with it whatever it borrowed.
pub(crate) struct HeapJob<F, D> {
    func: F,
    done: D,
}

impl<F, D> HeapJob<F, D>
where
    F: FnOnce() + Send,
    D: FnOnce(Result<(), Payload>) + Send,
{
    pub(crate) fn new(func: F, done: D) -> Box<Self> {
        Box::new(HeapJob { func, done })
    }

    /// The one reference, which owns the job from now on.
    ///
    /// # Safety
    ///
    /// What `func` borrows stays alive until `done` is called; what `done` borrows, until it has
    /// returned.
    pub(crate) unsafe fn into_job_ref(self: Box<Self>) -> JobRef {
        // SAFETY: the box is leaked here and taken back by the execution (JOB-ALIVE).
        unsafe { JobRef::new(Box::into_raw(self)) }
    }
}

impl<F, D> Job for HeapJob<F, D>
where
    F: FnOnce() + Send,
    D: FnOnce(Result<(), Payload>) + Send,
{
    // ANCHOR: heap-job-execute
    unsafe fn execute(this: *const ()) {
        // SAFETY: `this` comes from `into_job_ref`, which leaked the box; by JOB-ONCE this is the
        // only time that it is taken back.
        let job = unsafe { Box::from_raw(this.cast::<Self>().cast_mut()) };
        let HeapJob { func, done } = *job;
        // One after the other, not `done` from within: no frame that was given `func`, and with it
        // references to what it borrows, may still be there when `done` lets all that go.
        done(panic::catch(func));
    }
    // ANCHOR_END: heap-job-execute
}

/// A job that runs once for each reference made of it.
///
/// `done` gets each run's result after that run has given up its share of the job: when the last
/// `done` is called the closure is gone, and with it whatever it borrowed.
pub(crate) struct SharedJob<F, D> {
    func: F,
    done: D,
}

impl<F, D> SharedJob<F, D>
where
    F: Fn() + Send + Sync,
    D: Fn(Result<(), Payload>) + Clone + Send + Sync,
{
    pub(crate) fn new(func: F, done: D) -> Arc<Self> {
        Arc::new(SharedJob { func, done })
    }

    /// One more reference, which keeps the job alive until it has been executed.
    ///
    /// # Safety
    ///
    /// What `func` borrows stays alive until `done` has been called for the reference; what `done`
    /// borrows, until it has returned.
    pub(crate) unsafe fn as_job_ref(this: &Arc<Self>) -> JobRef {
        // SAFETY: the clone is leaked here and taken back by the execution (JOB-ALIVE).
        unsafe { JobRef::new(Arc::into_raw(Arc::clone(this))) }
    }
}

impl<F, D> Job for SharedJob<F, D>
where
    F: Fn() + Send + Sync,
    D: Fn(Result<(), Payload>) + Clone + Send + Sync,
{
    // ANCHOR: shared-job-execute
    unsafe fn execute(this: *const ()) {
        // SAFETY: `this` comes from `as_job_ref`, which leaked one clone for exactly this execution.
        let job = unsafe { Arc::from_raw(this.cast::<Self>()) };
        let done = job.done.clone();
        // The share is dropped inside: perhaps it is the last one, and the closure's captures go
        // with it; they must not outlive what `done` lets go, and their panic counts as the job's.
        done(panic::catch(move || {
            (job.func)();
            drop(job);
        }));
    }
    // ANCHOR_END: shared-job-execute
}

const _: () = assert!(mem::size_of::<JobRef>() == 2 * mem::size_of::<usize>());
