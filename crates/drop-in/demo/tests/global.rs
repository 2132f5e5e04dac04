//! The global pool, built by hand: one test in a process of its own, because there is one pool.

use drop_in_demo::{numbers, watched};
use rayon::prelude::*;

#[test]
fn the_global_pool_is_built_once() {
    watched(|| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(3)
            .thread_name(|index| format!("global-{index}"))
            .build_global()
            .expect("the first one");

        assert_eq!(rayon::current_num_threads(), 3);
        assert_eq!(rayon::current_thread_index(), None, "this thread only waits");
        let mut sorted = numbers(100_000);
        sorted.par_sort_unstable();
        assert!(sorted.is_sorted());
        let names = rayon::broadcast(|_| std::thread::current().name().map(str::to_owned));
        assert_eq!(names, [0, 1, 2].map(|index| Some(format!("global-{index}"))).to_vec());

        let again = rayon::ThreadPoolBuilder::new().num_threads(2).build_global();
        let error = again.expect_err("there is one already");
        assert_eq!(error.to_string(), "The global thread pool has already been initialized.");
        assert_eq!(rayon::current_num_threads(), 3, "the first one stays");
    });
}
