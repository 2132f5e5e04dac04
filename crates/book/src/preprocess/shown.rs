//! What the chapters show: which lines of which files, in which place of which page.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::path::{Component, Path, PathBuf};

use thiserror::Error;

use crate::items::{self, Items};
use crate::text::include::{Excerpt, Include, IncludeError};

/// One place where a chapter shows or names lines of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Showing {
    /// The file, relative to the project.
    pub file: String,
    /// The anchor; `None` if the whole file is meant.
    pub anchor: Option<String>,
    /// The lines.
    pub lines: RangeInclusive<usize>,
    /// The item that the lines belong to.
    pub item: Option<String>,
    /// The page, relative to the book.
    pub page: PathBuf,
    /// The page's name in the table of contents.
    pub title: String,
    /// The id of the fragment on the page; `None` if the page only links to the lines.
    pub id: Option<String>,
}

/// Why a chapter can't show a file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(super) enum ShowError {
    #[error("cannot read {file}: {reason}")]
    Unreadable { file: String, reason: String },
    #[error("{file} lies outside the project")]
    Outside { file: String },
    #[error(transparent)]
    Argument(IncludeError),
    #[error("{file}: {error}")]
    Excerpt { file: String, error: IncludeError },
}

/// The source files that the chapters show, and everything shown of them.
#[derive(Debug)]
pub struct Shown {
    root: PathBuf,
    texts: BTreeMap<String, (String, Items)>,
    showings: Vec<Showing>,
}

impl Shown {
    /// Nothing is shown yet of a project.
    pub fn new(root: &Path) -> Self {
        Self { root: root.to_owned(), texts: BTreeMap::new(), showings: Vec::new() }
    }

    /// The lines that a directive in a file of `folder` asks for, with the file's name.
    pub(super) fn excerpt(
        &mut self,
        folder: &Path,
        include: &Include,
    ) -> Result<(String, Excerpt), ShowError> {
        let path = normal(&folder.join(&include.file));
        let outside = || ShowError::Outside { file: include.file.clone() };
        let file = path.strip_prefix(&self.root).map_err(|_| outside())?;
        let file = file.to_string_lossy().replace('\\', "/");
        if !self.texts.contains_key(&file) {
            let text = std::fs::read_to_string(&path).map_err(|error| ShowError::Unreadable {
                file: file.clone(),
                reason: error.to_string(),
            })?;
            // A link may lead out of the project although its name does not.
            let real = path.canonicalize().is_ok_and(|real| real.starts_with(&self.root));
            if !real {
                return Err(outside());
            }
            let items = if file.ends_with(".rs") { Items::of(&text) } else { Items::default() };
            self.texts.insert(file.clone(), (text, items));
        }
        let text = &self.texts[&file].0;
        let excerpt = include.take(text);
        match excerpt {
            Ok(excerpt) => Ok((file, excerpt)),
            Err(error) => Err(ShowError::Excerpt { file, error }),
        }
    }

    /// The item that an excerpt of a file belongs to.
    pub(super) fn item(&self, file: &str, excerpt: &Excerpt) -> Option<String> {
        let lines = items::code_lines(&excerpt.lines)?;
        self.texts.get(file)?.1.enclosing(&lines).map(str::to_owned)
    }

    /// Remembers a place. The ids of a page stay unique.
    pub(super) fn add(&mut self, mut showing: Showing) -> &Showing {
        if let Some(wanted) = showing.id.clone() {
            let taken = |id: &String| {
                self.showings.iter().any(|s| s.page == showing.page && s.id.as_ref() == Some(id))
            };
            let numbered = (2..).map(|n| format!("{wanted}-{n}"));
            showing.id = std::iter::once(wanted.clone()).chain(numbered).find(|id| !taken(id));
        }
        self.showings.push(showing);
        &self.showings[self.showings.len() - 1]
    }

    /// The files that have a page: those of which something is shown or named.
    pub fn files(&self) -> Vec<&str> {
        let mut files: Vec<&str> = self.showings.iter().map(|s| s.file.as_str()).collect();
        files.sort_unstable();
        files.dedup();
        files
    }

    /// The text of a file that is shown.
    pub fn text(&self, file: &str) -> &str {
        self.texts.get(file).map_or("", |(text, _)| text)
    }

    /// Everything shown or named of a file, in the order of its lines, then of the pages.
    ///
    /// What a page both shows and names, or names twice, is there once.
    pub fn of_file(&self, file: &str) -> Vec<&Showing> {
        let mut found: Vec<&Showing> = Vec::new();
        let all = self.showings.iter().filter(|s| s.file == file);
        let (shown, named): (Vec<_>, Vec<_>) = all.partition(|s| s.id.is_some());
        for showing in shown.into_iter().chain(named) {
            let same = |s: &&Showing| s.page == showing.page && s.anchor == showing.anchor;
            if showing.id.is_some() || !found.iter().any(same) {
                found.push(showing);
            }
        }
        found.sort_by_key(|s| (*s.lines.start(), *s.lines.end()));
        found
    }
}

/// The page of a source file, relative to the book.
pub(super) fn page_of(file: &str) -> PathBuf {
    PathBuf::from(format!("source/{file}.md"))
}

/// A path without `.` and `..`, without looking at the disk.
pub(super) fn normal(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                out.pop();
            }
            other => out.push(other),
        }
    }
    out
}
