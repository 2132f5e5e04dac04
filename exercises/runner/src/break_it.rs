//! Break it: compares what the learner predicts with what the explorer finds.
//!
//! The verdict is not written down anywhere.
//! An explorer runs the protocol's own sources with the protection switched off, along the same
//! orders every time, as `cargo test -p winks-sleep --features broken_…` does; if the broken line
//! is made sound, nothing is found here either.

use std::io::ErrorKind;
use std::path::Path;

use serde::Deserialize;
use winks_models::catalogue::Breakage;

use crate::exercise::{Exercise, Fault, read};
use crate::explorers::{Found, explore};
use crate::verdict::{Miss, REPAIRED, UNFINISHED, Verdict};

/// The ways to lose, as a prediction names them, and what they mean.
pub const LOSSES: &[(&str, &str)] = &[
    ("deadlock", "somebody is blocked for ever"),
    ("livelock", "somebody runs for ever and gets nowhere"),
    ("count", "all are gone, and the word still counts somebody"),
    ("invariant", "an assertion fires before anything is lost"),
    ("waste", "nothing is lost, but more is done than should be"),
];

/// What stands in the place of an answer that is still to be given.
const OPEN: &str = "?";

/// What the learner writes.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Prediction {
    /// The invariant that falls.
    pub invariant: String,
    /// The kind of loss, one of [`LOSSES`].
    pub loss: String,
    /// The lanes that are blocked for ever.
    pub blocked: Vec<String>,
}

impl Prediction {
    /// Reads a prediction; what is amiss is told in the learner's words.
    ///
    /// # Errors
    ///
    /// A verdict, if there is nothing to compare yet.
    pub fn parse(text: &str) -> Result<Prediction, Verdict> {
        let prediction: Prediction = toml::from_str(text).map_err(|error| {
            let text = format!("the prediction cannot be read:\n{}", error.to_string().trim_end());
            Verdict::miss("unreadable", text)
        })?;
        let answers = [("invariant", &prediction.invariant), ("loss", &prediction.loss)];
        let mut open: Vec<&str> =
            answers.iter().filter(|(_, given)| is_open(given)).map(|(name, _)| *name).collect();
        open.extend(prediction.blocked.iter().any(|lane| is_open(lane)).then_some("blocked"));
        if !open.is_empty() {
            let text = format!(
                "still to be answered: {}\nThe run is shown when you have predicted it.",
                open.join(", ")
            );
            return Err(Verdict::miss(UNFINISHED, text));
        }
        if !prediction.invariant.starts_with("INV-") {
            let text = format!(
                "invariant = {:?} is no name of one: they begin with INV-, and \
                 crates/sleep/src/lib.rs lists them",
                prediction.invariant
            );
            return Err(Verdict::miss("unreadable", text));
        }
        if !LOSSES.iter().any(|(loss, _)| *loss == prediction.loss) {
            let known: Vec<_> = LOSSES.iter().map(|(loss, _)| *loss).collect();
            let text = format!("loss = {:?} is none of {}", prediction.loss, known.join(", "));
            return Err(Verdict::miss("unreadable", text));
        }
        Ok(prediction)
    }
}

fn is_open(answer: &str) -> bool {
    answer.trim().is_empty() || answer.trim() == OPEN
}

/// Explores, and compares.
pub(crate) fn grade(exercise: &Exercise, breakage: &str, answer: &Path) -> Result<Verdict, Fault> {
    let text = match read(answer) {
        Err(Fault::File { why, .. }) if why.kind() == ErrorKind::InvalidData => {
            return Ok(Verdict::miss("unreadable", "the prediction is no text in UTF-8"));
        }
        text => text?,
    };
    let prediction = match Prediction::parse(&text) {
        Ok(prediction) => prediction,
        Err(verdict) => return Ok(verdict),
    };
    let fault = |what: &str| Fault::Folder {
        file: exercise.folder.join("exercise.toml"),
        what: format!("{breakage}: {what}"),
    };
    let breakage =
        Breakage::named(breakage).ok_or_else(|| fault("the catalogue has no such breakage"))?;
    Ok(compare(exercise, &prediction, breakage, &explore(breakage)))
}

/// What the explorer finds, as the page of the exercise shows it; nothing if nothing is lost.
pub fn seen(breakage: &str) -> Option<String> {
    let breakage = Breakage::named(breakage)?;
    let found = explore(breakage);
    found.loss.is_some().then(|| told(breakage, &found))
}

