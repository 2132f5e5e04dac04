//! Anchors: named stretches of a source file that chapters show.
//!
//! `// ANCHOR: name` opens one, `// ANCHOR_END: name` closes it. Only a comment that holds nothing
//! else is a marker, so prose and strings that mention the words are left alone. mdBook takes a
//! missing, doubled or unclosed anchor without a word; here each is an error.

use std::fmt;
use std::ops::RangeInclusive;

/// What a marker line does to its anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Marker<'a> {
    /// `ANCHOR: name`
    Open(&'a str),
    /// `ANCHOR_END: name`
    Close(&'a str),
}

impl<'a> Marker<'a> {
    /// The name that the marker carries; empty if it carries none.
    pub fn name(self) -> &'a str {
        match self {
            Marker::Open(name) | Marker::Close(name) => name,
        }
    }
}

/// Reads a line as a marker: a comment leader, then the keyword, then the name.
pub fn marker(line: &str) -> Option<Marker<'_>> {
    let line = line.trim();
    let comment = ["//", "#", "<!--", "/*", "--", ";"].iter().find_map(|c| line.strip_prefix(c))?;
    let comment = comment.trim_start();
    let (rest, close) = match comment.strip_prefix("ANCHOR_END:") {
        Some(rest) => (rest, true),
        None => (comment.strip_prefix("ANCHOR:")?, false),
    };
    let name = rest.split_whitespace().next().unwrap_or("");
    let name = if matches!(name, "-->" | "*/") { "" } else { name };
    Some(if close { Marker::Close(name) } else { Marker::Open(name) })
}

/// An anchor as it stands in a file: its name and the lines of its two markers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// The name after `ANCHOR:`.
    pub name: String,
    /// The line of the opening marker.
    pub open: usize,
    /// The line of the closing marker.
    pub close: usize,
}

impl Anchor {
    /// The lines between the markers.
    pub fn lines(&self) -> RangeInclusive<usize> {
        self.open + 1..=self.close - 1
    }
}

/// Why an anchor cannot be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are what they are called")]
pub enum AnchorError {
    /// No marker of this name; the nearest name that exists, if one is near.
    Missing { name: String, near: Option<String> },
    /// The anchor is opened or closed more than once, at these lines.
    Doubled { name: String, lines: Vec<usize> },
    /// Opened and never closed.
    Unclosed { name: String, line: usize },
    /// Closed and never opened.
    Unopened { name: String, line: usize },
    /// Closed before it is opened.
    Reversed { name: String, open: usize, close: usize },
    /// Nothing but blank lines and other markers inside.
    Empty { name: String, line: usize },
    /// A marker without a name.
    Nameless { line: usize },
}

impl AnchorError {
    /// The line at which to look; 1 if there is none.
    pub fn line(&self) -> usize {
        match self {
            Self::Missing { .. } => 1,
            // The second marker is the one too many.
            Self::Doubled { lines, .. } => lines.get(1).copied().unwrap_or(1),
            Self::Reversed { close, .. } => *close,
            Self::Unclosed { line, .. }
            | Self::Unopened { line, .. }
            | Self::Empty { line, .. }
            | Self::Nameless { line } => *line,
        }
    }
}

impl fmt::Display for AnchorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { name, near: Some(near) } => {
                write!(f, "no anchor `{name}`; is it `{near}` now?")
            }
            Self::Missing { name, near: None } => write!(f, "no anchor `{name}`"),
            Self::Doubled { name, lines } => {
                let lines: Vec<_> = lines.iter().map(usize::to_string).collect();
                write!(f, "anchor `{name}` is marked twice, at lines {}", lines.join(", "))
            }
            Self::Unclosed { name, line } => {
                write!(f, "anchor `{name}` is opened at line {line} and never closed")
            }
            Self::Unopened { name, line } => {
                write!(f, "anchor `{name}` is closed at line {line} and never opened")
            }
            Self::Reversed { name, open, close } => {
                write!(f, "anchor `{name}` is closed at line {close}, before line {open} opens it")
            }
            Self::Empty { name, line } => write!(f, "anchor `{name}` at line {line} is empty"),
            Self::Nameless { line } => write!(f, "the marker at line {line} names no anchor"),
        }
    }
}

impl std::error::Error for AnchorError {}

/// The markers of a text with their lines, in order.
pub fn markers(text: &str) -> impl Iterator<Item = (usize, Marker<'_>)> {
    text.lines().enumerate().filter_map(|(n, line)| Some((n + 1, marker(line)?)))
}

