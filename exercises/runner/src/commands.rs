//! The verbs of `cargo exercise`, each from a shelf to the text that it prints.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::exercise::{Exercise, Fault, Kind};
use crate::progress::{Entry, Progress, State};
use crate::report::{Line, table};
use crate::shelf::Shelf;
use crate::verdict::Verdict;

/// All exercises in the order of the book.
pub fn list(shelf: &Shelf) -> String {
    let progress = Progress::read(&shelf.folder);
    let head = ["exercise", "state", "minutes", "points", "kind", "chapter", "title"];
    let mut rows = vec![head.map(String::from)];
    for exercise in &shelf.exercises {
        let state = state(shelf, &progress, exercise);
        rows.push([
            exercise.id.clone(),
            if state == State::New { "–".into() } else { state.name().into() },
            format!("{:>7}", exercise.minutes),
            format!("{:>6}", exercise.points),
            exercise.kind.name().into(),
            exercise.chapter.clone(),
            exercise.title.clone(),
        ]);
    }
    let solved = shelf.exercises.iter().filter(|e| state(shelf, &progress, e) == State::Solved);
    let minutes: u32 = shelf.exercises.iter().map(|e| e.minutes).sum();
    let next = next(shelf, &progress);
    let (solved, all) = (solved.count(), shelf.exercises.len());
    table(&rows) + &format!("\n{solved} of {all} solved, {minutes} minutes in all. {next}\n")
}

/// What to type for the first that is not solved.
fn next(shelf: &Shelf, progress: &Progress) -> String {
    let next = shelf.exercises.iter().find(|e| state(shelf, progress, e) != State::Solved);
    next.map_or("All done.".to_string(), |e| format!("Next: cargo exercise show {}", e.id))
}

/// A copy on disk outlives a lost progress file; a solved one without its copy is no longer there.
fn state(shelf: &Shelf, progress: &Progress, exercise: &Exercise) -> State {
    match (shelf.mine(exercise).is_file(), progress.of(&exercise.id).state) {
        (false, _) => State::New,
        (true, State::New) => State::Started,
        (true, state) => state,
    }
}

/// The task, and what to type.
///
/// # Errors
///
/// If its folder cannot be read.
pub fn show(shelf: &Shelf, exercise: &Exercise) -> Result<String, Fault> {
    let mut before = vec![format!("the chapter book/src/{}", exercise.chapter)];
    before.extend(exercise.prerequisites.iter().map(|id| format!("the exercise {id}")));
    Ok(format!(
        "{}\n\n── {} · {} minutes · {} points · before it: {}\n\
         ── cargo exercise start {id}   puts your copy at {}\n\
         ── cargo exercise run {id}     grades it; `hint {id}` helps\n\
         ── without this runner:        {}\n",
        exercise.task()?.trim_end(),
        exercise.kind.name(),
        exercise.minutes,
        exercise.points,
        before.join(", "),
        shelf.display(&shelf.mine(exercise)),
        exercise.by_hand(),
        id = exercise.id,
    ))
}

/// Gives the learner a copy of the starter.
///
/// # Errors
///
/// If there is one already, or the file cannot be written.
pub fn start(shelf: &Shelf, exercise: &Exercise) -> Result<String, Fault> {
    let mine = shelf.mine(exercise);
    if mine.exists() {
        let file = PathBuf::from(shelf.display(&mine));
        return Err(Fault::AlreadyStarted { id: exercise.id.clone(), file });
    }
    hand_out(shelf, exercise)?;
    let what = match exercise.kind {
        Kind::BreakIt => "Write your prediction into",
        Kind::BuildIt => "Write your code into",
    };
    Ok(format!("{what} {}\nthen: cargo exercise run {}\n", shelf.display(&mine), exercise.id))
}

/// Puts what the learner wrote aside, and hands the starter out once more.
///
/// # Errors
///
/// If it was not started, or a file cannot be written.
pub fn reset(shelf: &Shelf, exercise: &Exercise) -> Result<String, Fault> {
    let mine = shelf.mine(exercise);
    if !mine.exists() {
        return Err(Fault::NotStarted(exercise.id.clone()));
    }
    let mut aside = mine.clone().into_os_string();
    aside.push(".old");
    let aside = PathBuf::from(aside);
    fs::rename(&mine, &aside).map_err(|why| Fault::File { file: mine.clone(), why })?;
    hand_out(shelf, exercise)?;
    let (mine, aside) = (shelf.display(&mine), shelf.display(&aside));
    Ok(format!("{mine} is as at the start; what you had written is in {aside}\n"))
}

