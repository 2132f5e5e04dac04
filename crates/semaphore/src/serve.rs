//! How the queue is served: the callback side.
//!
//! Whoever added permits while somebody waited comes here, and so does a waiter that leaves without
//! any, since the one behind it may now be the one to go (INV-SEM-SERVE).
//!
//! Under the lot's lock the queue is gone through in order.
//! If permits lie open, as many waiters are woken as there are permits for, and they compete; if
//! the queue goes first, each is paid from the word before it is woken, and owns what it asked for.
//! Either way it ends at the first waiter that cannot be satisfied: nobody is passed over inside
//! the queue.
//!
//! All of this runs under the lock of a bucket that other users of the process share: it makes
//! single accesses of the word and cannot panic.
#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

use crate::lot::{Choice, Lot, Unparked};
use crate::modes::Mode;
use crate::note::Note;
use crate::semaphore::Semaphore;
use crate::state::{HANDOFF, State, WAITERS};
use crate::sync::atomic::Ordering;
use core::cell::Cell;

/// Token: permits were free, compete for them.
pub(crate) const RETRY: usize = 0;
/// Token: you were paid, the permits are yours.
pub(crate) const GRANTED: usize = 1;
/// Token: yours was cancelled.
pub(crate) const CANCELLED: usize = 2;

/// What one pass over the queue knows.
struct Pass<'a, M, L> {
    semaphore: &'a Semaphore<M, L>,
    /// Does the queue go first? Decided once, under the lock.
    pays: Cell<Option<bool>>,
    /// Permits that are open and not yet counted on by somebody woken in this pass.
    open: Cell<isize>,
    /// How many may still be woken to compete.
    wakes: Cell<usize>,
    /// The first that could not be satisfied was met: nobody behind it is woken.
    full: Cell<bool>,
    /// Somebody who insists remains in the queue.
    insisting: Cell<bool>,
}

impl<M: Mode, L: Lot> Semaphore<M, L> {
    /// Wakes those at the head of the queue whom the free permits satisfy, at most `wakes` of them
    /// if they are to compete, and clears the flags that nobody in the queue needs any more.
    ///
    /// That `wakes` may be the number of permits added: before them the head was not satisfied, so
    /// they satisfy at most so many. Counting in `open` alone would wake others for permits that
    /// somebody woken earlier has not come for yet.
    #[cold]
    pub(crate) fn serve(&self, wakes: usize) {
        let pass = Pass {
            semaphore: self,
            pays: Cell::new(None),
            open: Cell::new(0),
            wakes: Cell::new(wakes),
            full: Cell::new(false),
            insisting: Cell::new(false),
        };
        // SAFETY: the key is the address of our own word; neither closure unwinds or calls into the
        // lot (the rule of `lot`; see the lints above).
        let found = unsafe {
            self.lot.unpark_filter(self.key(), |note| pass.choose(note), |found| pass.finish(found))
        };
        if broken!("broken_sema_clear_outside") && !found.have_more {
            self.word.fetch_and(!(WAITERS | HANDOFF), Ordering::Relaxed);
        }
    }

    /// Wakes everybody, of whatever demand, so that they see the word for themselves.
    #[cold]
    pub(crate) fn wake_all(&self) {
        // SAFETY: as in `serve`.
        unsafe {
            self.lot.unpark_filter(
                self.key(),
                |_| Choice::Unpark,
                |_| {
                    // Relaxed, under the lot's lock: see `Pass::finish`.
                    self.word.fetch_and(!(WAITERS | HANDOFF), Ordering::Relaxed);
                    RETRY
                },
            )
        };
    }
}

impl<M: Mode, L: Lot> Pass<'_, M, L> {
    /// Decides, once, what kind of pass this is.
    fn pays(&self) -> bool {
        if let Some(pays) = self.pays.get() {
            return pays;
        }
        // Relaxed: the giver reads at least its own addition, and a flag that a queued thread set
        // was set before it was queued, under the lock that we hold.
        let seen = self.semaphore.state();
        let pays = seen.has(M::STANDS_BACK);
        self.pays.set(Some(pays));
        self.open.set(seen.balance());
        pays
    }

    /// What becomes of the next thread in the queue. Runs under the lot's lock.
    fn choose(&self, note: usize) -> Choice {
        // SAFETY: the lot shows the note of a thread in the queue of our key, and only `wait` puts
        // threads there; we hold the lot's lock (the rule of `note`).
        let note = unsafe { Note::at(note) };
        if !self.full.get() {
            // ANCHOR: choose
            let satisfied =
                if self.pays() { self.pay(note.demand) } else { self.count_on(note.demand) };
            if satisfied {
                return Choice::Unpark;
            }
            self.full.set(true);
            // ANCHOR_END: choose
        }
        // Nobody behind this one is woken. If the queue goes first for somebody's sake, we still
        // look whether one of those remains.
        if !self.pays() || M::STANDS_BACK != HANDOFF {
            return Choice::Stop;
        }
        if note.insists {
            self.insisting.set(true);
            return Choice::Stop;
        }
        Choice::Skip
    }

    /// Takes the demand from the word, in the name of a thread that is about to be woken.
    fn pay(&self, demand: usize) -> bool {
        // ANCHOR: pay
        let mut seen = self.semaphore.state();
        while seen.covers(demand) {
            // Acquire: we pass on what the givers of these permits wrote, and the lot passes it on
            // from us to the thread we wake.
            let paying = if broken!("broken_sema_grant_relaxed") {
                Ordering::Relaxed
            } else {
                Ordering::Acquire
            };
            let less = seen.less(demand).0;
            match self.semaphore.word.compare_exchange(seen.0, less, paying, Ordering::Relaxed) {
                Ok(_) => return true,
                Err(now) => seen = State(now),
            }
        }
        false
        // ANCHOR_END: pay
    }

    /// Sets open permits aside for a thread that will have to compete for them.
    fn count_on(&self, demand: usize) -> bool {
        let rest = self.open.get().wrapping_sub_unsigned(demand);
        if rest < 0 || (demand > 0 && self.wakes.get() == 0) {
            return false;
        }
        if demand > 0 {
            self.wakes.set(self.wakes.get().wrapping_sub(1));
        }
        self.open.set(rest);
        true
    }

    /// Clears what nobody needs any more, and says what the woken ones are told. Runs under the
    /// lot's lock, before any of them does.
    fn finish(&self, found: Unparked) -> usize {
        let pays = self.pays();
        // ANCHOR: clear
        let unneeded = if !found.have_more || broken!("broken_sema_clear_always") {
            WAITERS | HANDOFF
        } else if pays && !self.insisting.get() {
            HANDOFF
        } else {
            0
        };
        // Under the lock: a thread that is queued stays covered by the flag, one that is about to
        // queue validates after us and finds it gone (INV-SEM-BIT). Relaxed: the lock orders it.
        if unneeded != 0 && !broken!("broken_sema_clear_outside") {
            self.semaphore.word.fetch_and(!unneeded, Ordering::Relaxed);
        }
        // ANCHOR_END: clear
        // A closed semaphore pays nobody: those who are woken find out themselves.
        if pays && found.count > 0 { GRANTED } else { RETRY }
    }
}
