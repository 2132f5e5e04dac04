//! The preprocessor `winks`: from the chapters as they are written to what mdBook renders.
//!
//! It runs in two passes. The first ([`read`]) takes each chapter apart, expands what it includes
//! and remembers what was shown from where ([`shown`]). The second ([`tables`], [`ledger`],
//! [`source_pages`]) writes what needs to know all chapters: the sum of minutes, the index of
//! anchors, the ledger, and one page for each source file. All faults of all chapters are reported at once.
//!
//! The same code runs inside `cargo book` and, over stdin and stdout, for a stock `mdbook`.

mod lanes;
mod ledger;
mod read;
mod shown;
mod source_pages;
mod tables;

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use mdbook_preprocessor::book::{Book, BookItem};
use mdbook_preprocessor::{Preprocessor, PreprocessorContext, parse_input};

use crate::dest;
use crate::fault::Faults;
use crate::text::front_matter::FrontMatter;

pub use shown::{Showing, Shown};

/// The name of the preprocessor, in `book.toml` and for mdBook.
pub const NAME: &str = "winks";

/// The preprocessor.
#[derive(Clone, Copy, Debug, Default)]
pub struct Winks;

/// A page of the book after the first pass.
struct Page {
    /// Where mdBook puts it, relative to the book: `jec.md`.
    path: PathBuf,
    /// The file it was written in, relative to the project: `book/src/jec.md`.
    file: String,
    /// Its name in the table of contents, with the number.
    title: String,
    front: FrontMatter,
    pieces: Vec<Piece>,
}

/// A part of a page.
enum Piece {
    Text(String),
    /// `{{#minutes}}`
    Minutes,
    /// `{{#anchor-index}}`
    AnchorIndex,
    /// `{{#ledger}}`
    Ledger(Vec<ledger::Row>),
    /// The line under the title: reading time and what to read before.
    Reading,
}

impl Preprocessor for Winks {
    fn name(&self) -> &str {
        NAME
    }

    fn supports_renderer(&self, renderer: &str) -> Result<bool> {
        Ok(supports(renderer))
    }

    fn run(&self, context: &PreprocessorContext, mut book: Book) -> Result<Book> {
        let root = context.root.canonicalize().context("the root of the book is gone")?;
        // mdBook empties the build folder before it writes, whoever started it.
        dest::guard(&root, &context.config, &context.config.build.build_dir)?;
        let src = root.join(&context.config.book.src);
        let mut shown = Shown::new(&root);
        let (mut pages, mut faults) = (BTreeMap::new(), Vec::new());
        let mut order = Vec::new();
        for chapter in book.chapters() {
            let Some(path) = chapter.path.clone() else { continue };
            let page = read::page(chapter, &root, &src, &mut shown, &mut faults);
            order.push(path.clone());
            pages.insert(path, page);
        }
        let pages_in_order: Vec<&Page> = order.iter().filter_map(|path| pages.get(path)).collect();
        tables::check_prerequisites(&pages_in_order, &mut faults);
        Faults::none(faults)?;

        book.for_each_chapter_mut(|chapter| {
            let page = chapter.path.as_ref().and_then(|path| pages.get(path));
            if let Some(page) = page {
                chapter.content = tables::write(page, &pages_in_order, &shown);
            }
        });
        // Also while nothing is shown yet: book.toml keeps these pages out of the search by name.
        let numbers =
            book.chapters().filter_map(|chapter| chapter.number.as_ref()?.first().copied());
        let last = numbers.max().unwrap_or(0);
        book.push_item(BookItem::PartTitle("Source".to_owned()));
        book.push_item(source_pages::chapters(&shown, last));
        Ok(book)
    }
}

/// Whether the preprocessor has anything to give to a renderer.
pub fn supports(renderer: &str) -> bool {
    matches!(renderer, "html" | "markdown")
}

/// Speaks mdBook's protocol: the book as JSON in, the book as JSON out.
pub fn stdin_to_stdout(input: impl Read, mut output: impl Write) -> Result<()> {
    let (context, book) = parse_input(input)
        .context("expected mdBook's JSON on stdin; `cargo book build` needs no `preprocess`")?;
    let book = Winks.run(&context, book)?;
    serde_json::to_writer(&mut output, &book)?;
    output.flush()?;
    Ok(())
}

/// The way from one page of the book to another file of it, as a link has it.
fn relative(from: &Path, to: &Path) -> String {
    let from: Vec<_> = from.parent().into_iter().flat_map(Path::components).collect();
    let to: Vec<_> = to.components().collect();
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = from[common..].iter().map(|_| "..".to_owned());
    let down = to[common..].iter().map(|c| c.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

/// Text as HTML, with braces that no other preprocessor takes for a directive.
fn html(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '{' => out.push_str("&#123;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_go_up_and_down() {
        let way = |from: &str, to: &str| relative(Path::new(from), Path::new(to));
        assert_eq!(way("a.md", "b.md"), "b.md");
        assert_eq!(way("a.md", "source/x/y.rs.md"), "source/x/y.rs.md");
        assert_eq!(way("source/x/y.rs.md", "a.md"), "../../a.md");
        assert_eq!(way("ex/a.md", "ex/b.md"), "b.md");
    }

    #[test]
    fn only_renderers_that_understand_html_are_supported() {
        assert!(supports("html") && supports("markdown"));
        assert!(!supports("latex"));
    }
}
