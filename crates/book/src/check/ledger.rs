//! The rules for the ledger: no column is empty or dead, no breakage and no invariant is forgotten.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::report::Report;
use crate::fault::Fault;
use crate::ledger::{self, Entry, NONE};
use crate::project::{Project, files_below};
use crate::text::directives::directives;
use crate::text::front_matter::{self, Kind};
use crate::text::include::Include;

const RULE: &str = "ledger";

/// What the entries are held against.
struct Checker<'a> {
    project: &'a Project,
    /// The pages of the book, relative to the folder of the chapters.
    pages: &'a [PathBuf],
    report: &'a mut Report,
    /// The ledger as a reader sees its name, and its text.
    file: String,
    text: String,
}

pub(super) fn check(project: &Project, pages: &[PathBuf], report: &mut Report) {
    let path = ledger::path(&project.src());
    let file = project.display(&path);
    let text = std::fs::read_to_string(&path).unwrap_or_default();
    let entries = match ledger::parse(&text) {
        Ok(entries) => entries,
        Err(error) => {
            report.looked(RULE);
            return report.fault(RULE, Fault::at(&file, error.line, error));
        }
    };
    let mut checker = Checker { project, pages, report, file, text };
    let features = checker.features();
    let texts = checker.texts();
    checker.is_shown(&entries);
    for (n, entry) in entries.iter().enumerate() {
        checker.columns(entry);
        checker.id(entry, &entries[..n], &texts);
        checker.place(entry);
        checker.tests(entry);
        checker.breakages(entry, &features);
        checker.pages(entry);
    }
    checker.forgotten_breakages(&entries, &features);
    checker.unknown_ids(&entries, &texts);
    checker.sentences(&entries, &texts);
}

/// A breakage with the places that declare it: file and line.
type Features = BTreeMap<String, Vec<(String, usize)>>;

