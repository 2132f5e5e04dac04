//! Chapter 6: each side writes, fences, and reads what the other wrote.

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

pub(super) fn draw() -> Figure {
    let mut f = Figure::new("two_fences", 400.0, 330.0).describe(
        "Two fences, crossed",
        "Left, the sleeper: it adds one to sleeping, passes a SeqCst fence, and looks into the \
         injector. Right, the poster: it pushes its job into the injector, passes a SeqCst fence, \
         and reads the word. Crossed arrows lead from each write to the other side's read. One of \
         the two fences comes first, so at least one of the two reads sees the other side's write.",
    );
    let (left, right) = (8.0, 222.0);
    let width = 170.0;
    column(&mut f, left, width, "sleeper", Tone::Worker, ["sleeping + 1", "looks into injector"]);
    column(&mut f, right, width, "poster", Tone::Poster, ["pushes its job", "reads the word"]);

    // From each write to the other side's read.
    let (write, read) = (110.0, 210.0);
    f.arrow(&[(left + width, write - 24.0), (right, read + 16.0)], Line::new(Tone::Worker).thick());
    f.arrow(&[(right, write - 24.0), (left + width, read + 16.0)], Line::new(Tone::Poster).thick());
    f.lines(
        Area::new(8.0, 268.0, 384.0, 56.0),
        &["One fence comes first.", "Whoever passes second sees the other's write."],
        Align::Middle,
        Font::TEXT,
    );
    f
}

fn column(f: &mut Figure, x: f64, w: f64, who: &str, tone: Tone, steps: [&str; 2]) {
    let line = Line::new(tone);
    f.text(Area::new(x, 6.0, w, 28.0), who, Align::Middle, Font::BOLD);
    let write = Area::new(x, 60.0, w, 46.0);
    let fence = Area::new(x, 132.0, w, 34.0);
    let read = Area::new(x, 206.0, w, 46.0);
    f.line(&[(x + w / 2.0, 36.0), write.top()], line);
    f.line(&[write.bottom(), fence.top()], line);
    f.line(&[fence.bottom(), read.top()], line);
    f.card(write, Fill::Light(tone), line, (steps[0], Font::TEXT), &[]);
    f.card(fence, Fill::Strong(tone), line.thick(), ("SeqCst fence", Font::TEXT), &[]);
    f.card(read, Fill::Light(tone), line, (steps[1], Font::TEXT), &[]);
}
