//! The worlds of the semaphore in every order: the sound code passes, each breakage falls where its
//! row of the matrix says.

#[path = "../../tests/loom/hold.rs"]
mod hold;

use hold::{hold, on_all_processors};
use std::fmt::Write as _;
use winks_models::catalogue::semaphore as catalogue;
use winks_semaphore_models::scenarios::Scenario;
use winks_semaphore_models::semaphores::{self, MODES, World};
use winks_semaphore_models::{Memory, Verdict, explore, race};

/// How often a thread that could go on may be interrupted.
const BOUND: usize = 2;

/// Every world in every mode: how many runs there are.
fn the_sound_code(bound: usize) -> String {
    let scenarios: Vec<_> = semaphores::ALL.iter().flat_map(|world| world.in_mode).collect();
    let verdicts = on_all_processors(&scenarios, |scenario| {
        let started = std::time::Instant::now();
        (explore(*scenario, Memory::Exact, None, Some(bound)), started.elapsed())
    });
    let mut table = format!("| world | {} |\n|---{}|\n", MODES.join(" | "), "|---".repeat(4));
    for (world, found) in semaphores::ALL.iter().zip(verdicts.chunks(MODES.len())) {
        let mut runs = Vec::new();
        for (verdict, took) in found {
            let text = verdict.recording.to_text();
            assert!(verdict.kind().is_none(), "{}, run {}:\n{text}", world.name, verdict.runs);
            runs.push(verdict.runs.to_string());
            println!("{:<12} {:>7} runs, {} ms", world.name, verdict.runs, took.as_millis());
        }
        writeln!(table, "| {} | {} |", world.name, runs.join(" | ")).unwrap();
    }
    table
}

#[test]
fn the_sound_code_passes_in_every_mode() {
    hold("book/shown", "matrix_sema_runs", &the_sound_code(BOUND));
}

/// For the patient: with one more interruption. Minutes, in a release build.
#[test]
#[ignore = "minutes: cargo test --release -p winks-semaphore-models -- --ignored --nocapture"]
fn the_sound_code_at_a_higher_bound() {
    let bound = std::env::var("WINKS_BOUND").map_or(3, |bound| bound.parse().expect("a number"));
    println!("{}", the_sound_code(bound));
}

/// One row: what is switched off, and what its loads may read.
struct Row {
    title: &'static str,
    breakage: Option<&'static str>,
    memory: Memory,
}

fn rows() -> Vec<Row> {
    let breakages = catalogue::ALL.iter().map(|breakage| Row {
        title: breakage.name,
        breakage: Some(breakage.name),
        memory: if race(breakage.name).is_some() { Memory::Weak } else { Memory::Exact },
    });
    let equal = Row {
        title: "equal_sema_ignore_permits",
        breakage: Some("equal_sema_ignore_permits"),
        memory: Memory::Exact,
    };
    breakages.chain([equal]).collect()
}

/// The worlds in which something is written for others, which is what a race needs.
const WRITTEN: [&str; 7] = ["pub", "lock2", "lock2x2", "lock3", "hand2", "wake-all", "two-givers"];

/// One cell; nothing where nothing can be found.
///
/// Stale reads multiply the orders, and so do twice as many rounds: there one interruption must do.
fn cell(row: &Row, world: &World, scenario: Scenario, bound: usize) -> Option<Verdict> {
    let is_weak = row.memory == Memory::Weak;
    if is_weak && !WRITTEN.contains(&world.name) {
        return None;
    }
    let bound = if is_weak || world.name == "hand2r2" { 1 } else { bound };
    Some(explore(scenario, row.memory, row.breakage, Some(bound)))
}

