//! The learner's copies, graded by `cargo test`: only with the feature `mine`.

use std::path::Path;
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use winks_exercises::Shelf;

fn main() -> ExitCode {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let shelf = match Shelf::open(&folder) {
        Ok(shelf) => shelf,
        Err(fault) => {
            eprintln!("{fault}");
            return ExitCode::FAILURE;
        }
    };
    let started = shelf.exercises.iter().filter(|exercise| shelf.mine(exercise).is_file());
    let trials = started.map(|exercise| {
        let (shelf, exercise) = (shelf.clone(), exercise.clone());
        Trial::test(exercise.id.clone(), move || {
            let verdict = shelf.grade_mine(&exercise)?;
            if verdict.is_solved() { Ok(()) } else { Err(Failed::from(verdict.to_text())) }
        })
    });
    libtest_mimic::run(&Arguments::from_args(), trials.collect()).exit_code()
}
