//! The variables that set a pool's size, each case in a process of its own.

use super::tools::{child, tell};
use std::ffi::OsString;
use std::num::NonZero;
use std::os::unix::ffi::OsStringExt;
use subject::ThreadPoolBuilder;

const NEW: &str = "RAYON_NUM_THREADS";
const OLD: &str = "RAYON_RS_NUM_CPUS";

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

fn tell_sizes() {
    tell(ThreadPoolBuilder::new().build().expect("a pool").current_num_threads());
    tell(ThreadPoolBuilder::new().num_threads(0).build().expect("a pool").current_num_threads());
    tell(subject::current_num_threads());
}

/// Runs the calling test with each set of variables and compares the three sizes it tells.
macro_rules! sizes {
    ($($env:expr => $size:expr),+ $(,)?) => {{
        $(
            let env: Vec<(&str, OsString)> = $env;
            let Some(ended) = child!(with env, tell_sizes) else { return };
            let size = $size.to_string();
            assert_eq!(ended.passed().told(), [&size; 3], "with {env:?}");
        )+
    }};
}

fn set(name: &'static str, value: impl Into<OsString>) -> (&'static str, OsString) {
    (name, value.into())
}

// All values differ from the number of cores, so that no case can pass by the default.

#[test]
fn unset_means_one_thread_a_core() {
    sizes!(vec![] => cores());
}

#[test]
fn a_number_counts_and_may_have_a_plus() {
    let more = cores() + 1;
    sizes!(
        vec![set(NEW, more.to_string())] => more,
        vec![set(NEW, format!("+{}", more + 1))] => more + 1,
        vec![set(NEW, format!("00{more}"))] => more,
    );
}

#[test]
fn blanks_words_signs_and_bytes_are_no_numbers() {
    let more = cores() + 1;
    sizes!(
        vec![set(NEW, format!(" {more}"))] => cores(),
        vec![set(NEW, format!("{more} "))] => cores(),
        vec![set(NEW, "")] => cores(),
        vec![set(NEW, "many")] => cores(),
        vec![set(NEW, format!("-{more}"))] => cores(),
        vec![set(NEW, OsString::from_vec(vec![b'3', 0xff]))] => cores(),
    );
}

#[test]
fn the_old_variable_counts_where_the_new_one_says_nothing() {
    let more = cores() + 1;
    sizes!(
        vec![set(OLD, more.to_string())] => more,
        vec![set(NEW, "many"), set(OLD, more.to_string())] => more,
        vec![set(NEW, (more + 1).to_string()), set(OLD, more.to_string())] => more + 1,
        vec![set(OLD, "0")] => cores(),
        vec![set(OLD, "many")] => cores(),
    );
}

#[test]
fn a_zero_in_the_new_variable_hides_the_old_one() {
    let more = cores() + 1;
    sizes!(
        vec![set(NEW, "0")] => cores(),
        vec![set(NEW, "0"), set(OLD, more.to_string())] => cores(),
    );
}

#[test]
fn the_stack_variable_of_std_counts_where_no_stack_size_is_set() {
    /// Uses about a kilobyte of stack a level.
    fn descend(levels: usize) -> usize {
        let frame = std::hint::black_box([levels as u8; 1024]);
        if levels == 0 { 0 } else { descend(levels - 1) + usize::from(frame[1023] == levels as u8) }
    }
    // std's default of 2 MB would overflow, which ends the process.
    let child = child!(with[("RUST_MIN_STACK", "67108864")], || {
        let pool = ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
        assert_eq!(pool.install(|| descend(12 << 10)), 12 << 10);
    });
    let Some(ended) = child else { return };
    ended.passed();
}

#[test]
fn an_explicit_size_hides_both() {
    let more = cores() + 1;
    let env = [(NEW, more.to_string()), (OLD, more.to_string())];
    let child = child!(with env, move || {
        let pool = ThreadPoolBuilder::new().num_threads(more + 1).build().expect("a pool");
        assert_eq!(pool.current_num_threads(), more + 1);
    });
    let Some(ended) = child else { return };
    ended.passed();
}
