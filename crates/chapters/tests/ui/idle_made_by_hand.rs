//! Only `start_looking` makes the evidence, because only it counts the thread as inactive.

use winks_sleep::{IdleState, Jec};

fn main() {
    let _idle = IdleState { worker_index: 0, rounds: 33, jec: Jec::DUMMY };
}
