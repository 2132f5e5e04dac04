//! Every figure can be read: texts fit, ids are unique, and who does not see it is told.

use std::collections::BTreeSet;

use winks_chapters::figures::all;
use winks_chapters::svg::{Align, Area, Figure, Font};

#[test]
fn no_figure_has_a_problem() {
    let problems: Vec<String> = all()
        .flat_map(|(name, draw)| draw().problems().into_iter().map(move |p| format!("{name}: {p}")))
        .collect();
    assert!(problems.is_empty(), "\n{}", problems.join("\n"));
}

#[test]
fn ids_are_unique_in_the_whole_book() {
    let mut seen = BTreeSet::new();
    for (name, draw) in all() {
        let svg = draw().svg();
        let ids: Vec<&str> =
            svg.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        assert_eq!(ids.len(), 2, "{name} has a title and a description");
        for id in ids {
            assert!(seen.insert(id.to_owned()), "{name} uses the id {id} a second time");
        }
    }
}

#[test]
fn markdown_leaves_a_figure_alone() {
    for (name, draw) in all() {
        let svg = draw().svg();
        assert!(svg.lines().all(|line| !line.trim().is_empty()), "{name} has a blank line");
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{name}");
        assert!(svg.contains(&format!("fig-{name}-title")), "{name} is named after its snapshot");
    }
}

#[test]
fn problems_are_seen() {
    let area = Area::new(10.0, 10.0, 60.0, 20.0);
    let problems = |draw: &dyn Fn(&mut Figure)| {
        let mut figure = Figure::new("test", 100.0, 50.0).describe("a test", "a test");
        draw(&mut figure);
        figure.problems()
    };
    assert!(problems(&|f| f.text(area, "short", Align::Left, Font::TEXT)).is_empty());
    let long = problems(&|f| f.text(area, "much too long for it", Align::Left, Font::TEXT));
    assert!(long.iter().any(|p| p.contains("needs")), "{long:?}");
    let twice = problems(&|f| {
        f.text(area, "one", Align::Left, Font::TEXT);
        f.text(Area { x: 12.0, ..area }, "two", Align::Left, Font::TEXT);
    });
    assert!(twice.iter().any(|p| p.contains("covers")), "{twice:?}");
    let outside = problems(&|f| f.text(Area { x: 60.0, ..area }, "out", Align::Left, Font::TEXT));
    assert!(outside.iter().any(|p| p.contains("leave")), "{outside:?}");
    let unnamed = Figure::new("test", 500.0, 50.0).problems();
    assert_eq!(unnamed.len(), 2, "{unnamed:?}");
}

#[test]
fn texts_are_escaped() {
    let mut figure = Figure::new("test", 100.0, 50.0).describe("a < b", "\"c\" & d");
    figure.text(Area::new(0.0, 0.0, 90.0, 20.0), "x > y", Align::Left, Font::TEXT);
    let svg = figure.svg();
    assert!(svg.contains("a &lt; b") && svg.contains("&quot;c&quot; &amp; d"));
    assert!(svg.contains(">x &gt; y</text>"));
}
