//! Grades the operations on all 512 words, and the learner's tests by wrong operations.

use crate::kit::{Check, passes};
use crate::yours;

pub const CHECKS: &[Check] = &[
    ("sides", "is_sleepy tells even from odd on all 512 words", sides),
    ("parity", "an announcement leaves the JEC even, a post leaves it odd", parity),
    ("thrift", "who finds the JEC on its own side leaves the word alone", thrift),
    ("carry", "one step and no more; from the top to 0; the counts stay", carry),
    ("tests", "your tests are silent if announce and post are right", tests_accept),
    ("mutants", "your tests notice each wrong announce and post", tests_refuse),
];

const TOP: u16 = 7;

fn jec(word: u16) -> u16 {
    word >> 6
}

fn all() -> impl Iterator<Item = u16> {
    0..512
}

fn show(word: u16) -> String {
    format!("JEC {}, inactive {}, sleeping {}", jec(word), word >> 3 & 7, word & 7)
}

fn sides() -> Result<(), String> {
    match all().find(|&word| yours::is_sleepy(word) != (jec(word) % 2 == 0)) {
        Some(word) => Err(format!("is_sleepy({}) is {}", show(word), yours::is_sleepy(word))),
        None => Ok(()),
    }
}

type Op = fn(u16) -> u16;
const OPS: [(&str, Op, u16); 2] = [("announce", yours::announce, 0), ("post", yours::post, 1)];

/// Reports the first word that an operation leaves as it must not be.
fn each(wrong: impl Fn(u16, u16, u16) -> bool) -> Result<(), String> {
    for (name, op, side) in OPS {
        for word in all() {
            let left = op(word);
            if wrong(word, left, side) {
                return Err(format!("{name}({}) leaves {}", show(word), show(left)));
            }
        }
    }
    Ok(())
}

fn parity() -> Result<(), String> {
    each(|_, left, side| jec(left) % 2 != side)
}

fn thrift() -> Result<(), String> {
    each(|word, left, side| jec(word) % 2 == side && left != word)
}

fn carry() -> Result<(), String> {
    each(|word, left, side| left != expected(word, side))
}

fn expected(word: u16, side: u16) -> u16 {
    match jec(word) {
        now if now % 2 == side => word,
        TOP => word & 0o77,
        now => (now + 1) << 6 | word & 0o77,
    }
}

fn right_announce(word: u16) -> u16 {
    expected(word, 0)
}

fn right_post(word: u16) -> u16 {
    expected(word, 1)
}

fn tests_accept() -> Result<(), String> {
    yours::tests(right_announce, right_post);
    Ok(())
}

fn stepped(word: u16) -> u16 {
    (word + 64) & 511
}

const MUTANTS: &[(&str, Op, Op)] = &[
    ("a post that leaves the JEC alone", right_announce, |word| word),
    ("a post that always steps", right_announce, stepped),
    ("a post that turns the wrong parity", right_announce, right_announce),
    ("an announcement that leaves the JEC alone", |word| word, right_post),
    ("an announcement that always steps", stepped, right_post),
    ("an announcement that turns the wrong parity", right_post, right_post),
    ("a post that steps twice when it finds the JEC odd", right_announce, |word| match word >> 6 {
        now if now % 2 == 0 => expected(word, 1),
        _ => stepped(stepped(word)),
    }),
    (
        "a step from the top that leaves the nine bits",
        |word| match word >> 6 {
            TOP => word + 64,
            _ => expected(word, 0),
        },
        right_post,
    ),
    (
        "a step that clears the counts",
        |word| match word >> 6 {
            now if now % 2 == 0 => word,
            now => (now + 1) % 8 << 6,
        },
        right_post,
    ),
    ("a post that counts a thread inactive", right_announce, |word| match word >> 6 {
        now if now % 2 == 1 => word,
        _ => (stepped(word) & 0o700) | (word + 8) & 0o77,
    }),
];

fn tests_refuse() -> Result<(), String> {
    let survivors: Vec<&str> = MUTANTS
        .iter()
        .filter(|(_, announce, post)| passes(|| yours::tests(*announce, *post)))
        .map(|(what, ..)| *what)
        .collect();
    match survivors.len() {
        0 => Ok(()),
        n => Err(format!("{n} of {} pass, among them {}", MUTANTS.len(), survivors[0])),
    }
}
