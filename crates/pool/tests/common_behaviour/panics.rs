//! Where nobody can take a panic, the process aborts: each case in a process of its own.

use super::tools::{child, pool_of, unwind};
use std::sync::Barrier;
use subject::{ThreadPool, ThreadPoolBuilder};

/// Where a child process waits for its end: if the abort does not come, the watchdog does.
fn for_ever() {
    Barrier::new(2).wait();
}

/// The handler panics whatever it is told.
fn pool_with_a_panicking_handler() -> ThreadPool {
    let builder = ThreadPoolBuilder::new().num_threads(1).panic_handler(|_| panic!("the handler"));
    builder.build().expect("a pool")
}

#[test]
fn a_panic_in_a_spawn_aborts_without_a_handler() {
    let child = child!(|| {
        pool_of(1).spawn(|| panic!("nobody waits for this"));
        for_ever();
    });
    let Some(ended) = child else { return };
    let ended = ended.aborted();
    assert!(ended.stderr.contains("nobody waits for this"), "{}", ended.stderr);
}

#[test]
fn a_panic_in_a_fifo_spawn_aborts_without_a_handler() {
    let child = child!(|| {
        let pool = pool_of(1);
        pool.install(|| subject::spawn_fifo(|| panic!("nobody waits for this")));
        for_ever();
    });
    let Some(ended) = child else { return };
    assert!(ended.aborted().stderr.contains("nobody waits for this"));
}

#[test]
fn a_panic_in_a_spawned_broadcast_aborts_without_a_handler() {
    let child = child!(|| {
        pool_of(2).spawn_broadcast(|_| panic!("nobody waits for this"));
        for_ever();
    });
    let Some(ended) = child else { return };
    assert!(ended.aborted().stderr.contains("nobody waits for this"));
}

#[test]
fn a_panic_in_a_spawn_on_the_global_pool_aborts() {
    let child = child!(|| {
        subject::spawn(|| panic!("nobody waits for this"));
        for_ever();
    });
    let Some(ended) = child else { return };
    assert!(ended.aborted().stderr.contains("nobody waits for this"));
}

#[test]
fn a_panicking_panic_handler_aborts() {
    let child = child!(|| {
        pool_with_a_panicking_handler().spawn(|| unwind("handled"));
        for_ever();
    });
    let Some(ended) = child else { return };
    assert!(ended.aborted().stderr.contains("the handler"));
}

#[test]
fn a_panicking_start_handler_aborts_without_a_panic_handler() {
    let child = child!(|| {
        let builder = ThreadPoolBuilder::new().num_threads(1);
        let _pool = builder.start_handler(|_| panic!("at the start")).build().expect("a pool");
        for_ever();
    });
    let Some(ended) = child else { return };
    assert!(ended.aborted().stderr.contains("at the start"));
}

#[test]
fn a_panicking_exit_handler_aborts_without_a_panic_handler() {
    let child = child!(|| {
        let builder = ThreadPoolBuilder::new().num_threads(1);
        drop(builder.exit_handler(|_| panic!("at the end")).build().expect("a pool"));
        for_ever();
    });
    let Some(ended) = child else { return };
    assert!(ended.aborted().stderr.contains("at the end"));
}

#[test]
fn a_scopes_losing_payload_that_panics_when_dropped_aborts() {
    struct Bomb;
    impl Drop for Bomb {
        fn drop(&mut self) {
            panic!("a payload's destructor");
        }
    }
    let child = child!(|| {
        pool_of(1).scope(|s| {
            s.spawn(|_| unwind(Bomb));
            s.spawn(|_| unwind("the newest runs first and wins"));
        });
    });
    let Some(ended) = child else { return };
    assert!(ended.aborted().stderr.contains("a payload's destructor"));
}

#[test]
fn an_install_from_a_destructor_while_unwinding_is_no_abort() {
    let child = child!(|| {
        struct Installs(ThreadPool);
        impl Drop for Installs {
            fn drop(&mut self) {
                assert_eq!(self.0.install(|| 5), 5);
            }
        }
        let thrown = super::tools::payload_of::<&str, ()>(|| {
            let _installs = Installs(pool_of(1));
            unwind("caught")
        });
        assert_eq!(thrown, "caught");
    });
    let Some(ended) = child else { return };
    ended.passed();
}