fn told(breakage: &Breakage, found: &Found) -> String {
    let runs = found.runs;
    let ending = match found.loss {
        Some(_) => format!("Found in run {runs}:"),
        None => format!("Nothing is lost in {runs} runs; the last of them:"),
    };
    let (name, what, world) = (breakage.name, breakage.what, &found.world);
    format!("{name}: {what}.\n{world} {ending}\n\n{}", found.run)
}

fn compare(
    exercise: &Exercise,
    prediction: &Prediction,
    breakage: &Breakage,
    found: &Found,
) -> Verdict {
    let mut verdict = Verdict { misses: Vec::new(), told: told(breakage, found) };
    let Some(loss) = &found.loss else {
        let text = "nothing is lost any more: the repair holds\n\
                    Take it back (`git restore crates/sleep`) to have a prediction compared.";
        verdict.misses.push(Miss::new(REPAIRED, text));
        return verdict;
    };
    let mut predicted: Vec<&str> = prediction.blocked.iter().map(String::as_str).collect();
    predicted.sort_unstable();
    predicted.dedup();
    let same_lanes = in_kind(exercise, &predicted) == in_kind(exercise, &loss.blocked);

    let right_invariant = prediction.invariant == breakage.invariant;
    let right_loss = prediction.loss == loss.kind;
    let said = |name: &str, given: &str, right: bool| {
        let mark = if right { "as you said" } else { "NOT as you said" };
        format!("  {name:<10} {given:<12} {mark}\n")
    };
    let who = if predicted.is_empty() { "nobody".to_owned() } else { predicted.join(", ") };
    verdict.told += "\nYour prediction:\n";
    let answers = [
        ("invariant", prediction.invariant.as_str(), right_invariant),
        ("loss", prediction.loss.as_str(), right_loss),
        ("blocked", who.as_str(), same_lanes),
    ];
    for (name, given, right) in answers {
        verdict.told += &said(name, given, right);
    }
    if !right_invariant {
        let text = format!(
            "{} does not fall: the run above keeps it, or another falls first\n\
             What must hold is listed in crates/sleep/src/lib.rs; read the chapter's words about it.",
            prediction.invariant
        );
        verdict.misses.push(Miss::new("invariant", text));
    }
    if !right_loss {
        let meaning =
            LOSSES.iter().find(|(loss, _)| *loss == prediction.loss).map_or("", |(_, is)| is);
        let text = format!("no {}: that is, not \"{meaning}\"", prediction.loss);
        verdict.misses.push(Miss::new("loss", text));
    }
    if let Some(stranger) = predicted.iter().find(|lane| !found.lanes.contains(lane)) {
        let text = format!("there is no lane {stranger}; there are {}", found.lanes.join(", "));
        verdict.misses.push(Miss::new("blocked", text));
    } else if !same_lanes {
        let text = format!("{who}: look at the last lines of the run, who is still there?");
        verdict.misses.push(Miss::new("blocked", text));
    }
    verdict
}

/// The lanes, with one name for those that are alike.
fn in_kind<'a>(exercise: &'a Exercise, lanes: &[&'a str]) -> Vec<&'a str> {
    let kind = |lane: &&'a str| match exercise.alike.iter().any(|alike| alike == lane) {
        true => exercise.alike[0].as_str(),
        false => lane,
    };
    let mut lanes: Vec<&str> = lanes.iter().map(kind).collect();
    lanes.sort_unstable();
    lanes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explorers::one_at_a_time;

    /// What the learner sees whose repair holds: with the line sound, the same search finds nothing.
    #[test]
    fn a_repaired_line_is_told_and_no_prediction_is_unsaid() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../parity");
        let exercise = Exercise::load(&folder).unwrap();
        let breakage = Breakage::named("broken_parity_post").unwrap();
        let sight = breakage.seen_in.unwrap();
        let repaired = one_at_a_time(&sight.scenario, sight.explore(None));
        let prediction = Prediction::parse(&read(&exercise.solution()).unwrap()).unwrap();
        let verdict = compare(&exercise, &prediction, breakage, &repaired);
        assert_eq!((verdict.word(), verdict.is_solved()), (REPAIRED, false));
        assert!(verdict.to_text().contains("✓ nothing is lost any more"), "{}", verdict.to_text());
    }
}
