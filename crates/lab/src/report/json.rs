//! The file for programs; its schema is in the README of this crate.

use std::fs;
use std::path::Path;
use std::thread;

use anyhow::{Context, Result};
use serde::Serialize;

use super::Line;
use super::semaphores::Entry;
use crate::semaphore::fairness;
use crate::subject::Slot;

/// The version of the schema: it grows when a reader of the old one would go wrong.
pub const SCHEMA: u32 = 1;

/// A run.
#[derive(Debug, Serialize)]
pub struct Run<'a> {
    schema: u32,
    command: &'static str,
    candidate: Subject,
    peer: Subject,
    machine: Machine,
    quick: bool,
    rows: &'a [Line],
    semaphores: &'a [Entry],
    fairness: &'a [fairness::Line],
}

#[derive(Debug, Serialize)]
struct Subject {
    slot: Slot,
    package: &'static str,
}

#[derive(Debug, Serialize)]
struct Machine {
    cores: usize,
    os: &'static str,
    arch: &'static str,
}

impl<'a> Run<'a> {
    /// What `command` measured of the candidate and the peer on this machine.
    pub fn new(command: &'static str, candidate: Slot, quick: bool, rows: &'a [Line]) -> Self {
        let subject = |slot: Slot| Subject { slot, package: slot.package() };
        Run {
            schema: SCHEMA,
            command,
            candidate: subject(candidate),
            peer: subject(Slot::Peer),
            machine: Machine {
                cores: thread::available_parallelism().map_or(1, usize::from),
                os: std::env::consts::OS,
                arch: std::env::consts::ARCH,
            },
            quick,
            rows,
            semaphores: &[],
            fairness: &[],
        }
    }

    /// The same run, with what it measured of the semaphores.
    pub fn with_semaphores(self, semaphores: &'a [Entry], fairness: &'a [fairness::Line]) -> Self {
        Run { semaphores, fairness, ..self }
    }

    /// Writes it to a file.
    pub fn write(&self, file: &Path) -> Result<()> {
        let mut text = serde_json::to_string_pretty(self).context("cannot put the run as JSON")?;
        text.push('\n');
        fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
    }
}
