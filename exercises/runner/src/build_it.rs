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
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::exercise::{Exercise, Fault};
use crate::verdict::{Miss, UNFINISHED, Verdict};

/// What runs longer never ends: graders need milliseconds.
const WATCHDOG: Duration = Duration::from_secs(10);
/// A compiler that takes longer never ends: it needs a second, on a busy machine a few.
const COMPILING: Duration = Duration::from_secs(20);
/// What prints more bytes never ends either: graders need some hundreds.
const MUCH: u64 = 1 << 20;
/// So many lines of the learner's own are shown.
const SHOWN: usize = 40;

/// Compiles and runs.
pub(crate) fn grade(exercise: &Exercise, answer: &Path) -> Result<Verdict, Fault> {
    let bench =
        tempfile::tempdir().map_err(|why| Fault::File { file: std::env::temp_dir(), why })?;
    let program = bench.path().join("grade");
    if let Some(verdict) = compile(exercise, answer, &program, COMPILING)? {
        return Ok(verdict);
    }
    Ok(listen(&program))
}

/// Compiles; says what is amiss if there will be no program.
fn compile(
    exercise: &Exercise,
    answer: &Path,
    program: &Path,
    patience: Duration,
) -> Result<Option<Verdict>, Fault> {
    let main = program.with_file_name("main.rs");
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

    // A file takes what the compiler says: nobody need read it meanwhile.
    let told = program.with_file_name("told");
    let file = fs::File::create(&told).map_err(|why| Fault::File { file: told.clone(), why })?;
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut child = Command::new(&rustc)
        .args(["--edition", "2024", "--crate-name", "grade", "-C", "debuginfo=0"])
        .args(["-C", "overflow-checks=on", "--color", "never", "-o"])
        .args([program, &main])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(file)
        .spawn()
        .map_err(|why| Fault::File { file: PathBuf::from(rustc), why })?;
    if !ends_within(&mut child, patience) {
        let text = format!(
            "the compiler does not come to an end: stopped after {} s; a constant that never does?",
            patience.as_secs()
        );
        return Ok(Some(Verdict::miss("hang", text)));
    }
    if child.wait().is_ok_and(|status| status.success()) {
        return Ok(None);
    }
    let told = fs::read(&told).map_err(|why| Fault::File { file: told, why })?;
    let told = String::from_utf8_lossy(&told).into_owned();
    Ok(Some(Verdict { misses: vec![Miss::new("compile", "it does not compile")], told }))
}

/// Whether it ends in time; it has ended in any case then.
fn ends_within(child: &mut Child, patience: Duration) -> bool {
    let started = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(_)) => return true,
            Ok(None) if started.elapsed() < patience => {
                std::thread::sleep(Duration::from_millis(5));
            }
            _ => break,
        }
    }
    let _ = child.kill();
    let _ = child.wait();
    false
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
    let ended = ends_within(&mut child, WATCHDOG);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Shelf;

    #[test]
    fn a_compiler_that_never_ends_is_stopped() {
        let shelf = Shelf::open(kit().ancestors().nth(3).unwrap()).unwrap();
        let bench = tempfile::tempdir().unwrap();
        let answer = bench.path().join("turn.rs");
        let endless = "#![allow(long_running_const_eval)]\nconst N: () = loop {};\nfn f() { N }\n";
        fs::write(&answer, endless).unwrap();
        // No luck: no time is enough.
        let patience = Duration::from_secs(1);
        let turn = shelf.named("turn").unwrap();
        let verdict = compile(turn, &answer, &bench.path().join("grade"), patience).unwrap();
        assert_eq!(verdict.unwrap().keys(), ["hang"]);
    }
}
