//! `cargo book serve` as a browser sees it. Every wait has an end: a hang is a failure.

#![cfg(unix)]

mod common;

use common::Book;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

const PATIENCE: Duration = Duration::from_secs(60);

/// A server that ends with the test.
struct Server {
    child: Child,
    lines: Receiver<String>,
    address: String,
}

impl Server {
    fn start(book: &Book) -> Self {
        let mut child = book
            .command(&["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            output.lines().map_while(Result::ok).all(|line| sender.send(line).is_ok())
        });
        let mut server = Self { child, lines, address: String::new() };
        let line = server.line("the book is at ");
        let url = line.split_whitespace().find(|word| word.starts_with("http://"));
        let address = url.expect("an address").trim_start_matches("http://");
        server.address = address.trim_end_matches('/').to_owned();
        // The first page comes when the first build is done, however that went.
        server.get("/");
        server
    }

    /// Waits for a line of the terminal.
    fn line(&self, part: &str) -> String {
        loop {
            let line = self.lines.recv_timeout(PATIENCE);
            let line = line.unwrap_or_else(|e| panic!("no line with {part:?}: {e}"));
            if line.contains(part) {
                return line;
            }
        }
    }

    /// The status and the body that a path gives.
    fn get(&self, path: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).expect("the server listens");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        let request = format!("GET {path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|n| n.parse().ok()).expect("a status");
        let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
        (status, body.unwrap_or_default())
    }

    /// What an open page is told once there is another build than the one it has.
    fn news(&self, seen: u64) -> serde_json::Value {
        let (status, body) = self.get(&format!("/__winks/wait/{seen}"));
        assert_eq!(status, 200);
        let json = body.lines().find(|line| line.starts_with('{')).unwrap_or(&body);
        serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {body}"))
    }

    fn interrupt(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args(["-INT", &id]).status().expect("kill runs");
        assert!(sent.success());
        self.line("stopped");
        self.child.wait().expect("the server ends").code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_book_is_served_on_loopback_and_nothing_else_is() {
    let book = Book::sound();
    let server = Server::start(&book);
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    let (status, page) = server.get("/");
    assert_eq!(status, 200);
    assert!(
        page.contains("A small book that is sound") && page.contains("/__winks/wait/"),
        "{page}"
    );
    assert_eq!(server.get("/one.html?search=nap").0, 200);
    assert_eq!(server.get("/nothing.html").0, 404);
    for path in ["/../book.toml", "/%2e%2e/book.toml", "/..%2fbook.toml", "//etc/passwd"] {
        let (status, body) = server.get(path);
        assert!(status >= 400 && !body.contains("Fixture\""), "{path}: {status}");
    }
    assert!(!book.path("target").exists(), "serving writes nothing into the project");
    assert_eq!(server.interrupt(), Some(0));
}

#[test]
fn a_change_reaches_the_open_page() {
    let book = Book::sound();
    let server = Server::start(&book);
    book.edit("book/src/one.md", "# One nap", "# One long nap");
    assert_eq!(server.news(1)["error"], serde_json::Value::Null);
    assert!(server.get("/one.html").1.contains("One long nap"));
    // A source that a chapter shows, and the settings.
    book.edit("crates/nap/src/counter.rs", "usize = 3", "usize = 33");
    server.news(2);
    assert!(server.get("/one.html").1.contains("usize = 33"));
    book.edit("book.toml", "title = \"Fixture\"", "title = \"Another\"");
    server.news(3);
    assert!(server.get("/one.html").1.contains("Another"));
}

#[test]
fn a_broken_chapter_is_told_and_the_last_good_site_stays() {
    let book = Book::sound();
    let server = Server::start(&book);
    book.edit("book/src/one.md", "counter.rs:max", "counter.rs:min");
    let news = server.news(1);
    let fault = "book/src/one.md:36: crates/nap/src/counter.rs: no anchor `min`";
    assert!(news["error"].as_str().is_some_and(|e| e.contains(fault)), "{news}");
    server.line(fault);
    let (status, page) = server.get("/one.html");
    assert_eq!(status, 200);
    assert!(page.contains("A thread that has nothing to do") && page.contains("no anchor `min`"));
    book.edit("book/src/one.md", "counter.rs:min", "counter.rs:max");
    assert_eq!(server.news(2)["error"], serde_json::Value::Null);
    assert!(!server.get("/one.html").1.contains("no anchor"));
}

#[test]
fn a_book_that_is_broken_from_the_start_is_served_once_it_is_mended() {
    let book = Book::sound();
    book.edit("book/src/one.md", "counter.rs:max", "counter.rs:min");
    let server = Server::start(&book);
    let (status, page) = server.get("/");
    assert_eq!(status, 503);
    assert!(page.contains("no anchor `min`"), "{page}");
    book.edit("book/src/one.md", "counter.rs:min", "counter.rs:max");
    server.news(1);
    assert_eq!(server.get("/").0, 200);
}

#[test]
fn a_taken_port_is_told_with_what_to_do() {
    let book = Book::sound();
    let server = Server::start(&book);
    let port = server.address.rsplit(':').next().expect("a port").to_owned();
    let run = book.run(&["serve", "--port", &port]);
    run.fails_with(&["port", &port, "is taken", "cargo book serve --port"]);
    assert_eq!(server.get("/").0, 200, "the first one goes on");
}
