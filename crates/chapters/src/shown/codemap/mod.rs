//! The code map: every module of every crate, with what it says of itself.
//!
//! Read from the sources, private modules included, so that it cannot drift: whoever adds a module,
//! moves an item or rewords the first paragraph of a file finds the snapshot changed.
//! [`modules`] reads a crate, [`pages`] reads which page shows which file.

mod modules;
mod pages;

use std::fs;
use std::path::{Path, PathBuf};

use modules::Module;
use pages::Pages;

/// The crates in the order in which one would read them; others follow by name.
const ORDER: [&str; 7] = ["sleep", "pool", "models", "lab", "drop-in", "book", "chapters"];

/// The code map as Markdown for a page at the root of the book.
pub(super) fn page() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().expect("the project is there");
    let pages = Pages::read(&root);
    let mut crates = crates(&root.join("crates"));
    let place = |dir: &PathBuf| {
        let inside = dir.strip_prefix(root.join("crates")).unwrap_or(dir);
        let known = ORDER.iter().position(|name| inside.starts_with(name));
        (known.unwrap_or(ORDER.len()), inside.to_owned())
    };
    crates.sort_by_key(place);
    let sections: Vec<String> = crates.iter().map(|dir| section(&root, dir, &pages)).collect();
    sections.concat()
}

/// The folders below `dir` that hold a package.
fn crates(dir: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(dir).expect("a folder of crates").flatten() {
        let path = entry.path();
        if path.join("src").is_dir() && path.join("Cargo.toml").is_file() {
            found.push(path);
        } else if path.is_dir() && path.file_name().is_none_or(|name| name != "target") {
            found.extend(crates(&path));
        }
    }
    found
}

/// A crate: its heading, and its modules in the order of their `mod` lines.
fn section(root: &Path, dir: &Path, pages: &Pages) -> String {
    let name = dir.strip_prefix(root.join("crates")).unwrap_or(dir).to_string_lossy();
    let package = package(dir);
    let mut out = format!("## {package}\n\n");
    let mut total = 0;
    let mut body = String::new();
    for file in ["src/lib.rs", "src/main.rs"].map(|file| dir.join(file)) {
        if !file.is_file() {
            continue;
        }
        let short = package.strip_prefix("winks-").unwrap_or(&package);
        let prefix = if file.ends_with("main.rs") && dir.join("src/lib.rs").is_file() {
            format!("{short} (program)")
        } else {
            short.to_owned()
        };
        for module in modules::read(root, &file, &prefix) {
            total += module.lines;
            body.push_str(&entry(&module, pages));
        }
    }
    out.push_str(&format!("`crates/{name}/src`: about {} lines.\n\n{body}", about(total)));
    out
}

/// A number of lines as it interests a reader: a new comment is no news.
fn about(lines: usize) -> usize {
    let unit = if lines < 1_000 { 10 } else { 100 };
    (lines.div_ceil(unit) * unit).max(unit)
}

/// The name of the package in a folder.
fn package(dir: &Path) -> String {
    let manifest = fs::read_to_string(dir.join("Cargo.toml")).expect("a package has a manifest");
    let name = manifest.lines().find_map(|line| line.strip_prefix("name = "));
    name.expect("a package has a name").trim_matches('"').to_owned()
}

/// One module: where it is, what it is, what is in it.
fn entry(module: &Module, pages: &Pages) -> String {
    let mut out = format!("### `{}`\n\n", module.path);
    if let Some(original) = &module.same_as {
        out.push_str(&format!("The source of `{original}`, included.\n\n"));
        return out;
    }
    let file = match pages.source_page(&module.file) {
        Some(page) => format!("[{}]({page})", module.file),
        None => format!("`{}`", module.file),
    };
    let shown: Vec<String> = pages.chapters(&module.file);
    let shown = match shown.is_empty() {
        true => String::new(),
        false => format!("; shown in {}", shown.join(", ")),
    };
    let private = if module.is_public { "" } else { ", private" };
    out.push_str(&format!("{file}, about {} lines{private}{shown}.\n\n", about(module.lines)));
    if !module.docs.is_empty() {
        out.push_str(&format!("{}\n\n", module.docs));
    }
    for item in &module.items {
        let members: Vec<String> = item.members.iter().map(|name| format!("`{name}`")).collect();
        let members = match members.is_empty() {
            true => String::new(),
            false => format!(": {}", members.join(", ")),
        };
        out.push_str(&format!("- {} `{}`{members}\n", item.kind, item.name));
    }
    if !module.items.is_empty() {
        out.push('\n');
    }
    out
}
