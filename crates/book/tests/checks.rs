//! Each rule of `cargo book check`: it lets the sound book pass, and reports its own fault.

mod common;

use common::Book;
use serde_json::Value;

const ONE: &str = "book/src/one.md";
const TWO: &str = "book/src/two.md";
const LAST: &str = "Then read [the summary](../two.md#summary) again.";

/// The sound book with something put at the end of its last page.
fn with(text: &str) -> Book {
    let book = Book::sound();
    book.edit("book/src/exercises/break.md", LAST, &format!("{LAST}\n\n{text}"));
    book
}

#[track_caller]
fn reports(book: &Book, parts: &[&str]) {
    book.run(&["check"]).fails_with(parts);
}

#[test]
fn the_sound_book_passes_with_figures_for_each_chapter() {
    let book = Book::sound();
    let run = book.run(&["check", "--json", "report.json"]);
    run.succeeds();
    assert!(run.out.contains("the book is sound"), "{}", run.out);
    let report: Value = serde_json::from_str(&book.read("report.json")).expect("JSON");
    let two = &report["chapters"][1];
    assert_eq!(two["file"], "book/src/two.md");
    assert_eq!(
        (&two["predictions"], &two["outputs"], &two["summary"]),
        (&2.into(), &2.into(), &1.into())
    );
    for rule in [
        "anchors",
        "figures",
        "fragments",
        "ids",
        "languages",
        "ledger",
        "lengths",
        "links",
        "snapshots",
    ] {
        assert!(report["rules"][rule]["looked_at"].as_u64() > Some(0), "{rule} looks at nothing");
    }
}

#[test]
fn findings_are_written_when_there_are_faults_too() {
    let book = with("[gone](gone.md)");
    reports(&book, &["gone"]);
    book.run(&["check", "--json", "report.json"]);
    let report: Value = serde_json::from_str(&book.read("report.json")).expect("JSON");
    assert_eq!(report["rules"]["links"]["faults"][0]["line"], 12);
}

#[test]
fn a_dead_link() {
    let book = with("See [nowhere](nowhere.md).");
    reports(&book, &["book/src/exercises/break.md:12: ", "nowhere.html leads nowhere"]);
    reports(&with("<img src=\"no.png\" alt=\"a\">"), &["break.md:12: ", "no.png leads nowhere"]);
}

#[test]
fn a_dead_fragment() {
    let book = with("See [it](../one.md#no-such-place).");
    reports(&book, &["break.md:12: ", "one.html has no id `no-such-place`"]);
    reports(&with("See [it](#nor-here)."), &["break.md:12: ", "no id `nor-here`"]);
}

#[test]
fn a_doubled_id() {
    let book = with("<span id=\"twice\"></span> and <b id=\"twice\">b</b>");
    reports(&book, &["break.md:12: ", "the id `twice` is there 2 times"]);
}

#[test]
fn an_image_without_a_text_alternative() {
    reports(&with("![](../one.html)"), &["break.md:12: ", "has no text alternative"]);
    reports(&with("<div role=\"img\">★</div>"), &["break.md:12: ", "role=img> has no aria-label"]);
}

#[test]
fn a_figure_without_a_description() {
    let cases = [
        (
            "<desc id=\"fig-nap-d\">A box with the word nap in it.</desc>\n",
            "",
            "has no <desc> with text",
        ),
        ("A nap</title>", "</title>", "has no <title> with text"),
        ("fig-nap-t fig-nap-d", "fig-nap-t", "aria-labelledby does not name its <desc>"),
        ("role=\"img\" ", "", "has no role=\"img\""),
    ];
    for (from, to, message) in cases {
        let book = Book::sound();
        book.edit("book/shown/figure.snap", from, to);
        reports(&book, &["book/src/one.md", message]);
    }
}

#[test]
fn a_fence_without_a_language() {
    reports(&with("```\ntext\n```"), &["break.md:12: ", "without a language"]);
    reports(&with("    let indented = 1;"), &["break.md:12: ", "made by indentation"]);
}

#[test]
fn a_request_to_another_host() {
    let cases = [
        "<img src=\"https://elsewhere.test/a.png\" alt=\"a\">",
        "<script src=\"//elsewhere.test/a.js\"></script>",
        "<iframe src=\"http://elsewhere.test/\"></iframe>",
        "<div style=\"background: url(https://elsewhere.test/a.png)\">a</div>",
    ];
    for text in cases {
        reports(&with(text), &["break.md:12: ", "asks another host", "elsewhere.test"]);
    }
    let book = Book::sound();
    let css = "@import 'https://elsewhere.test/font.css';\n";
    book.write("book/theme/extra.css", css);
    reports(&book, &["extra", ".css:1: ", "asks another host"]);
    // A link that the reader may follow or not is no request.
    with("[The web](https://elsewhere.test/).").run(&["check"]).succeeds();
}

#[test]
fn html_that_mdbook_has_to_mend() {
    reports(&with("<div>\n\nopen"), &["mdBook warns", "unclosed HTML tag `<div>`"]);
}

