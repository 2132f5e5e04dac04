//! What an `{{#include …}}` shows: a whole file, or the lines of one anchor.
//!
//! Line ranges are refused, because lines move and nobody notices. Marker lines are never shown,
//! the header of an insta snapshot is cut, and a fragment that is indented as a whole is moved to
//! the left edge. The caller reads the file; [`Include::take`] judges its text.

use std::fmt;
use std::ops::RangeInclusive;

use super::anchors::{self, AnchorError};

/// The argument of an include, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Include {
    /// The file as the chapter names it, relative to the chapter's folder.
    pub file: String,
    /// The anchor after the colon.
    pub anchor: Option<String>,
}

/// The lines that an include shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// The lines with their numbers in the file, markers left out, dedented.
    pub lines: Vec<(usize, String)>,
}

/// Why an include shows nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are what they are called")]
pub enum IncludeError {
    /// No file is named.
    NoFile,
    /// Something follows the anchor, or the anchor is a number.
    NotAnAnchor { argument: String },
    /// The anchor of the file is not sound.
    Anchor(AnchorError),
    /// The file, or what is left of it, holds only blank lines.
    Blank,
    /// A snapshot whose header has no end.
    Header,
}

impl fmt::Display for IncludeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoFile => write!(f, "the include names no file"),
            Self::NotAnAnchor { argument } => {
                write!(f, "`{argument}` is no anchor; lines move, so name an anchor instead")
            }
            Self::Anchor(error) => error.fmt(f),
            Self::Blank => write!(f, "there is nothing to show in it"),
            Self::Header => write!(f, "the snapshot's header has no closing `---`"),
        }
    }
}

impl std::error::Error for IncludeError {}

impl From<AnchorError> for IncludeError {
    fn from(error: AnchorError) -> Self {
        Self::Anchor(error)
    }
}

impl Include {
    /// Reads `FILE` or `FILE:ANCHOR`.
    pub fn parse(args: &str) -> Result<Self, IncludeError> {
        let (file, anchor) = match args.split_once(':') {
            Some((file, anchor)) => (file.trim(), Some(anchor.trim())),
            None => (args.trim(), None),
        };
        if file.is_empty() {
            return Err(IncludeError::NoFile);
        }
        if let Some(anchor) = anchor {
            let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
            if anchor.parse::<usize>().is_ok() || anchor.is_empty() || !anchor.chars().all(word) {
                return Err(IncludeError::NotAnAnchor { argument: anchor.to_owned() });
            }
        }
        Ok(Self { file: file.to_owned(), anchor: anchor.map(str::to_owned) })
    }

    /// Whether the file is an insta snapshot, by its name.
    pub fn is_snapshot(&self) -> bool {
        self.file.ends_with(".snap")
    }

    /// Takes what the include shows out of the text of its file.
    pub fn take(&self, text: &str) -> Result<Excerpt, IncludeError> {
        let total = text.lines().count();
        let shown = match &self.anchor {
            Some(name) => anchors::find(text, name)?.lines(),
            None if self.is_snapshot() => header(text)? + 1..=total,
            None => 1..=total,
        };
        Excerpt::of(text, shown).ok_or(IncludeError::Blank)
    }
}

impl Excerpt {
    /// The lines of a range without markers, and without blank lines at either end.
    fn of(text: &str, shown: RangeInclusive<usize>) -> Option<Self> {
        let lines: Vec<(usize, &str)> = text
            .lines()
            .enumerate()
            .map(|(n, line)| (n + 1, line))
            .filter(|(n, line)| shown.contains(n) && anchors::marker(line).is_none())
            .collect();
        let filled = |(_, line): &(usize, &str)| !line.trim().is_empty();
        let first = lines.iter().position(filled)?;
        let last = lines.iter().rposition(filled)?;
        let lines = &lines[first..=last];
        let indent =
            lines.iter().filter(|line| filled(line)).map(|(_, line)| indent(line)).min()?;
        let dedent = |line: &str| line.get(indent..).unwrap_or("").to_owned();
        Some(Self { lines: lines.iter().map(|(n, line)| (*n, dedent(line))).collect() })
    }

