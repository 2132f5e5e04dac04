//! The rules for chapters: length, predictions, outputs, summary; and fences of every page.

use std::collections::BTreeMap;

use anyhow::{Context, Result};
use serde::Deserialize;

use super::dom::Element;
use super::report::{Chapter, Report};
use super::site::{Page, Site};
use crate::fault::Fault;
use crate::preprocess::NAME;
use crate::project::Project;
use crate::text::directives::directives;
use crate::text::fences::{self, Place};
use crate::text::front_matter::{self, Kind};

/// How many words of prose a chapter has, unless `book.toml` names it as an exception.
const WORDS: (usize, usize) = (1_500, 3_000);
const PREDICTIONS: usize = 2;
const SUMMARY_LINES: usize = 10;

/// An exception of `book.toml`: `[preprocessor.winks.words."how.md"]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exception {
    least: usize,
    most: usize,
    reason: String,
}

pub(super) fn check(project: &Project, site: &Site, report: &mut Report) -> Result<()> {
    let key = format!("preprocessor.{NAME}.words");
    let mut exceptions: BTreeMap<String, Exception> = project
        .config
        .get(&key)
        .with_context(|| format!("[{key}] wants least, most and reason for each chapter"))?
        .unwrap_or_default();
    for page in site.pages.values() {
        let Some((file, text)) = &page.source else { continue };
        fences(file, text, page, report);
        let chapter = front_matter::split(text).is_ok_and(|(front, _)| front.kind == Kind::Chapter);
        if !chapter {
            continue;
        }
        let md = file.strip_prefix(&format!("{}/", project.display(&project.src())));
        let exception = exceptions.remove(md.unwrap_or(file));
        let figures = Chapter {
            file: file.clone(),
            words: page.main().map_or(0, words),
            predictions: predictions(file, text, report),
            outputs: outputs(text),
            summary: summary(file, text, report),
        };
        length(&figures, exception, report);
        report.check("predictions", figures.predictions >= PREDICTIONS, || {
            let n = figures.predictions;
            Fault::of(file, format!("{n} predictions; a chapter has at least {PREDICTIONS}"))
        });
        report.check("outputs", figures.outputs > 0, || {
            Fault::of(file, "neither a lane table nor an output that a test has written")
        });
        report.chapters.push(figures);
    }
    for name in exceptions.keys() {
        let message = format!("[{key}] names {name}, which is no chapter");
        report.fault("words", Fault::of("book.toml", message));
    }
    Ok(())
}

fn length(chapter: &Chapter, exception: Option<Exception>, report: &mut Report) {
    let words = chapter.words;
    let usual = (WORDS.0..=WORDS.1).contains(&words);
    let Some(exception) = exception else {
        return report.check("words", usual, || {
            let (least, most) = WORDS;
            Fault::of(&chapter.file, format!("{words} words; a chapter has {least} to {most}"))
        });
    };
    report.check("words", !exception.reason.trim().is_empty(), || {
        Fault::of("book.toml", format!("the exception for {} wants a reason", chapter.file))
    });
    report.check("words", !usual, || {
        Fault::of("book.toml", format!("{} has {words} words and needs no exception", chapter.file))
    });
    let (least, most) = (exception.least, exception.most);
    report.check("words", usual || (least..=most).contains(&words), || {
        Fault::of(&chapter.file, format!("{words} words; its exception allows {least} to {most}"))
    });
}

/// The words of prose on a page: no code, tables, figures or captions.
fn words(main: &Element) -> usize {
    let skip = |element: &Element| {
        let name = element.name.as_str();
        let apart = ["pre", "svg", "table", "script", "style", "figcaption", "nav", "button"];
        apart.contains(&name) || element.has_class("reading")
    };
    let text = main.text(&skip);
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count()
}

