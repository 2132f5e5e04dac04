//! Records what a real pool does: one row a step, one lane a worker.
//!
//! The lanes of `winks-models` are threads of an explorer, and it decides who goes next.
//! Here the threads are real, so the order of two rows means something only where the run forces
//! it: by the protocol (who is woken runs after its waker has let go of the bed), or by what the
//! recorded closures wait for.
//! A script that leaves two lanes free to race must not record them; that is what
//! [`Recording::end`] is for, and [`Hold`].

use std::cell::RefCell;
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::time::{Duration, Instant};

use crate::table::LaneTable;
use winks_pool::ThreadPool;
use winks_pool::trace::{self, Event, SleepEvent};
use winks_sleep::{Counts, Jec};

/// Longer than any sound wait, even on a machine that does a lot beside.
const TOO_LONG: Duration = Duration::from_secs(20);

/// Records one pool.
#[derive(Debug)]
pub struct Recorder {
    seen: Mutex<Seen>,
    hold: Option<Hold>,
}

/// Holds a worker back at an event, from before it is recorded until the recording ends.
#[derive(Clone, Copy, Debug)]
pub struct Hold {
    /// The worker.
    pub worker: usize,
    /// The event.
    pub at: Event,
}

/// What has happened so far.
#[derive(Debug)]
struct Seen {
    is_on: bool,
    /// The last event of each worker, recorded or not.
    last: Vec<Option<Event>>,
    counts: Counts,
    latch: &'static str,
    first: Option<Row>,
    rows: Vec<Row>,
}

/// A step: whose it was, what was done, and the state after it.
#[derive(Clone, Debug)]
pub struct Row {
    /// The worker.
    pub worker: usize,
    /// What it did.
    pub action: String,
    /// The event, unless the row is a remark of a closure.
    pub event: Option<Event>,
    /// The state of the latch of the recorded join.
    pub latch: &'static str,
    /// The packed word.
    pub counts: Counts,
}

thread_local! {
    /// The recorder of the pool that the thread belongs to, and its index there.
    static LANE: RefCell<Option<(usize, Arc<Recorder>)>> = const { RefCell::new(None) };
}

/// Gives an event to the recorder of the thread, if it has one: other pools may run beside it.
// ANCHOR: sink
fn sink(event: &Event) {
    let lane = LANE.with_borrow(Clone::clone);
    if let Some((worker, recorder)) = lane {
        recorder.event(worker, event);
    }
}
// ANCHOR_END: sink

impl Recorder {
    /// A pool of so many threads, and the recorder of what they do.
    ///
    /// # Panics
    ///
    /// If the pool cannot be built, or if somebody else listens to the pools of this process.
    pub fn pool(threads: usize, hold: Option<Hold>) -> (ThreadPool, Arc<Recorder>) {
        static LISTENING: Once = Once::new();
        LISTENING.call_once(|| trace::set(sink).expect("a process has one sink, and this is it"));
        let seen = Seen {
            is_on: false,
            last: vec![None; threads],
            counts: Counts { sleeping: 0, inactive: 0, jec: Jec::new(0) },
            latch: "–",
            first: None,
            rows: Vec::new(),
        };
        let recorder = Arc::new(Recorder { seen: Mutex::new(seen), hold });
        let to_workers = Arc::clone(&recorder);
        let pool = winks_pool::ThreadPoolBuilder::new()
            .num_threads(threads)
            .start_handler(move |worker| LANE.set(Some((worker, Arc::clone(&to_workers)))))
            .build()
            .expect("a small pool can be built");
        (pool, recorder)
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn event(&self, worker: usize, event: &Event) {
        if self.hold.is_some_and(|hold| hold.worker == worker && hold.at == *event) {
            self.wait("the end of the recording", |seen| !seen.is_on);
        }
        let mut seen = self.seen();
        seen.last[worker] = Some(*event);
        if let Event::Sleep(SleepEvent::Yields { .. }) = event
            && let Some(row) = seen.rows.last_mut()
            && row.worker == worker
            && let Some(Event::Sleep(SleepEvent::Yields { round: first })) = row.event
        {
            row.action = text(event, Some(first));
            return;
        }
        match *event {
            // It is no longer blocked, though it may take a while before it says so itself.
            Event::Sleep(SleepEvent::WakesWorker { target }) => seen.last[target] = None,
            Event::Pushes { .. } if seen.is_on => seen.latch = "UNSET",
            // Worker 1 has a latch of its own, which ends its main loop.
            Event::Sleep(SleepEvent::LatchMoves { to, .. }) if seen.is_on && worker == 0 => {
                seen.latch = to.name();
            }
            Event::Sleep(SleepEvent::LatchSet { .. }) if seen.is_on => seen.latch = "SET",
            Event::Sleep(event) => seen.counts = event.counts().unwrap_or(seen.counts),
            _ => {}
        }
        let mut action = text(event, None);
        if worker > 0 && matches!(event, Event::Sleep(SleepEvent::LatchMoves { .. })) {
            action = format!("its own {action}");
        }
        seen.add(worker, action, Some(*event));
    }

    /// Spins until worker `worker` is blocked: its last step was to block.
    ///
    /// The count of sleepers would say so two steps too early.
    pub fn wait_until_blocked(&self, worker: usize) {
        self.wait("a worker to block", |seen| {
            seen.last[worker] == Some(Event::Sleep(SleepEvent::Blocks))
        });
    }

    fn wait(&self, what: &str, until: impl Fn(&Seen) -> bool) {
        wait(what, || until(&self.seen()));
    }

    /// Records from now on. The recording ends when what is returned is dropped.
    pub fn begin(&self, doing: &[&str]) -> Recording<'_> {
        let mut seen = self.seen();
        seen.is_on = true;
        let (latch, counts) = (seen.latch, seen.counts);
        let action = doing.join(" | ");
        seen.first = Some(Row { worker: 0, action, event: None, latch, counts });
        Recording(self)
    }