    /// The lines of the file from the first to the last that is shown.
    pub fn range(&self) -> RangeInclusive<usize> {
        let number = |line: Option<&(usize, String)>| line.map_or(1, |(n, _)| *n);
        number(self.lines.first())..=number(self.lines.last())
    }

    /// The lines as one text, each ended by a line feed.
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|(_, line)| [line, "\n"]).collect()
    }
}

/// How many lines the header of an insta snapshot takes, both `---` included; 0 if it has none.
pub fn header(text: &str) -> Result<usize, IncludeError> {
    let mut lines = text.lines().map(str::trim_end);
    if lines.next() != Some("---") {
        return Ok(0);
    }
    lines.position(|line| line == "---").map(|n| n + 2).ok_or(IncludeError::Header)
}

/// How many bytes of white space a line starts with.
fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches([' ', '\t']).len()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(args: &str, text: &str) -> Result<String, String> {
        let include = Include::parse(args).map_err(|e| e.to_string())?;
        include.take(text).map(|e| e.text()).map_err(|e| e.to_string())
    }

    #[test]
    fn an_anchor_shows_its_lines_without_other_markers() {
        let text = "a\n// ANCHOR: x\nb\n// ANCHOR: y\nc\n// ANCHOR_END: y\n// ANCHOR_END: x\nd\n";
        assert_eq!(take("f.rs:x", text).unwrap(), "b\nc\n");
        assert_eq!(take("f.rs:y", text).unwrap(), "c\n");
        assert_eq!(take("f.rs", text).unwrap(), "a\nb\nc\nd\n");
    }

    #[test]
    fn a_fragment_indented_as_a_whole_is_dedented() {
        let text = "// ANCHOR: x\n    if a {\n        b\n\n    }\n// ANCHOR_END: x\n";
        assert_eq!(take("f.rs:x", text).unwrap(), "if a {\n    b\n\n}\n");
        let text = "// ANCHOR: x\na\n    b\n// ANCHOR_END: x\n";
        assert_eq!(take("f.rs:x", text).unwrap(), "a\n    b\n");
    }

    #[test]
    fn the_lines_keep_their_numbers() {
        let text = "// ANCHOR: x\n\na\n// ANCHOR: y\nb\n// ANCHOR_END: y\n// ANCHOR_END: x\n";
        let excerpt = Include::parse("f.rs:x").unwrap().take(text).unwrap();
        assert_eq!(excerpt.range(), 3..=5);
        assert_eq!(excerpt.lines, [(3, "a".to_owned()), (5, "b".to_owned())]);
    }

    #[test]
    fn the_header_of_a_snapshot_is_cut() {
        let text = "---\nsource: t.rs\nexpression: x\n---\none\n---\n";
        assert_eq!(take("../shown/x.snap", text).unwrap(), "one\n---\n");
        assert_eq!(take("x.txt", text).unwrap(), text);
        assert_eq!(take("x.snap", "plain\n").unwrap(), "plain\n");
        assert!(take("x.snap", "---\nsource: t.rs\n").unwrap_err().contains("no closing"));
    }

    #[test]
    fn line_ranges_and_empty_arguments_are_refused() {
        for args in ["f.rs:3", "f.rs:3:9", "f.rs::9", "f.rs:", "f.rs:a b"] {
            assert!(take(args, "x\n").unwrap_err().contains("lines move"), "{args}");
        }
        assert!(take("", "x\n").unwrap_err().contains("names no file"));
        assert!(take(":x", "x\n").unwrap_err().contains("names no file"));
    }

    #[test]
    fn nothing_to_show_is_an_error() {
        assert_eq!(take("f.txt", "\n\n").unwrap_err(), "there is nothing to show in it");
        assert!(take("f.rs:x", "a\n").unwrap_err().contains("no anchor `x`"));
    }
}
