//! The style and scripts that all HTML pages (reports, tunings, campaigns, calibrations) share.

use crate::text::escaped;

/// The style of all pages.
pub const STYLE: &str = include_str!("../../../python/windtunnel/kit/kit.css");
/// Themes, tips, and tables that are sorted and copied.
pub const SCRIPT: &str = include_str!("../../../python/windtunnel/kit/kit.js");
/// A page that is not drawn by scripts of its own.
const PAGE: &str = include_str!("../../../python/windtunnel/kit/page.html");

/// A page of a title, a line below it, and HTML. Titles are texts.
#[must_use]
pub fn page(title: &str, sub: &str, body: &str) -> String {
    let (title, sub) = (escaped(title), escaped(sub));
    let parts = [("title", title.as_str()), ("sub", &sub), ("style", STYLE), ("script", SCRIPT), ("body", body)];
    let mut pieces = PAGE.split("{{");
    let mut whole = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once("}}").expect("the template closes what it opens");
        whole.push_str(parts.iter().find(|(part, _)| *part == name).expect("a part of the page").1);
        whole.push_str(rest);
    }
    whole
}

#[cfg(test)]
mod tests {
    #[test]
    fn titles_are_texts_and_bodies_are_not() {
        let page = super::page("a < b", "c & d", "<p>{{title}}</p>");
        assert!(page.contains("<title>a &lt; b</title>") && page.contains("c &amp; d"));
        assert!(page.contains("<p>{{title}}</p>") && !page.contains("{{style}}"));
    }
}
