//! Text alternatives: whoever can't see a figure must be able to read what it shows.

use super::dom::Element;
use super::report::Report;
use super::site::{Page, Site};

pub(super) fn check(site: &Site, report: &mut Report) {
    for (name, page) in &site.pages {
        // The print page repeats the chapters.
        if name == "print.html" {
            continue;
        }
        let Some(main) = page.main() else { continue };
        walk(main, &mut |element| match element.name.as_str() {
            "img" => {
                let alt = element.attribute("alt").unwrap_or("").trim();
                report.check("figures", !alt.is_empty(), || {
                    let src = element.attribute("src").unwrap_or("");
                    let message = format!("the image {src} has no text alternative");
                    site.fault(name, element.line, &[src], message)
                });
            }
            "svg" => {
                let fault = svg(element, page);
                report.looked("figures");
                if let Some(message) = fault {
                    let class = element.attribute("aria-labelledby").unwrap_or("<svg");
                    report.fault("figures", site.fault(name, element.line, &[class], message));
                }
            }
            _ if element.attribute("role") == Some("img") => {
                let label = element.attribute("aria-label").unwrap_or("").trim();
                report.check("figures", !label.is_empty() || described(element, page), || {
                    let message = format!("<{} role=img> has no aria-label", element.name);
                    site.fault(name, element.line, &["role=\"img\""], message)
                });
            }
            _ => {}
        });
    }
}

/// Every element but those in mdBook's own icons and inside another figure.
fn walk<'a>(element: &'a Element, visit: &mut impl FnMut(&'a Element)) {
    visit(element);
    let icon = element.has_class("fa-svg") || element.has_class("blockquote-tag-title");
    if element.name != "svg" && !icon {
        for child in element.elements() {
            walk(child, visit);
        }
    }
}

/// What an SVG lacks: a title and a description, and the reference to both.
fn svg(element: &Element, page: &Page) -> Option<String> {
    if element.attribute("aria-hidden") == Some("true") {
        return None;
    }
    let named = element.attribute("aria-labelledby").unwrap_or("");
    let subject = match named.split_whitespace().next() {
        Some(id) => format!("the figure `{id}`"),
        None => "a figure".to_owned(),
    };
    if element.attribute("role") != Some("img") {
        return Some(format!("{subject} has no role=\"img\""));
    }
    for part in ["title", "desc"] {
        let found = element.elements().find(|child| child.name == part);
        let text = found.map(|child| child.text(&|_| false)).unwrap_or_default();
        if text.trim().is_empty() {
            return Some(format!("{subject} has no <{part}> with text"));
        }
        let id = found.and_then(|child| child.attribute("id")).unwrap_or("");
        if !named.split_whitespace().any(|name| name == id) {
            return Some(format!("{subject}: aria-labelledby does not name its <{part}>"));
        }
    }
    (!described(element, page))
        .then(|| format!("{subject}: aria-labelledby names no id of the page"))
}

/// Whether every id that describes an element is on the page.
fn described(element: &Element, page: &Page) -> bool {
    let named = element.attribute("aria-labelledby").unwrap_or("");
    !named.is_empty() && named.split_whitespace().all(|id| page.ids.contains_key(id))
}
