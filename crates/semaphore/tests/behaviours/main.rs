//! The behaviours that a semaphore should have, row by row, and a score.
//!
//! `rows.tsv` is the list: Java's test suite for its semaphore, and what other semaphores taught.
//! In its column *applies*, Y is a row that holds as it stands and A one that is told in Rust's
//! terms.
//! Each test is named by its row; a row without a test is printed as missing, a test without a row
//! fails.
//! Java's interruptible forms are the cancellable ones here, its uninterruptible ones all others.

// Not all that the included sources offer is used here, and some of it is no longer reachable from
// outside.
#![allow(dead_code, missing_docs, unreachable_pub)]

#[macro_use]
#[path = "../explored/broken.rs"]
mod broken;
#[macro_use]
#[path = "../explored/sync.rs"]
mod sync;
#[path = "../explored/parking.rs"]
mod parking;

#[path = "../../src/acquire.rs"]
mod acquire;
#[path = "../../src/cancel.rs"]
mod cancel;
#[path = "../../src/close.rs"]
mod close;
#[path = "../../src/count.rs"]
mod count;
#[path = "../../src/error.rs"]
mod error;
#[path = "../../src/lot.rs"]
mod lot;
#[path = "../../src/modes.rs"]
mod modes;
#[path = "../../src/note.rs"]
mod note;
#[path = "../../src/owned.rs"]
mod owned;
#[path = "../../src/patience.rs"]
mod patience;
#[path = "../../src/permit.rs"]
mod permit;
#[path = "../../src/semaphore.rs"]
mod semaphore;
#[path = "../../src/serve.rs"]
mod serve;
#[path = "../../src/state.rs"]
mod state;
#[path = "../../src/wait.rs"]
mod wait;

#[path = "../explored/mod.rs"]
mod explored;
#[path = "../tools/mod.rs"]
mod tools;

mod acquiring;
mod cancelling;
mod conserving;
mod counting;
mod ordering;
mod proving;
mod queueing;

use libtest_mimic::{Arguments, Failed, Trial};
use std::any::Any;
use std::collections::BTreeMap;
use std::panic::catch_unwind;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The id of a row, and what shows that it holds.
type Shown = (&'static str, fn());

/// Rows that are the same behaviour without and with fairness: one generic function for both.
macro_rules! both {
    ($($barging:literal $fair:literal $body:ident)+) => {
        vec![$(
            ($barging, (|| $body(winks_semaphore::Barging)) as fn()),
            ($fair, (|| $body(winks_semaphore::Fair)) as fn()),
        )+]
    };
}
use both;

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let mut shown: BTreeMap<&str, fn()> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (id, test) in all() {
        if shown.insert(id, test).is_some() {
            wrong.push(format!("{id} has two tests"));
        }
    }

    let mut trials = Vec::new();
    let mut missing = Vec::new();
    let mut rows = 0;
    for row in include_str!("rows.tsv").lines().skip(1) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [id, area, behaviour, ..] = columns[..] else { panic!("no row: {row}") };
        rows += 1;
        match shown.remove(id) {
            Some(test) => trials.push(Trial::test(id, move || run(test)).with_kind(area)),
            None => missing.push(format!("{id} missing: {behaviour}")),
        }
    }
    wrong.extend(shown.keys().map(|id| format!("{id} has a test and no row")));
    trials.push(Trial::test("every_test_has_its_row", move || {
        if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n").into()) }
    }));

    let listing = arguments.list;
    let ended = libtest_mimic::run(&arguments, trials);
    if !listing {
        for row in missing {
            println!("{row}");
        }
        println!("semaphore: {} of {rows}", PASSED.load(Ordering::Relaxed));
    }
    ended.exit_code()
}

fn all() -> impl Iterator<Item = Shown> {
    [
        counting::rows(),
        acquiring::rows(),
        cancelling::rows(),
        queueing::rows(),
        ordering::rows(),
        proving::rows(),
        conserving::rows(),
    ]
    .into_iter()
    .flatten()
}

/// How many rows hold.
static PASSED: AtomicUsize = AtomicUsize::new(0);

fn run(test: fn()) -> Result<(), Failed> {
    catch_unwind(test).map_err(|panic| Failed::from(message(&*panic)))?;
    PASSED.fetch_add(1, Ordering::Relaxed);
    Ok(())
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic").to_owned()
}
