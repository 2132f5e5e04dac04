//! A counting semaphore in one word.
//!
//! Threads acquire permits and give them back; who finds none waits asleep.
//! Everything that several threads must agree on is one machine word: how many permits are free,
//! whether anybody waits, whether the semaphore is closed.
//! The sleepers' queue is no part of it: it lies in a parking lot, beside all others of the process.
//!
//! It stands alone: it knows no pool, no job and no executor.
//!
//! # Read it in this order
//!
//! 1. [`steps`]: how one gets there, from a loop that spins to the whole idea in sixty lines.
//! 2. [`state`]: what the word says.
//! 3. [`lot`]: what is asked of a parking lot.
//! 4. [`semaphore`]: taking and giving, the two steps on the word.
//! 5. [`wait`]: the sleeper's side.
//! 6. [`serve`]: the waker's side, under the lot's lock.
//! 7. [`modes`]: who goes first.
//! 8. [`cancel`] and [`patience`]: ways to end a wait.
//!
//! Beside the path lie the verbs a user calls ([`acquire`], [`owned`], [`count`], [`close`]), the
//! guards ([`permit`], [`owned`]), the errors ([`error`]), and a [`mutex`] in the same skeleton.
//! Three seams are an explorer's to replace: [`sync`], [`parking`] and [`broken`].
//!
//! # Use it
//!
//! ```
//! use std::time::Duration;
//! use winks_semaphore::{AcquireError, Semaphore};
//!
//! static CONNECTIONS: Semaphore = Semaphore::new(2);
//!
//! let first = CONNECTIONS.acquire()?;
//! let second = CONNECTIONS.try_acquire()?;
//! let third = CONNECTIONS.try_acquire_for(Duration::from_millis(5));
//! assert_eq!(third.map(drop), Err(AcquireError::TimedOut));
//! drop((first, second));
//! assert_eq!(CONNECTIONS.available(), 2);
//! # Ok::<(), AcquireError>(())
//! ```
//!
//! # Invariants
//!
//! | id | what holds |
//! |---|---|
//! | INV-SEM-COUNT | permits free and permits held add up to what the semaphore was given; each change is one atomic step |
//! | INV-SEM-BOUND | the balance stays between MIN_BALANCE and MAX_PERMITS: what would leave them is refused and changes nothing |
//! | INV-SEM-ORDER | what a holder wrote before it gave a permit back is seen by who gets it, also when it is handed over |
//! | INV-SEM-BIT | WAITERS is set as long as a thread is queued; it is cleared under the lot's lock, when none remains |
//! | INV-SEM-VALIDATE | nobody is queued while the word offers what it wants, or after the flag it relies on was cleared |
//! | INV-SEM-SERVE | who adds permits while somebody waits serves the queue, and so does who leaves without any, once it has tried again |

#[macro_use]
pub mod broken;
#[macro_use]
pub mod sync;

pub mod acquire;
pub mod cancel;
pub mod close;
pub mod count;
pub mod error;
pub mod lot;
pub mod modes;
pub mod mutex;
pub mod note;
pub mod owned;
pub mod parking;
pub mod patience;
pub mod permit;
pub mod semaphore;
pub mod serve;
pub mod state;
pub mod steps;
pub mod wait;

pub use cancel::CancelToken;
pub use count::Waiter;
pub use error::{AcquireError, CountError};
pub use modes::{Barging, Fair, FairEvery, Mode};
pub use owned::OwnedPermit;
pub use patience::Patience;
pub use permit::Permit;
pub use semaphore::Semaphore;
pub use state::{MAX_PERMITS, MIN_BALANCE};
