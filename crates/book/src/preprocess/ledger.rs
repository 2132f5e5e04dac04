//! The page of the ledger: every invariant as a row, with links to its lines and its chapter.
//!
//! The first pass finds the lines, so that their files get pages; the second writes the table, since
//! only then all pages are known by name. What is empty or dead and can't be a link stays plain
//! text here: `cargo book check` reports it.

use std::path::Path;

use super::shown::{Showing, Shown, page_of};
use super::source_pages::lines;
use super::{Page, html, relative};
use crate::fault::Fault;
use crate::ledger::{self, Entry};
use crate::text::directives;
use crate::text::include::Include;

/// One invariant with its lines.
pub(super) struct Row {
    entry: Entry,
    showing: Option<Showing>,
}

/// Reads the ledger of the book for the page that shows it.
pub(super) fn read(
    (root, src): (&Path, &Path),
    (page, title): (&Path, &str),
    shown: &mut Shown,
) -> Result<Vec<Row>, Vec<Fault>> {
    let path = ledger::path(src);
    let file = path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
    let text = std::fs::read_to_string(&path)
        .map_err(|error| vec![Fault::of(&file, format!("cannot read the ledger: {error}"))])?;
    let entries = ledger::parse(&text).map_err(|e| vec![Fault::at(&file, e.line, &e)])?;
    let (mut rows, mut faults) = (Vec::new(), Vec::new());
    for entry in entries {
        let mut row = Row { entry, showing: None };
        if !row.entry.source.is_empty() && !row.entry.anchor.is_empty() {
            let anchor = Some(row.entry.anchor.clone());
            let include = Include { file: row.entry.source.clone(), anchor };
            match shown.excerpt(root, &include) {
                Ok((file, excerpt)) => {
                    let showing = Showing {
                        item: shown.item(&file, &excerpt),
                        file,
                        anchor: include.anchor,
                        lines: excerpt.range(),
                        page: page.to_owned(),
                        title: title.to_owned(),
                        id: None,
                    };
                    row.showing = Some(shown.add(showing).clone());
                }
                Err(error) => {
                    let line = row.entry.line_of(&text, "anchor");
                    faults.push(Fault::at(&file, line, format!("{}: {error}", row.entry.id)));
                }
            }
        }
        rows.push(row);
    }
    if faults.is_empty() { Ok(rows) } else { Err(faults) }
}

/// The table, as seen from a page.
pub(super) fn write(page: &Page, pages: &[&Page], rows: &[Row]) -> String {
    let mut out = "<div class=\"ledger\">\n\n\
                   | Invariant | Lines | Defended by | Violated by | Told in | Exercise |\n\
                   |---|---|---|---|---|---|\n"
        .to_owned();
    for Row { entry, showing } in rows {
        let id = html(&entry.id);
        let cells = [
            format!("<b id=\"{id}\">{id}</b> {}", entry.sentence),
            place(entry, showing.as_ref(), &page.path),
            defence(entry),
            entry.breakages.iter().map(|name| code(name)).collect::<Vec<_>>().join(", "),
            link(&entry.chapter, page, pages),
            link(&entry.exercise, page, pages),
        ];
        let cells = cells.map(|cell| cell.replace('\n', " ").replace('|', "\\|"));
        out.push_str(&directives::escape(&format!("| {} |", cells.join(" | "))));
        out.push('\n');
    }
    out.push_str("\n</div>\n");
    out
}

/// The lines that see to it, on the page of their file.
fn place(entry: &Entry, showing: Option<&Showing>, from: &Path) -> String {
    let Some(showing) = showing else { return format!("`{}`", entry.source) };
    let (way, first) = (relative(from, &page_of(&showing.file)), showing.lines.start());
    let item = showing.item.as_ref().map(|item| format!(" {}", code(item))).unwrap_or_default();
    format!("[{} {}]({way}#L{first}){item}", path(&showing.file), lines(showing))
}

/// The tests, gathered by their files, then the argument.
fn defence(entry: &Entry) -> String {
    let mut files: Vec<(&str, Vec<String>)> = Vec::new();
    for test in &entry.tests {
        let (file, name) = test.split_once("::").unwrap_or((test, ""));
        match files.last_mut().filter(|(last, _)| *last == file) {
            Some((_, names)) => names.push(code(name)),
            None => files.push((file, vec![code(name)])),
        }
    }
    let tests = files.iter().map(|(file, names)| format!("{} in {}", names.join(", "), path(file)));
    let argued = Some(&entry.argued).filter(|argued| !argued.is_empty());
    let argued = argued.map(|argued| format!("*argued:* {}", argued.trim()));
    tests.chain(argued).collect::<Vec<_>>().join("<br>")
}

/// A long name as code that may break between its words.
fn code(name: &str) -> String {
    format!("<code>{}</code>", html(name).replace('_', "_<wbr>"))
}

/// A path that may break between its folders.
fn path(file: &str) -> String {
    html(file).replace('/', "/<wbr>")
}

/// A page by its name, or what stands there instead of one.
fn link(name: &str, page: &Page, pages: &[&Page]) -> String {
    match pages.iter().find(|other| other.path == Path::new(name)) {
        Some(other) => format!("[{}]({})", other.title, relative(&page.path, &other.path)),
        None => name.to_owned(),
    }
}
