//! What a check found: faults by rule, and the figures of each chapter.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::Serialize;

use crate::fault::Fault;

/// What one rule looked at, and what it found wrong.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Finding {
    /// How many things the rule was asked about.
    pub looked_at: usize,
    /// The faults.
    pub faults: Vec<Fault>,
}

/// The figures of one chapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Chapter {
    /// The file.
    pub file: String,
    /// Words of prose.
    pub words: usize,
    /// Predictions with a hidden answer.
    pub predictions: usize,
    /// Lane tables and outputs that a test has written.
    pub outputs: usize,
    /// Lines of the summary.
    pub summary: usize,
}

/// All that one run found.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The rules by name.
    pub rules: BTreeMap<&'static str, Finding>,
    /// The chapters in the order of the book.
    pub chapters: Vec<Chapter>,
}

impl Report {
    /// Counts something that a rule looked at.
    pub(crate) fn looked(&mut self, rule: &'static str) {
        self.rules.entry(rule).or_default().looked_at += 1;
    }

    /// Adds a fault.
    pub(crate) fn fault(&mut self, rule: &'static str, fault: Fault) {
        self.rules.entry(rule).or_default().faults.push(fault);
    }

    /// Counts something, and adds a fault if it is not as it should be.
    pub(crate) fn check(&mut self, rule: &'static str, sound: bool, fault: impl FnOnce() -> Fault) {
        self.looked(rule);
        if !sound {
            self.fault(rule, fault());
        }
    }

    /// All faults in the order of files and lines, each once.
    pub fn faults(&self) -> Vec<Fault> {
        let mut all: Vec<Fault> =
            self.rules.values().flat_map(|found| found.faults.iter().cloned()).collect();
        all.sort();
        all.dedup();
        all
    }

    /// The figures of the chapters and the count of faults by rule, as tables for a terminal.
    pub fn summary(&self) -> String {
        let mut out = String::new();
        // Writing to a string can't fail.
        if !self.chapters.is_empty() {
            let _ = writeln!(
                out,
                "{:<28}{:>7}{:>13}{:>9}{:>9}",
                "chapter", "words", "predictions", "outputs", "summary"
            );
            for c in &self.chapters {
                let _ = writeln!(
                    out,
                    "{:<28}{:>7}{:>13}{:>9}{:>9}",
                    c.file, c.words, c.predictions, c.outputs, c.summary
                );
            }
            out.push('\n');
        }
        let _ = writeln!(out, "{:<28}{:>9}{:>9}", "rule", "looked at", "faults");
        for (rule, found) in &self.rules {
            let _ = writeln!(out, "{rule:<28}{:>9}{:>9}", found.looked_at, found.faults.len());
        }
        out
    }
}
