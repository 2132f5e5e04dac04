//! A small hand for drawing figures as SVG that any theme of the book can carry.
//!
//! No colour is fixed: lines and texts take the page's own (`currentColor`), and a [`Tone`] takes
//! one of mdBook's variables, so that a figure follows the theme and the printer.
//! Every text is given the [`Area`] that it may fill, and [`Figure::problems`] measures each with a
//! wide font: what does not fit, or lies over another text, fails a test instead of a reader.
//! A figure carries its title and its description for those who hear it.

mod measure;
mod shapes;

use std::fmt::Write as _;

pub use measure::{Label, text_width};
pub use shapes::{Area, Fill, Line, Point, Tone};

/// The size of ordinary text, in units of the figure.
pub const TEXT: f64 = 14.0;
/// The smallest size that may be used; at 390 px a figure is shown at almost its own size.
pub const SMALL: f64 = 13.0;
/// The widest that a figure may be: as wide as the text column of a phone, nearly.
pub const MAX_WIDTH: f64 = 440.0;

/// Where a text stands in its area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// At the left edge.
    Left,
    /// In the middle.
    Middle,
    /// At the right edge.
    Right,
}

/// How a text looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Font {
    size: f64,
    bold: bool,
    mono: bool,
    tone: Tone,
}

impl Font {
    /// Ordinary text.
    pub const TEXT: Font = Font { size: TEXT, bold: false, mono: false, tone: Tone::Ink };
    /// The heading of a box.
    pub const BOLD: Font = Font { bold: true, ..Font::TEXT };
    /// A remark.
    pub const SMALL: Font = Font { size: SMALL, ..Font::TEXT };
    /// A remark that says why.
    pub const REASON: Font = Font { bold: true, ..Font::SMALL };
    /// A name from the code.
    pub const CODE: Font = Font { size: SMALL, mono: true, ..Font::TEXT };

    /// The same in another tone.
    pub const fn toned(self, tone: Tone) -> Font {
        Font { tone, ..self }
    }
}

/// A figure that is being drawn.
#[derive(Clone, Debug)]
pub struct Figure {
    name: &'static str,
    title: String,
    description: String,
    width: f64,
    height: f64,
    body: String,
    labels: Vec<Label>,
}

impl Figure {
    /// An empty figure. Its name makes its ids unique in the book.
    pub fn new(name: &'static str, width: f64, height: f64) -> Figure {
        let (title, description) = (String::new(), String::new());
        let (body, labels) = (String::new(), Vec::new());
        Figure { name, title, description, width, height, body, labels }
    }

    /// What the figure is, and what it shows, for readers who do not see it.
    pub fn describe(mut self, title: &str, description: impl Into<String>) -> Figure {
        self.title = title.to_owned();
        self.description = description.into();
        self
    }

    /// A rectangle with rounded corners.
    pub fn rect(&mut self, area: Area, fill: Fill, line: Line) {
        let Area { x, y, w, h } = area;
        let (fill, line) = (fill.attributes(), line.attributes());
        self.push(&format!(
            r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="4" {fill} {line}/>"#
        ));
    }

    /// Hides what lies below, in the colour of the page.
    pub fn sheet(&mut self, area: Area) {
        let Area { x, y, w, h } = area;
        self.push(&format!(
            r#"<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="4" fill="var(--bg, Canvas)"/>"#
        ));
    }

