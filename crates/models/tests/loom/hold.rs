//! Many explorations at once, and snapshots of what they found.

use std::num::NonZero;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// `work` on each item, spread over the processors; the results in the order of the items.
pub(crate) fn on_all_processors<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
) -> Vec<R> {
    let (next, workers) = (AtomicUsize::new(0), thread::available_parallelism());
    let take_some = || {
        let mut done = Vec::new();
        while let Some((k, item)) = {
            let k = next.fetch_add(1, Ordering::Relaxed);
            items.get(k).map(|item| (k, item))
        } {
            done.push((k, work(item)));
        }
        done
    };
    let mut results = thread::scope(|scope| {
        let workers: Vec<_> =
            (0..workers.map_or(1, NonZero::get)).map(|_| scope.spawn(take_some)).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap()).collect::<Vec<_>>()
    });
    results.sort_by_key(|(k, _)| *k);
    results.into_iter().map(|(_, result)| result).collect()
}

/// Holds a text to its snapshot in this folder of the project.
pub(crate) fn hold(folder: &str, name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(root().join(folder));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

/// The folder of the project: whichever package includes this, its manifest lies somewhere below.
fn root() -> &'static Path {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().find(|folder| folder.join("book.toml").exists()).expect("the project's root")
}
