//! The first pass: one chapter is taken apart, and its directives are carried out.

use std::path::Path;

use mdbook_preprocessor::book::Chapter;

use super::shown::{Showing, Shown, page_of};
use super::{Page, Piece, html, lanes, ledger, relative};
use crate::fault::Fault;
use crate::text::directives::{self, Directive, directives};
use crate::text::fences::{self, Fence, Place};
use crate::text::front_matter::{self, FrontMatter, Kind};
use crate::text::include::Include;

/// What a reader of faults needs to know about every line.
struct Reader<'a> {
    shown: &'a mut Shown,
    faults: &'a mut Vec<Fault>,
    /// The project, and its chapters.
    root: &'a Path,
    src: &'a Path,
    /// The folder that the chapter's directives start from.
    folder: &'a Path,
    file: String,
    page: &'a Path,
    title: String,
    out: Vec<Piece>,
}

/// Reads a chapter. Faults are added to `faults`, and the rest of the page is read all the same.
pub(super) fn page(
    chapter: &Chapter,
    root: &Path,
    src: &Path,
    shown: &mut Shown,
    faults: &mut Vec<Fault>,
) -> Page {
    let path = chapter.path.clone().unwrap_or_default();
    let source = src.join(chapter.source_path.as_ref().unwrap_or(&path));
    let file = source.strip_prefix(root).unwrap_or(&source).to_string_lossy().replace('\\', "/");
    let number = chapter.number.as_ref().map(|n| format!("{n} ")).unwrap_or_default();
    let mut reader = Reader {
        shown,
        faults,
        root,
        src,
        folder: source.parent().unwrap_or(src),
        file,
        page: &path,
        title: format!("{number}{}", chapter.name),
        out: Vec::new(),
    };
    let front = front_matter::split(&chapter.content).map(|(front, _)| front).unwrap_or_else(|e| {
        reader.faults.push(Fault::at(&reader.file, e.line, &e));
        let (kind, prerequisites) = (Kind::Page, Vec::new());
        FrontMatter { kind, minutes: None, prerequisites, lines: 0, prerequisites_line: 1 }
    });
    reader.body(&chapter.content, front.lines);
    let Reader { file, title, out: pieces, .. } = reader;
    Page { path, file, title, front, pieces }
}