/// How each world ends in each row, and in which run.
fn matrix(
    in_mode: fn(&World) -> Scenario,
    bound: usize,
) -> (String, Vec<Vec<Option<&'static str>>>) {
    let rows = rows();
    let cells: Vec<_> =
        rows.iter().flat_map(|row| semaphores::ALL.iter().map(move |world| (row, world))).collect();
    let found = on_all_processors(&cells, |(row, world)| cell(row, world, in_mode(world), bound));
    let titles: Vec<_> = semaphores::ALL.iter().map(|world| world.name).collect();
    let mut table = format!("| breakage | {} |\n", titles.join(" | "));
    writeln!(table, "|---{}|", "|---".repeat(titles.len())).unwrap();
    let mut kinds = Vec::new();
    for (row, found) in rows.iter().zip(found.chunks(titles.len())) {
        let lost = |verdict: &Option<Verdict>| {
            verdict.as_ref().and_then(|verdict| Some((verdict.kind()?, verdict.runs)))
        };
        let lost: Vec<_> = found.iter().map(lost).collect();
        let text = |lost: &Option<(&str, usize)>| {
            lost.map_or(String::new(), |(kind, run)| format!("{kind} {run}"))
        };
        let cells: Vec<_> = lost.iter().map(text).collect();
        writeln!(table, "| `{}` | {} |", row.title, cells.join(" | ")).unwrap();
        kinds.push(lost.into_iter().map(|lost| lost.map(|(kind, _)| kind)).collect());
    }
    (table, kinds)
}

/// Where each breakage must fall at least, and how, in the mode [`Barging`] or else in [`Fair`].
///
/// [`Barging`]: winks_semaphore_models::Barging
/// [`Fair`]: winks_semaphore_models::Fair
const NAMED: [(&str, &str, &[&str]); 13] = [
    ("broken_sema", "count", &["lock2", "lock2x2", "lock3"]),
    ("broken_sema_acquire_relaxed", "race", &["pub", "lock2", "lock3", "hand2"]),
    ("broken_sema_cancel", "deadlock", &["leaver-time", "leaver-token"]),
    ("broken_sema_clear_always", "deadlock", &["lock3", "hand2"]),
    ("broken_sema_clear_outside", "deadlock", &["hand2"]),
    ("broken_sema_grant_relaxed", "race", &["two-givers"]),
    ("broken_sema_no_validate", "deadlock", &["pub", "lock2"]),
    ("broken_sema_overflow", "count", &["full"]),
    ("broken_sema_plain_bit", "deadlock", &["pub"]),
    ("broken_sema_release_relaxed", "race", &["pub", "lock2", "lock3", "hand2"]),
    ("broken_sema_timeout_clear", "deadlock", &["timed-early"]),
    ("broken_sema_timeout_first", "deadlock", &["timed-late"]),
    ("broken_sema_validate_bit", "deadlock", &["hand2"]),
];

#[test]
fn each_breakage_falls_where_and_as_it_should() {
    let (barging, in_barging) = matrix(World::barging, BOUND);
    let (fair, in_fair) = matrix(World::fair, BOUND - 1);
    hold("book/shown", "matrix_sema", &barging);
    hold("book/shown", "matrix_sema_fair", &fair);
    let mut wrong = String::new();
    for (row, kinds) in rows().iter().zip(in_barging.iter().zip(&in_fair)) {
        let (barging, fair) = kinds;
        let Some((_, kind, worlds)) = NAMED.iter().find(|(name, ..)| *name == row.title) else {
            assert!(barging.iter().chain(fair).all(Option::is_none), "{} loses", row.title);
            continue;
        };
        for name in *worlds {
            let k = semaphores::ALL.iter().position(|world| world.name == *name);
            let k = k.expect("a column for each world");
            if ![barging[k], fair[k]].contains(&Some(kind)) {
                writeln!(wrong, "{} in {name}: {:?}, {:?}", row.title, barging[k], fair[k])
                    .unwrap();
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}\n{barging}\n{fair}");
}

/// What needs more interruptions than its world gets in the matrix.
const DEEPER: [(&str, World, usize); 2] = [
    ("broken_sema_validate_bit", semaphores::LOCK2X2, 3),
    ("broken_sema_clear_outside", semaphores::LOCK3, 3),
];

#[test]
fn the_deeper_ones_fall_with_more_interruptions() {
    for (name, world, bound) in DEEPER {
        let found = explore(world.barging(), Memory::Exact, Some(name), Some(bound));
        println!("{name} in {}: {:?} in run {}", world.name, found.kind(), found.runs);
        assert_eq!(found.kind(), Some("deadlock"), "{name} in {}", world.name);
    }
}
