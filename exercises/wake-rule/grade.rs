//! Grades the rules on every small case, and the learner's tests by wrong rules.

use crate::kit::{Check, passes};
use crate::yours::{self, Seen};

pub const CHECKS: &[Check] = &[
    ("nobody", "nobody sleeps: nobody is woken", nobody),
    ("waiting", "jobs were waiting: one for each new job, but no more than sleep", waiting),
    ("helpers", "the queue was empty: each of those awake takes a job first", helpers),
    ("found", "a finder wakes two, or as many as sleep", found),
    ("tests", "your tests are silent if both rules are right", tests_accept),
    ("mutants", "your tests notice each wrong rule", tests_refuse),
];

const MOST: usize = 6;

fn right_post(seen: Seen, jobs: usize, queue_was_empty: bool) -> usize {
    let spared = if queue_was_empty { seen.inactive - seen.sleeping } else { 0 };
    (0..seen.sleeping).take_while(|woken| woken + spared < jobs).count()
}

fn right_found(before: Seen) -> usize {
    if before.sleeping < 2 { before.sleeping } else { 2 }
}

/// All cases with few threads, the smallest first.
fn seen() -> impl Iterator<Item = Seen> {
    let sleepers = |inactive| (0..=inactive).map(move |sleeping| Seen { sleeping, inactive });
    (0..=MOST).flat_map(sleepers)
}

fn posts(of: impl Fn(Seen, bool) -> bool) -> Result<(), String> {
    for seen in seen() {
        for jobs in 1..=MOST {
            for empty in [true, false] {
                if !of(seen, empty) {
                    continue;
                }
                let case = format!(
                    "{} sleeping, {} awake but idle, {jobs} jobs, queue {}",
                    seen.sleeping,
                    seen.inactive - seen.sleeping,
                    if empty { "empty" } else { "not empty" }
                );
                let yours = std::panic::catch_unwind(|| yours::for_post(seen, jobs, empty));
                let yours = yours.map_err(|panic| match panic.downcast_ref::<&str>() {
                    Some(said) if said.starts_with("not yet") => std::panic::resume_unwind(panic),
                    Some(said) => format!("{case}: it panics: {said}"),
                    None => std::panic::resume_unwind(panic),
                })?;
                let right = right_post(seen, jobs, empty);
                if yours != right {
                    return Err(format!("{case}: wakes {yours}, not {right}"));
                }
            }
        }
    }
    Ok(())
}

fn nobody() -> Result<(), String> {
    posts(|seen, _| seen.sleeping == 0 && seen.inactive == 0)
}

fn waiting() -> Result<(), String> {
    posts(|seen, empty| seen.sleeping > 0 && !empty)
}

fn helpers() -> Result<(), String> {
    posts(|_, _| true)
}

fn found() -> Result<(), String> {
    match seen().find(|&seen| yours::for_work_found(seen) != right_found(seen)) {
        Some(seen) => Err(format!(
            "{} sleeping: wakes {}, not {}",
            seen.sleeping,
            yours::for_work_found(seen),
            right_found(seen)
        )),
        None => Ok(()),
    }
}

fn tests_accept() -> Result<(), String> {
    yours::tests(right_post, right_found);
    Ok(())
}

type Post = fn(Seen, usize, bool) -> usize;
type Found = fn(Seen) -> usize;

const MUTANTS: &[(&str, Post, Found)] = &[
    ("a post that wakes nobody", |_, _, _| 0, right_found),
    ("a post that wakes everybody", |seen, _, _| seen.sleeping, right_found),
    ("a post that wakes one", |seen, _, _| seen.sleeping.min(1), right_found),
    ("a post that takes every queue for empty", |s, n, _| right_post(s, n, true), right_found),
    ("a post that takes no queue for empty", |s, n, _| right_post(s, n, false), right_found),
    (
        "a post that wakes more than sleep",
        |s, n, e| {
            if s.sleeping == 0 {
                0
            } else {
                right_post(Seen { sleeping: 99, inactive: 99 + s.inactive - s.sleeping }, n, e)
            }
        },
        right_found,
    ),
    (
        "a post that takes sleepers for helpers",
        |s, n, e| if e { n.saturating_sub(s.inactive).min(s.sleeping) } else { n.min(s.sleeping) },
        right_found,
    ),
    ("a finder that wakes nobody", right_post, |_| 0),
    ("a finder that wakes one", right_post, |before| before.sleeping.min(1)),
    ("a finder that wakes everybody", right_post, |before| before.sleeping),
    ("a finder that wakes two, whoever sleeps", right_post, |_| 2),
];

fn tests_refuse() -> Result<(), String> {
    let survivors: Vec<&str> = MUTANTS
        .iter()
        .filter(|(_, post, found)| passes(|| yours::tests(*post, *found)))
        .map(|(what, ..)| *what)
        .collect();
    match survivors.len() {
        0 => Ok(()),
        n => Err(format!("{n} of {} pass, among them {}", MUTANTS.len(), survivors[0])),
    }
}
