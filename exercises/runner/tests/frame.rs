//! A learner's way through the frame, on a copy of the exercises in a temporary folder.

mod common;

use std::fs;

use common::{Checkout, RIGHT};
use winks_exercises::watch::Watch;
use winks_exercises::{Shelf, commands};

#[test]
fn from_the_list_to_solved_and_back() {
    let checkout = Checkout::new();
    let starter = fs::read_to_string(checkout.path("parity/starter/prediction.toml")).unwrap();

    let (code, said) = checkout.exercise(&[]);
    assert_eq!(code, 0);
    assert!(said.contains("parity") && said.contains("0 of 3 solved"), "{said}");

    let (code, said) = checkout.exercise(&["run", "parity"]);
    assert_eq!(code, 2);
    assert!(said.contains("cargo exercise start parity"), "{said}");

    let (code, said) = checkout.exercise(&["start", "parity"]);
    assert_eq!(code, 0);
    assert!(said.contains("exercises/mine/parity/prediction.toml"), "{said}");
    let (code, said) = checkout.exercise(&["start", "parity"]);
    assert_eq!(code, 2);
    assert!(said.contains("reset parity"), "{said}");

    let (code, said) = checkout.exercise(&["run", "parity"]);
    assert_eq!(code, 1);
    assert!(said.contains("still to be answered: invariant, loss, blocked"), "{said}");
    assert!(!said.contains("announces"), "the run is shown only to those who predicted:\n{said}");

    checkout.predict(&RIGHT.replace("W0", "W1"));
    let (code, said) = checkout.exercise(&["run", "parity"]);
    assert_eq!(code, 1);
    assert!(said.contains("W0  announces: JEC 1 → 2"), "{said}");
    assert!(said.contains("invariant  INV-JEC-1    as you said"), "{said}");
    assert!(said.contains("loss       deadlock     as you said"), "{said}");
    assert!(said.contains("blocked    W1           NOT as you said"), "{said}");
    assert!(checkout.exercise(&["list"]).1.contains("started"));

    checkout.predict(RIGHT);
    let (code, said) = checkout.exercise(&["run", "parity"]);
    assert_eq!(code, 0, "{said}");
    assert!(said.contains("✓ Solved.") && said.contains("Next: cargo exercise show"), "{said}");
    assert!(checkout.exercise(&["list"]).1.contains("1 of 3 solved"));

    let mine = checkout.path("mine/parity");
    fs::rename(&mine, checkout.path("elsewhere")).unwrap();
    assert!(checkout.exercise(&["list"]).1.contains("0 of 3 solved"), "solved, and not there?");
    fs::rename(checkout.path("elsewhere"), &mine).unwrap();

    let (code, said) = checkout.exercise(&["reset", "parity"]);
    assert_eq!(code, 0, "{said}");
    let mine = fs::read_to_string(checkout.path("mine/parity/prediction.toml")).unwrap();
    assert_eq!(mine, starter);
    let aside = fs::read_to_string(checkout.path("mine/parity/prediction.toml.old")).unwrap();
    assert_eq!(aside, RIGHT);
    let now = fs::read_to_string(checkout.path("parity/starter/prediction.toml")).unwrap();
    assert_eq!(now, starter, "starters stay as they are");
    assert!(checkout.exercise(&["list"]).1.contains("0 of 3 solved"));
}

