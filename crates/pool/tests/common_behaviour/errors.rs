//! What the error of a build says, and what it lets through.

use super::tools::watched;
use std::error::Error;
use std::io;
use subject::{ThreadPoolBuildError, ThreadPoolBuilder};

fn refused_thread(error: fn() -> io::Error) -> ThreadPoolBuildError {
    let builder = ThreadPoolBuilder::new().num_threads(1).spawn_handler(|_| Err(error()));
    builder.build().map(drop).expect_err("no thread, no pool")
}

#[test]
fn an_io_error_is_shown_as_it_is_and_is_the_source() {
    let error = refused_thread(|| io::Error::new(io::ErrorKind::OutOfMemory, "out of threads"));
    assert_eq!(error.to_string(), "out of threads");
    let source = error.source().and_then(|source| source.downcast_ref::<io::Error>());
    assert_eq!(source.map(io::Error::kind), Some(io::ErrorKind::OutOfMemory));
}

#[test]
fn the_debug_text_tells_the_io_error() {
    let text = format!("{:?}", refused_thread(|| io::Error::other("seen in debug")));
    assert!(text.starts_with("ThreadPoolBuildError {"), "{text}");
    assert!(text.contains("seen in debug"), "{text}");
}

#[test]
fn the_other_kinds_have_no_source() {
    watched(|| {
        let build = || ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        let _pool = build().expect("the first");
        let error = build().map(drop).expect_err("the second");
        assert_eq!(error.to_string(), "The current thread is already part of another thread pool.");
        assert!(error.source().is_none());
    });
}

#[test]
fn the_error_fits_into_a_box_and_crosses_threads() {
    let error: Box<dyn Error + Send + Sync> = refused_thread(|| io::Error::other("boxed")).into();
    let text = std::thread::spawn(move || error.to_string()).join().unwrap();
    assert_eq!(text, "boxed");
}
