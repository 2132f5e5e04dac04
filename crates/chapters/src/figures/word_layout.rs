//! Chapter 2: where the three numbers lie, in 64 bits and in 32.

use winks_sleep::{Compact, Layout, Wide};

use crate::svg::{Align, Area, Figure, Fill, Font, Line, Tone};

const LEFT: f64 = 8.0;
const WIDTH: f64 = 384.0;
const ROW: f64 = 178.0;

/// A field of the word: what it is called, its lowest bit, its bits.
type Field = (&'static str, u32, u32);

fn fields<L: Layout>() -> [Field; 3] {
    [
        ("JEC", L::JEC_SHIFT, L::JEC_BITS),
        ("inactive", L::INACTIVE_SHIFT, L::THREADS_BITS),
        ("sleeping", L::SLEEPING_SHIFT, L::THREADS_BITS),
    ]
}

fn bits<L: Layout>() -> u32 {
    L::JEC_SHIFT + L::JEC_BITS
}

pub(super) fn draw() -> Figure {
    let told = |fields: [Field; 3]| {
        fields
            .map(|(name, low, bits)| format!("{name} in bits {low} to {}", low + bits - 1))
            .join(", ")
    };
    let mut f = Figure::new("word_layout", 400.0, 2.0 * ROW).describe(
        "The packed word",
        format!(
            "Two words, each from its highest bit to bit 0. In {} bits: {}. In {} bits: {}. The \
             carry of the JEC falls off the top.",
            bits::<Wide>(),
            told(fields::<Wide>()),
            bits::<Compact>(),
            told(fields::<Compact>()),
        ),
    );
    word::<Wide>(&mut f, 0.0);
    word::<Compact>(&mut f, ROW);
    f
}

fn word<L: Layout>(f: &mut Figure, top: f64) {
    let title = format!("{} bits", bits::<L>());
    f.text(Area::new(LEFT, top + 6.0, 120.0, 24.0), &title, Align::Left, Font::BOLD);
    let most = format!("at most {} threads", L::THREADS_MAX);
    f.text(Area::new(150.0, top + 6.0, WIDTH - 142.0, 24.0), &most, Align::Right, Font::SMALL);

    let mut x = LEFT;
    for (name, low, field_bits) in fields::<L>() {
        let width = WIDTH * f64::from(field_bits) / f64::from(bits::<L>());
        let area = Area::new(x, top + 64.0, width, 46.0);
        let tone = if name == "JEC" { Tone::Poster } else { Tone::Worker };
        let fill = if name == "sleeping" { Fill::Strong(tone) } else { Fill::Light(tone) };
        f.rect(area, fill, Line::new(Tone::Ink));
        f.text(area.inset(3.0, 0.0), name, Align::Middle, Font::BOLD);

        let numbers = Area::new(x + 2.0, top + 42.0, width - 4.0, 20.0);
        let high = (low + field_bits - 1).to_string();
        let half = Area { w: numbers.w / 2.0, ..numbers };
        f.text(half, &high, Align::Left, Font::CODE);
        let other = Area { x: half.x + half.w, ..half };
        f.text(other, &low.to_string(), Align::Right, Font::CODE);

        let count = format!("{field_bits} bits");
        let below = Area::new(x, top + 112.0, width, 20.0);
        f.text(below, &count, Align::Middle, Font::SMALL);
        x += width;
    }
    let y = top + 146.0;
    f.arrow(&[(LEFT + 96.0, top + 134.0), (LEFT + 96.0, y), (LEFT, y)], Line::new(Tone::Poster));
    let carry = Area::new(LEFT + 104.0, y - 12.0, 260.0, 22.0);
    f.text(carry, "its carry falls off the top", Align::Left, Font::SMALL);
}
