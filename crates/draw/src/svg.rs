//! Writes the drawing of a machine as SVG.
//!
//! Colours are of middle lightness on a transparent ground, so that the drawing reads on white and on black. Link classes
//! have the colours of Okabe and Ito's palette, which people with any colour vision tell apart. Every vertex and line has a
//! title, which browsers show where the pointer rests.

use crate::layout::{ClassLinks, Drawing, Line, Node, Point, Role};
use crate::plan::count;
use platform::Platform;
use std::fmt::Write as _;
use svg::Document;
use svg::node::element::{Circle, Group, Line as Stroke, Path, Rectangle, Style, Text, Title};
use units::{shortened, visible};

/// The most characters of a text.
const LONGEST: usize = 200;

/// Of link classes, in their order; from the eighth on again from the first, dashed.
const COLOURS: [&str; 7] = ["#2f8fd0", "#e0701f", "#14a37f", "#c86fa8", "#b8960c", "#7d7de8", "#8a8f98"];

/// Texts and vertices for a light ground, and what is different on a dark one.
const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#57606a}.title{font-size:16px;font-weight:600}\
                     .host{fill:#7d8590}.switch{fill:#57606a}.group{fill:#57606a}.frame{fill:none;stroke:#8c959f;stroke-width:.8}\
                     @media(prefers-color-scheme:dark){text{fill:#adbac7}.switch,.group{fill:#adbac7}.host{fill:#8b949e}}";

/// Height of a line of text.
const ROW: f64 = 19.0;

/// About the width of a letter.
const LETTER: f64 = 6.6;

/// The narrowest page: room for the notes.
const NARROWEST: f64 = 620.0;

/// Writes a drawing of a machine, with its name, a legend of the classes of links, and notes.
pub fn svg(platform: &Platform, layout: &Drawing) -> String {
    let width = layout.size.x.max(NARROWEST);
    let notes: Vec<String> = layout.notes.iter().flat_map(|note| wrapped(note, width)).collect();
    let heads = wrapped(&head(platform), width);
    let top = 34.0 + ROW * heads.len() as f64;
    let legend = top + layout.size.y + 14.0;
    let height = legend + ROW * (layout.classes.len() + 1 + notes.len()) as f64 + 10.0;
    let drawing = drawing(platform, layout, Point::new((width - layout.size.x) / 2.0, top));
    let mut document = Document::new()
        .set("viewBox", format!("0 0 {} {}", number(width), number(height)))
        .set("width", number(width))
        .set("height", number(height))
        .add(Style::new(STYLE))
        .add(text(platform.name(), Point::new(14.0, 26.0), "start").set("class", "title"));
    for (at, line) in heads.iter().enumerate() {
        document = document.add(text(line, Point::new(14.0, 45.0 + ROW * at as f64), "start"));
    }
    document = document.add(drawing);
    let mut y = legend;
    for class in &layout.classes {
        document = document.add(class_row(platform, class, y));
        y += ROW;
    }
    document = document.add(roles_row(layout, y));
    y += ROW;
    for note in notes {
        document = document.add(text(&note, Point::new(14.0, y), "start"));
        y += ROW;
    }
    let mut out = String::new();
    writeln!(out, "{document}").expect("writing to a text");
    out
}

fn head(platform: &Platform) -> String {
    let topology = platform.topology();
    format!(
        "{}; {} hosts, longest route {} links, bisection {}",
        topology.describe(),
        count(platform.hosts().into()),
        topology.diameter(),
        topology.bisection()
    )
}

fn wrapped(line: &str, width: f64) -> Vec<String> {
    let room = ((width - 28.0) / LETTER) as usize;
    let mut lines = vec![String::new()];
    for word in line.split(' ') {
        let last = lines.last_mut().expect("there is always a line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > room {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

/// A coordinate with one decimal, none where that is zero.
fn number(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").map_or_else(|| text.clone(), str::to_owned)
}

fn text(content: &str, at: Point, anchor: &str) -> Text {
    Text::new(shown(content)).set("x", number(at.x)).set("y", number(at.y)).set("text-anchor", anchor)
}

/// A name as it is drawn: without control characters, which XML has no place for, and of bounded length.
fn shown(name: &str) -> String {
    visible(&shortened(name, LONGEST)).into_owned()
}

fn colour(class: u8) -> &'static str {
    COLOURS[usize::from(class) % COLOURS.len()]
}

fn is_dashed(class: u8) -> bool {
    usize::from(class) >= COLOURS.len()
}

fn drawing(platform: &Platform, layout: &Drawing, corner: Point) -> Group {
    let moved = format!("translate({} {})", number(corner.x), number(corner.y));
    let mut all = Group::new().set("transform", moved);
    for frame in &layout.frames {
        let edge = frame.corner.min(frame.size.x.min(frame.size.y) / 2.0);
        let rectangle = Rectangle::new()
            .set("class", "frame")
            .set("x", number(frame.at.x))
            .set("y", number(frame.at.y))
            .set("width", number(frame.size.x))
            .set("height", number(frame.size.y))
            .set("rx", number(edge));
        let above = Point::new(frame.at.x + frame.size.x / 2.0, frame.at.y - 5.0);
        all = all.add(rectangle);
        if !frame.caption.is_empty() {
            all = all.add(text(&frame.caption, above, "middle"));
        }
    }
    for class in &layout.classes {
        all = all.add(lines_of(platform, layout, class.class));
    }
    for node in &layout.nodes {
        all = all.add(mark(node));
    }
    for label in &layout.labels {
        all = all.add(text(&label.text, label.at, "middle"));
    }
    all
}

/// The lines of a class, thinner and paler the more there are.
fn lines_of(platform: &Platform, layout: &Drawing, class: u8) -> Group {
    let lines: Vec<&Line> = layout.lines.iter().filter(|line| line.class == class).collect();
    let (wide, opaque) = match lines.len() {
        0..200 => (1.5, 0.9),
        200..700 => (1.1, 0.75),
        700..2_500 => (0.8, 0.55),
        _ => (0.6, 0.35),
    };
    let mut group = Group::new()
        .set("fill", "none")
        .set("stroke", colour(class))
        .set("stroke-width", wide)
        .set("stroke-opacity", opaque);
    if is_dashed(class) {
        group = group.set("stroke-dasharray", "5 2");
    }
    for line in lines {
        group = group.add(Path::new().set("d", edge_path(line)).add(Title::new(shown(&title(platform, line)))));
    }
    group
}

fn title(platform: &Platform, line: &Line) -> String {
    let first = platform.link_name(line.links[0]);
    match line.links.len() {
        1 => first,
        links => format!("{first} and {} more", count(links as u64 - 1)),
    }
}

fn edge_path(line: &Line) -> String {
    let mut text = String::new();
    let mut add = |letter: &str, point: &Point| {
        write!(text, "{letter}{} {}", number(point.x), number(point.y)).expect("writing to a text");
    };
    for piece in &line.pieces {
        match (line.curved, &piece[..]) {
            (true, [start, control, end]) => {
                add("M", start);
                add("Q", control);
                add(" ", end);
            }
            (_, [start, rest @ ..]) => {
                add("M", start);
                rest.iter().for_each(|point| add("L", point));
            }
            (_, []) => {}
        }
    }
    text
}

fn mark(node: &Node) -> Group {
    let Node { role, at, radius, name, .. } = node;
    let title = Title::new(shown(name));
    match role {
        Role::Switch => {
            let (x, y) = (number(at.x - radius), number(at.y - radius));
            let side = number(2.0 * radius);
            let square =
                Rectangle::new().set("x", x).set("y", y).set("width", side.as_str()).set("height", side.as_str());
            Group::new().add(square.set("rx", number(radius * 0.4)).set("class", "switch").add(title))
        }
        Role::Host | Role::Group => {
            let class = if *role == Role::Host { "host" } else { "group" };
            let circle = Circle::new().set("cx", number(at.x)).set("cy", number(at.y)).set("r", number(*radius));
            Group::new().add(circle.set("class", class).add(title))
        }
    }
}

/// `host  12.5 GB/s, 100 ns, 1,152 links`, after a piece of line.
fn class_row(platform: &Platform, class: &ClassLinks, y: f64) -> Group {
    let link = platform.link(class.example);
    let name = &platform.class_names()[usize::from(class.class)];
    let links = count(class.links);
    let says = if class.limiters {
        format!("{name}: {links} limiters of {}, shared by several links; not drawn", link.bandwidth)
    } else {
        format!("{name}: {} each way, {}, {links} links", link.bandwidth, link.latency)
    };
    let mut row = Group::new().add(text(&says, Point::new(52.0, y), "start"));
    if !class.limiters {
        let mut stroke = Stroke::new()
            .set("x1", 14)
            .set("x2", 42)
            .set("y1", number(y - 4.0))
            .set("y2", number(y - 4.0))
            .set("stroke", colour(class.class))
            .set("stroke-width", 3);
        if is_dashed(class.class) {
            stroke = stroke.set("stroke-dasharray", "5 2");
        }
        row = row.add(stroke);
    }
    row
}

/// What round and square nodes are.
fn roles_row(layout: &Drawing, y: f64) -> Group {
    let mut row = Group::new();
    let mut x = 20.0;
    for (role, name) in [(Role::Host, "host"), (Role::Switch, "switch"), (Role::Group, "group")] {
        if !layout.nodes.iter().any(|node| node.role == role) {
            continue;
        }
        let vertex = platform::Vertex::Switch(0);
        let at = Point::new(x, y - 4.0);
        row = row.add(mark(&Node { role, vertex, at, radius: 5.0, name: name.to_owned() }));
        row = row.add(text(name, Point::new(x + 12.0, y), "start"));
        x += 30.0 + LETTER * (name.len() + 3) as f64;
    }
    row
}
