//! Writes what the crate includes: a module for each block, and the table of all blocks.
//!
//! Each block gets a Markdown file of its own, named like the page and padded with empty lines to
//! the page's own line, so that rustdoc names page and line when a test fails or does not compile.
//! The table takes each line from the block's module: a module that the crate leaves out does not
//! go unnoticed.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use std::{fs, io};

use crate::Page;
use crate::scan::Block;

/// Writes `pages.rs` and `blocks.rs`, and the files that `pages.rs` includes.
pub(crate) fn all(out: &Path, pages: &[Page]) -> io::Result<()> {
    let mut modules = String::new();
    let mut table = String::from("&[\n");
    for page in pages {
        let chapter = ident(page.file.trim_end_matches(".md"));
        let mut inner = String::new();
        let mut rows = String::new();
        let mut in_section = BTreeMap::new();
        for block in &page.blocks {
            let section = ident(&block.heading);
            let nth = in_section.entry(section.clone()).or_insert(0);
            *nth += 1;
            let module = format!("{section}_{nth}");
            let file = out.join(format!("pages/{}/book/src/{}", block.line, page.file));
            fs::create_dir_all(file.parent().expect("inside the output folder"))?;
            write_if_changed(&file, &padded(block))?;
            let path = file.display().to_string();
            let _ = writeln!(
                inner,
                "    #[doc = include_str!({path:?})]\n    \
                 pub(crate) mod {module} {{ pub(crate) const LINE: usize = {}; }}",
                block.line
            );
            let path = format!("{chapter}::{module}");
            let _ = writeln!(
                rows,
                "        Block {{ line: crate::page::{path}::LINE, kind: Kind::{:?}, module: {path:?} }},",
                block.kind
            );
        }
        let _ = writeln!(modules, "pub(crate) mod {chapter} {{\n{inner}}}");
        let _ = writeln!(table, "    Page {{ file: {:?}, blocks: &[\n{rows}    ] }},", page.file);
    }
    table.push_str("]\n");
    write_if_changed(&out.join("pages.rs"), &modules)?;
    write_if_changed(&out.join("blocks.rs"), &table)
}

/// The block as a document of its own in which every line has the number that it has in the page.
///
/// rustdoc counts the lines of an included document from 0, hence one empty line more.
fn padded(block: &Block) -> String {
    let fence = "`".repeat(fence_width(&block.body));
    format!(
        "{}{fence}{}\n{}{fence}\n",
        "\n".repeat(block.line),
        block.kind.rustdoc_words(),
        block.body
    )
}

/// One backtick more than the longest run in the body, and never fewer than three.
fn fence_width(body: &str) -> usize {
    body.split(|c| c != '`').map(str::len).max().map_or(3, |run| (run + 1).max(3))
}

/// A name for Rust from a heading or a file name: lower case, underscores for the rest.
fn ident(text: &str) -> String {
    let mut name = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            name.push(c.to_ascii_lowercase());
        } else if !name.is_empty() && !name.ends_with('_') {
            name.push('_');
        }
    }
    let name = name.trim_end_matches('_');
    if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) {
        format!("s{name}")
    } else {
        name.to_owned()
    }
}

/// Leaves an equal file alone, so that nothing is compiled again for a page that did not change.
fn write_if_changed(file: &Path, text: &str) -> io::Result<()> {
    if fs::read_to_string(file).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(file, text)
}
