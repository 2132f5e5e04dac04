//! Chapter 3: who moves the JEC, from which parity.

use winks_sleep::jec::{Jec, Turn};

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

const CELLS: usize = 6;
const CELL: f64 = 56.0;
const LEFT: f64 = 32.0;
const TOP: f64 = 118.0;

fn cell(n: usize) -> Area {
    Area::new(LEFT + n as f64 * CELL, TOP, CELL, 58.0)
}

pub(super) fn draw() -> Figure {
    let mut f = Figure::new("jec_parity", 400.0, 308.0).describe(
        "The JEC: even is sleepy, odd is active",
        "A strip of the values 0 to 5, even ones marked sleepy, odd ones active. A post moves an \
         even value to the next odd one and leaves an odd one alone. An announcement moves an odd \
         value to the next even one and leaves an even one alone. So the two sides take turns, \
         however often each of them acts. After the largest value comes 0.",
    );
    f.text(Area::new(8.0, 4.0, 384.0, 24.0), "a post: even → odd", Align::Middle, Font::BOLD);
    let idle = "on odd: it only reads";
    f.text(Area::new(8.0, 26.0, 384.0, 22.0), idle, Align::Middle, Font::SMALL);

    for n in 0..CELLS {
        let jec = Jec::new(n);
        let area = cell(n);
        let tone = if jec.is_sleepy() { Tone::Worker } else { Tone::Poster };
        f.rect(area, Fill::Light(tone), Line::new(Tone::Ink));
        let number = Area { h: 32.0, y: area.y + 2.0, ..area };
        f.text(number, &n.to_string(), Align::Middle, Font::BOLD);
        let name = if jec.is_sleepy() { "sleepy" } else { "active" };
        let below = Area { y: area.y + 30.0, h: 22.0, ..area };
        f.text(below, name, Align::Middle, Font::SMALL);

        let has_next = n + 1 < CELLS;
        if has_next && Turn::Post.must_move(jec) {
            step(&mut f, n, TOP, -34.0, Tone::Poster);
        }
        if has_next && Turn::Announce.must_move(jec) {
            step(&mut f, n, TOP + area.h, 34.0, Tone::Worker);
        }
    }
    let right = LEFT + CELLS as f64 * CELL;
    let middle = TOP + 29.0;
    f.arrow(&[(right + 4.0, middle), (right + 28.0, middle)], Line::new(Tone::Ink).faint());

    let announce = "an announcement: odd → even";
    f.text(Area::new(8.0, 226.0, 384.0, 24.0), announce, Align::Middle, Font::BOLD);
    let idle = "on even: it only reads, and remembers";
    f.text(Area::new(8.0, 248.0, 384.0, 22.0), idle, Align::Middle, Font::SMALL);
    let around = "after the largest value comes 0, even again";
    f.text(Area::new(8.0, 280.0, 384.0, 22.0), around, Align::Middle, Font::SMALL);
    f
}

/// An arrow from one cell to the next, over or under the strip.
fn step(f: &mut Figure, from: usize, edge: f64, rise: f64, tone: Tone) {
    let (x, next) = (cell(from).top().0, cell(from + 1).top().0);
    let near = edge + rise.signum() * 2.0;
    let points = [(x, near), (x, edge + rise), (next, edge + rise), (next, near)];
    f.arrow(&points, Line::new(tone).thick());
}
