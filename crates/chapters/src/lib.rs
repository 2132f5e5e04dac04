//! The chapters of Forty Winks as tests.
//!
//! Nothing in the book is shown that this crate does not hold:
//!
//! - **Examples.** The build script turns each Rust block of each page below `book/src` into a
//!   documentation test of this crate. A failing one is named after its page and its line:
//!   `…/book/src/jec.md - page::jec::two_sleepers_1 (line 12)`. The errors of the compiler carry
//!   the page's own lines as well; only a *panic* counts differently (rustdoc counts its lines
//!   from the block's first).
//! - **Fragments.** A block `rust,ignore` is one include of a tested source, by its anchor. A file
//!   or an anchor that is missing, doubled or never closed stops the build, with page and line.
//! - **Counts.** `tests/blocks.rs` prints how many blocks of each kind each page has, and holds
//!   [`blocks::PAGES`] against the list that rustdoc itself gives, so that no example hides as
//!   ignored or gets lost.
//! - **Outputs and figures.** [`shown`] makes them, `tests/shown.rs` holds each as a snapshot in
//!   `book/shown`, where the chapters include it. [`figures`] are drawn with [`svg`], lane
//!   diagrams by [`diagram`].
//! - **Journeys.** [`recorder`] records what a real pool does, where the order is forced.
//! - **Red runs.** [`red`] runs a build that is broken on purpose and keeps what can be compared.
//! - **Diagnostics.** `tests/ui` holds those that the prose explains.
//!
//! This crate may know everything that is shown; nothing may know this crate.

pub mod blocks;
pub mod diagram;
pub mod figures;
pub mod recorder;
pub mod red;
pub mod shown;
pub mod svg;

// The tables of the models, on real threads as well.
#[path = "../../models/src/table.rs"]
mod table;

/// One module for each page and one in it for each Rust block; empty but for its documentation.
///
/// A fragment may begin and end inside a function; that it is no Rust by itself is no fault of it.
#[allow(rustdoc::invalid_rust_codeblocks, reason = "fragments are pieces of sources")]
mod page {
    include!(concat!(env!("OUT_DIR"), "/pages.rs"));
}
