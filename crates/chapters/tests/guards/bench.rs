//! A throw-away copy of the workspace, and Cargo at work in it.
//!
//! The copies lie in the target folder, each with a target folder of its own: Cargo tells the
//! packages of a workspace apart by their places in it, so two copies would take each other's builds
//! for theirs.
//! What was built there of other people's crates is kept for the next time; the sources are fresh.
//! The working tree is only read.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// What takes longer than building and running one crate's tests ever should.
const WATCHDOG: Duration = Duration::from_secs(900);

/// What no build needs: built things, history, and what a learner made.
const LEFT_OUT: [&str; 4] = ["target", ".git", "mine", "progress.txt"];

/// A copy of the whole workspace.
pub(crate) struct Bench {
    name: &'static str,
}

/// What a run of Cargo said, and whether it was content.
pub(crate) struct Run {
    pub(crate) is_green: bool,
    pub(crate) text: String,
}

impl Bench {
    /// A fresh copy of this name.
    pub(crate) fn new(name: &'static str) -> io::Result<Bench> {
        let bench = Bench { name };
        if bench.tree().exists() {
            fs::remove_dir_all(bench.tree())?;
        }
        copy(&working_tree(), &bench.tree())?;
        Ok(bench)
    }

    /// Rewrites one file of the copy, and returns what was there before.
    pub(crate) fn rewrite(
        &self,
        file: impl AsRef<Path>,
        change: impl FnOnce(&str) -> Result<String, String>,
    ) -> Result<String, String> {
        let path = self.tree().join(&file);
        let before =
            fs::read_to_string(&path).map_err(|why| format!("{}: {why}", path.display()))?;
        let after = change(&before).map_err(|why| format!("{}: {why}", file.as_ref().display()))?;
        fs::write(&path, after).map_err(|why| format!("{}: {why}", path.display()))?;
        Ok(before)
    }

    /// The Rust files in this folder of the copy.
    pub(crate) fn sources(&self, folder: &str) -> io::Result<Vec<PathBuf>> {
        let mut found = Vec::new();
        for entry in fs::read_dir(self.tree().join(folder))? {
            let entry = entry?;
            let file = Path::new(folder).join(entry.file_name());
            if entry.file_type()?.is_dir() {
                found.extend(self.sources(&file.to_string_lossy())?);
            } else if file.extension().is_some_and(|extension| extension == "rs") {
                found.push(file);
            }
        }
        Ok(found)
    }

    /// Runs `cargo` with these arguments in the copy.
    pub(crate) fn cargo(&self, args: &[&str]) -> io::Result<Run> {
        let log = self.folder().join(format!("{}.log", args.join("_")));
        let out = File::create(&log)?;
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let (command, rest) = args.split_first().unwrap_or((&"--version", &[]));
        let mut command_line = Command::new(cargo);
        command_line
            .arg(command)
            .args(["--offline", "--target-dir"])
            .arg(self.folder().join("target"))
            .args(rest)
            .current_dir(self.tree())
            .env("RUST_BACKTRACE", "0")
            .env("CARGO_TERM_COLOR", "never")
            .env("INSTA_UPDATE", "no")
            // Nobody steps through these builds, and none is built upon.
            .env("CARGO_PROFILE_DEV_DEBUG", "0")
            .env("CARGO_INCREMENTAL", "0")
            .env_remove("RUSTFLAGS")
            .stdin(Stdio::null())
            .stderr(out.try_clone()?)
            .stdout(out);
        // What Cargo starts can be stopped together with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command_line, 0);
        let is_green = wait(command_line.spawn()?)?;
        Ok(Run { is_green, text: String::from_utf8_lossy(&fs::read(&log)?).into_owned() })
    }

    fn folder(&self) -> PathBuf {
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("guards").join(self.name)
    }

    fn tree(&self) -> PathBuf {
        self.folder().join("tree")
    }
}

/// The root of the workspace that this test was built from.
pub(crate) fn working_tree() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if LEFT_OUT.iter().any(|name| entry.file_name() == *name) {
            continue;
        }
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &to.join(entry.file_name()))?;
        } else {
            fs::copy(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Did it end well? What does not end is stopped.
fn wait(mut child: Child) -> io::Result<bool> {
    let started = Instant::now();
    while started.elapsed() < WATCHDOG {
        if let Some(status) = child.try_wait()? {
            return Ok(status.success());
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    #[cfg(unix)]
    Command::new("kill").args(["-KILL", "--", &format!("-{}", child.id())]).status()?;
    child.kill()?;
    child.wait()?;
    let limit = WATCHDOG.as_secs();
    Err(io::Error::new(io::ErrorKind::TimedOut, format!("stopped after {limit} s")))
}
