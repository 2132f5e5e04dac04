//! What the lanes can do in the smallest scenarios, by this library's explorer, depth first.
//!
//! Under sequential consistency that set is the truth: the explorer takes every order there is.
//! The snapshots in `tests/histories` hold it, and `loom_exact` must reach exactly the same, by a
//! method that skips most orders; so each of the two explorers guards the other.

use winks_models::explore::Exploration;
use winks_models::scenarios::{self as world, Scenario, Setup};

fn hold(scenario: Scenario, jec: usize) {
    let setup = Setup { jec, ..Setup::default() };
    let histories = Exploration::new(scenario).setup(setup).histories();
    let text: Vec<_> = histories.into_iter().collect();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("histories");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let parity = if jec == 0 { "even" } else { "odd" };
    settings.bind(|| {
        insta::assert_snapshot!(format!("{}_{parity}", scenario.name), text.join("\n"));
    });
}

#[test]
#[ignore = "240,000 runs each: cargo test --release -p winks-models --test histories -- --ignored"]
fn scenario_a_with_both() {
    hold(world::A, 0);
    hold(world::A, 1);
}

#[test]
fn scenario_b_with_both() {
    hold(world::B, 0);
    hold(world::B, 1);
}

#[test]
fn scenario_c_with_both() {
    hold(world::C, 0);
    hold(world::C, 1);
}