impl Reader<'_> {
    fn body(&mut self, text: &str, skip: usize) {
        let (fences, places) = fences::survey(text);
        let lines: Vec<&str> = text.lines().collect();
        let (mut at, mut titled) = (skip, false);
        while at < lines.len() {
            let n = at + 1;
            match places[at] {
                Place::Edge(index) | Place::Body(index) => {
                    let fence = &fences[index];
                    self.fence(fence, text, &lines);
                    at = fence.close.unwrap_or(lines.len());
                }
                Place::Prose => {
                    self.prose(n, lines[at]);
                    if !titled && lines[at].starts_with("# ") {
                        titled = true;
                        self.push("\n");
                        self.out.push(Piece::Reading);
                    }
                    at += 1;
                }
            }
        }
    }

    /// A fence: copied, or made a fragment if an include is all it holds.
    fn fence(&mut self, fence: &Fence, text: &str, lines: &[&str]) {
        let body: Vec<(usize, &str)> = fence.body(text).collect();
        let include = match body[..] {
            [(n, line)] => directives::sole(line).filter(|d| d.name == "include").map(|d| (n, d)),
            _ => None,
        };
        if fence.has("ignore") && include.is_none() {
            let message = "`ignore` is for fragments: let one {{#include}} be the whole block";
            self.fault(fence.line, message);
        }
        if fence.close.is_none() {
            self.fault(fence.line, "the code block is never closed");
        }
        let mut code = Vec::new();
        let mut showing = None;
        if let Some((n, directive)) = include {
            let Some((shown, excerpt)) = self.include(n, &directive) else { return };
            code.extend(excerpt);
            showing = Some(shown).filter(|s| is_source(&s.file));
        } else {
            for (n, line) in body {
                match directives::sole(line).filter(|d| d.name == "include") {
                    Some(directive) => {
                        code.extend(self.include(n, &directive).into_iter().flat_map(|(_, l)| l));
                    }
                    None => {
                        for directive in directives(line) {
                            self.misplaced(n, &directive);
                        }
                        code.push(line.to_owned());
                    }
                }
            }
        }
        let open = lines[fence.line - 1];
        let close = fence.close.and_then(|n| lines.get(n - 1)).copied().unwrap_or("");
        self.code(fence, open, close, &code, showing);
    }

    /// Writes a code block, with a caption if it shows a source file.
    fn code(
        &mut self,
        fence: &Fence,
        open: &str,
        close: &str,
        code: &[String],
        showing: Option<Showing>,
    ) {
        let prefix = fence.prefix.as_str();
        let blank = format!("{}\n", prefix.trim_end());
        if let Some(showing) = &showing {
            let showing = self.shown.add(showing.clone());
            let caption = caption(showing, self.page);
            let id = showing.id.clone().unwrap_or_default();
            self.push(&format!("{prefix}<figure class=\"fragment\" id=\"{id}\">\n"));
            self.push(&format!("{prefix}<figcaption>{caption}</figcaption>\n{blank}"));
        }
        // Included text may itself hold a line that looks like the end of the block.
        let mark = &open[prefix.len()..prefix.len() + 1];
        let clashes = code.iter().any(|line| line.trim_start().starts_with(&mark.repeat(3)));
        let (open, close) = if clashes && fence.lines.len() == 1 {
            let run = mark.repeat(1 + longest_run(code, mark));
            (format!("{prefix}{run}{}", fence.info), format!("{prefix}{run}"))
        } else {
            (open.to_owned(), close.to_owned())
        };
        self.push(&format!("{open}\n"));
        for line in code {
            let line = directives::escape(line);
            let line = format!("{prefix}{line}");
            self.push(&format!("{}\n", line.trim_end()));
        }
        self.push(&format!("{close}\n"));
        if showing.is_some() {
            self.push(&format!("{blank}{prefix}</figure>\n{blank}"));
        }
    }

    /// A line outside any fence.
    fn prose(&mut self, n: usize, line: &str) {
        let (prefix, rest) = fences::prefix(line);
        if let Some(directive) = directives::sole(rest) {
            match directive.name {
                "include" => return self.include_in_prose(n, prefix, &directive),
                "lanes" => return self.lanes(n, prefix, &directive),
                "minutes" => return self.table(n, prefix, &directive, Piece::Minutes),
                "anchor-index" => return self.table(n, prefix, &directive, Piece::AnchorIndex),
                "ledger" => return self.ledger(n, prefix, &directive),
                _ => {}
            }
        }
        let (mut out, mut from) = (String::new(), 0);
        for directive in directives(line) {
            match directive.name {
                "source" => {
                    out.push_str(&line[from..directive.span.start]);
                    out.push_str(&self.source(n, &directive).unwrap_or_default());
                    from = directive.span.end;
                }
                "title" => {}
                _ => self.misplaced(n, &directive),
            }
        }
        out.push_str(&line[from..]);
        // mdBook takes away one backslash a line.
        let out = if out.contains("\\{{#") { directives::escape(&out) } else { out };
        self.push(&format!("{out}\n"));
    }

    /// A figure, or Markdown that a test has written.
    fn include_in_prose(&mut self, n: usize, prefix: &str, directive: &Directive<'_>) {
        let Some((showing, lines)) = self.include(n, directive) else { return };
        if is_source(&showing.file) && !showing.file.ends_with(".md") {
            return self.fault(n, "source stands in a code block: put ```rust,ignore around it");
        }
        let blank = format!("{}\n", prefix.trim_end());
        let figure = lines.first().is_some_and(|line| line.trim_start().starts_with("<svg"));
        self.push(&blank);
        if figure {
            self.push(&format!("{prefix}<figure class=\"drawing\">\n"));
        }
        // A blank line would end the HTML block of a figure.
        for line in lines.iter().filter(|line| !figure || !line.trim().is_empty()) {
            let line = format!("{prefix}{}", directives::escape(line));
            self.push(&format!("{}\n", line.trim_end()));
        }
        if figure {
            self.push(&format!("{prefix}</figure>\n"));
        }
        self.push(&blank);
    }

    /// A lane table: a Markdown table in a frame that the style sheet knows.
    fn lanes(&mut self, n: usize, prefix: &str, directive: &Directive<'_>) {
        let Some((showing, lines)) = self.include(n, directive) else { return };
        let frame = match lanes::frame(&lines) {
            Ok(frame) => frame,
            Err(message) => return self.fault(n, &format!("{}: {message}", showing.file)),
        };
        let blank = format!("{}\n", prefix.trim_end());
        self.push(&format!("{blank}{prefix}{frame}\n{blank}"));
        for line in &lines {
            self.push(&format!("{prefix}{}\n", directives::escape(line)));
        }
        self.push(&format!("{blank}{prefix}</div>\n{blank}"));
    }

    /// A table that the second pass writes.
    fn table(&mut self, n: usize, prefix: &str, directive: &Directive<'_>, piece: Piece) {
        if !directive.args.is_empty() || !prefix.trim().is_empty() {
            self.fault(n, &format!("write {{{{#{}}}}} alone on its line", directive.name));
        }
        self.push("\n");
        self.out.push(piece);
        self.push("\n");
    }

    /// The table of the invariants.
    fn ledger(&mut self, n: usize, prefix: &str, directive: &Directive<'_>) {
        let page = (self.page, self.title.as_str());
        match ledger::read((self.root, self.src), page, self.shown) {
            Ok(rows) => self.table(n, prefix, directive, Piece::Ledger(rows)),
            Err(faults) => self.faults.extend(faults),
        }
    }

    /// A link to lines of a source page.
    fn source(&mut self, n: usize, directive: &Directive<'_>) -> Option<String> {
        let (showing, _) = self.include(n, directive)?;
        let showing = self.shown.add(Showing { id: None, ..showing });
        let way = relative(self.page, &page_of(&showing.file));
        let (file, first) = (&showing.file, showing.lines.start());
        Some(match (&showing.item, &showing.anchor) {
            (Some(item), Some(_)) => format!("[`{item}` in `{file}`]({way}#L{first})"),
            (None, Some(_)) => format!("[`{file}`]({way}#L{first})"),
            (_, None) => format!("[`{file}`]({way})"),
        })
    }

    /// Reads what a directive names; a fault leaves nothing.
    fn include(&mut self, n: usize, directive: &Directive<'_>) -> Option<(Showing, Vec<String>)> {
        let taken = Include::parse(directive.args).map_err(super::shown::ShowError::Argument);
        let taken = taken.and_then(|include| {
            let (file, excerpt) = self.shown.excerpt(self.folder, &include)?;
            Ok((include, file, excerpt))
        });
        let (include, file, excerpt) = match taken {
            Ok(taken) => taken,
            Err(error) => {
                self.fault(n, &error.to_string());
                return None;
            }
        };
        let stem = Path::new(&file).file_stem().map(|s| s.to_string_lossy().into_owned());
        let name = [stem.as_deref(), include.anchor.as_deref()];
        let id = name.into_iter().flatten().collect::<Vec<_>>().join("-");
        let showing = Showing {
            item: self.shown.item(&file, &excerpt),
            file,
            anchor: include.anchor,
            lines: excerpt.range(),
            page: self.page.to_owned(),
            title: self.title.clone(),
            id: Some(format!("fragment-{id}")),
        };
        Some((showing, excerpt.lines.into_iter().map(|(_, line)| line).collect()))
    }

    /// A directive that means nothing where it stands.
    fn misplaced(&mut self, n: usize, directive: &Directive<'_>) {
        let message = match directive.name {
            "" => "a directive that no }} closes on its line".to_owned(),
            "include" | "lanes" | "minutes" | "anchor-index" | "ledger" => {
                format!("{{{{#{}}}}} wants a line of its own", directive.name)
            }
            "source" => "{{#source}} makes a link, and a code block has none".to_owned(),
            "rustdoc_include" | "playground" | "playpen" => {
                format!(
                    "{{{{#{}}}}} is not used in this book; use {{{{#include}}}}",
                    directive.name
                )
            }
            name => format!("no directive {{{{#{name}}}}}; for the text itself write \\{{{{#"),
        };
        self.fault(n, &message);
    }

    fn fault(&mut self, line: usize, message: &str) {
        self.faults.push(Fault::at(&self.file, line, message));
    }

    fn push(&mut self, text: &str) {
        match self.out.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ => self.out.push(Piece::Text(text.to_owned())),
        }
    }
}

/// The caption of a fragment: its file as a link to its lines, and its item.
fn caption(showing: &Showing, page: &Path) -> String {
    let way = relative(page, &page_of(&showing.file));
    let (file, first) = (&showing.file, showing.lines.start());
    let item =
        showing.item.as_ref().map(|item| format!(" <span class=\"item\">{}</span>", html(item)));
    let lines = super::source_pages::lines(showing);
    format!(
        "<a href=\"{way}#L{first}\" title=\"{lines} in the whole file\">{file}</a>{}",
        item.unwrap_or_default()
    )
}

/// Whether a file is source, with a page of its own, rather than an output that a test has written.
fn is_source(file: &str) -> bool {
    let output = [".snap", ".stderr", ".stdout"];
    !output.iter().any(|ext| file.ends_with(ext))
}

fn longest_run(code: &[String], mark: &str) -> usize {
    let run = |line: &String| {
        let line = line.trim_start();
        line.len() - line.trim_start_matches(mark).len()
    };
    code.iter().map(run).max().unwrap_or(2)
}
