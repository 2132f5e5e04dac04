//! Runs a build that is broken on purpose, and keeps of its output what the next run says again.
//!
//! An exercise shows its reader what the first red run looks like. The run is real: Cargo builds
//! the crate with the broken feature and runs its tests. What differs from run to run is replaced:
//! thread ids, times, addresses, paths, the build's own lines.
//!
//! The run shares the target folder of this build. Cargo keeps builds with other features under
//! other names, so neither disturbs the other; and a command for the whole workspace
//! (`cargo test --features winks-sleep/broken_parity_post --test a_breakage`) finds every dependency
//! built by a plain `cargo test`, where `--package winks-sleep` would build them anew.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::{env, io};

use regex_lite::Regex;

/// Runs `cargo` with these arguments at the root of the workspace, and returns its filtered output.
///
/// The run is expected to fail; see [`RedRun::is_red`].
///
/// ```no_run
/// let breakage = "winks-sleep/broken_parity_post";
/// let run =
///     winks_chapters::red::red_run(&["test", "--features", breakage, "--test", "a_breakage"])?;
/// assert!(run.is_red, "a broken parity must be noticed:\n{}", run.text);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// If Cargo cannot be started.
pub fn red_run(args: &[&str]) -> io::Result<RedRun> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let (command, rest) = args.split_first().unwrap_or((&"--version", &[]));
    let Output { status, stdout, stderr } = Command::new(cargo)
        .arg(command)
        .args(["--offline", "--target-dir"])
        .arg(target_folder())
        .args(rest)
        .current_dir(&root)
        .env("RUST_BACKTRACE", "0")
        .env("CARGO_TERM_COLOR", "never")
        .env("CARGO_TERM_PROGRESS_WHEN", "never")
        .env("RUST_TEST_THREADS", "1")
        .env_remove("RUSTFLAGS")
        .output()?;
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let text = filtered(&format!("{}{}", said(&stdout), said(&stderr)), &root);
    Ok(RedRun { is_red: !status.success(), text })
}

/// What a run of a broken build said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RedRun {
    /// Did it fail, as it should?
    pub is_red: bool,
    /// What it said: the tests first, then Cargo; what changes from run to run is replaced.
    pub text: String,
}

/// The output without what the next run, or another machine, would say differently.
///
/// `root` is the folder of the workspace, which disappears from paths.
pub fn filtered(said: &str, root: &Path) -> String {
    let root = format!("{}/", root.display());
    let mut text = said.replace("\r\n", "\n").replace(&root, "");
    for (pattern, replacement) in FILTERS {
        let pattern = Regex::new(pattern).expect("the filters are constants");
        text = pattern.replace_all(&text, *replacement).into_owned();
    }
    text.trim().to_owned() + "\n"
}

/// What is replaced, in this order.
const FILTERS: &[(&str, &str)] = &[
    // The build's own lines: how much there was to compile is no part of the failure.
    (
        r"(?m)^ *(Compiling|Finished|Running|Doc-tests|Blocking|Locking|Updating|Fresh|Dirty) .*\n",
        "",
    ),
    // Of another crate's target of the same name, in which nothing is broken.
    (r"(?m)^no `broken_\*` feature is on: .*\n", ""),
    // `thread 'name' (4711) panicked at`: the operating system's number of the thread.
    (r"(thread '[^']*') \(\d+\)", "$1"),
    (r"ThreadId\(\d+\)", "ThreadId(#)"),
    (r"finished in \d+\.\d+s", "finished in #s"),
    (r"\b\d+(\.\d+)? ?(ns|µs|ms|s)\b", "# $2"),
    (r"0x[0-9a-f]{8,}", "0x#"),
    (r"-[0-9a-f]{16}\b", "-#"),
    (r"(?m)^note: run with `RUST_BACKTRACE=1`.*\n", ""),
    // Cargo's epilogue names the program by its path.
    (r"\n*Caused by:\n +process didn't exit successfully: .*\n?", "\n"),
    // Places of the standard library and of dependencies.
    (r"/\S*/(library|registry/src/[^/\s]+)/", "…/"),
    (r"\n{3,}", "\n\n"),
];

/// The target folder of this build: three folders above the output of the build script.
fn target_folder() -> PathBuf {
    let out = Path::new(env!("OUT_DIR"));
    out.ancestors().nth(4).unwrap_or(out).to_path_buf()
}
