//! Compiles the cases of `borrow/` as programs of a package of their own, against the pool given.
//!
//! The first line of a case says what the compiler must say: `// refused: E0277`, or a part of the
//! message where there is no code. `// compiles` is for the control: it shows that the others fail
//! for their own reason and not for the package's.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A case by its name: the source, and what the compiler must say of it; nothing if it compiles.
type Cases = BTreeMap<String, Option<String>>;

fn folder() -> PathBuf {
    // This file is included by another crate of the workspace too.
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the crates");
    crates.join("pool/tests/borrow")
}

/// Writes the package; its programs are the cases.
fn write_package(package: &Path, dependency: &str) -> Cases {
    let mut manifest = format!(
        "[package]\nname = \"borrow-cases\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\
         autobins = false\n[workspace]\n[dependencies]\nsubject = {dependency}\n"
    );
    let mut cases = Cases::new();
    for entry in fs::read_dir(folder()).expect("the cases") {
        let path = entry.expect("a case").path();
        let source = fs::read_to_string(&path).expect("a source");
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        manifest += &format!("[[bin]]\nname = {name:?}\npath = {path:?}\n");
        let first = source.lines().next().unwrap_or_default();
        let says = match first {
            "// compiles" => None,
            _ => Some(first.strip_prefix("// refused: ").expect("what it expects").to_string()),
        };
        cases.insert(name, says);
    }
    fs::create_dir_all(package).expect("a folder for the package");
    fs::write(package.join("Cargo.toml"), manifest).expect("a manifest");
    // The versions of the workspace, so that nothing has to be fetched.
    let lock = folder().ancestors().nth(4).expect("the workspace").join("Cargo.lock");
    fs::copy(lock, package.join("Cargo.lock")).expect("the lock file");
    cases
}

/// Checks every case against the dependency, which is the right side of `subject = …`.
pub(crate) fn check(label: &str, dependency: &str) {
    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("borrow").join(label);
    let cases = write_package(&package, dependency);
    assert!(cases.len() > 10 && cases.values().any(Option::is_none), "{cases:?}");
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let mut faults = Vec::new();
    let output = Command::new(cargo)
        .args(["check", "--offline", "--keep-going", "--message-format", "short"])
        .current_dir(&package)
        .env("CARGO_TARGET_DIR", package.join("target"))
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo runs");
    let said = String::from_utf8_lossy(&output.stderr);
    for (name, expected) in cases {
        // `borrow/name.rs:7:5: error[E0277]: …`
        let errors: Vec<&str> = said
            .lines()
            .filter(|line| line.contains(&format!("/{name}.rs:")) && line.contains(": error"))
            .collect();
        let right = match &expected {
            None => errors.is_empty(),
            Some(says) => !errors.is_empty() && errors.iter().all(|line| line.contains(&says[..])),
        };
        if !right {
            faults.push(format!("{name}: expected {expected:?}, got {errors:#?}"));
        }
    }
    assert!(faults.is_empty(), "{}\n\nAll that cargo said:\n{said}", faults.join("\n"));
}
