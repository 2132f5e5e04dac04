//! Chapter 9: the eight stops of one join, and the fork: B stolen or not.

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

/// The stops before the fork: what happens, and a remark.
const BEFORE: [(&str, &str); 5] = [
    ("on a worker?", "else inject the join, and wait"),
    ("B becomes a job", "in this frame, with a latch"),
    ("push", "a reference to B, at the bottom"),
    ("tell the sleepers", "one look at the word"),
    ("run A", "its panic is caught"),
];
/// The sixth stop, the fork.
const FORK: (&str, &str) = ("pop until B", "jobs above it run first");
/// The seventh, on either side.
const HOME: [&str; 2] = ["B is back:", "run it inline"];
const STOLEN: [&str; 2] = ["B was stolen: work,", "until its latch is set"];
/// The last.
const AFTER: (&str, &str) = ("both results", "or a panic, A's first");

pub(super) fn draw() -> Figure {
    let before: Vec<String> = BEFORE
        .iter()
        .chain([&FORK])
        .enumerate()
        .map(|(n, (what, more))| format!("{}, {what}: {more}", n + 1))
        .collect();
    let mut f = Figure::new("join_stops", 400.0, 560.0).describe(
        "The eight stops of one join",
        format!(
            "{}. Here the way forks. 7, not stolen: {}. 7, stolen: {}; the thief runs B and sets \
             the latch as its last act. 8, {}: {}.",
            before.join(". "),
            HOME.join(" "),
            STOLEN.join(" "),
            AFTER.0,
            AFTER.1
        ),
    );
    let worker = Line::new(Tone::Worker);
    let poster = Line::new(Tone::Poster);
    let stop = |n: usize| Area::new(40.0, 8.0 + 66.0 * n as f64, 256.0, 52.0);
    for (n, (what, more)) in BEFORE.iter().chain([&FORK]).enumerate() {
        let fill = if n == 5 { Fill::Strong(Tone::Worker) } else { Fill::Light(Tone::Worker) };
        f.card(stop(n), fill, worker, (what, Font::BOLD), &[more]);
        number(&mut f, stop(n), n + 1);
        if n > 0 {
            f.arrow(&[stop(n - 1).bottom(), stop(n).top()], worker);
        }
    }

    // The fork.
    let home = Area::new(40.0, 418.0, 150.0, 56.0);
    let stolen = Area::new(222.0, 418.0, 170.0, 56.0);
    let fork = stop(5);
    f.arrow(&[(home.top().0, fork.y + fork.h), home.top()], worker.thick());
    f.arrow(&[(260.0, fork.y + fork.h), (260.0, stolen.y)], worker.dashed());
    f.rect(home, Fill::Light(Tone::Worker), worker.thick());
    f.lines(home.inset(4.0, 4.0), &HOME, Align::Middle, Font::SMALL);
    f.rect(stolen, Fill::Light(Tone::Worker), worker.dashed());
    f.lines(stolen.inset(4.0, 4.0), &STOLEN, Align::Middle, Font::SMALL);
    number(&mut f, home, 7);

    // The thief, at the right: from the push to the latch.
    let push = stop(2);
    f.arrow(&[push.right(), (346.0, push.right().1), (346.0, 214.0)], poster.dashed());
    let thief = Area::new(310.0, 216.0, 82.0, 130.0);
    f.rect(thief, Fill::Light(Tone::Poster), poster.dashed());
    f.lines(
        thief.inset(3.0, 4.0),
        &["a thief", "takes B", "from the", "top, runs", "it, sets", "its latch"],
        Align::Middle,
        Font::SMALL,
    );
    f.arrow(&[(351.0, 346.0), (351.0, stolen.y)], poster.dashed());

    let after = Area::new(40.0, 500.0, 256.0, 52.0);
    f.arrow(&[home.bottom(), (home.bottom().0, after.y)], worker.thick());
    f.arrow(&[(260.0, stolen.y + stolen.h), (260.0, after.y)], worker.dashed());
    f.card(after, Fill::Light(Tone::Worker), worker, (AFTER.0, Font::BOLD), &[AFTER.1]);
    number(&mut f, after, 8);
    f
}

/// The number of a stop, at the left of it.
fn number(f: &mut Figure, stop: Area, n: usize) {
    let area = Area::new(8.0, stop.y + stop.h / 2.0 - 12.0, 26.0, 24.0);
    f.text(area, &n.to_string(), Align::Middle, Font::BOLD);
}
