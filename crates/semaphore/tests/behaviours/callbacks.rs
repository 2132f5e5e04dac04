//! What runs under the lot's lock never panics: a panic there ends the process.

use std::path::Path;
use std::process::Command;
use std::{env, fs};
use winks_semaphore::lot::Lot;
use winks_semaphore::parking::ParkingLot;

use crate::Shown;

pub(crate) const TESTS: &[Shown] = &[("OWN-093", no_callback_can_panic)];

const ASKED: &str = "WINKS_PANIC_UNDER_THE_LOCK";

const LINTS: [&str; 5] = [
    "clippy::arithmetic_side_effects",
    "clippy::expect_used",
    "clippy::indexing_slicing",
    "clippy::panic",
    "clippy::unwrap_used",
];

const PANICS: [&str; 4] = ["assert", "unreachable!", "todo!", "unimplemented!"];

/// In a process that was asked to: does what no callback may.
pub(crate) fn panic_under_the_lock_if_asked() {
    if env::var_os(ASKED).is_some() {
        let key = 0_usize;
        // SAFETY: the key is ours. The callback does unwind, against the contract: that this ends
        // the process instead of going on with a broken lock is what is shown.
        unsafe { ParkingLot::new().unpark_one((&raw const key).addr(), |_| panic!("on purpose")) };
    }
}

fn no_callback_can_panic() {
    let mut child = Command::new(env::current_exe().unwrap());
    let output = child.env(ASKED, "1").arg("--list").output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("on purpose"), "{errors}");
    assert!(!output.status.success());
    #[cfg(unix)]
    {
        use std::os::unix::process::ExitStatusExt;
        assert_eq!(output.status.signal(), Some(6), "SIGABRT");
    }
    // Where a callback is written, the lints that find what can panic are errors.
    let mut speak_to_the_lot = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src")).unwrap() {
        let path = entry.unwrap().path();
        let source = fs::read_to_string(&path).unwrap_or_default();
        if !["lot.park(", "lot.unpark_"].iter().any(|call| source.contains(call)) {
            continue;
        }
        speak_to_the_lot += 1;
        let denied = source.split_once("#![deny(").and_then(|(_, rest)| rest.split(")]").next());
        let denied: Vec<_> = denied.unwrap_or_default().split(',').map(str::trim).collect();
        for lint in LINTS {
            assert!(denied.contains(&lint), "{} does not deny {lint}", path.display());
        }
        // What these lints let through. A line of documentation is no code.
        let mut code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
        let can_panic = |line: &&str| PANICS.iter().any(|word| line.contains(word));
        assert_eq!(code.find(can_panic), None, "in {}", path.display());
    }
    assert!(speak_to_the_lot >= 4, "only {speak_to_the_lot} files speak to the lot?");
}
