//! The global pool: who starts it, who does not, and that there is one. Each test in a process of
//! its own, since a process has but one.

use super::tools::{Log, child, outside, pool_of, run_child, tell, watched};
use std::thread;
use subject::ThreadPoolBuilder;

const TAKEN: &str = "The global thread pool has already been initialized.";

fn build_global(threads: usize) -> Result<(), String> {
    let builder = ThreadPoolBuilder::new().num_threads(threads);
    builder.build_global().map_err(|error| error.to_string())
}

#[test]
fn a_built_global_pool_is_what_the_free_functions_use() {
    let child = child!(|| {
        let named =
            ThreadPoolBuilder::new().num_threads(3).thread_name(|it| format!("global-{it}"));
        assert!(named.build_global().is_ok());
        let name = || thread::current().name().map(str::to_string).unwrap_or_default();
        assert_eq!(subject::current_num_threads(), 3);
        let (a, b) = subject::join(name, name);
        let c = subject::scope(|_| name());
        let d = subject::scope_fifo(|_| name());
        let (sender, receiver) = std::sync::mpsc::channel();
        let other = sender.clone();
        subject::spawn(move || sender.send(name()).unwrap());
        subject::spawn_fifo(move || other.send(name()).unwrap());
        let (e, f) = (receiver.recv().unwrap(), receiver.recv().unwrap());
        for name in [a, b, c, d, e, f] {
            assert!(name.starts_with("global-"), "{name}");
        }
        let log = Log::default();
        subject::in_place_scope(|s| s.spawn(|_| log.push(name())));
        subject::in_place_scope_fifo(|s| s.spawn_fifo(|_| log.push(name())));
        assert!(log.take().iter().all(|name| name.starts_with("global-")));
        assert_eq!(subject::broadcast(|_| name()), ["global-0", "global-1", "global-2"]);
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn a_second_build_of_the_global_pool_is_refused_and_changes_nothing() {
    let child = child!(|| {
        assert_eq!(build_global(3), Ok(()));
        assert_eq!(build_global(2), Err(TAKEN.to_string()));
        assert_eq!(subject::current_num_threads(), 3);
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn the_first_use_from_outside_starts_the_global_pool() {
    const USES: [(&str, fn()); 10] = [
        ("current_num_threads", || assert!(subject::current_num_threads() >= 1)),
        ("join", || assert_eq!(subject::join(|| 1, || 2), (1, 2))),
        ("scope", || subject::scope(|_| ())),
        ("scope_fifo", || subject::scope_fifo(|_| ())),
        ("in_place_scope", || subject::in_place_scope(|_| ())),
        ("in_place_scope_fifo", || subject::in_place_scope_fifo(|_| ())),
        ("spawn", || subject::spawn(|| ())),
        ("spawn_fifo", || subject::spawn_fifo(|| ())),
        ("broadcast", || assert!(!subject::broadcast(|_| ()).is_empty())),
        ("spawn_broadcast", || subject::spawn_broadcast(|_| ())),
    ];
    for (name, _) in USES {
        let child = child!(with[("USE", name)], || {
            let chosen = std::env::var("USE").unwrap();
            let (_, first_use) = USES.into_iter().find(|(name, _)| *name == chosen).unwrap();
            first_use();
            assert_eq!(build_global(2), Err(TAKEN.to_string()));
        });
        let Some(ended) = child else { return };
        ended.passed();
    }
}

#[test]
fn questions_and_other_pools_do_not_start_the_global_pool() {
    let child = child!(|| {
        assert_eq!(subject::current_thread_index(), None);
        assert_eq!(subject::current_thread_has_pending_tasks(), None);
        assert_eq!((subject::yield_now(), subject::yield_local()), (None, None));
        assert!(subject::max_num_threads() >= 255);
        let pool = pool_of(2);
        pool.install(|| {
            subject::join(|| (), || ());
            subject::scope(|s| s.spawn(|_| ()));
            subject::scope_fifo(|s| s.spawn_fifo(|_| ()));
            subject::in_place_scope(|s| s.spawn(|_| ()));
            subject::in_place_scope_fifo(|s| s.spawn_fifo(|_| ()));
            subject::broadcast(|_| ());
            subject::spawn(|| ());
            subject::spawn_fifo(|| ());
            subject::spawn_broadcast(|_| ());
            assert_eq!(subject::current_num_threads(), 2);
        });
        pool.in_place_scope(|s| s.spawn(|_| ()));
        pool.join(|| (), || ());
        pool.spawn(|| ());
        assert_eq!(pool.broadcast(|_| ()).len(), 2);
        assert_eq!(build_global(3), Ok(()));
        assert_eq!(subject::current_num_threads(), 3);
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn the_current_thread_may_be_part_of_the_global_pool() {
    let child = child!(|| {
        let builder = ThreadPoolBuilder::new().num_threads(2).use_current_thread();
        assert!(builder.build_global().is_ok());
        assert_eq!(subject::current_thread_index(), Some(0));
        let here = thread::current().id();
        assert_eq!(subject::scope(|_| thread::current().id()), here);
        assert_eq!(outside(|| subject::scope(|_| subject::current_thread_index())), Some(1));
        assert_eq!(subject::broadcast(|context| context.index()), [0, 1]);
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn a_refused_current_thread_leaves_the_first_pool_in_place() {
    let child = child!(|| {
        let builder = ThreadPoolBuilder::new().num_threads(2).use_current_thread();
        let _pool = builder.build().expect("a pool");
        let builder = ThreadPoolBuilder::new().num_threads(2).use_current_thread();
        let error = builder.build_global().expect_err("already in a pool");
        tell(error);
        assert_eq!(subject::current_num_threads(), 2);
    });
    let Some(ended) = child else { return };
    let expected = ["The current thread is already part of another thread pool."];
    assert_eq!(ended.passed().told(), expected);
}

#[test]
fn many_threads_may_race_for_the_first_use() {
    let child = child!(|| {
        let meeting = std::sync::Barrier::new(8);
        let sizes: Vec<_> = thread::scope(|threads| {
            let race = || {
                meeting.wait();
                subject::join(|| (), || ());
                subject::current_num_threads()
            };
            let racers: Vec<_> = (0..8).map(|_| threads.spawn(race)).collect();
            racers.into_iter().map(|racer| racer.join().unwrap()).collect()
        });
        assert!(sizes.iter().all(|size| *size == sizes[0]), "{sizes:?}");
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn a_spawn_handler_may_serve_the_global_pool() {
    let child = child!(|| {
        let mut spawned = 0;
        let result = ThreadPoolBuilder::new()
            .num_threads(2)
            .spawn_handler(|thread| {
                spawned += 1;
                thread::spawn(|| thread.run());
                Ok(())
            })
            .build_global();
        assert!(result.is_ok());
        assert_eq!((spawned, subject::current_num_threads()), (2, 2));
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn a_child_test_is_really_run_and_really_can_fail() {
    let child = child!(|| panic!("as the parent expects"));
    let Some(ended) = child else { return };
    assert_eq!(ended.status.code(), Some(super::tools::FAILS));
    assert!(ended.stderr.contains("as the parent expects"), "{}", ended.stderr);
    let nobody = || run_child("tests::nobody::here", &[("A", "b")], || ());
    let error = super::tools::payload_of::<String, _>(|| watched(move || drop(nobody())));
    assert_eq!(error, "no test is called nobody");
}
