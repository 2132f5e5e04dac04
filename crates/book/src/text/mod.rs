//! The rules of a chapter's text: what a fence, a directive, an anchor and a front matter are.
//!
//! Two readers of the chapters must agree to the letter: the preprocessor, which makes pages of
//! them, and the build script of `winks-chapters`, which makes tests of them. So the rules stand
//! here once, in a module tree that needs nothing but `std`, refers to itself only through
//! `super::`, and never touches the file system: callers read the files.
//!
//! A build script takes the tree as it is, without depending on this crate:
//!
//! ```text
//! #[path = "../book/src/text/mod.rs"]
//! #[allow(dead_code, unreachable_pub)]
//! mod text;
//!
//! let (front, body) = text::front_matter::split(&chapter)?;   // kind, minutes, prerequisites
//! for fence in text::fences::fences(&chapter) {                // line, info, language(), body lines
//!     for (number, line) in fence.body(&chapter) {             // chapter lines from 1, prefix cut
//!         match text::directives::sole(line) {                 // the line is one directive
//!             Some(d) if d.name == "include" => {
//!                 let include = text::include::Include::parse(d.args)?;      // file and anchor
//!                 let source = std::fs::read_to_string(dir.join(&include.file))?;
//!                 let excerpt = include.take(&source)?;        // lines with their numbers
//!             }
//!             _ => {}
//!         }
//!     }
//! }
//! ```
//!
//! Every error type has a `Display` text for the reader; put `chapter:line: ` before it. Lines are
//! counted from 1 everywhere.

pub mod anchors;
pub mod directives;
pub mod fences;
pub mod front_matter;
pub mod include;
