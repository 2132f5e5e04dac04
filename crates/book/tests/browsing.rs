//! `cargo book check --browser`, where there is a browser: without one, only its message is tested.

mod common;

use common::{Book, Run};

const LAST: &str = "Then read [the summary](../two.md#summary) again.";

/// Checks a book in a browser; `None`, with a note, on a machine that has none.
fn browse(book: &Book) -> Option<Run> {
    let run = book.run(&["check", "--browser"]);
    if run.err.contains("--browser needs Chromium") {
        assert!(run.err.contains("apt-get install chromium"), "{}", run.err);
        eprintln!("no Chromium here: {}", run.err);
        return None;
    }
    Some(run)
}

#[test]
fn the_sound_book_is_opened_page_by_page() {
    let Some(run) = browse(&Book::sound()) else { return };
    run.succeeds();
    for rule in ["hosts", "console", "themes", "width", "search"] {
        let line = run.out.lines().find(|line| line.starts_with(&format!("browser: {rule}")));
        let line = line.unwrap_or_else(|| panic!("no {rule} in {}", run.out));
        assert_ne!(line.split_whitespace().nth(2), Some("0"), "{line}");
    }
}

#[test]
fn what_only_a_browser_can_see_is_reported() {
    let page = "target/book/exercises/break.html";
    let cases = [
        (
            "<script>new Image().src = 'https://elsewhere.test/a.png'</script>",
            "host: https://elsewhere",
        ),
        (
            "<script>fetch('http://elsewhere.test/').catch(() => 0)</script>",
            "host: http://elsewhere",
        ),
        ("<script>console.error('a complaint')</script>", "logs an error: a complaint"),
        ("<script>nothing.at.all()</script>", "a script fails: ReferenceError"),
        ("<div style=\"width: 600px\">wide</div>", "is wider than the screen: <div> wide"),
        (
            "<script>addEventListener('DOMContentLoaded', () => \
             document.documentElement.classList.remove('navy'))</script>",
            "does not show the theme navy",
        ),
    ];
    let text: Vec<&str> = cases.iter().map(|(text, _)| *text).collect();
    let book = Book::sound();
    book.edit("book/src/exercises/break.md", LAST, &format!("{LAST}\n\n{}", text.join("\n\n")));
    // And nothing is left that a search could find.
    book.edit("book.toml", "[output.html.search.chapter.\"source\"]", "[output.html.search]");
    let Some(run) = browse(&book) else { return };
    for (_, message) in cases {
        run.fails_with(&[page, message]);
    }
    run.fails_with(&["the search finds nothing"]);
}

#[test]
fn a_named_browser_must_be_there() {
    let book = Book::sound();
    let mut command = book.command(&["check", "--browser"]);
    let output = command.env("CHROMIUM", "/nowhere/chromium").output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains("CHROMIUM names /nowhere/chromium, which is no program"), "{error}");
}

#[cfg(unix)]
#[test]
fn a_browser_that_ends_at_once_is_an_error_and_no_hang() {
    let book = Book::sound();
    let mut command = book.command(&["check", "--browser"]);
    let output = command.env("CHROMIUM", "/bin/true").output().expect("it runs");
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1));
    assert!(error.contains("/bin/true does not do as it is told"), "{error}");
}
