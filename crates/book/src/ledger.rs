//! The ledger: each invariant with all that stands behind it.
//!
//! `ledger.toml`, beside the folder of the chapters, has one `[[invariant]]` for each: what holds,
//! which lines see to it, which test or argument defends it, which breakages violate it, and where
//! the book tells of it.
//! This module reads the file and knows what an invariant's id looks like; the page is written by
//! [`crate::preprocess`], and whether each column says the truth is asked by [`crate::check`].

use std::path::{Path, PathBuf};

use serde::Deserialize;

/// One invariant. A column that the file leaves out is empty here; the checks refuse it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Entry {
    /// The line of its `[[invariant]]`.
    #[serde(skip)]
    pub line: usize,
    /// `INV-…`
    pub id: String,
    /// What holds, as Markdown.
    pub sentence: String,
    /// The file that sees to it, relative to the project.
    pub source: String,
    /// The lines of that file.
    pub anchor: String,
    /// The tests and models that defend it: `crates/nap/tests/count.rs::the_name`.
    pub tests: Vec<String>,
    /// Why it holds where no test reaches, and what the tool can't see.
    pub argued: String,
    /// The features that violate it.
    pub breakages: Vec<String>,
    /// The chapter, relative to the folder of the chapters.
    pub chapter: String,
    /// The page of the exercise, relative to the same folder, or [`NONE`] and a reason.
    pub exercise: String,
}

/// In the column of the exercise: there is none, and why.
pub const NONE: &str = "none:";

/// Why a ledger can't be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct LedgerError {
    /// Where.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    invariant: Vec<Entry>,
}

/// Where the ledger of a book with these chapters is.
pub fn path(src: &Path) -> PathBuf {
    src.parent().unwrap_or(src).join("ledger.toml")
}

/// Reads the entries of a ledger.
pub fn parse(text: &str) -> Result<Vec<Entry>, LedgerError> {
    let mut file: File = toml::from_str(text).map_err(|error| {
        let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or("");
        LedgerError { line: before.matches('\n').count() + 1, message: error.message().to_owned() }
    })?;
    let heads = text.lines().enumerate().filter(|(_, line)| line.trim() == "[[invariant]]");
    for (entry, (n, _)) in file.invariant.iter_mut().zip(heads) {
        entry.line = n + 1;
    }
    Ok(file.invariant)
}

impl Entry {
    /// The line of one of its columns in the text of the ledger; its first line if it has none.
    pub fn line_of(&self, text: &str, column: &str) -> usize {
        let is_column = |line: &str| {
            line.trim_start()
                .strip_prefix(column)
                .is_some_and(|rest| rest.trim_start().starts_with('='))
        };
        text.lines()
            .enumerate()
            .skip(self.line)
            .take_while(|(_, line)| line.trim() != "[[invariant]]")
            .find(|(_, line)| is_column(line))
            .map_or(self.line, |(n, _)| n + 1)
    }

    /// Whether a name in a text means this invariant, or the family it belongs to.
    pub fn is_meant_by(&self, name: &str) -> bool {
        self.id.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
    }
}

/// The names of invariants in a text, each with its line: `INV-…`, in capitals, digits and hyphens.
pub fn ids(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().flat_map(|(n, line)| {
        line.match_indices("INV-").filter_map(move |(at, start)| {
            let rest = &line[at + start.len()..];
            let more = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
            let end = rest.find(|c| !more(c)).unwrap_or(rest.len());
            let name = rest[..end].trim_end_matches('-');
            (!name.is_empty()).then(|| (n + 1, &line[at..at + start.len() + name.len()]))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "# a comment\n[[invariant]]\nid = \"A\"\n\n[[invariant]]\nid = \"B\"\n\
                       breakages = [\n  \"x\",\n]\nchapter = \"c.md\"\n";

    #[test]
    fn entries_know_their_lines() {
        let entries = parse(TWO).unwrap();
        assert_eq!(entries.iter().map(|e| e.line).collect::<Vec<_>>(), [2, 5]);
        assert_eq!(entries[1].line_of(TWO, "chapter"), 10);
        assert_eq!(entries[0].line_of(TWO, "chapter"), 2, "it has none, its neighbour has");
        assert_eq!((entries[1].breakages.len(), entries[1].sentence.as_str()), (1, ""));
    }

    #[test]
    fn what_is_no_column_is_refused_with_its_line() {
        let error = parse("[[invariant]]\nid = \"A\"\nidea = \"B\"\n").unwrap_err();
        assert!(error.message.contains("unknown field `idea`"), "{error}");
        assert_eq!(error.line, 3);
    }

    #[test]
    fn ids_end_where_their_characters_do() {
        let (one, two) = (["INV", "NAP-1"].join("-"), ["INV", "NAP"].join("-"));
        let text = format!("({one}) and\n`{two}`: INV-… or {one}-.");
        assert_eq!(ids(&text).collect::<Vec<_>>(), [(1, &*one), (2, &*two), (2, &*one)]);
        let entry = Entry { id: one.clone(), ..Entry::default() };
        assert!(entry.is_meant_by(&one) && entry.is_meant_by(&two));
        assert!(
            !entry.is_meant_by(&one[..one.len() - 3]) && !entry.is_meant_by(&format!("{one}2"))
        );
    }
}
