//! What the words after a fence mean: which kinds of Rust block the book knows.
//!
//! A block that rustdoc ignores must be a fragment of a tested source, so `ignore` needs an include
//! ([`crate::expand`] checks that); `compile_fail` is refused, because on the stable compiler it
//! accepts any error at all.

use crate::text::fences::Fence;

/// How rustdoc treats a Rust block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A complete example: compiled and run.
    Run,
    /// Compiled and run, and it has to panic.
    ShouldPanic,
    /// Compiled only.
    NoRun,
    /// A piece of a source file, included by its anchor; the file itself is what is tested.
    Fragment,
}

impl Kind {
    /// The words that rustdoc gets after the fence.
    pub(crate) fn rustdoc_words(self) -> &'static str {
        match self {
            Kind::Run => "rust",
            Kind::ShouldPanic => "rust,should_panic",
            Kind::NoRun => "rust,no_run",
            Kind::Fragment => "rust,ignore",
        }
    }
}

/// The kind of a block by the words of its fence; `None` for another language.
pub(crate) fn of(fence: &Fence) -> Result<Option<Kind>, String> {
    let words: Vec<&str> = fence.attributes().collect();
    match (fence.language(), &words[..]) {
        ("", _) => Err("a fence without a language, which rustdoc takes for Rust".to_owned()),
        ("rust", []) => Ok(Some(Kind::Run)),
        ("rust", ["should_panic"]) => Ok(Some(Kind::ShouldPanic)),
        ("rust", ["no_run"]) => Ok(Some(Kind::NoRun)),
        ("rust", ["ignore"]) => Ok(Some(Kind::Fragment)),
        ("rust", ["compile_fail", ..]) => {
            Err("`compile_fail` accepts any error: make the diagnostic a case in \
                 crates/chapters/tests/ui and include its .stderr"
                .to_owned())
        }
        ("rust", words) => Err(format!(
            "`{}` after `rust`: the book knows `ignore`, `no_run` and `should_panic`, \
             one at a time",
            words.join(",")
        )),
        // rustdoc takes a fence for Rust if any of its words is one of its own.
        (language, words) => match [language].iter().chain(words).find(|word| is_rustdoc_s(word)) {
            Some(word) => Err(format!("`{word}` without `rust`: write `rust,{word}`")),
            None => Ok(None),
        },
    }
}

fn is_rustdoc_s(word: &str) -> bool {
    let words = ["ignore", "no_run", "should_panic", "compile_fail", "standalone_crate", "rust"];
    words.contains(&word) || word.starts_with("ignore-") || word.starts_with("edition20")
}
