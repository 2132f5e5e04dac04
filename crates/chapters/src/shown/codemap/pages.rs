//! Which page of the book shows which source file, read from the directives of the pages.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use regex_lite::Regex;

/// What the pages show and name.
#[derive(Debug, Default)]
pub(super) struct Pages {
    /// Files with a page of their own: some page shows or names them.
    named: BTreeSet<String>,
    /// For each file the pages that show a part of it, as links, in the order of the book.
    shown: BTreeMap<String, BTreeSet<(usize, String)>>,
}

impl Pages {
    /// Reads all pages of the book.
    pub(super) fn read(root: &Path) -> Pages {
        let directive = Regex::new(r"\{\{#(include|source) +((?:\.\./)+(crates|exercises)/[^:}]+)")
            .expect("a sound pattern");
        let src = root.join("book/src");
        let summary = fs::read_to_string(src.join("SUMMARY.md")).expect("a table of contents");
        let mut pages = Pages::default();
        let mut folders = vec![src.clone()];
        while let Some(folder) = folders.pop() {
            for path in fs::read_dir(&folder).expect("a folder of pages").flatten() {
                let path = path.path();
                if path.is_dir() {
                    folders.push(path);
                    continue;
                }
                let text = fs::read_to_string(&path).expect("a page is text");
                let title = text.lines().find_map(|line| line.strip_prefix("# "));
                let way = path.strip_prefix(&src).expect("a page lies among the pages");
                let way = way.display().to_string();
                // A page that is not listed yet comes last.
                let place = summary.find(&format!("({way})")).unwrap_or(usize::MAX);
                let link = (place, format!("[{}]({way})", title.unwrap_or("?")));
                for found in directive.captures_iter(&text) {
                    let file = found[2].trim().trim_start_matches("../").to_owned();
                    if &found[1] == "include" {
                        pages.shown.entry(file.clone()).or_default().insert(link.clone());
                    }
                    pages.named.insert(file);
                }
            }
        }
        pages
    }

    /// The page of a source file, if it has one.
    pub(super) fn source_page(&self, file: &str) -> Option<String> {
        self.named.contains(file).then(|| format!("source/{file}.md"))
    }

    /// Links to the pages that show a part of the file.
    pub(super) fn chapters(&self, file: &str) -> Vec<String> {
        self.shown.get(file).into_iter().flatten().map(|(_, link)| link.clone()).collect()
    }
}
