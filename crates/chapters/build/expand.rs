//! Expands the includes of a block, and refuses those that mdBook would let through.
//!
//! A missing file, and an anchor that is missing, doubled or never closed: mdBook renders an empty
//! block for some of these and says nothing. Here each is a [`Fault`] at the page's own line.

use std::fs;
use std::path::{Path, PathBuf};

use crate::kind::Kind;
use crate::scan::{Block, Fault};
use crate::text::directives;
use crate::text::include::Include;

/// Replaces each include of the block by the lines it names; returns the files that it read.
pub(crate) fn expand(block: &mut Block, dir: &Path) -> Result<Vec<PathBuf>, Vec<Fault>> {
    let mut body = String::new();
    let mut files = Vec::new();
    let mut faults = Vec::new();
    for (n, line) in block.body.lines().enumerate() {
        let at = block.line + 1 + n;
        match directives::sole(line) {
            Some(only) if only.name == "include" => match read(dir, only.args) {
                Ok((file, lines)) => {
                    body.push_str(&lines);
                    files.push(file);
                }
                Err(what) => faults.push(Fault::new(at, what)),
            },
            None if directives::directives(line).is_empty() => {
                body.push_str(line);
                body.push('\n');
            }
            _ => faults.push(Fault::new(
                at,
                "the only directive of a Rust block is `{{#include FILE:ANCHOR}}`, \
                 alone on its line",
            )),
        }
    }
    let is_one_include = files.len() == 1 && block.body.lines().count() == 1;
    if block.kind == Kind::Fragment && !is_one_include && faults.is_empty() {
        faults.push(Fault::new(
            block.line,
            "an ignored block that is not one include: only a fragment of a tested source \
             may be ignored",
        ));
    }
    if faults.is_empty() {
        block.body = body;
        Ok(files)
    } else {
        Err(faults)
    }
}

/// The file of an include, and the lines that it shows.
fn read(dir: &Path, args: &str) -> Result<(PathBuf, String), String> {
    let include = Include::parse(args).map_err(|e| e.to_string())?;
    let path = dir.join(&include.file);
    let text =
        fs::read_to_string(&path).map_err(|e| format!("cannot include {}: {e}", include.file))?;
    let lines = include.take(&text).map_err(|e| format!("{}: {e}", include.file))?;
    Ok((path, lines.text()))
}
