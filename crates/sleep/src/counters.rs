//! One word for three numbers, and the five operations on it.
//!
//! Going to sleep must, in one step, prove that nothing was posted since the announcement and count
//! one sleeper more; a poster must see all three numbers as they stood at one instant.
//! Both come for free when the three share a word: an exchange against the word that was read fails
//! if any of them moved, and one load reads them all.
//!
//! The counts are estimates for deciding how many to wake (INV-COUNT-4 keeps them honest, nothing
//! keeps them current).
//! That no job is left lying rests on the handshake in [`crate::sleep`], never on a count.
//!
//! # Orderings
//!
//! Every access is SeqCst.
//! What the protocol needs of it beyond the atomicity of each step is that a worker's registration
//! and a poster's read cannot both miss each other; for injected jobs the two SeqCst fences (one in
//! [`crate::wake`], one before the last look) say so by themselves.
//! The strength here is *argued*, not defended by a model: the explorers treat SeqCst accesses as
//! AcqRel or run one thread at a time, so none of them can see the difference.
//! It costs nothing on x86-64, where the loads compile to plain moves and every read-modify-write
//! is a full barrier anyway.

use crate::jec::{Jec, Turn};
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::trace::Event;
use crate::word::{Layout, Native};
use std::fmt;
use std::marker::PhantomData;

/// The three numbers, without their layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Threads that are blocked, or about to be.
    pub sleeping: usize,
    /// Threads without a job: searching, sleepy or sleeping.
    pub inactive: usize,
    /// The jobs event counter.
    pub jec: Jec,
}

impl Counts {
    /// Threads that search for a job right now.
    pub fn awake_but_idle(&self) -> usize {
        self.inactive.saturating_sub(self.sleeping)
    }
}

// ANCHOR: decode
/// The word as it stood at one instant.
pub struct Counters<L: Layout> {
    word: usize,
    layout: PhantomData<L>,
}

impl<L: Layout> Counters<L> {
    /// The three numbers, taken apart.
    pub fn counts(self) -> Counts {
        Counts {
            sleeping: self.word >> L::SLEEPING_SHIFT & L::THREADS_MAX,
            inactive: self.word >> L::INACTIVE_SHIFT & L::THREADS_MAX,
            jec: self.jec(),
        }
    }
    // ANCHOR_END: decode

    /// The jobs event counter alone.
    pub fn jec(self) -> Jec {
        Jec::new(self.word >> L::JEC_SHIFT)
    }

    /// The bare word.
    pub fn word(self) -> usize {
        self.word
    }

    /// The word that holds these numbers.
    ///
    /// # Panics
    ///
    /// If one of them does not fit its field.
    pub fn from_counts(counts: Counts) -> Self {
        let Counts { sleeping, inactive, jec } = counts;
        assert!(sleeping <= L::THREADS_MAX, "{sleeping} sleeping threads do not fit");
        assert!(inactive <= L::THREADS_MAX, "{inactive} inactive threads do not fit");
        assert!(jec.get() <= L::JEC_MAX, "a JEC of {} does not fit", jec.get());
        Self::new(
            sleeping << L::SLEEPING_SHIFT
                | inactive << L::INACTIVE_SHIFT
                | jec.get() << L::JEC_SHIFT,
        )
    }

    fn new(word: usize) -> Self {
        Counters { word, layout: PhantomData }
    }

    // ANCHOR: next-jec
    /// The word with the JEC one step on; from the top the step leads to 0 (INV-JEC-2).
    fn with_next_jec(self) -> Self {
        let sum = self.word.wrapping_add(L::ONE_JEC);
        if broken!("broken_wrap") {
            // What a plain `+` does in a build with debug assertions.
            invariant!(sum & L::MASK > self.word, "INV-JEC-2: attempt to add with overflow");
        }
        Self::new(sum & L::MASK)
    }
    // ANCHOR_END: next-jec
}

impl<L: Layout> Clone for Counters<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout> Copy for Counters<L> {}

impl<L: Layout> fmt::Debug for Counters<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.counts().fmt(f)
    }
}

// ANCHOR: atomic
/// The word that all workers and all posters of a pool share.
pub struct AtomicCounters<L: Layout = Native> {
    word: AtomicUsize,
    layout: PhantomData<L>,
}
// ANCHOR_END: atomic

impl<L: Layout> AtomicCounters<L> {
    /// Nobody inactive, nobody asleep, and a JEC of 0: even, so the first post pays one exchange.
    pub fn new() -> Self {
        Self::starting_at(Jec::new(0))
    }

    /// Nobody inactive, nobody asleep, and this JEC. For tests and models.
    pub fn starting_at(jec: Jec) -> Self {
        Self::at(Counters::from_counts(Counts { sleeping: 0, inactive: 0, jec }))
    }

    /// Any word at all. For tests and models.
    pub fn at(first: Counters<L>) -> Self {
        AtomicCounters { word: AtomicUsize::new(first.word), layout: PhantomData }
    }

    /// All three numbers as they stand at one instant.
    pub fn load(&self) -> Counters<L> {
        Counters::new(self.word.load(Ordering::SeqCst))
    }

