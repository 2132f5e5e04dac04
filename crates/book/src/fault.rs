//! What is wrong with the book, and where: one line for each fault.
//!
//! The preprocessor and the checks collect faults instead of stopping at the first, so that an
//! author sees all of them in one run.

use std::fmt;

use serde::Serialize;

/// One fault, at a place an editor can open.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Fault {
    /// The file, relative to the root of the project; empty if the fault is in none.
    pub file: String,
    /// The line, if one is known.
    pub line: Option<usize>,
    /// What is wrong, and what to do about it.
    pub message: String,
}

impl Fault {
    /// A fault at a line of a file.
    pub fn at(file: &str, line: usize, message: impl fmt::Display) -> Self {
        Self { file: file.to_owned(), line: Some(line), message: message.to_string() }
    }

    /// A fault of a file as a whole.
    pub fn of(file: &str, message: impl fmt::Display) -> Self {
        Self { file: file.to_owned(), line: None, message: message.to_string() }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.file.as_str(), self.line) {
            ("", _) => write!(f, "{}", self.message),
            (file, Some(line)) => write!(f, "{file}:{line}: {}", self.message),
            (file, None) => write!(f, "{file}: {}", self.message),
        }
    }
}

/// All faults of one run, as an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl Faults {
    /// `Ok` if there is no fault; otherwise all of them, in the order of files and lines.
    pub fn none(mut faults: Vec<Fault>) -> Result<(), Self> {
        faults.sort();
        faults.dedup();
        if faults.is_empty() { Ok(()) } else { Err(Self(faults)) }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(Fault::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for Faults {}
