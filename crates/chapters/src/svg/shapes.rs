//! Areas, lines and paints: what the figures are made of, apart from texts.

/// A point: to the right, and down.
pub type Point = (f64, f64);

/// A rectangle that something may fill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Its left edge.
    pub x: f64,
    /// Its upper edge.
    pub y: f64,
    /// Its width.
    pub w: f64,
    /// Its height.
    pub h: f64,
}

impl Area {
    /// The area with this corner at the left and the top.
    pub const fn new(x: f64, y: f64, w: f64, h: f64) -> Area {
        Area { x, y, w, h }
    }

    /// The area without a margin on both sides, and above and below.
    pub fn inset(self, dx: f64, dy: f64) -> Area {
        Area { x: self.x + dx, y: self.y + dy, w: self.w - 2.0 * dx, h: self.h - 2.0 * dy }
    }

    /// The middle of the left edge.
    pub fn left(self) -> Point {
        (self.x, self.y + self.h / 2.0)
    }

    /// The middle of the right edge.
    pub fn right(self) -> Point {
        (self.x + self.w, self.y + self.h / 2.0)
    }

    /// The middle of the upper edge.
    pub fn top(self) -> Point {
        (self.x + self.w / 2.0, self.y)
    }

    /// The middle of the lower edge.
    pub fn bottom(self) -> Point {
        (self.x + self.w / 2.0, self.y + self.h)
    }

    /// Do the two share more than an edge?
    pub fn overlaps(self, other: Area) -> bool {
        self.x < other.x + other.w
            && other.x < self.x + self.w
            && self.y < other.y + other.h
            && other.y < self.y + self.h
    }
}

/// Whose a line or a word is: each tone is a variable of mdBook's themes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// The colour of the text.
    Ink,
    /// The one who may sleep.
    Worker,
    /// The one who posts, sets or wakes.
    Poster,
    /// What goes wrong.
    Loss,
}

impl Tone {
    pub(super) fn paint(self) -> &'static str {
        match self {
            Tone::Ink => "currentColor",
            Tone::Worker => "var(--links, currentColor)",
            Tone::Poster => "var(--blockquote-warning-color, currentColor)",
            Tone::Loss => "var(--blockquote-caution-color, currentColor)",
        }
    }
}

/// What a shape is filled with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Nothing.
    None,
    /// A breath of a tone, light enough for text of any theme on it.
    Light(Tone),
    /// Twice that, to set one apart.
    Strong(Tone),
}

impl Fill {
    pub(super) fn attributes(self) -> String {
        match self {
            Fill::None => r#"fill="none""#.to_owned(),
            Fill::Light(tone) => format!(r#"fill="{}" fill-opacity=".1""#, tone.paint()),
            Fill::Strong(tone) => format!(r#"fill="{}" fill-opacity=".28""#, tone.paint()),
        }
    }
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    tone: Option<Tone>,
    width: f64,
    dashed: bool,
    faint: bool,
}

impl Line {
    /// No line at all.
    pub const NONE: Line = Line { tone: None, width: 0.0, dashed: false, faint: false };

    /// A plain line.
    pub const fn new(tone: Tone) -> Line {
        Line { tone: Some(tone), width: 1.4, dashed: false, faint: false }
    }

    /// The same, broken.
    pub const fn dashed(self) -> Line {
        Line { dashed: true, ..self }
    }

    /// The same, heavy.
    pub const fn thick(self) -> Line {
        Line { width: 2.4, ..self }
    }

    /// The same, stepping back.
    pub const fn faint(self) -> Line {
        Line { faint: true, ..self }
    }

    pub(super) fn tone(self) -> Tone {
        self.tone.unwrap_or(Tone::Ink)
    }

    pub(super) fn attributes(self) -> String {
        let Some(tone) = self.tone else { return r#"stroke="none""#.to_owned() };
        let mut attributes = format!(r#"stroke="{}" stroke-width="{}""#, tone.paint(), self.width);
        if self.dashed {
            attributes.push_str(r#" stroke-dasharray="5 4""#);
        }
        if self.faint {
            attributes.push_str(r#" stroke-opacity=".35""#);
        }
        attributes
    }
}

/// Points as SVG writes them.
pub(super) fn joined(points: &[Point]) -> String {
    let points: Vec<String> =
        points.iter().map(|(x, y)| format!("{},{}", tenth(*x), tenth(*y))).collect();
    points.join(" ")
}

/// Where the shaft of an arrow ends, and the three corners of its head.
pub(super) fn head(before: Point, tip: Point) -> (Point, [Point; 3]) {
    const LENGTH: f64 = 9.0;
    const HALF_WIDTH: f64 = 4.5;
    let (dx, dy) = (tip.0 - before.0, tip.1 - before.1);
    let length = dx.hypot(dy).max(f64::EPSILON);
    let (ux, uy) = (dx / length, dy / length);
    let neck = (tip.0 - ux * LENGTH, tip.1 - uy * LENGTH);
    let side = |sign: f64| (neck.0 - sign * uy * HALF_WIDTH, neck.1 + sign * ux * HALF_WIDTH);
    ((neck.0 + ux, neck.1 + uy), [tip, side(1.0), side(-1.0)])
}

/// Rounded, so that a figure's text does not depend on the last bits of a sum.
pub(super) fn tenth(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}
