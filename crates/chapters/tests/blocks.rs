//! Counts the Rust blocks of the book, and holds the count against what rustdoc itself lists.
//!
//! Three readers have to agree on every block: the build script that made the tests, a search for
//! ```` ```rust ```` that knows no Markdown at all, and rustdoc. So no example is lost on the way,
//! and none hides as ignored.
//! Without the test harness, so that the table is printed even when all is well.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, fs};

use winks_chapters::blocks::{Kind, PAGES, Page};

fn main() -> ExitCode {
    // `cargo test -- --list` asks each target for its tests; this one has none of its own.
    if env::args().any(|arg| arg == "--list") {
        return ExitCode::SUCCESS;
    }
    print_table();
    let faults: Vec<String> = search_differs().into_iter().chain(rustdoc_differs()).collect();
    for fault in &faults {
        eprintln!("error: {fault}");
    }
    if faults.is_empty() {
        println!("rustdoc lists exactly these, and ignores exactly the fragments");
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}

fn print_table() {
    print!("\n{:<28}", "Rust blocks of the book");
    Kind::ALL.iter().for_each(|kind| print!("{kind:>14}"));
    println!();
    for page in PAGES.iter().filter(|page| !page.blocks.is_empty()) {
        print!("{:<28}", page.file);
        Kind::ALL.iter().for_each(|kind| print!("{:>14}", page.count(*kind)));
        println!();
    }
    print!("{:<28}", "total");
    for kind in Kind::ALL {
        print!("{:>14}", PAGES.iter().map(|page| page.count(kind)).sum::<usize>());
    }
    let ui = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ui");
    let cases = fs::read_dir(ui).expect("tests/ui").flatten();
    let cases = cases.filter(|entry| entry.path().extension().is_some_and(|e| e == "rs")).count();
    println!("\ndiagnostics that do not compile, as cases of tests/ui: {cases}");
}

/// The pages in which a plain search finds another number of Rust fences.
fn search_differs() -> Vec<String> {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src");
    let differs = |page: &Page| {
        let text = fs::read_to_string(src.join(page.file)).expect("a page that was built");
        let fences = text.lines().map(|line| line.trim_start_matches([' ', '>']));
        let found = fences.filter(|line| line.starts_with("```rust")).count();
        (found != page.blocks.len()).then(|| {
            format!(
                "book/src/{}: a search finds {found} Rust fences, the build script found {}",
                page.file,
                page.blocks.len()
            )
        })
    };
    PAGES.iter().filter_map(differs).collect()
}

/// The blocks that rustdoc does not list as the build script meant them.
fn rustdoc_differs() -> Vec<String> {
    let meant = |ignored: bool| -> BTreeSet<String> {
        let blocks = PAGES.iter().flat_map(|page| page.blocks.iter().map(move |b| (page.file, b)));
        let wanted = blocks.filter(|(_, b)| !ignored || b.kind == Kind::Fragment);
        wanted
            .map(|(file, b)| format!("book/src/{file} - {} (line {})", b.module, b.line))
            .collect()
    };
    let mut faults = Vec::new();
    for (flags, ignored) in [(&[][..], false), (&["--ignored"][..], true)] {
        let listed = match rustdoc_lists(flags) {
            Ok(listed) => listed,
            Err(why) => return vec![why],
        };
        let meant = meant(ignored);
        let what = if ignored { "as ignored " } else { "" };
        let lost = meant.difference(&listed);
        faults.extend(lost.map(|name| format!("rustdoc does not list {what}{name}")));
        let extra = listed.difference(&meant);
        faults.extend(extra.map(|name| format!("rustdoc lists {what}and nobody meant {name}")));
    }
    faults
}

/// The names of the documentation tests of the pages, without what stands before `book/src`.
///
/// rustdoc is asked about the generated modules alone: they depend on nothing, so nothing has to be
/// built for the list.
fn rustdoc_lists(flags: &[&str]) -> Result<BTreeSet<String>, String> {
    let list = format!("--list {}", flags.join(" "));
    let rustdoc = env!("CHAPTERS_RUSTDOC");
    let output = Command::new(rustdoc)
        .args(["--test", "--edition", "2024", "--crate-name", "page", "--cap-lints", "allow"])
        .args(["--test-args", list.trim()])
        .arg(concat!(env!("OUT_DIR"), "/pages.rs"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .map_err(|e| format!("cannot run {rustdoc}: {e}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        return Err(format!("`{rustdoc} --test … --list` failed:\n{said}"));
    }
    let listed = String::from_utf8_lossy(&output.stdout);
    let names = listed.lines().filter_map(|line| line.strip_suffix(": test"));
    Ok(names.map(|name| name.find("book/src/").map_or(name, |at| &name[at..]).to_owned()).collect())
}
