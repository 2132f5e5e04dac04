//! A lot of a mutex and a queue, in which time passes when the world says so.

use crate::lot::{Choice, Lot, Parked, Unparked};
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::time::Instant;
use loom::sync::{Condvar, Mutex};
use std::collections::VecDeque;
use std::sync::Arc;

#[derive(Debug)]
struct Bed {
    note: usize,
    token: Mutex<Option<usize>>,
    called: Condvar,
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
    pub fn new() -> Self {
        let queue = Mutex::new(VecDeque::new());
        ParkingLot(Arc::new(Shared { queue, is_over: AtomicBool::new(false) }))
    }

    /// From now on every deadline has passed.
    pub fn let_time_pass(&self) {
        self.0.is_over.store(true, Ordering::Release);
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
        while token.is_none() && !self.is_over(deadline) {
            token = bed.called.wait(token).unwrap();
        }
        *token
    }

    fn wake(bed: &Bed, token: usize) {
        *bed.token.lock().unwrap() = Some(token);
        bed.called.notify_one();
    }
}

impl Lot for ParkingLot {
    unsafe fn park(
        &self,
        _key: usize,
        validate: impl FnOnce() -> bool,
        timed_out: impl FnOnce(bool),
        note: usize,
        deadline: Option<Instant>,
    ) -> Parked {
        let mut queue = self.0.queue.lock().unwrap();
        if !validate() {
            return Parked::Invalid;
        }
        let bed = Arc::new(Bed { note, token: Mutex::new(None), called: Condvar::new() });
        queue.push_back(Arc::clone(&bed));
        drop(queue);
        if let Some(token) = self.lie(&bed, deadline) {
            return Parked::Unparked(token);
        }
        let mut queue = self.0.queue.lock().unwrap();
        if let Some(at) = queue.iter().position(|other| Arc::ptr_eq(other, &bed)) {
            queue.remove(at);
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
        let token = callback(found);
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
            match filter(queue[at].note) {
                Choice::Unpark => woken.extend(queue.remove(at)),
                Choice::Skip => at += 1,
                Choice::Stop => break,
            }
        }
        let found = Unparked { count: woken.len(), have_more: !queue.is_empty() };
        let token = callback(found);
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
