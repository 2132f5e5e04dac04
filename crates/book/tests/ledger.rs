//! The ledger: its page, and each fault that the check refuses.

mod common;

use common::Book;

const LEDGER: &str = "book/ledger.toml";
const MANIFEST: &str = "crates/nap/Cargo.toml";
/// In two pieces, or the book around this test would ask its own ledger for it.
const ID: &str = concat!("INV-", "NAP-1");

/// Another invariant of the fixture's family, which no ledger knows.
fn unknown() -> String {
    ID.replace('1', "2")
}

#[track_caller]
fn reports(book: &Book, parts: &[&str]) {
    book.run(&["check"]).fails_with(parts);
}

#[test]
fn the_page_is_a_table_with_links() {
    let book = Book::sound();
    book.run(&["build"]).succeeds();
    let page = book.read("target/book/ledger.html");
    for part in [
        format!("<b id=\"{ID}\">{ID}</b> nobody naps more than <code>MAX</code> times"),
        "<a href=\"source/crates/nap/src/counter.rs.html#L4\">crates/<wbr>nap/<wbr>src/<wbr>counter.rs lines 4–7</a>"
            .to_owned(),
        "<code>three_<wbr>naps_<wbr>are_<wbr>enough</code> in crates/<wbr>nap/<wbr>tests/<wbr>count.rs".to_owned(),
        "<em>argued:</em> a | b, and that <em>no</em> counter is reset.".to_owned(),
        "<code>broken_<wbr>max</code>".to_owned(),
        "<a href=\"one.html\">1. One nap</a>".to_owned(),
        "<a href=\"exercises/break.html\">2.1. Break a nap</a>".to_owned(),
    ] {
        assert!(page.contains(&part), "no {part} in\n{page}");
    }
    let source = book.read("target/book/source/crates/nap/src/counter.rs.html");
    assert!(
        source.contains("named in <a href=\"../../../../ledger.html\">The ledger</a>"),
        "{source}"
    );
}

#[test]
fn an_empty_column() {
    let columns = [
        ("id", 4),
        ("sentence", 5),
        ("source", 6),
        ("anchor", 7),
        ("breakages", 10),
        ("chapter", 11),
        ("exercise", 12),
    ];
    for (column, line) in columns {
        let book = Book::sound();
        let text = book.read(LEDGER);
        let full = text.lines().find(|l| l.starts_with(&format!("{column} = "))).expect(column);
        let empty = if column == "breakages" { "[]" } else { "\"\"" };
        let message = format!("`{column}` is empty");
        book.edit(LEDGER, full, &format!("{column} = {empty}"));
        reports(&book, &[&format!("{LEDGER}:{line}: "), &message]);
        // Left out altogether, it is missed at the head of its entry.
        book.write(LEDGER, &text.replace(full, ""));
        reports(&book, &[&format!("{LEDGER}:3: "), &message]);
    }
}

#[test]
fn an_argument_may_stand_in_for_tests_but_not_nothing() {
    let book = Book::sound();
    book.edit(LEDGER, "tests = [\"crates/nap/tests/count.rs::three_naps_are_enough\"]\n", "");
    book.run(&["check"]).succeeds();
    book.edit(LEDGER, "argued = \"a | b, and that *no* counter is reset.\"\n", "");
    reports(&book, &[LEDGER, ID, "`tests` is empty; name tests, or say in `argued`"]);
}

#[test]
fn a_dead_file_or_anchor() {
    let book = Book::sound();
    book.edit(LEDGER, "anchor = \"max\"", "anchor = \"mac\"");
    reports(&book, &["book/ledger.toml:7: ", ID, "no anchor `mac`; is it `max` now?"]);
    let book = Book::sound();
    book.edit(LEDGER, "counter.rs\"", "meter.rs\"");
    reports(&book, &["book/ledger.toml:", ID, "cannot read crates/nap/src/meter.rs"]);
}

#[test]
fn a_dead_test() {
    let cases = [
        ("::three_naps_are_enough", "::four_naps", "count.rs has no test `four_naps`"),
        ("::three_naps_are_enough", "::no_test", "count.rs has no test `no_test`"),
        ("count.rs::", "gone.rs::", "cannot read crates/nap/tests/gone.rs"),
        ("count.rs::", "count.rs ", "is no test: write FILE::NAME"),
    ];
    for (from, to, message) in cases {
        let book = Book::sound();
        book.edit(LEDGER, from, to);
        reports(&book, &["book/ledger.toml:8: ", ID, message]);
    }
}

