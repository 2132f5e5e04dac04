//! What the pool does where threads cannot be started: the tests of `common_behaviour/without_threads.rs`, on rayon-core 1.13 from the registry.
#![cfg(all(target_os = "linux", not(miri)))]

extern crate rayon_core as subject;

#[path = "../../pool/tests/common_behaviour"]
mod common {
    mod tools;
    mod without_threads;
}
