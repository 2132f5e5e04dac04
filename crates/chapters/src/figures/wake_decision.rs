//! Chapter 7: how many a post wakes.

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

pub(super) fn draw() -> Figure {
    let mut f = Figure::new("wake_decision", 400.0, 470.0).describe(
        "How many a post wakes",
        "A post makes the JEC odd. Is anybody asleep? If not, it wakes nobody. If so: was the queue \
         empty before? If not, it wakes as many as there are jobs. If it was, those who are awake \
         and idle take one job each, and it wakes one for every job that is left. Never more than \
         are asleep. Sleepers are tried from index 0 upwards.",
    );
    let poster = Line::new(Tone::Poster);
    let ink = Line::new(Tone::Ink);
    let main = |y: f64, h: f64| Area::new(8.0, y, 216.0, h);
    let side = |y: f64, h: f64| Area::new(268.0, y, 124.0, h);
    let post = main(8.0, 48.0);
    let asleep = main(92.0, 48.0);
    let empty = main(184.0, 48.0);
    let idle = main(276.0, 68.0);
    let whom = Area::new(8.0, 400.0, 384.0, 48.0);

    f.card(
        post,
        Fill::Light(Tone::Poster),
        poster,
        ("a post of n jobs", Font::BOLD),
        &["JEC even → odd"],
    );
    f.card(asleep, Fill::None, ink, ("anybody asleep?", Font::TEXT), &[]);
    f.card(empty, Fill::None, ink, ("was the queue empty?", Font::TEXT), &[]);
    f.card(
        idle,
        Fill::Light(Tone::Worker),
        Line::new(Tone::Worker),
        ("n − awake but idle", Font::BOLD),
        &["those take one job each;", "the rest needs help"],
    );
    f.card(
        whom,
        Fill::Light(Tone::Poster),
        poster,
        ("at most all who sleep", Font::BOLD),
        &["from index 0 upwards"],
    );

    let nobody = side(92.0, 48.0);
    let all = side(184.0, 48.0);
    f.card(nobody, Fill::Light(Tone::Ink), ink, ("0", Font::BOLD), &["mostly so"]);
    f.card(
        all,
        Fill::Light(Tone::Worker),
        Line::new(Tone::Worker),
        ("n", Font::BOLD),
        &["nobody kept up"],
    );

    f.arrow(&[post.bottom(), asleep.top()], ink);
    for (from, to) in [(asleep, nobody), (empty, all)] {
        f.arrow(&[from.right(), to.left()], ink);
        f.text(Area::new(228.0, from.y, 36.0, 20.0), "no", Align::Middle, Font::SMALL);
    }
    for (from, to) in [(asleep, empty), (empty, idle)] {
        f.arrow(&[from.bottom(), to.top()], ink);
        let y = from.y + from.h + 10.0;
        f.text(Area::new(from.bottom().0 + 8.0, y, 50.0, 20.0), "yes", Align::Left, Font::SMALL);
    }
    f.arrow(&[idle.bottom(), (idle.bottom().0, whom.y)], ink);
    f.arrow(&[all.bottom(), (all.bottom().0, whom.y)], ink);
    f
}
