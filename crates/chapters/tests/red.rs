//! The filters of red runs: what two runs of one failure say must be the same text; and the red
//! runs that no page shows.

use std::path::Path;

use winks_chapters::red::{filtered, red_run};

const ROOT: &str = "/home/reader/winks";

#[test]
fn what_changes_from_run_to_run_is_replaced() {
    let first = "\
   Compiling winks-sleep v0.1.0 (/home/reader/winks/crates/sleep)
    Finished `test` profile [unoptimized + debuginfo] target(s) in 3.02s
     Running tests/parity.rs (target/red/debug/deps/parity-0123456789abcdef)

running 1 test
test posts_turn_it_odd ... FAILED

---- posts_turn_it_odd stdout ----
thread 'posts_turn_it_odd' (4711) panicked at crates/sleep/tests/parity.rs:9:5:
assertion failed at 0x7ffd12345678 after 12.5 ms
note: run with `RUST_BACKTRACE=1` environment variable to display a backtrace
  at /rustc/abc/library/core/src/panicking.rs:1:1

test result: FAILED. 0 passed; 1 failed; finished in 0.12s
error: test failed, to rerun pass `-p winks-sleep --test parity`

Caused by:
  process didn't exit successfully: `/home/reader/winks/target/debug/deps/parity-0123456789abcdef` (exit status: 1)
";
    let second = first
        .replace(ROOT, "/srv/other/place")
        .replace("4711", "99")
        .replace("0.12s", "1.70s")
        .replace("3.02s", "44.1s")
        .replace("0x7ffd12345678", "0x55aa12345678")
        .replace("12.5 ms", "9 ms")
        .replace("0123456789abcdef", "fedcba9876543210");
    let one = filtered(first, Path::new(ROOT));
    let other = filtered(&second, Path::new("/srv/other/place"));
    assert_eq!(one, other);
    insta::assert_snapshot!(one, @r"
    running 1 test
    test posts_turn_it_odd ... FAILED

    ---- posts_turn_it_odd stdout ----
    thread 'posts_turn_it_odd' panicked at crates/sleep/tests/parity.rs:9:5:
    assertion failed at 0x# after # ms
      at …/core/src/panicking.rs:1:1

    test result: FAILED. 0 passed; 1 failed; finished in #s
    error: test failed, to rerun pass `-p winks-sleep --test parity`
    ");
}

#[test]
fn what_matters_stays() {
    let said = "left: 32\nright: 33\nworker 12 sleeps in round 33s company\n";
    assert!(filtered(said, Path::new(ROOT)).contains("left: 32\nright: 33\n"));
}

/// Of the features that change a line, two at once are refused, whatever they change.
#[test]
fn an_equivalent_comes_alone_as_well() {
    for both in ["equal_no_check_1,equal_three_states", "broken_lock,equal_no_check_1"] {
        let run = red_run(&["check", "--package", "winks-sleep", "--features", both]).unwrap();
        assert!(run.is_red && run.text.contains("so pick one"), "{both}:\n{}", run.text);
    }
}
