//! A lane diagram shows what its table says: who sleeps, who is woken, who is never woken again.

use winks_chapters::diagram::{Detail, Run, draw};

const TABLE: &str = "\
| step | W0 | poster | sleeping / inactive / JEC |
|---|---|---|---|
| 1 | starts looking: inactive + 1 |  | 0 / **1** / 1 |
| 2 | blocks |  | 0 / 1 / 1 |
| 3 |  | injects job 7 (queue was empty) | 0 / 1 / 1 |
| 4 |  | wakes worker 0 | 0 / 1 / 1 |
| 5 | runs again |  | 0 / 1 / 1 |";

fn svg(table: &str, detail: Detail) -> String {
    let figure = draw("test", "a test", &Run::of_table(table), detail);
    assert_eq!(figure.problems(), Vec::<String>::new());
    figure.svg()
}

#[test]
fn a_turn_is_a_box_and_a_step_a_line() {
    let steps = svg(TABLE, Detail::Steps);
    for line in [">1 starts<", ">2 blocks<", ">3 injects 7<", ">4 wakes 0<", ">5 runs again<"] {
        assert!(steps.contains(line), "{line} in\n{steps}");
    }
    let turns = svg(TABLE, Detail::Turns);
    assert!(turns.contains(">1–2<") && turns.contains(">3–4<") && turns.contains(">5<"), "{turns}");
    assert!(
        steps.contains("W0 1–2: starts, blocks. poster 3–4: injects 7, wakes 0. W0 5: runs again.")
    );
}

#[test]
fn who_sleeps_is_dashed_until_woken() {
    let woken = svg(TABLE, Detail::Steps);
    assert_eq!(woken.matches("stroke-dasharray").count(), 1);
    assert_eq!(woken.matches("<polygon").count(), 1, "an arrow, from the waker to the sleeper");
    assert!(!woken.contains("for ever"));
    let lost = format!(
        "{}\n| … | **blocked for ever** | gone | 0 / 1 / 1 |",
        TABLE
            .replace("wakes worker 0", "worker 0 is not blocked")
            .replace("| 5 | runs again |  | 0 / 1 / 1 |", "")
    );
    let lost = svg(lost.replace("\n\n", "\n").as_str(), Detail::Steps);
    assert!(lost.contains("for ever") && lost.contains("nobody to wake"));
    assert!(!lost.contains("<polygon"), "nobody is woken");
}

#[test]
fn only_a_changed_word_is_shown() {
    let svg = svg(TABLE, Detail::Steps);
    assert_eq!(svg.matches(">0 / 1 / 1<").count(), 1);
}

#[test]
fn a_read_of_an_old_word_stands_out() {
    let stale = TABLE
        .replace("wakes worker 0", "posts: JEC 1, wakes nobody (reads an old word: 0 / 0 / 1)");
    let svg = svg(&stale, Detail::Steps);
    assert!(svg.contains(">4 reads old<") && svg.contains("caution"), "{svg}");
}

#[test]
#[should_panic(expected = "begins with its head")]
fn what_is_no_lane_table_is_refused() {
    Run::of_table("| breakage | a |\n|---|---|");
}
