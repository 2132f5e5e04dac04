//! Chapter 2: the five operations, one after the other, on one word.

use winks_sleep::jec::Turn;
use winks_sleep::{AtomicCounters, Counters, Wide};

/// The life of one thread from its first search to the job it finds, seen on the word.
pub(super) fn table() -> String {
    let word = AtomicCounters::<Wide>::new();
    let mut text =
        format!("{:<38}{:>8}{:>10}{:>5}  word\n", "operation", "sleeping", "inactive", "JEC");
    let mut row = |operation: &str, now: Counters<Wide>| {
        let counts = now.counts();
        let bits = now.word();
        text.push_str(&format!(
            "{operation:<38}{:>8}{:>10}{:>5}  {:08x}_{:04x}_{:04x}\n",
            counts.sleeping,
            counts.inactive,
            counts.jec.get(),
            bits >> 32,
            bits >> 16 & 0xffff,
            bits & 0xffff,
        ));
    };
    row("(a fresh pool)", word.load());
    row("start_looking: inactive + 1", word.add_inactive());
    row("a post: JEC even → odd", word.turn_jec(Turn::Post).1);
    row("a second post: only a read", word.turn_jec(Turn::Post).1);
    let outdated = word.load();
    row("an announcement: JEC odd → even", word.turn_jec(Turn::Announce).1);
    let refused = word.try_add_sleeping(outdated).is_none();
    let outcome = if refused { "refused" } else { "taken" };
    row(&format!("sleeping + 1 on an old word: {outcome}"), word.load());
    let registered = word.try_add_sleeping(word.load());
    row("sleeping + 1 on this very word", registered.expect("nobody else writes"));
    row("a waker: sleeping − 1", word.sub_sleeping());
    word.sub_inactive();
    row("work_found: inactive − 1", word.load());
    text
}
