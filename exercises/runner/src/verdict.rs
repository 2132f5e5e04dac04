//! What a grader finds: nothing amiss, or what is, each under a short name.
//!
//! The short names are what the folders of exercises declare about their starters and wrong
//! solutions, so a grader that fails for another reason than told is noticed.

/// Nothing has been written yet.
pub const UNFINISHED: &str = "unfinished";

/// The broken line has been made sound, so there is nothing to compare a prediction with.
pub const REPAIRED: &str = "repaired";

/// One thing that is amiss.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Miss {
    /// One word, by which an exercise's folder names it.
    pub key: String,
    /// What the learner reads.
    pub text: String,
}

impl Miss {
    /// A miss of this name.
    pub fn new(key: impl Into<String>, text: impl Into<String>) -> Miss {
        Miss { key: key.into(), text: text.into() }
    }
}

/// The whole of a grading.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// What is amiss, in the order in which it was found.
    pub misses: Vec<Miss>,
    /// What there is to see: an interleaving, the checks that passed, a compiler's message.
    pub told: String,
}

impl Verdict {
    /// A verdict with a single miss, and nothing to see.
    pub fn miss(key: impl Into<String>, text: impl Into<String>) -> Verdict {
        Verdict { misses: vec![Miss::new(key, text)], told: String::new() }
    }

    /// Is nothing amiss?
    pub fn is_solved(&self) -> bool {
        self.misses.is_empty()
    }

    /// Is the broken line sound again?
    pub fn is_repaired(&self) -> bool {
        self.misses.iter().any(|miss| miss.key == REPAIRED)
    }

    /// One word for tables and reports.
    pub fn word(&self) -> &'static str {
        match self.misses.as_slice() {
            [] => "solved",
            misses if misses.iter().any(|miss| miss.key == UNFINISHED) => "unfinished",
            _ if self.is_repaired() => REPAIRED,
            _ => "wrong",
        }
    }

    /// The names of what is amiss.
    pub fn keys(&self) -> Vec<&str> {
        self.misses.iter().map(|miss| miss.key.as_str()).collect()
    }

    /// All of it, as the learner reads it.
    pub fn to_text(&self) -> String {
        let mut out = self.told.trim_end().to_owned();
        if !out.is_empty() {
            out += "\n\n";
        }
        for miss in &self.misses {
            let mut lines = miss.text.lines();
            let mark = if miss.key == REPAIRED { "✓" } else { "✗" };
            out += &format!("{mark} {}\n", lines.next().unwrap_or(&miss.key));
            lines.for_each(|line| out += &format!("  {line}\n"));
        }
        if self.is_solved() {
            out += "✓ Solved.\n";
        }
        out
    }
}