    // ANCHOR: inactive
    /// A thread became idle; returns the word after that.
    pub fn add_inactive(&self) -> Counters<L> {
        let before = if broken!("broken_atomic_inactive") {
            self.torn(|word| word.wrapping_add(L::ONE_INACTIVE))
        } else {
            Counters::<L>::new(self.word.fetch_add(L::ONE_INACTIVE, Ordering::SeqCst))
        };
        invariant!(
            before.counts().inactive < L::THREADS_MAX,
            "INV-COUNT-2: more inactive threads than the count holds"
        );
        Counters::new(before.word.wrapping_add(L::ONE_INACTIVE))
    }
    // ANCHOR_END: inactive

    // ANCHOR: sub-inactive
    /// A thread has work again, or no more need of it; returns the word before that.
    pub fn sub_inactive(&self) -> Counters<L> {
        let before = if broken!("broken_atomic_inactive") {
            self.torn(|word| word.wrapping_sub(L::ONE_INACTIVE))
        } else {
            Counters::<L>::new(self.word.fetch_sub(L::ONE_INACTIVE, Ordering::SeqCst))
        };
        let Counts { sleeping, inactive, .. } = before.counts();
        invariant!(inactive > 0, "INV-COUNT-2: nobody was inactive");
        invariant!(
            inactive > sleeping,
            "INV-COUNT-1: everybody inactive sleeps, yet one found work"
        );
        before
    }
    // ANCHOR_END: sub-inactive

    /// One more sleeper, if the word is still the very one that was read.
    ///
    /// No retry inside: a word that moved may hold a JEC that moved, and judging that is the
    /// caller's part.
    // ANCHOR: add-sleeping
    pub fn try_add_sleeping(&self, seen: Counters<L>) -> Option<Counters<L>> {
        let Counts { sleeping, inactive, .. } = seen.counts();
        invariant!(sleeping < L::THREADS_MAX, "INV-COUNT-2: more sleepers than the count holds");
        invariant!(sleeping < inactive, "INV-COUNT-1: a thread that is not inactive goes to sleep");
        let next = seen.word.wrapping_add(L::ONE_SLEEPING);
        let before = if broken!("broken_atomic_add") {
            self.store_late(next);
            seen.word
        } else if broken!("broken_jec_cas") {
            trace!(Event::Halfway { having: "the JEC is unchanged" });
            self.word.fetch_add(L::ONE_SLEEPING, Ordering::SeqCst)
        } else {
            self.try_exchange(seen.word, next)?
        };
        Some(Counters::new(before.wrapping_add(L::ONE_SLEEPING)))
    }
    // ANCHOR_END: add-sleeping

    // ANCHOR: sub-sleeping
    /// One sleeper less; returns the word after that.
    ///
    /// The waker's part, right after it notified; the sleeper's own only when its last look found
    /// a job.
    pub fn sub_sleeping(&self) -> Counters<L> {
        let before = if broken!("broken_atomic_sub") {
            self.torn(|word| word.wrapping_sub(L::ONE_SLEEPING))
        } else {
            Counters::<L>::new(self.word.fetch_sub(L::ONE_SLEEPING, Ordering::SeqCst))
        };
        let Counts { sleeping, inactive, .. } = before.counts();
        invariant!(sleeping > 0, "INV-COUNT-2: nobody was asleep");
        invariant!(sleeping <= inactive, "INV-COUNT-1: more sleepers than inactive threads");
        Counters::new(before.word.wrapping_sub(L::ONE_SLEEPING))
    }
    // ANCHOR_END: sub-sleeping

    /// Turns the JEC to one side's parity, unless it stands there already.
    ///
    /// Returns the JEC as found, and the word as left: exchanged, or merely read.
    // ANCHOR: turn-jec
    pub fn turn_jec(&self, turn: Turn) -> (Jec, Counters<L>) {
        loop {
            let seen = self.load();
            if !turn.must_move(seen.jec()) {
                return (seen.jec(), seen);
            }
            let next = seen.with_next_jec();
            if turn.is_torn() {
                self.store_late(next.word);
                return (seen.jec(), next);
            }
            if self.try_exchange(seen.word, next.word).is_some() {
                return (seen.jec(), next);
            }
        }
    }
    // ANCHOR_END: turn-jec

    fn try_exchange(&self, seen: usize, next: usize) -> Option<usize> {
        // Nothing is concluded from a failed exchange but that the word must be read again.
        self.word.compare_exchange(seen, next, Ordering::SeqCst, Ordering::Relaxed).ok()
    }

    /// A change in two steps, for the breakages that show why it must be one.
    fn torn(&self, change: impl FnOnce(usize) -> usize) -> Counters<L> {
        let before = self.word.load(Ordering::SeqCst);
        self.store_late(change(before));
        Counters::new(before)
    }

    fn store_late(&self, word: usize) {
        trace!(Event::Halfway { having: "the word is read" });
        self.word.store(word, Ordering::SeqCst);
    }
}

impl<L: Layout> Default for AtomicCounters<L> {
    fn default() -> Self {
        Self::new()
    }
}

impl<L: Layout> fmt::Debug for AtomicCounters<L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.load().fmt(f)
    }
}
