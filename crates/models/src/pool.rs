//! A pool with everything taken out but the protocol.
//!
//! A job is a number, a queue is a locked list or a row of atomic slots, running a job does nothing.
//! What is left is the order in which a worker searches, and the order in which a poster first
//! pushes and then tells; both as in the real pool.

use crate::counters::Counts;
use crate::latch::CoreLatch;
use crate::post::post;
use crate::recording::{self, note};
use crate::sleep::Sleep;
use crate::sync::Mutex;
use crate::sync::atomic::{AtomicUsize, Ordering, fence};
use crate::word::Layout;
use std::cell::Cell;
use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;

/// What a queue is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum QueueKind {
    /// A list under a lock: whoever looks sees what was pushed before, and the lock orders more
    /// than the queue itself.
    Locked,
    /// One atomic slot a job, pushed by a Release store and looked at by an Acquire load: no more
    /// order than a lock-free deque has, which shows what the fences are for.
    Slots,
    /// The same with a SeqCst fence behind each push and one before each search: what would close
    /// the hole of the local push.
    FencedSlots,
}

/// A queue of jobs.
#[derive(Debug)]
pub enum Queue {
    /// See [`QueueKind::Locked`].
    Locked(Mutex<VecDeque<usize>>),
    /// See [`QueueKind::Slots`], and [`QueueKind::FencedSlots`].
    Slots {
        /// Where each job lies while it waits.
        slots: Vec<Slot>,
        /// Whether pushes and searches have a fence of their own.
        are_fenced: bool,
    },
}

/// A place for one job, with no more order than its own accesses have.
#[derive(Debug)]
pub struct Slot {
    state: AtomicUsize,
    /// Whether the newest write filled it, for the recorder: no access that an explorer knows of.
    holds_a_job: AtomicBool,
}

const EMPTY: usize = 0;
const FULL: usize = 1;

// ANCHOR: slot
impl Slot {
    fn fill(&self) {
        self.state.store(FULL, Ordering::Release);
    }

    fn is_full(&self) -> bool {
        self.state.load(Ordering::Acquire) == FULL
    }

    fn empty(&self) -> bool {
        let (done, failed) = (Ordering::AcqRel, Ordering::Relaxed);
        self.is_full() && self.state.compare_exchange(FULL, EMPTY, done, failed).is_ok()
    }
}
// ANCHOR_END: slot

impl Queue {
    /// An empty queue for the jobs `0..jobs`.
    pub(crate) fn new(kind: QueueKind, jobs: usize) -> Queue {
        let slot = |_| Slot { state: AtomicUsize::new(EMPTY), holds_a_job: AtomicBool::new(false) };
        match kind {
            QueueKind::Locked => Queue::Locked(Mutex::default()),
            QueueKind::Slots | QueueKind::FencedSlots => Queue::Slots {
                slots: (0..jobs).map(slot).collect(),
                are_fenced: kind == QueueKind::FencedSlots,
            },
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
            Queue::Slots { slots, are_fenced } => {
                // Nobody else fills this slot, and before the first job there is nothing to see.
                let was_empty = job == 0 || self.is_empty();
                slots[job].fill();
                slots[job].holds_a_job.store(true, Ordering::Relaxed);
                if *are_fenced {
                    fence(Ordering::SeqCst);
                }
                was_empty
            }
        }
    }

    fn take(&self) -> Option<usize> {
        match self {
            Queue::Locked(list) => list.lock().unwrap().pop_front(),
            Queue::Slots { slots, are_fenced } => {
                if *are_fenced {
                    fence(Ordering::SeqCst);
                }
                let job = first(slots, Slot::empty)?;
                slots[job].holds_a_job.store(false, Ordering::Relaxed);
                Some(job)
            }
        }
    }

    fn is_empty(&self) -> bool {
        match self {
            Queue::Locked(list) => list.lock().unwrap().is_empty(),
            Queue::Slots { slots, .. } => first(slots, Slot::is_full).is_none(),
        }
    }
}

/// The first job whose slot is as wanted; a stale read of another is told to the recorder.
fn first(slots: &[Slot], is_it: fn(&Slot) -> bool) -> Option<usize> {
    slots.iter().enumerate().position(|(job, slot)| {
        let found = is_it(slot);
        if !found && slot.holds_a_job.load(Ordering::Relaxed) {
            recording::overlook(job);
        }
        found
    })
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
        // ANCHOR: post
        let was_empty = Cell::new(true);
        let push = || {
            was_empty.set(queue.push(job));
            let was = if was_empty.get() { "was empty" } else { "was not empty" };
            note(format!("{verb} job {job} ({place} {was})"));
        };
        post(push, || tell(&self.sleep, was_empty.get()));
        // ANCHOR_END: post
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
