//! What stands beside the chapters: files nobody lists, anchors and snapshots nobody shows; and
//! how long the pieces are that are shown.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::report::Report;
use crate::fault::Fault;
use crate::items;
use crate::project::{Project, files_below};
use crate::text::anchors;
use crate::text::directives::directives;
use crate::text::include::Include;

pub(super) fn check(project: &Project, chapters: &[PathBuf], report: &mut Report) {
    orphans(project, chapters, report);
    let shown = shown(project);
    unshown_anchors(project, &shown, report);
    unshown_snapshots(project, &shown, report);
}

/// How many lines a fragment has: a whole thought, and one that fits the screen.
const LENGTHS: std::ops::RangeInclusive<usize> = 4..=18;

/// A file that a page names, with the anchor.
type Shown = BTreeSet<(String, Option<String>)>;

/// All that the pages include or name.
fn shown(project: &Project) -> Shown {
    let mut shown = Shown::new();
    for path in files_below(&project.src()).iter().filter(|path| is(path, "md")) {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let folder = path.parent().unwrap_or(Path::new("."));
        for directive in text.lines().flat_map(directives) {
            let names = matches!(directive.name, "include" | "lanes" | "source");
            if let Some(include) = Include::parse(directive.args).ok().filter(|_| names) {
                let Ok(file) = folder.join(&include.file).canonicalize() else { continue };
                shown.insert((project.display(&file), include.anchor));
            }
        }
    }
    shown
}

/// Pages that SUMMARY.md does not list, and files that have no business among the pages.
fn orphans(project: &Project, chapters: &[PathBuf], report: &mut Report) {
    let src = project.src();
    for path in files_below(&src) {
        let inside = path.strip_prefix(&src).unwrap_or(&path);
        if inside == Path::new("SUMMARY.md") {
            continue;
        }
        let file = project.display(&path);
        report.looked("orphans");
        if !is(&path, "md") {
            let message = "only Markdown belongs here: mdBook copies everything else to the site";
            report.fault("orphans", Fault::of(&file, message));
        } else if !chapters.iter().any(|chapter| chapter == inside) {
            report.fault("orphans", Fault::of(&file, "no line of SUMMARY.md leads here"));
        }
    }
}

/// Anchors of the sources that are broken, or that no page shows.
fn unshown_anchors(project: &Project, shown: &Shown, report: &mut Report) {
    let mut files: BTreeSet<PathBuf> =
        project.source_dirs().iter().flat_map(|dir| files_below(dir)).collect();
    files.extend(shown.iter().map(|(file, _)| project.root.join(file)));
    for path in files {
        // Not text: nothing in it to show.
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let text = if is(&path, "rs") { without_strings(&text) } else { text };
        let file = project.display(&path);
        let (found, broken) = anchors::scan(&text);
        for error in broken {
            report.looked("anchors");
            report.fault("anchors", Fault::at(&file, error.line(), &error));
        }
        for anchor in found {
            let (file, line) = (file.clone(), anchor.open);
            let key = (file, Some(anchor.name));
            let (file, name) = (&key.0, key.1.as_deref().unwrap_or(""));
            report.check("anchors", shown.contains(&key), || {
                Fault::at(file, line, format!("no page shows the anchor `{name}`"))
            });
            let include = Include { file: file.clone(), anchor: key.1.clone() };
            let lines = include.take(&text).map_or(0, |excerpt| excerpt.lines.len());
            report.check("lengths", !shown.contains(&key) || LENGTHS.contains(&lines), || {
                let (least, most) = (LENGTHS.start(), LENGTHS.end());
                let message =
                    format!("`{name}` shows {lines} lines; a fragment has {least} to {most}");
                Fault::at(file, line, message)
            });
        }
    }
}

/// A Rust source in which the lines of long strings are empty: a test may hold markers as text.
fn without_strings(text: &str) -> String {
    let strings = items::string_lines(text);
    let keep = |n: usize| !strings.iter().any(|lines| lines.contains(&n));
    let lines = text.lines().enumerate().map(|(n, line)| if keep(n + 1) { line } else { "" });
    lines.collect::<Vec<_>>().join("\n")
}

/// Snapshots that no page shows, and those that nobody has accepted.
fn unshown_snapshots(project: &Project, shown: &Shown, report: &mut Report) {
    let src = project.src();
    let Some(dir) = src.parent().map(|around| around.join("shown")) else { return };
    for path in files_below(&dir) {
        let file = project.display(&path);
        if is(&path, "new") {
            let message = "a snapshot that nobody has accepted: cargo insta review";
            report.looked("snapshots");
            report.fault("snapshots", Fault::of(&file, message));
        } else if is(&path, "snap") {
            report.check("snapshots", shown.contains(&(file.clone(), None)), || {
                Fault::of(&file, "no page shows this snapshot")
            });
        }
    }
}

fn is(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|ext| ext == extension)
}
