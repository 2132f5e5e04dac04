//! The ledger and the catalogue of breakages name the same pairs.
//!
//! `cargo book check` holds the ledger against files; that a breakage stands under the invariant
//! that the catalogue says it violates is for the crate to say that knows both.

use winks_models::catalogue;

const LEDGER: &str = include_str!("../../../book/ledger.toml");

#[test]
fn every_breakage_stands_under_the_invariant_that_falls() {
    let entry = |id: &str| {
        let head = format!("id = \"{id}\"\n");
        LEDGER.split("[[invariant]]").find(|entry| entry.trim_start().starts_with(&head))
    };
    let stands = |breakage: &catalogue::Breakage| {
        entry(breakage.invariant).is_some_and(|e| e.contains(&format!("\"{}\"", breakage.name)))
    };
    let missing: Vec<String> = catalogue::ALL
        .iter()
        .chain(catalogue::pool::ALL)
        .filter(|breakage| !stands(breakage))
        .map(|breakage| format!("{} under {}", breakage.name, breakage.invariant))
        .collect();
    assert!(missing.is_empty(), "the ledger lacks {missing:?}");
}

/// Whoever is sent to a chapter by a red run finds the breakage there.
#[test]
fn every_breakage_is_told_in_the_chapter_that_its_message_names() {
    let chapters = concat!(env!("CARGO_MANIFEST_DIR"), "/../../book/src");
    let is_told = |breakage: &catalogue::Breakage| {
        let file = format!("{chapters}/{}.md", breakage.chapter);
        std::fs::read_to_string(file).is_ok_and(|text| text.contains(breakage.name))
    };
    let missing: Vec<String> = catalogue::ALL
        .iter()
        .filter(|breakage| !is_told(breakage))
        .map(|breakage| format!("{} in {}.md", breakage.name, breakage.chapter))
        .collect();
    assert!(missing.is_empty(), "the book lacks {missing:?}");
}