    /// A line through these points.
    pub fn line(&mut self, points: &[Point], line: Line) {
        let points = shapes::joined(points);
        self.push(&format!(r#"<polyline points="{points}" fill="none" {}/>"#, line.attributes()));
    }

    /// A line through these points with a head at the last one.
    pub fn arrow(&mut self, points: &[Point], line: Line) {
        if let [.., before, tip] = points {
            let (neck, head) = shapes::head(*before, *tip);
            let mut shaft = points.to_vec();
            if let Some(end) = shaft.last_mut() {
                *end = neck;
            }
            self.line(&shaft, line);
            let head = shapes::joined(&head);
            self.push(&format!(r#"<polygon points="{head}" fill="{}"/>"#, line.tone().paint()));
        }
    }

    /// A filled dot.
    pub fn dot(&mut self, at: Point, radius: f64, tone: Tone) {
        let (x, y) = at;
        self.push(&format!(r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{}"/>"#, tone.paint()));
    }

    /// A cross that says: lost.
    pub fn cross(&mut self, (x, y): Point, arm: f64, tone: Tone) {
        let line = Line::new(tone).thick();
        self.line(&[(x - arm, y - arm), (x + arm, y + arm)], line);
        self.line(&[(x - arm, y + arm), (x + arm, y - arm)], line);
    }

    /// One line of text in the middle of the height of its area.
    pub fn text(&mut self, area: Area, text: &str, align: Align, font: Font) {
        let (x, anchor) = match align {
            Align::Left => (area.x, "start"),
            Align::Middle => (area.x + area.w / 2.0, "middle"),
            Align::Right => (area.x + area.w, "end"),
        };
        // A line of text is centred when its baseline lies a third of its size below the middle.
        let y = shapes::tenth(area.y + area.h / 2.0 + font.size * 0.35);
        let mut style = format!(r#"text-anchor="{anchor}" fill="{}""#, font.tone.paint());
        if font.size != TEXT {
            let _ = write!(style, r#" font-size="{}""#, font.size);
        }
        if font.bold {
            style.push_str(r#" font-weight="600""#);
        }
        if font.mono {
            style.push_str(r#" font-family="var(--mono-font, monospace)""#);
        }
        self.push(&format!(r#"<text x="{x}" y="{y}" {style}>{}</text>"#, escape(text)));
        let Font { size, bold, mono, .. } = font;
        self.labels.push(Label { text: text.to_owned(), area, align, size, bold, mono });
    }

    /// Several lines of text, centred as a block in the height of their area.
    pub fn lines(&mut self, area: Area, lines: &[&str], align: Align, font: Font) {
        let height = font.size * 1.35;
        let top = area.y + (area.h - height * lines.len() as f64) / 2.0;
        for (n, line) in lines.iter().enumerate() {
            let y = shapes::tenth(top + height * n as f64);
            self.text(Area { y, h: height, ..area }, line, align, font);
        }
    }

    /// A box with a heading and remarks below it.
    pub fn card(
        &mut self,
        area: Area,
        fill: Fill,
        line: Line,
        heading: (&str, Font),
        more: &[&str],
    ) {
        self.rect(area, fill, line);
        let inner = area.inset(6.0, 4.0);
        let (text, font) = heading;
        if more.is_empty() {
            return self.text(inner, text, Align::Middle, font);
        }
        let gap = SMALL * 1.35;
        let total = font.size * 1.35 + gap * more.len() as f64;
        let top = inner.y + (inner.h - total) / 2.0;
        let head = Area { y: top, h: font.size * 1.35, ..inner };
        self.text(head, text, Align::Middle, font);
        let rest = Area { y: head.y + head.h, h: gap * more.len() as f64, ..inner };
        self.lines(rest, more, Align::Middle, Font::SMALL);
    }

    /// The figure as text: one element a line, no blank line, so that Markdown leaves it alone.
    pub fn svg(&self) -> String {
        let Figure { name, width, height, .. } = self;
        format!(
            "<svg class=\"fig\" role=\"img\" aria-labelledby=\"fig-{name}-title fig-{name}-desc\" \
             viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" \
             font-size=\"{TEXT}\" fill=\"currentColor\" style=\"max-width:100%;height:auto\" \
             xmlns=\"http://www.w3.org/2000/svg\">\n\
             <title id=\"fig-{name}-title\">{}</title>\n\
             <desc id=\"fig-{name}-desc\">{}</desc>\n\
             {}</svg>\n",
            escape(&self.title),
            escape(&self.description),
            self.body
        )
    }

    /// Everything that would make the figure hard to read; empty if it is fit to be shown.
    pub fn problems(&self) -> Vec<String> {
        let mut problems = measure::problems(&self.labels, self.width, self.height);
        if self.width > MAX_WIDTH {
            problems.push(format!("{} units wide: {MAX_WIDTH} at most", self.width));
        }
        if self.title.is_empty() || self.description.is_empty() {
            problems.push("has no title or no description".to_owned());
        }
        problems
    }

    fn push(&mut self, element: &str) {
        self.body.push_str(element);
        self.body.push('\n');
    }
}

/// The text with what XML takes for its own written as entities.
pub fn escape(text: &str) -> String {
    let mut escaped = String::new();
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            c => escaped.push(c),
        }
    }
    escaped
}
