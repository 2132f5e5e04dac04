//! Chapter 5: the four states of a latch, and who moves it between them.

use winks_sleep::latch::State;

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

const STEP: f64 = 104.0;

fn state(n: usize) -> Area {
    Area::new(96.0, 36.0 + n as f64 * STEP, 116.0, 44.0)
}

pub(super) fn draw() -> Figure {
    let mut f = Figure::new("latch_states", 400.0, 324.0).describe(
        "The four states of a latch",
        "The owner moves its latch from UNSET to SLEEPY to SLEEPING, and from SLEEPING back to \
         UNSET when it wakes. Anybody may set it, from any of the three; SET is final. Only a \
         setter that found SLEEPING must wake the owner.",
    );
    let owner = Line::new(Tone::Worker);
    let setter = Line::new(Tone::Poster);
    let rows = [State::Unset, State::Sleepy, State::Sleeping];
    let set = Area::new(318.0, state(0).y, 74.0, state(2).y + 44.0 - state(0).y);

    f.text(Area::new(40.0, 6.0, 220.0, 22.0), "the owner moves", Align::Middle, Font::SMALL);
    f.text(Area::new(280.0, 6.0, 116.0, 22.0), "anybody sets", Align::Middle, Font::SMALL);
    for (n, name) in rows.iter().enumerate() {
        let fill = if n == 2 { Fill::Strong(Tone::Worker) } else { Fill::Light(Tone::Worker) };
        f.card(state(n), fill, owner, (&name.to_string(), Font::BOLD), &[]);
        let (x, y) = state(n).right();
        f.arrow(&[(x, y), (set.x, y)], if n == 2 { setter.thick() } else { setter });
    }
    f.rect(set, Fill::Light(Tone::Poster), setter);
    f.text(set.inset(4.0, 0.0), &State::Set.to_string(), Align::Middle, Font::BOLD);
    let note = |n: usize| Area::new(216.0, state(n).y - 14.0, 98.0, 36.0);
    f.lines(note(0), &["wake nobody"], Align::Middle, Font::SMALL);
    f.lines(note(1), &["wake nobody"], Align::Middle, Font::SMALL);
    f.lines(note(2), &["wake the", "owner"], Align::Middle, Font::SMALL);

    let x = 140.0;
    for (n, name) in ["get_sleepy", "fall_asleep"].iter().enumerate() {
        let (from, to) = (state(n).y + 44.0, state(n + 1).y);
        f.arrow(&[(x, from), (x, to)], owner);
        f.text(Area::new(x + 10.0, from + 8.0, 100.0, 22.0), name, Align::Left, Font::CODE);
        let check = format!("check {}", 2 * n + 1);
        f.text(Area::new(x + 10.0, from + 28.0, 100.0, 22.0), &check, Align::Left, Font::SMALL);
    }
    let (from, to) = (state(2).left(), state(0).left());
    f.arrow(&[from, (76.0, from.1), (76.0, to.1), to], owner);
    f.text(Area::new(4.0, state(1).y + 10.0, 68.0, 22.0), "wake_up", Align::Middle, Font::CODE);
    f
}
