//! The latch: who moves it, who is woken, what it hands over.

use super::{HAND_OVER, LATCH, MANY, Removal, edit, removal};

pub(super) const ALL: &[Removal] = &[
    removal(
        "latch-stays-sleeping",
        Some("broken_latch_stuck"),
        MANY,
        &[edit(
            LATCH,
            r#"        if !broken!("broken_latch_stuck") && !self.probe() {
            self.owner_moves(State::Sleeping, State::Unset);
        }
"#,
            "",
        )],
    ),
    removal(
        "owner-stores-its-latch",
        None,
        MANY,
        &[edit(
            LATCH,
            r"let moved = self.state.compare_exchange(
            from as usize,
            to as usize,
            Ordering::Relaxed,
            Ordering::Relaxed,
        );",
            r"self.state.store(to as usize, Ordering::Relaxed);
        let moved = Ok::<usize, usize>(from as usize);",
        )],
    ),
    removal(
        "setter-wakes-nobody",
        Some("broken_latch_no_wake"),
        MANY,
        &[edit(LATCH, r#"was == State::Sleeping && !broken!("broken_latch_no_wake")"#, "false")],
    ),
    removal(
        "setter-asks-for-the-wrong-state",
        None,
        MANY,
        &[edit(
            LATCH,
            r#"was == State::Sleeping && !broken!("broken_latch_no_wake")"#,
            "was == State::Sleepy",
        )],
    ),
    removal(
        "setter-reads-then-stores",
        Some("broken_latch_store"),
        MANY,
        &[edit(
            LATCH,
            "State::from_word(unsafe { (*state).swap(State::Set as usize, Ordering::Release) })",
            r"State::from_word(unsafe {
        let was = (*state).load(Ordering::Relaxed);
        (*state).store(State::Set as usize, Ordering::Release);
        was
    })",
        )],
    ),
    removal(
        "setter-releases-nothing",
        None,
        HAND_OVER,
        &[edit(
            LATCH,
            "State::from_word(unsafe { (*state).swap(State::Set as usize, Ordering::Release) })",
            "State::from_word(unsafe { (*state).swap(State::Set as usize, Ordering::Relaxed) })",
        )],
    ),
    removal(
        "probe-acquires-nothing",
        None,
        HAND_OVER,
        &[edit(LATCH, "self.state.load(Ordering::Acquire)", "self.state.load(Ordering::Relaxed)")],
    ),
];
