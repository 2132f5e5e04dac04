//! When a pool ends: when its handle is dropped and no detached job is left.
//!
//! The count starts at 1 for the handle, and each detached job adds one from before it is queued
//! until after it has run, so that a job may spawn another at any time.
//! A join, a scope or an install adds nothing: whoever waits for it holds the handle, or runs in a
//! job whose origin does.
//! The exception is an enlisted thread: it is in the pool without either, so others may drop the
//! handle while it waits there. Its scopes and broadcasts hold a [`Stay`].

use crate::latches::OnceLatch;
use crate::registry::Registry;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::worker::WorkerThread;
use std::sync::Arc;

/// What keeps a pool alive, counted.
#[derive(Debug)]
pub(crate) struct Termination {
    keepers: AtomicUsize,
}

impl Termination {
    pub(crate) fn new() -> Termination {
        Termination { keepers: AtomicUsize::new(1) }
    }

    /// `n` more keepers, unless the pool has ended already (INV-END-3).
    ///
    /// Who is sure that it has not (a thread of the pool that runs one of its jobs, a holder of the
    /// handle) may ignore the answer; a thread that merely *was* in the pool may not.
    #[must_use]
    // ANCHOR: keepers-add
    pub(crate) fn add(&self, n: usize) -> bool {
        // Relaxed: nothing is learned from it but the count; the jobs themselves travel by queues.
        let added = self
            .keepers
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |keepers| {
                let is_over = keepers == 0 && !broken!("broken_stay");
                (!is_over).then(|| keepers.checked_add(n).expect("too many detached jobs"))
            })
            .is_ok();
        note!("{}", if added { "keeps the pool" } else { "the pool has ended: cannot keep it" });
        added
    }
    // ANCHOR_END: keepers-add

    /// One keeper less, in one step (INV-END-2); true for the last, who must now end the pool.
    #[must_use]
    // ANCHOR: keepers-release
    fn release(&self) -> bool {
        if broken!("broken_keepers") {
            return self.release_once();
        }
        // Release, so that what the job did comes before the end; Acquire, so that whoever ends the
        // pool has all of it behind it.
        let before = self.keepers.fetch_sub(1, Ordering::AcqRel);
        debug_assert!(before > 0, "the pool has ended, and somebody still kept it");
        note!("keepers: {before} → {}", before - 1);
        before == 1
    }
    // ANCHOR_END: keepers-release

    /// For the breakage: looks, exchanges, and does not try again if another came between.
    fn release_once(&self) -> bool {
        let before = self.keepers.load(Ordering::Acquire);
        note!("halfway: reads {before} keepers");
        let (done, failed) = (Ordering::AcqRel, Ordering::Relaxed);
        let exchanged = self.keepers.compare_exchange(before, before - 1, done, failed);
        match exchanged {
            Ok(_) => note!("keepers: {before} → {}", before - 1),
            Err(found) => note!("keepers stay: {found}, not {before}"),
        }
        exchanged == Ok(1)
    }

    /// Has the pool ended?
    pub(crate) fn is_over(&self) -> bool {
        self.keepers.load(Ordering::Acquire) == 0
    }
}

impl Registry {
    // ANCHOR: terminate
    /// One keeper less; the last one lets all workers go (INV-END-1).
    pub(crate) fn terminate(&self) {
        if self.termination.release() {
            for index in 0..self.num_threads() {
                if broken!("broken_terminate") && self.sleep.is_blocked(index) {
                    continue;
                }
                // SAFETY: the registry owns the latch and outlives the call.
                unsafe { OnceLatch::set_and_wake(self.terminate_latch(index), self, index) };
            }
        }
    }
    // ANCHOR_END: terminate
}

/// While it lives, the pool in which the current thread is enlisted does not end.
///
/// For every other thread it is empty and costs nothing.
pub(crate) struct Stay {
    registry: Option<Arc<Registry>>,
}

impl Stay {
    /// A stay in the current thread's pool; if that pool has ended, the thread leaves it first, and
    /// from then on belongs to none.
    // ANCHOR: stay
    pub(crate) fn here() -> Stay {
        let enlisted = WorkerThread::current().filter(|worker| worker.is_enlisted());
        let registry = enlisted.map(|worker| Arc::clone(worker.registry())).filter(|registry| {
            let stays = registry.termination.add(1);
            if !stays {
                WorkerThread::leave(registry);
            }
            stays
        });
        Stay { registry }
    }
    // ANCHOR_END: stay
}

impl Drop for Stay {
    fn drop(&mut self) {
        if let Some(registry) = &self.registry {
            registry.terminate();
        }
    }
}
