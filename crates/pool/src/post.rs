//! In which order a job is posted: first it can be seen, then somebody is told.
//!
//! A sleeper and a poster cannot miss each other if each first makes visible what the other looks
//! for, and looks only then.
//! The sleeper's half is in the sleep crate; the poster's half is here, for every way into a queue.
//! This file knows neither queues nor counters, so that an explorer can include it.

// ANCHOR: post
/// Makes a job visible, and only then tells of it (INV-POST-1).
#[inline]
pub(crate) fn post(push: impl FnOnce(), tell: impl FnOnce()) {
    if broken!("broken_post_before_push") {
        tell();
        return push();
    }
    push();
    tell();
}
// ANCHOR_END: post

/// The same for a broadcast: a job in each queue, and then each of the `n` threads is woken, asleep
/// or not (INV-CAST-1).
#[inline]
pub(crate) fn post_to_each(n: usize, push: impl FnOnce(), wake: impl Fn(usize)) {
    post(push, || {
        if !broken!("broken_broadcast_wake") {
            (0..n).for_each(wake);
        }
    });
}

// ANCHOR: last-look
/// The question of a sleeper's last look: is there a job that others have put there, in its own
/// broadcast queue or in the injector (INV-CAST-2)?
#[inline]
pub(crate) fn anything_for_me(
    broadcast: impl FnOnce() -> bool,
    injected: impl FnOnce() -> bool,
) -> bool {
    (!broken!("broken_broadcast_look") && broadcast()) || injected()
}
// ANCHOR_END: last-look
