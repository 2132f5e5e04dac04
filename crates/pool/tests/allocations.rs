//! How often the pool allocates: the tests of `common_behaviour/allocations.rs`, on winks-pool.

extern crate winks_pool as subject;

#[path = "common_behaviour"]
mod common {
    mod allocations;
    mod tools;
}
