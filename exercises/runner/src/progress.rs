//! What was started and solved, and how many hints it took, in a plain text file.
//!
//! The file is the learner's: git ignores it, a line that makes no sense is dropped, and what it
//! says about solutions is only a memory that `verify` writes anew.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use crate::exercise::Fault;

const HEAD: &str = "\
# What you have done, written by `cargo exercise`; `cargo exercise verify` writes it anew.
# exercise, state, hints taken
";

/// How far an exercise is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum State {
    /// Nothing was done.
    #[default]
    New,
    /// The learner has a copy.
    Started,
    /// The copy passed when it was graded last.
    Solved,
}

impl State {
    /// One word.
    pub fn name(self) -> &'static str {
        match self {
            State::New => "new",
            State::Started => "started",
            State::Solved => "solved",
        }
    }
}

/// What is known about one exercise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Entry {
    /// How far it is.
    pub state: State,
    /// How many hints were taken.
    pub hints: usize,
}

/// The whole file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    entries: BTreeMap<String, Entry>,
}

impl Progress {
    /// Where it is kept, beside the exercises of this folder.
    pub fn file(exercises: &Path) -> PathBuf {
        exercises.join("progress.txt")
    }

    /// Reads it; without a file, or with a useless one, nothing was done.
    pub fn read(exercises: &Path) -> Progress {
        let text = fs::read_to_string(Progress::file(exercises)).unwrap_or_default();
        let mut entries = BTreeMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut words = line.split_whitespace();
            let (Some(id), Some(state)) = (words.next(), words.next()) else { continue };
            let states = [State::New, State::Started, State::Solved];
            let Some(state) = states.into_iter().find(|s| s.name() == state) else { continue };
            let hints = words.next().and_then(|n| n.parse().ok()).unwrap_or(0);
            entries.insert(id.to_owned(), Entry { state, hints });
        }
        Progress { entries }
    }

    /// Writes it.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn write(&self, exercises: &Path) -> Result<(), Fault> {
        let mut text = HEAD.to_owned();
        for (id, Entry { state, hints }) in &self.entries {
            text += &format!("{id} {} {hints}\n", state.name());
        }
        let file = Progress::file(exercises);
        fs::write(&file, text).map_err(|why| Fault::File { file, why })
    }

    /// What is known about an exercise.
    pub fn of(&self, id: &str) -> Entry {
        self.entries.get(id).copied().unwrap_or_default()
    }

    /// The same, to be changed.
    pub fn entry(&mut self, id: &str) -> &mut Entry {
        self.entries.entry(id.to_owned()).or_default()
    }
}
