//! The semaphore: its word, and the two steps that everybody takes on it.
//!
//! *Take*: look, and if the word offers enough, exchange it for one with fewer permits.
//! *Give*: look, and exchange it for one with more; if the old word said that somebody waits, serve
//! the queue.
//! Neither touches anything but the word as long as nobody waits.
//! How a thread waits stands in `queue`, how the queue is served in `serve`; the verbs that a user
//! calls are in `acquire`, `owned` and `count`.
//!
//! # Orderings
//!
//! The exchange that takes is Acquire, the one that gives Release: what a holder wrote before it
//! gave its permit back, the next holder sees.
//! Every change of the word is a read-modify-write, so a taker is ordered after *all* earlier
//! givers, not only the last one: each exchange continues the release sequences it reads from.
//! The flags only choose a path; what they guard is ordered by the lot's lock, and their own
//! accesses are Relaxed.
//!
//! # By raw pointer
//!
//! A giver touches the word again after its permits are in it, when somebody waited.
//! So a thread that has just acquired must not free the semaphore on the strength of that alone.
//! References and `Arc` see to it; who shares a semaphore by raw pointer must keep it alive until
//! every call on it has *returned*.
//! The word must not move while anybody waits, since its address is the key of the queue: a
//! reference sees to that as well.

use crate::error::CountError;
use crate::lot::Lot;
use crate::modes::{Barging, Mode};
use crate::parking::ParkingLot;
use crate::state::{CLOSED, PERMIT, State, WAITERS};
use crate::sync::atomic::{AtomicUsize, Ordering};
use core::fmt;
use core::marker::PhantomData;

/// Counts permits, and lets threads wait for them.
///
/// One word; see [`modes`](crate::modes) for who goes first, and the crate's page for a tour.
///
/// ```
/// use winks_semaphore::Semaphore;
///
/// static AT_ONCE: Semaphore = Semaphore::new(3);
///
/// std::thread::scope(|s| {
///     for _ in 0..10 {
///         s.spawn(|| {
///             let _permit = AT_ONCE.acquire().expect("nobody closes it");
///             // At most three threads are here.
///         });
///     }
/// });
/// assert_eq!(AT_ONCE.available(), 3);
/// ```
pub struct Semaphore<M = Barging, L = ParkingLot> {
    pub(crate) word: AtomicUsize,
    pub(crate) lot: L,
    mode: PhantomData<M>,
}

impl Semaphore {
    const_fn! {
        /// A semaphore with so many free permits, in the mode [`Barging`].
        ///
        /// # Panics
        ///
        /// If there are more than [`MAX_PERMITS`](crate::MAX_PERMITS); at compile time, for a
        /// `static`.
        pub fn new(permits: usize) -> Self {
            Semaphore::with_mode(permits, Barging)
        }
    }
}

impl<M: Mode> Semaphore<M> {
    const_fn! {
        /// A semaphore with so many free permits, in the given mode.
        ///
        /// ```
        /// use winks_semaphore::{Fair, FairEvery, Semaphore};
        ///
        /// static IN_ORDER: Semaphore<Fair> = Semaphore::with_mode(1, Fair);
        /// let mostly_fast = Semaphore::with_mode(8, FairEvery::<16>);
        /// assert_eq!(mostly_fast.available(), 8);
        /// assert_eq!(IN_ORDER.available(), 1);
        /// ```
        ///
        /// # Panics
        ///
        /// If there are more than [`MAX_PERMITS`](crate::MAX_PERMITS).
        pub fn with_mode(permits: usize, mode: M) -> Self {
            assert!(permits <= isize::MAX as usize, "so many permits fit into no word");
            Semaphore::with_lot(permits as isize, mode, ParkingLot::new())
        }
    }
}

impl<M: Mode, L> Semaphore<M, L> {
    const_fn! {
        /// A semaphore with this balance, in the given mode, whose waiters sleep in this lot.
        ///
        /// A balance below zero is a debt: `-2` takes two releases before the count is at zero.
        ///
        /// # Panics
        ///
        /// If the balance is more than [`MAX_PERMITS`](crate::MAX_PERMITS) or less than
        /// [`MIN_BALANCE`](crate::MIN_BALANCE).
        pub fn with_lot(balance: isize, mode: M, lot: L) -> Self {
            let _ = mode;
            let Some(State(word)) = State::with_balance(balance) else {
                panic!("a semaphore holds at most MAX_PERMITS and owes at most MIN_BALANCE");
            };
            Semaphore { word: AtomicUsize::new(word), lot, mode: PhantomData }
        }
    }

    /// The address of the word: the key of the queue.
    #[inline]
    pub(crate) fn key(&self) -> usize {
        (&raw const self.word).addr()
    }

