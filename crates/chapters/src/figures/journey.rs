//! Chapter 12: the rooms that a stolen job passes, numbered by the steps of the recording.

use crate::recorder::Row;
use crate::shown::journey::stolen_rows;
use crate::svg::{Align, Area, Figure, Fill, Font, Line, Point, Tone};

/// A stop of the journey: the worker, the room, what happens there, and the first and the last
/// step of it, each by its worker and the beginning of its text.
struct Stop {
    worker: usize,
    room: &'static str,
    what: &'static str,
    first: &'static str,
    last: &'static str,
}

const STOPS: [Stop; 12] = [
    stop(0, "pool::join", "B goes to the deque", "pushes", "pushes"),
    stop(0, "sleep::wake", "rings for a helper", "posts", "for the woken"),
    stop(1, "sleep::sleep", "gets up", "runs again", "its own latch"),
    stop(1, "pool::worker", "steals B, says so", "steals", "found"),
    stop(1, "pool::job", "begins B", "begins", "begins"),
    stop(0, "pool::join", "A ends; B is gone", "A saw", "A saw"),
    stop(0, "pool::worker", "searches in vain", "starts looking", "rounds"),
    stop(0, "sleep::sleep", "lies down", "announces", "blocks"),
    stop(1, "pool::job", "B ends", "B saw", "B saw"),
    stop(1, "pool::latches", "sets B's latch", "sets", "sets"),
    stop(1, "sleep::wake", "wakes the owner", "wakes", "for the woken"),
    stop(0, "pool::join", "has both results", "runs again", "join returns"),
];

const fn stop(
    worker: usize,
    room: &'static str,
    what: &'static str,
    first: &'static str,
    last: &'static str,
) -> Stop {
    Stop { worker, room, what, first, last }
}

impl Stop {
    /// The numbers of its steps, which come after `before`.
    fn steps(&self, rows: &[Row], before: usize) -> (usize, usize) {
        let find = |text: &str, after: usize| {
            let own = |row: &Row| row.worker == self.worker && row.action.starts_with(text);
            let found = rows.iter().skip(after).position(own);
            after + 1 + found.unwrap_or_else(|| panic!("the journey has a step {text:?}"))
        };
        let first = find(self.first, before);
        assert_eq!(first, before + 1, "the stop {:?} follows the one before", self.what);
        (first, find(self.last, first - 1))
    }
}

const LEFT: f64 = 8.0;
const WIDTH: f64 = 172.0;
const RIGHT: f64 = 220.0;
const TOP: f64 = 40.0;
const HEIGHT: f64 = 64.0;
const PITCH: f64 = 78.0;

pub(super) fn draw() -> Figure {
    let (rows, _) = stolen_rows();
    let mut before = 0;
    let mut stops = Vec::new();
    for stop in &STOPS {
        let (first, last) = stop.steps(&rows, before);
        before = last;
        let steps = match first == last {
            true => format!("step {first}"),
            false => format!("steps {first}–{last}"),
        };
        stops.push((stop, steps));
    }
    assert_eq!(before, rows.len(), "the figure leaves out no step");
    let told: Vec<String> = stops
        .iter()
        .map(|(stop, steps)| {
            format!("{steps}, worker {}, {}: {}", stop.worker, stop.room, stop.what)
        })
        .collect();

    let height = TOP + PITCH * grid().last().map_or(0.0, |(row, _)| row + 1.0);
    let mut f = Figure::new("journey", 400.0, height).describe(
        "The rooms that a stolen job passes",
        format!("Two columns, one for each worker, read from the top. {}.", told.join("; ")),
    );
    for (name, x) in [("worker 0", LEFT), ("worker 1", RIGHT)] {
        f.text(Area::new(x, 8.0, WIDTH, 24.0), name, Align::Middle, Font::BOLD);
    }
    let areas: Vec<Area> =
        grid().iter().map(|(row, x)| Area::new(*x, TOP + PITCH * row, WIDTH, HEIGHT)).collect();
    for (n, (stop, steps)) in stops.iter().enumerate() {
        let tone = tone(stop.room);
        f.card(
            areas[n],
            Fill::Light(tone),
            Line::new(tone),
            (stop.room, Font::BOLD),
            &[stop.what, steps],
        );
        if n > 0 {
            let crosses = STOPS[n - 1].worker != stop.worker;
            f.arrow(&way(areas[n - 1], areas[n], crosses), Line::new(Tone::Ink));
        }
    }
    f
}

/// The row and the left edge of each stop: who changes the lane stays on the row, so that the
/// arrow is level.
fn grid() -> Vec<(f64, f64)> {
    let mut places: Vec<(f64, f64)> = Vec::new();
    for (n, stop) in STOPS.iter().enumerate() {
        let x = if stop.worker == 0 { LEFT } else { RIGHT };
        let row = match places.last() {
            None => 0.0,
            Some((row, _)) if STOPS[n - 1].worker != stop.worker => *row,
            Some((row, _)) => row + 1.0,
        };
        places.push((row, x));
    }
    places
}

fn way(from: Area, to: Area, crosses: bool) -> [Point; 2] {
    match (crosses, from.x < to.x) {
        (false, _) => [from.bottom(), to.top()],
        (true, true) => [from.right(), to.left()],
        (true, false) => [from.left(), to.right()],
    }
}

/// The sleep's rooms in one tone, the pool's in another.
fn tone(room: &str) -> Tone {
    if room.starts_with("sleep") { Tone::Worker } else { Tone::Poster }
}
