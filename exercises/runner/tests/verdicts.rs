//! Every exercise does what its folder says: the starter is unfinished, the solution passes, each
//! wrong solution is told what is wrong with it, and none of it takes long or depends on luck.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use winks_exercises::break_it;
use winks_exercises::exercise::{Exercise, Kind};
use winks_exercises::shelf::{Shelf, grade};
use winks_models::catalogue;

/// No exercise takes longer, on a slow machine either.
const PATIENCE: Duration = Duration::from_secs(30);

fn shelf() -> Shelf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    Shelf::open(folder).unwrap_or_else(|fault| panic!("{fault}"))
}

fn keys(exercise: &Exercise, answer: &Path) -> Vec<String> {
    let begun = Instant::now();
    let verdict = grade(exercise, answer).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(begun.elapsed() < PATIENCE, "{}: {:?}", exercise.id, begun.elapsed());
    // A grader of the other kind has no threads, and needs a second to compile.
    if exercise.kind == Kind::BreakIt {
        let again = grade(exercise, answer).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(verdict, again, "{}: the same answer, another verdict", exercise.id);
    }
    verdict.keys().into_iter().map(String::from).collect()
}

#[test]
fn starters_solutions_and_wrong_ones_are_graded_as_told() {
    let mut amiss = Vec::new();
    let mut compare = |exercise: &Exercise, answer: PathBuf, told: &[String]| {
        let found = keys(exercise, &answer);
        println!("{}: {found:?}", answer.strip_prefix(&exercise.folder).unwrap().display());
        if found != told {
            amiss.push(format!("{}: {found:?} instead of {told:?}", answer.display()));
        }
    };
    for exercise in &shelf().exercises {
        println!("{}", exercise.id);
        compare(exercise, exercise.starter(), &exercise.starter);
        compare(exercise, exercise.solution(), &[]);
        for wrong in &exercise.wrong {
            compare(exercise, exercise.folder.join(&wrong.file), &wrong.misses);
        }
    }
    assert!(amiss.is_empty(), "{}", amiss.join("\n"));
}

#[test]
fn each_exercise_is_whole() {
    let shelf = shelf();
    assert!(shelf.exercises.len() >= 8);
    for exercise in &shelf.exercises {
        let id = &exercise.id;
        let hints = exercise.hints().unwrap();
        assert_eq!(hints.len(), 3, "{id}: three hints");
        assert!(hints.iter().all(|hint| hint.len() > 40), "{id}: a hint that says nothing");
        assert!((10..=30).contains(&exercise.minutes), "{id}: {} minutes", exercise.minutes);
        assert!(exercise.wrong.len() >= 2, "{id}: two wrong solutions at least");
        assert!(exercise.wrong.iter().all(|w| !w.misses.is_empty()), "{id}: wrong, and passes?");
        for before in &exercise.prerequisites {
            assert!(shelf.named(before).is_ok(), "{id}: no exercise {before}");
        }
        let root = shelf.folder.parent().unwrap();
        let chapter = root.join("book/src").join(&exercise.chapter);
        assert!(chapter.is_file(), "{id}: no chapter {}", exercise.chapter);
        let page = root.join("book/src/exercises").join(format!("{id}.md"));
        let page = std::fs::read_to_string(page).expect("each exercise is a page of the book");
        let task = format!("{{{{#include ../../../exercises/{id}/README.md}}}}");
        assert!(page.contains(&task), "{id}: its page does not include its task");
        assert!(page.contains(&format!("minutes: {}\n", exercise.minutes)), "{id}: minutes");
        let summary = std::fs::read_to_string(root.join("book/src/SUMMARY.md")).unwrap();
        assert!(summary.contains(&format!("(exercises/{id}.md)")), "{id}: not in SUMMARY.md");
        assert!(exercise.task().unwrap().contains(&exercise.by_hand()), "{id}: the command");
    }
}

/// The message of a red run names the exercise to read, so the names must agree.
#[test]
fn the_catalogue_names_each_exercise_by_its_breakage() {
    let shelf = shelf();
    let told: Vec<_> = catalogue::ALL.iter().filter_map(|b| Some((b.exercise?, b.name))).collect();
    for (id, breakage) in &told {
        let exercise = shelf.named(id).unwrap_or_else(|fault| panic!("{breakage}: {fault}"));
        assert_eq!(exercise.breakage.as_deref(), Some(*breakage), "{id}");
    }
    let here = shelf.exercises.iter().filter(|exercise| exercise.kind == Kind::BreakIt);
    assert_eq!(here.count(), told.len(), "an exercise that no red run names");
}

/// What the pages of the exercises show: the interleaving, or the first verdict on the starter.
#[test]
fn what_a_run_shows_is_what_the_page_shows() {
    for exercise in &shelf().exercises {
        let shown = match &exercise.breakage {
            Some(breakage) => break_it::seen(breakage).expect("the sources are sound"),
            None => grade(exercise, &exercise.starter()).unwrap().to_text(),
        };
        let mut settings = insta::Settings::clone_current();
        settings.set_snapshot_path(&exercise.folder);
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.bind(|| insta::assert_snapshot!("seen", shown));
        assert_eq!(exercise.kind == Kind::BreakIt, exercise.breakage.is_some());
    }
}