    /// The word as it is at some moment during the call.
    #[inline]
    pub fn state(&self) -> State {
        // Relaxed: whoever acts on it exchanges the word, and whoever only reads learns the past.
        State(self.word.load(Ordering::Relaxed))
    }

    /// Takes `demand` permits, at most `MAX_PERMITS`, unless too few are free or one of these flags
    /// says to stand back; then returns the state that said so.
    #[inline]
    pub(crate) fn take(&self, demand: usize, stands_back: usize) -> Result<(), State> {
        // ANCHOR: take
        let mut seen = self.state();
        while seen.offers(demand, stands_back) {
            match self.exchange_for_less(seen, demand) {
                Ok(_) => return Ok(()),
                Err(now) => seen = State(now),
            }
        }
        Err(seen)
        // ANCHOR_END: take
    }

    #[inline]
    fn exchange_for_less(&self, seen: State, demand: usize) -> Result<usize, usize> {
        // ANCHOR: take-exchange
        let less = seen.less(demand).0;
        if broken!("broken_sema") {
            core::hint::spin_loop();
            self.word.store(less, Ordering::Relaxed);
            return Ok(seen.0);
        }
        // Acquire: sees what every earlier holder wrote before it gave its permit back; pairs with
        // the exchange in `give`. On failure nothing is taken, so Relaxed.
        let taking = if broken!("broken_sema_acquire_relaxed") {
            Ordering::Relaxed
        } else {
            Ordering::Acquire
        };
        self.word.compare_exchange(seen.0, less, taking, Ordering::Relaxed)
        // ANCHOR_END: take-exchange
    }
}

impl<M: Mode, L: Lot> Semaphore<M, L> {
    /// Adds permits, and serves the queue if somebody waits.
    #[inline]
    pub(crate) fn give(&self, permits: usize) -> Result<(), CountError> {
        // ANCHOR: give
        let mut seen = self.state();
        while let Err(now) = self.exchange_for_more(seen, more(seen, permits)?) {
            seen = State(now);
        }
        // Whether somebody waits was read in the step that added the permits: whoever was there
        // before them is our duty (INV-SEM-SERVE).
        if seen.has(WAITERS) {
            self.serve(permits);
        }
        Ok(())
        // ANCHOR_END: give
    }

    #[inline]
    fn exchange_for_more(&self, seen: State, more: State) -> Result<usize, usize> {
        // ANCHOR: give-exchange
        // Release: the next holder sees what we wrote; pairs with the Acquire of a taker, and with
        // that of a releaser that hands our permit over. On failure nothing is given, so Relaxed.
        let giving = if broken!("broken_sema_release_relaxed") {
            Ordering::Relaxed
        } else {
            Ordering::Release
        };
        self.word.compare_exchange(seen.0, more.0, giving, Ordering::Relaxed)
        // ANCHOR_END: give-exchange
    }

    /// Gives one permit back, or adds one more.
    ///
    /// For permits that a [`Permit`](crate::Permit) no longer counts; a `Permit` that is dropped
    /// does this by itself.
    ///
    /// ```
    /// use winks_semaphore::Semaphore;
    ///
    /// let gate = Semaphore::new(0);
    /// std::thread::scope(|s| {
    ///     s.spawn(|| gate.acquire().unwrap().forget());
    ///     gate.release().unwrap();
    /// });
    /// assert_eq!(gate.available(), 0);
    /// ```
    ///
    /// # Errors
    ///
    /// [`CountError::Overflow`] if [`MAX_PERMITS`](crate::MAX_PERMITS) are free already; nothing is
    /// changed.
    #[inline]
    pub fn release(&self) -> Result<(), CountError> {
        self.give(1)
    }

    /// Adds so many permits, and wakes as many waiters as they are enough for.
    ///
    /// # Errors
    ///
    /// [`CountError::Overflow`] if there would be more than [`MAX_PERMITS`](crate::MAX_PERMITS);
    /// nothing is changed.
    #[inline]
    pub fn add(&self, permits: usize) -> Result<(), CountError> {
        if permits == 0 { Ok(()) } else { self.give(permits) }
    }
}

/// The state with so many permits more, or why there is none.
#[inline]
fn more(seen: State, permits: usize) -> Result<State, CountError> {
    // ANCHOR: more
    match seen.plus(permits) {
        Some(more) => Ok(more),
        None if broken!("broken_sema_overflow") => {
            Ok(State(seen.0.wrapping_add(permits.wrapping_mul(PERMIT))))
        }
        None => Err(CountError::Overflow { balance: seen.balance(), added: permits }),
    }
    // ANCHOR_END: more
}

impl<M: Mode, L> fmt::Debug for Semaphore<M, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state();
        f.debug_struct("Semaphore")
            .field("permits", &state.balance())
            .field("waiters", &state.has(WAITERS))
            .field("closed", &state.has(CLOSED))
            .field("mode", &format_args!("{}", M::NAME))
            .finish()
    }
}
