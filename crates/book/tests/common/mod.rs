//! A sound book in a folder of its own, and the command to run on it.

#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;

/// A copy of the fixture that a test may spoil.
pub struct Book {
    dir: TempDir,
}

/// What a run of the command gave.
#[derive(Debug)]
pub struct Run {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl Book {
    /// The book in which everything is as it should be.
    pub fn sound() -> Self {
        let dir = tempfile::tempdir().expect("a folder for the fixture");
        let fixture = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/books/sound");
        copy(&fixture, dir.path());
        Self { dir }
    }

    /// The real path of the book's root.
    pub fn root(&self) -> PathBuf {
        self.dir.path().canonicalize().expect("the fixture's root")
    }

    pub fn path(&self, file: &str) -> PathBuf {
        self.root().join(file)
    }

    pub fn read(&self, file: &str) -> String {
        fs::read_to_string(self.path(file)).unwrap_or_else(|e| panic!("{file}: {e}"))
    }

    pub fn write(&self, file: &str, text: &str) -> &Self {
        let path = self.path(file);
        fs::create_dir_all(path.parent().expect("a file in a folder")).expect("its folder");
        fs::write(path, text).unwrap_or_else(|e| panic!("{file}: {e}"));
        self
    }

    /// Replaces a text that must be there.
    pub fn edit(&self, file: &str, from: &str, to: &str) -> &Self {
        let text = self.read(file);
        assert!(text.contains(from), "{file} has no {from:?}");
        self.write(file, &text.replacen(from, to, 1))
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_winks-book"));
        command.args(args).current_dir(self.root());
        command
    }

    pub fn run(&self, args: &[&str]) -> Run {
        let Output { status, stdout, stderr } =
            self.command(args).output().expect("the command runs");
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the command prints text");
        Run { code: status.code(), out: text(stdout), err: text(stderr) }
    }
}

impl Run {
    /// Asserts that the run failed, and said so in a line that holds all the parts.
    #[track_caller]
    pub fn fails_with(&self, parts: &[&str]) {
        assert_eq!(self.code, Some(1), "{self:?}");
        let line = self.err.lines().find(|line| parts.iter().all(|part| line.contains(part)));
        assert!(line.is_some(), "no line with {parts:?} in:\n{}", self.err);
    }

    /// Asserts that the run went well.
    #[track_caller]
    pub fn succeeds(&self) {
        assert_eq!(self.code, Some(0), "{}\n{}", self.out, self.err);
    }
}

/// All files below a folder with their content, by their relative path.
pub fn tree(dir: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    fn go(root: &Path, dir: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
        for entry in fs::read_dir(dir).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                go(root, &path, found);
            } else {
                let name = path.strip_prefix(root).expect("below the root").to_owned();
                found.push((name, fs::read(&path).expect("a file")));
            }
        }
    }
    let mut found = Vec::new();
    go(dir, dir, &mut found);
    found.sort();
    found
}

fn copy(from: &Path, to: &Path) {
    for (name, bytes) in tree(from) {
        let path = to.join(name);
        fs::create_dir_all(path.parent().expect("a file in a folder")).expect("its folder");
        fs::write(path, bytes).expect("a copy");
    }
}
