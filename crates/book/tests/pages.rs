//! What the preprocessor makes of a chapter, and what it refuses.

mod common;

use common::{Book, tree};
use mdbook_driver::MDBook;
use mdbook_preprocessor::{Preprocessor, PreprocessorContext};
use std::io::Write;
use std::process::Stdio;
use winks_book::preprocess::Winks;

const ONE: &str = "book/src/one.md";
const COUNTER: &str = "crates/nap/src/counter.rs";
const SOURCE_PAGE: &str = "target/book/source/crates/nap/src/counter.rs.html";

#[test]
fn a_fragment_has_a_caption_that_leads_to_its_lines() {
    let book = Book::sound();
    book.run(&["build"]).succeeds();
    let page = book.read("target/book/one.html");
    let caption = "<figcaption><a href=\"source/crates/nap/src/counter.rs.html#L16\" \
                   title=\"lines 16–21 in the whole file\">crates/nap/src/counter.rs</a> \
                   <span class=\"item\">Counter::add</span></figcaption>";
    assert!(page.contains(caption), "{page}");
    assert!(
        page.contains("<code class=\"language-rust ignore\">/// Counts one nap more"),
        "{page}"
    );
    assert!(!page.contains("ANCHOR"), "markers are not shown");
}

#[test]
fn a_source_page_has_every_line_and_leads_back() {
    let book = Book::sound();
    book.run(&["build"]).succeeds();
    let page = book.read(SOURCE_PAGE);
    for n in 1..=book.read(COUNTER).lines().count() {
        assert_eq!(page.matches(&format!(" id=\"L{n}\">")).count(), 1, "line {n}");
    }
    assert_eq!(page.matches("class=\"line shown\"").count(), 10, "four lines and six");
    assert!(page.contains("class=\"back\" href=\"../../../../one.html#fragment-counter-add\""));
    assert!(page.contains("class=\"back\" href=\"../../../../two.html#fragment-counter-add\""));
    let index = book.read("target/book/source/index.html");
    assert!(
        index.contains("href=\"../source/crates/nap/src/counter.rs.html\"")
            || index.contains("href=\"crates/nap/src/counter.rs.html\""),
        "{index}"
    );
}

#[test]
fn snapshots_lose_their_header_and_keep_their_text() {
    let book = Book::sound();
    book.run(&["build"]).succeeds();
    let page = book.read("target/book/two.html");
    let shown = "<code class=\"language-text\">naps: 2\n```\n{{#include README.md}}\n</code>";
    assert!(page.contains(shown), "{page}");
    assert!(!page.contains("expression:"), "{page}");
}

#[test]
fn a_lane_table_knows_its_lanes_and_a_figure_stays_whole() {
    let book = Book::sound();
    book.run(&["build"]).succeeds();
    let page = book.read("target/book/one.html");
    // The latch of this table moves by itself, so it is a lane.
    assert!(page.contains("<div class=\"lanes\" data-lanes=\"3\" style=\"--c1:"), "{page}");
    assert!(page.contains("--c3:&#39;poster&#39;"), "{page}");
    assert!(page.contains("<td>reads the JEC</td><td></td><td></td>"), "{page}");
    let figure = page.split("<figure class=\"drawing\">").nth(1).expect("a figure");
    let figure = figure.split("</figure>").next().expect("its end");
    assert!(figure.contains("\nnap\n</text>\n</svg>") && !figure.contains("<p>"), "{figure}");
}

#[test]
fn minutes_prerequisites_and_anchors_are_told() {
    let book = Book::sound();
    book.run(&["build"]).succeeds();
    let front = book.read("target/book/index.html");
    assert!(front.contains("<strong>all chapters: 0 h 12 min</strong>"), "{front}");
    assert!(!front.contains("kind: page"), "front matter is cut");
    let page = book.read("target/book/exercises/break.html");
    let reading = "10 minutes · read before: <a href=\"../one.html\">1. One nap</a>, \
                   <a href=\"../two.html\">2. Two naps</a>";
    assert!(page.contains(reading), "{page}");
    let index = book.read("target/book/anchors.html");
    assert!(index.contains("<td><code>max</code></td>"), "{index}");
    assert!(index.contains("<a href=\"two.html#fragment-counter-add\">2. Two naps</a>"), "{index}");
}

