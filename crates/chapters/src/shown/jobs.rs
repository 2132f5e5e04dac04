//! Chapter 8: in which order jobs leave the queues, and which queue is asked first.

use std::sync::mpsc;

use winks_pool::{Scope, ScopeFifo, ThreadPool, ThreadPoolBuilder};

const JOBS: [u32; 4] = [1, 2, 3, 4];

/// Four jobs pushed in one order, and the order in which each taker gets them.
pub(super) fn orders() -> String {
    let mut text = format!("{:<40}{}\n", "pushed in this order:", spaced(&JOBS));
    let mut row = |taker: &str, got: Vec<u32>| {
        text.push_str(&format!("{taker:<40}{}\n", spaced(&got)));
    };
    row("the owner, from the bottom", by_owner(false));
    row("a thief, from the top", by_thief());
    row("the owner, in a breadth-first pool", by_owner(true));
    row("any worker, from the injector", by_injector());
    row("the owner, with tokens (spawn_fifo)", by_tokens());
    text
}

/// Four jobs in four kinds of queue, and the order in which one worker finds them.
pub(super) fn places() -> String {
    let pool = pool(2, false);
    let (found, order) = mpsc::channel();
    let peer = Held::hold(&pool);
    // Both workers are busy from here on: one is held, the other runs this closure.
    pool.in_place_scope(|s| {
        s.spawn(|s| {
            let here = winks_pool::current_thread_index();
            let report = |place: &'static str| {
                let found = found.clone();
                move || {
                    if winks_pool::current_thread_index() == here {
                        found.send(place).expect("the list outlives the jobs");
                    }
                }
            };
            // From the place that is asked last to the one that is asked first.
            inject(s, report("the injector"));
            peer.push_and_stay(report("another worker's deque, by stealing"));
            let broadcast = report("its broadcast queue");
            s.spawn_broadcast(move |_, _| broadcast());
            let local = report("its own deque");
            s.spawn(move |_| local());
            for _ in 0..4 {
                winks_pool::yield_now();
            }
            peer.release();
        });
    });
    drop(found);
    let places: Vec<&str> = order.iter().collect();
    let mut text = String::from("a worker with a job in every kind of queue takes them from:\n");
    for (n, place) in places.iter().enumerate() {
        text.push_str(&format!("{}  {place}\n", n + 1));
    }
    text
}

fn pool(threads: usize, breadth_first: bool) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    #[allow(deprecated, reason = "it is what is shown")]
    let builder = if breadth_first { builder.breadth_first() } else { builder };
    builder.build().expect("a few threads can be started")
}

fn spaced(jobs: &[u32]) -> String {
    jobs.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// Pushed by the only worker, taken by the only worker.
fn by_owner(breadth_first: bool) -> Vec<u32> {
    let (ran, order) = mpsc::channel();
    pool(1, breadth_first).scope(|s: &Scope<'_>| {
        for job in JOBS {
            let ran = ran.clone();
            s.spawn(move |_| ran.send(job).expect("the list outlives the jobs"));
        }
    });
    drop(ran);
    order.iter().collect()
}

fn by_tokens() -> Vec<u32> {
    let (ran, order) = mpsc::channel();
    pool(1, false).scope_fifo(|s: &ScopeFifo<'_>| {
        for job in JOBS {
            let ran = ran.clone();
            s.spawn_fifo(move |_| ran.send(job).expect("the list outlives the jobs"));
        }
    });
    drop(ran);
    order.iter().collect()
}

/// Pushed by one worker that then does nothing; taken by the other.
fn by_thief() -> Vec<u32> {
    let pool = pool(2, false);
    let (ran, order) = mpsc::channel();
    let thief = Held::hold(&pool);
    pool.install(move || {
        for job in JOBS {
            let ran = ran.clone();
            winks_pool::spawn(move || ran.send(job).expect("the list outlives the jobs"));
        }
        thief.release();
        // Blocked, and not waiting in the pool: the owner itself takes none.
        JOBS.iter().map(|_| order.recv().expect("all of them run")).collect()
    })
}

/// Injected while the only worker is busy.
fn by_injector() -> Vec<u32> {
    let pool = pool(1, false);
    let (ran, order) = mpsc::channel();
    let worker = Held::hold(&pool);
    for job in JOBS {
        let ran = ran.clone();
        pool.spawn(move || ran.send(job).expect("the list outlives the jobs"));
    }
    worker.release();
    drop(ran);
    order.iter().collect()
}

/// Spawns from a thread of no pool, which can only inject.
fn inject<'scope>(s: &Scope<'scope>, job: impl FnOnce() + Send + 'scope) {
    std::thread::scope(|threads| {
        threads.spawn(|| s.spawn(move |_| job()));
    });
}

type Order = Box<dyn FnOnce() + Send>;

/// A worker that does what it is told, and otherwise stands still.
struct Held {
    orders: mpsc::Sender<Order>,
    done: mpsc::Receiver<()>,
}

impl Held {
    /// Holds one worker of the pool: any one that is free.
    fn hold(pool: &ThreadPool) -> Held {
        let (orders, inbox) = mpsc::channel::<Order>();
        let (report, done) = mpsc::channel();
        pool.spawn(move || {
            report.send(()).expect("somebody waits");
            for order in inbox {
                order();
                report.send(()).expect("somebody waits");
            }
        });
        done.recv().expect("the job runs");
        Held { orders, done }
    }

    /// Makes it push a job on its own deque.
    fn push_and_stay(&self, job: impl FnOnce() + Send + 'static) {
        self.orders.send(Box::new(|| winks_pool::spawn(job))).expect("it is held");
        self.done.recv().expect("it obeys");
    }

    fn release(self) {}
}
