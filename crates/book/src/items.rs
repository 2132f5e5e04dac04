//! Names the item of a Rust file that a fragment belongs to: `Sleep::sleep`, `impl Drop for Guard`.
//!
//! The file is lexed with `proc-macro2` and cut into items by their keywords and braces; that is
//! all the grammar a caption needs. A file that does not lex gives no names, and the compiler will
//! have more to say about it than a book.

use std::ops::RangeInclusive;

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// One item with its lines, attributes and doc comments included.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Item {
    /// The path from the file's root: `mod tests`, `Sleep::sleep`.
    name: String,
    /// From the first attribute to the closing brace or semicolon.
    lines: RangeInclusive<usize>,
}

/// The lines that lie inside a string of a Rust source: what stands there only looks like code.
pub fn string_lines(text: &str) -> Vec<RangeInclusive<usize>> {
    let mut strings = Vec::new();
    let mut streams: Vec<TokenStream> = text.parse().into_iter().collect();
    while let Some(stream) = streams.pop() {
        for token in stream {
            let (start, end) = (token.span().start().line, token.span().end().line);
            match token {
                TokenTree::Group(group) => streams.push(group.stream()),
                TokenTree::Literal(_) if start < end => strings.push(start + 1..=end),
                _ => {}
            }
        }
    }
    strings
}

/// The items of one file.
#[derive(Clone, Debug, Default)]
pub struct Items(Vec<Item>);

impl Items {
    /// Lexes a Rust source.
    pub fn of(text: &str) -> Self {
        let mut items = Vec::new();
        if let Ok(stream) = text.parse::<TokenStream>() {
            collect(stream, "", &mut items);
        }
        Self(items)
    }

    /// The innermost item that holds all the given lines.
    pub fn enclosing(&self, lines: &RangeInclusive<usize>) -> Option<&str> {
        let holds =
            |item: &&Item| item.lines.start() <= lines.start() && lines.end() <= item.lines.end();
        let size = |item: &&Item| item.lines.end() - item.lines.start();
        self.0.iter().filter(holds).min_by_key(size).map(|item| item.name.as_str())
    }
}

/// The lines of a fragment without comments at its top: they stand outside any item.
pub fn code_lines(lines: &[(usize, String)]) -> Option<RangeInclusive<usize>> {
    let code = |line: &str| {
        let line = line.trim();
        let comment = line.starts_with("//") && !line.starts_with("///");
        !line.is_empty() && !comment
    };
    let first = lines.iter().find(|(_, line)| code(line))?.0;
    let last = lines.iter().rfind(|(_, line)| code(line))?.0;
    Some(first..=last)
}

/// Cuts one level of a token stream into items, and goes into those that hold items.
fn collect(stream: TokenStream, outer: &str, items: &mut Vec<Item>) {
    let mut head: Vec<TokenTree> = Vec::new();
    for token in stream {
        let end = token.span().end().line;
        let (closes, body) = match &token {
            TokenTree::Punct(p) => (p.as_char() == ';', None),
            TokenTree::Group(g) if g.delimiter() == Delimiter::Brace => {
                (ends_with_brace(&head), Some(g.clone()))
            }
            _ => (false, None),
        };
        // Inner attributes and doc comments belong to what is around them.
        let inner = head.len() == 2 && is_punct(&head[0], '#') && is_punct(&head[1], '!');
        head.push(token);
        if inner {
            head.clear();
        } else if closes {
            take(&head, body, end, outer, items);
            head.clear();
        }
    }
}

/// Names the item whose tokens are in `head`, and collects what is in its body.
fn take(head: &[TokenTree], body: Option<Group>, end: usize, outer: &str, items: &mut Vec<Item>) {
    let Some((keyword, at)) = keyword(head) else { return };
    let own = match keyword.as_str() {
        "impl" => subject(&head[at + 1..]),
        "macro_rules" => ident_after(head, at + 2).map(|name| format!("{name}!")),
        _ => ident_after(head, at + 1),
    };
    let Some(own) = own else { return };
    let path = if outer.is_empty() { own } else { format!("{outer}::{own}") };
    let shown = match keyword.as_str() {
        "impl" => format!("impl {}", header(&head[at + 1..])),
        "mod" => format!("mod {path}"),
        _ => path.clone(),
    };
    items.push(Item { name: shown, lines: head[0].span().start().line..=end });
    if let (Some(body), "impl" | "mod" | "trait") = (body, keyword.as_str()) {
        collect(body.stream(), &path, items);
    }
}

/// Whether a brace after these tokens ends the item, or only a part of it as in `use a::{b};`.
fn ends_with_brace(head: &[TokenTree]) -> bool {
    match keyword(head) {
        Some((word, _)) => !matches!(word.as_str(), "const" | "static" | "type"),
        None => !head.iter().any(|t| is_ident(t, "use")),
    }
}

