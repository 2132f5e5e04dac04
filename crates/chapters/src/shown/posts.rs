//! Chapter 3: how many posts write the shared word.

use winks_sleep::jec::Turn;
use winks_sleep::{AtomicCounters, Wide};

const POSTS: usize = 1_000;

/// Posts that wrote, of a thousand, with an announcement before every n-th of them.
pub(super) fn table() -> String {
    let mut text =
        String::from("1000 posts, and an announcement …    writes by posts   only reads\n");
    for (when, every) in [
        ("never", POSTS + 1),
        ("before every 100th post", 100),
        ("before every 10th post", 10),
        ("before every post", 1),
    ] {
        let word = AtomicCounters::<Wide>::new();
        let mut writes = 0;
        for post in 1..=POSTS {
            if post % every == 0 {
                word.turn_jec(Turn::Announce);
            }
            let (before, after) = word.turn_jec(Turn::Post);
            writes += usize::from(before != after.jec());
        }
        text.push_str(&format!("{when:<34}{writes:>18}{:>13}\n", POSTS - writes));
    }
    text
}
