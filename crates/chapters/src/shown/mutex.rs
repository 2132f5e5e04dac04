//! The four values of a mutex's word, as they come up in one story of three threads.
//!
//! The story is forced: the lot says when a thread lies in its queue, and stops an unlock on its
//! way there for somebody who passes.

use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{spawn, yield_now};
use std::time::Instant;

use winks_semaphore::lot::{Choice, Lot, Parked, Unparked};
use winks_semaphore::mutex::MiniMutex;
use winks_semaphore::parking::ParkingLot;

type Passing = Box<dyn FnOnce() + Send>;

/// The lot of the process, told on.
#[derive(Clone, Default)]
struct Told(Arc<Log>);

#[derive(Default)]
struct Log {
    /// How often somebody has been put into the queue.
    queued: AtomicUsize,
    /// How often somebody has come to wake.
    visits: AtomicUsize,
    /// What happens before the next of them takes the lot's lock.
    passing: Mutex<Option<Passing>>,
}

impl Lot for Told {
    unsafe fn park(
        &self,
        key: usize,
        validate: impl FnOnce() -> bool,
        timed_out: impl FnOnce(bool),
        note: usize,
        deadline: Option<Instant>,
    ) -> Parked {
        let validate = || {
            let lies_down = validate();
            // Under the lot's lock, so whoever reads it and comes to wake finds the thread.
            self.0.queued.fetch_add(usize::from(lies_down), SeqCst);
            lies_down
        };
        // SAFETY: the caller promises it of the key and the closures; we add one access of a count.
        unsafe { ParkingLot::new().park(key, validate, timed_out, note, deadline) }
    }

    unsafe fn unpark_one(&self, key: usize, callback: impl FnOnce(Unparked) -> usize) -> Unparked {
        self.0.visits.fetch_add(1, SeqCst);
        let passing = self.0.passing.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(passing) = passing {
            passing();
        }
        // SAFETY: the caller promises it.
        unsafe { ParkingLot::new().unpark_one(key, callback) }
    }

    unsafe fn unpark_filter(
        &self,
        key: usize,
        filter: impl FnMut(usize) -> Choice,
        callback: impl FnOnce(Unparked) -> usize,
    ) -> Unparked {
        // SAFETY: the caller promises it.
        unsafe { ParkingLot::new().unpark_filter(key, filter, callback) }
    }

    fn has_passed(&self, deadline: Instant) -> bool {
        ParkingLot::new().has_passed(deadline)
    }
}

/// The story, a line for each word that comes up in it.
///
/// # Panics
///
/// If a thread of it panics.
pub(crate) fn story() -> String {
    let lot = Told::default();
    let log = Arc::clone(&lot.0);
    let mutex: &'static MiniMutex<(), Told> = Box::leak(Box::new(MiniMutex::with_lot((), lot)));
    let lines = Arc::new(Mutex::new(vec![
        "| what happens | the word | ways to the lot |".to_owned(),
        "|---|---|---|".to_owned(),
    ]));
    let tell = {
        let (lines, log) = (Arc::clone(&lines), Arc::clone(&log));
        move |what: &str| {
            let (word, visits) = (word(&format!("{mutex:?}")), log.visits.load(SeqCst));
            let line = format!("| {what} | {word} | {visits} |");
            lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
        }
    };
    let until_queued = |times| {
        while log.queued.load(SeqCst) < times {
            yield_now();
        }
    };

    tell("nobody has come yet");
    let a = mutex.lock();
    tell("A locks");
    drop(a);
    tell("A unlocks");
    let a = mutex.lock();
    let w = spawn(|| drop(mutex.lock()));
    until_queued(1);
    tell("A locks; W comes, says so, and sleeps");

    let b = Arc::new(Mutex::new(None));
    let passing = {
        let (b, tell) = (Arc::clone(&b), tell.clone());
        move || {
            tell("A unlocks, and is on its way to the lot");
            *b.lock().unwrap_or_else(PoisonError::into_inner) = mutex.try_lock();
            tell("B comes past, and locks");
        }
    };
    *log.passing.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(passing));
    drop(a);
    until_queued(2);
    tell("A wakes W; W finds it locked, says so again, and sleeps");
    drop(b.lock().unwrap_or_else(PoisonError::into_inner).take());
    w.join().expect("it only locks and unlocks");
    tell("B unlocks and wakes W; W locks and unlocks");

    let lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
    lines.join("\n") + "\n"
}

/// The flags that the debug output names.
fn word(debug: &str) -> &'static str {
    match (debug.contains("locked: true"), debug.contains("parked: true")) {
        (false, false) => "–",
        (true, false) => "LOCKED",
        (false, true) => "PARKED",
        (true, true) => "LOCKED, PARKED",
    }
}
