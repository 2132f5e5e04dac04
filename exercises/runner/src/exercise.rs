//! What a folder of an exercise says, and what is wrong with it if it says too little.
//!
//! ```text
//! exercises/parity/
//!   exercise.toml     id, kind, minutes, points; the verdicts of the starter and the wrong ones
//!   README.md         the task, a page of the book as well
//!   hints.md          three hints, each under a heading of its own
//!   SOLUTION.md       what the task asks to be explained
//!   starter/FILE      what the learner gets a copy of
//!   solution/FILE     what passes
//!   wrong/…           what must not pass, and does not
//!   grade.rs          the grader, if the learner builds something
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// What a user can get wrong, or a folder.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// There are no exercises around here.
    #[error("no folder `exercises` in {0} or above it; run `cargo exercise` inside the checkout")]
    NoExercises(PathBuf),
    /// No exercise has this name.
    #[error("no exercise is called `{name}`; there are: {known}")]
    Unknown {
        /// What was asked for.
        name: String,
        /// What there is.
        known: String,
    },
    /// The learner has no copy yet.
    #[error("`{0}` is not started yet: `cargo exercise start {0}`")]
    NotStarted(String),
    /// The learner has a copy already, which must not be lost.
    #[error("{} is there already; `cargo exercise reset {id}` puts it aside and starts afresh", .file.display())]
    AlreadyStarted {
        /// The exercise.
        id: String,
        /// The learner's file.
        file: PathBuf,
    },
    /// The folder of an exercise is not as it should be.
    #[error("{}: {what}", .file.display())]
    Folder {
        /// Where.
        file: PathBuf,
        /// What is wrong.
        what: String,
    },
    /// A file cannot be read or written.
    #[error("{}: {why}", .file.display())]
    File {
        /// Which.
        file: PathBuf,
        /// Why not; told above, so that a chain of causes does not say it twice.
        why: std::io::Error,
    },
}

/// The two kinds of exercises.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One protection is off; predict what is lost.
    BreakIt,
    /// Write a piece.
    BuildIt,
}

impl Kind {
    /// As the tables write it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::BreakIt => "break it",
            Kind::BuildIt => "build it",
        }
    }
}

/// A wrong solution, and what it must be told.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Wrong {
    /// Its file, inside the folder.
    pub file: PathBuf,
    /// The short names of what is amiss with it.
    pub misses: Vec<String>,
}

/// One exercise.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exercise {
    /// The name of its folder.
    pub id: String,
    /// A few words.
    pub title: String,
    /// Break it or build it.
    pub kind: Kind,
    /// How long it takes.
    pub minutes: u32,
    /// What it is worth.
    pub points: u32,
    /// The chapter to have read, a file of `book/src`.
    pub chapter: String,
    /// Exercises to do before.
    pub prerequisites: Vec<String>,
    /// The protection that is off, in a break-it exercise.
    pub breakage: Option<String>,
    /// Lanes that do the same, so that either name is right for either of them.
    #[serde(default)]
    pub alike: Vec<String>,
    /// The file that the learner edits.
    pub file: PathBuf,
    /// What is amiss with the starter.
    pub starter: Vec<String>,
    /// What must not pass.
    #[serde(default)]
    pub wrong: Vec<Wrong>,
    /// Where all this stands.
    #[serde(skip)]
    pub folder: PathBuf,
}

impl Exercise {
    /// Reads a folder.
    ///
    /// # Errors
    ///
    /// If the folder lacks something that every exercise has.
    pub fn load(folder: &Path) -> Result<Exercise, Fault> {
        let file = folder.join("exercise.toml");
        let fault = |what: String| Fault::Folder { file: file.clone(), what };
        let mut exercise: Exercise =
            toml::from_str(&read(&file)?).map_err(|error| fault(error.to_string()))?;
        exercise.folder = folder.to_owned();
        if folder.file_name().is_none_or(|name| name != exercise.id.as_str()) {
            return Err(fault(format!("the id `{}` is not the folder's name", exercise.id)));
        }
        if (exercise.kind == Kind::BreakIt) != exercise.breakage.is_some() {
            return Err(fault("a break-it exercise, and no other, names a breakage".into()));
        }
        let mut wanted = vec!["README.md".into(), "hints.md".into(), "SOLUTION.md".into()];
        wanted.extend([exercise.starter(), exercise.solution()]);
        wanted.extend(exercise.wrong.iter().map(|wrong| wrong.file.clone()));
        wanted.extend((exercise.kind == Kind::BuildIt).then(|| "grade.rs".into()));
        match wanted.iter().find(|file| !folder.join(file).is_file()) {
            Some(missing) => Err(fault(format!("the folder lacks {}", missing.display()))),
            None => Ok(exercise),
        }
    }

    /// The starter, never edited.
    pub fn starter(&self) -> PathBuf {
        self.folder.join("starter").join(&self.file)
    }

    /// The solution.
    pub fn solution(&self) -> PathBuf {
        self.folder.join("solution").join(&self.file)
    }

    /// The task.
    ///
    /// # Errors
    ///
    /// If it cannot be read.
    pub fn task(&self) -> Result<String, Fault> {
        read(&self.folder.join("README.md"))
    }

    /// The hints, the weakest first.
    ///
    /// # Errors
    ///
    /// If they cannot be read.
    pub fn hints(&self) -> Result<Vec<String>, Fault> {
        let text = read(&self.folder.join("hints.md"))?;
        let hints = text.split("\n## ").skip(1);
        Ok(hints
            .map(|hint| hint.split_once('\n').map_or("", |(_, body)| body).trim().to_owned())
            .collect())
    }

    /// The command that shows the same without this runner.
    pub fn by_hand(&self) -> String {
        match &self.breakage {
            Some(breakage) => format!("cargo test -p winks-sleep --features {breakage}"),
            None => {
                format!("cargo test -p winks-exercises --features mine --test mine {}", self.id)
            }
        }
    }
}

/// A file as text.
pub(crate) fn read(file: &Path) -> Result<String, Fault> {
    fs::read_to_string(file).map_err(|why| Fault::File { file: file.to_owned(), why })
}
