//! What others do meanwhile, each a way of its own.

use super::door::{Door, Latch};

pub(super) fn set_latch(door: &Door) {
    door.who.set("setter");
    door.point();
    let was = door.latch.replace(Latch::Set);
    door.say("sets the latch");
    door.point();
    if was == Latch::Sleeping {
        door.wake();
    }
}

pub(super) fn push_and_post(door: &Door) {
    door.who.set("poster");
    door.point();
    door.say("pushes a job to its own deque");
    door.post();
}

pub(super) fn inject_and_post(door: &Door) {
    door.who.set("poster");
    door.point();
    door.injected.set(door.injected.get() + 1);
    door.say("injects a job");
    door.post();
}

/// Two jobs; between the posts and the check another worker announces itself and takes the first.
pub(super) fn once_around(door: &Door) {
    inject_and_post(door);
    inject_and_post(door);
    door.who.set("other");
    door.point();
    door.turn(0);
    door.say("announces itself");
    door.point();
    door.injected.set(door.injected.get() - 1);
    door.say("takes a job, and is busy");
}

/// Half of a post: the job is there, and its poster has not come further.
pub(super) fn only_injected(door: &Door) {
    door.who.set("poster");
    door.injected.set(1);
    door.say("injects a job");
}
