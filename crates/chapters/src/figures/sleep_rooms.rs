//! The rooms of `crates/sleep`, as floors that stand on one another.

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

type Room = (&'static str, &'static str);

const FLOORS: [(&str, &[Room]); 4] = [
    ("two sides", &[("sleep", "the worker's side"), ("wake", "the poster's side")]),
    (
        "what they hold",
        &[("idle", "the evidence"), ("latch", "four states"), ("counters", "operations")],
    ),
    ("one word", &[("jec", "whose parity it is"), ("word", "where the bits lie")]),
    ("seams", &[("sync", "locks, atomics"), ("broken", "what breaks"), ("trace", "who did it")]),
];

const LEFT: f64 = 8.0;
const WIDTH: f64 = 384.0;
const ROOM: f64 = 58.0;
const CEILING: f64 = 26.0;
const TOP: f64 = 44.0;

pub(super) fn draw() -> Figure {
    let height = TOP + FLOORS.len() as f64 * (ROOM + CEILING) + 8.0;
    let rooms: Vec<String> = FLOORS
        .iter()
        .map(|(floor, rooms)| {
            let names: Vec<String> =
                rooms.iter().map(|(name, what)| format!("{name} ({what})")).collect();
            format!("{floor}: {}", names.join(", "))
        })
        .collect();
    let mut f = Figure::new("sleep_rooms", 400.0, height).describe(
        "The rooms of crates/sleep",
        format!(
            "A house of four floors, each standing on those below. From the top: {}.",
            rooms.join("; ")
        ),
    );
    let ink = Line::new(Tone::Ink);
    let roof = [(LEFT, TOP), (200.0, 8.0), (LEFT + WIDTH, TOP)];
    f.line(&roof, ink.thick());
    f.line(
        &[(LEFT, TOP), (LEFT, height - 8.0), (LEFT + WIDTH, height - 8.0), (LEFT + WIDTH, TOP)],
        ink.thick(),
    );

    for (n, (floor, rooms)) in FLOORS.iter().enumerate() {
        let y = TOP + n as f64 * (ROOM + CEILING);
        if n > 0 {
            f.line(&[(LEFT, y), (LEFT + WIDTH, y)], ink.faint());
        }
        let header = Area::new(LEFT + 10.0, y + 3.0, WIDTH - 20.0, 20.0);
        f.text(header, floor, Align::Middle, Font::SMALL);
        let each = (WIDTH - 12.0) / rooms.len() as f64;
        for (k, (name, what)) in rooms.iter().enumerate() {
            let x = LEFT + 6.0 + k as f64 * each;
            let area = Area::new(x + 3.0, y + CEILING - 2.0, each - 6.0, ROOM - 4.0);
            let (fill, line) = match *name {
                "sleep" | "idle" | "latch" => (Fill::Light(Tone::Worker), Line::new(Tone::Worker)),
                "wake" => (Fill::Light(Tone::Poster), Line::new(Tone::Poster)),
                "sync" | "broken" | "trace" => (Fill::None, ink.dashed()),
                _ => (Fill::Light(Tone::Ink), ink),
            };
            f.card(area, fill, line, (name, Font::BOLD), &[what]);
        }
    }
    f
}
