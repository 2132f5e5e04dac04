//! Chapter 10: the count of a scope over time, with who is counted.

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

/// Who is counted: the body, and three jobs.
const COUNTED: [&str; 4] = ["body", "A", "B", "C"];

/// What happens, to whom, and whether that one is counted afterwards.
const EVENTS: [(&str, usize, bool); 8] = [
    ("the scope opens", 0, true),
    ("the body spawns A", 1, true),
    ("the body spawns B", 2, true),
    ("the body ends, waits", 0, false),
    ("A spawns C", 3, true),
    ("B panics: first kept", 2, false),
    ("A ends", 1, false),
    ("C ends: latch set", 3, false),
];

const TOP: f64 = 40.0;
const ROW: f64 = 36.0;

/// The count after each event.
fn counts() -> Vec<usize> {
    let mut counted = [false; COUNTED.len()];
    let after = |(_, who, now): &(&str, usize, bool)| {
        counted[*who] = *now;
        counted.iter().filter(|c| **c).count()
    };
    EVENTS.iter().map(after).collect()
}

pub(super) fn draw() -> Figure {
    let counts = counts();
    let told: Vec<String> =
        EVENTS.iter().zip(&counts).map(|((what, ..), n)| format!("{what}, count {n}")).collect();
    let height = TOP + EVENTS.len() as f64 * ROW + 8.0;
    let mut f = Figure::new("scope_count", 420.0, height).describe(
        "The count of a scope over time",
        format!(
            "From top to bottom: {}. The body and each job are counted from before others can see \
             them until their last touch of the scope; the last one sets the latch.",
            told.join("; ")
        ),
    );
    let column = |who: usize| 188.0 + who as f64 * 44.0;
    for (who, name) in COUNTED.iter().enumerate() {
        let head = Area::new(column(who) - 22.0, 8.0, 44.0, 24.0);
        f.text(head, name, Align::Middle, Font::REASON);
        let row = |now: bool| EVENTS.iter().position(|(_, w, n)| (*w, *n) == (who, now));
        let (Some(from), Some(to)) = (row(true), row(false)) else { continue };
        let bar = Area::new(
            column(who) - 12.0,
            TOP + (from as f64 + 0.5) * ROW,
            24.0,
            (to - from) as f64 * ROW,
        );
        let tone = if who == 0 { Tone::Poster } else { Tone::Worker };
        f.rect(bar, Fill::Strong(tone), Line::new(tone));
    }
    f.text(Area::new(350.0, 8.0, 62.0, 24.0), "count", Align::Middle, Font::REASON);
    for (n, ((what, who, _), count)) in EVENTS.iter().zip(&counts).enumerate() {
        let y = TOP + n as f64 * ROW;
        let middle = y + ROW / 2.0;
        f.text(Area::new(4.0, y, 170.0, ROW), what, Align::Left, Font::SMALL);
        f.line(&[(172.0, middle), (column(*who) - 12.0, middle)], Line::new(Tone::Ink).faint());
        f.line(&[(column(*who) + 12.0, middle), (364.0, middle)], Line::new(Tone::Ink).faint());
        let font = if *count == 0 { Font::BOLD.toned(Tone::Poster) } else { Font::TEXT };
        f.text(Area::new(366.0, y, 30.0, ROW), &count.to_string(), Align::Middle, font);
    }
    f
}
