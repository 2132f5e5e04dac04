//! Where the pages lead: links, fragments, ids, and requests to other hosts.

use super::report::Report;
use super::site::{Page, Site};

/// The page with all chapters in one: what is wrong there is wrong in the chapter first.
const PRINT: &str = "print.html";

pub(super) fn check(site: &Site, report: &mut Report) {
    for (name, page) in &site.pages {
        ids(site, name, page, report);
        let base = page
            .root
            .all()
            .into_iter()
            .find(|element| element.name == "base")
            .and_then(|element| element.attribute("href"))
            .unwrap_or("");
        for element in page.root.all() {
            for (attribute, target) in targets(element) {
                let asks = !matches!(element.name.as_str(), "a" | "area");
                let place = Place { site, name, base, line: element.line };
                if other_host(target) {
                    let passive = element
                        .attribute("rel")
                        .is_some_and(|rel| ["canonical", "alternate", "license"].contains(&rel));
                    if asks && !passive {
                        let message =
                            format!("<{} {attribute}> asks another host: {target}", element.name);
                        let fault = place.site.fault(name, element.line, &[target], message);
                        report.fault("other hosts", fault);
                    }
                    report.looked("other hosts");
                } else {
                    place.local(target, report);
                }
            }
            if let Some(style) = element.attribute("style") {
                style_asks(site, name, element.line, style, report);
            }
            if element.name == "style" {
                style_asks(site, name, element.line, &element.text(&|_| false), report);
            }
        }
    }
    for (name, text) in &site.styles {
        for (n, line) in text.lines().enumerate() {
            style_asks(site, name, n + 1, line, report);
        }
    }
}

fn ids(site: &Site, name: &str, page: &Page, report: &mut Report) {
    for (id, lines) in &page.ids {
        report.check("ids", lines.len() == 1, || {
            let at = lines.get(1).copied().unwrap_or(1);
            let texts = [format!("id=\"{id}\""), format!("{{#{id}}}")];
            let texts = [texts[0].as_str(), texts[1].as_str()];
            site.fault(name, at, &texts, format!("the id `{id}` is there {} times", lines.len()))
        });
    }
}

/// The addresses that an element names, each with its attribute.
fn targets(element: &super::dom::Element) -> Vec<(&'static str, &str)> {
    let mut found = Vec::new();
    for attribute in ["href", "src", "xlink:href", "data", "poster", "action"] {
        // `data` is an address in <object> alone.
        if attribute != "data" || element.name == "object" {
            found.extend(element.attribute(attribute).map(|target| (attribute, target)));
        }
    }
    let sources = element.attribute("srcset").unwrap_or("").split(',');
    let sources = sources.filter_map(|source| source.split_whitespace().next());
    found.extend(sources.map(|target| ("srcset", target)));
    if element.name == "base" { Vec::new() } else { found }
}

/// Whether an address leads to another host.
fn other_host(target: &str) -> bool {
    let target = target.trim().to_ascii_lowercase();
    ["http:", "https:", "//", "ws:", "wss:", "ftp:"].iter().any(|start| target.starts_with(start))
}

/// A place where an address stands.
struct Place<'a> {
    site: &'a Site,
    name: &'a str,
    base: &'a str,
    line: usize,
}

impl Place<'_> {
    /// Checks an address inside the site.
    fn local(&self, target: &str, report: &mut Report) {
        let scheme = target.split_once(':').is_some_and(|(scheme, _)| {
            !scheme.is_empty() && scheme.chars().all(|c| c.is_ascii_alphanumeric())
        });
        if scheme || target.is_empty() {
            return;
        }
        let (path, fragment) = target.split_once('#').unwrap_or((target, ""));
        let path = percent_decoded(path.split('?').next().unwrap_or(""));
        let wanted = if path.is_empty() { self.name.to_owned() } else { self.resolve(&path) };
        let index =
            if wanted.is_empty() { "index.html".into() } else { format!("{wanted}/index.html") };
        let known = |file: &String| self.site.files.contains(file);
        let Some(file) = [wanted.clone(), index].into_iter().find(known) else {
            report.looked("links");
            self.fault(target, format!("the link {target} leads nowhere"), "links", report);
            return;
        };
        report.looked("links");
        let fragment = percent_decoded(fragment);
        if fragment.is_empty() {
            return;
        }
        let Some(page) = self.site.pages.get(&file) else { return };
        report.looked("fragments");
        if !page.ids.contains_key(&fragment) {
            let message = format!("the link {target}: {file} has no id `{fragment}`");
            self.fault(target, message, "fragments", report);
        }
    }

    fn fault(&self, target: &str, message: String, rule: &'static str, report: &mut Report) {
        let others = report.rules.get(rule).is_some_and(|found| !found.faults.is_empty());
        if self.name == PRINT && others {
            return;
        }
        // The chapter says `x.md#y` where the page says `x.html#y`.
        let written = target.replace(".html", ".md");
        let texts = [written.as_str(), target];
        report.fault(rule, self.site.fault(self.name, self.line, &texts, message));
    }

    /// The path of an address in the site, with slashes and without `..`.
    fn resolve(&self, path: &str) -> String {
        let folder = match (path.strip_prefix('/'), self.base) {
            (Some(_), _) | (None, "/") => "",
            (None, _) => self.name.rsplit_once('/').map_or("", |(folder, _)| folder),
        };
        let mut parts: Vec<&str> = Vec::new();
        for part in folder.split('/').chain(path.split('/')) {
            match part {
                "" | "." => {}
                ".." if parts.last().is_some_and(|last| *last != "..") => {
                    parts.pop();
                }
                part => parts.push(part),
            }
        }
        parts.join("/")
    }
}

/// Faults of style sheets that fetch something from elsewhere.
fn style_asks(site: &Site, name: &str, line: usize, style: &str, report: &mut Report) {
    let addresses = style.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
    let imports = style.split("@import").skip(1).filter_map(|rest| rest.split(';').next());
    for address in addresses.chain(imports) {
        let address = address.trim().trim_matches(['"', '\'']);
        report.check("other hosts", !other_host(address), || {
            site.fault(name, line, &[address], format!("a style asks another host: {address}"))
        });
    }
}

/// An address without `%20` and the like.
fn percent_decoded(text: &str) -> String {
    let (bytes, mut out, mut at) = (text.as_bytes(), Vec::new(), 0);
    while at < bytes.len() {
        let code = text.get(at + 1..at + 3).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        match code.filter(|_| bytes[at] == b'%') {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hosts_are_told_from_files() {
        for other in ["https://a.b/c", "//a.b/c", "HTTP://a", "wss://a"] {
            assert!(other_host(other), "{other}");
        }
        for own in ["a.html", "/a.html", "#a", "data:image/png;base64,//", "mailto:a@b"] {
            assert!(!other_host(own), "{own}");
        }
    }

    #[test]
    fn escapes_in_addresses_are_undone() {
        assert_eq!(percent_decoded("a%20b%C3%A9%zz%"), "a bé%zz%");
    }
}
