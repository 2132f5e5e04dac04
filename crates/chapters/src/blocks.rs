//! What the build script found: every Rust block of every page.
//!
//! `tests/blocks.rs` prints these and compares them with what rustdoc lists.

use std::fmt;

/// A page of the book.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    /// Its path below `book/src`.
    pub file: &'static str,
    /// Its Rust blocks, from top to bottom.
    pub blocks: &'static [Block],
}

impl Page {
    /// How many of its blocks are of this kind.
    pub fn count(&self, kind: Kind) -> usize {
        self.blocks.iter().filter(|block| block.kind == kind).count()
    }
}

/// A Rust block of a page.
#[derive(Clone, Copy, Debug)]
pub struct Block {
    /// The line of its opening fence.
    pub line: usize,
    /// What rustdoc does with it.
    pub kind: Kind,
    /// The module that carries it, below `page`.
    pub module: &'static str,
}

/// What rustdoc does with a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Compiles and runs it.
    Run,
    /// Compiles and runs it, and wants a panic.
    ShouldPanic,
    /// Compiles it.
    NoRun,
    /// Ignores it: a fragment of a source that is tested where it stands.
    Fragment,
}

impl Kind {
    /// All kinds, in the order of the printed table.
    pub const ALL: [Kind; 4] = [Kind::Run, Kind::ShouldPanic, Kind::NoRun, Kind::Fragment];
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Kind::Run => "run",
            Kind::ShouldPanic => "should_panic",
            Kind::NoRun => "no_run",
            Kind::Fragment => "fragment",
        })
    }
}

/// Every page of the book in the order of its names.
pub const PAGES: &[Page] = include!(concat!(env!("OUT_DIR"), "/blocks.rs"));
