//! The machinery of the book.

pub mod text;
