//! Parking lots: words, a table of buckets, and the threads that lie in their queues.

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

/// The words, the key of each, and the row of the bucket it falls into.
const WORDS: [(&str, &str, usize); 3] =
    [("semaphore", "A", 0), ("semaphore", "B", 2), ("mutex", "C", 2)];
/// The bucket's row, and the keys by which its sleepers lie, first in first.
const QUEUES: [&[&str]; 4] = [&["A", "A"], &[], &["B", "C", "B"], &[]];

const TOP: f64 = 44.0;
const STEP: f64 = 58.0;

fn bucket(n: usize) -> Area {
    Area::new(150.0, TOP + STEP * n as f64, 66.0, 40.0)
}

fn word(n: usize) -> Area {
    Area::new(8.0, TOP + 78.0 * n as f64, 92.0, 44.0)
}

pub(super) fn draw() -> Figure {
    let mut f = Figure::new("lot_buckets", 400.0, 304.0).describe(
        "A parking lot with four buckets",
        "On the left three words: semaphore A, semaphore B and mutex C. The address of each leads, \
         by a hash, to a bucket: A to the first, B and C both to the third. A bucket is a lock and \
         a queue of sleeping threads. In the first lie two threads with key A. In the third lie, \
         in this order, one with key B, one with key C and one with key B. The second and the \
         fourth are empty.",
    );
    let (ink, poster, worker) =
        (Line::new(Tone::Ink), Line::new(Tone::Poster), Line::new(Tone::Worker));
    f.text(Area::new(8.0, 8.0, 92.0, 24.0), "words", Align::Middle, Font::BOLD);
    f.text(Area::new(144.0, 8.0, 78.0, 24.0), "buckets", Align::Middle, Font::BOLD);
    f.text(Area::new(240.0, 8.0, 152.0, 24.0), "sleepers, by key", Align::Middle, Font::BOLD);

    for (n, queue) in QUEUES.iter().enumerate() {
        let area = bucket(n);
        f.card(area, Fill::Light(Tone::Ink), ink, ("lock", Font::CODE), &[]);
        let mut from = area.right();
        for (place, key) in queue.iter().enumerate() {
            let bed = Area::new(240.0 + 54.0 * place as f64, area.y + 4.0, 38.0, 32.0);
            f.arrow(&[from, bed.left()], ink);
            f.card(bed, Fill::Light(Tone::Worker), worker, (key, Font::BOLD), &[]);
            from = bed.right();
        }
    }
    for (n, (kind, key, row)) in WORDS.into_iter().enumerate() {
        let area = word(n);
        f.rect(area, Fill::Light(Tone::Poster), poster);
        f.lines(area.inset(2.0, 2.0), &[kind, key], Align::Middle, Font::SMALL);
        // Two that fall into one bucket meet it at different heights.
        let (_, y) = bucket(row).left();
        let y = if key == "C" { y + 10.0 } else { y };
        f.arrow(&[area.right(), (bucket(row).x, y)], poster.thick());
    }
    f.text(
        Area::new(8.0, 276.0, 384.0, 24.0),
        "the address is the key, its hash chooses the bucket",
        Align::Middle,
        Font::SMALL,
    );
    f
}
