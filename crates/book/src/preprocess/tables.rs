//! What a page says about the other pages: prerequisites, minutes, the index of anchors.

use std::path::Path;

use super::shown::{Shown, normal, page_of};
use super::source_pages::lines;
use super::{Page, Piece, html, ledger, relative};
use crate::fault::Fault;
use crate::text::front_matter::Kind;

/// Reports prerequisites that are no pages of the book.
pub(super) fn check_prerequisites(pages: &[&Page], faults: &mut Vec<Fault>) {
    for page in pages {
        for wanted in &page.front.prerequisites {
            let line = page.front.prerequisites_line;
            match find(pages, page, wanted) {
                None => {
                    let message = format!("the prerequisite {wanted} is no page of the book");
                    faults.push(Fault::at(&page.file, line, message));
                }
                Some(found) if found.path == page.path => {
                    faults.push(Fault::at(
                        &page.file,
                        line,
                        "a page can't be its own prerequisite",
                    ));
                }
                Some(_) => {}
            }
        }
    }
}

/// The page with everything in its place.
pub(super) fn write(page: &Page, pages: &[&Page], shown: &Shown) -> String {
    page.pieces
        .iter()
        .map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Reading => reading(page, pages),
            Piece::Minutes => minutes(page, pages),
            Piece::AnchorIndex => anchor_index(page, shown),
            Piece::Ledger(rows) => ledger::write(page, pages, rows),
        })
        .collect()
}

/// The line under the title.
fn reading(page: &Page, pages: &[&Page]) -> String {
    let Some(minutes) = page.front.minutes else { return String::new() };
    let plural = if minutes == 1 { "" } else { "s" };
    let mut out = format!("<p class=\"reading\">{minutes} minute{plural}");
    let before = page.front.prerequisites.iter().filter_map(|wanted| find(pages, page, wanted));
    let links: Vec<String> = before
        .map(|other| {
            let way = relative(&page.path, &other.path);
            format!("<a href=\"{way}\">{}</a>", html(&other.title))
        })
        .collect();
    if !links.is_empty() {
        out.push_str(&format!(" · read before: {}", links.join(", ")));
    }
    out.push_str("</p>\n\n");
    out
}

/// All chapters with their minutes, and the sum.
fn minutes(page: &Page, pages: &[&Page]) -> String {
    let chapters = pages.iter().filter(|p| p.front.kind == Kind::Chapter);
    let mut out = "| Chapter | Minutes |\n|---|--:|\n".to_owned();
    let mut sum = 0;
    for chapter in chapters {
        let (minutes, way) =
            (chapter.front.minutes.unwrap_or(0), relative(&page.path, &chapter.path));
        sum += minutes;
        out.push_str(&format!("| [{}]({way}) | {minutes} |\n", chapter.title));
    }
    let (hours, rest) = (sum / 60, sum % 60);
    out.push_str(&format!("| **all chapters: {hours} h {rest} min** | **{sum}** |\n"));
    out
}

/// Each anchor with its lines and the chapters that show it.
fn anchor_index(page: &Page, shown: &Shown) -> String {
    let mut out = "| Source | Anchor | Lines | Chapters |\n|---|---|---|---|\n".to_owned();
    for file in shown.files() {
        let showings = shown.of_file(file);
        let source = relative(&page.path, &page_of(file));
        let mut done = Vec::new();
        for showing in &showings {
            if done.contains(&&showing.anchor) {
                continue;
            }
            done.push(&showing.anchor);
            let same = showings.iter().filter(|s| s.anchor == showing.anchor);
            if showing.anchor.is_none() && same.clone().all(|s| s.id.is_none()) {
                continue;
            }
            let chapters: Vec<String> = same
                .map(|s| {
                    let way = relative(&page.path, &s.page);
                    let id = s.id.as_ref().map(|id| format!("#{id}")).unwrap_or_default();
                    let note = if s.id.is_some() { "" } else { " (named)" };
                    format!("[{}]({way}{id}){note}", s.title)
                })
                .collect();
            let anchor =
                showing.anchor.as_ref().map_or("the whole file".to_owned(), |a| format!("`{a}`"));
            let (lines, first) = (lines(showing), showing.lines.start());
            out.push_str(&format!(
                "| [{file}]({source}) | {anchor} | [{lines}]({source}#L{first}) | {} |\n",
                chapters.join(", ")
            ));
        }
    }
    out
}

/// The page that a front matter means by a file name, seen from its own page.
fn find<'a>(pages: &[&'a Page], page: &Page, wanted: &str) -> Option<&'a Page> {
    let folder = Path::new(&page.file).parent()?;
    let file = normal(&folder.join(wanted));
    pages.iter().find(|other| Path::new(&other.file) == file).copied()
}
