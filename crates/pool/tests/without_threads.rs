//! What the pool does where threads cannot be started: the tests of `common_behaviour/without_threads.rs`, on winks-pool.
#![cfg(all(target_os = "linux", not(miri)))]

extern crate winks_pool as subject;

#[path = "common_behaviour"]
mod common {
    mod tools;
    mod without_threads;
}
