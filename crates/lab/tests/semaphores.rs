//! The rows of the semaphores run on every contender and count right; of speed nothing is asserted.

use std::collections::HashSet;
use std::process::abort;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use winks_lab::paired::{Measured, Verdict};
use winks_lab::report::json::Run;
use winks_lab::report::semaphores::{entries, table, waits};
use winks_lab::row::{Kind, Must, Outcome, Round, Scale, Unit};
use winks_lab::semaphore::contender::{Contender, K, Permits};
use winks_lab::semaphore::crowd::crowd;
use winks_lab::semaphore::fairness::{self, bound, jain};
use winks_lab::semaphore::row::{Experiment, Row, run};
use winks_lab::semaphore::rows::{PERMITS, THREADS, rows};
use winks_lab::subject::Slot;

/// Ends the process if what it guards does not end: a semaphore that loses a wake must not hang a build.
struct Watchdog(#[expect(dead_code, reason = "its end is the sign")] mpsc::Sender<()>);

fn watchdog(what: &'static str) -> Watchdog {
    let (guards, guarded) = mpsc::channel::<()>();
    thread::spawn(move || {
        if guarded.recv_timeout(Duration::from_secs(240)) == Err(mpsc::RecvTimeoutError::Timeout) {
            eprintln!("{what} does not end");
            abort();
        }
    });
    Watchdog(guards)
}

/// Everybody who can take part.
fn everybody() -> Vec<Contender> {
    let mut everybody = Contender::all(false);
    everybody.push(Contender::Control);
    everybody
}

/// An experiment whose figure is how many threads were inside at once, at most; or nothing, if a turn
/// was lost.
struct Inside {
    threads: usize,
    permits: usize,
}

impl Experiment for Inside {
    fn prepare<S: Permits>(&self, _: Scale) -> Round {
        let (threads, semaphore) = (self.threads, S::new(self.permits));
        Box::new(move || {
            const TURNS: usize = 200;
            let (inside, most, turns) =
                (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
            thread::scope(|s| {
                for _ in 0..threads {
                    s.spawn(|| {
                        for _ in 0..TURNS {
                            semaphore.with(|| {
                                let now = inside.fetch_add(1, Ordering::Relaxed) + 1;
                                most.fetch_max(now, Ordering::Relaxed);
                                thread::yield_now();
                                turns.fetch_add(1, Ordering::Relaxed);
                                inside.fetch_sub(1, Ordering::Relaxed);
                            });
                        }
                    });
                }
            });
            if turns.into_inner() != threads * TURNS {
                return Outcome::TimedOut;
            }
            Outcome::Figure(most.into_inner() as f64)
        })
    }
}

#[test]
fn every_contender_lets_in_as_many_as_it_has_permits_and_loses_no_turn() {
    let _watchdog = watchdog("a turn of somebody");
    for permits in PERMITS {
        let about = (Kind::Events, Unit::ones("threads"));
        let row = Row::new("inside", "threads inside", about, Inside { threads: 6, permits });
        for contender in everybody() {
            let most = row.prepare(contender, Scale::Tiny)();
            let Outcome::Figure(most) = most else { panic!("{contender}: {most:?}") };
            assert!((1.0..=permits as f64).contains(&most), "{contender}: {most} of {permits}");
        }
    }
}

#[test]
fn every_row_runs_on_every_contender() {
    let _watchdog = watchdog("a row");
    for row in rows() {
        for contender in everybody() {
            match row.prepare(contender, Scale::Tiny)() {
                Outcome::Figure(figure) => {
                    assert!(figure.is_finite() && figure >= 0.0, "{}: {figure}", row.name);
                }
                // A loaded machine may let nobody run within a millisecond.
                outcome => {
                    assert!(row.name.contains("t."), "{} of {contender}: {outcome:?}", row.name);
                }
            }
        }
    }
}

#[test]
fn rows_are_named_by_threads_and_permits_and_carry_the_two_goals() {
    let rows = rows();
    let mut names: HashSet<String> = rows.iter().map(|row| row.name.clone()).collect();
    names.extend(fairness::rows().into_iter().map(|row| row.name));
    assert_eq!(names.len(), rows.len() + fairness::rows().len());
    for threads in THREADS {
        for permits in PERMITS {
            for ruler in ["", ".cpu"] {
                let name = format!("semaphore.{threads}t.{permits}p{ruler}");
                assert!(names.contains(&name), "{name} is gone");
            }
        }
    }
    let goal = |name: &str| rows.iter().find(|row| row.name == name).map(|row| row.must);
    assert_eq!(goal("semaphore.uncontended"), Some(Must::Ratio(0.16)));
    assert_eq!(goal("semaphore.8t.1p"), Some(Must::Ratio(0.6)));
    assert_eq!(goal("semaphore.8t.3p"), Some(Must::Nothing));
    assert!(Contender::FairEvery.name().contains(&format!("<{K}>")));
}

#[test]
fn each_round_measures_everybody_and_the_first_one_moves_on() {
    use std::sync::Mutex;

    /// Tells in which turn it was measured.
    struct Turn;
    static TURNS: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    impl Experiment for Turn {
        fn prepare<S: Permits>(&self, _: Scale) -> Round {
            Box::new(|| {
                let mut turns = TURNS.lock().unwrap();
                turns.push(std::any::type_name::<S>());
                Outcome::Figure(turns.len() as f64)
            })
        }
    }
    let row = Row::new("turn", "whose turn it is", (Kind::Events, Unit::ones("")), Turn);
    let three = [Contender::Barging, Contender::Std, Contender::Tokio];
    let rounds = run(&row, &three, Scale::Tiny, 2);
    // The first round warms up: turns 1 to 3 are not told.
    assert_eq!(rounds.0, [[6.0, 4.0, 5.0].map(Some), [8.0, 9.0, 7.0].map(Some)]);
    let turns = TURNS.lock().unwrap();
    assert_eq!(turns.len(), 9);
    for (round, first) in [(0, 0), (1, 1), (2, 2)] {
        for turn in 0..3 {
            assert_eq!(turns[round * 3 + turn], turns[(first + turn) % 3], "round {round}");
        }
    }
}

#[test]
fn a_crowd_tells_all_its_turns() {
    let _watchdog = watchdog("the crowd");
    let done = AtomicUsize::new(0);
    let told = crowd(4, Duration::from_millis(3), |turns: &mut usize| {
        *turns += 1;
        done.fetch_add(1, Ordering::Relaxed);
    });
    assert_eq!(told.threads.len(), 4);
    assert_eq!(told.threads.iter().sum::<usize>(), done.into_inner());
    assert!(told.wall >= 3e6, "{told:?}");
}

#[test]
fn jains_index_is_one_for_equal_shares_and_the_nth_part_for_one_who_has_all() {
    assert_eq!(jain(&[7, 7, 7, 7]), Some(1.0));
    assert_eq!(jain(&[9, 0, 0, 0]), Some(0.25));
    assert_eq!(jain(&[3, 1]), Some(0.8));
    assert_eq!(jain(&[0, 0]), None);
}

#[test]
fn no_mode_passes_over_a_waiter_for_longer_than_it_promises() {
    let _watchdog = watchdog("somebody's wait");
    assert_eq!(bound(Contender::Fair, 8), Some(8));
    assert_eq!(bound(Contender::FairEvery, 8), Some(8 * K as u64));
    assert_eq!(bound(Contender::Barging, 8), None);
    for row in fairness::rows() {
        let lines = fairness::run(&row, &everybody(), Scale::Tiny, 3);
        assert_eq!(lines.len(), everybody().len());
        for line in lines {
            assert_eq!(line.passed.is_some(), line.contender.is_ours(), "{line:?}");
            if let (Some(passed), Some(bound)) = (line.passed, line.bound) {
                assert!(passed <= bound, "{line:?}");
            }
            if let Some(jain) = line.jain {
                assert!(0.0 < jain.min && jain.max <= 1.0 + 1e-9, "{line:?}");
            }
        }
    }
}

#[test]
fn the_tables_and_the_file_tell_of_everybody() {
    let _watchdog = watchdog("a row");
    let rows = rows();
    let row = rows.iter().find(|row| row.name == "semaphore.uncontended.cpu").unwrap();
    let everybody = Contender::all(false);
    let rounds = run(row, &everybody, Scale::Tiny, 3);
    let entries = entries(row, &everybody, &rounds);
    let waiting = fairness::run(&fairness::rows()[0], &everybody, Scale::Tiny, 1);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("run.json");
    Run::new("bench", Slot::Ours, true, &[])
        .with_semaphores(&entries, &waiting)
        .write(&file)
        .unwrap();
    let run: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(&file).unwrap()).unwrap();
    assert_eq!(run["rows"].as_array().unwrap().len(), 0);
    let (table, waits) = (table(&entries).to_string(), waits(&waiting).to_string());
    for (nth, contender) in everybody.iter().enumerate() {
        assert!(table.contains(contender.name()) && waits.contains(contender.name()));
        let entry = &run["semaphores"][nth];
        assert_eq!(entry["rounds"].as_array().unwrap().len(), 3);
        assert_eq!(entry["contender"], serde_json::to_value(contender).unwrap());
        assert_eq!(entry["must"].is_null(), *contender != Contender::Barging);
        assert!(run["fairness"][nth]["longest"]["median"].as_f64().unwrap() > 0.0);
    }
    let std = &run["semaphores"][everybody.iter().position(|&it| it == Contender::Std).unwrap()];
    assert_eq!(std["ratio"]["median"], 1.0);
}

#[test]
fn a_ratio_is_taken_within_a_round() {
    let rounds = winks_lab::semaphore::row::Rounds(vec![
        vec![Some(10.0), Some(100.0)],
        vec![Some(60.0), Some(300.0)],
        vec![Some(9.0), Some(30.0)],
        vec![None, Some(30.0)],
    ]);
    let ratio = rounds.ratio(0, 1).unwrap();
    assert_eq!((ratio.min, ratio.median, ratio.max), (0.1, 0.2, 0.3));
    let measured: Measured = rounds.pair(0, 1);
    assert_eq!(measured.verdict(Kind::Cpu, Must::Ratio(0.16)), Verdict::Missed);
}
