//! The build script: every Rust fence of every page becomes one documentation test of this crate.
//!
//! Read in this order: [`scan`] finds the blocks, [`kind`] says what each one is, [`expand`] replaces
//! and checks what it includes, [`write`] makes the modules that rustdoc tests and the
//! table of blocks that `tests/blocks.rs` holds against rustdoc's own list.
//! A mistake in a page is an error of the build that names the page and the line.

mod expand;
mod kind;
mod scan;
#[path = "../../book/src/text/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "the rules serve the preprocessor as well")]
mod text;
mod write;

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use crate::scan::{Block, Fault};

/// One page of the book with the blocks that rustdoc is to test.
struct Page {
    /// Path below `book/src`, with forward slashes.
    file: String,
    blocks: Vec<Block>,
}

/// The pages, or the faults of all of them with the page that each stands in.
type Read = Result<Vec<Page>, Vec<(String, Fault)>>;

fn main() {
    let root = Path::new(&env::var_os("CARGO_MANIFEST_DIR").expect("set by Cargo")).join("../..");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("set by Cargo"));
    let src = root.join("book/src");
    println!("cargo::rerun-if-changed={}", src.display());
    // The tests ask the same rustdoc for its list.
    let rustdoc = env::var("RUSTDOC").unwrap_or_else(|_| "rustdoc".to_owned());
    println!("cargo::rerun-if-env-changed=RUSTDOC");
    println!("cargo::rustc-env=CHAPTERS_RUSTDOC={rustdoc}");

    match pages(&src) {
        Ok(Ok(pages)) => {
            if let Err(e) = write::all(&out, &pages) {
                println!("cargo::error=cannot write {}: {e}", out.display());
            }
        }
        Ok(Err(faults)) => {
            for (file, fault) in faults {
                println!("cargo::error=book/src/{file}:{}: {}", fault.line, fault.what);
            }
        }
        Err(e) => println!("cargo::error=cannot read {}: {e}", src.display()),
    }
}

/// Reads all pages. The inner error holds every fault of every page, so that one build shows all.
fn pages(src: &Path) -> io::Result<Read> {
    let mut files = Vec::new();
    find_pages(src, String::new(), &mut files)?;
    files.sort();
    let mut pages = Vec::new();
    let mut faults = Vec::new();
    for file in files {
        let path = src.join(&file);
        let text = fs::read_to_string(&path)?;
        let (mut blocks, mut found) = scan::blocks(&text);
        for block in &mut blocks {
            let dir = path.parent().expect("a page lies in a folder");
            match expand::expand(block, dir) {
                Ok(included) => {
                    for file in included {
                        println!("cargo::rerun-if-changed={}", file.display());
                    }
                }
                Err(mut bad) => found.append(&mut bad),
            }
        }
        faults.extend(found.into_iter().map(|fault| (file.clone(), fault)));
        pages.push(Page { file, blocks });
    }
    Ok(if faults.is_empty() { Ok(pages) } else { Err(faults) })
}

/// Collects the Markdown files below `dir`, except the table of contents.
fn find_pages(dir: &Path, below: String, files: &mut Vec<String>) -> io::Result<()> {
    for entry in fs::read_dir(dir)? {
        let entry = entry?;
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            find_pages(&entry.path(), name + "/", files)?;
        } else if name.ends_with(".md") && name != "SUMMARY.md" {
            files.push(name);
        }
    }
    Ok(())
}