/// Counts predictions, and reports those without a hidden answer.
fn predictions(file: &str, text: &str, report: &mut Report) -> usize {
    let lines: Vec<&str> = text.lines().collect();
    let (_, places) = fences::survey(text);
    let quoted = |n: usize| lines.get(n).is_some_and(|line| line.trim_start().starts_with('>'));
    let mut sound = 0;
    for n in (0..lines.len()).filter(|n| places[*n] == Place::Prose) {
        let rest = fences::prefix(lines[n]).1;
        if !quoted(n) || !rest.starts_with("**Predict.**") {
            continue;
        }
        let block: Vec<&str> = (n..).take_while(|n| quoted(*n)).map(|n| lines[n]).collect();
        let block = block.join("\n");
        let whole = ["<details>", "<summary>", "</summary>", "</details>"]
            .iter()
            .all(|tag| block.contains(tag));
        report.check("predictions", whole, || {
            Fault::at(file, n + 1, "a prediction without <details><summary>Answer</summary>")
        });
        sound += usize::from(whole);
    }
    sound
}

/// Counts what tests have written: lane tables, outputs, and diagnostics.
fn outputs(text: &str) -> usize {
    let shown = |line: &str| {
        directives(line).iter().any(|d| match d.name {
            "lanes" => true,
            "include" => d.args.ends_with(".snap") || d.args.ends_with(".stderr"),
            _ => false,
        })
    };
    text.lines().filter(|line| shown(line)).count()
}

/// Checks the last section, and counts its lines.
fn summary(file: &str, text: &str, report: &mut Report) -> usize {
    let (_, places) = fences::survey(text);
    let prose = |n: usize| places[n] == Place::Prose;
    let lines: Vec<&str> = text.lines().collect();
    let last = (0..lines.len()).rev().find(|n| prose(*n) && lines[*n].starts_with("## "));
    let Some(at) = last.filter(|n| lines[*n][3..].trim() == "Summary") else {
        let line = last.map_or(1, |n| n + 1);
        report.looked("summaries");
        report.fault("summaries", Fault::at(file, line, "the last section is no `## Summary`"));
        return 0;
    };
    let body: Vec<&str> =
        lines[at + 1..].iter().copied().filter(|line| !line.trim().is_empty()).collect();
    let item = |line: &&str| {
        let line = line.trim_start();
        let number = line.trim_start_matches(|c: char| c.is_ascii_digit());
        line.starts_with("- ") || line.starts_with("* ") || number.starts_with(". ")
    };
    report.check("summaries", body.first().is_some_and(item), || {
        Fault::at(file, at + 1, "the summary is a list")
    });
    report.check("summaries", body.len() <= SUMMARY_LINES, || {
        let message = format!("a summary of {} lines; at most {SUMMARY_LINES}", body.len());
        Fault::at(file, at + 1, message)
    });
    body.len()
}

/// Every code block names its language.
fn fences(file: &str, text: &str, page: &Page, report: &mut Report) {
    let fences = fences::fences(text);
    let mut bare = 0;
    for fence in &fences {
        bare += usize::from(fence.language().is_empty());
        report.check("languages", !fence.language().is_empty(), || {
            Fault::at(file, fence.line, "a code block without a language: write ```text at least")
        });
    }
    // What is left on the page was made by indentation, which rustdoc takes for Rust.
    let blocks = page.main().map(Element::all).unwrap_or_default();
    let nameless: Vec<&Element> = blocks
        .iter()
        .filter(|element| element.name == "pre")
        .flat_map(|pre| pre.elements())
        .filter(|code| code.name == "code")
        .filter(|code| !code.attribute("class").unwrap_or("").contains("language-"))
        .collect();
    if nameless.len() > bare {
        let first = nameless.iter().map(|code| code.text(&|_| false)).next().unwrap_or_default();
        let first = first.lines().next().unwrap_or("").to_owned();
        let line = text.lines().position(|line| line.trim() == first.trim()).map_or(1, |n| n + 1);
        let message = "a code block made by indentation; fence it and name its language";
        report.fault("languages", Fault::at(file, line, message));
    }
}
