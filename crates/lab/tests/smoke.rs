//! Every row runs on every pool and yields figures; the table and the file tell them.

use std::any::TypeId;
use std::collections::HashSet;

use winks_lab::paired::{self, Measured, Verdict};
use winks_lab::report::json::Run;
use winks_lab::report::{Line, table};
use winks_lab::row::{Experiment, Kind, Must, Outcome, Round, Row, Scale, Unit};
use winks_lab::rows;
use winks_lab::subject::{Slot, Subject};

/// A sleeping pool burns nothing, a join allocates nothing, and on a loaded machine the pool may not be
/// asleep yet when somebody counts whom a job wakes.
fn may_be_zero(name: &str) -> bool {
    ["idle12", "allocs.join", "allocs.outside_join"].contains(&name) || name.starts_with("wakes.")
}

#[test]
fn every_row_runs_on_every_pool() {
    for row in rows::all(&[2, 3]) {
        for slot in [Slot::Ours, Slot::Peer, Slot::Control] {
            match row.prepare(slot, Scale::Tiny)() {
                Outcome::Figure(figure) => {
                    assert!(figure.is_finite(), "{} on {slot}: {figure}", row.name);
                    let sound = figure > 0.0 || figure == 0.0 && may_be_zero(&row.name);
                    assert!(sound, "{} on {slot}: {figure}", row.name);
                }
                Outcome::Missing(reason) => {
                    assert!(row.name.starts_with("wakes."), "{}: {reason}", row.name);
                }
                // A loaded machine may take 100 ms to run 64 threads; a stranded job fails elsewhere.
                Outcome::TimedOut => assert!(row.name.starts_with("ramp"), "{}", row.name),
            }
        }
    }
}

#[test]
fn each_slot_has_its_pool() {
    struct Which;
    impl Experiment for Which {
        fn prepare<S: Subject>(&self, _: Scale) -> Round {
            let pool = TypeId::of::<S::Pool>();
            let ours = pool == TypeId::of::<winks_pool::ThreadPool>();
            let peer = pool == TypeId::of::<rayon_core::ThreadPool>();
            Box::new(move || Outcome::Figure(f64::from(u8::from(ours)) - f64::from(u8::from(peer))))
        }
    }
    let row = Row::new("which", "whose pool it is", Kind::Events, Unit::ones(""), Which);
    for (slot, whose) in [(Slot::Ours, 1.0), (Slot::Peer, -1.0), (Slot::Control, -1.0)] {
        assert_eq!(row.prepare(slot, Scale::Tiny)(), Outcome::Figure(whose), "{slot}");
    }
}

#[test]
fn names_are_told_apart() {
    let rows = rows::all(&rows::THREADS);
    let names: HashSet<&str> = rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(names.len(), rows.len());
    for name in ["fib27.2t.cpu", "outside_join.hot.12t", "build+drop.64t", "ramptree16.asleep"] {
        assert!(names.contains(name), "{name} is gone");
    }
}

#[test]
fn the_file_holds_what_the_table_tells() {
    let lines: Vec<Line> = rows::all(&[2])
        .iter()
        .filter(|row| row.name.starts_with("fib27") || row.name.starts_with("broadcast"))
        .map(|row| {
            let measured = paired::run(row, Slot::Control, Scale::Tiny, 2);
            Line::new((&row.name, &row.about), row.unit.label, (row.kind, row.must), measured)
        })
        .collect();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.json");
    Run::new("bench", Slot::Control, true, &lines).write(&file).unwrap();
    let text = std::fs::read_to_string(&file).unwrap();
    let run: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(run["schema"], 1);
    assert_eq!(run["candidate"]["slot"], "control");
    assert_eq!(run["rows"].as_array().unwrap().len(), lines.len());
    let printed = table::table(Slot::Control, &lines).to_string();
    for row in run["rows"].as_array().unwrap() {
        assert_eq!(row["rounds"].as_array().unwrap().len(), 2, "{row}");
        let (min, median, max) =
            (&row["ratio"]["min"], &row["ratio"]["median"], &row["ratio"]["max"]);
        let of = |value: &serde_json::Value| value.as_f64().unwrap();
        assert!(0.0 < of(min) && of(min) <= of(median) && of(median) <= of(max), "{row}");
        let told = printed.lines().find(|line| line.contains(row["name"].as_str().unwrap()));
        assert!(told.unwrap().contains(&format!("{:.2}", of(median))), "{printed}");
    }
}

#[test]
fn goals_are_judged_by_what_counts() {
    let measured = |rounds: &[[f64; 2]]| Measured {
        rounds: rounds.iter().map(|pair| pair.map(Some)).collect(),
        missing: None,
    };
    let must = Must::Ratio(1.1);
    let slower = measured(&[[12.0, 10.0], [13.0, 10.0], [14.0, 10.0]]);
    assert_eq!(slower.ratio().unwrap().median, 1.3);
    assert_eq!(slower.verdict(Kind::Wall, must), Verdict::Missed);
    let astride = measured(&[[9.0, 10.0], [13.0, 10.0], [14.0, 10.0]]);
    assert_eq!(astride.verdict(Kind::Wall, must), Verdict::Unclear);
    assert_eq!(astride.verdict(Kind::Cpu, must), Verdict::Missed);
    assert_eq!(astride.verdict(Kind::Cpu, Must::Ratio(1.3)), Verdict::Met);
    assert_eq!(astride.verdict(Kind::Cpu, Must::RatioAndNever(1.3, 14.0)), Verdict::Missed);
    assert_eq!(astride.verdict(Kind::Cpu, Must::Figure(13.0)), Verdict::Met);

    let mut stranded = measured(&[[9.0, 10.0]]);
    stranded.rounds.push([None, Some(10.0)]);
    assert_eq!((stranded.time_outs(0), stranded.time_outs(1)), (1, 0));
    assert_eq!(stranded.verdict(Kind::Wall, must), Verdict::Missed);
}
