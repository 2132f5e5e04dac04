//! What must type-check, what must not be `Send`, and which auto traits the types have.
//!
//! Bounds that are too narrow fail to compile here. That borrows end where they must is shown by
//! the compile-fail cases in `tests/borrow.rs`.

use super::tools::{pool_of, watched};
use std::cell::Cell;
use std::panic::{RefUnwindSafe, UnwindSafe};
use std::rc::Rc;
use std::sync::Mutex;
use subject::{
    BroadcastContext, Configuration, FnContext, Scope, ScopeFifo, ThreadBuilder, ThreadPool,
    ThreadPoolBuildError, ThreadPoolBuilder, Yield,
};

/// The type has the trait, or this does not compile.
macro_rules! has {
    ($type:ty: $($bound:path),+) => {
        $(const _: fn() = || {
            fn it<T: ?Sized + $bound>() {}
            it::<$type>();
        };)+
    };
}

/// The type lacks the trait, or this does not compile: with it, two implementations would fit.
macro_rules! lacks {
    ($type:ty: $($bound:path),+) => {
        $(const _: fn() = || {
            trait Fits<Which> {
                fn it() {}
            }
            struct Marked;
            impl<T: ?Sized> Fits<()> for T {}
            impl<T: ?Sized + $bound> Fits<Marked> for T {}
            let _ = <$type as Fits<_>>::it;
        };)+
    };
}

has!(ThreadPool: Send, Sync, Unpin);
lacks!(ThreadPool: UnwindSafe, RefUnwindSafe, Clone, Default);
has!(ThreadPoolBuilder: Default, Unpin);
lacks!(ThreadPoolBuilder: Send, Sync, UnwindSafe, Clone);
has!(ThreadPoolBuildError: Send, Sync, Unpin, std::error::Error);
lacks!(ThreadPoolBuildError: Clone, PartialEq);
has!(ThreadBuilder: Send, Unpin);
lacks!(ThreadBuilder: Sync, Clone);
has!(Scope<'static>: Send, Sync, Unpin);
has!(ScopeFifo<'static>: Send, Sync, Unpin);
lacks!(Scope<'static>: Clone, UnwindSafe);
lacks!(ScopeFifo<'static>: Clone, UnwindSafe);
lacks!(BroadcastContext<'static>: Send, Sync, Clone);
lacks!(FnContext: Send, Sync, Clone);
has!(Yield: Send, Sync, Unpin, UnwindSafe, Copy, Eq);
has!(Configuration: Default);
lacks!(Configuration: Send, Sync, Clone);

#[test]
fn closures_may_borrow_and_results_too() {
    let pool = pool_of(2);
    let words = ["jec".to_string(), "latch".to_string()];
    let (first, second): (&str, &str) = pool.join(|| &words[0][..], || &words[1][..]);
    assert_eq!((first, second), ("jec", "latch"));
    let longest: &str = pool.install(|| &words[1][..]);
    assert_eq!(longest, "latch");
    let all: Vec<&str> = pool.broadcast(|context| &words[context.index()][..]);
    assert_eq!(all, ["jec", "latch"]);
}

#[test]
fn bodies_are_called_once_and_may_move_what_they_own() {
    let pool = pool_of(1);
    let owned = vec![1, 2];
    assert_eq!(pool.install(move || owned), [1, 2]);
    let (left, right) = (vec![1], vec![2]);
    assert_eq!(pool.join(move || left, move || right), (vec![1], vec![2]));
    let owned = vec![3];
    assert_eq!(pool.scope(move |_| owned), [3]);
}

#[test]
fn in_place_bodies_and_results_need_not_be_send() {
    let pool = pool_of(1);
    let shared = Rc::new(Cell::new(1));
    let mine = Rc::clone(&shared);
    let back: Rc<Cell<i32>> = pool.in_place_scope(|_| {
        mine.set(2);
        mine
    });
    let back: Rc<Cell<i32>> = pool.in_place_scope_fifo(|_| back);
    assert_eq!((back.get(), shared.get()), (2, 2));
    let back = subject::in_place_scope(move |_| back);
    let back = subject::in_place_scope_fifo(move |_| back);
    assert_eq!(Rc::strong_count(&back), 2);
}

#[test]
fn the_closure_of_a_broadcast_need_not_be_send() {
    let pool = pool_of(2);
    let number = Mutex::new(7);
    let guard = number.lock().unwrap();
    // The closure owns the guard, which may be shared with other threads but not sent to them.
    let seen = pool.broadcast(move |_| *guard);
    assert_eq!(seen, [7, 7]);
}

#[test]
fn the_name_closure_need_not_be_send_and_may_change_what_it_owns() {
    let seen = Rc::new(Cell::new(0));
    let (mine, mut next) = (Rc::clone(&seen), 10);
    let pool = ThreadPoolBuilder::new()
        .num_threads(2)
        .thread_name(move |_| {
            mine.set(mine.get() + 1);
            next += 1;
            format!("n{next}")
        })
        .build()
        .expect("a pool");
    let names = pool.broadcast(|_| std::thread::current().name().map(str::to_string));
    assert_eq!(names, [Some("n11".to_string()), Some("n12".to_string())]);
    assert_eq!(seen.get(), 2);
}

#[test]
fn a_spawn_handler_may_borrow_and_need_not_be_send() {
    let seen = Cell::new(0);
    let local = Rc::new(());
    let pool = ThreadPoolBuilder::new()
        .num_threads(3)
        .spawn_handler(|thread| {
            let _ = &local;
            seen.set(seen.get() + 1);
            std::thread::spawn(|| thread.run());
            Ok(())
        })
        .build()
        .expect("a pool");
    assert_eq!((seen.get(), pool.current_num_threads()), (3, 3));
}

#[test]
fn the_body_of_a_scope_may_borrow_what_its_jobs_may_not() {
    // #785: the body is not bound to `'scope`, so a scope of static jobs can be opened over locals.
    watched(|| {
        let pool = pool_of(2);
        let local = [1, 2, 3];
        let sum = |scope: &Scope<'static>| {
            scope.spawn(|_| {});
            local.iter().sum::<i32>()
        };
        assert_eq!(pool.scope(sum), 6);
        assert_eq!(pool.in_place_scope(sum), 6);
        assert_eq!(pool.install(|| subject::scope(sum)), 6);
        let sum = |scope: &ScopeFifo<'static>| {
            scope.spawn_fifo(|_| {});
            local.iter().sum::<i32>()
        };
        assert_eq!(pool.scope_fifo(sum), 6);
        assert_eq!(pool.in_place_scope_fifo(sum), 6);
    });
}

#[test]
fn scopes_of_several_pools_nest_over_one_borrow() {
    // #782: each level's jobs borrow from the same outer owner.
    watched(|| {
        let pools = [pool_of(1), pool_of(1), pool_of(1)];
        let counted = Mutex::new(Vec::new());
        pools[0].scope(|a| {
            pools[1].scope(|b| {
                pools[2].scope(|c| {
                    a.spawn(|_| counted.lock().unwrap().push('a'));
                    b.spawn(|_| counted.lock().unwrap().push('b'));
                    c.spawn(|_| counted.lock().unwrap().push('c'));
                });
            });
        });
        let mut counted = counted.into_inner().unwrap();
        counted.sort_unstable();
        assert_eq!(counted, ['a', 'b', 'c']);
    });
}
