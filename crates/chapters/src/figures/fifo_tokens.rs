//! Chapter 10: tokens leave the deque newest first, and the jobs still run oldest first.

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

/// In the order in which they were pushed.
const JOBS: [&str; 3] = ["A", "B", "C"];
const ORDINALS: [&str; 3] = ["first", "second", "third"];

const TOP: f64 = 62.0;
const STEP: f64 = 66.0;

fn token(n: usize) -> Area {
    Area::new(20.0, TOP + n as f64 * STEP, 136.0, 44.0)
}

fn job(n: usize) -> Area {
    Area::new(284.0, TOP + n as f64 * STEP, 116.0, 44.0)
}

pub(super) fn draw() -> Figure {
    let last = JOBS.len() - 1;
    let told: Vec<String> = (0..JOBS.len())
        .map(|n| {
            let pushed_with = JOBS[last - n];
            format!("popped {}: the token pushed with {pushed_with}, runs {}", ORDINALS[n], JOBS[n])
        })
        .collect();
    let bottom = TOP + JOBS.len() as f64 * STEP;
    let mut f = Figure::new("fifo_tokens", 420.0, bottom + 8.0).describe(
        "Tokens and jobs of spawn_fifo",
        format!(
            "A deque with three equal tokens, pushed with the jobs A, B and C, and a queue with \
             these jobs. The owner pops at the bottom. {}.",
            told.join("; ")
        ),
    );
    let (tokens, jobs) = (Line::new(Tone::Ink), Line::new(Tone::Worker));
    let head = |x: f64, w: f64, y: f64| Area::new(x, y, w, 22.0);
    f.text(head(8.0, 160.0, 6.0), "the deque", Align::Middle, Font::BOLD);
    f.text(head(4.0, 168.0, 28.0), "oldest token on top", Align::Middle, Font::SMALL);
    f.text(head(262.0, 154.0, 6.0), "the FIFO queue", Align::Middle, Font::BOLD);
    f.text(head(262.0, 154.0, 28.0), "oldest job on top", Align::Middle, Font::SMALL);
    for n in 0..JOBS.len() {
        let popped = format!("popped {}", ORDINALS[last - n]);
        f.card(token(n), Fill::Light(Tone::Ink), tokens, ("token", Font::BOLD), &[&popped]);
        let runs = format!("runs {}", ORDINALS[n]);
        f.card(job(n), Fill::Strong(Tone::Worker), jobs, (JOBS[n], Font::BOLD), &[&runs]);
    }
    for n in 0..JOBS.len() {
        f.arrow(&[token(n).right(), job(last - n).left()], Line::new(Tone::Poster));
    }
    f
}