/// The word that says what kind of item the tokens start, and where it stands.
fn keyword(head: &[TokenTree]) -> Option<(String, usize)> {
    let words = ["fn", "impl", "mod", "trait", "struct", "enum", "union", "type", "macro_rules"];
    let found = head.iter().enumerate().find_map(|(at, token)| {
        let TokenTree::Ident(ident) = token else { return None };
        let word = ident.to_string();
        let value = matches!(word.as_str(), "const" | "static")
            && matches!(head.get(at + 1), Some(TokenTree::Ident(next))
                if !["fn", "unsafe", "extern", "async"].iter().any(|w| next == w));
        (value || words.contains(&word.as_str())).then_some((word, at))
    });
    // `mod` may also be an argument, as in the attribute of a macro; those are inside groups.
    found
}

/// The identifier at or after a place: `static mut X` has one word in between.
fn ident_after(head: &[TokenTree], from: usize) -> Option<String> {
    head.get(from..)?.iter().find_map(|token| match token {
        TokenTree::Ident(ident) if ident != "mut" => Some(ident.to_string()),
        _ => None,
    })
}

/// The type that an `impl` is for, without its parameters.
fn subject(head: &[TokenTree]) -> Option<String> {
    let tokens = without_parameters(head);
    let from = tokens.iter().position(|t| is_ident(t, "for")).map_or(0, |at| at + 1);
    let until = tokens.iter().position(|t| is_ident(t, "where")).unwrap_or(tokens.len());
    let mut names = tokens.get(from..until)?.iter().filter_map(|token| match token {
        TokenTree::Ident(ident) => Some(ident.to_string()),
        _ => None,
    });
    names.next_back()
}

/// What stands between `impl` and its body, without parameters and bounds.
fn header(head: &[TokenTree]) -> String {
    let mut text = String::new();
    for token in without_parameters(head) {
        match token {
            TokenTree::Group(_) => break,
            token if is_ident(&token, "where") => break,
            token if is_ident(&token, "for") => text.push_str(" for "),
            token => text.push_str(&token.to_string()),
        }
    }
    text
}

/// The tokens outside `<…>`.
fn without_parameters(head: &[TokenTree]) -> Vec<TokenTree> {
    let (mut depth, mut kept, mut arrow) = (0_usize, Vec::new(), false);
    for token in head {
        let opens = is_punct(token, '<');
        let closes = is_punct(token, '>') && !arrow;
        arrow = is_punct(token, '-');
        if opens {
            depth += 1;
        } else if closes {
            depth = depth.saturating_sub(1);
        } else if depth == 0 {
            kept.push(token.clone());
        }
    }
    kept
}

fn is_ident(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

fn is_punct(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = r#"//! A file.
use std::{fmt, mem};

/// A value.
pub const MAX: usize = { 1 };

/// Sleeps.
pub struct Sleep<T> {
    field: T,
}

impl<T: Fn() -> u8> Sleep<T> {
    /// Doc.
    #[inline]
    pub(crate) const fn sleep(&self) -> u8 {
        let x = 1;
        x
    }

    fn other(&self) {}
}

impl<T> fmt::Display for Sleep<T> where T: Copy {
    fn fmt(&self) {
        todo()
    }
}

macro_rules! broken {
    ($x:literal) => { cfg!(feature = $x) };
}

mod inner {
    static mut COUNT: u8 = 0;
    async unsafe fn run() {}
}
"#;

    fn item(lines: RangeInclusive<usize>) -> Option<String> {
        Items::of(SOURCE).enclosing(&lines).map(str::to_owned)
    }

    #[test]
    fn the_innermost_item_around_the_lines_is_named() {
        assert_eq!(item(5..=5).as_deref(), Some("MAX"));
        assert_eq!(item(7..=9).as_deref(), Some("Sleep"));
        assert_eq!(item(13..=18).as_deref(), Some("Sleep::sleep"));
        assert_eq!(item(16..=17).as_deref(), Some("Sleep::sleep"));
        assert_eq!(item(16..=20).as_deref(), Some("impl Sleep"));
        assert_eq!(item(24..=25).as_deref(), Some("Sleep::fmt"));
        assert_eq!(item(23..=23).as_deref(), Some("impl fmt::Display for Sleep"));
        assert_eq!(item(30..=30).as_deref(), Some("broken!"));
        assert_eq!(item(34..=34).as_deref(), Some("inner::COUNT"));
        assert_eq!(item(35..=35).as_deref(), Some("inner::run"));
        assert_eq!(item(34..=35).as_deref(), Some("mod inner"));
    }

    #[test]
    fn lines_across_items_have_no_name() {
        assert_eq!(item(5..=9), None);
        assert_eq!(item(1..=2), None);
    }

    #[test]
    fn comments_above_the_code_are_not_counted() {
        let lines = [(4, "// why"), (5, ""), (6, "/// Doc"), (7, "fn a() {}"), (8, "// end")]
            .map(|(n, line)| (n, line.to_owned()));
        assert_eq!(code_lines(&lines), Some(6..=7));
        assert_eq!(code_lines(&lines[..1]), None);
    }

    #[test]
    fn lines_of_strings_are_found_wherever_they_are() {
        let text = "fn a() {\n    b(r\"one\ntwo\nthree\");\n}\n// c\n";
        assert_eq!(string_lines(text), [3..=4]);
    }

    #[test]
    fn what_does_not_lex_gives_no_names() {
        assert_eq!(Items::of("fn a( {").enclosing(&(1..=1)), None);
    }
}
