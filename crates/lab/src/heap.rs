//! The allocator of the lab: the system's, with a counter that is off unless a row counts.
//!
//! Off, it costs every allocation one load of a flag that never changes: the same for both pools, and
//! little beside the allocation.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};

#[global_allocator]
static ALLOCATOR: Counting = Counting;

static ON: AtomicBool = AtomicBool::new(false);
static CALLS: AtomicI64 = AtomicI64::new(0);
static BYTES: AtomicI64 = AtomicI64::new(0);

/// What happened on the heap while it was counted, on all threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heap {
    /// Calls that allocated.
    pub calls: i64,
    /// Bytes allocated and not freed again.
    pub bytes: i64,
}

/// Counts while `work` runs; not to be nested, nor called from two threads at once.
pub fn count<R>(work: impl FnOnce() -> R) -> (R, Heap) {
    CALLS.store(0, Ordering::Relaxed);
    BYTES.store(0, Ordering::Relaxed);
    ON.store(true, Ordering::SeqCst);
    let result = work();
    ON.store(false, Ordering::SeqCst);
    let heap = Heap { calls: CALLS.load(Ordering::Relaxed), bytes: BYTES.load(Ordering::Relaxed) };
    (result, heap)
}

struct Counting;

#[inline]
fn note(calls: i64, bytes: i64) {
    if ON.load(Ordering::Relaxed) {
        CALLS.fetch_add(calls, Ordering::Relaxed);
        BYTES.fetch_add(bytes, Ordering::Relaxed);
    }
}

// SAFETY: every call goes to the system's allocator unchanged, and the counters are atomics outside
// the heap.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size() as i64);
        // SAFETY: the caller keeps the contract of `alloc`, which is the same here.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        note(1, layout.size() as i64);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        note(1, size as i64 - layout.size() as i64);
        // SAFETY: `pointer` came from `System`, as every pointer of this allocator does.
        unsafe { System.realloc(pointer, layout, size) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        note(0, -(layout.size() as i64));
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}
