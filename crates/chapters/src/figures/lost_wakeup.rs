//! Chapter 1: the alarm rings between the look and the sleep.

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

const WORKER: f64 = 100.0;
const POSTER: f64 = 300.0;

pub(super) fn draw() -> Figure {
    let mut f = Figure::new("lost_wakeup", 400.0, 392.0).describe(
        "A lost wake-up",
        "Two threads, time running downwards. The worker looks into the queue and finds it empty. \
         Before it parks, the poster pushes a job and tries to wake somebody; nobody is parked yet, \
         so the wake-up is lost. Then the worker parks, beside a job that nobody will mention again.",
    );
    let worker = Line::new(Tone::Worker);
    let poster = Line::new(Tone::Poster);
    head(&mut f, WORKER, "worker", Tone::Worker);
    head(&mut f, POSTER, "poster", Tone::Poster);

    f.line(&[(WORKER, 42.0), (WORKER, 292.0)], worker);
    f.line(&[(POSTER, 42.0), (POSTER, 326.0)], poster);
    f.line(&[(WORKER, 326.0), (WORKER, 384.0)], worker.thick().dashed());

    // The gap in which everything goes wrong.
    f.rect(Area::new(8.0, 112.0, 384.0, 168.0), Fill::Light(Tone::Loss), Line::NONE);

    step(&mut f, WORKER, 60.0, &["looks into the queue:", "empty"], Tone::Worker);
    step(&mut f, POSTER, 124.0, &["pushes a job"], Tone::Poster);
    step(&mut f, POSTER, 188.0, &["wakes whoever", "is parked: nobody"], Tone::Poster);
    step(&mut f, WORKER, 292.0, &["parks"], Tone::Worker);

    f.line(&[(214.0, 211.0), (140.0, 211.0)], poster.dashed());
    f.cross((130.0, 211.0), 7.0, Tone::Loss);
    f.lines(
        Area::new(16.0, 150.0, 78.0, 96.0),
        &["it has", "looked,", "and does", "not sleep", "yet"],
        Align::Left,
        Font::SMALL,
    );
    f.lines(
        Area::new(116.0, 344.0, 270.0, 40.0),
        &["sleeps beside the job,", "and nobody rings again"],
        Align::Left,
        Font::SMALL,
    );
    f
}

fn head(f: &mut Figure, x: f64, name: &str, tone: Tone) {
    let area = Area::new(x - 60.0, 8.0, 120.0, 34.0);
    f.card(area, Fill::Light(tone), Line::new(tone), (name, Font::BOLD), &[]);
}

/// What a thread does at one moment, as a box on its line.
fn step(f: &mut Figure, x: f64, y: f64, what: &[&str], tone: Tone) {
    let height = if what.len() == 1 { 34.0 } else { 46.0 };
    let area = Area::new(x - 86.0, y, 172.0, height);
    f.sheet(area);
    f.rect(area, Fill::Light(tone), Line::new(tone));
    f.lines(area.inset(4.0, 2.0), what, Align::Middle, Font::TEXT);
}
