//! `cargo exercise watch`, the command: it grades what is saved while it runs.
//!
//! Its lines are read as they come, and no time is waited for anything else; a watchdog ends the
//! command if a line does not come.

mod common;

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use common::{Checkout, RIGHT};
use winks_exercises::commands;

/// No line takes longer, on a slow machine either.
const WATCHDOG: Duration = Duration::from_secs(60);

/// The command, running; it is ended with the test, however that ends.
struct Watching {
    child: Child,
    lines: Receiver<String>,
}

impl Watching {
    fn begin(checkout: &Checkout) -> Watching {
        let mut command = checkout.command(&["watch"]);
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().unwrap();
        let pipe = BufReader::new(child.stdout.take().unwrap());
        let (send, lines) = channel();
        std::thread::spawn(move || {
            for line in pipe.lines().map_while(Result::ok) {
                let _ = send.send(line);
            }
        });
        Watching { child, lines }
    }

    /// All lines up to the next one that holds this text.
    fn until(&self, text: &str) -> String {
        let begun = Instant::now();
        let mut said = String::new();
        loop {
            match self.lines.recv_timeout(WATCHDOG.saturating_sub(begun.elapsed())) {
                Ok(line) => said += &format!("{line}\n"),
                Err(RecvTimeoutError::Timeout) => panic!("{text:?} does not come after:\n{said}"),
                Err(RecvTimeoutError::Disconnected) => panic!("it has ended after:\n{said}"),
            }
            if said.lines().next_back().is_some_and(|line| line.contains(text)) {
                return said;
            }
        }
    }
}

impl Drop for Watching {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_command_grades_each_copy_that_is_saved_while_it_runs() {
    let checkout = Checkout::new();
    let shelf = checkout.shelf();
    commands::start(&shelf, shelf.named("parity").unwrap()).unwrap();
    let watching = Watching::begin(&checkout);
    let said = watching.until("Watching exercises/mine");
    assert_eq!(said.lines().count(), 1, "what was there before is not graded:\n{said}");

    // Each text below comes from its own save alone, should one be graded half-written.
    checkout.predict(&RIGHT.replace("W0", "W1"));
    let said = watching.until("blocked    W1           NOT as you said");
    assert!(said.contains("── parity") && said.contains("W0 blocked for ever"), "{said}");
    checkout.predict(RIGHT);
    watching.until("✓ Solved.");
    assert!(checkout.exercise(&["list"]).1.contains("1 of 3 solved"));

    // An exercise that is started meanwhile is graded as well, and a bad file ends nothing.
    commands::start(&shelf, shelf.named("turn").unwrap()).unwrap();
    watching.until("✗ not yet implemented: is_sleepy");
    fs::write(checkout.path("mine/parity/prediction.toml"), [0xff, 0xfe]).unwrap();
    watching.until("is no text");
    fs::remove_dir_all(checkout.path("mine")).unwrap();
    commands::start(&shelf, shelf.named("parity").unwrap()).unwrap();
    watching.until("still to be answered: invariant, loss, blocked");
}
