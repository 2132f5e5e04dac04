//! `cargo book check`: everything about the built book that a machine can tell to be wrong.
//!
//! The book is built first; a book that can't be built has no site to check. Most rules look at the
//! site as a browser would get it ([`links`], [`figures`]), some at the chapters as they are written
//! ([`chapters`]), some at what the chapters leave out ([`sources`]), some at the ledger of
//! invariants ([`ledger`]). Nothing here needs a network or a browser; what does is in
//! [`crate::browser`].

mod chapters;
mod dom;
mod figures;
mod ledger;
mod links;
mod report;
mod site;
mod sources;

use anyhow::Result;

use crate::fault::Fault;
use crate::project::{Built, Project};

pub use report::{Chapter, Finding, Report};

/// Checks a project whose site has been built.
pub fn check(project: &Project, built: &Built) -> Result<Report> {
    let mut report = Report::default();
    for rule in RULES {
        report.rules.entry(rule).or_default();
    }
    for warning in &built.warnings {
        report.looked("mdbook");
        report.fault("mdbook", Fault::of("", format!("mdBook warns: {warning}")));
    }
    let site = site::Site::read(project, &built.dir)?;
    links::check(&site, &mut report);
    figures::check(&site, &mut report);
    chapters::check(project, &site, &mut report)?;
    sources::check(project, &built.chapters, &mut report);
    ledger::check(project, &built.chapters, &mut report);
    let order = |chapter: &Chapter| {
        let place = |path: &std::path::PathBuf| project.display(&project.src().join(path));
        built.chapters.iter().position(|path| place(path) == chapter.file)
    };
    report.chapters.sort_by_key(order);
    Ok(report)
}

/// The rules, so that one that found nothing to look at is seen to be there.
const RULES: [&str; 16] = [
    "anchors",
    "figures",
    "fragments",
    "ids",
    "languages",
    "ledger",
    "lengths",
    "links",
    "mdbook",
    "orphans",
    "other hosts",
    "outputs",
    "predictions",
    "snapshots",
    "summaries",
    "words",
];
