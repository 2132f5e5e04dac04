//! `use_current_thread`: the building thread is worker 0 and works when it waits or yields.
//!
//! A thread never leaves such a pool, so each test makes a thread of its own (`watched` does).

use super::tools::{Gate, Log, outside, pool_of, watched};
use std::thread;
use subject::Yield::{Executed, Idle};
use subject::{ThreadPool, ThreadPoolBuilder, current_thread_index, yield_now};

fn pool_with_us(threads: usize) -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(threads).use_current_thread();
    builder.build().expect("a pool with this thread")
}

#[test]
fn the_caller_is_worker_zero() {
    watched(|| {
        assert_eq!(current_thread_index(), None);
        let pool = pool_with_us(3);
        assert_eq!(current_thread_index(), Some(0));
        assert_eq!(pool.current_thread_index(), Some(0));
        assert_eq!((pool.current_num_threads(), subject::current_num_threads()), (3, 3));
    });
}

#[test]
fn install_join_and_scope_run_here() {
    watched(|| {
        let pool = pool_with_us(2);
        let here = thread::current().id();
        assert_eq!(pool.install(|| thread::current().id()), here);
        assert_eq!(pool.scope(|_| thread::current().id()), here);
        assert_eq!(subject::join(|| thread::current().id(), || ()).0, here);
        let index = outside(|| pool.install(current_thread_index));
        assert_eq!(index, Some(1), "while this thread blocks, only the other one works");
    });
}

#[test]
fn a_pool_of_the_current_thread_alone_starts_no_thread() {
    watched(|| {
        let pool = ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .spawn_handler(|_| panic!("no thread is to be started"))
            .build()
            .expect("a pool");
        let order = Log::default();
        pool.scope(|s| {
            s.spawn(|_| order.push(2));
            order.push(1);
        });
        pool.join(|| order.push(3), || order.push(4));
        assert_eq!(pool.broadcast(|context| context.index()), [0]);
        assert_eq!(order.take(), [1, 2, 3, 4]);
    });
}

#[test]
fn it_runs_spawned_jobs_only_when_it_yields_or_waits() {
    watched(|| {
        let pool = pool_with_us(1);
        let ran = Log::default();
        let push = |what: &'static str| {
            let ran = ran.clone();
            move || ran.push(what)
        };
        pool.spawn(push("spawned here"));
        outside(|| pool.spawn(push("spawned outside")));
        assert_eq!(ran.len(), 0);
        assert_eq!(yield_now(), Some(Executed));
        assert_eq!(ran.take(), ["spawned here"]);
        assert_eq!(pool.yield_now(), Some(Executed));
        assert_eq!(ran.take(), ["spawned outside"]);
        assert_eq!(yield_now(), Some(Idle));
        pool.spawn(push("waited for nothing"));
        subject::scope(|s| s.spawn(|_| ()));
        assert_eq!(ran.len(), 0, "the scope's own job was newer, and then it had not to wait");
        yield_now();
    });
}

#[test]
fn it_serves_the_pool_while_it_waits() {
    watched(|| {
        let pool = pool_with_us(2);
        let here = thread::current().id();
        let helped = Gate::default();
        let helper = Log::default();
        let stolen = Gate::default();
        pool.join(
            || stolen.pass(),
            || {
                stolen.open();
                let (log, opens) = (helper.clone(), helped.clone());
                outside(|| {
                    pool.spawn(move || {
                        log.push(thread::current().id());
                        opens.open();
                    });
                });
                helped.pass();
            },
        );
        assert_eq!(helper.take(), [here]);
    });
}

#[test]
fn its_start_and_exit_handlers_are_not_called_but_its_name_is_asked_for() {
    watched(|| {
        let (started, named) = (Log::default(), Log::default());
        let (starts, names) = (started.clone(), named.clone());
        let pool = ThreadPoolBuilder::new()
            .num_threads(3)
            .use_current_thread()
            .start_handler(move |index| starts.push(index))
            .thread_name(move |index| {
                names.push(index);
                format!("with-us-{index}")
            })
            .build()
            .expect("a pool");
        pool.broadcast(|_| ());
        assert_eq!(started.sorted(), [1, 2]);
        assert_eq!(named.take(), [0, 1, 2]);
        let name = thread::current().name().map(str::to_string);
        assert_ne!(name.as_deref(), Some("with-us-0"), "a running thread keeps its name");
    });
}

#[test]
fn its_exit_handler_is_called_for_the_other_threads_only() {
    watched(|| {
        let (exited, ended) = (Log::default(), super::tools::Tally::default());
        let (log, counts) = (exited.clone(), ended.clone());
        let pool = ThreadPoolBuilder::new()
            .num_threads(3)
            .use_current_thread()
            .exit_handler(move |index| {
                log.push(index);
                counts.add();
            })
            .build()
            .expect("a pool");
        drop(pool);
        ended.wait_for(2);
        assert_eq!(exited.sorted(), [1, 2]);
    });
}

#[test]
fn its_spawn_handler_is_called_for_the_other_threads_only() {
    watched(|| {
        let mut spawned = Vec::new();
        let pool = ThreadPoolBuilder::new()
            .num_threads(3)
            .use_current_thread()
            .spawn_handler(|thread| {
                spawned.push(thread.index());
                thread::spawn(|| thread.run());
                Ok(())
            })
            .build()
            .expect("a pool");
        assert_eq!(pool.broadcast(|context| context.index()), [0, 1, 2]);
        assert_eq!(spawned, [1, 2]);
    });
}

#[test]
fn a_thread_of_a_pool_cannot_join_another_one() {
    let refused = "The current thread is already part of another thread pool.";
    watched(move || {
        let build = || ThreadPoolBuilder::new().num_threads(2).use_current_thread().build();
        let error = pool_of(1).install(|| build().map(drop).expect_err("a worker").to_string());
        assert_eq!(error, refused);
        let _pool = build().expect("the first");
        assert_eq!(build().map(drop).expect_err("a second").to_string(), refused);
        // It builds pools of other threads as before.
        assert_eq!(pool_of(2).install(subject::current_num_threads), 2);
    });
}

#[test]
fn its_scoped_pool_has_the_current_thread_too() {
    watched(|| {
        let wrapped = Log::default();
        let indices = ThreadPoolBuilder::new()
            .num_threads(3)
            .use_current_thread()
            .build_scoped(
                |thread| {
                    wrapped.push(thread.index());
                    thread.run();
                },
                |pool| (current_thread_index(), pool.broadcast(|context| context.index())),
            )
            .expect("a pool");
        assert_eq!(indices, (Some(0), vec![0, 1, 2]));
        assert_eq!(wrapped.sorted(), [1, 2]);
    });
}

#[test]
fn an_in_place_scope_waits_working_on_the_current_thread() {
    watched(|| {
        let pool = pool_with_us(1);
        let here = thread::current().id();
        let ran = Log::default();
        pool.in_place_scope(|s| s.spawn(|_| ran.push(thread::current().id())));
        subject::in_place_scope_fifo(|s| s.spawn_fifo(|_| ran.push(thread::current().id())));
        assert_eq!(ran.take(), [here, here]);
    });
}
