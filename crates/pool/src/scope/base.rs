//! What both kinds of scope are made of: a count of jobs, a slot for one panic, a pool to run in.
//!
//! All of it leans on one rule:
//!
//! - **SCOPE-ALIVE**: a scope stays in its frame, and everything that outlives `'scope` stays with
//!   it, until the count is 0. The body and each spawned job are counted from before anybody else
//!   can see them until their last touch of the scope. [`ScopeBase::complete`] counts the body down
//!   and waits for 0, whether or not the body panicked; so whatever is still counted may use the
//!   scope, and counting itself down is the last thing it does with it (LATCH-GONE).
//!
//! This file knows how jobs are counted and nothing of their order: in which queue a job goes is
//! for [`Scope`](super::Scope) and [`ScopeFifo`](super::ScopeFifo) to say.

use crate::broadcast::BroadcastContext;
use crate::job::{HeapJob, JobRef, SharedJob};
use crate::latches::{CountLatch, Latch};
use crate::panic::{self, AbortIfPanic, Payload};
use crate::registry::Registry;
use crate::worker::WorkerThread;
use std::fmt;
use std::marker::PhantomData;
use std::ptr;
use std::sync::Arc;
use std::sync::atomic::{AtomicPtr, Ordering};

// ANCHOR: scope-base
/// The common part of a scope.
pub(super) struct ScopeBase<'scope> {
    /// Where its jobs run. The owner may belong to another pool, or to none.
    registry: Arc<Registry>,
    /// The first panic of the body or of a job, boxed once more to be a thin pointer; null so far.
    panic: AtomicPtr<Payload>,
    /// The body, and the jobs that have not ended.
    jobs: CountLatch,
    /// Invariant in `'scope`. A shorter one would let a job borrow what ends before the scope does;
    /// a longer one would let the scope promise what its opener never did.
    scope: PhantomData<fn(&'scope ()) -> &'scope ()>,
}
// ANCHOR_END: scope-base

impl<'scope> ScopeBase<'scope> {
    /// A scope that `owner`, or a thread of no pool, will [complete](Self::complete).
    pub(super) fn new(owner: Option<&WorkerThread>, registry: Arc<Registry>) -> Self {
        let jobs = CountLatch::new(1, owner);
        ScopeBase { registry, panic: AtomicPtr::default(), jobs, scope: PhantomData }
    }

    pub(super) fn registry(&self) -> &Arc<Registry> {
        &self.registry
    }

    // ANCHOR: scope-complete
    /// Runs the body, waits for all jobs, and returns what the body returned, or lets the first
    /// panic go on. `owner` is who was given to [`new`](Self::new).
    pub(super) fn complete<R>(&self, owner: Option<&WorkerThread>, body: impl FnOnce() -> R) -> R {
        let value = panic::catch(body).map_err(|payload| self.keep_panic(payload));
        // SAFETY: the frame of the scope is further out than ours (SCOPE-ALIVE).
        unsafe { Latch::set(&raw const self.jobs) };
        self.jobs.wait(owner);
        self.resume_panic();
        value.expect("a body without a value has panicked")
    }
    // ANCHOR_END: scope-complete

    // ANCHOR: scope-job
    /// A job that runs `func`, counted from now on. Its reference must reach a queue.
    pub(super) fn job<F>(&self, func: F) -> JobRef
    where
        F: FnOnce() + Send + 'scope,
    {
        let job = HeapJob::new(func, self.count_down());
        // Last, right before the job is queued: the allocation above is long enough for the end of
        // another job to take the count, and what lies beside it, to another processor.
        self.jobs.increase(1);
        // SAFETY: what `func` borrows outlives `'scope`, so it stays as long as the scope does, and
        // `func` is gone before the job counts itself down (SCOPE-ALIVE).
        unsafe { job.into_job_ref() }
    }
    // ANCHOR_END: scope-job

