//! What must not compile: borrows that would outlive what they borrow, and closures that would
//! cross threads although they may not.
//!
//! The cases are in `borrow/`, see `borrow_cases`.

#[path = "common_behaviour/borrow_cases.rs"]
mod borrow_cases;

#[test]
#[cfg_attr(miri, ignore = "it starts cargo")]
fn each_case_is_refused_for_its_reason() {
    let here = env!("CARGO_MANIFEST_DIR");
    borrow_cases::check("ours", &format!("{{ package = \"winks-pool\", path = {here:?} }}"));
}
