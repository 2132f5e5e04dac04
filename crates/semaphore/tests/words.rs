//! The word's layout and arithmetic, at its edges.

use winks_semaphore::state::{CLOSED, HANDOFF, PERMIT, State, WAITERS};
use winks_semaphore::{MAX_PERMITS, MIN_BALANCE};

const FLAGS: usize = WAITERS | CLOSED | HANDOFF;

/// Balances near every edge.
fn balances() -> Vec<isize> {
    let max = MAX_PERMITS as isize;
    vec![MIN_BALANCE, MIN_BALANCE + 1, -42, -2, -1, 0, 1, 2, 42, max / 2, max - 1, max]
}

/// The state of this balance with each set of flags.
fn states(balance: isize) -> impl Iterator<Item = State> {
    let bare = State::with_balance(balance).unwrap();
    (0..=FLAGS).map(move |flags| State(bare.0 | flags))
}

#[test]
fn the_flags_lie_below_one_permit() {
    assert_eq!(FLAGS, PERMIT - 1);
    assert_eq!(WAITERS.count_ones() + CLOSED.count_ones() + HANDOFF.count_ones(), 3);
    assert_eq!(MAX_PERMITS, isize::MAX as usize >> 3);
    assert_eq!(MIN_BALANCE, isize::MIN >> 3);
}

#[test]
fn a_balance_reads_back_whatever_the_flags() {
    for balance in balances() {
        for state in states(balance) {
            assert_eq!(state.balance(), balance);
            assert_eq!(State(state.0 & !FLAGS), State::with_balance(balance).unwrap());
        }
    }
    assert_eq!(State::with_balance(MAX_PERMITS as isize + 1), None);
    assert_eq!(State::with_balance(MIN_BALANCE - 1), None);
}

#[test]
fn a_word_covers_what_its_balance_does() {
    for balance in balances() {
        for demand in [0, 1, 2, 3, 42, MAX_PERMITS - 1, MAX_PERMITS] {
            for state in states(balance) {
                let enough = balance >= demand as isize;
                assert_eq!(state.covers(demand), enough, "{state} for {demand}");
                let open = !state.has(CLOSED);
                assert_eq!(state.offers(demand, 0), enough && open);
                assert_eq!(
                    state.offers(demand, WAITERS),
                    enough && open && !state.has(WAITERS),
                    "{state} for {demand}"
                );
            }
        }
    }
}

#[test]
fn more_and_less_leave_the_flags_alone() {
    for balance in balances() {
        for state in states(balance) {
            for permits in [0, 1, 2, 41, MAX_PERMITS] {
                match state.plus(permits) {
                    Some(more) => {
                        assert_eq!(more.balance(), balance + permits as isize);
                        assert_eq!(more.0 & FLAGS, state.0 & FLAGS);
                        assert_eq!(more.less(permits), state);
                    }
                    None => assert!(balance + permits as isize > MAX_PERMITS as isize),
                }
            }
            for permits in [MAX_PERMITS + 1, isize::MAX as usize, usize::MAX] {
                assert_eq!(state.plus(permits), None);
            }
        }
    }
}

#[test]
fn a_state_says_what_it_is() {
    assert_eq!(State(0).to_string(), "0");
    assert_eq!(State((3 << 3) | WAITERS | HANDOFF).to_string(), "3 | WAITERS | HANDOFF");
    let owed = State(State::with_balance(-5).unwrap().0 | CLOSED);
    assert_eq!(format!("{owed:?}"), "State(-5 | CLOSED)");
}
