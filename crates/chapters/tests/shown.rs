//! Everything that the chapters show, held as snapshots in `book/shown`.
//!
//! One trial for each shown thing, made from the lists in the code: [`winks_chapters::shown`] and
//! the timelines of `winks-models`. A changed output fails here until it is accepted through insta
//! (`cargo insta review`, or `INSTA_UPDATE=always`); CI sets `INSTA_UPDATE=no`.
//! A last trial, `every_snapshot_has_one_source`, finds files that nothing writes and names that
//! two things claim.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use std::{env, fs};

use libtest_mimic::{Arguments, Failed, Trial};
use winks_chapters::shown::{self, Make};
use winks_models::timelines;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let shown: Vec<(String, Make)> = all();
    let names: Vec<String> = shown.iter().map(|(name, _)| name.clone()).collect();
    let mut trials: Vec<Trial> = shown.into_iter().map(|(name, make)| trial(name, make)).collect();
    trials.push(Trial::test("every_snapshot_has_one_source", move || one_source(&names)));
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Every shown thing with the name of its snapshot.
fn all() -> Vec<(String, Make)> {
    let made_here = shown::all().into_iter().map(|(name, make)| (name.to_owned(), make));
    let all = [timelines::ALL, timelines::pool::ALL, timelines::semaphore::ALL];
    let lanes = all.into_iter().flatten().map(|timeline| {
        let make: Make = Box::new(move || timeline.lane_table());
        (format!("lanes_{}", timeline.name), make)
    });
    made_here.chain(lanes).collect()
}

/// Compares what is made now with its snapshot.
fn trial(name: String, make: Make) -> Trial {
    // A platform whose sizes nobody has recorded yet has nothing to compare with.
    // `INSTA_UPDATE=always cargo test --test shown -- --include-ignored sizes` records them.
    let nothing_recorded = name.starts_with("sizes_") && !folder().join(file(&name)).exists();
    let snapshot = name.clone();
    Trial::test(name, move || {
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(folder());
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!(snapshot.clone(), make()));
        Ok(())
    })
    .with_ignored_flag(nothing_recorded)
}

/// Is there exactly one thing behind each file, and a file behind each thing?
fn one_source(names: &[String]) -> Result<(), Failed> {
    let mut faults = Vec::new();
    let mut claimed = BTreeSet::new();
    for name in names {
        if !claimed.insert(file(name)) {
            faults.push(format!("two things are shown as {name}"));
        }
    }
    for entry in fs::read_dir(folder())? {
        let found = entry?.file_name().to_string_lossy().into_owned();
        let of_another_platform = found.starts_with("sizes_");
        // Written by the explorers' own tests, in crates/models/tests.
        let of_an_explorer =
            ["matrix_", "lanes_hole_", "lanes_weak_"].iter().any(|start| found.starts_with(start));
        let elsewhere = of_another_platform || of_an_explorer;
        if found.ends_with(".snap") && !claimed.contains(&found) && !elsewhere {
            faults.push(format!("book/shown/{found} is written by nothing: delete it"));
        }
        if !found.ends_with(".snap") && !found.ends_with(".snap.new") {
            faults.push(format!("book/shown/{found} is no snapshot"));
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.join("\n").into()) }
}

fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../book/shown")
}

fn file(name: &str) -> String {
    format!("{name}.snap")
}
