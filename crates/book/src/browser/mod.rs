//! `cargo book check --browser`: the site as a reader gets it, opened from its folder.
//!
//! Every page is opened twice in headless Chromium: in the light theme on a screen of 390 pixels,
//! and in the navy theme on a wide one. No page may ask another host for anything, log an error, or
//! be wider than the screen; and the search must find something, offline and without a server.

mod cdp;

use std::path::Path;

use anyhow::{Context, Result};
use serde_json::{Value, json};

use crate::check::Report;
use crate::fault::Fault;
use crate::project::{Built, Project, files_below};
use cdp::Browser;

/// A screen and a theme.
#[derive(Clone, Copy)]
struct View {
    name: &'static str,
    theme: &'static str,
    width: u32,
    height: u32,
}

const NARROW: View = View { name: "light-390", theme: "light", width: 390, height: 844 };
const WIDE: View = View { name: "navy-1280", theme: "navy", width: 1280, height: 900 };
const WIDE_LIGHT: View = View { name: "light-1280", theme: "light", width: 1280, height: 900 };

/// Opens every page of a built site, and adds what is wrong to a report.
///
/// With a folder for pictures, each page is also photographed in each view.
pub fn check(
    project: &Project,
    built: &Built,
    shots: Option<&Path>,
    report: &mut Report,
) -> Result<()> {
    let pages: Vec<String> = files_below(&built.dir)
        .iter()
        .filter(|path| path.extension().is_some_and(|ext| ext == "html"))
        .filter_map(|path| Some(path.strip_prefix(&built.dir).ok()?.to_str()?.replace('\\', "/")))
        // What a server answers for a page that is not there; from a folder nobody gets to see it.
        .filter(|name| name != "404.html")
        .collect();
    let mut browser = Browser::start()?;
    let views = if shots.is_some() { &[NARROW, WIDE, WIDE_LIGHT][..] } else { &[NARROW, WIDE] };
    for view in views {
        let preset = prepare(&mut browser, *view)?;
        for name in &pages {
            let url = url(&built.dir.join(name));
            browser.load(&url).with_context(|| format!("cannot open {name}"))?;
            let place = format!("{} ({})", project.display(&built.dir.join(name)), view.name);
            errors(&mut browser, &place, report);
            width(&mut browser, *view, name, &place, report)?;
            if let Some(folder) = shots {
                shoot(&mut browser, folder, name, *view)?;
            }
        }
        let gone = json!({ "identifier": preset });
        browser.call("Page.removeScriptToEvaluateOnNewDocument", gone)?;
    }
    search(&mut browser, built, report)
}

/// Sets the screen and the theme for the pages that come.
fn prepare(browser: &mut Browser, view: View) -> Result<Value> {
    let screen = json!({
        "width": view.width, "height": view.height, "deviceScaleFactor": 1,
        "mobile": view.width < 620,
    });
    browser.call("Emulation.setDeviceMetricsOverride", screen)?;
    // A reader's choice is kept where mdBook keeps it.
    let source =
        format!("try {{ localStorage.setItem('mdbook-theme', '{}') }} catch {{}}", view.theme);
    let added =
        browser.call("Page.addScriptToEvaluateOnNewDocument", json!({ "source": source }))?;
    Ok(added["identifier"].clone())
}

/// Requests to other hosts, files that are missing, and errors in the console.
fn errors(browser: &mut Browser, place: &str, report: &mut Report) {
    report.looked("browser: hosts");
    report.looked("browser: console");
    for event in browser.events() {
        let params = &event["params"];
        match event["method"].as_str().unwrap_or("") {
            "Network.requestWillBeSent" => {
                let url = params["request"]["url"].as_str().unwrap_or("");
                let own = ["file:", "data:", "blob:", "about:"];
                if !own.iter().any(|scheme| url.starts_with(scheme)) {
                    let message = format!("asks another host: {url}");
                    report.fault("browser: hosts", Fault::of(place, message));
                }
            }
            "Runtime.consoleAPICalled" if params["type"] == json!("error") => {
                let text: Vec<String> = params["args"]
                    .as_array()
                    .into_iter()
                    .flatten()
                    .map(|arg| arg["value"].as_str().or(arg["description"].as_str()))
                    .map(|text| text.unwrap_or("?").to_owned())
                    .collect();
                let message = format!("logs an error: {}", text.join(" "));
                report.fault("browser: console", Fault::of(place, message));
            }
            "Runtime.exceptionThrown" => {
                let details = &params["exceptionDetails"];
                let text = details["exception"]["description"].as_str();
                let text = text.or(details["text"].as_str()).unwrap_or("?");
                let message = format!("a script fails: {text}");
                report.fault("browser: console", Fault::of(place, message));
            }
            "Log.entryAdded" if params["entry"]["level"] == json!("error") => {
                let entry = &params["entry"];
                let text = entry["text"].as_str().unwrap_or("?");
                let url = entry["url"].as_str().unwrap_or("");
                let message = format!("logs an error: {text} {url}");
                report.fault("browser: console", Fault::of(place, message));
            }
            _ => {}
        }
    }
}

