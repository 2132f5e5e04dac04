//! One page for each source file that is shown, so that links to lines work offline.
//!
//! Each line is an element with the id `L1`, `L2`, …; what a chapter shows is marked and leads back
//! to the chapter. The listing is HTML rather than a fenced block, because a fenced block has no
//! place for ids. highlight.js keeps elements that stand inside the code, so the lines survive it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mdbook_preprocessor::book::{BookItem, Chapter, SectionNumber};

use super::shown::{Showing, Shown, page_of};
use super::{html, relative};

const INDEX: &str = "source/index.md";
const INDEX_TITLE: &str = "The source files";

/// The index of the source files; below it a page for each crate; below that, its files.
///
/// mdBook nests and folds only chapters that have numbers, so these have some, after `last`.
pub(super) fn chapters(shown: &Shown, last: u32) -> BookItem {
    let number = last + 1;
    let mut groups: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for file in shown.files() {
        groups.entry(group(file)).or_default().push(file);
    }
    let mut index = generated(INDEX_TITLE, PathBuf::from(INDEX), vec![number], &[]);
    index.content = format!(
        "# {INDEX_TITLE}\n\nEvery file of which a chapter shows a part, whole and with its lines \
         numbered.\n\n"
    );
    for (g, (name, files)) in (1..).zip(&groups) {
        let mut page = generated(name, group_page(name), vec![number, g], &[INDEX_TITLE]);
        let heading = format!("[{name}]({})", relative(Path::new(INDEX), &group_page(name)));
        index.content.push_str(&format!("## {heading}\n\n{}\n", list(INDEX, files, shown)));
        let files_of = list(&group_page(name).to_string_lossy(), files, shown);
        let up = relative(&group_page(name), Path::new(INDEX));
        page.content = format!("# {name}\n\n{files_of}- [all source files]({up})\n");
        for (f, file) in (1..).zip(files) {
            let inside = file.strip_prefix(name).map_or(*file, |rest| rest.trim_start_matches('/'));
            let numbers = vec![number, g, f];
            let mut listed = generated(inside, page_of(file), numbers, &[INDEX_TITLE, name]);
            listed.content = listing(file, shown);
            page.sub_items.push(BookItem::Chapter(listed));
        }
        index.sub_items.push(BookItem::Chapter(page));
    }
    BookItem::Chapter(index)
}

/// The crate, or the folder, that a file is listed under: `crates/sleep`.
fn group(file: &str) -> &str {
    let end = file.match_indices('/').map(|(at, _)| at).nth(1);
    end.or_else(|| file.find('/')).map_or("root", |end| &file[..end])
}

fn group_page(name: &str) -> PathBuf {
    PathBuf::from(format!("source/{name}/index.md"))
}

/// A chapter that no file stands behind.
fn generated(name: &str, path: PathBuf, number: Vec<u32>, parents: &[&str]) -> Chapter {
    let parents = parents.iter().map(|&name| name.to_owned()).collect();
    let mut chapter = Chapter::new(name, String::new(), path, parents);
    chapter.source_path = None;
    chapter.number = Some(SectionNumber::new(number));
    chapter
}

/// A list of files with what is shown of them, as seen from a page.
fn list(from: &str, files: &[&str], shown: &Shown) -> String {
    let mut out = String::new();
    for file in files {
        let lines = shown.text(file).lines().count();
        let page = relative(Path::new(from), &page_of(file));
        let places = shown.of_file(file).iter().filter(|s| s.id.is_some()).count();
        let fragments = if places == 1 { "fragment" } else { "fragments" };
        out.push_str(&format!("- [{file}]({page}): {lines} lines, {places} {fragments} shown\n"));
    }
    out
}

fn listing(file: &str, shown: &Shown) -> String {
    let page = page_of(file);
    let showings = shown.of_file(file);
    let index = relative(&page, Path::new(INDEX));
    let path = html(file).replace('/', "/<wbr>");
    let mut out = format!("# <span class=\"path\">{path}</span>\n\n");
    for showing in &showings {
        let lines = lines(showing);
        let verb = if showing.id.is_some() { "shown in" } else { "named in" };
        let item = showing.item.as_ref().map(|item| format!(" (`{item}`)")).unwrap_or_default();
        let (way, title) = (way_back(showing, &page), &showing.title);
        let first = showing.lines.start();
        out.push_str(&format!("- [{lines}](#L{first}){item}, {verb} [{title}]({way})\n"));
    }
    out.push_str(&format!("- [all source files]({index})\n\n"));
    out.push_str(&format!("<pre class=\"source\"><code class=\"language-{}\">", language(file)));
    for (n, line) in shown.text(file).lines().enumerate().map(|(n, line)| (n + 1, line)) {
        let marked = showings.iter().any(|s| s.id.is_some() && s.lines.contains(&n));
        let class = if marked { "line shown" } else { "line" };
        out.push_str(&format!("<span class=\"{class}\" id=\"L{n}\">"));
        for showing in showings.iter().filter(|s| s.id.is_some() && *s.lines.start() == n) {
            let (way, title) = (way_back(showing, &page), html(&showing.title));
            let label = format!("{title} shows {}", lines(showing));
            out.push_str(&format!(
                "<a class=\"back\" href=\"{way}\" data-chapter=\"{title}\" aria-label=\"{label}\"></a>"
            ));
        }
        out.push_str(&html(line));
        out.push_str("\n</span>");
    }
    out.push_str("</code></pre>\n");
    out
}

/// The link from a source page to the place in a chapter.
fn way_back(showing: &Showing, page: &Path) -> String {
    let way = relative(page, &showing.page);
    match &showing.id {
        Some(id) => format!("{way}#{id}"),
        None => way,
    }
}

/// The lines of a showing in words.
pub(super) fn lines(showing: &Showing) -> String {
    let (first, last) = (showing.lines.start(), showing.lines.end());
    if first == last { format!("line {first}") } else { format!("lines {first}–{last}") }
}

fn language(file: &str) -> &str {
    match Path::new(file).extension().and_then(|ext| ext.to_str()) {
        Some("rs") => "rust",
        Some("toml") => "toml",
        Some("md") => "markdown",
        Some("sh") => "bash",
        Some("json") => "json",
        Some("css") => "css",
        Some("js") => "javascript",
        _ => "plaintext",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_listed_under_their_crate() {
        assert_eq!(group("crates/sleep/src/word.rs"), "crates/sleep");
        assert_eq!(group("exercises/README.md"), "exercises");
        assert_eq!(group("Cargo.toml"), "root");
    }
}
