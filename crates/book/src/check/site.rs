//! The built site: its pages, their ids, and the chapters they come from.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context, Result};

use super::dom::{self, Element};
use crate::fault::Fault;
use crate::project::{Project, files_below};

/// A built site with everything a rule wants to know of it.
pub(super) struct Site {
    /// The pages by their path in the site, with slashes.
    pub(super) pages: BTreeMap<String, Page>,
    /// All files of the site by their path.
    pub(super) files: BTreeSet<String>,
    /// The style sheets with their text.
    pub(super) styles: Vec<(String, String)>,
    /// Where the site lies, as a reader sees it.
    shown: String,
}

/// One page.
pub(super) struct Page {
    pub(super) root: Element,
    /// Each id with the lines of the elements that have it.
    pub(super) ids: BTreeMap<String, Vec<usize>>,
    /// The chapter it was made from: its file and its text.
    pub(super) source: Option<(String, String)>,
}

impl Page {
    /// The part that the book's author has written.
    pub(super) fn main(&self) -> Option<&Element> {
        self.root.all().into_iter().find(|element| element.name == "main")
    }
}

impl Site {
    pub(super) fn read(project: &Project, dir: &Path) -> Result<Self> {
        let shown = project.display(dir);
        let (mut pages, mut files, mut styles) = (BTreeMap::new(), BTreeSet::new(), Vec::new());
        for path in files_below(dir) {
            let name = path.strip_prefix(dir)?.to_string_lossy().replace('\\', "/");
            files.insert(name.clone());
            let text = || {
                std::fs::read_to_string(&path)
                    .with_context(|| format!("cannot read {}", path.display()))
            };
            if name.ends_with(".html") {
                pages.insert(name.clone(), page(project, &name, &text()?));
            } else if name.ends_with(".css") {
                styles.push((name, text()?));
            }
        }
        Ok(Self { pages, files, styles, shown })
    }

    /// A fault of a page, at the line of its chapter where one of the texts stands if any does.
    pub(super) fn fault(
        &self,
        name: &str,
        line: usize,
        texts: &[&str],
        message: impl std::fmt::Display,
    ) -> Fault {
        if let Some((file, text)) = self.pages.get(name).and_then(|page| page.source.as_ref()) {
            let holds = |wanted: &&str| {
                let at = text.lines().position(|line| line.contains(wanted))?;
                (!wanted.is_empty()).then_some(at + 1)
            };
            return match texts.iter().find_map(holds) {
                Some(line) => Fault::at(file, line, message),
                None => Fault::of(file, message),
            };
        }
        Fault::at(&format!("{}/{name}", self.shown), line, message)
    }
}

fn page(project: &Project, name: &str, html: &str) -> Page {
    let root = dom::parse(html);
    let mut ids: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for element in root.all() {
        if let Some(id) = element.attribute("id") {
            ids.entry(id.to_owned()).or_default().push(element.line);
        }
    }
    let stem = name.trim_end_matches(".html");
    let readme = stem.strip_suffix("index").map(|folder| format!("{folder}README"));
    let source = std::iter::once(stem.to_owned()).chain(readme).find_map(|stem| {
        let path = project.src().join(format!("{stem}.md"));
        Some((project.display(&path), std::fs::read_to_string(&path).ok()?))
    });
    Page { root, ids, source }
}
