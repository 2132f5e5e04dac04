//! The heap that a pool of sleeping threads holds, in a process that has seen no other pool.
//!
//! In the process of the other rows it cannot be counted: what the threads of an earlier pool left to
//! be freed later is freed by the next one's.

use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::paired::Measured;
use crate::report::Line;
use crate::row::{Kind, Must};
use crate::subject::Slot;

/// As many as the other rows of this size have.
const THREADS: u32 = 12;

/// Counts the candidate's and the peer's bytes per thread, in turn.
pub fn count(candidate: Slot, rounds: usize) -> Result<Line> {
    let mut measured = Measured { rounds: Vec::new(), missing: None };
    for _ in 0..rounds {
        measured.rounds.push([Some(per_thread(candidate)?), Some(per_thread(Slot::Peer)?)]);
    }
    let told = ("heap.build.12t", "heap that a pool of 12 sleeping threads holds, per thread");
    Ok(Line::new(told, "B/thread", (Kind::Events, Must::Figure(7600.0)), measured))
}

fn per_thread(slot: Slot) -> Result<f64> {
    let own = std::env::current_exe().context("cannot tell where this program is")?;
    let output = Command::new(own)
        .args(["probe", &slot.to_string(), "birth", &THREADS.to_string()])
        .output()
        .context("cannot start this program again")?;
    let said = String::from_utf8_lossy(&output.stdout);
    ensure!(output.status.success(), "the probe ended with {}", output.status);
    let bytes: f64 = said.trim().parse().with_context(|| format!("the probe said {said:?}"))?;
    Ok(bytes / f64::from(THREADS))
}
