//! Latches: what a thread of the pool, or outside of it, waits for.
//!
//! | latch | who waits | how |
//! |---|---|---|
//! | [`SpinLatch`] | a worker, for one job | works meanwhile, then sleeps on its bed |
//! | [`LockLatch`] | a thread of no pool | blocks |
//! | [`OnceLatch`] | a worker, for the end of its pool | as a spin latch, but the pool owns it |
//! | [`CountLatch`] | whoever opened a scope | for the last of many |
//!
//! Setting a latch lets its owner go, and the owner may take the latch with it: a latch on a stack
//! is gone the moment it is set.
//! Hence **LATCH-GONE**: a setter reads all that it needs from the latch *before* it sets it, holds
//! no reference to it while it does, and does not touch it afterwards.
//! That is why [`Latch::set`] takes a pointer.

use crate::latch::CoreLatch;
use crate::registry::Registry;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::sync::{Condvar, Mutex, MutexGuard};
use crate::worker::WorkerThread;
use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::{Arc, PoisonError};

/// Something that can be set once.
pub(crate) trait Latch {
    /// Sets the latch, and wakes its owner if need be.
    ///
    /// # Safety
    ///
    /// `this` is valid until the latch is set; afterwards it may be gone (LATCH-GONE).
    unsafe fn set(this: *const Self);
}

/// A latch for which a worker can wait, working or asleep.
pub(crate) trait AsCoreLatch {
    fn as_core_latch(&self) -> &CoreLatch;
}

impl AsCoreLatch for CoreLatch {
    fn as_core_latch(&self) -> &CoreLatch {
        self
    }
}

// ANCHOR: spin-latch
/// A worker's latch for one job.
pub(crate) struct SpinLatch<'r> {
    core: CoreLatch,
    registry: &'r Arc<Registry>,
    owner: usize,
    /// Whether a thread of another pool will set it.
    cross: bool,
}
// ANCHOR_END: spin-latch

impl<'r> SpinLatch<'r> {
    /// For a job that only threads of the owner's own pool will run.
    #[inline]
    pub(crate) fn new(owner: &'r WorkerThread) -> SpinLatch<'r> {
        SpinLatch {
            core: CoreLatch::new(),
            registry: owner.registry(),
            owner: owner.index(),
            cross: false,
        }
    }

    /// For a job that is sent to another pool.
    pub(crate) fn cross(owner: &'r WorkerThread) -> SpinLatch<'r> {
        SpinLatch { cross: true, ..SpinLatch::new(owner) }
    }

    #[inline]
    pub(crate) fn probe(&self) -> bool {
        self.core.probe()
    }
}

impl AsCoreLatch for SpinLatch<'_> {
    #[inline]
    fn as_core_latch(&self) -> &CoreLatch {
        &self.core
    }
}

impl Latch for SpinLatch<'_> {
    #[inline]
    unsafe fn set(this: *const Self) {
        // ANCHOR: spin-latch-set
        // SAFETY: the latch is there until the swap in `set_raw`, and all reads of it come before
        // (LATCH-GONE). The registry outlives the wake-up: within one pool the setter is one of its
        // threads, which holds it; across pools the waiting pool may end with its latch, so we take
        // a share of it first.
        unsafe {
            let kept;
            let registry: &Registry = if (*this).cross {
                kept = Arc::clone((*this).registry);
                &kept
            } else {
                Arc::as_ref((*this).registry)
            };
            let owner = (*this).owner;
            if CoreLatch::set_raw(&raw const (*this).core) {
                wake_owner(registry, owner);
            }
        }
        // ANCHOR_END: spin-latch-set
    }
}

// ANCHOR: wake-owner
/// Wakes who sleeps on a latch that has just been set: worker `owner` of *its* pool, which need not
/// be the setter's (INV-HOME-1).
fn wake_owner(registry: &Registry, owner: usize) {
    if broken!("broken_cross_wake")
        && let Some(setter) = WorkerThread::current()
    {
        let own = setter.registry();
        return own.wake(owner % own.num_threads());
    }
    registry.wake(owner);
}
// ANCHOR_END: wake-owner

/// A latch that blocks: for threads that belong to no pool.
#[derive(Debug, Default)]
pub(crate) struct LockLatch {
    is_set: Mutex<bool>,
    condvar: Condvar,
}

