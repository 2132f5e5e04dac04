//! How many permits there are, who waits, and changes of the count by number.
//!
//! What is read here was true at some moment during the call; others go on meanwhile.
#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

use crate::error::CountError;
use crate::lot::{Choice, Lot, Unparked};
use crate::modes::Mode;
use crate::note::Note;
use crate::semaphore::Semaphore;
use crate::serve::RETRY;
use crate::state::{MIN_BALANCE, State, WAITERS};
use crate::sync::atomic::Ordering;
use crate::sync::thread::ThreadId;

/// A thread that sleeps in the queue of a semaphore.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiter {
    /// Which thread.
    pub thread: ThreadId,
    /// How many permits it waits for.
    pub permits: usize,
}

impl<M: Mode, L> Semaphore<M, L> {
    /// How many permits are free; 0 if the semaphore is in debt.
    pub fn available(&self) -> usize {
        self.balance().max(0).unsigned_abs()
    }

    /// How many permits are free or, below zero, owed.
    pub fn balance(&self) -> isize {
        self.state().balance()
    }

    /// Does anybody wait, or is about to?
    pub fn has_waiters(&self) -> bool {
        self.state().has(WAITERS)
    }

    /// Takes away up to so many free permits; tells how many. Never waits, never makes a debt, and
    /// takes past whoever waits, in every mode.
    ///
    /// ```
    /// use winks_semaphore::Semaphore;
    ///
    /// let semaphore = Semaphore::new(5);
    /// assert_eq!(semaphore.forget(3), 3);
    /// assert_eq!(semaphore.forget(3), 2);
    /// assert_eq!(semaphore.available(), 0);
    /// ```
    pub fn forget(&self, permits: usize) -> usize {
        let (before, after) = self.change(|seen| {
            let taken = seen.balance().max(0).unsigned_abs().min(permits);
            Some(seen.less(taken))
        });
        before.balance().abs_diff(after.balance())
    }

    /// Takes so many permits away, free or not: what is not free becomes a debt, which the next
    /// permits that are given back pay.
    ///
    /// ```
    /// use winks_semaphore::Semaphore;
    ///
    /// let semaphore = Semaphore::new(1);
    /// let held = semaphore.acquire().unwrap();
    /// semaphore.reduce(1).unwrap();
    /// assert_eq!(semaphore.balance(), -1);
    /// drop(held);
    /// assert_eq!(semaphore.balance(), 0);
    /// ```
    ///
    /// # Errors
    ///
    /// [`CountError::Underflow`] if the balance would be less than
    /// [`MIN_BALANCE`]; nothing is changed.
    pub fn reduce(&self, permits: usize) -> Result<(), CountError> {
        let (before, after) = self.change(|seen| {
            let room = seen.balance().abs_diff(MIN_BALANCE);
            (permits <= room).then(|| seen.less(permits))
        });
        if before == after && permits > 0 {
            return Err(CountError::Underflow { balance: before.balance(), taken: permits });
        }
        Ok(())
    }

    /// Changes the word in one step; what it was, and what it then was.
    fn change(&self, change: impl Fn(State) -> Option<State>) -> (State, State) {
        let mut seen = self.state();
        loop {
            let Some(after) = change(seen) else { return (seen, seen) };
            // AcqRel: who takes permits away sees what their givers wrote, and who forgives a debt
            // gives; neither is in a hurry.
            match self.word.compare_exchange(seen.0, after.0, Ordering::AcqRel, Ordering::Relaxed) {
                Ok(_) => return (seen, after),
                Err(now) => seen = State(now),
            }
        }
    }
}

impl<M: Mode, L: Lot> Semaphore<M, L> {
    /// Takes all permits that are free, or forgives a debt; tells what the balance was. It is 0
    /// afterwards. Takes past whoever waits, in every mode.
    ///
    /// ```
    /// use winks_semaphore::Semaphore;
    ///
    /// let semaphore = Semaphore::new(3);
    /// semaphore.reduce(5).unwrap();
    /// assert_eq!((semaphore.drain(), semaphore.drain()), (-2, 0));
    /// ```
    pub fn drain(&self) -> isize {
        let (before, _) = self.change(|seen| Some(seen.less(seen.balance() as usize)));
        if before.balance() < 0 && before.has(WAITERS) {
            // Those who wait for zero permits wait for this.
            self.serve(usize::MAX);
        }
        before.balance()
    }

    /// How many threads sleep in the queue. Takes the lot's lock and counts: for debugging.
    pub fn waiters(&self) -> usize {
        let mut count = 0;
        self.for_each_waiter(|_| count = usize::saturating_add(count, 1));
        count
    }

    /// Who sleeps in the queue, in its order. Takes the lot's lock, at least twice: for debugging.
    ///
    /// ```
    /// use winks_semaphore::Semaphore;
    ///
    /// let semaphore = Semaphore::new(1);
    /// std::thread::scope(|s| {
    ///     let waiter = s.spawn(|| semaphore.acquire_many(2).map(drop));
    ///     while semaphore.waiters() == 0 {
    ///         std::thread::yield_now();
    ///     }
    ///     let queue = semaphore.queue();
    ///     assert_eq!((queue[0].thread, queue[0].permits), (waiter.thread().id(), 2));
    ///     semaphore.release().unwrap();
    /// });
    /// ```
    pub fn queue(&self) -> Vec<Waiter> {
        let mut room = self.waiters();
        loop {
            // Room is made outside the lock: nothing is allocated under it.
            let mut queue = Vec::with_capacity(room);
            let mut count = 0;
            self.for_each_waiter(|note| {
                count = usize::saturating_add(count, 1);
                if queue.len() < queue.capacity() {
                    queue.push(Waiter { thread: note.thread, permits: note.demand });
                }
            });
            if count <= queue.len() {
                return queue;
            }
            room = count;
        }
    }

    fn for_each_waiter(&self, mut look: impl FnMut(&Note)) {
        let look = |note| {
            // SAFETY: the note of a thread in the queue of our key; we hold the lot's lock
            // (the rule of `note`).
            look(unsafe { Note::at(note) });
            Choice::Skip
        };
        let leave = |_: Unparked| RETRY;
        // SAFETY: the key is the address of our own word; counting and pushing within the capacity
        // neither unwind nor call into the lot (the rule of `lot`; see the lints above).
        unsafe { self.lot.unpark_filter(self.key(), look, leave) };
    }
}
