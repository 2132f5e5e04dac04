//! The rarer ways in which a pool begins and ends: half-way, from inside, from elsewhere, scoped.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use winks_pool::{ThreadPool, ThreadPoolBuilder};

/// Runs `test` on a thread of its own, which may so become part of pools.
fn fresh<R: Send>(test: impl FnOnce() -> R + Send) -> R {
    thread::scope(|s| s.spawn(test).join().unwrap())
}

fn here(n: usize) -> ThreadPoolBuilder {
    ThreadPoolBuilder::new().num_threads(n).use_current_thread()
}

fn pool_of(n: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(n).build().unwrap()
}

#[test]
fn a_failed_build_leaves_a_worker_in_its_pool() {
    let outer = pool_of(1);
    outer.install(|| {
        let failed = here(1).build().unwrap_err().to_string();
        assert_eq!(failed, "The current thread is already part of another thread pool.");
        assert_eq!(outer.current_thread_index(), Some(0));
    });
}

#[test]
fn dropping_a_shared_pool_leaves_its_jobs_to_the_others() {
    fresh(|| {
        let (tell, told) = mpsc::channel();
        let pool = here(2).build().unwrap();
        for number in 0..100 {
            let tell = tell.clone();
            pool.spawn(move || {
                tell.send((number, thread::current().id())).unwrap();
            });
        }
        drop((pool, tell));
        let me = thread::current().id();
        let ran: Vec<_> = told.iter().collect();
        assert_eq!(ran.len(), 100);
        assert!(ran.iter().all(|(_, thread)| *thread != me), "the drop waits for no job");
    });
}

#[test]
fn a_pool_that_another_thread_dropped_does_not_bind_this_one() {
    fresh(|| {
        let pool = here(1).build().unwrap();
        fresh(|| drop(pool));
        let again = here(1).build().expect("the other pool is over");
        assert_eq!(again.current_thread_index(), Some(0));
    });
    fresh(|| {
        let pool = here(1).build().unwrap();
        fresh(|| drop(pool));
        let (tell, told) = mpsc::channel();
        winks_pool::spawn(move || tell.send(()).unwrap());
        told.recv().expect("in the global pool");
    });
}

#[test]
fn a_worker_that_drops_its_own_pool_stays_in_it() {
    let pool = Arc::new(pool_of(1));
    let (tell, told) = mpsc::channel();
    let (go, gone) = mpsc::channel::<()>();
    let shared = Arc::clone(&pool);
    pool.spawn(move || {
        gone.recv().unwrap();
        drop(shared);
        tell.send(winks_pool::current_thread_index()).unwrap();
        let again = tell.clone();
        winks_pool::spawn(move || again.send(winks_pool::current_thread_index()).unwrap());
    });
    drop(pool);
    go.send(()).unwrap();
    assert_eq!(told.iter().collect::<Vec<_>>(), [Some(0), Some(0)]);
}

#[test]
fn a_shutdown_does_not_wait_for_a_thread_that_never_ran() {
    let builder = ThreadPoolBuilder::new().num_threads(1).spawn_handler(|_unrun| Ok(()));
    builder.build().unwrap().shutdown();
}

#[test]
fn a_scoped_pool_has_ended_when_its_call_returns() {
    let ended = AtomicUsize::new(0);
    let jobs = Arc::new(AtomicUsize::new(0));
    for current in [false, true] {
        fresh(|| {
            let mut builder = ThreadPoolBuilder::new().num_threads(3);
            if current {
                builder = builder.use_current_thread();
            }
            let count = Arc::clone(&jobs);
            let wrapper = |thread: winks_pool::ThreadBuilder| {
                thread.run();
                ended.fetch_add(1, Ordering::Relaxed);
            };
            let nested = move || {
                winks_pool::spawn_broadcast(move |_| _ = count.fetch_add(1, Ordering::Relaxed));
            };
            builder.build_scoped(wrapper, |pool| pool.spawn(nested)).unwrap();
        });
    }
    assert_eq!((ended.into_inner(), jobs.load(Ordering::Relaxed)), (5, 6));
}

#[test]
fn a_panic_in_a_scoped_pool_comes_out_after_its_threads_have_ended() {
    let ended = AtomicUsize::new(0);
    let wrapper = |thread: winks_pool::ThreadBuilder| {
        thread.run();
        ended.fetch_add(1, Ordering::Relaxed);
    };
    let call = || {
        let builder = ThreadPoolBuilder::new().num_threads(2);
        builder.build_scoped(wrapper, |_| panic!("in between"))
    };
    let result: Result<Result<(), _>, _> = catch_unwind(AssertUnwindSafe(call));
    assert_eq!(result.unwrap_err().downcast_ref(), Some(&"in between"));
    assert_eq!(ended.into_inner(), 2);
}
