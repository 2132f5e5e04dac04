//! How the semaphore behaves, row by row: `rows.tsv` lists what `java.util.concurrent.Semaphore`
//! and its tests, the failures of other semaphores and our own probes ask of one.
//!
//! Each row that applies to Rust (Y as it stands, A adapted) has a test of its name here; the score
//! is printed at the end, and a row without a test is *missing* and fails.
//! Besides, the words that Java's semaphore printed for the same scripts are held against ours
//! (`golden`).
//!
//! All runs on real threads under a watchdog, asserts counts and states, and of time only that a
//! wait was not too short; but for three rows, which loom explores (`proving`), on the same sources,
//! included a second time by `winks-semaphore-models`.

#[path = "../tools/mod.rs"]
mod tools;

#[macro_use]
mod helpers;
mod callbacks;
mod cancelling;
mod counting;
mod forms;
mod golden;
mod handing;
mod holding;
mod making;
mod proving;
mod queue;
mod rows;
mod same_thread;
mod serving;
mod timing;
mod trying;
mod two_threads;
mod watched;

use libtest_mimic::{Arguments, Failed, Trial};
use rows::Row;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use tools::within_a_minute;

/// A row's id, and the test that shows that it holds.
type Shown = (&'static str, fn());

fn all() -> Vec<Shown> {
    let themes = [
        making::TESTS,
        trying::TESTS,
        cancelling::TESTS,
        queue::TESTS,
        counting::TESTS,
        same_thread::TESTS,
        two_threads::TESTS,
        holding::TESTS,
        serving::TESTS,
        handing::TESTS,
        timing::TESTS,
        callbacks::TESTS,
    ];
    themes.into_iter().flatten().copied().chain(proving::rows()).collect()
}

/// How many rows had their test run to its end.
static KEPT: AtomicUsize = AtomicUsize::new(0);

fn main() -> ExitCode {
    callbacks::panic_under_the_lock_if_asked();
    let arguments = Arguments::from_args();
    let (rows, tests) = (rows::that_apply(), all());
    let test_of = |row: &Row| tests.iter().find(|(id, _)| *id == row.id).map(|(_, test)| *test);
    let mut trials: Vec<Trial> = rows.iter().map(|row| trial(row, test_of(row))).collect();
    trials.push(Trial::test("every_test_has_its_row", every_test_has_its_row));
    trials.extend(golden::SCRIPTS.iter().map(|&(name, script)| {
        Trial::test(name, move || {
            within_a_minute(script);
            Ok(())
        })
    }));
    let conclusion = libtest_mimic::run(&arguments, trials);
    if !arguments.list {
        helpers::print_remarks();
        for row in rows.iter().filter(|row| test_of(row).is_none()) {
            println!("{} *missing*: {}", row.id, row.behaviour);
        }
        println!("semaphore: {} of {}", KEPT.load(Ordering::Relaxed), rows.len());
        if conclusion.num_filtered_out > 0 {
            println!("({} tests were not asked for)", conclusion.num_filtered_out);
        }
    }
    conclusion.exit_code()
}

fn trial(row: &Row, test: Option<fn()>) -> Trial {
    let is_explored = proving::rows().iter().any(|(id, _)| *id == row.id);
    let run = move || {
        let Some(test) = test else { return Err(Failed::from("*missing*")) };
        if is_explored {
            // loom sees a deadlock by itself, and its orders take as long as they take.
            test();
        } else {
            within_a_minute(test);
        }
        KEPT.fetch_add(1, Ordering::Relaxed);
        Ok(())
    };
    Trial::test(row.id, run).with_kind(row.area)
}

/// No test without a row, no row with two tests, and as many rows as the list had.
fn every_test_has_its_row() -> Result<(), Failed> {
    let rows = rows::that_apply();
    let mut ids: Vec<_> = all().into_iter().map(|(id, _)| id).collect();
    ids.sort_unstable();
    if let Some(pair) = ids.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("{} has two tests", pair[0]).into());
    }
    if let Some(id) = ids.iter().find(|id| rows.iter().all(|row| row.id != **id)) {
        return Err(format!("{id} is no row of rows.tsv that applies").into());
    }
    if rows.len() != 83 {
        return Err(format!("rows.tsv has {} rows that apply instead of 83", rows.len()).into());
    }
    Ok(())
}
