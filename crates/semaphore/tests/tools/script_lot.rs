//! A parking lot that a test holds in its hand: it knows who is queued, counts visits, makes time
//! pass when told to, and runs a piece of the test at exactly one point.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::time::Instant;
use winks_semaphore::lot::{Choice, Lot, Parked, Unparked};

/// Where a piece of the test can run: never under the lot's lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Point {
    /// A thread has called `park` and does not hold the lot's lock yet.
    BeforePark,
    /// A timed thread has seen that its time is over and does not hold the lot's lock yet.
    BeforeTimeOut,
    /// A thread has taken itself off the queue because its time is over, has given up the lot's
    /// lock, and has not returned yet.
    AfterTimeOut,
    /// A thread was woken and has not returned yet.
    Woken,
    /// An unpark has given up the lot's lock and has not returned yet.
    AfterUnpark,
}

type Piece = Box<dyn FnOnce() + Send>;

#[derive(Default)]
struct State {
    queue: VecDeque<Arc<Bed>>,
    pieces: Vec<(Point, Piece)>,
    visits: usize,
    is_over: bool,
}

struct Bed {
    key: usize,
    note: usize,
    token: Mutex<Option<usize>>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

/// Clones are the same lot.
#[derive(Clone, Default)]
pub struct ScriptLot(Arc<Shared>);

impl ScriptLot {
    pub fn new() -> Self {
        ScriptLot::default()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap()
    }

    /// Runs `piece` once, at the next moment a thread is at `point`; the first given comes first.
    pub fn at(&self, point: Point, piece: impl FnOnce() + Send + 'static) {
        self.state().pieces.push((point, Box::new(piece)));
    }

    fn run_piece(&self, point: Point) {
        let mut state = self.state();
        let Some(at) = state.pieces.iter().position(|(when, _)| *when == point) else { return };
        let (_, piece) = state.pieces.remove(at);
        drop(state);
        piece();
    }

    /// How often anybody has taken the lot's lock.
    pub fn visits(&self) -> usize {
        self.state().visits
    }

    /// How many are queued.
    pub fn asleep(&self) -> usize {
        self.state().queue.len()
    }

    /// Returns once so many are queued.
    pub fn until_asleep(&self, count: usize) {
        let mut state = self.state();
        while state.queue.len() != count {
            state = self.0.changed.wait(state).unwrap();
        }
    }

    /// From now on every deadline has passed.
    pub fn let_time_pass(&self) {
        self.state().is_over = true;
        self.0.changed.notify_all();
    }

    fn wake(&self, beds: &[Arc<Bed>], token: usize) {
        for bed in beds {
            *bed.token.lock().unwrap() = Some(token);
        }
        self.0.changed.notify_all();
    }
}

impl Lot for ScriptLot {
    unsafe fn park(
        &self,
        key: usize,
        validate: impl FnOnce() -> bool,
        timed_out: impl FnOnce(bool),
        note: usize,
        deadline: Option<Instant>,
    ) -> Parked {
        self.run_piece(Point::BeforePark);
        let mut state = self.state();
        state.visits += 1;
        if !validate() {
            return Parked::Invalid;
        }
        let bed = Arc::new(Bed { key, note, token: Mutex::new(None) });
        state.queue.push_back(Arc::clone(&bed));
        self.0.changed.notify_all();
        let woken = || *bed.token.lock().unwrap();
        while woken().is_none() && !(deadline.is_some() && state.is_over) {
            state = self.0.changed.wait(state).unwrap();
        }
        if woken().is_none() {
            drop(state);
            self.run_piece(Point::BeforeTimeOut);
            state = self.state();
        }
        if let Some(token) = woken() {
            drop(state);
            self.run_piece(Point::Woken);
            return Parked::Unparked(token);
        }
        state.queue.retain(|other| !Arc::ptr_eq(other, &bed));
        timed_out(!state.queue.iter().any(|other| other.key == key));
        self.0.changed.notify_all();
        drop(state);
        self.run_piece(Point::AfterTimeOut);
        Parked::TimedOut
    }

    unsafe fn unpark_one(&self, key: usize, callback: impl FnOnce(Unparked) -> usize) -> Unparked {
        let mut first = true;
        let one = |_| {
            if std::mem::take(&mut first) { Choice::Unpark } else { Choice::Stop }
        };
        // SAFETY: the caller promises the same of its key and callback.
        unsafe { self.unpark_filter(key, one, callback) }
    }

    unsafe fn unpark_filter(
        &self,
        key: usize,
        mut filter: impl FnMut(usize) -> Choice,
        callback: impl FnOnce(Unparked) -> usize,
    ) -> Unparked {
        let mut state = self.state();
        state.visits += 1;
        let (mut woken, mut rest, mut have_more) = (Vec::new(), VecDeque::new(), false);
        let mut stopped = false;
        for bed in std::mem::take(&mut state.queue) {
            let ours = bed.key == key;
            match if ours && !stopped { filter(bed.note) } else { Choice::Skip } {
                Choice::Unpark => {
                    woken.push(bed);
                    continue;
                }
                Choice::Skip => {}
                Choice::Stop => stopped = true,
            }
            have_more |= ours;
            rest.push_back(bed);
        }
        state.queue = rest;
        let found = Unparked { count: woken.len(), have_more };
        let token = callback(found);
        // Under the lock, so that nobody sees a thread that is neither queued nor woken.
        self.wake(&woken, token);
        drop(state);
        self.run_piece(Point::AfterUnpark);
        found
    }

    fn has_passed(&self, _: Instant) -> bool {
        self.state().is_over
    }
}
