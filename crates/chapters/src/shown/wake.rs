//! Chapter 7: the rule for a post, for every small case.

use winks_sleep::wake::to_wake_for_post;
use winks_sleep::{Counts, Jec};

/// How many a post wakes: by sleepers, by threads awake and idle, by jobs, by the queue before it.
pub(super) fn table() -> String {
    let mut text = String::from(
        "| asleep | awake but idle | jobs | woken, queue was empty | woken, queue was not empty |\n\
         |---|---|---|---|---|\n",
    );
    for sleeping in [0, 1, 4] {
        for idle in [0, 1, 3] {
            for jobs in [1, 3] {
                let seen = Counts { sleeping, inactive: sleeping + idle, jec: Jec::new(1) };
                let empty = to_wake_for_post(seen, jobs, true);
                let filled = to_wake_for_post(seen, jobs, false);
                text.push_str(&format!("| {sleeping} | {idle} | {jobs} | {empty} | {filled} |\n"));
            }
        }
    }
    text
}
