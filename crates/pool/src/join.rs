//! `join`: two closures, perhaps at once.
//!
//! The second half becomes a job in the caller's own frame and goes to the bottom of its deque; the
//! caller runs the first half, and then takes the second one back if nobody has stolen it.
//! In a busy pool that is all: a push, a call, a pop.

use crate::job::StackJob;
use crate::latches::SpinLatch;
use crate::panic::{self, Payload};
use crate::registry;
use crate::worker::WorkerThread;
use std::marker::PhantomData;

/// What a closure of [`join_context`] may know about where it runs.
#[derive(Debug)]
pub struct FnContext {
    migrated: bool,
    /// Neither `Send` nor `Sync`: it speaks of this thread.
    _thread: PhantomData<*mut ()>,
}

impl FnContext {
    fn new(migrated: bool) -> FnContext {
        FnContext { migrated, _thread: PhantomData }
    }

    /// Whether this closure runs on another thread than the one that called `join_context`: because
    /// it was stolen, or because the call came from outside and all of it moved into the pool.
    ///
    /// An adaptive algorithm takes it as a sign that there are idle threads, and splits further.
    /// Unlike in rayon-core 1.13 it is false for a closure that the calling thread itself took from
    /// a queue, for example because the other closure yielded.
    #[inline]
    pub fn migrated(&self) -> bool {
        self.migrated
    }
}

/// Runs both closures, potentially in parallel, and returns both results.
///
/// On a thread of a pool, `oper_a` runs on this thread, and `oper_b` on this thread as well unless
/// another one steals it meanwhile. From any other thread, both move into the global pool.
///
/// While it waits for a stolen `oper_b`, this thread runs other jobs of its pool. Whatever it holds
/// meanwhile (a lock, a borrow of a thread-local `RefCell`) it still holds when such a job runs: a
/// job that wants the same lock then waits for its own thread, for ever.
///
/// # Panics
///
/// If a closure panics, the panic goes on to the caller once *both* have ended. If both panic, it
/// is the one of `oper_a`.
///
/// # Examples
///
/// ```
/// fn sum(numbers: &[u64]) -> u64 {
///     if numbers.len() < 100 {
///         return numbers.iter().sum();
///     }
///     let (left, right) = numbers.split_at(numbers.len() / 2);
///     let (a, b) = winks_pool::join(|| sum(left), || sum(right));
///     a + b
/// }
///
/// let numbers: Vec<u64> = (1..=1000).collect();
/// assert_eq!(sum(&numbers), 500_500);
/// ```
pub fn join<A, B, RA, RB>(oper_a: A, oper_b: B) -> (RA, RB)
where
    A: FnOnce() -> RA + Send,
    B: FnOnce() -> RB + Send,
    RA: Send,
    RB: Send,
{
    join_context(|_| oper_a(), |_| oper_b())
}

/// As [`join`], and tells each closure whether it was moved to another thread.
///
/// # Panics
///
/// As [`join`].
///
/// # Examples
///
/// ```
/// let pool = winks_pool::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
/// let (a, b) = pool.install(|| {
///     winks_pool::join_context(|context| context.migrated(), |context| context.migrated())
/// });
/// assert!(!a && !b, "there is nobody who could have stolen either");
/// ```
pub fn join_context<A, B, RA, RB>(oper_a: A, oper_b: B) -> (RA, RB)
where
    A: FnOnce(FnContext) -> RA + Send,
    B: FnOnce(FnContext) -> RB + Send,
    RA: Send,
    RB: Send,
{
    registry::in_worker(|worker, moved| join_on(worker, moved, oper_a, oper_b))
}

#[inline]
fn join_on<A, B, RA, RB>(worker: &WorkerThread, moved: bool, oper_a: A, oper_b: B) -> (RA, RB)
where
    A: FnOnce(FnContext) -> RA,
    B: FnOnce(FnContext) -> RB + Send,
    RB: Send,
{
    // ANCHOR: join-push
    // B becomes a job in this frame. From here on the frame must not be left before B is back in
    // our hands or its latch is set (JOB-ALIVE).
    let owner = Owner(worker);
    let job_b = StackJob::new(SpinLatch::new(worker), move |executed| {
        oper_b(FnContext::new(moved || executed && !owner.is_here()))
    });
    // SAFETY: every way out of this function goes through one of the two.
    let job_b_ref = unsafe { job_b.as_job_ref() };
    let id = job_b_ref.id();
    worker.push(job_b_ref);
    // ANCHOR_END: join-push

    // ANCHOR: join-a
    let result_a = match panic::catch(|| oper_a(FnContext::new(moved))) {
        Ok(value) => value,
        Err(payload) => a_panicked(worker, &job_b.latch, payload),
    };
    // ANCHOR_END: join-a

    // ANCHOR: join-b
    while !job_b.latch.probe() {
        match worker.take_local_job() {
            Some(job) if job.id() == id => {
                // It is B, unstolen, and the reference is in our hands: run it here, and let the
                // latch be.
                // SAFETY: the only reference has just come back unexecuted.
                let result_b = unsafe { job_b.run_inline() };
                return (result_a, result_b);
            }
            // Something that A left behind; it lies above B and goes first.
            Some(job) => worker.execute(job),
            // B was stolen: work elsewhere until it is done.
            None => worker.wait_until(&job_b.latch),
        }
    }
    // SAFETY: the latch is set.
    (result_a, unsafe { job_b.into_result() })
    // ANCHOR_END: join-b
}

// ANCHOR: a-panicked
/// The frame of a join whose first half panicked is still B's: wait for it, then let the panic go.
#[cold]
fn a_panicked(worker: &WorkerThread, latch_b: &SpinLatch<'_>, payload: Payload) -> ! {
    worker.wait_until(latch_b);
    panic::resume(payload)
}
// ANCHOR_END: a-panicked

/// Who pushed a job, to be compared and never followed.
#[derive(Clone, Copy)]
struct Owner(*const WorkerThread);

// SAFETY: the pointer is only compared.
unsafe impl Send for Owner {}

impl Owner {
    fn is_here(self) -> bool {
        WorkerThread::is_current(self.0)
    }
}
