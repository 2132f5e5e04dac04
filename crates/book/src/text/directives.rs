//! Directives: `{{#name arguments}}` in a chapter's text.
//!
//! A backslash before the braces makes them text. A directive stands on one line. What the names
//! mean is no concern of this module.

use std::ops::Range;

/// One directive of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Directive<'a> {
    /// The word after `{{#`.
    pub name: &'a str,
    /// What stands between the name and the closing braces, trimmed.
    pub args: &'a str,
    /// The bytes of the line that the directive takes, braces included.
    pub span: Range<usize>,
}

/// Escapes every directive of a line of code or output, so that it comes out as it is.
///
/// mdBook lets one backslash stand for all directives from there to the end of the line.
pub fn escape(line: &str) -> String {
    let plain = line.replace("\\{{#", "{{#");
    match directives(&plain).first().filter(|d| !d.name.is_empty()) {
        Some(first) => format!("{}\\{}", &plain[..first.span.start], &plain[first.span.start..]),
        None => plain,
    }
}

/// The directives of a line that no backslash makes text, in order.
///
/// `{{#` without a closing `}}` on the same line is given with an empty name, so that a caller can
/// refuse it instead of printing it.
pub fn directives(line: &str) -> Vec<Directive<'_>> {
    let (mut found, mut from) = (Vec::new(), 0);
    while let Some(at) = line[from..].find("{{").map(|i| from + i) {
        // mdBook takes white space before the hash as well.
        let Some(after) = line[at + 2..].trim_start().strip_prefix('#') else {
            from = at + 1;
            continue;
        };
        let inner = line.len() - after.len();
        let end = line[inner..].find("}}").map(|i| inner + i);
        let next = end.map_or(line.len(), |end| end + 2);
        if !line[..at].ends_with('\\') {
            let body = end.map_or("", |end| line[inner..end].trim());
            let (name, args) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
            found.push(Directive { name, args: args.trim(), span: at..next });
        }
        from = next;
    }
    found
}

/// The directive of a line that holds nothing else but white space.
pub fn sole(line: &str) -> Option<Directive<'_>> {
    let mut all = directives(line);
    let only = all.pop().filter(|_| all.is_empty())?;
    let rest = [&line[..only.span.start], &line[only.span.end..]];
    rest.iter().all(|part| part.trim().is_empty()).then_some(only)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_arguments_and_spans_are_found() {
        let line = "see {{#source a.rs:x}} and {{#minutes}}.";
        let found = directives(line);
        assert_eq!((found[0].name, found[0].args), ("source", "a.rs:x"));
        assert_eq!(&line[found[0].span.clone()], "{{#source a.rs:x}}");
        assert_eq!((found[1].name, found[1].args), ("minutes", ""));
    }

    #[test]
    fn a_backslash_makes_text_of_it() {
        let found = directives(r"\{{#include a}} {{#include b}}");
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].args, "b");
    }

    #[test]
    fn white_space_before_the_hash_hides_nothing() {
        assert_eq!(directives("{{ #include a}}").first().map(|d| d.name), Some("include"));
        assert_eq!(directives("{{{{#include a}}").first().map(|d| d.name), Some("include"));
        assert_eq!(directives("{{ x }}"), []);
    }

    #[test]
    fn an_escaped_line_has_one_backslash() {
        assert_eq!(escape("a {{#x b}} {{#y c}}"), r"a \{{#x b}} {{#y c}}");
        assert_eq!(escape(r"\{{#x b}} \{{#y c}}"), r"\{{#x b}} {{#y c}}");
        assert_eq!(escape("{{ }} {"), "{{ }} {");
        assert_eq!(escape("{{#open"), "{{#open");
    }

    #[test]
    fn unclosed_braces_have_no_name() {
        assert_eq!(directives("{{#include a").first().map(|d| d.name), Some(""));
    }

    #[test]
    fn a_sole_directive_has_the_line_for_itself() {
        assert_eq!(sole("  {{#include a:b}} ").map(|d| d.args), Some("a:b"));
        assert_eq!(sole("x {{#include a:b}}"), None);
        assert_eq!(sole("{{#minutes}} {{#minutes}}"), None);
        assert_eq!(sole("plain"), None);
    }
}