#[test]
fn verify_writes_a_line_for_each_exercise_and_the_progress_anew() {
    let checkout = Checkout::new();
    let shelf = checkout.shelf();
    commands::start(&shelf, shelf.named("parity").unwrap()).unwrap();
    commands::hint(&shelf, shelf.named("parity").unwrap()).unwrap();
    checkout.predict(RIGHT);
    let json = checkout.dir.path().join("grades.json");
    let (code, said) = checkout.exercise(&["verify", "--json", json.to_str().unwrap()]);
    assert_eq!(code, 0, "what is not started is not wrong:\n{said}");
    assert!(said.contains("10 of 40 points"), "{said}");

    let text = fs::read_to_string(&json).unwrap();
    let lines: serde_json::Value = serde_json::from_str(&text).unwrap();
    let lines = lines.as_array().unwrap();
    assert_eq!(lines.len(), 3);
    let parity = lines.iter().find(|line| line["id"] == "parity").unwrap();
    assert_eq!(parity["verdict"], "solved");
    assert_eq!(parity["points"], 10);
    assert_eq!(parity["points_possible"], 10);
    assert_eq!(parity["hints"], 1);
    assert_eq!(parity["misses"], serde_json::json!([]));
    assert!(parity["seconds"].is_f64());
    let other = lines.iter().find(|line| line["id"] == "jec-check").unwrap();
    assert_eq!((&other["verdict"], &other["points"]), (&"not started".into(), &0.into()));

    fs::remove_file(checkout.path("progress.txt")).unwrap();
    checkout.exercise(&["verify"]);
    assert!(fs::read_to_string(checkout.path("progress.txt")).unwrap().contains("parity solved 0"));

    checkout.predict("invariant = \"INV-JEC-2\"\nloss = \"count\"\nblocked = []\n");
    let (code, said) = checkout.exercise(&["verify"]);
    assert_eq!(code, 1);
    assert!(said.contains("invariant, loss, blocked"), "{said}");
    assert!(fs::read_to_string(checkout.path("progress.txt")).unwrap().contains("parity started"));
}

#[test]
fn hints_come_one_by_one() {
    let checkout = Checkout::new();
    for said in ["Hint 1 of 3", "Hint 2 of 3", "Hint 3 of 3", "Hint 3 of 3"] {
        let (code, text) = checkout.exercise(&["hint", "parity"]);
        assert_eq!(code, 0);
        assert!(text.contains(said), "{text}");
    }
    let (_, text) = checkout.exercise(&["show", "parity"]);
    assert!(text.contains("cargo exercise start parity"), "{text}");
}

#[test]
fn bad_input_is_told_and_nothing_panics() {
    let checkout = Checkout::new();
    let (code, said) = checkout.exercise(&["show", "partiy"]);
    assert_eq!(code, 2);
    assert!(said.contains("there are: ") && said.contains("jec-check"), "{said}");

    checkout.exercise(&["start", "parity"]);
    for (bad, told) in [
        ("blocked = [", "cannot be read"),
        ("invariant = 3\nloss = \"deadlock\"\nblocked = []\n", "cannot be read"),
        (&RIGHT.replace("deadlock", "dead lock"), "is none of deadlock"),
        (&RIGHT.replace("INV-JEC-1", "JEC-1"), "they begin with INV-"),
        (&RIGHT.replace("W0", "W7"), "there is no lane W7; there are W0, W1"),
        (&format!("{RIGHT}why = \"because\"\n"), "unknown field `why`"),
    ] {
        checkout.predict(bad);
        let (code, said) = checkout.exercise(&["run", "parity"]);
        assert_eq!(code, 1, "{said}");
        assert!(said.contains(told), "{said}");
        assert!(!said.contains("panicked"), "{said}");
    }
    fs::write(checkout.path("mine/parity/prediction.toml"), [0xff, 0xfe]).unwrap();
    for args in [&["run", "parity"][..], &["verify"]] {
        let (code, said) = checkout.exercise(args);
        assert_eq!(code, 1, "{said}");
        assert!(!said.contains("panicked"), "{said}");
    }
    assert!(checkout.exercise(&["run", "parity"]).1.contains("is no text"));

    fs::remove_file(checkout.path("mine/parity/prediction.toml")).unwrap();
    fs::create_dir(checkout.path("mine/parity/prediction.toml")).unwrap();
    let (code, said) = checkout.exercise(&["run", "parity"]);
    assert_eq!(code, 1, "{said}");
    assert!(said.contains("prediction.toml is no file; put it away"), "{said}");

    fs::write(checkout.path("progress.txt"), "nonsense\nparity what 7\nparity\n").unwrap();
    assert_eq!(checkout.exercise(&["list"]).0, 0);
    fs::write(checkout.path("jec-check/exercise.toml"), "id = 3").unwrap();
    let (code, said) = checkout.exercise(&["list"]);
    assert_eq!(code, 2);
    assert!(said.contains("jec-check/exercise.toml"), "{said}");

    fs::remove_file(checkout.path("jec-check/exercise.toml")).unwrap();
    fs::copy(checkout.path("turn/exercise.toml"), checkout.path("mine/exercise.toml")).unwrap();
    assert_eq!(checkout.exercise(&["list"]).0, 0, "what a learner puts into mine is no exercise");

    let elsewhere = tempfile::tempdir().unwrap();
    let found = Shelf::find(elsewhere.path()).map(|shelf| shelf.folder);
    assert!(found.unwrap_err().to_string().contains("inside the checkout"));
}

