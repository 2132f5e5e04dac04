//! One thread to 255, and much work at once.

use super::tools::{Tally, pool_of, shrunk, watched};
use std::sync::atomic::{AtomicUsize, Ordering};
use subject::{ThreadPool, ThreadPoolBuilder, join};

#[test]
fn pools_of_one_to_255_threads_work_and_end() {
    watched(|| {
        // All small sizes, and those around a power of two.
        let large: &[usize] =
            if cfg!(miri) { &[] } else { &[31, 32, 33, 63, 64, 65, 127, 128, 129, 254, 255] };
        for threads in (1..=16).chain(large.iter().copied()) {
            let left = Tally::default();
            let counts = left.clone();
            let pool = ThreadPoolBuilder::new()
                .num_threads(threads)
                .stack_size(256 << 10)
                .exit_handler(move |_| counts.add())
                .build()
                .expect("a pool");
            assert_eq!(pool.current_num_threads(), threads);
            let indices = pool.broadcast(|context| context.index());
            assert_eq!(indices, (0..threads).collect::<Vec<_>>());
            assert_eq!(pool.join(|| 1, || 2), (1, 2));
            drop(pool);
            left.wait_for(threads);
        }
    });
}

/// A tree of joins whose shape depends on the place, so that halves differ.
fn uneven(seed: u64, size: u64) -> u64 {
    if size <= 1 {
        return std::hint::black_box(size);
    }
    let left = 1 + seed % (size - 1);
    let seed = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(17);
    let (a, b) = join(|| uneven(seed, left), || uneven(!seed, size - left));
    a + b
}

#[test]
fn uneven_trees_of_joins_add_up_on_any_number_of_threads() {
    watched(|| {
        const SIZE: u64 = shrunk(3_000) as u64;
        for threads in [1, 2, 3, 8, 64] {
            let pool = pool_of(threads);
            for seed in 0..5 {
                assert_eq!(pool.install(|| uneven(seed * 7919, SIZE)), SIZE);
            }
        }
    });
}

#[test]
fn joins_scopes_spawns_and_broadcasts_mix_from_many_threads() {
    fn mix(pool: &ThreadPool, count: &AtomicUsize, spawned: &Tally) {
        let add = || {
            count.fetch_add(1, Ordering::Relaxed);
        };
        pool.join(add, add);
        pool.scope(|s| (0..4).for_each(|_| s.spawn(|s| s.spawn(|_| add()))));
        pool.scope_fifo(|s| (0..4).for_each(|_| s.spawn_fifo(|_| add())));
        pool.in_place_scope(|s| s.spawn_broadcast(|_, _| add()));
        pool.broadcast(|_| add());
        let spawned = spawned.clone();
        pool.spawn(move || spawned.add());
    }
    watched(|| {
        const ROUNDS: usize = shrunk(100);
        let pool = pool_of(4);
        let (count, spawned) = (AtomicUsize::new(0), Tally::default());
        std::thread::scope(|threads| {
            for _ in 0..3 {
                threads.spawn(|| (0..ROUNDS).for_each(|_| mix(&pool, &count, &spawned)));
            }
            pool.install(|| (0..ROUNDS).for_each(|_| mix(&pool, &count, &spawned)));
        });
        spawned.wait_for(4 * ROUNDS);
        assert_eq!(count.into_inner(), 4 * ROUNDS * (2 + 4 + 4 + 4 + 4));
    });
}

#[test]
fn pools_in_a_ring_install_into_each_other() {
    watched(|| {
        let pools = [pool_of(1), pool_of(2), pool_of(1)];
        fn around(pools: &[ThreadPool; 3], at: usize, left: usize) -> usize {
            if left == 0 {
                return 0;
            }
            pools[at].install(|| {
                let (a, b) =
                    join(|| around(pools, (at + 1) % 3, left - 1), || around(pools, at, left / 2));
                a + b + 1
            })
        }
        let alone = around(&pools, 0, 8);
        std::thread::scope(|threads| {
            for start in [0, 1, 2, 0] {
                let pools = &pools;
                threads.spawn(move || assert_eq!(around(pools, start, 8), alone));
            }
        });
    });
}
