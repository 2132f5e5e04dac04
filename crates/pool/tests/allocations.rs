//! How often the pool allocates: the tests of `common_behaviour/allocations.rs`, on winks-pool.

// Under Miri the epochs of crossbeam turn faster, and allocate on other threads' behalf.
#![cfg(not(miri))]

extern crate winks_pool as subject;

#[path = "common_behaviour"]
mod common {
    mod allocations;
    mod tools;
}
