//! The C library's `sem_t`, as a contender.

use std::cell::UnsafeCell;
use std::io;
use std::mem::MaybeUninit;

use super::contender::Permits;

/// A `sem_t` on the heap: it must not move once it is made.
pub struct SemT(Box<UnsafeCell<libc::sem_t>>);

// SAFETY: `sem_wait` and `sem_post` may be called by any thread of the process on one semaphore, and
// nothing else touches it before it is dropped.
unsafe impl Send for SemT {}
// SAFETY: as above.
unsafe impl Sync for SemT {}

impl Permits for SemT {
    fn new(permits: usize) -> Self {
        let permits = permits.try_into().expect("so many permits fit into no sem_t");
        // SAFETY: `sem_t` is plain bytes, for which zeros are a value.
        let zeros = unsafe { MaybeUninit::<libc::sem_t>::zeroed().assume_init() };
        let sem = SemT(Box::new(UnsafeCell::new(zeros)));
        // SAFETY: the pointer is to memory of our own, which outlives the semaphore in it.
        let made = unsafe { libc::sem_init(sem.0.get(), 0, permits) };
        assert_eq!(made, 0, "no sem_t: {}", io::Error::last_os_error());
        sem
    }

    #[inline]
    fn with<R>(&self, work: impl FnOnce() -> R) -> R {
        // SAFETY: `new` has initialised it, and only `drop` destroys it.
        while unsafe { libc::sem_wait(self.0.get()) } != 0 {
            let error = io::Error::last_os_error();
            assert_eq!(error.kind(), io::ErrorKind::Interrupted, "sem_wait: {error}");
        }
        let result = work();
        // SAFETY: as above.
        let posted = unsafe { libc::sem_post(self.0.get()) };
        assert_eq!(posted, 0, "sem_post: {}", io::Error::last_os_error());
        result
    }
}

impl Drop for SemT {
    fn drop(&mut self) {
        // SAFETY: `new` has initialised it; who borrows it to wait is gone.
        unsafe { libc::sem_destroy(self.0.get()) };
    }
}