#[test]
fn an_escaped_directive_is_text() {
    let book = Book::sound();
    book.run(&["build"]).succeeds();
    let page = book.read("target/book/one.html");
    assert!(
        page.contains("stays text: {{#include nothing.rs}} and <code>{{#minutes}}</code>"),
        "{page}"
    );
}

#[test]
fn every_broken_include_is_refused_with_its_line() {
    let cases = [
        (
            COUNTER,
            "// ANCHOR: add",
            "// ANCHOR: grow",
            "anchor `add` is closed at line 22 and never opened",
        ),
        (COUNTER, "// ANCHOR_END: add", "//", "anchor `add` is opened at line 15 and never closed"),
        (
            COUNTER,
            "//! A counter",
            "// ANCHOR: add\n//! A counter",
            "anchor `add` is marked twice, at lines 1, 16",
        ),
        (ONE, "counter.rs:add}}\n```", "counter.rs:ad}}\n```", "no anchor `ad`; is it `add` now?"),
        (ONE, "counter.rs:add}}\n```", "counter.rs:3:9}}\n```", "`3:9` is no anchor; lines move"),
        (ONE, "counter.rs:add}}\n```", "gone.rs:add}}\n```", "cannot read crates/nap/src/gone.rs"),
        (ONE, "counter.rs:add}}\n```", "../../../../etc/passwd}}\n```", "outside the project"),
    ];
    for (file, from, to, message) in cases {
        let book = Book::sound();
        book.edit(file, from, to).run(&["build"]).fails_with(&["book/src/one.md:30: ", message]);
    }
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_out_of_the_project_is_refused() {
    let (book, elsewhere) = (Book::sound(), tempfile::NamedTempFile::new().expect("a file"));
    std::fs::write(elsewhere.path(), "fn secret() {}\n").expect("its text");
    std::os::unix::fs::symlink(elsewhere.path(), book.path("crates/nap/src/out.rs"))
        .expect("a link");
    book.edit(ONE, "counter.rs:add}}\n```", "out.rs}}\n```");
    book.run(&["build"]).fails_with(&["book/src/one.md:30: ", "outside the project"]);
}

#[test]
fn an_empty_anchor_is_refused() {
    let book = Book::sound();
    let text = book.read(COUNTER);
    let (before, rest) = text.split_once("/// The most naps.").expect("the anchor's first line");
    let (_, after) = rest.split_once("// ANCHOR_END: max").expect("its end");
    book.write(COUNTER, &format!("{before}// ANCHOR_END: max{after}"));
    book.run(&["build"]).fails_with(&["book/src/one.md:36: ", "anchor `max` at line 3 is empty"]);
}

#[test]
fn all_faults_are_told_at_once_and_nothing_is_written() {
    let book = Book::sound();
    book.edit(ONE, "counter.rs:max", "counter.rs:maximum").edit(
        "book/src/two.md",
        "{{#include ../shown/output.snap}}",
        "{{#include ../shown/nothing.snap}}",
    );
    let run = book.run(&["build"]);
    run.fails_with(&["book/src/one.md:36: ", "no anchor `maximum`"]);
    run.fails_with(&["book/src/two.md:23: ", "cannot read book/shown/nothing.snap"]);
    run.fails_with(&["error: 2 faults"]);
    assert!(!book.path("target/book").exists());
}

#[test]
fn directives_in_the_wrong_place_are_refused() {
    let cases = [
        ("{{#includ x.rs}}", "no directive {{#includ}}"),
        ("see {{#include ../shown/output.snap}}", "{{#include}} wants a line of its own"),
        ("{{#include ../shown/output.snap", "a directive that no }} closes"),
        ("{{#rustdoc_include ../shown/output.snap}}", "is not used in this book"),
        ("{{#include ../../crates/nap/src/counter.rs:add}}", "source stands in a code block"),
        ("{{#lanes ../shown/output.snap}}", "a lane table starts with its head"),
        ("```text\n{{#source ../../crates/nap/src/counter.rs}}\n```", "{{#source}} makes a link"),
        ("```rust,ignore\nfn main() {}\n```", "`ignore` is for fragments"),
        ("```text\nopen", "the code block is never closed"),
    ];
    for (text, message) in cases {
        let book = Book::sound();
        let page = book.read("book/src/anchors.md");
        book.write("book/src/anchors.md", &format!("{page}\n{text}\n"));
        book.run(&["build"]).fails_with(&["book/src/anchors.md:", message]);
    }
}

#[test]
fn front_matter_is_wanted_and_must_be_right() {
    let page = "book/src/two.md";
    let book = Book::sound();
    book.edit(page, "prerequisites: [one.md]", "prerequisites: [three.md]");
    book.run(&["build"]).fails_with(&["book/src/two.md:4: ", "three.md is no page of the book"]);
    let book = Book::sound();
    book.edit(page, "minutes: 7", "minutes: many");
    book.run(&["build"]).fails_with(&["book/src/two.md:3: ", "`minutes` wants a whole number"]);
    let book = Book::sound();
    book.write(page, "# Two\n")
        .run(&["build"])
        .fails_with(&["book/src/two.md:1: ", "no front matter"]);
}

#[test]
fn the_protocol_gives_the_same_book_as_the_process() {
    let book = Book::sound();
    let driver = MDBook::load(book.root()).expect("the fixture loads");
    let context = PreprocessorContext::new(book.root(), driver.config.clone(), "html".to_owned());
    let here = Winks.run(&context, driver.book.clone()).expect("the fixture is sound");
    let mut child = book
        .command(&["preprocess"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let input = serde_json::to_vec(&(&context, &driver.book)).expect("the book as JSON");
    child.stdin.take().expect("its input").write_all(&input).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let there: mdbook_preprocessor::book::Book =
        serde_json::from_slice(&output.stdout).expect("the book as JSON");
    assert_eq!(there, here);
    assert_ne!(there, driver.book);
}

#[test]
fn a_site_built_through_the_protocol_is_the_same_to_the_byte() {
    let book = Book::sound();
    book.run(&["build"]).succeeds();
    let ours = tree(&book.path("target/book"));
    let command = format!("{} preprocess", env!("CARGO_BIN_EXE_winks-book"));
    let toml = book.read("book.toml");
    let stock = "cargo run --quiet --package winks-book -- preprocess";
    book.write("book.toml", &toml.replace(stock, &command).replace("target/book", "target/stock"));
    // As a stock mdbook does it: nothing of ours in its process.
    MDBook::load(book.root()).and_then(|driver| driver.build()).expect("a stock build");
    let theirs = tree(&book.path("target/stock"));
    let names = |tree: &[(std::path::PathBuf, Vec<u8>)]| {
        tree.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&ours), names(&theirs));
    assert!(ours == theirs, "a file differs");
    let text = ours.iter().filter_map(|(_, bytes)| std::str::from_utf8(bytes).ok());
    assert!(!text.clone().any(|text| text.contains("__winks")), "the reload script is in the site");
}

#[test]
fn renderers_are_answered() {
    let book = Book::sound();
    book.run(&["preprocess", "supports", "html"]).succeeds();
    assert_eq!(book.run(&["preprocess", "supports", "latex"]).code, Some(1));
}

#[test]
fn a_book_that_would_let_mdbook_see_the_includes_first_is_refused() {
    let book = Book::sound();
    book.edit("book.toml", "before = [\"links\"]\n", "");
    book.run(&["build"]).fails_with(&["before = [\"links\"]"]);
}
