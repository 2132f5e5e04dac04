//! The pool's own protections that can be switched off, one at a time.
//!
//! As in the sleep crate: `broken!("broken_x")` stands at the very line that a breakage changes, and
//! is the constant `cfg!(feature = "broken_x")`.
//! The files that name it (`latches`, `post`, `termination`) are included by `winks-models`, where
//! an explorer chooses at run time.
//! `note!` stands where an explorer is to write a row into its lane tables; here it is nothing.

/// Is the protection of this name switched off?
macro_rules! broken {
    ($name:literal) => {
        cfg!(feature = $name)
    };
}

/// Compiled, so that it stays right, and never run.
macro_rules! note {
    ($($text:tt)+) => {
        if false {
            let _ = format_args!($($text)+);
        }
    };
}

macro_rules! catalogue {
    ($($name:literal),+ $(,)?) => {
        /// The name of every breakage of this crate, each a Cargo feature.
        pub const ALL: &[&str] = &[$($name),+];

        /// The breakage that this build carries, the pool's or the sleep protocol's, if any.
        pub const ENABLED: Option<&str> = {
            let mut enabled = crate::sleep::broken::ENABLED;
            $(if cfg!(feature = $name) { enabled = Some($name); })+
            enabled
        };

        const HOW_MANY: usize = crate::sleep::broken::HOW_MANY
            $(+ cfg!(feature = $name) as usize)+;
    };
}

catalogue! {
    "broken_broadcast_look",
    "broken_broadcast_wake",
    "broken_count_latch",
    "broken_cross_wake",
    "broken_keepers",
    "broken_lock_latch",
    "broken_post_before_push",
    "broken_stay",
    "broken_terminate",
}

const _: () = assert!(
    matches!(HOW_MANY, 0 | 1),
    "two features `broken_*` or `equal_*` are on, of the pool or of its sleep protocol: each is told by \
     what it alone changes, so pick one (`--all-features` cannot work here; build the documentation \
     with default features)"
);