impl LockLatch {
    pub(crate) fn new() -> LockLatch {
        LockLatch { is_set: Mutex::new(false), condvar: Condvar::new() }
    }

    /// Blocks until it is set.
    pub(crate) fn wait(&self) {
        drop(self.wait_guarded());
    }

    /// Blocks until it is set, and makes it ready for the next wait.
    pub(crate) fn wait_and_reset(&self) {
        *self.wait_guarded() = false;
    }

    fn wait_guarded(&self) -> MutexGuard<'_, bool> {
        let mut is_set = self.is_set.lock().unwrap_or_else(PoisonError::into_inner);
        while !*is_set {
            note!("waits: the latch is not set");
            is_set = self.condvar.wait(is_set).unwrap_or_else(PoisonError::into_inner);
        }
        is_set
    }
}

impl Latch for LockLatch {
    // ANCHOR: lock-latch-set
    unsafe fn set(this: *const Self) {
        // First set, then notify (INV-OUT-1).
        // SAFETY: the waiter cannot see the flag, and so cannot leave with the latch, before the
        // guard is dropped, and dropping it is the last access (LATCH-GONE).
        unsafe {
            if broken!("broken_lock_latch") {
                (*this).condvar.notify_all();
                note!("notifies whoever waits already");
            }
            let mut is_set = (*this).is_set.lock().unwrap_or_else(PoisonError::into_inner);
            *is_set = true;
            note!("sets the latch of the outsider");
            if !broken!("broken_lock_latch") {
                (*this).condvar.notify_all();
            }
        }
    }
    // ANCHOR_END: lock-latch-set
}

/// A worker's latch that its pool owns. It has no way back to the pool, which would be a circle;
/// whoever sets it brings the pool along.
#[derive(Debug, Default)]
pub(crate) struct OnceLatch {
    core: CoreLatch,
}

impl OnceLatch {
    /// Sets the latch of worker `owner` of `registry`, and wakes it if need be.
    ///
    /// # Safety
    ///
    /// `this` is valid until it is set.
    pub(crate) unsafe fn set_and_wake(this: *const Self, registry: &Registry, owner: usize) {
        // SAFETY: passed on to the caller; nothing of `this` is touched afterwards.
        if unsafe { CoreLatch::set_raw(&raw const (*this).core) } {
            registry.wake(owner);
        }
    }
}

impl AsCoreLatch for OnceLatch {
    fn as_core_latch(&self) -> &CoreLatch {
        &self.core
    }
}

// ANCHOR: count-latch
/// Set by the last of many.
///
/// It counts what is still to come, beginning with 1 for the opener itself.
pub(crate) struct CountLatch {
    counter: AtomicUsize,
    kind: CountLatchKind,
}

/// How the opener waits. It need not belong to the pool in which the counted jobs run.
enum CountLatchKind {
    /// On a worker: working, then asleep. The worker's own registry, and its index in it.
    Stealing { latch: CoreLatch, registry: Arc<Registry>, owner: usize },
    /// Outside of any pool: blocked.
    Blocking { latch: LockLatch },
}
// ANCHOR_END: count-latch

impl CountLatch {
    /// A latch that the given worker, or a thread of no pool, will wait for; it counts `first`.
    pub(crate) fn new(first: usize, owner: Option<&WorkerThread>) -> CountLatch {
        let kind = match owner {
            Some(worker) => CountLatchKind::Stealing {
                latch: CoreLatch::new(),
                registry: Arc::clone(worker.registry()),
                owner: worker.index(),
            },
            None => CountLatchKind::Blocking { latch: LockLatch::new() },
        };
        CountLatch { counter: AtomicUsize::new(first), kind }
    }

    /// `n` more to come.
    ///
    /// Only while something else is: a latch that has fired does not fire again. Relaxed, because
    /// whoever calls this is itself counted, and its own decrement comes later.
    #[inline]
    pub(crate) fn increase(&self, n: usize) {
        let before = self.counter.fetch_add(n, Ordering::Relaxed);
        debug_assert!(before > 0, "a count latch is raised after it has fired");
    }

