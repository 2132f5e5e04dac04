//! A pool with everything taken out but the protocol.
//!
//! A job is a number, a queue is a locked list or a row of atomic slots, running a job does nothing.
//! What is left is the order in which a worker searches, and the order in which a poster first
//! pushes and then tells; both as in the real pool.

use crate::counters::Counts;
use crate::latch::CoreLatch;
use crate::post::post;
use crate::recording::note;
use crate::sleep::Sleep;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering};
use crate::word::Layout;
use std::cell::Cell;
use std::collections::VecDeque;

/// What a queue is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueKind {
    /// A list under a lock: whoever looks sees what was pushed before, and the lock orders more
    /// than the queue itself.
    Locked,
    /// One atomic slot a job, pushed by a Release store and looked at by an Acquire load: no more
    /// order than a lock-free deque has, which shows what the fences are for.
    Slots,
}

/// A queue of jobs.
#[derive(Debug)]
pub enum Queue {
    /// See [`QueueKind::Locked`].
    Locked(Mutex<VecDeque<usize>>),
    /// See [`QueueKind::Slots`].
    Slots(Vec<AtomicUsize>),
}

const EMPTY: usize = 0;
const FULL: usize = 1;

impl Queue {
    /// An empty queue for the jobs `0..jobs`.
    pub(crate) fn new(kind: QueueKind, jobs: usize) -> Queue {
        match kind {
            QueueKind::Locked => Queue::Locked(Mutex::default()),
            QueueKind::Slots => Queue::Slots((0..jobs).map(|_| AtomicUsize::new(EMPTY)).collect()),
        }
    }

    /// Adds a job at the end; tells whether the queue was empty before.
    fn push(&self, job: usize) -> bool {
        match self {
            Queue::Locked(list) => {
                let mut list = list.lock().unwrap();
                list.push_back(job);
                list.len() == 1
            }
            Queue::Slots(slots) => {
                // Nobody else fills this slot, and before the first job there is nothing to see.
                let was_empty = job == 0 || self.is_empty();
                slots[job].store(FULL, Ordering::Release);
                was_empty
            }
        }
    }

    fn take(&self) -> Option<usize> {
        match self {
            Queue::Locked(list) => list.lock().unwrap().pop_front(),
            Queue::Slots(slots) => slots.iter().position(|slot| {
                let is_full = slot.load(Ordering::Acquire) == FULL;
                let (new, old) = (EMPTY, FULL);
                is_full
                    && slot.compare_exchange(old, new, Ordering::AcqRel, Ordering::Relaxed).is_ok()
            }),
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Queue::Locked(list) => list.lock().unwrap().is_empty(),
            Queue::Slots(slots) => !slots.iter().any(|slot| slot.load(Ordering::Acquire) == FULL),
        }
    }
}

/// The pool of a scenario.
///
/// A queue that no job will ever enter is left out: searching it would only multiply the orders.
#[derive(Debug)]
pub struct Pool<L: Layout> {
    /// The protocol under test.
    pub sleep: Sleep<L>,
    /// The latch that each worker waits for.
    pub latches: Vec<CoreLatch>,
    /// Where outsiders put jobs.
    pub injector: Option<Queue>,
    /// The one deque that gets jobs, and whose it is.
    pub deque: Option<(usize, Queue)>,
}

/// What a lane may do, whatever the layout of the word.
pub trait Actions {
    /// From outside: a job into the injector, then the news of it.
    fn inject(&self, job: usize);
    /// A busy worker pushes a job to its own deque, then tells.
    fn push(&self, job: usize);
    /// The busy worker takes its own job back.
    fn pop(&self);
    /// Sets worker `owner`'s latch, and wakes it if it has to be woken.
    fn set_latch(&self, owner: usize);
    /// Worker `me` waits for its latch and works meanwhile, but leaves after `limit` jobs: a job
    /// that nobody takes is then a worker that never comes to its end.
    fn wait_until(&self, me: usize, limit: usize);
    /// The condition variable of worker `index` wakes whoever waits on it.
    fn wake_for_no_reason(&self, index: usize);
    /// The three numbers.
    fn counts(&self) -> Counts;
}

impl<L: Layout> Pool<L> {
    fn find_work(&self, me: usize) -> Option<usize> {
        if let Some((owner, deque)) = &self.deque
            && let Some(job) = deque.take()
        {
            if *owner == me {
                note(format!("pops job {job}"));
            } else {
                note(format!("steals job {job} from worker {owner}"));
            }
            return Some(job);
        }
        if let Some(injector) = &self.injector
            && let Some(job) = injector.take()
        {
            note(format!("takes job {job} from the injector"));
            return Some(job);
        }
        note("searches: nothing");
        None
    }

    /// First the job, then the news of it.
    fn post(
        &self,
        queue: &Queue,
        job: usize,
        [verb, place]: [&str; 2],
        tell: impl Fn(&Sleep<L>, bool),
    ) {
        let was_empty = Cell::new(true);
        let push = || {
            was_empty.set(queue.push(job));
            let was = if was_empty.get() { "was empty" } else { "was not empty" };
            note(format!("{verb} job {job} ({place} {was})"));
        };
        post(push, || tell(&self.sleep, was_empty.get()));
    }

    fn has_injected_jobs(&self) -> bool {
        self.injector.as_ref().is_some_and(|injector| !injector.is_empty())
    }
}

impl<L: Layout> Actions for Pool<L> {
    fn inject(&self, job: usize) {
        let injector = self.injector.as_ref().expect("this scenario has an injector");
        self.post(injector, job, ["injects", "queue"], |sleep, was_empty| {
            sleep.new_injected_jobs(1, was_empty);
        });
    }

    fn push(&self, job: usize) {
        let (_, deque) = self.deque.as_ref().expect("this scenario has a deque");
        self.post(deque, job, ["pushes", "own deque"], |sleep, was_empty| {
            sleep.new_internal_jobs(1, was_empty);
        });
    }

    fn pop(&self) {
        let (owner, _) = self.deque.as_ref().expect("this scenario has a deque");
        self.find_work(*owner);
    }

    fn set_latch(&self, owner: usize) {
        if self.latches[owner].set() {
            self.sleep.wake_specific_thread(owner);
        }
    }

    fn wait_until(&self, me: usize, limit: usize) {
        let latch = &self.latches[me];
        let mut jobs_done = 0;
        while jobs_done < limit && !latch.probe() {
            let mut idle = self.sleep.start_looking(me);
            loop {
                if latch.probe() {
                    note("sees its latch SET");
                    self.sleep.work_found(idle);
                    return;
                }
                if let Some(job) = self.find_work(me) {
                    self.sleep.work_found(idle);
                    note(format!("runs job {job}"));
                    jobs_done += 1;
                    break;
                }
                self.sleep.no_work_found(&mut idle, latch, || self.has_injected_jobs());
            }
        }
    }

    fn wake_for_no_reason(&self, index: usize) {
        self.sleep.workers[index].condvar.notify_all();
        note("a spurious wake-up");
    }

    fn counts(&self) -> Counts {
        self.sleep.counts()
    }
}
