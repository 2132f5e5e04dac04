//! What the pool asks of the heap: nothing for a join, one allocation for a job that is boxed.
//!
//! Counted by an allocator that knows which thread asks, so that the harness does not count.

use super::tools::{Gate, pool_of, watched};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use subject::{ThreadPoolBuilder, join, yield_local};

struct Counting;

/// Allocations by all threads that asked to be counted.
static COUNTED: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// Allocations of this thread.
    static MINE: Cell<usize> = const { Cell::new(0) };
    /// Whether this thread's allocations go into `COUNTED` too.
    static COUNTS: Cell<bool> = const { Cell::new(false) };
}

// SAFETY: every call goes on to `System` as it came. Counting allocates nothing: the thread-locals
// are constants without destructors.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        MINE.set(MINE.get() + 1);
        if COUNTS.get() {
            COUNTED.fetch_add(1, Ordering::Relaxed);
        }
        // SAFETY: the caller keeps the promises of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises of `dealloc`, and all blocks come from `System`.
        unsafe { System.dealloc(block, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often this thread allocates while it runs the body.
fn allocations(body: impl FnOnce()) -> usize {
    let before = MINE.get();
    body();
    MINE.get() - before
}

fn fib(n: u64) -> u64 {
    if n < 2 {
        return n;
    }
    let (a, b) = join(|| fib(n - 1), || fib(n - 2));
    a + b
}

const JOBS: usize = 1_000;

/// Jobs that a queue made of blocks takes into one block, at the least.
const BLOCK: usize = 31;

#[test]
fn the_count_counts() {
    let boxes = || (0..10).for_each(|number| drop(std::hint::black_box(Box::new(number))));
    assert_eq!(allocations(boxes), 10);
}

#[test]
fn a_join_on_a_worker_allocates_nothing() {
    watched(|| {
        let count = pool_of(1).install(|| {
            fib(5);
            allocations(|| assert_eq!(fib(15), 610))
        });
        assert_eq!(count, 0);
    });
}

#[test]
fn stolen_joins_allocate_nothing_either() {
    watched(|| {
        let builder = ThreadPoolBuilder::new().num_threads(4).start_handler(|_| COUNTS.set(true));
        let pool = builder.build().expect("a pool");
        // Everybody has looked at every queue before we count.
        pool.broadcast(|_| ());
        pool.install(|| fib(15));
        let counted = pool.install(|| {
            let before = COUNTED.load(Ordering::Relaxed);
            assert_eq!(fib(18), 2584);
            COUNTED.load(Ordering::Relaxed) - before
        });
        assert_eq!(counted, 0);
    });
}

#[test]
fn a_spawn_in_a_scope_allocates_once() {
    watched(|| {
        let count = pool_of(1).scope(|s| {
            allocations(|| {
                for _ in 0..JOBS {
                    s.spawn(|_| ());
                    yield_local();
                }
            })
        });
        assert_eq!(count, JOBS);
    });
}

#[test]
fn a_spawn_on_a_worker_allocates_once() {
    watched(|| {
        let count = pool_of(1).install(|| {
            allocations(|| {
                for number in 0..JOBS {
                    subject::spawn(move || assert!(std::hint::black_box(number) < JOBS));
                    yield_local();
                }
            })
        });
        assert_eq!(count, JOBS);
    });
}

#[test]
fn a_fifo_spawn_allocates_once_and_now_and_then_a_block_of_its_queue() {
    watched(|| {
        let count = pool_of(1).install(|| {
            allocations(|| {
                for _ in 0..JOBS {
                    subject::spawn_fifo(|| ());
                    yield_local();
                }
            })
        });
        assert!((JOBS..=JOBS + JOBS / BLOCK + 1).contains(&count), "{count}");
    });
}

#[test]
fn a_spawn_from_outside_allocates_once_and_now_and_then_a_block_of_the_queue() {
    watched(|| {
        let pool = pool_of(1);
        let count = allocations(|| (0..JOBS).for_each(|_| pool.spawn(|| ())));
        assert!((JOBS..=JOBS + JOBS / BLOCK + 1).contains(&count), "{count}");
    });
}

#[test]
fn an_install_from_outside_allocates_only_now_and_then_a_block_of_the_queue() {
    // #668: no lock and no job is made for it; both are the caller's own.
    watched(|| {
        let pool = pool_of(1);
        pool.install(|| ());
        let count = allocations(|| (0..JOBS).for_each(|_| pool.install(|| ())));
        assert!(count <= JOBS / BLOCK + 1, "{count}");
        let count = allocations(|| {
            (0..JOBS).for_each(|_| {
                pool.join(|| (), || ());
            });
        });
        assert!(count <= JOBS / BLOCK + 1, "{count}");
    });
}

#[test]
fn an_install_into_another_pool_allocates_no_more_than_from_outside() {
    watched(|| {
        let (pool, other) = (pool_of(1), pool_of(1));
        let count = other.install(|| {
            pool.install(|| ());
            allocations(|| (0..JOBS).for_each(|_| pool.install(|| ())))
        });
        assert!(count <= JOBS / BLOCK + 1, "{count}");
    });
}

#[test]
fn jobs_leave_nothing_behind() {
    // A job's box is freed when it has run, before what waits for it goes on.
    struct Freed(Gate);
    impl Drop for Freed {
        fn drop(&mut self) {
            self.0.open();
        }
    }
    watched(|| {
        let pool = pool_of(2);
        let freed = [Gate::default(), Gate::default()];
        let held = Freed(freed[0].clone());
        pool.scope(move |s| s.spawn(move |_| drop(held)));
        assert!(freed[0].is_open());
        let held = Freed(freed[1].clone());
        pool.spawn_broadcast(move |_| {
            let _ = &held;
        });
        freed[1].pass();
    });
}
