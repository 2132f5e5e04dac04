//! What a row may ask of a semaphore, and the semaphores that answer.
//!
//! As with the pools, a row is one generic function and is compiled for each semaphore.
//! All that is asked is to hold a permit while something runs: that is what guards, closures and
//! pairs of calls have in common.
//!
//! The base of all ratios is a counter under the standard library's mutex with a condition variable:
//! what one writes who has no semaphore.

use std::fmt;
use std::sync::{Condvar, Mutex, PoisonError};

use serde::Serialize;
use winks_semaphore::{Barging, Fair, FairEvery, Mode, Semaphore};

/// How often the middle mode is fair, here.
pub const K: usize = 16;

/// Which semaphore is measured; the value for what [`Permits`] is as a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Contender {
    /// Ours, in its default mode.
    Barging,
    /// Ours, strictly in order.
    Fair,
    /// Ours, in order once somebody was woken in vain [`K`] − 1 times.
    FairEvery,
    /// The base again, in the place of ours.
    Control,
    /// A counter under the standard library's mutex, with its condition variable: the base.
    Std,
    /// The same with parking_lot's.
    ParkingLot,
    /// async-lock's, whose `acquire_blocking` needs no executor.
    AsyncLock,
    /// tokio's, with a thread that blocks on the future.
    Tokio,
    /// That of the package std-semaphore.
    StdSemaphore,
    /// `sem_t` of the C library.
    #[cfg(target_os = "linux")]
    SemT,
}

impl Contender {
    /// Ours, in its modes.
    pub const OURS: [Contender; 3] = [Contender::Barging, Contender::Fair, Contender::FairEvery];

    /// The others; the base comes first.
    pub const PEERS: &'static [Contender] = &[
        Contender::Std,
        Contender::ParkingLot,
        Contender::AsyncLock,
        Contender::Tokio,
        Contender::StdSemaphore,
        #[cfg(target_os = "linux")]
        Contender::SemT,
    ];

    /// Who takes part in a run: one in the first place (ours, or the control), then its peers.
    pub fn all(control: bool) -> Vec<Contender> {
        let ours: &[Contender] = if control { &[Contender::Control] } else { &Contender::OURS };
        ours.iter().chain(Contender::PEERS).copied().collect()
    }

    /// Is it this project's?
    pub fn is_ours(self) -> bool {
        Contender::OURS.contains(&self)
    }

    /// The name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Contender::Barging => "Barging",
            Contender::Fair => "Fair",
            Contender::FairEvery => "FairEvery<16>",
            Contender::Control => "std, again",
            Contender::Std => "std",
            Contender::ParkingLot => "parking_lot",
            Contender::AsyncLock => "async-lock",
            Contender::Tokio => "tokio",
            Contender::StdSemaphore => "std-semaphore",
            #[cfg(target_os = "linux")]
            Contender::SemT => "sem_t",
        }
    }
}

impl fmt::Display for Contender {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A counting semaphore, as far as the rows need it.
pub trait Permits: Send + Sync + 'static {
    /// A semaphore with so many permits, all free.
    fn new(permits: usize) -> Self;

    /// Acquires a permit, blocking for it, does the work, releases the permit.
    fn with<R>(&self, work: impl FnOnce() -> R) -> R;

    /// The most releases that passed over a queued thread in one acquisition, if it counts them.
    fn passed_over(&self) -> Option<u64> {
        None
    }
}

impl<M: Mode + Default + Send + Sync + 'static> Permits for Semaphore<M> {
    fn new(permits: usize) -> Self {
        Semaphore::with_mode(permits, M::default())
    }

    #[inline]
    fn with<R>(&self, work: impl FnOnce() -> R) -> R {
        let _permit = self.acquire().expect("nobody closes it");
        work()
    }
}

/// Ours, in its default mode.
pub type OursBarging = Semaphore<Barging>;
/// Ours, strictly in order.
pub type OursFair = Semaphore<Fair>;
/// Ours, in order every so often.
pub type OursFairEvery = Semaphore<FairEvery<K>>;

/// The standard library's mutex and condition variable.
///
/// `AGAIN` makes the control a type of its own, which is compiled a second time.
pub struct Std<const AGAIN: bool> {
    free: Mutex<usize>,
    freed: Condvar,
}

impl<const AGAIN: bool> Permits for Std<AGAIN> {
    fn new(permits: usize) -> Self {
        Std { free: Mutex::new(permits), freed: Condvar::new() }
    }

    #[inline]
    fn with<R>(&self, work: impl FnOnce() -> R) -> R {
        let free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        let none = |free: &mut usize| *free == 0;
        let mut free = self.freed.wait_while(free, none).unwrap_or_else(PoisonError::into_inner);
        *free -= 1;
        drop(free);
        let result = work();
        *self.free.lock().unwrap_or_else(PoisonError::into_inner) += 1;
        self.freed.notify_one();
        result
    }
}

/// parking_lot's mutex and condition variable.
pub struct ParkingLot {
    free: parking_lot::Mutex<usize>,
    freed: parking_lot::Condvar,
}

impl Permits for ParkingLot {
    fn new(permits: usize) -> Self {
        ParkingLot { free: parking_lot::Mutex::new(permits), freed: parking_lot::Condvar::new() }
    }

    #[inline]
    fn with<R>(&self, work: impl FnOnce() -> R) -> R {
        let mut free = self.free.lock();
        self.freed.wait_while(&mut free, |free| *free == 0);
        *free -= 1;
        drop(free);
        let result = work();
        *self.free.lock() += 1;
        self.freed.notify_one();
        result
    }
}

impl Permits for async_lock::Semaphore {
    fn new(permits: usize) -> Self {
        async_lock::Semaphore::new(permits)
    }

    #[inline]
    fn with<R>(&self, work: impl FnOnce() -> R) -> R {
        let _permit = self.acquire_blocking();
        work()
    }
}

impl Permits for tokio::sync::Semaphore {
    fn new(permits: usize) -> Self {
        tokio::sync::Semaphore::new(permits)
    }

    #[inline]
    fn with<R>(&self, work: impl FnOnce() -> R) -> R {
        let _permit = futures_executor::block_on(self.acquire()).expect("nobody closes it");
        work()
    }
}

impl Permits for std_semaphore::Semaphore {
    fn new(permits: usize) -> Self {
        std_semaphore::Semaphore::new(permits as isize)
    }

    #[inline]
    fn with<R>(&self, work: impl FnOnce() -> R) -> R {
        let _permit = self.access();
        work()
    }
}
