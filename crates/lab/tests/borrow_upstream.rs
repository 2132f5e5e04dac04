//! The borrow cases of winks-pool, on rayon-core 1.13 from the registry: it refuses the same.

#[path = "../../pool/tests/common_behaviour/borrow_cases.rs"]
mod borrow_cases;

#[test]
#[cfg_attr(miri, ignore = "it starts cargo")]
fn each_case_is_refused_for_its_reason() {
    borrow_cases::check("upstream", "{ package = \"rayon-core\", version = \"=1.13.0\" }");
}
