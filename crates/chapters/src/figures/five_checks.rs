//! Chapter 6: the way down, with a gate at each step and where its exit leads.

use winks_sleep::{ROUNDS_UNTIL_SLEEPING, ROUNDS_UNTIL_SLEEPY};

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

/// A check: what it does, what turns the worker back, and where to.
struct Gate {
    does: [&'static str; 2],
    exit: Option<(&'static str, String)>,
}

fn gates() -> [Gate; 5] {
    let awake = || "fully awake: round 0".to_owned();
    let partly = format!("round {ROUNDS_UNTIL_SLEEPY}, announces anew");
    let gate = |does, exit| Gate { does, exit };
    [
        gate(["latch UNSET", "→ SLEEPY"], Some(("it is SET", "leaves its wait".to_owned()))),
        gate(["lock the own", "is_blocked"], None),
        gate(["latch SLEEPY", "→ SLEEPING"], Some(("it is SET", awake()))),
        gate(["JEC remembered:", "sleeping + 1"], Some(("the JEC moved", partly))),
        gate(["fence, last look", "at the injector"], Some(("a job: sleeping − 1", awake()))),
    ]
}

const TOP: f64 = 62.0;
const STEP: f64 = 84.0;

pub(super) fn draw() -> Figure {
    let gates = gates();
    let told: Vec<String> = gates
        .iter()
        .enumerate()
        .map(|(n, gate)| {
            let exit = match &gate.exit {
                Some((why, to)) => format!("turned back if {why} ({to})"),
                None => "cannot fail".to_owned(),
            };
            format!("{}, {} {}: {exit}", n + 1, gate.does[0], gate.does[1])
        })
        .collect();
    let bottom = TOP + 5.0 * STEP;
    let mut f = Figure::new("five_checks", 400.0, bottom + 50.0).describe(
        "Five checks before sleeping",
        format!(
            "From the last search down to sleep, five gates: {}. All passed: the worker blocks.",
            told.join("; ")
        ),
    );
    let worker = Line::new(Tone::Worker);
    let start = format!("round {ROUNDS_UNTIL_SLEEPING}: finds nothing");
    let first = Area::new(8.0, 8.0, 206.0, 36.0);
    f.card(first, Fill::Light(Tone::Ink), Line::new(Tone::Ink), (&start, Font::TEXT), &[]);
    let x = 120.0;
    let mut above = first.y + first.h;
    for (n, gate) in gates.iter().enumerate() {
        let area = Area::new(8.0, TOP + n as f64 * STEP, 206.0, 60.0);
        f.arrow(&[(x, above), (x, area.y)], worker);
        above = area.y + area.h;
        f.rect(area, Fill::Light(Tone::Worker), worker);
        let number = Area { w: 34.0, ..area };
        f.text(number, &(n + 1).to_string(), Align::Middle, Font::BOLD);
        f.line(&[(area.x + 34.0, area.y), (area.x + 34.0, area.y + area.h)], worker.faint());
        let does = Area { x: area.x + 42.0, w: area.w - 46.0, ..area };
        f.lines(does, &gate.does, Align::Left, Font::TEXT);
        if let Some((why, to)) = &gate.exit {
            let (right, y) = area.right();
            let tone = Line::new(Tone::Poster);
            f.arrow(&[(right, y), (right + 24.0, y)], tone);
            let note = Area::new(right + 30.0, area.y - 2.0, 154.0, 64.0);
            let (to_1, to_2) = split(to);
            let head = Area { y: area.y + 2.0, h: 20.0, ..note };
            f.text(head, why, Align::Left, Font::REASON);
            let rest = Area { y: head.y + 20.0, h: 36.0, ..note };
            let to = if to_2.is_empty() { &[to_1][..] } else { &[to_1, to_2] };
            let rest = if to.len() == 1 { Area { h: 18.0, ..rest } } else { rest };
            f.lines(rest, to, Align::Left, Font::SMALL);
        }
    }
    let bed = Area::new(8.0, bottom, 206.0, 40.0);
    f.arrow(&[(x, above), (x, bed.y)], worker);
    f.card(bed, Fill::Strong(Tone::Worker), worker.thick(), ("blocked", Font::BOLD), &[]);
    f.text(
        Area::new(244.0, bottom + 9.0, 150.0, 22.0),
        "until a waker comes",
        Align::Left,
        Font::SMALL,
    );
    f
}

/// Two lines of a remark, split after its colon or comma.
fn split(text: &str) -> (&str, &str) {
    match text.find([':', ',']) {
        Some(at) => (&text[..=at], text[at + 1..].trim_start()),
        None => (text, ""),
    }
}
