//! The packed word, on every layout: exhaustively where it is small, by random sequences where it
//! is not.

use proptest::prelude::*;
use winks_sleep::jec::Turn;
use winks_sleep::word::Fields;
use winks_sleep::{
    AtomicCounters, Compact, Counters, Counts, Jec, Layout, NarrowJec, Native, Wide,
};

/// A word of nine bits: every value of it can be tried.
type Tiny = Fields<3, 3>;

/// The same with the two counts the other way round: nothing but the layout knows their places.
enum Swapped {}

impl Layout for Swapped {
    const THREADS_BITS: u32 = 3;
    const JEC_BITS: u32 = 3;
    const SLEEPING_SHIFT: u32 = 3;
    const INACTIVE_SHIFT: u32 = 0;
}

fn all_counts<L: Layout>() -> impl Iterator<Item = Counts> {
    (0..=L::THREADS_MAX).flat_map(|sleeping| {
        (0..=L::THREADS_MAX).flat_map(move |inactive| {
            (0..=L::JEC_MAX).map(move |jec| Counts { sleeping, inactive, jec: Jec::new(jec) })
        })
    })
}

#[test]
fn every_small_word_is_taken_apart_as_it_was_put_together() {
    fn check<L: Layout>() {
        let mut words = std::collections::BTreeSet::new();
        for counts in all_counts::<L>() {
            let word = Counters::<L>::from_counts(counts);
            assert_eq!(word.counts(), counts);
            words.insert(word.word());
        }
        assert_eq!(words.len(), 1 << 9, "two triples share a word");
        assert_eq!(words.last(), Some(&L::MASK));
    }
    check::<Tiny>();
    check::<Swapped>();
}

#[test]
fn every_turn_moves_the_jec_alone_and_only_to_its_own_parity() {
    for counts in all_counts::<Tiny>() {
        for turn in [Turn::Announce, Turn::Post] {
            let word = in_state::<Tiny>(counts);
            let (found, left) = word.turn_jec(turn);
            let left = left.counts();
            assert_eq!(found, counts.jec);
            assert_eq!((left.sleeping, left.inactive), (counts.sleeping, counts.inactive));
            assert_eq!(left.jec.is_sleepy(), turn == Turn::Announce, "INV-JEC-1");
            let steps = left.jec.get().wrapping_sub(found.get()) & Tiny::JEC_MAX;
            let on_its_side = found.is_sleepy() == (turn == Turn::Announce);
            assert_eq!(steps, usize::from(!on_its_side));
            assert_eq!(word.load().counts(), left);
        }
    }
}

#[test]
fn from_its_top_the_jec_goes_to_0_and_leaves_the_counts_alone() {
    fn check<L: Layout>() {
        let counts = Counts { sleeping: 1, inactive: L::THREADS_MAX, jec: Jec::new(L::JEC_MAX) };
        let (_, left) = in_state::<L>(counts).turn_jec(Turn::Announce);
        assert_eq!(left.counts(), Counts { jec: Jec::new(0), ..counts }, "INV-JEC-2");
    }
    check::<Tiny>();
    check::<NarrowJec<1>>();
    check::<NarrowJec<2>>();
    check::<Compact>();
    check::<Wide>();
}

#[test]
fn an_exchange_against_a_word_that_moved_fails_and_changes_nothing() {
    let word = AtomicCounters::<Native>::new();
    word.add_inactive();
    let seen = word.load();
    word.turn_jec(Turn::Post);
    let before = word.load().counts();
    assert!(word.try_add_sleeping(seen).is_none());
    assert_eq!(word.load().counts(), before);
    assert!(word.try_add_sleeping(word.load()).is_some());
    assert_eq!(word.load().counts().sleeping, 1);
}

#[test]
fn the_layouts_are_as_wide_as_the_book_says() {
    assert_eq!((Wide::THREADS_BITS, Wide::JEC_BITS, Wide::THREADS_MAX), (16, 32, 65_535));
    assert_eq!((Compact::THREADS_BITS, Compact::JEC_BITS, Compact::THREADS_MAX), (8, 16, 255));
    assert_eq!(Compact::MASK, u32::MAX as usize);
    assert_eq!(Native::MASK, usize::MAX);
}

#[test]
fn no_real_jec_is_the_dummy() {
    assert_ne!(Wide::JEC_MAX, Jec::DUMMY.get());
    assert!(Jec::DUMMY.is_active(), "INV-JEC-3: who remembers nothing must not pass for sleepy");
}

fn in_state<L: Layout>(counts: Counts) -> AtomicCounters<L> {
    AtomicCounters::at(Counters::from_counts(counts))
}

#[derive(Clone, Copy, Debug)]
enum Op {
    StartLooking,
    FindWork,
    Announce,
    Post,
    Register,
    Wake,
}

