//! Two real threads, the real condition variable: nobody is lost, whatever the machine does.
//!
//! The orders are the models' part; this only shows that the protocol runs outside of them.
//! A hang is a verdict of the watchdog, not of whoever started the test.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use winks_sleep::{CoreLatch, Sleep};

const JOBS: usize = 2_000;

/// Far longer than the test takes on any machine, far shorter than a build server's patience.
const WATCHDOG: Duration = Duration::from_secs(60);

#[derive(Default)]
struct Shared {
    queue: Mutex<VecDeque<usize>>,
    done: CoreLatch,
    /// How often the worker was told that it had been blocked.
    slept: AtomicUsize,
}

/// One worker's whole life: work and sleep until the latch is set.
fn work(sleep: &Sleep, shared: &Shared, ran: &mpsc::Sender<usize>) {
    while !shared.done.probe() {
        let mut idle = sleep.start_looking(0);
        loop {
            if shared.done.probe() {
                return sleep.work_found(idle);
            }
            if let Some(job) = shared.queue.lock().unwrap().pop_front() {
                sleep.work_found(idle);
                ran.send(job).unwrap();
                break;
            }
            let injected = || !shared.queue.lock().unwrap().is_empty();
            if sleep.no_work_found(&mut idle, &shared.done, injected) {
                shared.slept.fetch_add(1, Ordering::Relaxed);
            }
        }
    }
}

/// A pool of one worker, and what it reports.
struct Pool {
    sleep: Arc<Sleep>,
    shared: Arc<Shared>,
    results: mpsc::Receiver<usize>,
    leaves: mpsc::Receiver<()>,
}

impl Pool {
    fn start() -> Pool {
        let sleep: Arc<Sleep> = Arc::new(Sleep::new(1));
        let shared = Arc::new(Shared::default());
        let (ran, results) = mpsc::channel();
        let (left, leaves) = mpsc::channel();
        std::thread::spawn({
            let (sleep, shared) = (sleep.clone(), shared.clone());
            move || {
                work(&sleep, &shared, &ran);
                left.send(()).unwrap();
            }
        });
        Pool { sleep, shared, results, leaves }
    }
}

#[test]
fn every_job_is_run_and_the_worker_leaves() {
    let Pool { sleep, shared, results, leaves } = Pool::start();

    // Each job waits for the one before, so the worker runs dry, and often falls asleep, between.
    for job in 0..JOBS {
        let was_empty = {
            let mut queue = shared.queue.lock().unwrap();
            queue.push_back(job);
            queue.len() == 1
        };
        sleep.new_injected_jobs(1, was_empty);
        assert_eq!(results.recv_timeout(WATCHDOG), Ok(job), "job {job} was left lying");
    }
    if shared.done.set() {
        assert!(sleep.wake_specific_thread(0), "who sleeps on a latch can be woken");
    }
    leaves.recv_timeout(WATCHDOG).expect("the worker sleeps beside a latch that is set");

    let counts = sleep.counts();
    assert_eq!((counts.sleeping, counts.inactive), (0, 0));
}

/// A worker that nobody wants is asleep after finitely many searches, and wakes for its latch.
#[test]
fn a_worker_without_work_falls_asleep_and_wakes_for_its_latch() {
    let Pool { sleep, shared, leaves, results: _results } = Pool::start();
    let patience = std::time::Instant::now() + WATCHDOG;
    while !sleep.is_blocked(0) {
        assert!(std::time::Instant::now() < patience, "the worker never falls asleep");
        std::thread::yield_now();
    }
    assert_eq!((sleep.counts().sleeping, sleep.counts().inactive), (1, 1));
    if shared.done.set() {
        sleep.wake_specific_thread(0);
    }
    leaves.recv_timeout(WATCHDOG).expect("the worker sleeps beside a latch that is set");
    assert!(!sleep.is_blocked(0));
    assert!(shared.slept.load(Ordering::Relaxed) >= 1, "it was blocked, and was not told so");
}