#[test]
fn a_dead_chapter_or_exercise() {
    let cases = [
        ("\"one.md\"", "\"three.md\"", ":11: ", "three.md is no page of the book"),
        ("\"one.md\"", "\"anchors.md\"", ":11: ", "anchors.md is a page, and no chapter"),
        ("exercises/break.md", "exercises/mend.md", ":12: ", "exercises/mend.md is no page"),
        ("exercises/break.md", "none: ", ":12: ", "no exercise, and no reason either"),
    ];
    for (from, to, line, message) in cases {
        let book = Book::sound();
        book.edit(LEDGER, from, to);
        reports(&book, &[LEDGER, line, ID, message]);
    }
    let book = Book::sound();
    book.edit(LEDGER, "exercises/break.md", "none: a nap can't be broken");
    book.run(&["check"]).succeeds();
}

#[test]
fn a_breakage_without_an_entry_and_one_without_a_feature() {
    let book = Book::sound();
    book.edit(MANIFEST, "broken_max = []", "broken_max = []\nbroken_min = [\"broken_max\"]");
    reports(&book, &["crates/nap/Cargo.toml:7: ", "no entry", "names the breakage `broken_min`"]);
    let book = Book::sound();
    book.edit(MANIFEST, "broken_max = []\n", "");
    reports(&book, &["book/ledger.toml:10: ", ID, "no Cargo.toml has a feature `broken_max`"]);
}

#[test]
fn an_id_that_the_ledger_does_not_know() {
    let message = format!("knows no invariant {}", unknown());
    let book = Book::sound();
    book.edit("book/src/ledger.md", "What holds:", &format!("What holds: {}.", unknown()));
    reports(&book, &["book/src/ledger.md:7: ", &message]);
    let book = Book::sound();
    book.edit("crates/nap/tests/count.rs", "fn no_test", &format!("// {}\nfn no_test", unknown()));
    reports(&book, &["crates/nap/tests/count.rs:6: ", &message]);
    // Its family is known.
    let book = Book::sound();
    book.edit("book/src/ledger.md", "What holds:", &format!("{}: ", &ID[..ID.len() - 2]));
    book.run(&["check"]).succeeds();
}

#[test]
fn an_id_that_is_none_or_doubled_or_that_no_source_names() {
    let book = Book::sound();
    book.edit(LEDGER, ID, &format!("{ID} or so"));
    reports(&book, &["book/ledger.toml:4: ", "an id is INV- with capitals"]);
    let book = Book::sound();
    let entry = book.read(LEDGER);
    book.write(LEDGER, &format!("{entry}{}", entry.replace("# One invariant.", "")));
    reports(&book, &["book/ledger.toml:16: ", "line 3 has the same id"]);
    let book = Book::sound();
    book.edit("crates/nap/src/counter.rs", ID, "a promise");
    reports(&book, &["book/ledger.toml:4: ", ID, "no source names it"]);
}

#[test]
fn a_source_that_says_it_otherwise() {
    let book = Book::sound();
    let table = |sentence: &str| format!("//! | {ID} | {sentence} |\n");
    book.write("crates/nap/src/lib.rs", &table("nobody naps more than `MAX` times"));
    book.run(&["check"]).succeeds();
    book.write("crates/nap/src/lib.rs", &table("naps are few"));
    reports(&book, &["crates/nap/src/lib.rs:1: ", "is told otherwise at book/ledger.toml:3"]);
}

#[test]
fn a_ledger_that_no_page_shows_or_nobody_can_read() {
    let book = Book::sound();
    book.edit("book/src/ledger.md", "{{#ledger}}", "");
    reports(&book, &["book/ledger.toml: ", "no page shows the ledger"]);
    let book = Book::sound();
    book.edit(LEDGER, "chapter =", "chapters =");
    reports(&book, &["book/ledger.toml:11: ", "unknown field `chapters`"]);
    let book = Book::sound();
    std::fs::remove_file(book.path(LEDGER)).expect("the ledger");
    reports(&book, &["book/ledger.toml: ", "cannot read the ledger"]);
}
