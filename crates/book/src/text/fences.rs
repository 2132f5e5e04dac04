//! Fenced code blocks of a chapter, with their lines.
//!
//! Both fence characters, block quotes (`> `) and indentation are understood: a fence closes with
//! at least as many of its own characters, or where its block quote ends. Indented code blocks are
//! not looked for; the chapters don't use them.

use std::ops::Range;

/// One fenced block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fence {
    /// The line of the opening fence.
    pub line: usize,
    /// The line of the closing fence; `None` if the text ends before it comes.
    pub close: Option<usize>,
    /// What follows the opening fence: `rust,ignore`.
    pub info: String,
    /// What stands before the fence on its line: block quote marks and indentation.
    pub prefix: String,
    /// The lines of the body.
    pub lines: Range<usize>,
}

impl Fence {
    /// The first word of the info string; empty if the fence names no language.
    pub fn language(&self) -> &str {
        self.words().next().unwrap_or("")
    }

    /// The words after the language: `ignore`, `no_run`, `should_panic` …
    pub fn attributes(&self) -> impl Iterator<Item = &str> {
        self.words().skip(1)
    }

    /// Whether the attribute stands in the info string.
    pub fn has(&self, attribute: &str) -> bool {
        self.attributes().any(|word| word == attribute)
    }

    /// The lines of the body with their numbers, without the block quote marks and without the
    /// indentation that the opening fence has as well.
    pub fn body<'a>(&self, text: &'a str) -> impl Iterator<Item = (usize, &'a str)> {
        let (depth, indent) = (quotes(&self.prefix).0, quotes(&self.prefix).1.len());
        text.lines()
            .enumerate()
            .map(|(n, line)| (n + 1, line))
            .skip(self.lines.start - 1)
            .take(self.lines.len())
            .map(move |(n, line)| (n, cut(line, depth, indent)))
    }

    fn words(&self) -> impl Iterator<Item = &str> {
        self.info.split([',', ' ', '\t']).filter(|word| !word.is_empty())
    }
}

/// Where a line stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// Outside any fence.
    Prose,
    /// The opening or closing line of the fence with this index.
    Edge(usize),
    /// Inside the fence with this index.
    Body(usize),
}

/// The fenced blocks of a text, in order.
pub fn fences(text: &str) -> Vec<Fence> {
    survey(text).0
}

/// The fenced blocks of a text, and the place of each of its lines.
pub fn survey(text: &str) -> (Vec<Fence>, Vec<Place>) {
    let (mut fences, mut places) = (Vec::<Fence>::new(), Vec::new());
    // The fence that is open: its character, its length, and its depth of block quotes.
    let mut open: Option<(char, usize, usize)> = None;
    for (n, line) in text.lines().enumerate().map(|(n, line)| (n + 1, line)) {
        let (depth, _, rest) = strip_quotes(line);
        let (mark, length) = run(rest);
        let current = fences.len().wrapping_sub(1);
        if let Some((opened_mark, opened_length, opened_depth)) = open {
            let quote_ended = depth < opened_depth;
            let closes = mark == opened_mark
                && length >= opened_length
                && depth == opened_depth
                && rest[length..].trim().is_empty();
            if !quote_ended {
                if closes {
                    fences[current].close = Some(n);
                    places.push(Place::Edge(current));
                    open = None;
                } else {
                    fences[current].lines.end = n + 1;
                    places.push(Place::Body(current));
                }
                continue;
            }
            fences[current].close = Some(n - 1);
            open = None;
        }
        // An info string of a backtick fence holds no backtick: that would be a code span.
        if length >= 3 && !(mark == '`' && rest[length..].contains('`')) {
            open = Some((mark, length, depth));
            places.push(Place::Edge(fences.len()));
            fences.push(Fence {
                line: n,
                close: None,
                info: rest[length..].trim().to_owned(),
                prefix: line[..line.len() - rest.len()].to_owned(),
                lines: n + 1..n + 1,
            });
        } else {
            places.push(Place::Prose);
        }
    }
    (fences, places)
}

/// A line cut into its block quote marks and indentation, and the rest.
pub fn prefix(line: &str) -> (&str, &str) {
    let (_, _, rest) = strip_quotes(line);
    line.split_at(line.len() - rest.len())
}

/// The fence character that a text starts with, and how often it stands there.
fn run(text: &str) -> (char, usize) {
    let mark = text.chars().next().filter(|c| matches!(c, '`' | '~')).unwrap_or(' ');
    (mark, if mark == ' ' { 0 } else { text.chars().take_while(|c| *c == mark).count() })
}

/// The depth of block quotes of a line, its indentation after them, and the rest.
fn strip_quotes(line: &str) -> (usize, &str, &str) {
    let (depth, after) = quotes(line);
    let rest = after.trim_start();
    (depth, &after[..after.len() - rest.len()], rest)
}

/// The depth of block quotes of a line, and what follows the last mark and its space.
fn quotes(line: &str) -> (usize, &str) {
    let (mut depth, mut rest) = (0, line);
    while let Some(after) = rest.trim_start().strip_prefix('>') {
        depth += 1;
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    (depth, rest)
}

/// A body line without `depth` block quote marks and without at most `indent` spaces.
fn cut(line: &str, depth: usize, indent: usize) -> &str {
    let mut rest = line;
    for _ in 0..depth {
        let Some(after) = rest.trim_start().strip_prefix('>') else { break };
        rest = after.strip_prefix(' ').unwrap_or(after);
    }
    let spaces = rest.bytes().take(indent).take_while(|b| *b == b' ').count();
    &rest[spaces..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fence_has_lines_language_and_attributes() {
        let text = "a\n```rust,ignore\nlet x = 1;\n```\nb\n";
        let all = fences(text);
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].line, all[0].close, all[0].lines.clone()), (2, Some(4), 3..4));
        assert_eq!(all[0].language(), "rust");
        assert!(all[0].has("ignore") && !all[0].has("rust"));
        assert_eq!(all[0].body(text).collect::<Vec<_>>(), [(3, "let x = 1;")]);
    }

    #[test]
    fn longer_fences_hold_shorter_ones() {
        let text = "````text\n```rust\n```\n````\n~~~sh\n```\n~~~\n";
        let all = fences(text);
        assert_eq!(all.iter().map(Fence::language).collect::<Vec<_>>(), ["text", "sh"]);
        assert_eq!(all[0].lines, 2..4);
        assert_eq!(all[1].lines, 6..7);
    }

    #[test]
    fn a_fence_in_a_block_quote_ends_with_it() {
        let text = "> ```text\n> one\n>  two\nafter\n```rust\n```\n";
        let all = fences(text);
        assert_eq!(all.len(), 2, "{all:?}");
        assert_eq!(all[0].prefix, "> ");
        assert_eq!(all[0].body(text).collect::<Vec<_>>(), [(2, "one"), (3, " two")]);
        assert_eq!(all[1].line, 5);
    }

    #[test]
    fn indentation_of_the_fence_is_cut_from_its_body() {
        let text = "- x\n  ```rust\n  a\n    b\n  ```\n";
        let all = fences(text);
        assert_eq!(all[0].body(text).collect::<Vec<_>>(), [(3, "a"), (4, "  b")]);
    }

    #[test]
    fn a_fence_that_never_closes_runs_to_the_end() {
        let all = fences("```\na\nb\n");
        assert_eq!((all[0].close, all[0].lines.clone(), all[0].language()), (None, 2..4, ""));
    }

    #[test]
    fn code_spans_of_three_ticks_are_prose() {
        assert_eq!(survey("```x``` is a span\n"), (vec![], vec![Place::Prose]));
    }
}
