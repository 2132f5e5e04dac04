//! How a thread waits: the sleeper's side, one loop for all verbs.
//!
//! Try; watch for a moment, if nobody else waits; say that somebody waits; sleep, unless the word
//! has changed meanwhile; when woken, try again.
//! Deadlines and tokens only add ways to leave, and who leaves passes on what it was woken for.
#![deny(
    clippy::arithmetic_side_effects,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used
)]

use crate::cancel::CancelToken;
use crate::error::AcquireError;
use crate::lot::{Lot, Parked};
use crate::modes::Mode;
use crate::note::Note;
use crate::semaphore::Semaphore;
use crate::serve::{CANCELLED, GRANTED};
use crate::state::{CLOSED, HANDOFF, WAITERS};
use crate::sync::atomic::{Ordering, fence};
use crate::sync::time::Instant;
use crate::sync::{SpinWait, thread};
use core::cell::Cell;

impl<M: Mode, L: Lot> Semaphore<M, L> {
    /// Waits for `demand` permits, at most [`MAX_PERMITS`](crate::MAX_PERMITS), and takes them.
    #[cold]
    pub(crate) fn wait(
        &self,
        demand: usize,
        deadline: Option<Instant>,
        token: Option<&CancelToken<L>>,
    ) -> Result<(), AcquireError> {
        let mut spin = SpinWait::new();
        let mut woken = false;
        let mut vain_wakes = 0_usize;
        loop {
            if broken!("broken_sema_timeout_first") && woken && self.is_over(deadline) {
                return Err(AcquireError::TimedOut);
            }
            let Err(seen) = self.take(demand, M::STANDS_BACK) else { return Ok(()) };
            if seen.has(CLOSED) {
                // Acquire: pairs with the Release of `close`, for what the closer wrote before.
                fence(Ordering::Acquire);
                return Err(AcquireError::Closed);
            }
            if token.is_some_and(CancelToken::is_cancelled) {
                self.leave();
                return Err(AcquireError::Cancelled);
            }
            // ANCHOR: vain
            if woken {
                // In vain: others were faster. What they left may be enough for one behind us.
                woken = false;
                vain_wakes = vain_wakes.saturating_add(1);
                if seen.covers(1) {
                    self.serve(usize::MAX);
                }
                // Only now, after another try, does the clock count (INV-SEM-SERVE).
                if self.is_over(deadline) {
                    return Err(AcquireError::TimedOut);
                }
            }
            // ANCHOR_END: vain

            // ANCHOR: announce
            if M::SPINS && !seen.has(WAITERS) && spin.spin() {
                continue;
            }
            let insists = vain_wakes >= M::VAIN_WAKES;
            let flags = if insists { WAITERS | HANDOFF } else { WAITERS };
            if seen.0 & flags != flags {
                let announced = seen.0 | flags;
                if broken!("broken_sema_plain_bit") {
                    self.word.store(announced, Ordering::Relaxed);
                } else if self
                    .word
                    .compare_exchange(seen.0, announced, Ordering::Relaxed, Ordering::Relaxed)
                    .is_err()
                {
                    continue;
                }
            }
            // ANCHOR_END: announce

            let note = Note {
                demand,
                insists,
                token: token.map_or(0, CancelToken::address),
                thread: thread::current().id(),
            };
            match self.sleep(&note, flags, deadline, token) {
                Parked::Unparked(GRANTED) => return Ok(()),
                Parked::Unparked(CANCELLED) => {
                    self.leave();
                    return Err(AcquireError::Cancelled);
                }
                Parked::Unparked(_) => {
                    woken = true;
                    spin = SpinWait::new();
                }
                Parked::Invalid => {}
                Parked::TimedOut => return Err(AcquireError::TimedOut),
            }
        }
    }

    /// Sleeps until somebody wakes us, unless the word says that nobody would.
    fn sleep(
        &self,
        note: &Note,
        flags: usize,
        deadline: Option<Instant>,
        token: Option<&CancelToken<L>>,
    ) -> Parked {
        // ANCHOR: validate
        let validate = || {
            // Relaxed: whoever would have to wake us changed the word before it took the lot's
            // lock, which we hold.
            let now = self.state();
            let covered = now.0 & flags == flags || broken!("broken_sema_validate_bit");
            let cancelled = token.is_some_and(CancelToken::is_cancelled);
            // A close needs no look of its own: it clears the flags, or comes for us afterwards.
            let offered = now.offers(note.demand, M::STANDS_BACK);
            // Without this last look at the permits nothing would be lost: whoever adds some while
            // the flag is set serves the queue afterwards. It spares a needless sleep.
            let offered = offered && !broken!("equal_sema_ignore_permits");
            let sound = covered && !cancelled && !offered;
            sound || broken!("broken_sema_no_validate")
        };
        // ANCHOR_END: validate
        // ANCHOR: timed-out
        let was_last = Cell::new(false);
        let timed_out = |last| {
            was_last.set(last);
            if last && !broken!("broken_sema_timeout_clear") {
                // Under the lot's lock, as in `Pass::finish`, and for the same reason.
                self.word.fetch_and(!(WAITERS | HANDOFF), Ordering::Relaxed);
            }
        };
        // ANCHOR_END: timed-out
        // SAFETY: the key is the address of our own word; neither closure unwinds or calls into the
        // lot (the rule of `lot`; see the lints above).
        let ended =
            unsafe { self.lot.park(self.key(), validate, timed_out, note.address(), deadline) };
        if ended == Parked::TimedOut {
            if !was_last.get() {
                self.leave();
            } else if broken!("broken_sema_timeout_clear") {
                self.word.fetch_and(!(WAITERS | HANDOFF), Ordering::Relaxed);
            }
        }
        ended
    }

    /// What a waiter does that goes without permits: the one behind it may be the head now, and
    /// free permits too few for us may be enough for that one. It also clears a flag that we set
    /// and did not sleep by.
    // ANCHOR: leave
    fn leave(&self) {
        if self.state().has(WAITERS) && !broken!("broken_sema_cancel") {
            self.serve(usize::MAX);
        }
    }
    // ANCHOR_END: leave

    /// Has the time run out, if there is a limit?
    pub(crate) fn is_over(&self, deadline: Option<Instant>) -> bool {
        deadline.is_some_and(|deadline| self.lot.has_passed(deadline))
    }
}
