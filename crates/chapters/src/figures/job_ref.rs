//! Chapter 8: two words, and the three kinds of job that they may point to.

use std::mem::size_of;

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

/// A kind of job: its type, where it lies, and what becomes of it once it has run.
const KINDS: [(&str, &str, &str); 3] = [
    ("StackJob", "in a waiting frame", "sets its latch: last act"),
    ("HeapJob", "in a box of its own", "takes its box back"),
    ("SharedJob", "counted: n references", "gives up one share"),
];

pub(super) fn draw() -> Figure {
    let words = size_of::<[usize; 2]>() / size_of::<usize>();
    let mut f = Figure::new("job_ref", 400.0, 330.0).describe(
        "A job reference, and the three kinds of job behind it",
        format!(
            "A JobRef has {words} words: job, a pointer to the data, and execute, a pointer to the \
             function that knows its type. The data is one of three kinds. A StackJob lies in the \
             frame of somebody who waits for it, and its execution sets a latch as its last act. A \
             HeapJob lies in a box of its own, which its execution takes back. A SharedJob is \
             counted; each of its n references gives up one share."
        ),
    );
    let ink = Line::new(Tone::Ink);
    let worker = Line::new(Tone::Worker);
    let poster = Line::new(Tone::Poster);
    f.text(Area::new(8.0, 8.0, 130.0, 26.0), "JobRef", Align::Left, Font::BOLD);
    let job = Area::new(8.0, 40.0, 130.0, 44.0);
    let execute = Area::new(8.0, 84.0, 130.0, 44.0);
    f.card(job, Fill::Strong(Tone::Worker), worker, ("job", Font::CODE), &[]);
    f.card(execute, Fill::Strong(Tone::Poster), poster, ("execute", Font::CODE), &[]);

    let mut tops = [0.0; 3];
    for (n, (kind, place, then)) in KINDS.into_iter().enumerate() {
        let area = Area::new(196.0, 8.0 + 88.0 * n as f64, 196.0, 76.0);
        tops[n] = area.left().1;
        let line = if n == 0 { worker } else { ink };
        f.card(area, Fill::Light(Tone::Worker), line, (kind, Font::CODE), &[place, then]);
    }
    let from = job.right();
    f.arrow(&[from, (196.0, tops[0])], worker.thick());
    for top in &tops[1..] {
        f.arrow(&[from, (196.0, *top)], worker.dashed());
    }
    let code = Area::new(8.0, 212.0, 130.0, 58.0);
    f.arrow(&[execute.bottom(), code.top()], poster.thick());
    f.card(code, Fill::None, poster, ("Job::execute", Font::CODE), &["for that kind"]);
    f.lines(
        Area::new(8.0, 280.0, 384.0, 44.0),
        &["The type is gone from the reference;", "it is kept in which function it points to."],
        Align::Middle,
        Font::SMALL,
    );
    f
}
