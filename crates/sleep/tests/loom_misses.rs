//! An order that loom does not try, and how to make it try it.
//!
//! loom decides by the accesses that it has seen where another thread could have come between, and
//! a thread's own load hides another thread's earlier access from its next exchange.
//! A load followed by a compare-exchange is just the shape in which posts, announcements and
//! registrations change the word of this crate (tokio-rs/loom, issues 166 and 392).
//!
//! If this test fails after an update of loom, the hole is closed: tell so in
//! `book/src/handshake.md`.

use loom::sync::Mutex;
use loom::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::collections::BTreeSet;
use std::sync::Arc;

/// How the word is read.
type Read = fn(&AtomicUsize) -> usize;

/// What a worker may find: a job in the queue or none, and the word before the post or after.
// ANCHOR: two-threads
fn outcomes(read: Read) -> BTreeSet<(usize, usize)> {
    let found = Arc::new(std::sync::Mutex::new(BTreeSet::new()));
    let all = found.clone();
    loom::model(move || {
        let shared = Arc::new((Mutex::new(0), AtomicUsize::new(0)));
        let theirs = shared.clone();
        let worker = loom::thread::spawn(move || {
            let looked = *theirs.0.lock().unwrap();
            (looked, read(&theirs.1))
        });
        let (queue, word) = &*shared;
        *queue.lock().unwrap() = 1;
        let seen = read(word);
        let _ = word.compare_exchange(seen, seen + 1, SeqCst, SeqCst);
        all.lock().unwrap().insert(worker.join().unwrap());
    });
    found.lock().unwrap().clone()
}
// ANCHOR_END: two-threads

#[test]
fn a_load_before_an_exchange_hides_an_order() {
    let stock = outcomes(|word| word.load(SeqCst));
    assert_eq!(stock, BTreeSet::from([(0, 0), (1, 0), (1, 1)]));
}

#[test]
fn a_read_that_writes_hides_none() {
    let all = outcomes(|word| word.fetch_add(0, SeqCst));
    assert_eq!(all, BTreeSet::from([(0, 0), (0, 1), (1, 0), (1, 1)]));
}