impl Checker<'_> {
    fn fault(&mut self, entry: &Entry, column: &str, message: String) {
        let line = entry.line_of(&self.text, column);
        let name = if entry.id.is_empty() { "an entry without id" } else { &entry.id };
        self.report.fault(RULE, Fault::at(&self.file, line, format!("{name}: {message}")));
    }

    /// A ledger that no page shows helps nobody.
    fn is_shown(&mut self, entries: &[Entry]) {
        let shows = |page: &PathBuf| {
            let text = std::fs::read_to_string(self.project.src().join(page)).unwrap_or_default();
            text.lines().flat_map(directives).any(|directive| directive.name == "ledger")
        };
        if !entries.is_empty() && !self.pages.iter().any(shows) {
            let message = "no page shows the ledger: put {{#ledger}} on one";
            self.report.fault(RULE, Fault::of(&self.file, message));
        }
    }

    fn columns(&mut self, entry: &Entry) {
        let columns = [
            ("id", entry.id.trim().is_empty()),
            ("sentence", entry.sentence.trim().is_empty()),
            ("source", entry.source.trim().is_empty()),
            ("anchor", entry.anchor.trim().is_empty()),
            ("tests", entry.tests.is_empty() && entry.argued.trim().is_empty()),
            ("breakages", entry.breakages.is_empty()),
            ("chapter", entry.chapter.trim().is_empty()),
            ("exercise", entry.exercise.trim().is_empty()),
        ];
        for (column, empty) in columns {
            self.report.looked(RULE);
            if empty {
                let more = match column {
                    "tests" => {
                        "; name tests, or say in `argued` why it holds and what no tool sees"
                    }
                    "exercise" => "; name a page, or write \"none: \" and the reason",
                    _ => "",
                };
                self.fault(entry, column, format!("`{column}` is empty{more}"));
            }
        }
    }

    /// An id looks like one, is there once, and is what some source calls it.
    fn id(&mut self, entry: &Entry, before: &[Entry], texts: &[Text]) {
        if entry.id.is_empty() {
            return;
        }
        if ledger::ids(&entry.id).map(|(_, id)| id).ne([entry.id.as_str()]) {
            self.fault(entry, "id", "an id is INV- with capitals, digits and hyphens".to_owned());
        }
        if let Some(first) = before.iter().find(|other| other.id == entry.id) {
            self.fault(entry, "id", format!("line {} has the same id", first.line));
        }
        let named = |text: &Text| ledger::ids(&text.text).any(|(_, id)| id == entry.id);
        if !texts.iter().filter(|text| text.is_source).any(named) {
            self.fault(entry, "id", "no source names it".to_owned());
        }
    }

    /// The file and the anchor are there.
    fn place(&mut self, entry: &Entry) {
        if entry.source.is_empty() || entry.anchor.is_empty() {
            return;
        }
        let Ok(text) = std::fs::read_to_string(self.project.root.join(&entry.source)) else {
            return self.fault(entry, "source", format!("cannot read {}", entry.source));
        };
        let include = Include { file: entry.source.clone(), anchor: Some(entry.anchor.clone()) };
        if let Err(error) = include.take(&text) {
            self.fault(entry, "anchor", format!("{}: {error}", entry.source));
        }
    }

    /// Each test is a function marked as one.
    fn tests(&mut self, entry: &Entry) {
        for test in &entry.tests {
            self.report.looked(RULE);
            let Some((file, name)) = test.split_once("::") else {
                let message = format!("{test:?} is no test: write FILE::NAME");
                self.fault(entry, "tests", message);
                continue;
            };
            match std::fs::read_to_string(self.project.root.join(file)) {
                Err(_) => self.fault(entry, "tests", format!("cannot read {file}")),
                Ok(text) if !has_test(&text, name) => {
                    self.fault(entry, "tests", format!("{file} has no test `{name}`"));
                }
                Ok(_) => {}
            }
        }
    }

    fn breakages(&mut self, entry: &Entry, features: &Features) {
        for breakage in &entry.breakages {
            self.report.looked(RULE);
            if !features.contains_key(breakage) {
                self.fault(entry, "breakages", format!("no Cargo.toml has a feature `{breakage}`"));
            }
        }
    }

    /// Chapter and exercise are pages of the book.
    fn pages(&mut self, entry: &Entry) {
        let is_page = |name: &str| self.pages.iter().any(|page| page == Path::new(name));
        let (chapter, exercise) = (entry.chapter.as_str(), entry.exercise.as_str());
        let kind = || {
            let text = std::fs::read_to_string(self.project.src().join(chapter)).ok()?;
            Some(front_matter::split(&text).ok()?.0.kind)
        };
        let mut faults = Vec::new();
        if !chapter.is_empty() && !is_page(chapter) {
            faults.push(("chapter", format!("{chapter} is no page of the book")));
        } else if !chapter.is_empty() && kind() != Some(Kind::Chapter) {
            faults.push(("chapter", format!("{chapter} is a page, and no chapter")));
        }
        match exercise.strip_prefix(NONE) {
            Some(reason) if reason.trim().is_empty() => {
                faults.push(("exercise", "no exercise, and no reason either".to_owned()));
            }
            None if !exercise.is_empty() && !is_page(exercise) => {
                faults.push(("exercise", format!("{exercise} is no page of the book")));
            }
            _ => {}
        }
        for (column, message) in faults {
            self.fault(entry, column, message);
        }
    }

    /// Every `broken_…` feature of every Cargo.toml.
    fn features(&self) -> Features {
        let mut features = Features::new();
        for path in self.project.source_dirs().iter().flat_map(|dir| files_below(dir)) {
            if path.file_name().is_none_or(|name| name != "Cargo.toml") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            let manifest: toml::Table = toml::from_str(&text).unwrap_or_default();
            let declared = manifest.get("features").and_then(|features| features.as_table());
            for name in declared.into_iter().flat_map(toml::Table::keys) {
                if name.starts_with("broken_") {
                    let is_it = |line: &str| {
                        let rest = line.trim_start().strip_prefix(name.as_str());
                        rest.is_some_and(|rest| rest.trim_start().starts_with('='))
                    };
                    let line = text.lines().position(is_it).map_or(1, |n| n + 1);
                    let place = (self.project.display(&path), line);
                    features.entry(name.clone()).or_default().push(place);
                }
            }
        }
        features
    }

    fn forgotten_breakages(&mut self, entries: &[Entry], features: &Features) {
        let told: BTreeSet<&String> = entries.iter().flat_map(|entry| &entry.breakages).collect();
        for (name, places) in features {
            for (file, line) in places {
                self.report.check(RULE, told.contains(name), || {
                    let message = format!("no entry of {} names the breakage `{name}`", self.file);
                    Fault::at(file, *line, message)
                });
            }
        }
    }

    /// All texts in which an invariant may be named: pages, shown outputs, sources.
    fn texts(&self) -> Vec<Text> {
        let src = self.project.src();
        let shown = src.parent().map(|around| around.join("shown"));
        let prose = [Some(src), shown].into_iter().flatten().map(|dir| (dir, false));
        let sources = self.project.source_dirs().into_iter().map(|dir| (dir, true));
        let files = prose.chain(sources).flat_map(|(dir, is_source)| {
            files_below(&dir).into_iter().map(move |path| (path, is_source))
        });
        files
            .filter_map(|(path, is_source)| {
                // Not text: nothing is named in it.
                let text = std::fs::read_to_string(&path).ok()?;
                Some(Text { file: self.project.display(&path), text, is_source })
            })
            .collect()
    }

    fn unknown_ids(&mut self, entries: &[Entry], texts: &[Text]) {
        for Text { file, text, .. } in texts {
            for (line, id) in ledger::ids(text) {
                self.report.check(RULE, entries.iter().any(|entry| entry.is_meant_by(id)), || {
                    Fault::at(file, line, format!("{} knows no invariant {id}", self.file))
                });
            }
        }
    }

    /// A table of the sources that says what an invariant is says the same.
    fn sentences(&mut self, entries: &[Entry], texts: &[Text]) {
        for Text { file, text, .. } in texts.iter().filter(|text| text.is_source) {
            for (n, line) in text.lines().enumerate() {
                let mut cells = line.split('|').map(str::trim).skip(1);
                let (Some(id), Some(sentence)) = (cells.next(), cells.next()) else { continue };
                let Some(entry) = entries.iter().find(|entry| entry.id == id) else { continue };
                self.report.check(RULE, entry.sentence.trim() == sentence, || {
                    let message = format!("{id} is told otherwise at {}:{}", self.file, entry.line);
                    Fault::at(file, n + 1, message)
                });
            }
        }
    }
}

/// A file in which an invariant may be named.
struct Text {
    file: String,
    text: String,
    is_source: bool,
}

/// Whether a Rust source has a function of this name that is marked as a test.
fn has_test(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_it = |line: &str| {
        let rest = line.strip_prefix("fn ").and_then(|rest| rest.strip_prefix(name));
        rest.is_some_and(|rest| rest.starts_with(['(', '<']))
    };
    lines.iter().enumerate().filter(|(_, line)| is_it(line)).any(|(n, _)| {
        let above = lines[..n].iter().rev();
        above
            .take_while(|line| line.starts_with("#[") || line.starts_with("//"))
            .any(|l| *l == "#[test]")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_a_function_that_says_so() {
        let text = "#[test]\n/// Why.\n#[ignore]\nfn one() {}\n\n    #[test]\n    fn two(a: u32) {}\n\nfn three() {}\n// fn four()\n";
        assert!(has_test(text, "one") && has_test(text, "two"));
        for name in ["three", "four", "on", "one("] {
            assert!(!has_test(text, name), "{name}");
        }
    }
}
