//! A semaphore in one word: where the flags and the balance lie.

use winks_semaphore::state::{CLOSED, HANDOFF, PERMIT, WAITERS};

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

/// The word of a 64-bit machine.
const BITS: u32 = 64;
const LEFT: f64 = 8.0;
const FLAG: f64 = 86.0;

pub(super) fn draw() -> Figure {
    let low = PERMIT.trailing_zeros();
    let mut flags = [("WAITERS", WAITERS), ("CLOSED", CLOSED), ("HANDOFF", HANDOFF)]
        .map(|(name, bit)| (name, bit.trailing_zeros()));
    flags.sort_by_key(|&(_, bit)| std::cmp::Reverse(bit));
    let told = flags.map(|(name, bit)| format!("{name} in bit {bit}")).join(", ");
    let mut f = Figure::new("sema_word", 400.0, 130.0).describe(
        "The word of a semaphore",
        format!(
            "A word of {BITS} bits, from the highest to bit 0: the balance, a signed number, in bits \
             {low} to {}; then three flags, {told}.",
            BITS - 1
        ),
    );
    let ink = Line::new(Tone::Ink);
    let balance = Area::new(LEFT, 36.0, 384.0 - 3.0 * FLAG, 46.0);
    f.rect(balance, Fill::Strong(Tone::Worker), ink);
    f.text(balance.inset(3.0, 0.0), "balance", Align::Middle, Font::BOLD);
    let top = Area::new(balance.x, 10.0, balance.w / 2.0, 22.0);
    f.text(top, &(BITS - 1).to_string(), Align::Left, Font::CODE);
    let right = Area { x: top.x + top.w, ..top };
    f.text(right, &low.to_string(), Align::Right, Font::CODE);
    let width = format!("{} bits, signed", BITS - low);
    f.text(Area::new(balance.x, 88.0, balance.w, 22.0), &width, Align::Middle, Font::SMALL);

    for (n, (name, bit)) in flags.into_iter().enumerate() {
        let area = Area::new(balance.x + balance.w + FLAG * n as f64, 36.0, FLAG, 46.0);
        let tone = if name == "WAITERS" { Tone::Poster } else { Tone::Ink };
        f.rect(area, Fill::Light(tone), ink);
        f.text(area.inset(3.0, 0.0), name, Align::Middle, Font::SMALL);
        let number = Area::new(area.x, 10.0, FLAG, 22.0);
        f.text(number, &bit.to_string(), Align::Middle, Font::CODE);
    }
    let below = Area::new(balance.x + balance.w, 88.0, 3.0 * FLAG, 22.0);
    f.text(below, "flags: less than one permit", Align::Middle, Font::SMALL);
    f
}