#[test]
fn an_orphan_and_a_stray_file() {
    let book = Book::sound();
    book.write("book/src/forgotten.md", "---\nkind: page\n---\n# F\n");
    reports(&book, &["book/src/forgotten.md: ", "no line of SUMMARY.md"]);
    let book = Book::sound();
    book.write("book/src/notes.txt", "n");
    reports(&book, &["book/src/notes.txt: ", "only Markdown belongs here"]);
}

#[test]
fn an_anchor_that_no_page_shows() {
    let book = Book::sound();
    book.write("crates/nap/src/more.rs", "// ANCHOR: alone\nfn a() {}\n// ANCHOR_END: alone\n");
    reports(&book, &["crates/nap/src/more.rs:1: ", "no page shows the anchor `alone`"]);
    let book = Book::sound();
    book.write("crates/nap/src/more.rs", "fn a() {}\n// ANCHOR: open\nfn b() {}\n");
    reports(&book, &["crates/nap/src/more.rs:2: ", "never closed"]);
    // In a string it is text, and a book inside the sources has readers of its own.
    let book = Book::sound();
    book.write("crates/nap/src/more.rs", "const T: &str = \"\n// ANCHOR: text\n\";\n")
        .write("crates/nap/tests/book/book.toml", "")
        .write("crates/nap/tests/book/a.rs", "// ANCHOR: theirs\n");
    book.run(&["check"]).succeeds();
}

#[test]
fn a_fragment_that_is_too_short_or_too_long() {
    let source = "crates/nap/src/counter.rs";
    let message = |lines| format!("`max` shows {lines} lines; a fragment has 4 to 18");
    let book = Book::sound();
    book.edit(source, "///\n", "");
    reports(&book, &["crates/nap/src/counter.rs:3: ", &message(3)]);
    let book = Book::sound();
    book.edit(source, "///\n", &"///\n".repeat(15));
    book.run(&["check"]).succeeds();
    book.edit(source, "///\n", "///\n///\n");
    reports(&book, &["crates/nap/src/counter.rs:3: ", &message(19)]);
}

#[test]
fn a_snapshot_that_no_page_shows_or_nobody_accepted() {
    let book = Book::sound();
    book.write("book/shown/spare.snap", "---\nsource: a\n---\nx\n");
    reports(&book, &["book/shown/spare.snap: ", "no page shows"]);
    let book = Book::sound();
    book.write("book/shown/output.snap.new", "x");
    reports(&book, &["book/shown/output.snap.new: ", "nobody has accepted"]);
}

#[test]
fn a_thin_chapter_and_a_stale_exception() {
    let book = Book::sound();
    book.edit("book.toml", "[preprocessor.winks.words.\"two.md\"]\nleast = 60\nmost = 400\nreason = \"a fixture is short\"\n", "");
    reports(&book, &["book/src/two.md: ", "words; a chapter has 1500 to 3000"]);
    let book = Book::sound();
    book.edit("book.toml", "least = 60", "least = 390");
    reports(&book, &["book/src/one.md: ", "words; its exception allows 390 to 400"]);
    let book = Book::sound();
    book.edit("book.toml", "a fixture is short", " ");
    reports(&book, &["book.toml: ", "book/src/one.md wants a reason"]);
    let book = Book::sound();
    book.edit("book.toml", "words.\"two.md\"", "words.\"three.md\"");
    reports(&book, &["book.toml: ", "three.md, which is no chapter"]);
    let book = Book::sound();
    book.edit(TWO, "Words, words", &format!("{}Words, words", "word ".repeat(1600)));
    reports(&book, &["book.toml: ", "book/src/two.md has", "needs no exception"]);
}

#[test]
fn too_few_predictions_or_one_without_an_answer() {
    let book = Book::sound();
    book.edit(TWO, "> **Predict.** And then?", "> **Then.**");
    reports(&book, &["book/src/two.md: ", "1 predictions"]);
    let book = Book::sound();
    book.edit(
        TWO,
        "> <details><summary>Answer</summary>\n>\n> Nothing.\n>\n> </details>",
        "> Nothing.",
    );
    reports(&book, &["book/src/two.md:26: ", "a prediction without"]);
}

#[test]
fn no_output_that_a_test_has_written() {
    let book = Book::sound();
    book.edit(TWO, "```text\n{{#include ../shown/output.snap}}\n```", "").edit(
        TWO,
        "{{#include ../shown/decisions.snap}}",
        "",
    );
    reports(&book, &["book/src/two.md: ", "neither a lane table nor an output"]);
}

#[test]
fn a_summary_that_is_missing_long_or_no_list() {
    let book = Book::sound();
    book.edit(ONE, "## Summary", "## The end");
    reports(&book, &["book/src/one.md:", "the last section is no `## Summary`"]);
    let book = Book::sound();
    book.edit(ONE, "- A nap is counted.\n", &"- A nap is counted.\n".repeat(10));
    reports(&book, &["book/src/one.md:", "a summary of 11 lines; at most 10"]);
    let book = Book::sound();
    book.edit(ONE, "- A nap is counted.\n- The", "The");
    reports(&book, &["book/src/one.md:", "the summary is a list"]);
}
