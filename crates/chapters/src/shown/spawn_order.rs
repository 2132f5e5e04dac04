//! Chapter 10: in which order four jobs begin, by who queued them and who takes them.

use std::fmt::Display;
use std::sync::{Barrier, mpsc};

use winks_pool::{ThreadPool, ThreadPoolBuilder};

type Job = Box<dyn FnOnce() + Send>;
type Verb = fn(&ThreadPool, Job);

const VERBS: [Verb; 2] = [|pool, job| pool.spawn(job), |pool, job| pool.spawn_fifo(job)];

fn pool(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
}

#[allow(deprecated, reason = "the order is what it changes")]
fn breadth_first() -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(1).breadth_first();
    builder.build().expect("threads can be started")
}

/// Queues jobs 1 to 4, each of which tells its number.
fn queue(pool: &ThreadPool, verb: Verb, tell: &mpsc::Sender<u32>) {
    for n in 1..=4 {
        let tell = tell.clone();
        verb(pool, Box::new(move || tell.send(n).expect("somebody listens")));
    }
}

fn list<T: Display>(told: impl IntoIterator<Item = T>) -> String {
    told.into_iter().map(|n| n.to_string()).collect::<Vec<_>>().join(" ")
}

/// The thread that queued them takes them all.
fn by_the_owner(pool: &ThreadPool, verb: Verb) -> String {
    let (tell, told) = mpsc::channel();
    pool.install(|| queue(pool, verb, &tell));
    drop(tell);
    list(told)
}

/// Worker 0 queues them and then blocks, so worker 1 steals them all.
fn by_a_thief(verb: Verb) -> String {
    let pool = pool(2);
    let (both_here, all_queued) = (Barrier::new(2), Barrier::new(2));
    let (tell, told) = mpsc::channel();
    let (list_of, lists) = mpsc::channel();
    let told = std::sync::Mutex::new(told);
    pool.broadcast(|context| {
        both_here.wait();
        if context.index() == 0 {
            queue(&pool, verb, &tell);
            all_queued.wait();
            let told = told.lock().expect("one thread locks it");
            list_of.send(list(told.iter().take(4))).expect("somebody listens");
        } else {
            all_queued.wait();
        }
    });
    lists.recv().expect("worker 0 has sent it")
}

/// They are queued from outside while the only worker is busy.
fn from_outside(verb: Verb) -> String {
    let pool = pool(1);
    let (begun, has_begun) = mpsc::channel();
    let (go, may_go) = mpsc::channel::<()>();
    pool.spawn(move || {
        begun.send(()).expect("somebody listens");
        may_go.recv().expect("somebody says so");
    });
    has_begun.recv().expect("the job begins");
    let (tell, told) = mpsc::channel();
    queue(&pool, verb, &tell);
    drop(tell);
    go.send(()).expect("the job waits");
    list(told)
}

/// Two kinds in turn, on one thread.
fn mixed() -> String {
    let pool = pool(1);
    let (tell, told) = mpsc::channel();
    pool.install(|| {
        for (n, name) in ["a", "B", "c", "D"].into_iter().enumerate() {
            let tell = tell.clone();
            VERBS[n % 2](&pool, Box::new(move || tell.send(name).expect("somebody listens")));
        }
    });
    drop(tell);
    list(told)
}

/// Who takes the jobs, and the order for `spawn` and for `spawn_fifo`.
pub(super) fn table() -> String {
    let mut text = format!("{:<46}{:<10}spawn_fifo\n", "jobs 1 2 3 4, taken by …", "spawn");
    let mut row = |who: &str, orders: [String; 2]| {
        text.push_str(&format!("{who:<46}{:<10}{}\n", orders[0], orders[1]));
    };
    row("the worker that queued them", VERBS.map(|verb| by_the_owner(&pool(1), verb)));
    row("a thief, while that worker is busy", VERBS.map(by_a_thief));
    row("a worker, queued from outside", VERBS.map(from_outside));
    row(
        "the worker, in a pool that is breadth-first",
        VERBS.map(|verb| by_the_owner(&breadth_first(), verb)),
    );
    text.push_str(&format!("\nspawn a, spawn_fifo B, spawn c, spawn_fifo D: {}\n", mixed()));
    text
}