/// The anchor `name` of a text, if it is whole.
pub fn find(text: &str, name: &str) -> Result<Anchor, AnchorError> {
    let lines = |wanted: Marker<'_>| -> Vec<usize> {
        markers(text).filter(|(_, m)| *m == wanted).map(|(n, _)| n).collect()
    };
    let (opens, closes) = (lines(Marker::Open(name)), lines(Marker::Close(name)));
    let name = name.to_owned();
    match (&opens[..], &closes[..]) {
        ([], []) => Err(AnchorError::Missing { near: nearest(text, &name), name }),
        ([open], [close]) if open < close => {
            let filled = text
                .lines()
                .take(close - 1)
                .skip(*open)
                .any(|line| !line.trim().is_empty() && marker(line).is_none());
            if filled {
                Ok(Anchor { name, open: *open, close: *close })
            } else {
                Err(AnchorError::Empty { name, line: *open })
            }
        }
        ([open], [close]) => Err(AnchorError::Reversed { name, open: *open, close: *close }),
        ([line], []) => Err(AnchorError::Unclosed { name, line: *line }),
        ([], [line]) => Err(AnchorError::Unopened { name, line: *line }),
        (opens, closes) => {
            let lines = if opens.len() > 1 { opens } else { closes };
            Err(AnchorError::Doubled { name, lines: lines.to_vec() })
        }
    }
}

/// All anchors of a text, and all that is wrong with any of them, by line.
pub fn scan(text: &str) -> (Vec<Anchor>, Vec<AnchorError>) {
    let (mut anchors, mut errors, mut seen) = (Vec::new(), Vec::new(), Vec::new());
    for (line, marker) in markers(text) {
        let name = marker.name();
        if name.is_empty() {
            errors.push(AnchorError::Nameless { line });
        } else if !seen.contains(&name) {
            seen.push(name);
            match find(text, name) {
                Ok(anchor) => anchors.push(anchor),
                Err(error) => errors.push(error),
            }
        }
    }
    (anchors, errors)
}

/// The existing name that a mistyped or renamed one most likely means.
fn nearest(text: &str, name: &str) -> Option<String> {
    let names = markers(text).filter_map(|(_, m)| match m {
        Marker::Open(name) if !name.is_empty() => Some(name),
        _ => None,
    });
    let (distance, near) = names.map(|other| (distance(name, other), other)).min()?;
    (distance * 2 <= name.len().max(near.len())).then(|| near.to_owned())
}

/// How many letters must be put in, left out or changed to make one name of the other.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOUND: &str = "fn a() {}\n// ANCHOR: one\nfn b() {}\n// ANCHOR_END: one\n";

    #[test]
    fn a_whole_anchor_is_found_with_its_lines() {
        let anchor = find(SOUND, "one").unwrap();
        assert_eq!((anchor.open, anchor.close, anchor.lines()), (2, 4, 3..=3));
    }

    #[test]
    fn only_a_comment_of_its_own_is_a_marker() {
        assert_eq!(marker("    // ANCHOR: a"), Some(Marker::Open("a")));
        assert_eq!(marker("# ANCHOR_END: a"), Some(Marker::Close("a")));
        assert_eq!(marker("<!-- ANCHOR: a -->"), Some(Marker::Open("a")));
        assert_eq!(marker("<!-- ANCHOR: -->"), Some(Marker::Open("")));
        assert_eq!(marker("let s = \"// ANCHOR: a\";"), None);
        assert_eq!(marker("// the ANCHOR: a"), None);
        assert_eq!(marker("call(); // ANCHOR: a"), None);
    }

    #[test]
    fn a_missing_anchor_names_a_near_one() {
        let near = |name| match find(SOUND, name) {
            Err(AnchorError::Missing { near, .. }) => near,
            other => panic!("{other:?}"),
        };
        assert_eq!(near("onee"), Some("one".into()));
        assert_eq!(near("something_else"), None);
    }

    #[test]
    fn each_fault_of_an_anchor_is_told_apart() {
        let message = |text: &str| find(text, "a").unwrap_err().to_string();
        let (open, close) = ("// ANCHOR: a\n", "// ANCHOR_END: a\n");
        assert_eq!(
            message(&format!("{open}x\n")),
            "anchor `a` is opened at line 1 and never closed"
        );
        assert_eq!(
            message(&format!("x\n{close}")),
            "anchor `a` is closed at line 2 and never opened"
        );
        assert_eq!(
            message(&format!("{close}x\n{open}")),
            "anchor `a` is closed at line 1, before line 3 opens it"
        );
        assert_eq!(
            message(&format!("{open}x\n{close}{open}y\n{close}")),
            "anchor `a` is marked twice, at lines 1, 4"
        );
        assert_eq!(
            message(&format!("{open}x\n{close}{close}")),
            "anchor `a` is marked twice, at lines 3, 4"
        );
        assert_eq!(message(&format!("{open}\n  \n{close}")), "anchor `a` at line 1 is empty");
    }

    #[test]
    fn a_scan_lists_the_sound_and_the_faulty() {
        let text = format!("{SOUND}// ANCHOR:\n// ANCHOR: two\n");
        let (anchors, errors) = scan(&text);
        assert_eq!(anchors.len(), 1);
        assert_eq!(errors.len(), 2, "{errors:?}");
        assert!(errors.contains(&AnchorError::Nameless { line: 5 }));
    }
}
