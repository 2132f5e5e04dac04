//! Java's verbs, and what each is here.
//!
//! Java's `acquire` and its timed tries end when the thread is interrupted; a thread in Rust has no
//! such flag, so here they are the forms with a [`CancelToken`], and `acquireUninterruptibly` is
//! the plain one.

use std::time::Duration;
use winks_semaphore::{AcquireError, CancelToken, Mode, Patience, Permit, Semaphore};

/// Longer than any watchdog.
pub(crate) const LONG: Duration = Duration::from_secs(3_600);

/// One of Java's verbs. With `N` it takes so many at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Acquire,
    AcquireN,
    Uninterruptibly,
    UninterruptiblyN,
    Try,
    TryN,
    Timed,
    TimedN,
}

impl Form {
    /// Does it take many in one step?
    pub(crate) fn takes_many(self) -> bool {
        matches!(self, Form::AcquireN | Form::UninterruptiblyN | Form::TryN | Form::TimedN)
    }

    /// Takes `permits` for good: a form for many in one step, a form for one so many times.
    pub(crate) fn take<M: Mode>(
        self,
        semaphore: &Semaphore<M>,
        permits: usize,
        stop: &CancelToken,
    ) -> Result<(), AcquireError> {
        if !self.takes_many() {
            return (0..permits).try_for_each(|_| self.step(semaphore, 1, stop));
        }
        self.step(semaphore, permits, stop)
    }

    fn step<M: Mode>(
        self,
        semaphore: &Semaphore<M>,
        permits: usize,
        stop: &CancelToken,
    ) -> Result<(), AcquireError> {
        let patience = Patience::for_at_most(LONG).unless(stop);
        let permit = match self {
            Form::Acquire => semaphore.acquire_cancellable(stop),
            Form::AcquireN => semaphore.acquire_many_cancellable(permits, stop),
            Form::Uninterruptibly => semaphore.acquire(),
            Form::UninterruptiblyN => semaphore.acquire_many(permits),
            Form::Try => semaphore.try_acquire(),
            Form::TryN => semaphore.try_acquire_many(permits),
            Form::Timed => semaphore.acquire_with(1, patience),
            Form::TimedN => semaphore.acquire_with(permits, patience),
        }?;
        assert_eq!(permit.permits(), permits, "{self:?}");
        Permit::forget(permit);
        Ok(())
    }
}
