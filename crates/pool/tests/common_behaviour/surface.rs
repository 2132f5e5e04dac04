//! Every item of the public surface exists, with its signature and its `Debug` text.
//!
//! Most of this is checked by the compiler; what runs shows that the item also works.

#![allow(clippy::type_complexity, reason = "the signatures are what is tested")]

use super::tools::{child, outside, pool_of, tell, watched};
use std::any::Any;
use std::error::Error;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use subject::{
    BroadcastContext, Configuration, FnContext, Scope, ScopeFifo, ThreadBuilder, ThreadPool,
    ThreadPoolBuildError, ThreadPoolBuilder, Yield,
};

#[test]
fn the_seventeen_functions_have_their_signatures() {
    let _: fn(fn() -> u8, fn() -> u16) -> (u8, u16) = subject::join;
    let _: fn(fn(FnContext) -> u8, fn(FnContext) -> u16) -> (u8, u16) = subject::join_context;
    let _: fn(fn(&Scope<'static>) -> u8) -> u8 = subject::scope;
    let _: fn(fn(&ScopeFifo<'static>) -> u8) -> u8 = subject::scope_fifo;
    let _: fn(fn(&Scope<'static>) -> u8) -> u8 = subject::in_place_scope;
    let _: fn(fn(&ScopeFifo<'static>) -> u8) -> u8 = subject::in_place_scope_fifo;
    let _: fn(fn()) = subject::spawn;
    let _: fn(fn()) = subject::spawn_fifo;
    let _: fn(fn(BroadcastContext<'_>) -> u8) -> Vec<u8> = subject::broadcast;
    let _: fn(fn(BroadcastContext<'_>)) = subject::spawn_broadcast;
    let _: fn() -> Option<Yield> = subject::yield_now;
    let _: fn() -> Option<Yield> = subject::yield_local;
    let _: fn() -> usize = subject::current_num_threads;
    let _: fn() -> Option<usize> = subject::current_thread_index;
    let _: fn() -> Option<bool> = subject::current_thread_has_pending_tasks;
    let _: fn() -> usize = subject::max_num_threads;
    let _: fn(Configuration) -> Result<(), Box<dyn Error>> = subject::initialize;
}

#[test]
fn the_methods_of_a_pool_have_their_signatures() {
    type Pool = ThreadPool;
    let _: fn(Configuration) -> Result<Pool, Box<dyn Error>> = Pool::new;
    let _: fn(&Pool, fn() -> u8) -> u8 = Pool::install;
    let _: fn(&Pool, fn() -> u8, fn() -> u16) -> (u8, u16) = Pool::join;
    let _: fn(&Pool, fn(&Scope<'static>) -> u8) -> u8 = Pool::scope;
    let _: fn(&Pool, fn(&ScopeFifo<'static>) -> u8) -> u8 = Pool::scope_fifo;
    let _: fn(&Pool, fn(&Scope<'static>) -> u8) -> u8 = Pool::in_place_scope;
    let _: fn(&Pool, fn(&ScopeFifo<'static>) -> u8) -> u8 = Pool::in_place_scope_fifo;
    let _: fn(&Pool, fn()) = Pool::spawn;
    let _: fn(&Pool, fn()) = Pool::spawn_fifo;
    let _: fn(&Pool, fn(BroadcastContext<'_>) -> u8) -> Vec<u8> = Pool::broadcast;
    let _: fn(&Pool, fn(BroadcastContext<'_>)) = Pool::spawn_broadcast;
    let _: fn(&Pool) -> usize = Pool::current_num_threads;
    let _: fn(&Pool) -> Option<usize> = Pool::current_thread_index;
    let _: fn(&Pool) -> Option<bool> = Pool::current_thread_has_pending_tasks;
    let _: fn(&Pool) -> Option<Yield> = Pool::yield_now;
    let _: fn(&Pool) -> Option<Yield> = Pool::yield_local;
}

#[test]
fn the_methods_of_scopes_and_contexts_have_their_signatures() {
    let _: fn(&Scope<'static>, fn(&Scope<'static>)) = Scope::spawn;
    let _: fn(&Scope<'static>, fn(&Scope<'static>, BroadcastContext<'_>)) = Scope::spawn_broadcast;
    let _: fn(&ScopeFifo<'static>, fn(&ScopeFifo<'static>)) = ScopeFifo::spawn_fifo;
    let _: fn(&ScopeFifo<'static>, fn(&ScopeFifo<'static>, BroadcastContext<'_>)) =
        ScopeFifo::spawn_broadcast;
    let _: fn(&BroadcastContext<'static>) -> usize = BroadcastContext::index;
    let _: fn(&BroadcastContext<'static>) -> usize = BroadcastContext::num_threads;
    let _: fn(&FnContext) -> bool = FnContext::migrated;
    let _: fn(&ThreadBuilder) -> usize = ThreadBuilder::index;
    let _: fn(&ThreadBuilder) -> Option<&str> = ThreadBuilder::name;
    let _: fn(&ThreadBuilder) -> Option<usize> = ThreadBuilder::stack_size;
    let _: fn(ThreadBuilder) = ThreadBuilder::run;
}

#[test]
fn a_builder_takes_every_option_and_builds() {
    let started = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&started);
    let pool: Result<ThreadPool, ThreadPoolBuildError> = ThreadPoolBuilder::new()
        .num_threads(2)
        .thread_name(|index| format!("all-options-{index}"))
        .stack_size(1 << 20)
        .panic_handler(|_payload: Box<dyn Any + Send>| {})
        .start_handler(move |_index: usize| {
            count.fetch_add(1, Ordering::Relaxed);
        })
        .exit_handler(|_index: usize| {})
        .breadth_first()
        .spawn_handler(|thread: ThreadBuilder| -> io::Result<()> {
            std::thread::spawn(|| thread.run());
            Ok(())
        })
        .build();
    let pool = pool.expect("a pool");
    watched(move || assert_eq!(pool.broadcast(|context| context.index()), [0, 1]));
    assert_eq!(started.load(Ordering::Relaxed), 2);
}

#[test]
fn the_deprecated_configuration_builds_a_pool() {
    let text = format!("{:?}", Configuration::new().num_threads(3));
    assert!(text.contains("num_threads: 3"), "{text}");
    let pool = Configuration::default()
        .num_threads(2)
        .thread_name(|index| format!("configured-{index}"))
        .stack_size(1 << 20)
        .panic_handler(|_| {})
        .breadth_first()
        .start_handler(|_| {})
        .exit_handler(|_| {})
        .build()
        .expect("a pool");
    let names = pool.broadcast(|_| std::thread::current().name().map(str::to_string));
    assert_eq!(names, [Some("configured-0".to_string()), Some("configured-1".to_string())]);

    let one = ThreadPool::new(Configuration::new().num_threads(1)).expect("a pool");
    assert_eq!(one.current_num_threads(), 1);
}

#[test]
fn the_deprecated_initialize_sets_up_the_global_pool_once() {
    let child = child!(|| {
        assert!(subject::initialize(Configuration::new().num_threads(3)).is_ok());
        tell(subject::current_num_threads());
        let again = subject::initialize(Configuration::new().num_threads(2));
        tell(again.expect_err("the second"));
    });
    let Some(ended) = child else { return };
    let ended = ended.passed();
    assert_eq!(ended.told(), ["3", "The global thread pool has already been initialized."]);
}

#[test]
#[cfg(target_pointer_width = "64")]
fn at_most_65535_threads_on_64_bits() {
    assert_eq!(subject::max_num_threads(), 65_535);
}

#[test]
fn the_answers_of_a_yield_compare_and_copy() {
    let answer = Yield::Executed;
    let copy = answer;
    assert_eq!(answer, copy);
    assert_ne!(Yield::Executed, Yield::Idle);
    let texts = [Yield::Executed, Yield::Idle].map(|answer| format!("{answer:?}"));
    assert_eq!(texts, ["Executed", "Idle"]);
}

#[test]
fn debug_texts_tell_the_type_and_what_counts() {
    let pool = pool_of(2);
    let text = format!("{pool:?}");
    assert!(text.starts_with("ThreadPool { num_threads: 2, id: "), "{text}");

    let text =
        format!("{:?}", ThreadPoolBuilder::default().num_threads(7).thread_name(|_| "".into()));
    assert!(text.starts_with("ThreadPoolBuilder {"), "{text}");
    assert!(text.contains("num_threads: 7"), "{text}");

    let text = pool.install(|| subject::scope(|scope| format!("{scope:?}")));
    assert!(text.starts_with("Scope {"), "{text}");
    let text = pool.install(|| subject::scope_fifo(|scope| format!("{scope:?}")));
    assert!(text.starts_with("ScopeFifo {"), "{text}");

    let text = pool.broadcast(|context| format!("{context:?}")).remove(1);
    assert!(text.starts_with("BroadcastContext { index: 1, num_threads: 2"), "{text}");

    let (text, _) = pool.install(|| subject::join_context(|it| format!("{it:?}"), |_| ()));
    assert!(text.starts_with("FnContext {") && text.contains("migrated: false"), "{text}");
}

#[test]
fn a_thread_builder_tells_what_its_thread_is_to_be() {
    let mut seen = Vec::new();
    let pool = ThreadPoolBuilder::new()
        .num_threads(2)
        .thread_name(|index| format!("told-{index}"))
        .stack_size(1 << 20)
        .spawn_handler(|thread| {
            seen.push((thread.index(), thread.name().map(str::to_string), thread.stack_size()));
            let text = format!("{thread:?}");
            assert!(text.starts_with("ThreadBuilder {"), "{text}");
            assert!(text.contains(&format!("told-{}", thread.index())), "{text}");
            std::thread::spawn(|| thread.run());
            Ok(())
        })
        .build()
        .expect("a pool");
    drop(pool);
    let expected = [0, 1].map(|index| (index, Some(format!("told-{index}")), Some(1 << 20)));
    assert_eq!(seen, expected);
}

#[test]
fn unset_names_and_stacks_are_told_as_none() {
    let pool = ThreadPoolBuilder::new()
        .num_threads(1)
        .spawn_handler(|thread| {
            assert_eq!((thread.name(), thread.stack_size()), (None, None));
            std::thread::spawn(|| thread.run());
            Ok(())
        })
        .build()
        .expect("a pool");
    assert_eq!(pool.install(|| 5), 5);
}

#[test]
fn a_thread_builder_may_run_on_another_thread_than_the_builder_was_called_on() {
    let mut threads = Vec::new();
    let pool = ThreadPoolBuilder::new()
        .num_threads(2)
        .spawn_handler(|thread| {
            threads.push(thread);
            Ok(())
        })
        .build()
        .expect("a pool whose threads do not run yet");
    assert_eq!(pool.current_num_threads(), 2);
    std::thread::scope(|scope| {
        for thread in threads {
            scope.spawn(|| thread.run());
        }
        assert_eq!(outside(|| pool.install(|| 5)), 5);
        drop(pool);
    });
}
