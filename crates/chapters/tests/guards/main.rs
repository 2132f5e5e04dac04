//! The losses are found and not announced, and every guard carries weight.
//!
//! Both are shown on copies of the workspace, by Cargo itself, and both take minutes: the trials are
//! ignored unless they are asked for.
//!
//! - `found`: with a feature `broken_x`, the tests of its crate fail and name the invariant that
//!   falls. With every line that a feature breaks made sound again, and the feature still on, the
//!   same command passes: what failed was the line, not the name. With a feature `equal_x`, the
//!   tests pass.
//! - `removed`: each guard taken out of the text of the sources, where no feature and no name tells
//!   of it, turns a test of the sound code red; [`removals`] is the list.
//!
//! ```text
//! cargo test --package winks-chapters --test guards -- --ignored found
//! cargo test --package winks-chapters --test guards -- --ignored removed
//! ```
//!
//! What can be checked in no time is not ignored: that each text of the list stands in the sources
//! just once, and that each breakage is on the list.

mod bench;
mod removals;

use bench::{Bench, Run, working_tree};
use libtest_mimic::{Arguments, Failed, Trial};
use regex_lite::Regex;
use removals::Removal;
use std::process::ExitCode;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::{fs, io};
use winks_models::catalogue;

/// The packages whose features break lines, each in the folder `crates/` of that name without the
/// `winks-`.
const PACKAGES: &[&str] = &["winks-sleep", "winks-pool"];

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut trials = vec![
        Trial::test("each_text_to_remove_stands_there_once", each_text_stands_there_once),
        Trial::test("each_breakage_is_removed_by_text_as_well", each_breakage_is_removed),
    ];
    for &package in PACKAGES {
        for feature in features(package) {
            let name = format!("found::{package}::{feature}");
            let trial = match feature.starts_with("broken_") {
                true => Trial::test(name, move || is_found(package, &feature)),
                false => Trial::test(name, move || loses_nothing(package, &feature)),
            };
            trials.push(trial.with_ignored_flag(true));
        }
    }
    for removal in removals::all() {
        let name = format!("removed::{}", removal.name);
        trials.push(Trial::test(name, || turns_red(removal)).with_ignored_flag(true));
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// The features of a package that break a line of its own, or change one; what it only passes on
/// is proved where the line stands.
fn features(package: &str) -> Vec<String> {
    let manifest = working_tree().join(folder(package)).join("Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("each package has a manifest");
    let feature = Regex::new(r"(?m)^((?:broken|equal)_\w+) *= *\[\]").expect("a constant");
    feature.captures_iter(&manifest).map(|found| found[1].to_owned()).collect()
}

fn folder(package: &str) -> String {
    package.replacen("winks-", "crates/", 1)
}

/// The tree as it is.
static AS_IT_IS: LazyLock<Result<Bench, String>> =
    LazyLock::new(|| Bench::new("as-it-is").map_err(|why| why.to_string()));

/// The tree with every line that a feature breaks made sound again.
static MADE_SOUND: LazyLock<Result<Bench, String>> = LazyLock::new(|| {
    let bench = Bench::new("made-sound").map_err(|why| why.to_string())?;
    let asks = Regex::new(r#"broken!\("broken_\w+"\)"#).expect("a constant");
    for &package in PACKAGES {
        let folder = format!("{}/src", folder(package));
        for file in bench.sources(&folder).map_err(|why| why.to_string())? {
            bench.rewrite(file, |text| Ok(asks.replace_all(text, "false").into_owned()))?;
        }
    }
    Ok(bench)
});

/// Is the loss told if the line is broken, and not told if only the feature is on?
fn is_found(package: &str, feature: &str) -> Result<(), Failed> {
    let command = ["test", "--package", package, "--features", feature];
    let broken = AS_IT_IS.as_ref()?.cargo(&command)?;
    if broken.is_green {
        return Err("it is broken, and no test minds".into());
    }
    let falls = Regex::new(r"INV-[A-Z]+-\d+ falls").expect("a constant");
    let told: Vec<_> = falls.find_iter(&broken.text).map(|found| found.as_str()).collect();
    let [told] = told[..] else {
        return Err(
            format!("{} messages say what falls, not one:\n{}", told.len(), broken.text).into()
        );
    };
    let sound = MADE_SOUND.as_ref()?.cargo(&command)?;
    if !sound.is_green {
        return Err(format!("its line is sound, and a test minds:\n{}", sound.text).into());
    }
    println!("{feature}: {told}; with its line made sound again, nothing does");
    Ok(())
}

/// Do all tests pass with a line that could be otherwise?
fn loses_nothing(package: &str, feature: &str) -> Result<(), Failed> {
    let run = AS_IT_IS.as_ref()?.cargo(&["test", "--package", package, "--features", feature])?;
    if !run.is_green {
        return Err(format!("something is lost after all:\n{}", run.text).into());
    }
    println!("{feature}: nothing is lost");
    Ok(())
}

/// One guard after the other is taken out of this copy, and put back.
static WITHOUT_ONE: LazyLock<Mutex<Result<Bench, String>>> =
    LazyLock::new(|| Mutex::new(Bench::new("without-one").map_err(|why| why.to_string())));

/// Does the test that the list names fail without this guard?
fn turns_red(removal: &Removal) -> Result<(), Failed> {
    let bench = WITHOUT_ONE.lock().unwrap_or_else(PoisonError::into_inner);
    let bench = bench.as_ref()?;
    let test = removal.minds;
    let run = without(bench, removal, |bench| {
        bench.cargo(&["test", "--package", test.package, "--test", test.target, test.name])
    })?;
    if run.text.contains("could not compile") {
        return Err(format!("it does not compile:\n{}", run.text).into());
    }
    if run.is_green || !run.text.contains(&format!("test {} ... FAILED", test.name)) {
        return Err(format!("{} does not mind:\n{}", test.name, run.text).into());
    }
    println!("{}: {} turns red", removal.name, test.name);
    Ok(())
}

/// Runs this with the guard taken out, and puts it back whatever comes of it.
fn without(
    bench: &Bench,
    removal: &Removal,
    run: impl FnOnce(&Bench) -> io::Result<Run>,
) -> Result<Run, String> {
    let mut whole = Vec::new();
    let taken_out = removal.edits.iter().try_for_each(|edit| {
        whole.push((edit.file, bench.rewrite(edit.file, |text| edit.apply(text))?));
        Ok(())
    });
    let ran = taken_out.and_then(|()| run(bench).map_err(|why| why.to_string()));
    for (file, text) in whole.into_iter().rev() {
        bench.rewrite(file, |_| Ok(text))?;
    }
    ran
}

fn each_text_stands_there_once() -> Result<(), Failed> {
    let mut faults = String::new();
    for removal in removals::all() {
        for edit in removal.edits {
            let text = fs::read_to_string(working_tree().join(edit.file))?;
            if let Err(why) = edit.apply(&text) {
                faults += &format!("{}, {}: {why}\n", removal.name, edit.file);
            }
        }
    }
    if faults.is_empty() { Ok(()) } else { Err(faults.into()) }
}

fn each_breakage_is_removed() -> Result<(), Failed> {
    let is_removed = |name| removals::all().any(|removal| removal.feature == Some(name));
    let all = catalogue::ALL.iter().chain(catalogue::pool::ALL);
    let breakages = all.map(|breakage| breakage.name);
    let missing: Vec<_> = breakages.filter(|name| !is_removed(name)).collect();
    if missing.is_empty() { Ok(()) } else { Err(missing.join(", ").into()) }
}
