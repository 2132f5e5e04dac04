//! Build it: compiles what the learner wrote beside a grader, and runs both under a watchdog.
//!
//! The program is three files and no dependency, so it takes a second and nothing of the workspace
//! is built anew: the learner's file as `crate::yours`, the exercise's `grade.rs`, and the common
//! kit. The grader prints what it finds, one line each, and this side reads the lines:
//!
//! ```text
//! ok every post leaves the JEC odd
//! miss carry the step from the top changes the counts
//! |  word 0b111_000_000 …
//! done
//! ```

use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::exercise::{Exercise, Fault};
use crate::verdict::{Miss, UNFINISHED, Verdict};

/// What runs longer never ends: graders need milliseconds.
const WATCHDOG: Duration = Duration::from_secs(10);
/// What prints more bytes never ends either: graders need some hundreds.
const MUCH: u64 = 1 << 20;
/// So many lines of the learner's own are shown.
const SHOWN: usize = 40;

/// Compiles and runs.
pub(crate) fn grade(exercise: &Exercise, answer: &Path) -> Result<Verdict, Fault> {
    let bench =
        tempfile::tempdir().map_err(|why| Fault::File { file: std::env::temp_dir(), why })?;
    let program = bench.path().join("grade");
    let main = bench.path().join("main.rs");
    let absolute = |path: &Path| path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let source = format!(
        "#![allow(dead_code, unused)]\n\
         #[path = {:?}] mod kit;\n#[path = {:?}] mod yours;\n#[path = {:?}] mod grade;\n\
         fn main() {{ kit::run(grade::CHECKS); }}\n",
        kit(),
        absolute(answer),
        absolute(&exercise.folder.join("grade.rs"))
    );
    fs::write(&main, source).map_err(|why| Fault::File { file: main.clone(), why })?;

    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let compiled = Command::new(&rustc)
        .args(["--edition", "2024", "--crate-name", "grade", "-C", "debuginfo=0"])
        .args(["-C", "overflow-checks=on", "--color", "never", "-o"])
        .args([&program, &main])
        .output()
        .map_err(|why| Fault::File { file: PathBuf::from(rustc), why })?;
    if !compiled.status.success() {
        let told = String::from_utf8_lossy(&compiled.stderr).into_owned();
        let misses = vec![Miss::new("compile", "it does not compile")];
        return Ok(Verdict { misses, told });
    }
    Ok(listen(&program))
}

/// The kit stands in this crate's own folder, whatever exercises are graded.
fn kit() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grade/kit.rs")
}

/// Runs the program and reads its lines; one that does not end is stopped.
fn listen(program: &Path) -> Verdict {
    let child = Command::new(program)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn();
    let mut child = match child {
        Ok(child) => child,
        Err(why) => return Verdict::miss("crash", format!("the grader does not start: {why}")),
    };
    // A thread reads, lest a full pipe be taken for a program that does not end. When it stops, the
    // program's next line fails and ends it.
    let mut pipe = child.stdout.take().expect("its output is piped").take(MUCH);
    let reader = std::thread::spawn(move || {
        let mut said = Vec::new();
        let _ = pipe.read_to_end(&mut said);
        String::from_utf8_lossy(&said).into_owned()
    });
    let started = Instant::now();
    let ended = loop {
        match child.try_wait() {
            Ok(Some(_)) => break true,
            Ok(None) if started.elapsed() < WATCHDOG => {
                std::thread::sleep(Duration::from_millis(5));
            }
            _ => break false,
        }
    };
    if !ended {
        let _ = child.kill();
        let _ = child.wait();
    }
    let said = reader.join().unwrap_or_default();
    let (mut verdict, done) = parse(&said);
    let over = verdict.misses.iter().any(|miss| miss.key == UNFINISHED);
    if !ended {
        let text = format!("it does not come to an end: stopped after {} s", WATCHDOG.as_secs());
        verdict.misses.push(Miss::new("hang", text));
    } else if !done && said.len() as u64 >= MUCH {
        verdict.misses.push(Miss::new("hang", "it prints and prints, and does not come to an end"));
    } else if !done && !over {
        let text = "it ended before the grader did: an abort, or an exit?";
        verdict.misses.push(Miss::new("crash", text));
    }
    verdict
}

/// What the lines say, and whether the last of them was reached.
fn parse(said: &str) -> (Verdict, bool) {
    let mut verdict = Verdict::default();
    let mut done = false;
    let mut own = 0;
    for line in said.lines() {
        if let Some(what) = line.strip_prefix("ok ") {
            verdict.told += &format!("✓ {what}\n");
        } else if let Some(miss) = line.strip_prefix("miss ") {
            let (key, text) = miss.split_once(' ').unwrap_or((miss, miss));
            verdict.misses.push(Miss::new(key, text));
        } else if let Some(more) = line.strip_prefix("| ")
            && let Some(miss) = verdict.misses.last_mut()
        {
            miss.text += &format!("\n{more}");
        } else if line == "done" {
            done = true;
        } else {
            // What the learner prints, to see what happens.
            own += 1;
            match own {
                ..=SHOWN => verdict.told += &format!("  {line}\n"),
                _ if own == SHOWN + 1 => verdict.told += "  … and so on\n",
                _ => {}
            }
        }
    }
    (verdict, done)
}
