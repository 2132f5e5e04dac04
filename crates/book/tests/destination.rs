//! Which folders a build may empty: never one with anything of the book in it.

mod common;

use common::{Book, tree};
use std::fs;

/// Runs a build that must be refused, and proves that it has touched nothing.
#[track_caller]
fn refused(book: &Book, args: &[&str], message: &str) {
    let before = tree(&book.root());
    let run = book.run(args);
    run.fails_with(&[message]);
    assert_eq!(tree(&book.root()), before, "{args:?} has changed something");
}

#[test]
fn no_build_empties_the_book() {
    for dest in ["book", "book/", "./book/src", "book/new", "book/theme", "book/../book/shown"] {
        refused(&Book::sound(), &["build", "--dest", dest], "belongs to the project");
    }
}

#[test]
fn no_build_empties_the_sources_or_the_project() {
    let book = Book::sound();
    fs::create_dir(book.path(".git")).expect("a folder");
    for dest in ["crates", "crates/nap", "exercises/new", ".git/site"] {
        refused(&book, &["build", "--dest", dest], "belongs to the project");
    }
    for dest in [".", "..", "/", "target/.."] {
        refused(&book, &["build", "--dest", dest], "holds the project itself");
    }
}

#[test]
fn no_setting_makes_a_build_empty_the_book() {
    for dir in ["book", "book/src", "."] {
        let book = Book::sound();
        book.edit("book.toml", "build-dir = \"target/book\"", &format!("build-dir = \"{dir}\""));
        let message =
            if dir == "." { "holds the project itself" } else { "belongs to the project" };
        refused(&book, &["build"], message);
        refused(&book, &["check"], message);
    }
}

#[test]
fn a_stock_mdbook_is_stopped_as_well() {
    let book = Book::sound();
    let command = format!("{} preprocess", env!("CARGO_BIN_EXE_winks-book"));
    let toml = book.read("book.toml");
    let stock = "cargo run --quiet --package winks-book -- preprocess";
    // mdBook's own default, which is where this book lives.
    book.write("book.toml", &toml.replace(stock, &command).replace("target/book", "book"));
    let before = tree(&book.root());
    let driver = mdbook_driver::MDBook::load(book.root()).expect("the fixture loads");
    driver.build().expect_err("the preprocessor refuses");
    assert_eq!(tree(&book.root()), before);
}

#[test]
fn a_foreign_folder_keeps_what_it_has() {
    let book = Book::sound();
    book.write("letters/to-mother.txt", "dear");
    refused(&book, &["build", "--dest", "letters"], "neither empty nor a site");
    refused(&book, &["build", "--dest", "letters/to-mother.txt"], "is a file");
}

#[test]
fn a_new_an_empty_and_a_built_folder_are_taken() {
    let book = Book::sound();
    fs::create_dir(book.path("empty")).expect("a folder");
    for dest in ["new/site", "empty"] {
        book.run(&["build", "--dest", dest]).succeeds();
        book.write(&format!("{dest}/left-over.html"), "old");
        book.run(&["build", "--dest", dest]).succeeds();
        assert!(book.path(dest).join("index.html").is_file());
        assert!(!book.path(dest).join("left-over.html").exists(), "a build starts afresh");
    }
}

#[test]
fn outside_a_project_the_way_in_is_told() {
    let book = Book::sound();
    let mut command = book.command(&["build"]);
    let elsewhere = tempfile::tempdir().expect("a folder");
    let output = command.current_dir(elsewhere.path()).output().expect("the command runs");
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("run `cargo book` inside the project"), "{error}");
}

#[test]
fn a_folder_inside_the_project_is_inside() {
    let book = Book::sound();
    let mut command = book.command(&["build", "--dest", "../../out"]);
    let output = command.current_dir(book.path("crates/nap")).output().expect("the command runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(book.path("out/index.html").is_file(), "--dest starts where the reader is");
}
