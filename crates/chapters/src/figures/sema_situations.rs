//! A semaphore in one word: the four situations, and what leads from one to another.

use winks_semaphore::state::{State, WAITERS};

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

const LEFT: f64 = 8.0;
const RIGHT: f64 = 268.0;
const UP: f64 = 36.0;
const DOWN: f64 = 216.0;

fn card(x: f64, y: f64) -> Area {
    Area::new(x, y, 124.0, 60.0)
}

pub(super) fn draw() -> Figure {
    let mut f = Figure::new("sema_situations", 400.0, 318.0).describe(
        "Four situations of a semaphore",
        "Free: permits, no flag. Empty: no permit, no flag. Waited for: no permit, and the flag. \
         Both: permits, and the flag. Taking the last permit leads from free to empty, a release \
         back. Setting the flag leads from empty to waited for; a callback that clears it leads \
         back, if a running thread took the permit before. A release leads from waited for to \
         both; taking the last permit leads back. From both a callback that clears the flag leads \
         to free.",
    );
    let taker = Line::new(Tone::Worker);
    let giver = Line::new(Tone::Poster);
    let word = |permits: &str, flags: usize| match (permits, State(flags).has(WAITERS)) {
        (permits, true) => format!("{permits} | WAITERS"),
        (permits, false) => permits.to_owned(),
    };
    let (free, empty) = (card(LEFT, UP), card(RIGHT, UP));
    let (both, waited) = (card(LEFT, DOWN), card(RIGHT, DOWN));
    let cards = [(free, "free", "n", 0), (empty, "empty", "0", 0), (both, "both", "n", WAITERS)];
    for (area, name, permits, flags) in cards {
        let says = word(permits, flags);
        f.card(area, Fill::Light(Tone::Ink), Line::new(Tone::Ink), (name, Font::BOLD), &[&says]);
    }
    let says = word("0", WAITERS);
    f.card(waited, Fill::Strong(Tone::Worker), taker.thick(), ("waited for", Font::BOLD), &[&says]);

    // Between the columns: a permit goes, a permit comes.
    for (y, from, to) in [(UP, free, empty), (DOWN, both, waited)] {
        let (l, r) = (from.x + from.w, to.x);
        f.arrow(&[(l, y + 16.0), (r, y + 16.0)], taker);
        f.arrow(&[(r, y + 44.0), (l, y + 44.0)], giver);
        let above = Area::new(l + 4.0, y - 8.0, r - l - 8.0, 20.0);
        f.text(above, "takes the last", Align::Middle, Font::SMALL);
        let below = Area::new(l + 4.0, y + 48.0, r - l - 8.0, 20.0);
        f.text(below, "release", Align::Middle, Font::SMALL);
    }

    // Between the rows: the flag comes, the flag goes.
    let (top, bottom) = (UP + 60.0, DOWN);
    f.arrow(&[(RIGHT + 102.0, top), (RIGHT + 102.0, bottom)], taker);
    f.arrow(&[(RIGHT + 20.0, bottom), (RIGHT + 20.0, top)], giver);
    f.arrow(&[(LEFT + 24.0, bottom), (LEFT + 24.0, top)], giver);
    let beside = |x: f64| Area::new(x, 136.0, 72.0, 40.0);
    f.lines(beside(RIGHT + 24.0), &["sets", "WAITERS"], Align::Middle, Font::SMALL);
    f.lines(
        Area::new(168.0, 136.0, 116.0, 40.0),
        &["callback clears,", "after a barger"],
        Align::Right,
        Font::SMALL,
    );
    f.lines(
        Area::new(LEFT + 30.0, 136.0, 70.0, 40.0),
        &["callback", "clears"],
        Align::Left,
        Font::SMALL,
    );
    f.text(Area::new(8.0, 288.0, 384.0, 22.0), "n: one permit or more", Align::Left, Font::SMALL);
    f
}
