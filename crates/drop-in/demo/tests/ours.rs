//! The pool beneath rayon is ours, and there is no other: seen by the compiler and in the lock file.

use drop_in_demo::watched;
use rayon::prelude::*;
use std::any::TypeId;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a lock file says about one package.
#[derive(Debug)]
struct Locked {
    name: String,
    version: String,
    /// Where a package comes from; a path has no such line.
    source: Option<String>,
}

/// All packages of a lock file. Panics if it lists a patch that nobody uses.
fn locked(lock: &str) -> Vec<Locked> {
    assert!(!lock.contains("[[patch.unused]]"), "a patch is ignored: its version is too low");
    let value = |block: &str, key: &str| {
        let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "))?;
        Some(line.trim_matches('"').to_string())
    };
    let package = |block: &str| Locked {
        name: value(block, "name").expect("a name"),
        version: value(block, "version").expect("a version"),
        source: value(block, "source"),
    };
    lock.split("[[package]]").skip(1).map(package).collect()
}

#[test]
fn the_lock_file_holds_one_rayon_core() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.lock");
    let packages = locked(&std::fs::read_to_string(path).expect("the lock file of the workspace"));

    let cores: Vec<_> = packages.iter().filter(|package| package.name == "rayon-core").collect();
    let [core] = cores[..] else { panic!("one rayon-core, not {cores:?}") };
    assert_eq!(core.source, None, "rayon-core comes from elsewhere");
    let numbers: Vec<u32> = core.version.split('.').map(|part| part.parse().unwrap()).collect();
    assert!(numbers >= vec![1, 13, 0], "rayon ignores a rayon-core {}", core.version);
    assert!(numbers < vec![2], "rayon ignores a rayon-core {}", core.version);

    let rayon = packages.iter().find(|package| package.name == "rayon").expect("rayon");
    assert!(rayon.source.is_some(), "rayon is the published one");
}

#[test]
fn rayon_names_our_types() {
    assert_eq!(TypeId::of::<rayon::ThreadPool>(), TypeId::of::<winks_pool::ThreadPool>());
    assert_eq!(TypeId::of::<rayon::FnContext>(), TypeId::of::<winks_pool::FnContext>());
    assert_eq!(TypeId::of::<rayon::Yield>(), TypeId::of::<rayon_core::Yield>());
}

#[test]
fn rayon_has_what_only_our_pool_has() {
    // Over another pool neither method would compile.
    watched(|| {
        let left = Arc::new(AtomicUsize::new(0));
        let count = Arc::clone(&left);
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(2)
            .exit_handler(move |_| {
                count.fetch_add(1, Ordering::Relaxed);
            })
            .build()
            .expect("a pool that counts who leaves");
        assert_eq!(pool.install(|| (0..1_000).into_par_iter().sum::<u32>()), 499_500);
        assert_eq!(pool.stats().num_threads, 2);
        pool.shutdown();
        assert_eq!(left.load(Ordering::Relaxed), 2, "shutdown waits for the threads");
    });
}
