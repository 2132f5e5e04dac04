//! The front matter of a page: what kind of page it is, how long it takes, what comes before it.
//!
//! ```text
//! ---
//! kind: chapter
//! minutes: 25
//! prerequisites: [word.md, jec.md]
//! ---
//! ```
//!
//! All three keys stand there, each once and each on a line of its own. `kind: page` marks what is
//! not a chapter; such a page may leave out the other two. mdBook knows no front matter, so it must
//! be gone before mdBook reads the page.

use std::fmt;

/// What a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A chapter: it teaches, and is held to the rules for chapters.
    Chapter,
    /// Anything else: front page, glossary, index.
    Page,
}

/// The front matter of one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontMatter {
    /// Chapter or page.
    pub kind: Kind,
    /// Reading time in minutes; always there in a chapter.
    pub minutes: Option<u32>,
    /// The files of the pages to read before, relative to this page's folder.
    pub prerequisites: Vec<String>,
    /// How many lines the front matter takes, both `---` included.
    pub lines: usize,
    /// The line of `prerequisites`, to report a dead one there.
    pub prerequisites_line: usize,
}

/// Why a front matter cannot be read, with the line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrontMatterError {
    /// The line at fault.
    pub line: usize,
    /// What is wrong with it.
    pub fault: Fault,
}

/// What can be wrong with a front matter.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are what they are called")]
pub enum Fault {
    /// The text does not start with `---`.
    Absent,
    /// No second `---`.
    Unclosed,
    /// A line that is no `key: value`.
    NotAPair,
    /// A key that means nothing here.
    UnknownKey(String),
    /// A key that stands there already.
    Doubled(String),
    /// A value that does not fit its key; what would.
    Value { key: &'static str, wanted: &'static str },
    /// A key that must be there.
    Missing(&'static str),
}

impl fmt::Display for FrontMatterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            Fault::Absent => write!(f, "no front matter; start with `---` and `kind: chapter`"),
            Fault::Unclosed => write!(f, "the front matter has no closing `---`"),
            Fault::NotAPair => write!(f, "front matter wants `key: value` on each line"),
            Fault::UnknownKey(key) => {
                write!(f, "unknown key `{key}`; known are kind, minutes and prerequisites")
            }
            Fault::Doubled(key) => write!(f, "the key `{key}` stands there twice"),
            Fault::Value { key, wanted } => write!(f, "`{key}` wants {wanted}"),
            Fault::Missing(key) => write!(f, "the front matter lacks `{key}`"),
        }
    }
}

impl std::error::Error for FrontMatterError {}

/// Splits a page into its front matter and the text after it.
pub fn split(text: &str) -> Result<(FrontMatter, &str), FrontMatterError> {
    let fail = |line, fault| Err(FrontMatterError { line, fault });
    if text.lines().next().map(str::trim_end) != Some("---") {
        return fail(1, Fault::Absent);
    }
    let (mut kind, mut minutes, mut prerequisites) = (None, None, None);
    let mut prerequisites_line = 1;
    for (n, line) in text.lines().enumerate().skip(1).map(|(n, line)| (n + 1, line.trim())) {
        if line == "---" {
            let Some(kind) = kind else { return fail(n, Fault::Missing("kind")) };
            if kind == Kind::Chapter && minutes.is_none() {
                return fail(n, Fault::Missing("minutes"));
            }
            if kind == Kind::Chapter && prerequisites.is_none() {
                return fail(n, Fault::Missing("prerequisites"));
            }
            let prerequisites = prerequisites.unwrap_or_default();
            let front = FrontMatter { kind, minutes, prerequisites, lines: n, prerequisites_line };
            return Ok((front, after(text, n)));
        }
        let Some((key, value)) = line.split_once(':') else { return fail(n, Fault::NotAPair) };
        let (key, value) = (key.trim(), value.trim());
        let doubled = match key {
            "kind" => kind.replace(parse_kind(value, n)?).is_some(),
            "minutes" => minutes.replace(parse_minutes(value, n)?).is_some(),
            "prerequisites" => {
                prerequisites_line = n;
                prerequisites.replace(parse_list(value, n)?).is_some()
            }
            _ => return fail(n, Fault::UnknownKey(key.to_owned())),
        };
        if doubled {
            return fail(n, Fault::Doubled(key.to_owned()));
        }
    }
    fail(1, Fault::Unclosed)
}

