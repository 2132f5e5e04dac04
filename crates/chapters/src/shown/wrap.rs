//! Chapter 3: a JEC of two bits goes around, and what a sleeper then believes.

use winks_sleep::jec::Turn;
use winks_sleep::{AtomicCounters, NarrowJec};

/// Steps of both sides until the JEC is back where the sleeper remembers it.
pub(super) fn table() -> String {
    let word = AtomicCounters::<NarrowJec<2>>::new();
    word.add_inactive();
    let mut text = String::from("step              JEC  inactive  sleeping\n");
    let mut row = |step: &str| {
        let counts = word.load().counts();
        text.push_str(&format!(
            "{step:<18}{:>3}{:>10}{:>10}\n",
            counts.jec.get(),
            counts.inactive,
            counts.sleeping
        ));
        counts.jec
    };
    word.turn_jec(Turn::Announce);
    let remembered = row("worker announces");
    let mut posts = 0;
    loop {
        word.turn_jec(Turn::Post);
        posts += 1;
        row("post");
        word.turn_jec(Turn::Announce);
        if row("another announces") == remembered {
            break;
        }
    }
    text.push_str(&format!(
        "\nThe worker remembers {remembered} and reads {remembered}: it believes that nothing was \
         posted.\nThere were {posts} posts. The counts beside it never noticed the carry.\n"
    ));
    text
}
