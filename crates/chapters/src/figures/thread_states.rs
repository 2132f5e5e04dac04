//! Chapter 4: what a thread is doing, and which step changes which number.

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};
use winks_sleep::ROUNDS_UNTIL_SLEEPY;

const X: f64 = 140.0;
const W: f64 = 120.0;
const H: f64 = 50.0;
const STEP: f64 = 112.0;

fn state(n: usize) -> Area {
    Area::new(X, 10.0 + n as f64 * STEP, W, H)
}

pub(super) fn draw() -> Figure {
    let mut f = Figure::new("thread_states", 400.0, 3.0 * STEP + H + 42.0).describe(
        "The states of a thread, and what each step counts",
        format!(
            "Four states from top to bottom: active, idle, sleepy, sleeping; the last three are \
             inactive. Down: start_looking adds one to inactive; after {ROUNDS_UNTIL_SLEEPY} rounds \
             in vain the announcement makes the JEC even; the registration adds one to sleeping. \
             Up: a waker takes one from sleeping and the thread is idle with no rounds behind it; \
             from sleepy a JEC that moved leads back to idle; and from idle or sleepy found work \
             takes one from inactive."
        ),
    );
    let (active, idle, sleepy, sleeping) = (state(0), state(1), state(2), state(3));
    let frame = Area::new(X - 12.0, idle.y - 14.0, W + 24.0, sleeping.y + H + 40.0 - idle.y);
    f.rect(frame, Fill::None, Line::new(Tone::Ink).dashed().faint());

    let ink = Line::new(Tone::Ink);
    let worker = Line::new(Tone::Worker);
    f.card(active, Fill::None, ink, ("active", Font::BOLD), &["runs a job"]);
    f.card(idle, Fill::Light(Tone::Worker), worker, ("idle", Font::BOLD), &["searches"]);
    f.card(sleepy, Fill::Light(Tone::Worker), worker, ("sleepy", Font::BOLD), &["looks again"]);
    f.card(sleeping, Fill::Strong(Tone::Worker), worker, ("sleeping", Font::BOLD), &["is blocked"]);

    let down = X + W - 30.0;
    for (from, to) in [(active, idle), (idle, sleepy), (sleepy, sleeping)] {
        f.arrow(&[(down, from.y + H), (down, to.y)], worker);
    }
    let right = |n: f64| Area::new(X + W + 18.0, 10.0 + H + n * STEP, 118.0, STEP - H);
    f.lines(right(0.0), &["start_looking:", "inactive + 1"], Align::Left, Font::SMALL);
    let rounds = format!("{ROUNDS_UNTIL_SLEEPY} rounds,");
    f.lines(right(1.0), &[&rounds, "announces:", "JEC → even"], Align::Left, Font::SMALL);
    f.lines(right(2.0), &["JEC unmoved:", "sleeping + 1"], Align::Left, Font::SMALL);

    // The way up: work found, from either searching state.
    let up = 116.0;
    f.line(&[(X, sleepy.y + 14.0), (up, sleepy.y + 14.0), (up, idle.y + 25.0)], ink);
    f.line(&[(X, idle.y + 25.0), (up, idle.y + 25.0)], ink);
    f.arrow(&[(up, idle.y + 25.0), (up, active.y + 25.0), (X, active.y + 25.0)], ink);
    let left = |y: f64, h: f64| Area::new(4.0, y, 106.0, h);
    f.lines(
        left(active.y + 36.0, 64.0),
        &["work_found:", "inactive − 1,", "wakes up to 2"],
        Align::Right,
        Font::SMALL,
    );

    // A JEC that moved, and a waker.
    let inner = X + 30.0;
    f.arrow(&[(inner, sleepy.y), (inner, idle.y + H)], Line::new(Tone::Poster));
    let moved = Area::new(inner + 4.0, idle.y + H + 10.0, 54.0, 40.0);
    f.lines(moved, &["JEC", "moved"], Align::Left, Font::SMALL);
    let waker = Line::new(Tone::Poster);
    let (x, y) = sleeping.left();
    f.arrow(&[(x, y), (96.0, y), (96.0, idle.y + 40.0), (X, idle.y + 40.0)], waker);
    f.lines(
        left(sleeping.y - 42.0, 60.0),
        &["woken; the", "waker took", "sleeping − 1"],
        Align::Left,
        Font::SMALL,
    );
    f.text(
        Area::new(X - 4.0, sleeping.y + H + 3.0, W + 8.0, 20.0),
        "inactive",
        Align::Middle,
        Font::SMALL,
    );
    f
}
