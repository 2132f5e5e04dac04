//! Parallel iterators give what the sequential ones give, in the order that rayon promises.

use drop_in_demo::{numbers, pool_of, watched};
use rayon::prelude::*;
use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A pool's size with more workers than most machines that run this have cores.
const THREADS: usize = 5;

/// Runs the body as a job of a pool, under the watchdog.
fn in_pool<R: Send>(body: impl FnOnce() -> R + Send) -> R {
    watched(|| pool_of(THREADS).install(body))
}

#[test]
fn par_sort_agrees_with_sort() {
    let mut ours = numbers(200_000);
    let mut expected = ours.clone();
    expected.sort();
    in_pool(|| ours.par_sort());
    assert_eq!(ours, expected);
}

#[test]
fn par_sort_by_key_is_stable() {
    let few_keys = |pair: &(u64, usize)| pair.0 % 100;
    let mut ours: Vec<_> = numbers(100_000).into_iter().zip(0..).collect();
    let mut expected = ours.clone();
    expected.sort_by_key(few_keys);
    in_pool(|| ours.par_sort_by_key(few_keys));
    assert_eq!(ours, expected);
}

#[test]
fn par_sort_unstable_by_key_agrees_with_std() {
    // The keys differ in pairs, so that even an unstable sort has one right answer.
    let key = |pair: &(u64, usize)| (pair.0 % 1_000, std::cmp::Reverse(pair.1));
    let mut ours: Vec<_> = numbers(200_000).into_iter().zip(0..).collect();
    let mut expected = ours.clone();
    expected.sort_unstable_by_key(key);
    in_pool(|| ours.par_sort_unstable_by_key(key));
    assert_eq!(ours, expected);
}

#[test]
fn map_and_reduce() {
    let input = numbers(100_000);
    let square = |n: &u64| n.wrapping_mul(*n);
    let expected = input.iter().map(square).fold(0, u64::wrapping_add);
    let sum = in_pool(|| input.par_iter().map(square).reduce(|| 0, u64::wrapping_add));
    assert_eq!(sum, expected);
    assert_eq!(in_pool(|| input.par_iter().max()), input.iter().max());
}

#[test]
fn reduce_keeps_the_order_of_its_operands() {
    let expected: String = (0..2_000).map(|n| n.to_string()).collect();
    let text = in_pool(|| {
        (0..2_000).into_par_iter().map(|n: u32| n.to_string()).reduce(String::new, |a, b| a + &b)
    });
    assert_eq!(text, expected);
}

#[test]
fn fold_counts_what_a_map_counts() {
    let input: Vec<_> = numbers(50_000).into_iter().map(|n| n % 97).collect();
    let mut expected = HashMap::new();
    for n in &input {
        *expected.entry(*n).or_insert(0) += 1;
    }
    let counted = in_pool(|| {
        let count = |mut counts: HashMap<u64, i32>, n: &u64| {
            *counts.entry(*n).or_insert(0) += 1;
            counts
        };
        let merge = |mut left: HashMap<u64, i32>, right: HashMap<u64, i32>| {
            right.into_iter().for_each(|(n, count)| *left.entry(n).or_insert(0) += count);
            left
        };
        input.par_iter().fold(HashMap::new, count).reduce(HashMap::new, merge)
    });
    assert_eq!(counted, expected);
}

#[test]
fn par_bridge_hands_out_every_item_once() {
    let seen: Vec<_> = (0..10_000).map(|_| AtomicUsize::new(0)).collect();
    in_pool(|| {
        (0..seen.len()).par_bridge().for_each(|item| {
            seen[item].fetch_add(1, Ordering::Relaxed);
        });
    });
    assert!(seen.into_iter().all(|times| times.into_inner() == 1));
}

#[test]
fn par_bridge_inside_par_bridge() {
    let sum: u64 = in_pool(|| {
        (0..50_u64).par_bridge().map(|a| (0..50_u64).par_bridge().map(|b| a * b).sum::<u64>()).sum()
    });
    assert_eq!(sum, 1_225 * 1_225);
}

#[test]
fn par_chunks_mut_covers_the_slice() {
    let mut table = vec![usize::MAX; 10_007];
    in_pool(|| table.par_chunks_mut(64).enumerate().for_each(|(row, chunk)| chunk.fill(row)));
    assert!(table.iter().enumerate().all(|(place, row)| *row == place / 64));
}

#[test]
fn flat_map_collects_in_order() {
    let expand = |n: u32| (0..n % 7).map(move |k| (n, k));
    let expected: Vec<_> = (0..5_000).flat_map(expand).collect();
    let inner = |n| expand(n).collect::<Vec<_>>().into_par_iter();
    let ours: Vec<_> = in_pool(|| (0..5_000).into_par_iter().flat_map(inner).collect());
    assert_eq!(ours, expected);
    let ours: Vec<_> = in_pool(|| (0..5_000).into_par_iter().flat_map_iter(expand).collect());
    assert_eq!(ours, expected);
}

#[test]
fn the_first_match_is_found() {
    let input = numbers(100_000);
    let wanted = |n: &&u64| **n % 1_009 == 7;
    assert_eq!(in_pool(|| input.par_iter().find_first(wanted)), input.iter().find(wanted));
    let any = in_pool(|| input.par_iter().find_any(wanted));
    assert!(any.is_some_and(|n| wanted(&n)));
}

#[test]
fn adaptors_that_stand_on_join_and_scopes() {
    // `chain` joins, `skip` opens a scope in place, blocks ask for the number of threads.
    let ours: Vec<u32> = in_pool(|| {
        let tail = (1_000..3_000).into_par_iter().skip(500).rev();
        (0..1_000).into_par_iter().chain(tail).by_exponential_blocks().collect()
    });
    let expected: Vec<u32> = (0..1_000).chain((1_500..3_000).rev()).collect();
    assert_eq!(ours, expected);
}

#[test]
fn collections_and_errors() {
    let map: BTreeMap<u64, usize> =
        in_pool(|| numbers(5_000).into_par_iter().zip(0..5_000).collect());
    assert_eq!(map, numbers(5_000).into_iter().zip(0..).collect());

    let parsed: Result<Vec<u32>, _> =
        in_pool(|| "1 2 x 4".par_split(' ').map(str::parse).collect());
    assert!(parsed.is_err());
    let (even, odd): (Vec<u32>, Vec<u32>) =
        in_pool(|| (0..1_001).into_par_iter().partition(|n| n % 2 == 0));
    assert_eq!((even.len(), odd.len()), (501, 500));
}

#[test]
fn a_lone_worker_splits_once() {
    // rayon splits on for as long as a job says that it moved to another thread. With one worker
    // none ever does: one split for one thread, and two leaves.
    let leaves = watched(|| {
        pool_of(1)
            .install(|| (0..100_000).into_par_iter().fold(|| 1, |leaf, _| leaf).sum::<usize>())
    });
    assert_eq!(leaves, 2);
}
