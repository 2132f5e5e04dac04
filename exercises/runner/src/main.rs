//! `cargo exercise`: the command line of the exercises.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result};
use clap::{Parser, Subcommand};
use winks_exercises::watch::Watch;
use winks_exercises::{Shelf, commands, report};

/// Hands out the exercises of the book and grades them.
///
/// Your copies lie in exercises/mine, which git ignores: whatever you write there, the checkout
/// stays green.
#[derive(Parser)]
#[command(name = "cargo exercise", bin_name = "cargo exercise", version)]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Subcommand)]
enum Verb {
    /// All exercises: state, minutes, chapter
    List,
    /// The task
    Show {
        /// The exercise, as `list` names it
        name: String,
    },
    /// Puts a copy of the starter into exercises/mine
    Start {
        /// The exercise
        name: String,
    },
    /// Grades your copy
    Run {
        /// The exercise
        name: String,
    },
    /// The next of three hints
    Hint {
        /// The exercise
        name: String,
    },
    /// Grades all that you have started, and writes the progress anew
    Verify {
        /// Writes verdict, points, hints and seconds of each exercise there (- for standard output)
        #[arg(long, value_name = "FILE")]
        json: Option<PathBuf>,
    },
    /// Puts your copy aside and starts afresh
    Reset {
        /// The exercise
        name: String,
    },
    /// Grades each copy when it is saved, until you press Ctrl-C
    Watch,
}

fn main() -> ExitCode {
    match perform(Cli::parse().verb.unwrap_or(Verb::List)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error:#}");
            ExitCode::from(2)
        }
    }
}

/// Does it; false if something is not solved that was to be.
fn perform(verb: Verb) -> Result<bool> {
    let here = std::env::current_dir().context("where are we?")?;
    let shelf = Shelf::find(&here)?;
    match verb {
        Verb::List => print!("{}", commands::list(&shelf)),
        Verb::Show { name } => print!("{}", commands::show(&shelf, shelf.named(&name)?)?),
        Verb::Start { name } => print!("{}", commands::start(&shelf, shelf.named(&name)?)?),
        Verb::Hint { name } => print!("{}", commands::hint(&shelf, shelf.named(&name)?)?),
        Verb::Reset { name } => print!("{}", commands::reset(&shelf, shelf.named(&name)?)?),
        Verb::Run { name } => {
            let (verdict, text) = commands::run(&shelf, shelf.named(&name)?)?;
            print!("{text}");
            return Ok(verdict.is_solved() || verdict.is_repaired());
        }
        Verb::Verify { json } => return verify(&shelf, json),
        Verb::Watch => watch(&shelf)?,
    }
    Ok(true)
}

/// True if all that was started is solved.
fn verify(shelf: &Shelf, json: Option<PathBuf>) -> Result<bool> {
    let lines = commands::verify(shelf)?;
    match json {
        Some(file) if file.as_os_str() == "-" => print!("{}", report::to_json(&lines)),
        Some(file) => {
            std::fs::write(&file, report::to_json(&lines))
                .with_context(|| format!("cannot write {}", file.display()))?;
            print!("{}", report::to_table(&lines));
        }
        None => print!("{}", report::to_table(&lines)),
    }
    Ok(lines.iter().all(|line| matches!(line.verdict, "solved" | "not started")))
}

fn watch(shelf: &Shelf) -> Result<()> {
    let mut watch = Watch::default();
    // What is there already is graded when it changes.
    watch.changed(shelf, &shelf.exercises);
    println!("Watching exercises/mine; save a file and it is graded. Ctrl-C ends this.");
    loop {
        for exercise in watch.changed(shelf, &shelf.exercises) {
            println!("\n── {}", exercise.id);
            // A file that vanishes while it is read is no reason to stop watching.
            match commands::run(shelf, exercise) {
                Ok((_, text)) => print!("{text}"),
                Err(fault) => eprintln!("{fault}"),
            }
        }
        std::thread::sleep(Duration::from_millis(500));
    }
}
