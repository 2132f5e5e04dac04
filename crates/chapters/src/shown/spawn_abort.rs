//! Chapter 10: what a process says whose detached job panics, and how it ends.
//!
//! The process is this very test program once more, asked for this one output, with a variable in
//! its environment that tells it to be the one that dies.

use std::path::Path;
use std::process::{Command, Output};
use std::{env, thread};

use winks_pool::ThreadPoolBuilder;

use crate::red::filtered;

pub(super) const NAME: &str = "spawn_abort";

/// In the environment of the process that is to die.
const VICTIM: &str = "WINKS_SHOWN_VICTIM";

/// The report on standard error, without what differs from run to run.
pub(super) fn report() -> String {
    if env::var_os(VICTIM).is_some() {
        die();
    }
    let program = env::current_exe().expect("a program knows where it is");
    let Output { status, stderr, .. } = Command::new(program)
        .args(["--exact", NAME])
        .env(VICTIM, "1")
        .env("RUST_BACKTRACE", "0")
        .output()
        .expect("this program can be started again");
    assert!(!status.success() && status.code() != Some(101), "it should abort: {status}");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    filtered(&String::from_utf8_lossy(&stderr), &root)
}

fn die() -> ! {
    let pool = ThreadPoolBuilder::new()
        .num_threads(1)
        .thread_name(|index| format!("sheep-{index}"))
        .build()
        .expect("threads can be started");
    pool.spawn(|| panic!("the fence is too high"));
    loop {
        thread::park();
    }
}