#[test]
fn what_cannot_be_read_or_written_is_told_with_its_place() {
    // A file stands where a folder should be, and the other way round: that stops root as well,
    // whom permissions do not.
    let checkout = Checkout::new();
    let fails = |args: &[&str], told: &str| {
        let (code, said) = checkout.exercise(args);
        assert_eq!(code, 2, "{args:?}: {said}");
        assert!(said.contains(told) && !said.contains("panicked"), "{args:?}: {said}");
        assert!(said.matches("os error").count() <= 1, "the reason once: {said}");
    };
    for verb in ["show", "start", "run", "hint", "reset"] {
        fails(&[verb, "partiy"], "no exercise is called `partiy`");
    }
    for verb in ["run", "reset"] {
        fails(&[verb, "parity"], "`parity` is not started yet: `cargo exercise start parity`");
    }
    fs::write(checkout.path("mine"), "").unwrap();
    fails(&["start", "parity"], "exercises/mine/parity/prediction.toml: ");
    fs::remove_file(checkout.path("mine")).unwrap();

    fs::create_dir(checkout.path("progress.txt")).unwrap();
    for args in [&["start", "parity"][..], &["run", "parity"], &["hint", "parity"], &["verify"]] {
        fails(args, "exercises/progress.txt: ");
    }
    fs::remove_dir(checkout.path("progress.txt")).unwrap();

    let nowhere = checkout.path("none/grades.json");
    fails(&["verify", "--json", nowhere.to_str().unwrap()], "none/grades.json");
    for missing in ["hints.md", "starter/prediction.toml", "wrong"] {
        fs::rename(checkout.path("parity").join(missing), checkout.path("aside")).unwrap();
        fails(&["list"], "parity/exercise.toml: the folder lacks");
        fs::rename(checkout.path("aside"), checkout.path("parity").join(missing)).unwrap();
    }
    assert_eq!(checkout.exercise(&["list"]).0, 0);
}

#[test]
fn watching_sees_what_was_saved_and_nothing_else() {
    let checkout = Checkout::new();
    let shelf = checkout.shelf();
    let mut watch = Watch::default();
    let ids = |watch: &mut Watch| -> Vec<String> {
        watch.changed(&shelf, &shelf.exercises).iter().map(|e| e.id.clone()).collect()
    };
    assert!(ids(&mut watch).is_empty());
    commands::start(&shelf, shelf.named("parity").unwrap()).unwrap();
    assert_eq!(ids(&mut watch), ["parity"]);
    assert!(ids(&mut watch).is_empty());
    checkout.predict(RIGHT);
    assert_eq!(ids(&mut watch), ["parity"]);
}

#[test]
fn code_that_does_not_compile_or_never_ends_is_a_verdict() {
    let checkout = Checkout::new();
    let shelf = checkout.shelf();
    let turn = shelf.named("turn").unwrap();
    commands::start(&shelf, turn).unwrap();
    let starter = fs::read_to_string(turn.starter()).unwrap();
    let body = |with: &str| starter.replace("todo!(\"is_sleepy\")", with);
    for (text, word, keys, told) in [
        (starter.clone(), "unfinished", "unfinished", "not yet implemented: is_sleepy"),
        (body("word +"), "wrong", "compile", "turn.rs:16"),
        (body("std::process::exit(0)"), "wrong", "crash", "before the grader did"),
        (body("std::process::abort()"), "wrong", "crash", "before the grader did"),
        (body("{ println!(\"the word is {word}\"); false }"), "wrong", "sides", "the word is 0"),
        (body("loop { println!(\"again\") }"), "wrong", "hang", "  again\n  … and so on\n"),
        // No luck: whoever sleeps a minute is stopped long before.
        (
            body("{ std::thread::sleep(std::time::Duration::from_secs(60)); true }"),
            "wrong",
            "hang",
            "does not come to an end",
        ),
    ] {
        fs::write(shelf.mine(turn), text).unwrap();
        let (verdict, said) = commands::run(&shelf, turn).unwrap();
        assert_eq!((verdict.word(), verdict.keys()), (word, vec![keys]), "{said}");
        assert!(said.contains(told), "{said}");
    }
}
