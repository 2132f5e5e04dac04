//! Where winks-pool is better than rayon-core: what only it has, and what it promises beyond the
//! table in `common_behaviour/differences.rs`.

extern crate winks_pool as subject;

#[path = "common_behaviour"]
mod common {
    mod better_builds;
    mod better_endings;
    mod better_reports;
    mod better_stats;
    mod tools;
}