fn ops() -> impl Strategy<Value = Vec<Op>> {
    use Op::*;
    let op = prop_oneof![
        Just(StartLooking),
        Just(FindWork),
        Just(Announce),
        Just(Post),
        Just(Register),
        Just(Wake)
    ];
    prop::collection::vec(op, 0..400)
}

/// Applies what is legal of `ops` to the word and to three plain numbers; they must agree.
fn agrees_with_three_numbers<L: Layout>(first: usize, ops: &[Op]) -> Result<(), TestCaseError> {
    let word = AtomicCounters::<L>::starting_at(Jec::new(first & L::JEC_MAX));
    let (mut sleeping, mut inactive, mut jec) = (0, 0, first & L::JEC_MAX);
    let next = |jec: usize| if jec == L::JEC_MAX { 0 } else { jec + 1 };
    for op in ops {
        match op {
            Op::StartLooking if inactive < L::THREADS_MAX => {
                word.add_inactive();
                inactive += 1;
            }
            Op::FindWork if inactive > sleeping => {
                let before = word.sub_inactive().counts();
                prop_assert_eq!((before.sleeping, before.inactive), (sleeping, inactive));
                inactive -= 1;
            }
            Op::Announce => {
                jec = if jec % 2 == 1 { next(jec) } else { jec };
                word.turn_jec(Turn::Announce);
            }
            Op::Post => {
                jec = if jec % 2 == 0 { next(jec) } else { jec };
                word.turn_jec(Turn::Post);
            }
            Op::Register if inactive > sleeping => {
                prop_assert!(word.try_add_sleeping(word.load()).is_some());
                sleeping += 1;
            }
            Op::Wake if sleeping > 0 => {
                word.sub_sleeping();
                sleeping -= 1;
            }
            _ => {}
        }
        let now = word.load().counts();
        prop_assert_eq!(now, Counts { sleeping, inactive, jec: Jec::new(jec) });
        prop_assert_eq!(now.awake_but_idle(), inactive - sleeping);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_triple_that_fits_comes_back(sleeping in 0..=65_535_usize, inactive in 0..=65_535_usize, jec: u32) {
        fn check<L: Layout>(sleeping: usize, inactive: usize, jec: usize) -> Result<(), TestCaseError> {
            let counts = Counts {
                sleeping: sleeping & L::THREADS_MAX,
                inactive: inactive & L::THREADS_MAX,
                jec: Jec::new(jec & L::JEC_MAX),
            };
            let word = Counters::<L>::from_counts(counts);
            prop_assert_eq!(word.counts(), counts);
            prop_assert_eq!(word.word() & !L::MASK, 0);
            Ok(())
        }
        check::<Wide>(sleeping, inactive, jec as usize)?;
        check::<Compact>(sleeping, inactive, jec as usize)?;
        check::<NarrowJec<1>>(sleeping, inactive, jec as usize)?;
        check::<NarrowJec<4>>(sleeping, inactive, jec as usize)?;
    }

    #[test]
    fn legal_sequences_agree_with_three_plain_numbers(ops in ops(), first: u32) {
        agrees_with_three_numbers::<Wide>(first as usize, &ops)?;
        agrees_with_three_numbers::<Compact>(first as usize, &ops)?;
        agrees_with_three_numbers::<NarrowJec<1>>(first as usize, &ops)?;
        agrees_with_three_numbers::<NarrowJec<2>>(first as usize, &ops)?;
        agrees_with_three_numbers::<Tiny>(first as usize, &ops)?;
        agrees_with_three_numbers::<Swapped>(first as usize, &ops)?;
    }
}

#[cfg(debug_assertions)]
mod what_must_not_be {
    use super::*;

    #[test]
    #[should_panic = "INV-COUNT-2: nobody was inactive"]
    fn finding_work_when_nobody_searches() {
        AtomicCounters::<Wide>::new().sub_inactive();
    }

    #[test]
    #[should_panic = "INV-COUNT-1"]
    fn finding_work_when_all_that_are_inactive_sleep() {
        let word = AtomicCounters::<Wide>::new();
        word.add_inactive();
        word.try_add_sleeping(word.load());
        word.sub_inactive();
    }

    #[test]
    #[should_panic = "INV-COUNT-1"]
    fn going_to_sleep_without_being_inactive() {
        let word = AtomicCounters::<Wide>::new();
        word.try_add_sleeping(word.load());
    }

    #[test]
    #[should_panic = "INV-COUNT-2: nobody was asleep"]
    fn waking_when_nobody_sleeps() {
        AtomicCounters::<Wide>::new().sub_sleeping();
    }

    #[test]
    #[should_panic = "INV-COUNT-2"]
    fn more_idle_threads_than_the_count_holds() {
        let word = AtomicCounters::<Tiny>::new();
        for _ in 0..=Tiny::THREADS_MAX {
            word.add_inactive();
        }
    }
}

#[test]
#[should_panic = "a pool of 256 threads: this word counts 255 at most"]
fn a_pool_that_the_word_cannot_count() {
    winks_sleep::Sleep::<Compact>::new(256);
}
