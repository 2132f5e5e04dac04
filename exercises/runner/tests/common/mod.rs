//! A learner's checkout in a temporary folder, and the command as it is typed there.

// Each test target uses its own part of this.
#![allow(dead_code)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use tempfile::TempDir;
use winks_exercises::Shelf;

/// A checkout with nothing in it but exercises.
pub(crate) struct Checkout {
    pub(crate) dir: TempDir,
}

impl Checkout {
    pub(crate) fn new() -> Checkout {
        let dir = tempfile::tempdir().unwrap();
        let pristine = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
        for id in ["parity", "jec-check", "turn"] {
            copy(&pristine.join(id), &dir.path().join("exercises").join(id));
        }
        Checkout { dir }
    }

    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.dir.path().join("exercises").join(inside)
    }

    pub(crate) fn shelf(&self) -> Shelf {
        Shelf::find(&self.path("parity")).unwrap()
    }

    /// The command itself, as the learner types it, not yet started.
    pub(crate) fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_winks-exercises"));
        command.args(args).current_dir(self.dir.path());
        command
    }

    /// The same, run to its end: its exit code, and all that it said.
    pub(crate) fn exercise(&self, args: &[&str]) -> (i32, String) {
        let Output { status, stdout, stderr } = self.command(args).output().unwrap();
        let said = [stdout, stderr].concat();
        (status.code().expect("no signal"), String::from_utf8(said).unwrap())
    }

    pub(crate) fn predict(&self, text: &str) {
        fs::write(self.path("mine/parity/prediction.toml"), text).unwrap();
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}

/// The prediction that is right for `parity`.
pub(crate) const RIGHT: &str =
    "invariant = \"INV-JEC-1\"\nloss = \"deadlock\"\nblocked = [\"W0\"]\n";
