//! Protections that can be switched off, one at a time.
//!
//! `broken!("broken_x")` stands at the very line that a breakage changes.
//! In this crate it is the constant `cfg!(feature = "broken_x")`: false unless the feature of that
//! name is on, and gone from the compiled code.
//! `broken!("equal_x")` stands in the same way at a line that could be otherwise: nothing is lost.
//! An explorer puts another macro in its place and chooses at run time.
//!
//! There is no macro for assertions beside it: most of what must hold here holds under the lot's
//! lock, where a panic would end the process.

/// Is the protection of this name switched off?
macro_rules! broken {
    ($name:literal) => {
        cfg!(feature = $name)
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

        const HOW_MANY: usize = 0
            $(+ cfg!(feature = $name) as usize)+
            $(+ cfg!(feature = $equal) as usize)+;
    };
}

catalogue! {
    breakages:
    "broken_sema",
    "broken_sema_acquire_relaxed",
    "broken_sema_cancel",
    "broken_sema_clear_always",
    "broken_sema_clear_outside",
    "broken_sema_grant_relaxed",
    "broken_sema_no_validate",
    "broken_sema_overflow",
    "broken_sema_plain_bit",
    "broken_sema_release_relaxed",
    "broken_sema_timeout_clear",
    "broken_sema_timeout_first",
    "broken_sema_validate_bit";
    equivalents:
    "equal_sema_ignore_permits";
}

const _: () = assert!(
    matches!(HOW_MANY, 0 | 1),
    "two features `broken_*` or `equal_*` are on: each is told by what it alone changes, so pick one \
     (`--all-features` cannot work here; build the documentation with default features)"
);
