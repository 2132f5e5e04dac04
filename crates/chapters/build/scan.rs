//! Finds the Rust blocks of a page.
//!
//! Where the fences are is said by the rules that the preprocessor follows ([`crate::text`]); a
//! CommonMark parser, the same that rustdoc uses, must see the very same blocks. Where the two
//! differ, a reader, the book and rustdoc would each take something else for code: an indented
//! block, a fence that a paragraph of HTML swallows. Each difference is a [`Fault`], and so is a
//! fence whose words the book does not know ([`crate::kind`]).

use std::fmt;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

use crate::kind::{self, Kind};
use crate::text::fences::{self, Fence};

/// A Rust block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The line of the opening fence, counted from 1.
    pub(crate) line: usize,
    /// The heading that the block stands under; empty before the first one.
    pub(crate) heading: String,
    pub(crate) kind: Kind,
    /// The lines between the fences, free of the marks of quotes and lists.
    pub(crate) body: String,
}

/// What is wrong with a page, and on which line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) line: usize,
    pub(crate) what: String,
}

impl Fault {
    pub(crate) fn new(line: usize, what: impl fmt::Display) -> Self {
        Self { line, what: what.to_string() }
    }
}

/// The Rust blocks of a page in their order, and everything that is wrong with its fences.
pub(crate) fn blocks(text: &str) -> (Vec<Block>, Vec<Fault>) {
    let outline = Outline::of(text);
    let fences = fences::fences(text);
    let mut faults = outline.disagreements(&fences);
    let mut blocks = Vec::new();
    for fence in fences {
        match kind::of(&fence) {
            Ok(Some(kind)) => blocks.push(Block {
                line: fence.line,
                heading: outline.heading_above(fence.line),
                kind,
                body: fence.body(text).flat_map(|(_, line)| [line, "\n"]).collect(),
            }),
            Ok(None) => {}
            Err(what) => faults.push(Fault::new(fence.line, what)),
        }
    }
    faults.sort_by_key(|fault| fault.line);
    (blocks, faults)
}

/// What the CommonMark parser sees: headings and code blocks with their lines.
#[derive(Default)]
struct Outline {
    headings: Vec<(usize, String)>,
    fenced: Vec<usize>,
    indented: Vec<usize>,
}

impl Outline {
    fn of(text: &str) -> Self {
        let mut outline = Outline::default();
        let mut in_heading = false;
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            let line = || text[..range.start].matches('\n').count() + 1;
            match event {
                Event::Start(Tag::Heading { .. }) => {
                    outline.headings.push((line(), String::new()));
                    in_heading = true;
                }
                Event::Text(words) | Event::Code(words) if in_heading => {
                    if let Some((_, heading)) = outline.headings.last_mut() {
                        heading.push_str(&words);
                    }
                }
                Event::End(TagEnd::Heading(_)) => in_heading = false,
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(_))) => {
                    outline.fenced.push(line());
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)) => {
                    outline.indented.push(line());
                }
                _ => {}
            }
        }
        outline
    }

    fn heading_above(&self, line: usize) -> String {
        let above = self.headings.iter().take_while(|(at, _)| *at < line);
        above.last().map(|(_, heading)| heading.clone()).unwrap_or_default()
    }

    /// Code blocks that only one of the two readings knows.
    fn disagreements(&self, fences: &[Fence]) -> Vec<Fault> {
        let indented = self.indented.iter().map(|&line| {
            Fault::new(
                line,
                "an indented code block, which rustdoc takes for Rust: \
                 use a fence that names its language",
            )
        });
        let known = |line| fences.iter().any(|fence| fence.line == line);
        let unknown = self.fenced.iter().copied().filter(|line| !known(*line)).map(|line| {
            Fault::new(line, "this fence opens inside another one that was never closed")
        });
        let swallowed = fences.iter().map(|fence| fence.line);
        let swallowed = swallowed.filter(|line| !self.fenced.contains(line)).map(|line| {
            Fault::new(
                line,
                "this fence is no code block but part of a paragraph of HTML: \
                 put a blank line before it",
            )
        });
        let unclosed = fences.iter().filter(|fence| fence.close.is_none());
        let unclosed = unclosed.map(|fence| Fault::new(fence.line, "this fence is never closed"));
        indented.chain(unknown).chain(swallowed).chain(unclosed).collect()
    }
}
