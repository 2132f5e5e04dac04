//! How often the pool allocates: the tests of `common_behaviour/allocations.rs`, on rayon-core 1.13 from the registry.

extern crate rayon_core as subject;

#[path = "../../pool/tests/common_behaviour"]
mod common {
    mod allocations;
    mod tools;
}
