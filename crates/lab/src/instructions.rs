//! Instructions per operation, counted by callgrind.
//!
//! The program starts itself under valgrind with a small and a large size of each shape, and divides
//! what the large run executed beyond the small one by the operations it made beyond it: building the
//! pool, printing, and the rounds before sleep cancel.
//! What the shape itself executes is counted too (a fib without joins takes about 25).
//! The count hardly varies from run to run, so three rounds are plenty, and one will do.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail, ensure};

use crate::paired::Measured;
use crate::probe::Shape;
use crate::progress::Progress;
use crate::report::Line;
use crate::row::{Kind, Must};
use crate::subject::Slot;

/// Counts all shapes, candidate and peer in turn.
pub fn count(candidate: Slot, rounds: usize) -> Result<Vec<Line>> {
    look_for_valgrind()?;
    let folder = tempfile::tempdir().context("cannot make a folder for callgrind's output")?;
    let mut progress = Progress::new(Shape::OPERATIONS.len());
    let mut lines = Vec::new();
    for shape in Shape::OPERATIONS {
        let (name, about, must) = told(shape);
        progress.step(name);
        let mut measured = Measured { rounds: Vec::new(), missing: None };
        for _ in 0..rounds {
            let of = |slot| per_operation(folder.path(), slot, shape).map(Some);
            measured.rounds.push([of(candidate)?, of(Slot::Peer)?]);
        }
        lines.push(Line::new((name, about), "instr", (Kind::Events, must), measured));
    }
    progress.finish();
    Ok(lines)
}

fn told(shape: Shape) -> (&'static str, &'static str, Must) {
    match shape {
        Shape::Fib => ("instructions.join.fib", "instructions per join of fib", JOIN),
        Shape::Scope => ("instructions.spawn.scope", "instructions per job of a scope", SPAWN),
        _ => ("instructions.join.empty", "instructions per join of nothing", JOIN),
    }
}

const JOIN: Must = Must::Figure(175.0);
const SPAWN: Must = Must::Figure(620.0);

fn look_for_valgrind() -> Result<()> {
    match Command::new("valgrind").arg("--version").stdout(Stdio::null()).status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => bail!("`valgrind --version` ended with {status}"),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!(
                "valgrind is not installed; counting instructions needs it (Debian: `apt install valgrind`)"
            )
        }
        Err(error) => Err(error).context("cannot start valgrind"),
    }
}

fn per_operation(folder: &Path, slot: Slot, shape: Shape) -> Result<f64> {
    let [small, large] = shape.sizes();
    let more =
        executed(folder, slot, shape, large)? as f64 - executed(folder, slot, shape, small)? as f64;
    Ok(more / (shape.operations(large) - shape.operations(small)) as f64)
}

/// Instructions of a whole run.
fn executed(folder: &Path, slot: Slot, shape: Shape, size: u64) -> Result<u64> {
    let own = std::env::current_exe().context("cannot tell where this program is")?;
    let file = folder.join("callgrind.out");
    let shape = format!("{shape:?}").to_lowercase();
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--quiet"])
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(own)
        .args(["probe", &slot.to_string(), &shape, &size.to_string()])
        .output()
        .context("cannot start valgrind")?;
    ensure!(
        output.status.success(),
        "callgrind ended with {} on {shape} {size}:\n{}",
        output.status,
        String::from_utf8_lossy(&output.stderr)
    );
    let report = fs::read_to_string(&file).context("callgrind wrote no report")?;
    total(&report).context("callgrind's report has no line with the total")
}

/// The number on the `totals:` line, or the sum of the `summary:` lines of reports that have none.
fn total(report: &str) -> Option<u64> {
    let numbers = |key: &str| -> Vec<u64> {
        let lines = report.lines().filter_map(|line| line.strip_prefix(key));
        lines.filter_map(|rest| rest.split_whitespace().next()?.parse().ok()).collect()
    };
    let (totals, summaries) = (numbers("totals:"), numbers("summary:"));
    let sum: u64 = if totals.is_empty() { &summaries } else { &totals }.iter().sum();
    (sum > 0).then_some(sum)
}

#[cfg(test)]
mod tests {
    use super::total;

    #[test]
    fn the_total_is_read_from_either_line() {
        assert_eq!(total("version: 1\nsummary: 7\ntotals: 12\n"), Some(12));
        assert_eq!(total("summary: 7\nsummary: 8\n"), Some(15));
        assert_eq!(total("fn=main\n"), None);
    }
}