    // ANCHOR: scope-count-down
    /// What a counted run does at its end: it keeps its panic here, and counts itself down.
    fn count_down(&self) -> impl Fn(Result<(), Payload>) + Copy + Send + Sync + use<'scope> {
        let base = ScopePtr::new(self);
        move |result| {
            let this = base.as_ptr();
            // SAFETY: the run is counted until the last line, and that is its last touch of the
            // scope (SCOPE-ALIVE), made without a reference to it (LATCH-GONE).
            unsafe {
                if let Err(payload) = result {
                    (*this).keep_panic(payload);
                }
                Latch::set(&raw const (*this).jobs);
            }
        }
    }
    // ANCHOR_END: scope-count-down

    /// Queues one job for each thread of the pool, all of them counted.
    pub(super) fn broadcast<F>(&self, func: F)
    where
        F: Fn(BroadcastContext<'_>) + Send + Sync + 'scope,
    {
        let n = self.registry.num_threads();
        self.jobs.increase(n);
        let job = SharedJob::new(move || BroadcastContext::here(&func), self.count_down());
        queue(|| {
            // SAFETY: what `func` borrows outlives `'scope`; a run gives up its share of `func`
            // before it counts itself down, and we give up ours while whoever called us is counted
            // (SCOPE-ALIVE).
            let references = (0..n).map(|_| unsafe { SharedJob::as_job_ref(&job) });
            self.registry.inject_broadcast(references);
        });
    }

    // ANCHOR: scope-panic
    /// Keeps the first panic and drops the others.
    #[cold]
    fn keep_panic(&self, payload: Payload) {
        let payload = Box::into_raw(Box::new(payload));
        // Relaxed: whoever takes it out has seen the latch fire, and the count-down after this line
        // comes before that.
        let (empty, order) = (ptr::null_mut(), Ordering::Relaxed);
        if self.panic.compare_exchange(empty, payload, order, order).is_err() {
            let guard = AbortIfPanic { doing: "of the drop of a scope's second panic" };
            // SAFETY: it came from a box a few lines above, and the slot did not take it.
            drop(unsafe { Box::from_raw(payload) });
            guard.disarm();
        }
    }
    // ANCHOR_END: scope-panic

    /// Lets the kept panic go on, if there is one. All jobs have ended.
    fn resume_panic(&self) {
        let payload = self.panic.swap(ptr::null_mut(), Ordering::Relaxed);
        if !payload.is_null() {
            // SAFETY: it was put there by `keep_panic`, and the swap makes us its only owner.
            panic::resume(*unsafe { Box::from_raw(payload) });
        }
    }
}

impl ScopeBase<'_> {
    /// The `Debug` of a scope called `name`.
    pub(super) fn describe(&self, name: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct(name)
            .field("num_threads", &self.registry.num_threads())
            // Relaxed: an answer about some moment.
            .field("panicked", &!self.panic.load(Ordering::Relaxed).is_null())
            .finish_non_exhaustive()
    }
}

/// Puts jobs of a scope into a queue.
///
/// They are counted already: a panic on the way would leave the scope waiting for ever, or worse,
/// hand it to the body as an ordinary panic while half of them are queued.
pub(super) fn queue(push: impl FnOnce()) {
    let guard = AbortIfPanic { doing: "of the queueing of a scope's job" };
    push();
    guard.disarm();
}

/// A scope, or its base, as its own jobs refer to it.
///
/// A pointer, since a reference inside a job would promise that the scope outlives the whole
/// execution, and it goes a little earlier (LATCH-GONE).
pub(super) struct ScopePtr<S>(*const S);

impl<S> Clone for ScopePtr<S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for ScopePtr<S> {}

// SAFETY: it stands for a shared reference, which may be sent when `S` is `Sync`.
unsafe impl<S: Sync> Send for ScopePtr<S> {}
// SAFETY: as above.
unsafe impl<S: Sync> Sync for ScopePtr<S> {}

impl<S> ScopePtr<S> {
    pub(super) fn new(scope: &S) -> Self {
        ScopePtr(scope)
    }

    /// A method and not the field, so that a closure captures all of `self`, which is `Send`.
    fn as_ptr(self) -> *const S {
        self.0
    }

    /// The scope.
    ///
    /// # Safety
    ///
    /// The caller runs in a counted job of the scope, and drops the reference before the job counts
    /// itself down (SCOPE-ALIVE).
    pub(super) unsafe fn get<'s>(self) -> &'s S {
        // SAFETY: by the caller.
        unsafe { &*self.0 }
    }
}
