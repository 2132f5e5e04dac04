//! A built page as a tree of elements, each with its line.
//!
//! html5ever takes the page apart; the tree is put together here, with the few rules that mdBook's
//! output needs: elements that never have an end, and ends that nobody opened.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{
    BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
};

/// An element of a page.
#[derive(Debug, Default)]
pub(super) struct Element {
    pub(super) name: String,
    attributes: Vec<(String, String)>,
    pub(super) children: Vec<Node>,
    /// The line of its start tag.
    pub(super) line: usize,
}

#[derive(Debug)]
pub(super) enum Node {
    Element(Element),
    Text(String),
}

impl Element {
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
    }

    pub(super) fn has_class(&self, class: &str) -> bool {
        self.attribute("class").is_some_and(|all| all.split_whitespace().any(|c| c == class))
    }

    /// The elements directly below.
    pub(super) fn elements(&self) -> impl Iterator<Item = &Element> {
        self.children.iter().filter_map(|node| match node {
            Node::Element(element) => Some(element),
            Node::Text(_) => None,
        })
    }

    /// This element and all below it, in the order of the page.
    pub(super) fn all(&self) -> Vec<&Element> {
        let mut all = vec![self];
        for element in self.elements() {
            all.extend(element.all());
        }
        all
    }

    /// The text in it, without that of elements for which `skip` says so.
    pub(super) fn text(&self, skip: &dyn Fn(&Element) -> bool) -> String {
        let mut out = String::new();
        for node in &self.children {
            match node {
                Node::Text(text) => out.push_str(text),
                Node::Element(element) if skip(element) => out.push(' '),
                Node::Element(element) => {
                    out.push_str(&element.text(skip));
                    if !matches!(element.name.as_str(), "code" | "em" | "strong" | "a" | "span") {
                        out.push(' ');
                    }
                }
            }
        }
        out
    }
}

/// Reads a page; the element given back has no name and holds the page's own.
pub(super) fn parse(html: &str) -> Element {
    let tokenizer = Tokenizer::new(Sink::default(), TokenizerOpts::default());
    let queue = BufferQueue::default();
    queue.push_back(StrTendril::from(html));
    // The sink never stops the tokenizer, so one call takes all there is.
    let _ = tokenizer.feed(&queue);
    tokenizer.end();
    let mut open = tokenizer.sink.open.into_inner();
    while open.len() > 1 {
        close(&mut open);
    }
    open.pop().unwrap_or_default()
}

/// The elements that are open, the outermost first.
struct Sink {
    open: RefCell<Vec<Element>>,
}

impl Default for Sink {
    fn default() -> Self {
        Self { open: RefCell::new(vec![Element::default()]) }
    }
}

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<()> {
        let mut open = self.open.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                return start(&mut open, tag, line);
            }
            Token::TagToken(tag) => {
                if let Some(at) = open.iter().rposition(|element| *element.name == *tag.name) {
                    while open.len() > at {
                        close(&mut open);
                    }
                }
            }
            Token::CharacterTokens(text) => {
                if let Some(current) = open.last_mut() {
                    current.children.push(Node::Text(text.to_string()));
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

fn start(open: &mut Vec<Element>, tag: Tag, line: u64) -> TokenSinkResult<()> {
    let name = tag.name.to_string();
    let attributes = tag
        .attrs
        .iter()
        .map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string()))
        .collect();
    let line = usize::try_from(line).unwrap_or(0);
    let in_svg = open.iter().any(|element| element.name == "svg");
    open.push(Element { name: name.clone(), attributes, children: Vec::new(), line });
    let void = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr",
    ];
    if tag.self_closing || void.contains(&name.as_str()) {
        close(open);
        return TokenSinkResult::Continue;
    }
    match name.as_str() {
        "script" => TokenSinkResult::RawData(RawKind::ScriptData),
        "style" | "noframes" | "xmp" => TokenSinkResult::RawData(RawKind::Rawtext),
        "title" | "textarea" if !in_svg => TokenSinkResult::RawData(RawKind::Rcdata),
        _ => TokenSinkResult::Continue,
    }
}

/// Puts the innermost open element into the one around it.
fn close(open: &mut Vec<Element>) {
    if open.len() > 1
        && let Some(element) = open.pop()
        && let Some(around) = open.last_mut()
    {
        around.children.push(Node::Element(element));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_becomes_a_tree_with_lines() {
        let page =
            parse("<main>\n<p class='a b' id=x>one <em>two</em><br>three</p>\n<img src=i></main>");
        let all = page.all();
        let names: Vec<_> = all.iter().map(|e| e.name.as_str()).collect();
        assert_eq!(names, ["", "main", "p", "em", "br", "img"]);
        let p = all[2];
        assert_eq!((p.line, p.attribute("id"), p.has_class("b")), (2, Some("x"), true));
        assert_eq!(p.text(&|_| false), "one two three");
        assert_eq!(all[1].elements().count(), 2);
    }

    #[test]
    fn scripts_are_no_elements_and_stray_ends_do_no_harm() {
        let page = parse("<div><script>if (a<b) '<p id=y>'</script></span><i></div><b></b>");
        let names: Vec<_> = page.all().iter().map(|e| e.name.clone()).collect();
        assert_eq!(names, ["", "div", "script", "i", "b"]);
    }

    #[test]
    fn skipped_elements_keep_words_apart() {
        let page = parse("<p>a<pre>code</pre>b <!-- c --></p>");
        assert_eq!(page.text(&|e| e.name == "pre").split_whitespace().count(), 2);
    }
}
