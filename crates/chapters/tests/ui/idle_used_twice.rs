//! Finding work consumes the evidence of having none: nobody is counted off twice.

use winks_sleep::{CoreLatch, Sleep};

fn main() {
    let sleep: Sleep = Sleep::new(1);
    let latch = CoreLatch::new();
    let mut idle = sleep.start_looking(0);
    sleep.work_found(idle);
    sleep.no_work_found(&mut idle, &latch, || false);
}
