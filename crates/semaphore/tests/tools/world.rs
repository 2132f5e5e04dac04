//! A semaphore in a lot by script, and threads that wait for it.

use super::script_lot::ScriptLot;
use std::sync::Arc;
use std::thread::{JoinHandle, spawn};
use std::time::Instant;
use winks_semaphore::state::State;
use winks_semaphore::{AcquireError, CancelToken, Mode, Patience, Semaphore};

pub type Shared<M> = Arc<Semaphore<M, ScriptLot>>;
pub type Ended = JoinHandle<Result<(), AcquireError>>;

/// A mode that may go to another thread, as each does.
pub trait AnyMode: Mode + Send + Sync + 'static {}

impl<M: Mode + Send + Sync + 'static> AnyMode for M {}

pub fn world<M: Mode>(balance: isize, mode: M) -> (ScriptLot, Shared<M>) {
    let lot = ScriptLot::new();
    (lot.clone(), Arc::new(Semaphore::with_lot(balance, mode, lot)))
}

/// A thread that acquires so many and keeps them out.
pub fn taker(semaphore: &Shared<impl AnyMode>, permits: usize) -> Ended {
    let semaphore = Arc::clone(semaphore);
    spawn(move || semaphore.acquire_many(permits).map(|permit| permit.forget()))
}

/// The same, until the lot's time has passed.
pub fn timed_taker(semaphore: &Shared<impl AnyMode>, permits: usize) -> Ended {
    let semaphore = Arc::clone(semaphore);
    spawn(move || {
        let patience = Patience::until(Instant::now());
        semaphore.acquire_with(permits, patience).map(|permit| permit.forget())
    })
}

/// The same, until the token is cancelled.
pub fn cancellable_taker(
    semaphore: &Shared<impl AnyMode>,
    permits: usize,
    token: &Arc<CancelToken<ScriptLot>>,
) -> Ended {
    let (semaphore, token) = (Arc::clone(semaphore), Arc::clone(token));
    spawn(move || semaphore.acquire_many_cancellable(permits, &token).map(|permit| permit.forget()))
}

#[track_caller]
pub fn assert_at_rest<M: Mode>(lot: &ScriptLot, semaphore: &Shared<M>, balance: isize) {
    assert_eq!(semaphore.state(), State::with_balance(balance).unwrap());
    assert_eq!(lot.asleep(), 0);
}

/// Runs the same body in each mode.
macro_rules! in_each_mode {
    ($body:ident) => {
        $crate::tools::soon(|| $body(winks_semaphore::Barging));
        $crate::tools::soon(|| $body(winks_semaphore::Fair));
        $crate::tools::soon(|| $body(winks_semaphore::FairEvery::<1>));
        $crate::tools::soon(|| $body(winks_semaphore::FairEvery::<3>));
    };
}
pub(crate) use in_each_mode;
