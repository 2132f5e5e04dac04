//! A parking lot for small worlds: a mutex and a queue, in which time passes when the world says so.
//!
//! It keeps the five promises of [`lot`](crate::lot) in the plainest way, and tells the recorder
//! what the semaphore's sources do with it.

use crate::lanes;
use crate::lot::{Choice, Lot, Parked, Unparked};
use crate::recording::{self, note};
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::time::Instant;
use crate::sync::{Arc, Condvar, Mutex};
use crate::watch;
use std::collections::VecDeque;

/// Where a thread sleeps.
#[derive(Debug)]
struct Bed {
    note: usize,
    token: Mutex<Option<usize>>,
    called: Condvar,
    /// Who lies there, for the recorder.
    lane: Option<usize>,
}

impl Bed {
    fn name(&self) -> &'static str {
        self.lane.map_or("?", |lane| recording::with(|r| r.lanes[lane]))
    }
}

#[derive(Debug)]
struct Shared {
    queue: Mutex<VecDeque<Arc<Bed>>>,
    is_over: AtomicBool,
}

/// One bucket, one key. Clones are the same lot.
#[derive(Clone, Debug)]
pub struct ParkingLot(Arc<Shared>);

impl ParkingLot {
    /// A lot in which nobody sleeps.
    // Not `Default`, as the one of production is not.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        let queue = Mutex::new(VecDeque::new());
        ParkingLot(Arc::new(Shared { queue, is_over: AtomicBool::new(false) }))
    }

    /// From now on every deadline has passed.
    pub(crate) fn let_time_pass(&self) {
        self.0.is_over.store(true, Ordering::Release);
        note("the time is over");
        for bed in self.0.queue.lock().unwrap().iter() {
            // With the bed's lock: it is either before its look at the clock or waits.
            let _before = bed.token.lock().unwrap();
            bed.called.notify_one();
        }
    }

    fn is_over(&self, deadline: Option<Instant>) -> bool {
        deadline.is_some() && self.0.is_over.load(Ordering::Acquire)
    }

    /// Until it is woken, or its time is over: then nothing.
    fn lie(&self, bed: &Bed, deadline: Option<Instant>) -> Option<usize> {
        let mut token = bed.token.lock().unwrap();
        let mut says_so = true;
        while token.is_none() && !self.is_over(deadline) {
            if std::mem::take(&mut says_so) {
                note("sleeps");
            }
            token = bed.called.wait(token).unwrap();
        }
        if let Some(token) = *token {
            watch::wakes_with(token);
        }
        *token
    }

    fn wake(bed: &Bed, token: usize) {
        *bed.token.lock().unwrap() = Some(token);
        bed.called.notify_one();
        note(format!("wakes {}", bed.name()));
    }
}

/// Who was taken off the queue, or why nobody was.
fn tells(woken: &[Arc<Bed>], queue: &VecDeque<Arc<Bed>>) {
    let names = |beds: &mut dyn Iterator<Item = &Arc<Bed>>| {
        beds.map(|bed| bed.name()).collect::<Vec<_>>().join(" and ")
    };
    note(match (woken, queue.is_empty()) {
        ([], true) => "finds the queue empty".to_string(),
        ([], false) => format!("leaves {} in the queue", names(&mut queue.iter())),
        (woken, _) => format!("takes {} off the queue", names(&mut woken.iter())),
    });
}

impl Lot for ParkingLot {
    unsafe fn park(
        &self,
        _key: usize,
        validate: impl FnOnce() -> bool,
        timed_out: impl FnOnce(bool),
        note_of_it: usize,
        deadline: Option<Instant>,
    ) -> Parked {
        let mut queue = self.0.queue.lock().unwrap();
        if !watch::quietly(validate) {
            note(format!("validate says no: {}", watch::last_seen()));
            return Parked::Invalid;
        }
        let (token, called) = (Mutex::new(None), Condvar::new());
        let bed = Arc::new(Bed { note: note_of_it, token, called, lane: lanes::current() });
        queue.push_back(Arc::clone(&bed));
        note("validate says yes: is queued");
        drop(queue);
        if let Some(token) = self.lie(&bed, deadline) {
            return Parked::Unparked(token);
        }
        let mut queue = self.0.queue.lock().unwrap();
        if let Some(at) = queue.iter().position(|other| Arc::ptr_eq(other, &bed)) {
            queue.remove(at);
            note("leaves the queue: its time is over");
            timed_out(queue.is_empty());
            return Parked::TimedOut;
        }
        drop(queue);
        Parked::Unparked(self.lie(&bed, None).expect("without a deadline it was woken"))
    }

    unsafe fn unpark_one(&self, _key: usize, callback: impl FnOnce(Unparked) -> usize) -> Unparked {
        let mut queue = self.0.queue.lock().unwrap();
        let bed = queue.pop_front();
        let found = Unparked { count: usize::from(bed.is_some()), have_more: !queue.is_empty() };
        tells(bed.as_slice(), &queue);
        let token = watch::quietly(|| callback(found));
        drop(queue);
        if let Some(bed) = bed {
            Self::wake(&bed, token);
        }
        found
    }

    unsafe fn unpark_filter(
        &self,
        _key: usize,
        mut filter: impl FnMut(usize) -> Choice,
        callback: impl FnOnce(Unparked) -> usize,
    ) -> Unparked {
        let mut queue = self.0.queue.lock().unwrap();
        let (mut woken, mut at) = (Vec::new(), 0);
        while at < queue.len() {
            match watch::quietly(|| filter(queue[at].note)) {
                Choice::Unpark => woken.extend(queue.remove(at)),
                Choice::Skip => at += 1,
                Choice::Stop => break,
            }
        }
        let found = Unparked { count: woken.len(), have_more: !queue.is_empty() };
        tells(&woken, &queue);
        let token = watch::quietly(|| callback(found));
        drop(queue);
        for bed in woken {
            Self::wake(&bed, token);
        }
        found
    }

    fn has_passed(&self, deadline: Instant) -> bool {
        self.is_over(Some(deadline))
    }
}