/// Whether the page has the theme it should have, and is no wider than the screen.
fn width(
    browser: &mut Browser,
    view: View,
    name: &str,
    place: &str,
    report: &mut Report,
) -> Result<()> {
    let found = browser.evaluate(WIDTH)?;
    // The bare table of contents has no theme of its own.
    if name != "toc.html" {
        let themed = found["classes"].as_str().unwrap_or("").split(' ').any(|c| c == view.theme);
        report.check("browser: themes", themed, || {
            Fault::of(place, format!("does not show the theme {}", view.theme))
        });
    }
    let wide = found["wide"].as_str().unwrap_or("");
    report.check("browser: width", wide.is_empty(), || {
        Fault::of(place, format!("is wider than the screen: {wide}"))
    });
    Ok(())
}

/// Gives the classes of the page, and what sticks out of it: elements that nothing around them lets
/// the reader scroll to.
const WIDTH: &str = r#"(() => {
  const content = document.querySelector('#mdbook-content');
  const limit = (content ?? document.documentElement).getBoundingClientRect().right + 1;
  const boxes = [document.scrollingElement, content];
  const over = boxes.filter((box) => box && box.scrollWidth > box.clientWidth + 1);
  const scrolls = (e) => {
    for (let p = e.parentElement; p && p.id !== 'mdbook-content'; p = p.parentElement) {
      if (p !== document.body && getComputedStyle(p).overflowX !== 'visible') return true;
    }
    return false;
  };
  const main = document.querySelector('main');
  const out = main ? [...main.querySelectorAll('*')].find(
    (e) => e.getBoundingClientRect().right > limit && !scrolls(e)) : null;
  const wide = out
    ? `<${out.tagName.toLowerCase()}> ${out.textContent.trim().replace(/\s+/g, ' ').slice(0, 60)}`
    : over.length ? `${over[0].scrollWidth} pixels` : '';
  return { classes: document.documentElement.className, wide };
})()"#;

/// Searches for a word of the first chapter, as a reader would by a link.
fn search(browser: &mut Browser, built: &Built, report: &mut Report) -> Result<()> {
    let chapter =
        built.chapters.iter().find(|path| path.file_stem().is_some_and(|s| s != "README"));
    let Some(chapter) = chapter else { return Ok(()) };
    let page = chapter.with_extension("html");
    browser.load(&url(&built.dir.join(&page)))?;
    let title = browser.evaluate("document.querySelector('main h1')?.textContent ?? ''")?;
    let words = title.as_str().unwrap_or("").split(|c: char| !c.is_alphabetic());
    let Some(word) = words.max_by_key(|word| word.chars().count()) else { return Ok(()) };
    browser.load(&format!("{}?search={word}", url(&built.dir.join(&page))))?;
    let hits = browser.evaluate(HITS)?.as_u64().unwrap_or(0);
    errors(browser, "the search", report);
    report.check("browser: search", hits > 0, || {
        Fault::of(
            "",
            format!("the search finds nothing for `{word}`, a word of {}", page.display()),
        )
    });
    Ok(())
}

/// Waits for the index to load, and counts what is found.
const HITS: &str = r#"new Promise((done) => {
  const start = Date.now();
  (function look() {
    const hits = document.querySelectorAll('#mdbook-searchresults li').length;
    if (hits || Date.now() - start > 10000) done(hits);
    else setTimeout(look, 20);
  })();
})"#;

/// Photographs the whole page, or as much of it as anybody will look at.
fn shoot(browser: &mut Browser, folder: &Path, name: &str, view: View) -> Result<()> {
    std::fs::create_dir_all(folder)?;
    let height = browser.evaluate("document.documentElement.scrollHeight")?.as_f64().unwrap_or(0.0);
    let clip = json!({
        "x": 0, "y": 0, "width": view.width, "height": height.min(6000.0), "scale": 1,
    });
    let params = json!({ "format": "png", "captureBeyondViewport": true, "clip": clip });
    let picture = browser.call("Page.captureScreenshot", params)?;
    let bytes = base64(picture["data"].as_str().unwrap_or(""));
    let stem = name.trim_end_matches(".html").replace('/', "-");
    let file = folder.join(format!("{stem}-{}.png", view.name));
    std::fs::write(&file, bytes).with_context(|| format!("cannot write {}", file.display()))
}

/// The bytes that a base64 text stands for.
fn base64(text: &str) -> Vec<u8> {
    let (mut out, mut bits, mut count) = (Vec::new(), 0_u32, 0);
    for byte in text.bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    out
}

/// A file as an address.
fn url(path: &Path) -> String {
    let mut url = "file://".to_owned();
    for byte in path.to_string_lossy().bytes() {
        match byte {
            b'/' | b'.' | b'-' | b'_' | b'~' => url.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => url.push(char::from(byte)),
            byte => url.push_str(&format!("%{byte:02X}")),
        }
    }
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pictures_are_decoded() {
        assert_eq!(base64("Zm9ydHkgd2lua3M="), b"forty winks");
        assert_eq!(base64("AP8Q"), [0, 255, 16]);
    }

    #[test]
    fn files_become_addresses() {
        assert_eq!(url(Path::new("/a b/é.html")), "file:///a%20b/%C3%A9.html");
    }
}
