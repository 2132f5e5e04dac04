//! What every test here needs: a watchdog, gates and tallies to meet at, and child processes.
//!
//! No test waits by sleeping. Threads meet at a gate or a tally, and a hang is the verdict of the
//! watchdog.

#![allow(dead_code, unused_macros, unused_imports, reason = "each test binary uses a part of it")]

use std::any::Any;
use std::collections::HashSet;
use std::ffi::OsStr;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Arc, Condvar, Mutex, mpsc};
use std::thread;
use std::time::Duration;
use subject::{ThreadPool, ThreadPoolBuilder};

/// Far longer than any test takes on a loaded machine, far shorter than a build server's patience.
pub(crate) const WATCHDOG: Duration = Duration::from_secs(120);

/// The exit code of a test process in which the watchdog barked.
const HANGS: i32 = 3;

/// The exit code of a child whose body panicked, as if the harness had said so.
pub(crate) const FAILS: i32 = 101;

/// Tells the name of a running child test, so that it knows it is the child.
const CHILD: &str = "WINKS_TEST_CHILD";

const SIGABRT: i32 = 6;

/// Runs the body on a thread of its own, which is in no pool, and ends the process if it hangs.
pub(crate) fn watched<R: Send + 'static>(body: impl FnOnce() -> R + Send + 'static) -> R {
    within(WATCHDOG, body)
}

fn within<R: Send + 'static>(limit: Duration, body: impl FnOnce() -> R + Send + 'static) -> R {
    let test = thread::current().name().unwrap_or("a test").to_string();
    let (done, ended) = mpsc::channel();
    let runner = thread::spawn(move || {
        let _ = done.send(body());
    });
    match ended.recv_timeout(limit) {
        Ok(result) => {
            let _ = runner.join();
            result
        }
        Err(mpsc::RecvTimeoutError::Disconnected) => match runner.join() {
            Err(payload) => resume_unwind(payload),
            Ok(()) => unreachable!("the runner sends before it ends"),
        },
        Err(mpsc::RecvTimeoutError::Timeout) => {
            // Not `eprintln!`: libtest would keep that for a failure it never gets to tell.
            let _ = writeln!(std::io::stderr(), "watchdog: {test} hangs after {limit:?}");
            std::process::exit(HANGS);
        }
    }
}

/// So many rounds; few under Miri, which interprets each of them.
pub(crate) const fn shrunk(rounds: usize) -> usize {
    if cfg!(miri) { rounds.div_ceil(50) } else { rounds }
}

/// A pool of `threads` threads with nothing else set.
pub(crate) fn pool_of(threads: usize) -> ThreadPool {
    ThreadPoolBuilder::new().num_threads(threads).build().expect("a plain pool")
}

/// A door that is shut until somebody opens it, once and for all.
#[derive(Clone, Default)]
pub(crate) struct Gate(Arc<(Mutex<bool>, Condvar)>);

impl Gate {
    pub(crate) fn open(&self) {
        *self.0.0.lock().unwrap() = true;
        self.0.1.notify_all();
    }

    /// Blocks the whole thread until the gate is open: a worker in here takes no other job.
    pub(crate) fn pass(&self) {
        let open = self.0.0.lock().unwrap();
        drop(self.0.1.wait_while(open, |open| !*open).unwrap());
    }

    pub(crate) fn is_open(&self) -> bool {
        *self.0.0.lock().unwrap()
    }
}

/// Opens its gate when it is dropped, so also when a panic unwinds past it.
pub(crate) struct OpenOnDrop(pub(crate) Gate);

impl Drop for OpenOnDrop {
    fn drop(&mut self) {
        self.0.open();
    }
}

/// A count that one can wait for.
#[derive(Clone, Default)]
pub(crate) struct Tally(Arc<(Mutex<usize>, Condvar)>);

impl Tally {
    pub(crate) fn add(&self) {
        *self.0.0.lock().unwrap() += 1;
        self.0.1.notify_all();
    }

    pub(crate) fn wait_for(&self, wanted: usize) {
        let count = self.0.0.lock().unwrap();
        drop(self.0.1.wait_while(count, |count| *count < wanted).unwrap());
    }

    pub(crate) fn count(&self) -> usize {
        *self.0.0.lock().unwrap()
    }
}

/// A list that several threads write.
pub(crate) struct Log<T>(Arc<Mutex<Vec<T>>>);

impl<T> Default for Log<T> {
    fn default() -> Self {
        Log(Arc::default())
    }
}

impl<T> Clone for Log<T> {
    fn clone(&self) -> Self {
        Log(Arc::clone(&self.0))
    }
}

impl<T> Log<T> {
    pub(crate) fn push(&self, entry: T) {
        self.0.lock().unwrap().push(entry);
    }

