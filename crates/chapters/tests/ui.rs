//! The diagnostics that the chapters explain: code that must not compile, and what rustc says.
//!
//! A chapter includes the `.stderr` of a case. To accept a changed diagnostic, run this test with
//! `TRYBUILD=overwrite` and read the difference.

#[test]
fn what_must_not_compile_does_not() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
