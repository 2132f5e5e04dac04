//! Chapter 7: one task in a sleeping pool, and whom it wakes.

use winks_sleep::wake::{to_wake_for_post, to_wake_for_work_found};
use winks_sleep::{Counts, Jec};

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

/// The pool of the figure: all of its workers sleep.
const WORKERS: usize = 12;

/// How many the post wakes, and how many each finder after it.
fn woken() -> (usize, usize) {
    let asleep = Counts { sleeping: WORKERS, inactive: WORKERS, jec: Jec::new(1) };
    let by_post = to_wake_for_post(asleep, 1, true);
    let found = Counts { sleeping: WORKERS - by_post, ..asleep };
    (by_post, to_wake_for_work_found(found))
}

fn worker(x: f64, y: f64) -> Area {
    Area::new(x - 26.0, y, 52.0, 40.0)
}

pub(super) fn draw() -> Figure {
    let (by_post, by_finder) = woken();
    let mut f = Figure::new("wake_chain", 400.0, 408.0).describe(
        "The chain of wake-ups",
        format!(
            "A pool of {WORKERS} sleeping workers, one task posted. The post wakes {by_post}: worker \
             0. It finds the task and, before running it, wakes {by_finder} more: workers 1 and 2. \
             They find nothing and sleep again, so the chain ends. Had they found jobs, each would \
             have woken {by_finder} more. Workers from 3 on never stir."
        ),
    );
    let poster = Line::new(Tone::Poster);
    let active = Line::new(Tone::Worker);
    let post = Area::new(134.0, 8.0, 132.0, 44.0);
    f.card(post, Fill::Light(Tone::Poster), poster, ("one task", Font::BOLD), &[]);
    let zero = worker(200.0, 104.0);
    f.arrow(&[post.bottom(), zero.top()], poster);
    let note = format!("the post wakes {by_post}");
    f.text(Area::new(210.0, 66.0, 170.0, 22.0), &note, Align::Left, Font::SMALL);
    f.card(zero, Fill::Strong(Tone::Worker), active.thick(), ("0", Font::BOLD), &[]);
    f.lines(
        Area::new(236.0, 102.0, 156.0, 44.0),
        &["finds the task, wakes", &format!("{by_finder} more, runs it")],
        Align::Left,
        Font::SMALL,
    );
    let spread = 200.0;
    let mut next = 1;
    for n in 0..by_finder {
        let x = 200.0 - spread / 2.0 + spread * n as f64 / (by_finder.max(2) - 1) as f64;
        let child = worker(x, 204.0);
        f.arrow(&[zero.bottom(), child.top()], active);
        f.card(child, Fill::Light(Tone::Worker), active, (&next.to_string(), Font::BOLD), &[]);
        next += 1;
        for k in 0..by_finder {
            let x = x - 42.0 + 84.0 * k as f64 / (by_finder.max(2) - 1) as f64;
            f.line(&[child.bottom(), (x, 276.0)], Line::new(Tone::Ink).dashed().faint());
            f.rect(worker(x, 276.0), Fill::None, Line::new(Tone::Ink).dashed().faint());
        }
    }
    f.text(Area::new(134.0, 213.0, 132.0, 22.0), "find nothing:", Align::Middle, Font::SMALL);
    f.text(Area::new(134.0, 233.0, 132.0, 22.0), "the chain ends", Align::Middle, Font::SMALL);
    f.lines(
        Area::new(8.0, 326.0, 384.0, 72.0),
        &[
            "dashed: whom they would wake, had they found work",
            &format!("workers {next} to {} never stir", WORKERS - 1),
        ],
        Align::Middle,
        Font::SMALL,
    );
    f
}
