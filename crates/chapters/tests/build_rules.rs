//! The rules of the build script, each with a page that breaks it.
//!
//! The modules of the script are included here as they are; a page is a text, its includes lie in a
//! folder of this test.

#[path = "../build/expand.rs"]
mod expand;
#[path = "../build/kind.rs"]
#[allow(dead_code, reason = "what rustdoc is told is for the writer, which is not under test")]
mod kind;
#[path = "../build/scan.rs"]
mod scan;
#[path = "../../book/src/text/mod.rs"]
#[allow(dead_code, unreachable_pub, reason = "the rules serve the preprocessor as well")]
mod text;

use std::fs;
use std::path::PathBuf;

use kind::Kind;
use scan::{Block, Fault};

const SOURCE: &str = "\
// ANCHOR: whole
fn whole() {}
// ANCHOR_END: whole
// ANCHOR: twice
fn first() {}
// ANCHOR_END: twice
// ANCHOR: twice
fn second() {}
// ANCHOR_END: twice
// ANCHOR: open
fn open() {}
";

/// A folder with `source.rs` in it, one for each test.
fn folder(test: &str) -> PathBuf {
    let dir = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("build_rules").join(test);
    fs::create_dir_all(&dir).expect("a folder for the test");
    fs::write(dir.join("source.rs"), SOURCE).expect("a source for the test");
    dir
}

/// The blocks of a page, expanded, and all its faults.
fn read(test: &str, page: &str) -> (Vec<Block>, Vec<Fault>) {
    let dir = folder(test);
    let (mut blocks, mut faults) = scan::blocks(page);
    for block in &mut blocks {
        if let Err(mut bad) = expand::expand(block, &dir) {
            faults.append(&mut bad);
        }
    }
    (blocks, faults)
}

/// The only fault of a page.
fn fault(test: &str, page: &str) -> (usize, String) {
    let (_, faults) = read(test, page);
    assert_eq!(faults.len(), 1, "{faults:?}");
    (faults[0].line, faults[0].what.clone())
}

#[test]
fn blocks_have_kind_line_heading_and_body() {
    let page = "\
---
kind: chapter
---
# The JEC

```rust
# use std::mem;
assert!(true);
```

## Two *sleepers*

> ```rust,no_run
> loop {}
> ```

```rust,ignore
{{#include source.rs:whole}}
```

- item

  ```rust,should_panic
  panic!();
  ```

```text
not Rust
```
";
    let (blocks, faults) = read("kinds", page);
    assert!(faults.is_empty(), "{faults:?}");
    let got: Vec<_> =
        blocks.iter().map(|b| (b.line, b.kind, b.heading.as_str(), b.body.as_str())).collect();
    assert_eq!(
        got,
        [
            (6, Kind::Run, "The JEC", "# use std::mem;\nassert!(true);\n"),
            (13, Kind::NoRun, "Two sleepers", "loop {}\n"),
            (17, Kind::Fragment, "Two sleepers", "fn whole() {}\n"),
            (23, Kind::ShouldPanic, "Two sleepers", "panic!();\n"),
        ]
    );
}

#[test]
fn a_fence_names_its_language() {
    let (line, what) = fault("unlabelled", "text\n\n```\nlet x = 1;\n```\n");
    assert_eq!(line, 3);
    assert!(what.contains("without a language"), "{what}");
}

#[test]
fn an_indented_block_is_refused() {
    let (line, what) = fault("indented", "text\n\n    let x = 1;\n\ntext\n");
    assert_eq!(line, 3);
    assert!(what.contains("indented"), "{what}");
}

#[test]
fn html_does_not_swallow_a_fence() {
    let page = "<details>\n```rust\nassert!(true);\n```\n</details>\n";
    let (_, faults) = read("swallowed", page);
    assert_eq!(faults[0].line, 2, "{faults:?}");
    assert!(faults[0].what.contains("blank line"), "{faults:?}");
}

#[test]
fn a_fence_is_closed() {
    let (line, what) = fault("unclosed_fence", "```rust\nassert!(true);\n");
    assert_eq!(line, 1);
    assert!(what.contains("never closed"), "{what}");
}

#[test]
fn only_one_include_is_ignored() {
    for body in ["let x = 1;", "{{#include source.rs:whole}}\nlet x = 1;", ""] {
        let (line, what) = fault("ignored", &format!("\n```rust,ignore\n{body}\n```\n"));
        assert_eq!(line, 2, "{body}");
        assert!(what.contains("not one include"), "{what}");
    }
}

#[test]
fn words_that_the_book_does_not_know_are_refused() {
    for (info, why) in [
        ("rust,compile_fail,E0382", "tests/ui"),
        ("rust,editable", "the book knows"),
        ("rust,ignore,no_run", "one at a time"),
        ("ignore", "write `rust,ignore`"),
        ("text,rust", "write `rust,rust`"),
        ("edition2021", "write `rust,edition2021`"),
    ] {
        let (line, what) = fault("words", &format!("```{info}\nx\n```\n"));
        assert_eq!(line, 1);
        assert!(what.contains(why), "{info}: {what}");
    }
}

#[test]
fn includes_are_sound_and_faults_have_the_line_of_the_page() {
    for (include, why) in [
        ("nowhere.rs:whole", "cannot include nowhere.rs"),
        ("source.rs:nothing", "no anchor `nothing`"),
        ("source.rs:twice", "`twice`"),
        ("source.rs:open", "never closed"),
        ("source.rs:3", "lines move"),
    ] {
        let page = format!("# T\n\n```rust\nfn main() {{}}\n{{{{#include {include}}}}}\n```\n");
        let (line, what) = fault("includes", &page);
        assert_eq!(line, 5, "{include}");
        assert!(what.contains(why), "{include}: {what}");
    }
}

#[test]
fn other_directives_are_refused_in_rust() {
    for line in ["{{#rustdoc_include source.rs:whole}}", "x {{#include source.rs:whole}}", "{{#x"] {
        let (at, what) = fault("directives", &format!("```rust\n{line}\n```\n"));
        assert_eq!(at, 2, "{line}");
        assert!(what.contains("only directive"), "{what}");
    }
}
