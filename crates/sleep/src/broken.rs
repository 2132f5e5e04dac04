//! Protections that can be switched off, one at a time, and the invariants they protect.
//!
//! `broken!("broken_x")` stands at the very line that a breakage changes.
//! In this crate it is the constant `cfg!(feature = "broken_x")`: false unless the feature of that
//! name is on, and gone from the compiled code.
//! `broken!("equal_x")` stands in the same way at a line that could be otherwise: nothing is lost.
//! An explorer puts another macro in its place and chooses at run time.
//!
//! `invariant!(condition, "INV-…: …")` states what must hold there: a debug assertion here, a
//! run-time choice in an explorer, since an assertion that fires first would hide how a breakage
//! loses without it.

/// Is the protection of this name switched off?
macro_rules! broken {
    ($name:literal) => {
        cfg!(feature = $name)
    };
}

/// Panics in builds with debug assertions if the condition does not hold.
macro_rules! invariant {
    ($condition:expr, $($message:tt)+) => {
        debug_assert!($condition, $($message)+)
    };
}

macro_rules! catalogue {
    (breakages: $($name:literal),+; equivalents: $($equal:literal),+;) => {
        /// The name of every breakage of this crate, each a Cargo feature.
        pub const ALL: &[&str] = &[$($name),+];

        /// The name of every line that could be otherwise, each a Cargo feature as well.
        pub const EQUIVALENTS: &[&str] = &[$($equal),+];

        /// The breakage that this build carries, if any.
        pub const ENABLED: Option<&str> = {
            let mut enabled = None;
            $(if cfg!(feature = $name) { enabled = Some($name); })+
            enabled
        };

        /// How many breakages and equivalents this build carries; more than one is refused, here
        /// and by whoever adds breakages of its own.
        pub const HOW_MANY: usize = 0
            $(+ cfg!(feature = $name) as usize)+
            $(+ cfg!(feature = $equal) as usize)+;
    };
}

catalogue! {
    breakages:
    "broken_atomic_add",
    "broken_atomic_announce",
    "broken_atomic_inactive",
    "broken_atomic_post",
    "broken_atomic_sub",
    "broken_block_unlocked",
    "broken_fall_asleep",
    "broken_fence_post",
    "broken_fence_sleep",
    "broken_if_for_while",
    "broken_jec_cas",
    "broken_jec_check",
    "broken_jec_post",
    "broken_last_look",
    "broken_last_look_early",
    "broken_latch_no_wake",
    "broken_latch_store",
    "broken_latch_stuck",
    "broken_lock",
    "broken_notify_no_clear",
    "broken_parity_announce",
    "broken_parity_mask",
    "broken_parity_post",
    "broken_remember_late",
    "broken_remember_nothing",
    "broken_rounds",
    "broken_search_after",
    "broken_self_wake",
    "broken_sleeper_counts",
    "broken_wake_all",
    "broken_wake_partly",
    "broken_waker_counts",
    "broken_work_found",
    "broken_wrap";
    equivalents:
    "equal_ignore_queue",
    "equal_no_check_1",
    "equal_remember_before",
    "equal_three_states";
}

const _: () = assert!(
    matches!(HOW_MANY, 0 | 1),
    "two features `broken_*` or `equal_*` are on: each is told by what it alone changes, so pick one \
     (`--all-features` cannot work here; build the documentation with default features)"
);
