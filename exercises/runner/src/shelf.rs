//! All exercises of a checkout, and the learner's copies beside them.

use std::fs;
use std::path::{Path, PathBuf};

use crate::break_it;
use crate::build_it;
use crate::exercise::{Exercise, Fault, Kind};
use crate::verdict::Verdict;

/// Where the learner's copies lie, in the same folder; git ignores it.
const MINE: &str = "mine";

/// The folder `exercises`, with what stands in it.
#[derive(Clone, Debug)]
pub struct Shelf {
    /// The folder itself.
    pub folder: PathBuf,
    /// The exercises, by chapter in the order of the book, each behind those it builds on.
    pub exercises: Vec<Exercise>,
}

impl Shelf {
    /// Finds the exercises of the checkout around a folder.
    ///
    /// # Errors
    ///
    /// If there are none, or one of them is not as it should be.
    pub fn find(from: &Path) -> Result<Shelf, Fault> {
        let found = from.ancestors().map(|dir| dir.join("exercises")).find(|dir| {
            fs::read_dir(dir).is_ok_and(|entries| {
                entries.flatten().any(|entry| entry.path().join("exercise.toml").is_file())
            })
        });
        Shelf::open(&found.ok_or_else(|| Fault::NoExercises(from.to_owned()))?)
    }

    /// Reads all exercises of a folder.
    ///
    /// # Errors
    ///
    /// If one of them is not as it should be.
    pub fn open(folder: &Path) -> Result<Shelf, Fault> {
        let unreadable = |why| Fault::File { file: folder.to_owned(), why };
        let mut exercises = Vec::new();
        for entry in fs::read_dir(folder).map_err(unreadable)?.flatten() {
            // Whatever a learner puts beside the copies, it is no exercise.
            let is_mine = entry.file_name() == MINE;
            if !is_mine && entry.path().join("exercise.toml").is_file() {
                exercises.push(Exercise::load(&entry.path())?);
            }
        }
        let summary = folder.join("../book/src/SUMMARY.md");
        let book = fs::read_to_string(summary).unwrap_or_default();
        exercises.sort_by_key(|exercise| {
            let place = book.find(&format!("({})", exercise.chapter)).unwrap_or(usize::MAX);
            let after = exercise.prerequisites.len();
            (place, exercise.kind == Kind::BuildIt, after, exercise.id.clone())
        });
        Ok(Shelf { folder: folder.to_owned(), exercises })
    }

    /// The exercise of this name.
    ///
    /// # Errors
    ///
    /// If there is none.
    pub fn named(&self, name: &str) -> Result<&Exercise, Fault> {
        // Also as a shell completes it: `exercises/parity/`.
        let bare = name.trim_end_matches('/').rsplit('/').next().unwrap_or(name);
        self.exercises.iter().find(|exercise| exercise.id == bare).ok_or_else(|| Fault::Unknown {
            name: name.to_owned(),
            known: self.exercises.iter().map(|e| e.id.as_str()).collect::<Vec<_>>().join(", "),
        })
    }

    /// The learner's own file for an exercise, whether it exists or not.
    pub fn mine(&self, exercise: &Exercise) -> PathBuf {
        self.folder.join(MINE).join(&exercise.id).join(&exercise.file)
    }

    /// A path as a learner at the root of the checkout would type it.
    pub fn display(&self, path: &Path) -> String {
        let root = self.folder.parent().unwrap_or(&self.folder);
        path.strip_prefix(root).unwrap_or(path).to_string_lossy().replace('\\', "/")
    }

    /// Grades what the learner made of an exercise.
    ///
    /// # Errors
    ///
    /// If it is not started, or its files cannot be read.
    pub fn grade_mine(&self, exercise: &Exercise) -> Result<Verdict, Fault> {
        let mine = self.mine(exercise);
        if fs::symlink_metadata(&mine).is_err() {
            return Err(Fault::NotStarted(exercise.id.clone()));
        }
        if !mine.is_file() {
            let (mine, id) = (self.display(&mine), &exercise.id);
            let text = format!("{mine} is no file; put it away, then: cargo exercise start {id}");
            return Ok(Verdict::miss("unreadable", text));
        }
        grade(exercise, &mine)
    }
}

/// Grades any file as an answer to an exercise.
///
/// # Errors
///
/// If the files cannot be read. A bad answer is a verdict, not an error.
pub fn grade(exercise: &Exercise, answer: &Path) -> Result<Verdict, Fault> {
    match &exercise.breakage {
        Some(breakage) => break_it::grade(exercise, breakage, answer),
        None => build_it::grade(exercise, answer),
    }
}
