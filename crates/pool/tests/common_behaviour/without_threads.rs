//! A target that cannot start threads: the global pool falls back to the thread that uses it.
//!
//! The system call is stood in for: this binary has its own `pthread_create`, which refuses with
//! the chosen error once a child process has told it to, and goes on to the real one before that.
//! The watchdog's thread is started by then, so the tests run in it.

use super::tools::{child, tell, watched};
use std::ffi::{c_char, c_int, c_void};
use std::io;
use std::sync::atomic::{AtomicI32, Ordering};
use std::thread;
use subject::{ThreadPoolBuilder, current_thread_index};

/// The error that `pthread_create` answers; zero: none, it works.
static REFUSAL: AtomicI32 = AtomicI32::new(0);

/// What Linux answers for a call that it does not have: `io::ErrorKind::Unsupported`.
const ENOSYS: i32 = 38;

/// What Linux answers for one thread too many: `io::ErrorKind::WouldBlock`.
const EAGAIN: i32 = 11;

type Start = extern "C" fn(*mut c_void) -> *mut c_void;
type Create = unsafe extern "C" fn(*mut c_void, *const c_void, Start, *mut c_void) -> c_int;

unsafe extern "C" {
    fn dlsym(handle: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// The next definition after this binary's own.
const RTLD_NEXT: *mut c_void = -1_isize as *mut c_void;

/// Stands in front of the C library's function of this name.
///
/// # Safety
/// As for the C library's function.
#[unsafe(no_mangle)]
unsafe extern "C" fn pthread_create(
    thread: *mut c_void,
    attributes: *const c_void,
    start: Start,
    argument: *mut c_void,
) -> c_int {
    let refusal = REFUSAL.load(Ordering::Relaxed);
    if refusal != 0 {
        return refusal;
    }
    // SAFETY: the name is a C string, and the handle one of the two special ones.
    let next = unsafe { dlsym(RTLD_NEXT, c"pthread_create".as_ptr()) };
    assert!(!next.is_null(), "the C library starts threads");
    // SAFETY: it is the C library's `pthread_create`, which has this type, and the arguments are
    // those of our caller.
    unsafe { std::mem::transmute::<*mut c_void, Create>(next)(thread, attributes, start, argument) }
}

fn refuse_threads(error: i32) {
    REFUSAL.store(error, Ordering::Relaxed);
    let kind = thread::Builder::new().spawn(|| ()).map(drop).map_err(|error| error.kind());
    assert_eq!(kind, Err(io::Error::from_raw_os_error(error).kind()));
}

#[test]
fn the_two_errors_are_of_the_kinds_they_stand_for() {
    let kind = |error| io::Error::from_raw_os_error(error).kind();
    assert_eq!(kind(ENOSYS), io::ErrorKind::Unsupported);
    assert_eq!(kind(EAGAIN), io::ErrorKind::WouldBlock);
    // And where nothing is refused, threads start: this one and those of a pool.
    assert_eq!(watched(|| super::tools::pool_of(2).broadcast(|context| context.index())), [0, 1]);
}

#[test]
fn the_first_use_makes_the_thread_the_only_worker() {
    let child = child!(|| {
        refuse_threads(ENOSYS);
        let here = thread::current().id();
        assert_eq!(
            subject::join(|| thread::current().id(), || thread::current().id()),
            (here, here)
        );
        assert_eq!((subject::current_num_threads(), current_thread_index()), (1, Some(0)));
        assert_eq!(subject::scope(|_| thread::current().id()), here);
        assert_eq!(subject::broadcast(|context| context.index()), [0]);
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn a_join_as_the_first_use_does_not_wait_for_itself() {
    let child = child!(|| {
        refuse_threads(ENOSYS);
        // The thread became a worker while it built the pool: nothing is sent into the pool.
        let migrated = |context: subject::FnContext| context.migrated();
        assert_eq!(subject::join_context(migrated, migrated), (false, false));
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn an_in_place_scope_as_the_first_use_does_not_wait_for_itself() {
    let child = child!(|| {
        refuse_threads(ENOSYS);
        let here = thread::current().id();
        let mut ran_on = None;
        subject::in_place_scope(|s| s.spawn(|_| ran_on = Some(thread::current().id())));
        assert_eq!(ran_on, Some(here));
        let mut ran_on = None;
        subject::in_place_scope_fifo(|s| s.spawn_fifo(|_| ran_on = Some(thread::current().id())));
        assert_eq!(ran_on, Some(here));
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn an_in_place_fifo_scope_as_the_first_use_does_not_wait_for_itself() {
    let child = child!(|| {
        refuse_threads(ENOSYS);
        let mut ran = false;
        subject::in_place_scope_fifo(|s| s.spawn_fifo(|_| ran = true));
        assert!(ran);
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn a_spawn_as_the_first_use_runs_when_the_thread_yields() {
    let child = child!(|| {
        refuse_threads(ENOSYS);
        subject::spawn(|| tell("ran"));
        tell("spawned");
        assert_eq!(subject::yield_now(), Some(subject::Yield::Executed));
    });
    let Some(ended) = child else { return };
    assert_eq!(ended.passed().told(), ["spawned", "ran"]);
}

#[test]
fn a_broadcast_as_the_first_use_runs_here() {
    let child = child!(|| {
        refuse_threads(ENOSYS);
        let here = thread::current().id();
        assert_eq!(subject::broadcast(|_| thread::current().id()), [here]);
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn explicit_builders_never_fall_back() {
    let child = child!(|| {
        refuse_threads(ENOSYS);
        for threads in [0, 1, 2] {
            let error = ThreadPoolBuilder::new().num_threads(threads).build().map(drop);
            assert!(error.is_err());
        }
        assert!(ThreadPoolBuilder::new().build_global().is_err());
        assert_eq!(current_thread_index(), None);
        // One that needs no thread needs no fallback.
        let pool = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        assert_eq!(pool.expect("a pool").install(|| 5), 5);
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn a_want_of_threads_for_the_moment_is_no_fallback() {
    // napi-rs #3494: only `Unsupported` says that waiting will not help.
    let child = child!(|| {
        refuse_threads(EAGAIN);
        subject::join(|| (), || ());
    });
    let Some(ended) = child else { return };
    assert_eq!(ended.status.code(), Some(super::tools::FAILS), "{}", ended.stderr);
    assert!(!ended.stderr.contains("watchdog"), "{}", ended.stderr);
}
