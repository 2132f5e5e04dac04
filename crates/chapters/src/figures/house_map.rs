//! The front page: the crates, and who may know whom.

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

struct Room {
    name: &'static str,
    what: &'static [&'static str],
    area: Area,
    is_built: bool,
}

const BOOK: Room = room("book", &["pages, checks"], Area::new(8.0, 8.0, 120.0, 56.0), true);
const CHAPTERS: Room =
    room("chapters", &["what is shown"], Area::new(136.0, 8.0, 136.0, 56.0), true);
const EXERCISES: Room =
    room("exercises", &["break, build"], Area::new(280.0, 8.0, 112.0, 56.0), true);
const LAB: Room = room("lab", &["measures"], Area::new(20.0, 122.0, 108.0, 56.0), true);
const DROP_IN: Room = room("drop-in", &[], Area::new(146.0, 122.0, 80.0, 34.0), true);
const POOL: Room = room("pool", &["jobs, deques"], Area::new(20.0, 206.0, 108.0, 56.0), true);
const SLEEP: Room = room("sleep", &["the heart"], Area::new(20.0, 306.0, 108.0, 56.0), true);
const MODELS: Room =
    room("models", &["tries every order"], Area::new(172.0, 192.0, 208.0, 56.0), true);
const SEMAPHORE: Room = room("semaphore", &["permits"], Area::new(146.0, 306.0, 112.0, 56.0), true);
const EXECUTOR: Room =
    room("executor", &["run state"], Area::new(276.0, 306.0, 104.0, 56.0), false);

const ROOMS: [&Room; 10] =
    [&BOOK, &CHAPTERS, &EXERCISES, &LAB, &DROP_IN, &POOL, &SLEEP, &MODELS, &SEMAPHORE, &EXECUTOR];

const fn room(
    name: &'static str,
    what: &'static [&'static str],
    area: Area,
    is_built: bool,
) -> Room {
    Room { name, what, area, is_built }
}

pub(super) fn draw() -> Figure {
    let mut f = Figure::new("house_map", 400.0, 458.0).describe(
        "The house: which crate may know which",
        "Chapters and exercises know all the code; no code knows them, and the book crate knows \
         Markdown and files only. Among the code, lab and drop-in depend on pool, lab on semaphore \
         as well, and pool on sleep. Semaphore and executor stand alone. Models includes the source files of sleep, \
         semaphore and executor and depends on none of them. The executor is still to come.",
    );
    let ink = Line::new(Tone::Ink);
    let code = Area::new(8.0, 96.0, 384.0, 282.0);
    f.rect(code, Fill::Light(Tone::Ink), Line::NONE);
    f.text(Area::new(146.0, 102.0, 234.0, 22.0), "the code", Align::Right, Font::SMALL);

    for room in ROOMS {
        let is_heart = room.name == SLEEP.name;
        let fill = if is_heart { Fill::Strong(Tone::Worker) } else { Fill::None };
        let line = if is_heart { Line::new(Tone::Worker).thick() } else { ink };
        let line = if room.is_built { line } else { line.dashed() };
        f.card(room.area, fill, line, (room.name, Font::BOLD), room.what);
    }

    for above in [CHAPTERS, EXERCISES] {
        let (x, y) = above.area.bottom();
        f.arrow(&[(x, y), (x, code.y)], ink);
    }
    f.arrow(&[LAB.area.bottom(), POOL.area.top()], ink);
    f.arrow(&[(124.0, LAB.area.bottom().1), (150.0, 204.0), (150.0, SEMAPHORE.area.y)], ink);
    f.arrow(&[(156.0, DROP_IN.area.bottom().1), (112.0, POOL.area.y)], ink);
    f.arrow(&[POOL.area.bottom(), SLEEP.area.top()], ink);
    let sources = Line::new(Tone::Poster).dashed();
    let floor = MODELS.area.bottom().1;
    f.arrow(&[(190.0, floor), (112.0, SLEEP.area.y)], sources);
    f.arrow(&[(230.0, floor), (212.0, SEMAPHORE.area.y)], sources);
    f.arrow(&[(328.0, floor), (328.0, EXECUTOR.area.y)], sources);

    legend(&mut f, sources);
    f
}

fn legend(f: &mut Figure, sources: Line) {
    let ink = Line::new(Tone::Ink);
    f.arrow(&[(12.0, 400.0), (52.0, 400.0)], ink);
    f.text(Area::new(60.0, 390.0, 110.0, 20.0), "depends on", Align::Left, Font::SMALL);
    f.arrow(&[(182.0, 400.0), (222.0, 400.0)], sources);
    f.text(Area::new(230.0, 390.0, 168.0, 20.0), "includes its sources", Align::Left, Font::SMALL);
    f.rect(Area::new(14.0, 422.0, 36.0, 22.0), Fill::None, ink.dashed());
    f.text(Area::new(60.0, 423.0, 120.0, 20.0), "still to come", Align::Left, Font::SMALL);
}
