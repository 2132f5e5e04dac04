//! Lane diagrams: a recorded interleaving as a picture, drawn from the very table beside it.
//!
//! A table has a row for each step; a diagram has a box for each *turn*, the steps that a thread
//! takes without another one between them, and shows at a glance what a table makes one count out:
//! who sleeps from where to where, who wakes whom, whose wake-up comes to an empty bed.
//! The numbers are those of the table, which has the words.
//! [`read`] knows the tables, this file draws; neither knows where a recording came from.

mod read;

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};
use read::{Deed, Ending, Step, Turn};

pub use read::Run;

/// How much a box says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// A line for each step of a turn: two lanes or three.
    Steps,
    /// The numbers of its first and its last step: many lanes, or a long run.
    Turns,
}

const LINE: f64 = 19.0;
const GAP: f64 = 9.0;
const HEAD: f64 = 42.0;
/// The width of the column of the word.
const WORD: f64 = 68.0;
const LEFT: f64 = 4.0;
/// Half the width of the bar of a thread that sleeps.
const BAR: f64 = 6.0;

/// A turn with its place.
struct Placed<'r> {
    turn: &'r Turn,
    area: Area,
}

/// A run being drawn: where its lanes are.
struct Sheet<'r> {
    run: &'r Run,
    detail: Detail,
    pitch: f64,
}

/// Draws a run.
pub fn draw(name: &'static str, title: &str, run: &Run, detail: Detail) -> Figure {
    let lanes = run.lanes.len();
    let width = if lanes > 2 { 440.0 } else { 400.0 };
    let word = if run.has_word { WORD } else { 0.0 };
    let pitch = (width - 2.0 * LEFT - word) / lanes as f64;
    let sheet = Sheet { run, detail, pitch };
    let boxes = sheet.boxes();
    let floor = boxes.last().map_or(HEAD, |last| last.area.y + last.area.h);
    let is_stuck = run.endings.contains(&Ending::Blocked);
    let end = floor + GAP + if is_stuck { 26.0 } else { 0.0 };
    let below = if is_stuck { 44.0 } else { 4.0 };
    let legend = sheet.legend();
    let height = end + below + LINE * legend.len() as f64 + 6.0;

    let mut f = Figure::new(name, width, height).describe(title, sheet.description());
    for lane in 0..lanes {
        sheet.lane(&mut f, lane, &boxes, end);
    }
    for drawn in &boxes {
        sheet.turn(&mut f, drawn);
    }
    for drawn in &boxes {
        sheet.wakes(&mut f, drawn);
    }
    if run.has_word {
        let head = Area::new(width - LEFT - word, 6.0, word, 28.0);
        f.text(head, "the word", Align::Right, Font::SMALL);
    }
    let top = end + below;
    for (n, line) in legend.iter().enumerate() {
        let area = Area::new(LEFT, top + LINE * n as f64, width - 2.0 * LEFT, LINE);
        f.text(area, line, Align::Middle, Font::SMALL);
    }
    f
}

