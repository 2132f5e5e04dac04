//! `spawn`, `spawn_fifo`: where the job runs, and what becomes of its panic.

use super::tools::{Gate, Log, Tally, pool_of, shrunk, unwind, watched};
use std::any::Any;
use std::sync::mpsc;
use std::thread;
use subject::{ThreadPool, ThreadPoolBuilder};

/// A pool whose panic handler keeps the payloads that are texts, with the thread's index.
fn recording_pool(threads: usize) -> (ThreadPool, Log<(&'static str, Option<usize>)>, Tally) {
    let (log, caught) = (Log::default(), Tally::default());
    let (writes, counts) = (log.clone(), caught.clone());
    let handler = move |payload: Box<dyn Any + Send>| {
        writes.push((*payload.downcast().expect("a text"), subject::current_thread_index()));
        counts.add();
    };
    let builder = ThreadPoolBuilder::new().num_threads(threads).panic_handler(handler);
    (builder.build().expect("a pool"), log, caught)
}

#[test]
fn a_spawn_from_outside_runs_on_the_global_pool() {
    watched(|| {
        let (sender, receiver) = mpsc::channel();
        let other = sender.clone();
        subject::spawn(move || sender.send(subject::current_thread_index()).unwrap());
        subject::spawn_fifo(move || other.send(subject::current_thread_index()).unwrap());
        assert!(receiver.recv().unwrap().is_some());
        assert!(receiver.recv().unwrap().is_some());
    });
}

#[test]
fn a_spawn_on_a_worker_runs_in_that_workers_pool() {
    watched(|| {
        let (pool, other) = (pool_of(3), pool_of(2));
        let (sender, receiver) = mpsc::channel();
        let send = || {
            let sender = sender.clone();
            move || sender.send(subject::current_num_threads()).unwrap()
        };
        pool.install(|| subject::spawn(send()));
        assert_eq!(receiver.recv(), Ok(3));
        pool.install(|| subject::spawn_fifo(send()));
        assert_eq!(receiver.recv(), Ok(3));
        pool.install(|| other.spawn(send()));
        assert_eq!(receiver.recv(), Ok(2));
        pool.install(|| other.spawn_fifo(send()));
        assert_eq!(receiver.recv(), Ok(2));
        other.spawn(send());
        assert_eq!(receiver.recv(), Ok(2));
        other.spawn_fifo(send());
        assert_eq!(receiver.recv(), Ok(2));
    });
}

#[test]
fn a_spawn_returns_before_its_job_runs() {
    watched(|| {
        let pool = pool_of(1);
        let (go, ran) = (Gate::default(), Gate::default());
        let (waits, opens) = (go.clone(), ran.clone());
        pool.spawn(move || {
            waits.pass();
            opens.open();
        });
        assert!(!ran.is_open());
        go.open();
        ran.pass();
    });
}

#[test]
fn many_spawns_all_run_exactly_once() {
    watched(|| {
        const JOBS: usize = shrunk(3_000);
        let pool = pool_of(4);
        let (runs, done) = (Log::default(), Tally::default());
        for number in 0..JOBS {
            let (runs, done) = (runs.clone(), done.clone());
            let job = move || {
                runs.push(number);
                done.add();
            };
            match number % 3 {
                0 => pool.spawn(job),
                1 => pool.spawn_fifo(job),
                _ => pool.install(|| subject::spawn(job)),
            }
        }
        done.wait_for(JOBS);
        assert_eq!(runs.sorted(), (0..JOBS).collect::<Vec<_>>());
    });
}

#[test]
fn the_panic_handler_gets_the_payload_on_the_worker() {
    watched(|| {
        let (pool, log, caught) = recording_pool(1);
        pool.spawn(|| unwind("spawned"));
        pool.spawn_fifo(|| unwind("spawned fifo"));
        caught.wait_for(2);
        assert_eq!(log.take(), [("spawned", Some(0)), ("spawned fifo", Some(0))]);
        pool.install(|| {
            subject::spawn(|| unwind("inner"));
            subject::spawn_fifo(|| unwind("inner fifo"));
        });
        caught.wait_for(4);
        assert_eq!(log.take(), [("inner fifo", Some(0)), ("inner", Some(0))]);
    });
}

#[test]
fn the_panic_handler_gets_every_panic_of_a_spawned_broadcast() {
    watched(|| {
        let (pool, log, caught) = recording_pool(3);
        pool.spawn_broadcast(|_| unwind("everywhere"));
        caught.wait_for(3);
        let expected = [0, 1, 2].map(|index| ("everywhere", Some(index)));
        assert_eq!(log.sorted(), expected);
    });
}

#[test]
fn a_pool_works_on_after_a_handled_panic() {
    watched(|| {
        let (pool, _, caught) = recording_pool(1);
        let worker = pool.install(|| thread::current().id());
        (0..50).for_each(|_| pool.spawn(|| unwind("again")));
        caught.wait_for(50);
        assert_eq!(pool.install(|| thread::current().id()), worker);
    });
}

#[test]
fn the_panic_handler_is_not_asked_about_panics_that_somebody_waits_for() {
    watched(|| {
        let (pool, log, _) = recording_pool(2);
        let thrown = [
            super::tools::payload_of::<&str, ()>(|| pool.install(|| unwind("install"))),
            super::tools::payload_of::<&str, _>(|| pool.join(|| unwind("join"), || ())),
            super::tools::payload_of::<&str, _>(|| pool.scope(|s| s.spawn(|_| unwind("scope")))),
            super::tools::payload_of::<&str, Vec<()>>(|| pool.broadcast(|_| unwind("broadcast"))),
        ];
        assert_eq!(thrown, ["install", "join", "scope", "broadcast"]);
        assert_eq!(log.len(), 0);
    });
}
