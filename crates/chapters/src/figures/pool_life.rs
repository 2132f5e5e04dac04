//! Chapter 11: the states of a pool, and who keeps it in each.

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

/// A state: its name, who keeps the pool while it is in it, and what leads to the next.
struct State {
    name: &'static str,
    remark: &'static str,
    next: &'static str,
}

const STATES: [State; 5] = [
    State { name: "building", remark: "kept by the builder", next: "every thread was started" },
    State { name: "open", remark: "kept by the handle, jobs", next: "drop or shutdown" },
    State { name: "draining", remark: "kept by detached jobs", next: "the last keeper lets go" },
    State { name: "ended", remark: "kept by nobody", next: "each worker sees its latch" },
    State { name: "gone", remark: "exit handlers have run", next: "" },
];

const TOP: f64 = 8.0;
const STEP: f64 = 88.0;

fn state(n: usize) -> Area {
    Area::new(8.0, TOP + n as f64 * STEP, 212.0, 52.0)
}

pub(super) fn draw() -> Figure {
    let told: Vec<String> = STATES
        .iter()
        .map(|State { name, remark, next }| match *next {
            "" => format!("{name} ({remark})"),
            next => format!("{name} ({remark}) until {next}"),
        })
        .collect();
    let height = TOP + (STATES.len() - 1) as f64 * STEP + 60.0;
    let mut f = Figure::new("pool_life", 432.0, height).describe(
        "The life of a pool",
        format!(
            "{}. If a thread cannot be started or a closure panics, the pool goes from building \
             straight to ended. The global pool stays open for ever.",
            told.join("; ")
        ),
    );
    let plain = Line::new(Tone::Worker);
    for (n, State { name, remark, next }) in STATES.iter().enumerate() {
        let fill = if n == 1 { Fill::Strong(Tone::Worker) } else { Fill::Light(Tone::Worker) };
        f.card(state(n), fill, plain, (name, Font::BOLD), &[remark]);
        if n + 1 < STATES.len() {
            f.arrow(&[(40.0, state(n).bottom().1), (40.0, state(n + 1).y)], plain);
            let note = Area::new(52.0, state(n).bottom().1 + 7.0, 230.0, 22.0);
            f.text(note, next, Align::Left, Font::SMALL);
        }
    }
    let (from, to) = (state(0).right(), state(3).right());
    let out = 290.0;
    f.arrow(&[from, (out, from.1), (out, to.1), to], Line::new(Tone::Loss));
    let note = Area::new(out + 6.0, from.1 + 40.0, 134.0, 66.0);
    let failed = ["the build fails:", "an error, or a", "panic of a closure"];
    f.lines(note, &failed, Align::Left, Font::SMALL);
    let (x, y) = state(1).right();
    f.arrow(
        &[(x, y - 14.0), (x + 30.0, y - 14.0), (x + 30.0, y + 14.0), (x, y + 14.0)],
        Line::new(Tone::Poster),
    );
    let note = Area::new(x + 8.0, y + 18.0, 62.0, 22.0);
    f.text(note, "global", Align::Left, Font::SMALL);
    f
}
