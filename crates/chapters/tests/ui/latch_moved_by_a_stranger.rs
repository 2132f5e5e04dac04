//! Only the sleep code, acting for the owner, moves a latch towards SLEEPING.

use winks_sleep::CoreLatch;

fn main() {
    let latch = CoreLatch::new();
    latch.get_sleepy();
    latch.fall_asleep();
}