impl Sheet<'_> {
    /// The middle of a lane.
    fn x(&self, lane: usize) -> f64 {
        LEFT + self.pitch * (lane as f64 + 0.5)
    }

    fn tone(&self, lane: usize) -> Tone {
        if self.run.may_sleep[lane] { Tone::Worker } else { Tone::Poster }
    }

    /// The turns one below the other.
    fn boxes(&self) -> Vec<Placed<'_>> {
        let mut boxes = Vec::new();
        let mut y = HEAD + GAP;
        for turn in &self.run.turns {
            let lines = match self.detail {
                Detail::Steps => turn.steps.len(),
                Detail::Turns => 1,
            };
            let h = LINE * lines as f64 + 6.0;
            let half = self.pitch / 2.0 - 4.0;
            let area = Area::new(self.x(turn.lane) - half, y, 2.0 * half, h);
            boxes.push(Placed { turn, area });
            y += h + GAP;
        }
        boxes
    }

    /// The head of a lane, its line, and where its thread sleeps.
    fn lane(&self, f: &mut Figure, lane: usize, boxes: &[Placed<'_>], end: f64) {
        let (x, tone) = (self.x(lane), self.tone(lane));
        let head = Area::new(x - self.pitch / 2.0 + 4.0, 6.0, self.pitch - 8.0, 28.0);
        f.card(head, Fill::Light(tone), Line::new(tone), (&self.run.lanes[lane], Font::BOLD), &[]);
        let last = boxes.iter().rfind(|drawn| drawn.turn.lane == lane);
        let last = last.map_or(HEAD, |drawn| drawn.area.bottom().1);
        let mut from = HEAD - 8.0;
        let mut asleep = self.run.asleep_at_first[lane];
        for drawn in boxes {
            for step in &drawn.turn.steps {
                let falls = drawn.turn.lane == lane && step.deed == Deed::Sleeps;
                if asleep && step.deed == Deed::Wakes(lane) {
                    let y = self.at(drawn, step);
                    sleeping(f, x, from, y, tone);
                    (asleep, from) = (false, y);
                } else if falls {
                    let y = drawn.area.bottom().1;
                    f.line(&[(x, from), (x, y)], Line::new(tone));
                    (asleep, from) = (true, y);
                }
            }
        }
        match self.run.endings[lane] {
            Ending::Blocked => {
                sleeping(f, x, from, end, tone);
                f.cross((x, end), 7.0, Tone::Loss);
                let area = Area::new(x - self.pitch / 2.0, end + 9.0, self.pitch, 32.0);
                f.lines(
                    area,
                    &["waits", "for ever"],
                    Align::Middle,
                    Font::REASON.toned(Tone::Loss),
                );
            }
            _ if asleep => sleeping(f, x, from, end, tone),
            _ if last > from => {
                f.line(&[(x, from), (x, last)], Line::new(tone));
            }
            _ => {}
        }
    }

    /// The box of a turn, and the word after each step that changed it.
    fn turn(&self, f: &mut Figure, drawn: &Placed<'_>) {
        let Placed { turn, area } = drawn;
        let tone = self.tone(turn.lane);
        f.sheet(*area);
        f.rect(*area, Fill::Light(tone), Line::new(tone));
        let column = Area::new(self.right() - WORD, 0.0, WORD, LINE);
        let row = |n: usize| area.y + 3.0 + LINE * n as f64;
        let word = |f: &mut Figure, n: usize, step: &Step| {
            let text = step.word.as_deref().unwrap_or_default();
            f.text(Area { y: row(n), ..column }, text, Align::Right, Font::SMALL);
        };
        let mut changes = turn.steps.iter().enumerate().filter(|(_, step)| step.word.is_some());
        if self.detail == Detail::Turns {
            f.text(area.inset(2.0, 2.0), &turn.numbers(), Align::Middle, Font::SMALL);
            return changes.next_back().into_iter().for_each(|(_, step)| word(f, 0, step));
        }
        changes.for_each(|(n, step)| word(f, n, step));
        for (n, step) in turn.steps.iter().enumerate() {
            let line = Area::new(area.x + 5.0, row(n), area.w - 8.0, LINE);
            let font = if step.is_stale { Font::REASON.toned(Tone::Loss) } else { Font::SMALL };
            f.text(line, &format!("{} {}", step.number, step.short), Align::Left, font);
        }
    }

    /// The right edge of the column of the word.
    fn right(&self) -> f64 {
        LEFT + self.pitch * self.run.lanes.len() as f64 + WORD
    }

    /// The height at which a step happens.
    fn at(&self, drawn: &Placed<'_>, step: &Step) -> f64 {
        if self.detail == Detail::Turns {
            return drawn.area.left().1;
        }
        let n = drawn.turn.steps.iter().position(|other| other.number == step.number);
        drawn.area.y + 3.0 + LINE * (n.unwrap_or(0) as f64 + 0.5)
    }

    /// The arrows to those who are woken, and to the beds that are empty.
    fn wakes(&self, f: &mut Figure, drawn: &Placed<'_>) {
        for step in &drawn.turn.steps {
            let (target, in_vain) = match step.deed {
                Deed::Wakes(target) => (target, false),
                Deed::FindsAwake(target) => (target, true),
                _ => continue,
            };
            if target == drawn.turn.lane {
                continue;
            }
            let y = self.at(drawn, step);
            let area = drawn.area;
            let (start, side) =
                if self.x(target) < area.x { (area.x, 1.0) } else { (area.x + area.w, -1.0) };
            let x = self.x(target);
            if in_vain {
                f.line(&[(start, y), (x + side * 14.0, y)], Line::new(Tone::Loss).dashed());
                f.cross((x + side * 7.0, y), 5.0, Tone::Loss);
            } else {
                f.arrow(
                    &[(start, y), (x + side * (BAR + 1.0), y)],
                    Line::new(Tone::Poster).thick(),
                );
            }
        }
    }

    /// What the signs mean, as far as the figure has them.
    fn legend(&self) -> Vec<String> {
        // Who passes its own bed on its round draws no line.
        let is_shown = |turn: &Turn, step: &Step| step.deed != Deed::FindsAwake(turn.lane);
        let has = |sign: fn(&Step) -> bool| {
            let mut turns = self.run.turns.iter();
            turns.any(|turn| turn.steps.iter().any(|step| sign(step) && is_shown(turn, step)))
        };
        let mut signs = Vec::new();
        if has(|step| step.deed == Deed::Sleeps) || self.run.asleep_at_first.contains(&true) {
            signs.push("dashed: asleep");
        }
        if has(|step| matches!(step.deed, Deed::Wakes(_))) {
            signs.push("arrow: wakes");
        }
        if has(|step| matches!(step.deed, Deed::FindsAwake(_))) {
            signs.push("cross: nobody to wake");
        }
        let mut lines = Vec::new();
        if !signs.is_empty() {
            lines.push(signs.join(" · "));
        }
        if self.run.has_word {
            lines.push("the word: sleeping / inactive / JEC".to_owned());
        }
        lines
    }

    /// The picture in words.
    fn description(&self) -> String {
        let name = |lane: usize| &self.run.lanes[lane];
        let mut told = String::from("One lane for each thread, time running downwards.");
        for turn in &self.run.turns {
            let all: Vec<_> = turn.steps.iter().map(|step| step.short.as_str()).collect();
            let doings = if self.detail == Detail::Steps || all.len() < 4 {
                all.join(", ")
            } else {
                format!("{} … {}", all[0], all[all.len() - 1])
            };
            told += &format!(" {} {}: {doings}.", name(turn.lane), turn.numbers());
        }
        for (lane, ending) in self.run.endings.iter().enumerate() {
            if *ending == Ending::Blocked {
                told += &format!(" {} waits for ever.", name(lane));
            }
        }
        told
    }
}

/// A thread that sleeps: its lane dashed, on a bar.
fn sleeping(f: &mut Figure, x: f64, from: f64, to: f64, tone: Tone) {
    f.rect(Area::new(x - BAR, from, 2.0 * BAR, to - from), Fill::Strong(tone), Line::NONE);
    f.line(&[(x, from), (x, to)], Line::new(tone).thick().dashed());
}
