//! Assembles the report page: template, style, scripts and data in one self-contained HTML file.

use super::pack::Block;
use crate::text::escaped;
use serde::Serialize;
use std::io::{self, Write};

const TEMPLATE: &str = include_str!("../../assets/report.html");
const STYLE: &[&str] =
    &[include_str!("../../assets/vendor/uPlot.min.css"), crate::kit::STYLE, include_str!("../../assets/report.css")];
const UPLOT: &str = include_str!("../../assets/vendor/uPlot.iife.min.js");
const UPLOT_LICENCE: &str = include_str!("../../assets/vendor/uPlot-LICENSE");

/// What pages share. Scripts have one scope.
const SHARED: &[&str] = &[
    crate::kit::SCRIPT,
    include_str!("../../assets/js/format.js"),
    include_str!("../../assets/js/data.js"),
    include_str!("../../assets/js/colour.js"),
    include_str!("../../assets/js/dom.js"),
    include_str!("../../assets/js/table.js"),
    include_str!("../../assets/js/zoom.js"),
    include_str!("../../assets/js/heatmap.js"),
    include_str!("../../assets/js/panels.js"),
    include_str!("../../assets/js/lanes.js"),
    include_str!("../../assets/js/select.js"),
    include_str!("../../assets/js/calls.js"),
    include_str!("../../assets/js/selection.js"),
];

/// Pages in their order: each declares its title, the tables it needs and how it is drawn. A new page is a file and a line.
const PAGES: &[&str] = &[
    include_str!("../../assets/js/pages/compare.js"),
    include_str!("../../assets/js/pages/timeline.js"),
    include_str!("../../assets/js/pages/path.js"),
    include_str!("../../assets/js/pages/waits.js"),
    include_str!("../../assets/js/pages/functions.js"),
    include_str!("../../assets/js/pages/messages.js"),
    include_str!("../../assets/js/pages/files.js"),
    include_str!("../../assets/js/pages/links.js"),
    include_str!("../../assets/js/pages/loads.js"),
    include_str!("../../assets/js/pages/network.js"),
    include_str!("../../assets/js/pages/mapping.js"),
    include_str!("../../assets/js/pages/about.js"),
];

/// The head of the report, and what puts the pages together.
const FRAME: &[&str] = &[include_str!("../../assets/js/overview.js"), include_str!("../../assets/js/main.js")];

/// Scripts that ask the server of a page. A page that is a file has nothing that could make a connection.
const SERVED: &[&str] = &[include_str!("../../assets/js/served.js")];

/// Where a page gets the data that it lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beside {
    /// Nowhere: it is a file.
    Nothing,
    /// From the server that it came from, which answers by [`super::answer()`].
    Server,
}

/// As JSON.
pub(super) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain data become JSON")
}

/// Writes a page.
pub(crate) fn write(
    title: &str,
    data: &impl Serialize,
    blocks: &[Block],
    beside: Beside,
    out: &mut dyn Write,
) -> io::Result<()> {
    let data = json(data);
    let served = if beside == Beside::Server { SERVED } else { &[] };
    let mut rest = TEMPLATE;
    while let Some((before, after)) = rest.split_once("{{") {
        out.write_all(before.as_bytes())?;
        let (name, after) = after.split_once("}}").expect("the template closes what it opens");
        match name {
            "title" => out.write_all(escaped(title).as_bytes())?,
            "style" => STYLE.iter().try_for_each(|part| writeln!(out, "{part}"))?,
            "uplot" => writeln!(out, "/*\n{UPLOT_LICENCE}*/\n{UPLOT}")?,
            "script" => {
                writeln!(out, "(() => {{\n\"use strict\";")?;
                let scripts = [SHARED, served, PAGES, FRAME].into_iter().flatten();
                scripts.into_iter().try_for_each(|part| writeln!(out, "{part}"))?;
                writeln!(out, "}})();")?;
            }
            // A script element ends at `</script`, wherever that stands.
            "data" => out.write_all(data.replace('<', "\\u003c").as_bytes())?,
            "blocks" => {
                for Block { name, text } in blocks {
                    writeln!(out, "<script type=\"application/octet-stream\" id=\"block-{name}\">{text}</script>")?;
                }
            }
            other => unreachable!("the template asks for {other}"),
        }
        rest = after;
    }
    out.write_all(rest.as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(title: &str, data: &str, beside: Beside) -> String {
        let mut out = Vec::new();
        write(title, &data, &[Block::of("a", b"bytes")], beside, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    fn page(title: &str, data: &str) -> String {
        made(title, data, Beside::Nothing)
    }

    #[test]
    fn only_a_page_that_is_served_asks_its_server() {
        assert!(made("t", "d", Beside::Server).contains("fetch(") && !page("t", "d").contains("fetch("));
    }

    #[test]
    fn what_a_run_is_called_cannot_become_part_of_the_page() {
        let page = page("<b>&", "</script><script>alert(1)");
        assert!(page.contains("<title>&lt;b&gt;&amp;"), "{}", &page[..300]);
        assert!(page.contains(r"\u003c/script>\u003cscript>alert(1)") && !page.contains("<script>alert"));
    }

    #[test]
    fn the_page_needs_nothing_from_elsewhere() {
        let page = page("t", "d");
        for word in ["src=\"", "href=\"http", "@import", "url(", "fetch(", "XMLHttpRequest", "import("] {
            let found = page.find(word).map(|at| &page[at..(at + 60).min(page.len())]);
            assert!(found.is_none(), "{found:?}");
        }
        assert!(page.contains("Leon Sorokin"), "the licence of uPlot goes with it");
        assert!(page.len() < 300_000, "{} bytes without data", page.len());
    }
}
