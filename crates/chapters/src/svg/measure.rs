//! How wide a text is at most, and which texts of a figure do not fit.
//!
//! The reader's font is not known here, so the widths are those of a wide one (DejaVu Sans, as
//! browsers on Linux fall back to) with a little to spare: what fits here fits in Open Sans.

use super::shapes::Area;
use super::{Align, SMALL};

/// A text of a figure with the area that it may fill.
#[derive(Clone, Debug)]
pub struct Label {
    /// What it says.
    pub text: String,
    /// Where it has to stay.
    pub area: Area,
    /// Where it stands in its area.
    pub align: Align,
    /// Its size.
    pub size: f64,
    /// Is it heavier than others?
    pub bold: bool,
    /// Is it a name from the code?
    pub mono: bool,
}

impl Label {
    /// The area that its letters cover.
    fn ink(&self) -> Area {
        let w = text_width(&self.text, self.size, self.bold, self.mono);
        let x = match self.align {
            Align::Left => self.area.x,
            Align::Middle => self.area.x + (self.area.w - w) / 2.0,
            Align::Right => self.area.x + self.area.w - w,
        };
        Area::new(x, self.area.y + (self.area.h - self.size) / 2.0, w, self.size)
    }
}

/// The width of a text of this size, with a little to spare.
pub fn text_width(text: &str, size: f64, bold: bool, mono: bool) -> f64 {
    let ems: f64 = text.chars().map(|c| if mono { 0.61 } else { em(c) }).sum();
    ems * size * if bold && !mono { 1.1 } else { 1.0 }
}

fn em(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | '\'' | '|' => 0.29,
        ' ' | ',' | '.' | ':' | ';' | 'f' | 't' | 'r' | '(' | ')' | '-' | '/' | 'I' => 0.41,
        'm' | 'w' | 'M' | 'W' | '→' | '←' | '≠' | '≥' | '…' | '+' | '−' | '=' | '<' | '>' => {
            0.98
        }
        'a'..='z' | '0'..='9' => 0.64,
        _ => 0.79,
    }
}

/// Texts that are too small, leave their area or the figure, or cover one another.
pub(super) fn problems(labels: &[Label], width: f64, height: f64) -> Vec<String> {
    let mut problems = Vec::new();
    let sheet = Area::new(0.0, 0.0, width, height);
    for label in labels {
        let (ink, area, text) = (label.ink(), label.area, &label.text);
        if label.size < SMALL {
            problems.push(format!("`{text}` has size {}: {SMALL} at least", label.size));
        }
        if ink.w > area.w {
            problems.push(format!("`{text}` needs {:.0} units and has {:.0}", ink.w, area.w));
        }
        if ink.h > area.h {
            problems.push(format!("`{text}` is {:.0} high in {:.0}", ink.h, area.h));
        }
        let right_and_bottom = (area.x + area.w, area.y + area.h);
        if area.x < sheet.x
            || area.y < sheet.y
            || right_and_bottom.0 > width
            || right_and_bottom.1 > height
        {
            problems.push(format!("`{text}` may leave the figure"));
        }
    }
    for (n, one) in labels.iter().enumerate() {
        let covered = labels[n + 1..].iter().filter(|other| one.ink().overlaps(other.ink()));
        problems.extend(covered.map(|other| format!("`{}` covers `{}`", one.text, other.text)));
    }
    problems
}