    /// Waits for the last. `owner` must be who was given to [`new`](Self::new).
    pub(crate) fn wait(&self, owner: Option<&WorkerThread>) {
        match &self.kind {
            CountLatchKind::Stealing { latch, registry, owner: index } => {
                let worker = owner.expect("a latch of a worker is waited for by nobody");
                debug_assert!(Arc::ptr_eq(registry, worker.registry()));
                debug_assert_eq!(*index, worker.index());
                worker.wait_until(latch);
            }
            CountLatchKind::Blocking { latch } => latch.wait(),
        }
    }
}

impl Latch for CountLatch {
    unsafe fn set(this: *const Self) {
        // ANCHOR: count-latch-set
        // SAFETY: until the counter reaches 0 the waiter stays, and the latch with it. Who brings
        // it to 0 is alone with the inner latch, and treats it by the same rule (LATCH-GONE).
        unsafe {
            if count_down(&raw const (*this).counter) == 1 {
                match &(*this).kind {
                    CountLatchKind::Stealing { latch, registry, owner } => {
                        let (registry, owner) = (Arc::clone(registry), *owner);
                        if CoreLatch::set_raw(latch) {
                            wake_owner(&registry, owner);
                        }
                    }
                    CountLatchKind::Blocking { latch } => Latch::set(latch),
                }
            }
        }
        // ANCHOR_END: count-latch-set
    }
}

// ANCHOR: count-down
/// One less to come, in one step (INV-LAST-1); tells how many there were.
///
/// # Safety
///
/// `counter` is valid until it is counted down, and may be gone afterwards.
unsafe fn count_down(counter: *const AtomicUsize) -> usize {
    if broken!("broken_count_latch") {
        // SAFETY: by the caller.
        return unsafe { count_down_once(counter) };
    }
    // Release, so that what this job did is visible to the waiter; Acquire, so that the last one
    // hands on what all the others did.
    // SAFETY: by the caller, valid until this access, the last one.
    let before = unsafe { (*counter).fetch_sub(1, Ordering::AcqRel) };
    note!("counts down: {before} → {}", before - 1);
    before
}
// ANCHOR_END: count-down

/// For the breakage: looks, exchanges, and does not try again if another came between.
///
/// A load and a store would swallow increments as well, and let a scope end before its jobs.
///
/// # Safety
///
/// As [`count_down`].
unsafe fn count_down_once(counter: *const AtomicUsize) -> usize {
    // SAFETY: by the caller; this one is not counted down yet.
    let before = unsafe { (*counter).load(Ordering::Acquire) };
    note!("halfway: reads {before} to come");
    let (done, failed) = (Ordering::AcqRel, Ordering::Relaxed);
    // SAFETY: by the caller, the last access.
    let exchanged = unsafe { (*counter).compare_exchange(before, before - 1, done, failed) };
    match exchanged {
        Ok(_) => note!("counts down: {before} → {}", before - 1),
        Err(found) => note!("does not count down: {found} to come, not {before}"),
    }
    before
}

// ANCHOR: latch-ref
/// A borrowed latch, for jobs that share one.
///
/// It holds a pointer and no reference: a reference would promise that the latch lives as long as
/// the call that sets it, and that is just what LATCH-GONE denies.
pub(crate) struct LatchRef<'l, L> {
    latch: *const L,
    borrow: PhantomData<&'l L>,
}
// ANCHOR_END: latch-ref

// SAFETY: it stands for a shared reference to a latch that many threads may use.
unsafe impl<L: Sync> Sync for LatchRef<'_, L> {}

impl<L> LatchRef<'_, L> {
    pub(crate) fn new(latch: &L) -> LatchRef<'_, L> {
        LatchRef { latch, borrow: PhantomData }
    }
}

impl<L> Deref for LatchRef<'_, L> {
    type Target = L;

    fn deref(&self) -> &L {
        // SAFETY: whoever holds a `LatchRef` outside of `set` borrows the latch for `'l`.
        unsafe { &*self.latch }
    }
}

impl<L: Latch> Latch for LatchRef<'_, L> {
    #[inline]
    unsafe fn set(this: *const Self) {
        // SAFETY: the pointer is read before the latch is set, and nothing after (LATCH-GONE).
        unsafe { L::set((*this).latch) }
    }
}
