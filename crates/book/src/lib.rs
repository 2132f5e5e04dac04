//! The machinery of the book Forty Winks: `cargo book`.
//!
//! It knows Markdown, files and mdBook, and nothing of what the book is about. In the order in
//! which a reader needs them:
//!
//! - [`text`]: what a fence, a directive, an anchor and a front matter are. Nothing but `std`.
//! - [`items`]: which function or type a line of a source file belongs to.
//! - [`ledger`]: the invariants, and what stands behind each.
//! - [`preprocess`]: from the chapters as written to the chapters that mdBook renders.
//! - [`dest`]: which folder a build may empty.
//! - [`project`]: where the book is, and how it is built.
//! - [`check`]: what a machine can tell to be wrong with the built book.
//! - [`browser`]: what only a browser can tell.
//! - [`serve`]: the book in a browser, built anew after each change.

pub mod browser;
pub mod check;
pub mod dest;
pub mod fault;
pub mod items;
pub mod ledger;
pub mod preprocess;
pub mod project;
pub mod serve;
pub mod text;
pub mod warnings;