fn hand_out(shelf: &Shelf, exercise: &Exercise) -> Result<(), Fault> {
    let mine = shelf.mine(exercise);
    let folder = mine.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)
        .and_then(|()| fs::copy(exercise.starter(), &mine))
        .map_err(|why| Fault::File { file: mine.clone(), why })?;
    remember(shelf, exercise, |entry| entry.state = State::Started)
}

fn remember(
    shelf: &Shelf,
    exercise: &Exercise,
    change: impl FnOnce(&mut Entry),
) -> Result<(), Fault> {
    let mut progress = Progress::read(&shelf.folder);
    change(progress.entry(&exercise.id));
    progress.write(&shelf.folder)
}

/// Grades the learner's copy, and remembers the verdict.
///
/// # Errors
///
/// If it was not started, or a file cannot be read or written.
pub fn run(shelf: &Shelf, exercise: &Exercise) -> Result<(Verdict, String), Fault> {
    let verdict = shelf.grade_mine(exercise)?;
    let state = if verdict.is_solved() { State::Solved } else { State::Started };
    remember(shelf, exercise, |entry| {
        // A repair is a part of the exercise, and unsays no prediction.
        if !verdict.is_repaired() {
            entry.state = state;
        }
    })?;
    let mut text = verdict.to_text();
    if verdict.is_solved() {
        let solution = shelf.display(&exercise.folder.join("SOLUTION.md"));
        let next = next(shelf, &Progress::read(&shelf.folder));
        text += &format!("{} points. Compare your reasons with {solution}\n", exercise.points);
        text += &format!("{next}\n");
    } else if !verdict.is_repaired() {
        let mine = shelf.display(&shelf.mine(exercise));
        text += &format!("\nYour file: {mine}. Stuck? cargo exercise hint {}\n", exercise.id);
    }
    Ok((verdict, text))
}

/// The next hint, or the last one again.
///
/// # Errors
///
/// If the folder cannot be read, or the progress not written.
pub fn hint(shelf: &Shelf, exercise: &Exercise) -> Result<String, Fault> {
    let hints = exercise.hints()?;
    let taken = Progress::read(&shelf.folder).of(&exercise.id).hints;
    let next = (taken + 1).min(hints.len());
    remember(shelf, exercise, |entry| entry.hints = next)?;
    let hint = next.checked_sub(1).and_then(|k| hints.get(k)).map_or("none", String::as_str);
    let solution = shelf.display(&exercise.folder.join("SOLUTION.md"));
    let more = match next == hints.len() {
        true => format!("That was the last hint; the solution is in {solution}"),
        false => format!("One more: cargo exercise hint {}", exercise.id),
    };
    Ok(format!("Hint {next} of {}\n\n{hint}\n\n{more}\n", hints.len()))
}

/// Grades everything that was started, and writes the progress anew.
///
/// # Errors
///
/// If a file cannot be read or written.
pub fn verify(shelf: &Shelf) -> Result<Vec<Line>, Fault> {
    let before = Progress::read(&shelf.folder);
    let mut progress = Progress::default();
    let mut lines = Vec::new();
    for exercise in &shelf.exercises {
        let hints = before.of(&exercise.id).hints;
        let begun = Instant::now();
        let verdict = match shelf.grade_mine(exercise) {
            Err(Fault::NotStarted(_)) => None,
            verdict => Some(verdict?),
        };
        let took = verdict.as_ref().map_or(Duration::ZERO, |_| begun.elapsed());
        let state = match &verdict {
            None => State::New,
            Some(verdict) if verdict.is_solved() => State::Solved,
            Some(verdict) if verdict.is_repaired() => before.of(&exercise.id).state,
            Some(_) => State::Started,
        };
        if (state, hints) != (State::New, 0) {
            *progress.entry(&exercise.id) = Entry { state, hints };
        }
        lines.push(Line::new(exercise, verdict.as_ref(), hints, took));
    }
    progress.write(&shelf.folder)?;
    Ok(lines)
}
