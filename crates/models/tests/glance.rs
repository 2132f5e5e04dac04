//! The whole matrix at a glance: a row a breakage, a letter for how it is lost in each scenario.
//!
//! The letters come from the detailed tables, which `loom_exact` and `loom_weak` hold to what they
//! find, and from the catalogue for what this library's own explorer sees: a JEC that comes round,
//! and waste along a script. So this file explores nothing, and it cannot say anything else.
//! After a change of those tables it is written anew with `INSTA_UPDATE=always`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use winks_models::catalogue::Breakage;

/// Rows and columns of a table, by name.
struct Details {
    columns: Vec<String>,
    rows: Vec<(String, Vec<String>)>,
}

fn shown() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/shown")
}

impl Details {
    fn read(name: &str) -> Details {
        let file = shown().join(format!("{name}.snap"));
        let text = std::fs::read_to_string(&file)
            .unwrap_or_else(|why| panic!("{}: {why}; run the other tests first", file.display()));
        let mut lines = text.lines().filter(|line| line.starts_with('|')).map(|line| {
            let cells = line.trim_matches('|').split('|');
            cells.map(|cell| cell.trim().trim_matches('`').to_owned()).collect::<Vec<_>>()
        });
        let columns = lines.next().expect("a table has a head").split_off(1);
        let rows = lines.skip(1).map(|mut row| (row.remove(0), row)).collect();
        Details { columns, rows }
    }

    /// What a row says in a column, if it has both.
    fn cell(&self, breakage: &str, column: &str) -> Option<&str> {
        let k = self.columns.iter().position(|title| title == column)?;
        let (_, row) = self.rows.iter().find(|(name, _)| name == breakage)?;
        Some(&row[k])
    }
}

/// `deadlock (odd)` as a letter with its mark.
fn letter(cell: &str) -> String {
    let (kind, parity) = cell.split_once(' ').unwrap_or((cell, ""));
    let letter = match kind {
        "deadlock" => "D",
        "livelock" => "L",
        "count" => "C",
        "waste" => "W",
        "" => return String::new(),
        // Nothing is lost, and an assertion fires.
        _ => "A",
    };
    let mark = match parity {
        "(odd)" => "<sup>o</sup>",
        "(even)" => "<sup>e</sup>",
        _ => "",
    };
    format!("{letter}{mark}")
}

/// The scenarios of the detailed tables, and what needs more than they have.
const SCENARIOS: [&str; 9] = ["a", "b", "c", "d", "dl", "e", "e2", "g", "sp"];

struct Glance {
    kinds: Details,
    invariants: Details,
    weak: Details,
    deeper: Details,
}

impl Glance {
    /// Lost in this scenario with more interruptions, or with fewer bits.
    fn deeper(&self, breakage: &str, scenario: &str, is_narrow: bool) -> String {
        let rows = self.deeper.rows.iter();
        let mut rows = rows.filter(|(name, row)| {
            name == breakage && row[0] == scenario && (row[1] != "32") == is_narrow
        });
        rows.next().map_or(String::new(), |(_, row)| letter(&row[3]))
    }

    fn scenario(&self, breakage: &str, scenario: &str) -> String {
        let kind = letter(self.kinds.cell(breakage, scenario).unwrap_or_default());
        if kind.is_empty() {
            let deeper = self.deeper(breakage, scenario, false);
            if !deeper.is_empty() {
                return format!("{deeper}<sup>+</sup>");
            }
        }
        let checked = self.invariants.cell(breakage, scenario).unwrap_or_default();
        match (kind.is_empty(), checked.contains("INV-")) {
            (true, true) => "A".to_owned(),
            (false, true) => format!("**{kind}**"),
            _ => kind,
        }
    }

    /// The scenario columns, then a narrow JEC, weak memory, and a script.
    fn cells(&self, breakage: &str) -> Vec<String> {
        let mut cells: Vec<_> =
            SCENARIOS.iter().map(|scenario| self.scenario(breakage, scenario)).collect();
        let sight = Breakage::named(breakage).and_then(|breakage| breakage.seen_in);
        let mut narrow = self.deeper(breakage, "d", true);
        if sight.is_some_and(|sight| sight.jec_bits < 32) && narrow.is_empty() {
            narrow = sight.map_or(String::new(), |sight| letter(sight.kind));
        }
        let weak = self.weak.columns.iter().filter_map(|c| self.weak.cell(breakage, c));
        let weak = weak.map(letter).find(|letter| !letter.is_empty()).unwrap_or_default();
        let script = sight.filter(|sight| sight.kind == "waste");
        cells.push(narrow);
        cells.push(weak.chars().take(1).collect());
        cells.push(script.map_or(String::new(), |sight| letter(sight.kind)));
        cells
    }

    /// The invariants that fall first somewhere.
    fn fallen(&self, breakage: &str) -> String {
        let row = self.invariants.rows.iter().find(|(name, _)| name == breakage);
        let words =
            row.into_iter().flat_map(|(_, row)| row).flat_map(|cell| cell.split([' ', ',']));
        let fallen: BTreeSet<_> = words.filter_map(|word| word.strip_prefix("INV-")).collect();
        // An id is one word, however narrow its column.
        let whole = |id: &str| format!("<span style=\"white-space:nowrap\">{id}</span>");
        fallen.into_iter().map(whole).collect::<Vec<_>>().join(" ")
    }
}

#[test]
fn the_matrix_at_a_glance() {
    let glance = Glance {
        kinds: Details::read("matrix_kinds"),
        invariants: Details::read("matrix_invariants"),
        weak: Details::read("matrix_weak"),
        deeper: Details::read("matrix_deeper"),
    };
    let heads = SCENARIOS.into_iter().chain(["1 bit", "weak", "run"]).collect::<Vec<_>>();
    let mut out = String::new();
    writeln!(out, "| broken_… | {} | seen | asserts |", heads.join(" | ")).unwrap();
    writeln!(out, "|---{}|--:|---|", "|:-:".repeat(heads.len())).unwrap();
    let mut totals = vec![0; heads.len()];
    let mut unseen = Vec::new();
    for (breakage, _) in &glance.kinds.rows {
        let cells = glance.cells(breakage);
        // An overflow is what a narrow JEC is for; elsewhere an assertion alone is no loss.
        let is_loss = |k: usize| !cells[k].is_empty() && (cells[k] != "A" || k >= SCENARIOS.len());
        let seen = (0..cells.len()).filter(|k| is_loss(*k)).count();
        for (k, total) in totals.iter_mut().enumerate() {
            *total += usize::from(is_loss(k));
        }
        if seen == 0 {
            unseen.push(breakage);
        }
        let name = breakage.trim_start_matches("broken_");
        let fallen = glance.fallen(breakage);
        writeln!(out, "| {name} | {} | {seen} | {fallen} |", cells.join(" | ")).unwrap();
    }
    let totals: Vec<_> = totals.iter().map(ToString::to_string).collect();
    let rows = glance.kinds.rows.len();
    writeln!(out, "| **of {rows}** | {} | | |", totals.join(" | ")).unwrap();
    assert_eq!(unseen, Vec::<&String>::new(), "every breakage is seen somewhere");
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(shown());
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("matrix_glance", out));
}

#[test]
fn a_cell_becomes_a_letter() {
    assert_eq!(letter("deadlock"), "D");
    assert_eq!(letter("count (odd)"), "C<sup>o</sup>");
    assert_eq!(letter("livelock (even)"), "L<sup>e</sup>");
    assert_eq!(letter("INV-JEC-3"), "A");
    assert_eq!(letter(""), "");
}