    pub(crate) fn take(&self) -> Vec<T> {
        std::mem::take(&mut self.0.lock().unwrap())
    }

    pub(crate) fn len(&self) -> usize {
        self.0.lock().unwrap().len()
    }
}

impl<T: Ord> Log<T> {
    pub(crate) fn sorted(&self) -> Vec<T> {
        let mut entries = self.take();
        entries.sort();
        entries
    }
}

/// Unwinds with this payload, without the panic hook's message.
pub(crate) fn unwind<T: Any + Send>(payload: T) -> ! {
    resume_unwind(Box::new(payload))
}

/// The payload of the panic that the body must end with.
pub(crate) fn payload_of<T: Any, R>(body: impl FnOnce() -> R) -> T {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(_) => panic!("the body was to panic"),
        Err(payload) => *payload.downcast().expect("a payload of the expected type"),
    }
}

/// Runs the body on a thread of no pool and waits for it: how a worker posts from outside.
pub(crate) fn outside<R: Send>(body: impl FnOnce() -> R + Send) -> R {
    thread::scope(|threads| threads.spawn(body).join().expect("the outside thread"))
}

/// The number of different entries.
pub(crate) fn distinct<T: Eq + std::hash::Hash>(entries: impl IntoIterator<Item = T>) -> usize {
    entries.into_iter().collect::<HashSet<_>>().len()
}

/// How a child process ended.
pub(crate) struct Ended {
    pub(crate) status: ExitStatus,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Ended {
    /// The child's test passed.
    #[track_caller]
    pub(crate) fn passed(self) -> Self {
        assert!(self.status.success(), "{}:\n{}\n{}", self.status, self.stdout, self.stderr);
        self
    }

    /// The child's process aborted (and did not merely fail or hang).
    #[track_caller]
    pub(crate) fn aborted(self) -> Self {
        let aborted = self.status.signal() == Some(SIGABRT);
        assert!(aborted, "{}:\n{}\n{}", self.status, self.stdout, self.stderr);
        self
    }

    /// What the child said with [`tell`].
    pub(crate) fn told(&self) -> Vec<&str> {
        self.stdout.lines().filter_map(|line| line.strip_prefix("told: ")).collect()
    }
}

/// Says something to the parent process, at once.
pub(crate) fn tell(what: impl std::fmt::Display) {
    // On a line of its own, because libtest has begun one; not `println!`, because workers of
    // the child may write while the test's output is captured.
    let _ = write!(std::io::stdout().lock(), "\ntold: {what}\n");
    let _ = std::io::stdout().flush();
}

/// Runs the calling test's body in a process of its own; see [`run_child`].
macro_rules! child {
    ($body:expr) => {
        child!(with[("WINKS_TEST_PLAIN", "")], $body)
    };
    (with $env:expr, $body:expr) => {{
        fn here() {}
        $crate::common::tools::run_child(std::any::type_name_of_val(&here), &$env, $body)
    }};
}
pub(crate) use child;

/// In the parent: starts this test alone in a new process and returns how it ended.
/// In that process: runs the body and returns nothing. (Under Miri, which starts no processes: only
/// returns nothing.)
///
/// The child sees none of the variables that set the size of a pool, but those given.
pub(crate) fn run_child<V: AsRef<OsStr>>(
    here: &str,
    env: &[(&str, V)],
    body: impl FnOnce() + Send + 'static,
) -> Option<Ended> {
    if cfg!(miri) {
        return None;
    }
    let (_, test) = here.split_once("::").expect("the crate's name first");
    let test = test.strip_suffix("::here").expect("called from the test itself");
    if std::env::var_os(CHILD).is_some_and(|name| name == test) {
        if let Err(payload) = catch_unwind(AssertUnwindSafe(|| watched(body))) {
            // Not into the harness, which would wait for ever if the payload panics when dropped.
            std::mem::forget(payload);
            std::process::exit(FAILS);
        }
        return None;
    }
    let mut command = Command::new(std::env::current_exe().expect("the test binary"));
    command.args(["--exact", test, "--nocapture", "--include-ignored"]);
    command.env_remove("RAYON_NUM_THREADS").env_remove("RAYON_RS_NUM_CPUS");
    command.env(CHILD, test).env("RUST_BACKTRACE", "0");
    for (name, value) in env {
        command.env(name, value);
    }
    command.stdin(Stdio::null());
    // The child has a watchdog of its own; this one is for a child that cannot even bark.
    let output = within(2 * WATCHDOG, move || command.output());
    let output = output.expect("the test binary starts again");
    let ended = Ended {
        status: output.status,
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    };
    assert!(ended.stdout.contains("running 1 test"), "no test is called {test}");
    Some(ended)
}
