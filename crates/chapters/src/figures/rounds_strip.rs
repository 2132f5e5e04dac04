//! Chapter 4: every round from the first search in vain to sleep.

use winks_sleep::{ROUNDS_UNTIL_SLEEPING, ROUNDS_UNTIL_SLEEPY};

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

const COLUMNS: u32 = 8;
const CELL: f64 = 48.0;
const LEFT: f64 = 8.0;
const TOP: f64 = 34.0;

pub(super) fn draw() -> Figure {
    let rows = ROUNDS_UNTIL_SLEEPY.div_ceil(COLUMNS);
    let last = ROUNDS_UNTIL_SLEEPY - 1;
    let below = TOP + f64::from(rows) * 34.0 + 16.0;
    let mut f = Figure::new("rounds_strip", 400.0, below + 174.0).describe(
        "From idle to asleep, round by round",
        format!(
            "Rounds 0 to {last}: one search and one yield each. Round {ROUNDS_UNTIL_SLEEPY}: a \
             search, the announcement, a yield. Round {ROUNDS_UNTIL_SLEEPING}: one search more, then \
             the five checks and sleep. In all {} searches and {} yields.",
            ROUNDS_UNTIL_SLEEPING + 1,
            ROUNDS_UNTIL_SLEEPING
        ),
    );
    let title = format!("rounds 0 to {last}: search, yield");
    f.text(Area::new(LEFT, 4.0, 384.0, 24.0), &title, Align::Left, Font::BOLD);
    for round in 0..ROUNDS_UNTIL_SLEEPY {
        let (column, row) = (f64::from(round % COLUMNS), f64::from(round / COLUMNS));
        let area = Area::new(LEFT + column * CELL, TOP + row * 34.0, CELL, 34.0).inset(2.0, 2.0);
        f.rect(area, Fill::Light(Tone::Ink), Line::new(Tone::Ink).faint());
        f.text(area, &round.to_string(), Align::Middle, Font::SMALL);
    }
    let announce = Area::new(LEFT + 2.0, below, 380.0, 40.0);
    let sleep = Area { y: below + 56.0, ..announce };
    let wide = |area: Area| Area { x: area.x + 62.0, w: area.w - 66.0, ..area };
    f.rect(announce, Fill::Light(Tone::Worker), Line::new(Tone::Worker));
    let number = |area: Area| Area { w: 56.0, ..area };
    f.text(number(announce), &ROUNDS_UNTIL_SLEEPY.to_string(), Align::Middle, Font::BOLD);
    f.text(wide(announce), "search, announce, yield", Align::Left, Font::TEXT);
    f.rect(sleep, Fill::Strong(Tone::Worker), Line::new(Tone::Worker).thick());
    f.text(number(sleep), &ROUNDS_UNTIL_SLEEPING.to_string(), Align::Middle, Font::BOLD);
    f.text(wide(sleep), "search, five checks, sleep", Align::Left, Font::TEXT);
    let x = LEFT + (f64::from(COLUMNS) - 0.5) * CELL;
    f.arrow(&[(x, below - 16.0), (x, below)], Line::new(Tone::Ink));
    f.arrow(&[(x, announce.y + announce.h), (x, sleep.y)], Line::new(Tone::Ink));

    // What sends it back.
    let y = sleep.y + sleep.h;
    f.text(
        Area::new(LEFT, y + 8.0, 384.0, 22.0),
        "a job, a latch that is set, a waker: back to 0",
        Align::Left,
        Font::SMALL,
    );
    let partly = format!("a JEC that moved: back to {ROUNDS_UNTIL_SLEEPY}");
    f.text(Area::new(LEFT, y + 30.0, 384.0, 22.0), &partly, Align::Left, Font::SMALL);
    f
}
