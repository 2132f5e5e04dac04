//! Chapter 8: the two ends of a deque, and the two queues beside it.

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

/// What a worker's jobs look like in a divided problem, oldest first.
const JOBS: [&str; 3] = ["a half", "a quarter", "an eighth"];

pub(super) fn draw() -> Figure {
    let mut f = Figure::new("deque_ends", 400.0, 438.0).describe(
        "A deque with its two ends, the injector and a broadcast queue",
        format!(
            "In the middle a worker's deque with three jobs, from top to bottom: {}. The owner \
             pushes and pops at the bottom; thieves take from the top, where the oldest and largest \
             job lies. Beside it the injector: anybody pushes at one end, any worker takes at the \
             other. Below, the worker's broadcast queue: others push, only this worker takes.",
            JOBS.join(", ")
        ),
    );
    let worker = Line::new(Tone::Worker);
    let poster = Line::new(Tone::Poster);
    let ink = Line::new(Tone::Ink);

    // The deque, from the top down.
    f.text(Area::new(8.0, 6.0, 176.0, 24.0), "one worker's deque", Align::Middle, Font::BOLD);
    f.text(Area::new(8.0, 36.0, 84.0, 22.0), "thieves", Align::Left, Font::TEXT);
    f.text(Area::new(8.0, 74.0, 58.0, 22.0), "top", Align::Left, Font::CODE);
    for (n, job) in JOBS.into_iter().enumerate() {
        let slot = Area::new(70.0, 68.0 + 40.0 * n as f64, 112.0, 36.0);
        let fill = if n == 0 { Fill::Strong(Tone::Worker) } else { Fill::Light(Tone::Worker) };
        f.card(slot, fill, worker, (job, Font::TEXT), &[]);
    }
    f.arrow(&[(126.0, 68.0), (126.0, 36.0)], poster.thick());
    f.text(Area::new(8.0, 154.0, 60.0, 22.0), "bottom", Align::Left, Font::CODE);
    f.arrow(&[(98.0, 224.0), (98.0, 188.0)], worker.thick());
    f.arrow(&[(154.0, 186.0), (154.0, 222.0)], worker.thick());
    f.text(Area::new(40.0, 226.0, 84.0, 22.0), "pushes", Align::Middle, Font::SMALL);
    f.text(Area::new(126.0, 226.0, 66.0, 22.0), "pops", Align::Middle, Font::SMALL);
    f.text(
        Area::new(8.0, 250.0, 190.0, 24.0),
        "owner: last in, first out",
        Align::Left,
        Font::SMALL,
    );

    // The injector.
    f.text(Area::new(222.0, 6.0, 170.0, 24.0), "the injector", Align::Middle, Font::BOLD);
    f.text(Area::new(222.0, 34.0, 170.0, 22.0), "anybody pushes", Align::Middle, Font::SMALL);
    f.arrow(&[(307.0, 58.0), (307.0, 82.0)], poster.thick());
    let injector = Area::new(262.0, 84.0, 90.0, 104.0);
    f.rect(injector, Fill::Light(Tone::Poster), poster);
    f.lines(injector.inset(4.0, 4.0), &["first in,", "first out"], Align::Middle, Font::SMALL);
    f.arrow(&[(307.0, 188.0), (307.0, 222.0)], worker.thick());
    f.text(Area::new(222.0, 226.0, 170.0, 22.0), "any worker takes", Align::Middle, Font::SMALL);

    // The broadcast queue.
    f.line(&[(8.0, 290.0), (392.0, 290.0)], ink.faint());
    f.text(
        Area::new(8.0, 298.0, 384.0, 24.0),
        "the worker's broadcast queue",
        Align::Middle,
        Font::BOLD,
    );
    let queue = Area::new(150.0, 330.0, 100.0, 40.0);
    f.text(Area::new(8.0, 330.0, 106.0, 40.0), "others push", Align::Left, Font::SMALL);
    f.arrow(&[(112.0, 350.0), (150.0, 350.0)], poster.thick());
    f.card(queue, Fill::Light(Tone::Poster), poster, ("in order", Font::SMALL), &[]);
    f.arrow(&[(250.0, 350.0), (288.0, 350.0)], worker.thick());
    f.lines(
        Area::new(292.0, 330.0, 100.0, 40.0),
        &["only this", "worker takes"],
        Align::Left,
        Font::SMALL,
    );
    f.lines(
        Area::new(8.0, 384.0, 384.0, 44.0),
        &[
            "It looks for work in this order: its own deque,",
            "its broadcasts, a steal, the injector.",
        ],
        Align::Middle,
        Font::SMALL,
    );
    f
}
