//! Who goes first when a permit comes free: whoever is there, or whoever waited longest.
//!
//! A mode is a type parameter, so that the word stays one word and each mode compiles to what it
//! needs.
//! What tells the modes apart is which flags make people stand back ([`Mode::STANDS_BACK`]) and
//! after how many wakes in vain a waiter insists ([`Mode::VAIN_WAKES`]).
//!
//! | mode | a released permit | how long a waiter for one permit can be passed over |
//! |---|---|---|
//! | [`Barging`] | lies open; one waiter is woken and competes for it | no bound |
//! | [`FairEvery<K>`](FairEvery) | the same, until a waiter was woken K − 1 times in vain; then the queue is served first | K·(W + 1) releases that find somebody waiting, with at most W waiters before it |
//! | [`Fair`] | goes to the queue, in order | W + 1 releases |
//!
//! A hand-off costs a switch of threads per permit; semaphores that know nothing else, such as Java's
//! fair one, pay five to sixteen times the price of barging under contention: so it is a choice.
//! `parking_lot_core` before 0.10 asked a timer, about every half a millisecond, whether to be fair
//! for once; these modes need no clock.

use crate::state::{HANDOFF, WAITERS};

mod sealed {
    pub trait Sealed {}
}

/// One of [`Barging`], [`Fair`] and [`FairEvery`].
pub trait Mode: Copy + sealed::Sealed {
    /// The flags that make `acquire` queue up even if permits are free, and a release hand over
    /// what it has.
    const STANDS_BACK: usize;
    /// After so many wakes in vain a waiter sets [`HANDOFF`].
    const VAIN_WAKES: usize;
    /// Does a waiter watch the word for a moment before it queues up?
    const SPINS: bool;
    /// For debug output.
    const NAME: &'static str;
}

/// Permits lie open, and whoever comes first takes them: the fastest, and the default.
///
/// A waiter that is woken competes with threads that are already running, and often loses; it may
/// starve.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Barging;

impl sealed::Sealed for Barging {}
impl Mode for Barging {
    const STANDS_BACK: usize = 0;
    const VAIN_WAKES: usize = usize::MAX;
    const SPINS: bool = true;
    const NAME: &'static str = "Barging";
}

/// Strictly in the order of the queue: each permit is handed to the one who waited longest.
///
/// Only `try_acquire`, which never waits, still takes a free permit past the queue, as in Java.
/// Nobody spins: a place in the queue is what counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Fair;

impl sealed::Sealed for Fair {}
impl Mode for Fair {
    const STANDS_BACK: usize = WAITERS;
    const VAIN_WAKES: usize = usize::MAX;
    const SPINS: bool = false;
    const NAME: &'static str = "Fair";
}

/// Barging with a bound: of the releases that wake a waiter, the `K`-th hands its permit over.
///
/// Each waiter counts its own wakes in vain, on its own stack; a count of releases that all share
/// would need a second word, and would bound nobody's wait: with two waiters and every second
/// release a hand-off, the same one can be woken in vain for ever while the other is served.
/// After the (K − 1)-th the waiter sets [`HANDOFF`] and queues up; while that flag is set nobody
/// takes past the queue, `try_acquire` included.
/// `FairEvery<1>` is never in vain; `FairEvery<0>` does not compile:
///
/// ```compile_fail
/// use winks_semaphore::{FairEvery, Semaphore};
///
/// Semaphore::with_mode(1, FairEvery::<0>).acquire();
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FairEvery<const K: usize>;

impl<const K: usize> sealed::Sealed for FairEvery<K> {}
impl<const K: usize> Mode for FairEvery<K> {
    const STANDS_BACK: usize = HANDOFF;
    const VAIN_WAKES: usize = match K.checked_sub(1) {
        Some(vain) => vain,
        None => panic!("FairEvery<0> has no 0th release to be fair at: K is at least 1"),
    };
    const SPINS: bool = true;
    const NAME: &'static str = "FairEvery";
}