fn parse_kind(value: &str, line: usize) -> Result<Kind, FrontMatterError> {
    match value {
        "chapter" => Ok(Kind::Chapter),
        "page" => Ok(Kind::Page),
        _ => {
            let fault = Fault::Value { key: "kind", wanted: "`chapter` or `page`" };
            Err(FrontMatterError { line, fault })
        }
    }
}

fn parse_minutes(value: &str, line: usize) -> Result<u32, FrontMatterError> {
    let fault = Fault::Value { key: "minutes", wanted: "a whole number from 1 to 240" };
    value.parse().ok().filter(|n| (1..=240).contains(n)).ok_or(FrontMatterError { line, fault })
}

fn parse_list(value: &str, line: usize) -> Result<Vec<String>, FrontMatterError> {
    let fault = Fault::Value { key: "prerequisites", wanted: "a list of files: [word.md, jec.md]" };
    let error = FrontMatterError { line, fault };
    let inner = value.strip_prefix('[').and_then(|v| v.strip_suffix(']')).ok_or(error.clone())?;
    if inner.trim().is_empty() {
        return Ok(Vec::new());
    }
    let files: Vec<String> =
        inner.split(',').map(|file| file.trim().trim_matches(['"', '\'']).to_owned()).collect();
    if files.iter().all(|file| file.ends_with(".md")) { Ok(files) } else { Err(error) }
}

/// The text after its first `n` lines.
fn after(text: &str, n: usize) -> &str {
    let end: usize = text.split_inclusive('\n').take(n).map(str::len).sum();
    &text[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chapter_is_read_and_cut() {
        let text = "---\nkind: chapter\nminutes: 25\nprerequisites: [a.md, b/c.md]\n---\n# T\n";
        let (front, rest) = split(text).unwrap();
        assert_eq!(front.kind, Kind::Chapter);
        assert_eq!((front.minutes, front.lines, front.prerequisites_line), (Some(25), 5, 4));
        assert_eq!(front.prerequisites, ["a.md", "b/c.md"]);
        assert_eq!(rest, "# T\n");
    }

    #[test]
    fn a_page_needs_its_kind_alone() {
        let (front, rest) = split("---\nkind: page\n---\n").unwrap();
        assert_eq!((front.kind, front.minutes, rest), (Kind::Page, None, ""));
    }

    #[test]
    fn each_fault_has_its_line_and_words() {
        let fault = |text: &str| split(text).map(|_| ()).map_err(|e| format!("{}: {e}", e.line));
        let error = |text: &str| fault(text).unwrap_err();
        assert!(error("# T\n").starts_with("1: no front matter"));
        assert!(error("---\nkind: page\n").starts_with("1: the front matter has no closing"));
        assert!(error("---\nkind\n---\n").starts_with("2: front matter wants"));
        assert!(error("---\nkind: page\nminute: 3\n---\n").starts_with("3: unknown key `minute`"));
        assert!(error("---\nkind: page\nkind: page\n---\n").starts_with("3: the key `kind`"));
        assert!(error("---\nkind: part\n---\n").starts_with("2: `kind` wants"));
        assert!(error("---\nminutes: 0\n---\n").starts_with("2: `minutes` wants"));
        assert!(error("---\nprerequisites: a.md\n---\n").starts_with("2: `prerequisites` wants"));
        assert!(error("---\nprerequisites: [a]\n---\n").starts_with("2: `prerequisites` wants"));
        assert!(error("---\nminutes: 5\n---\n").starts_with("3: the front matter lacks `kind`"));
        assert!(error("---\nkind: chapter\nprerequisites: []\n---\n").contains("lacks `minutes`"));
        assert!(error("---\nkind: chapter\nminutes: 5\n---\n").contains("lacks `prerequisites`"));
    }
}