    /// The rows that were recorded.
    pub fn rows(&self) -> Vec<Row> {
        self.seen().rows.clone()
    }

    /// The recording as a lane table; what a step changed is bold.
    pub fn lane_table(&self) -> String {
        let seen = self.seen();
        let names: Vec<String> = (0..seen.last.len()).map(|n| format!("worker {n}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let first = seen.first.as_ref().expect("something was recorded");
        let columns = ["latch of B", "sleeping / inactive / JEC"];
        let mut table = LaneTable::new(&names, &columns, &first.state());
        table.row("…", [first.action.as_str()], &first.state());
        for (n, row) in seen.rows.iter().enumerate() {
            let lane = |worker| if worker == row.worker { row.action.as_str() } else { "" };
            table.row(&(n + 1).to_string(), (0..names.len()).map(lane), &row.state());
        }
        table.into_markdown()
    }
}

impl Row {
    /// The two columns of state.
    fn state(&self) -> [String; 2] {
        let Counts { sleeping, inactive, jec } = self.counts;
        [self.latch.to_owned(), format!("{sleeping} / {inactive} / {jec}")]
    }
}

impl Seen {
    fn add(&mut self, worker: usize, action: String, event: Option<Event>) {
        if self.is_on {
            let (latch, counts) = (self.latch, self.counts);
            self.rows.push(Row { worker, action, event, latch, counts });
        }
    }
}

/// A recording that goes on; dropping it ends it, also if its script fails.
#[derive(Debug)]
pub struct Recording<'r>(&'r Recorder);

impl Recording<'_> {
    /// Ends the recording, after a last remark; the join's latch is gone by then.
    pub fn end(self, remark: &str) {
        self.0.seen().latch = "gone";
        note(remark);
    }
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        self.0.seen().is_on = false;
    }
}

/// Records a remark of a closure in the lane of the current thread.
pub fn note(action: &str) {
    LANE.with_borrow(|lane| {
        let (worker, recorder) = lane.as_ref().expect("a closure of a recorded pool makes remarks");
        recorder.seen().add(*worker, action.to_owned(), None);
    });
}

/// Spins until something holds, and fails if that takes longer than any sound run.
///
/// # Panics
///
/// If it takes too long.
pub fn wait(what: &str, until: impl Fn() -> bool) {
    let start = Instant::now();
    while !until() {
        assert!(start.elapsed() < TOO_LONG, "waited in vain for {what}");
        std::thread::yield_now();
    }
}

/// An event in the words of the lane tables; `first` is the first of several rounds.
fn text(event: &Event, first: Option<u32>) -> String {
    match (event, first) {
        (Event::Pushes { was_empty: true }, _) => "pushes B: its deque was empty".to_owned(),
        (Event::Pushes { .. }, _) => "pushes B: its deque was not empty".to_owned(),
        (Event::Steals { victim }, _) => format!("steals B from worker {victim}"),
        (Event::Begins, _) => "begins to run B".to_owned(),
        (Event::Ends, _) => "has run it".to_owned(),
        (Event::Sleep(SleepEvent::Yields { round }), Some(first)) => {
            format!("rounds {first} to {round} in vain: yields {} times", round - first + 1)
        }
        (Event::Sleep(event), _) => event.to_string(),
        (event, _) => format!("{event:?}"),
    }
}
