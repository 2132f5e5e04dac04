//! Counts naps.

#[test]
fn three_naps_are_enough() {}

fn no_test() {}
