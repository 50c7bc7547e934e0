//! The comparison as a picture: for each variant a bar of its simulated time and one of the time it cost this machine.
//! Widths of letters are estimated, generously.

use super::Variant;
use views::text::time;

const BAR: u64 = 26;
const MARGIN: u64 = 16;
/// Of the longest bar of a column.
const WIDTH: u64 = 300;
/// Room for the text behind a bar.
const BEHIND: u64 = 140;
const HEAD: u64 = 24;

/// An SVG with a row for each variant; the bars of a column are as long as their times.
pub(super) fn of(variants: &[Variant]) -> String {
    let letters = variants.iter().map(|variant| variant.name.chars().count()).max().unwrap_or(0);
    let left = MARGIN + 8 * letters as u64;
    let right = left + WIDTH + BEHIND;
    let (width, height) = (right + WIDTH + BEHIND, variants.len() as u64 * BAR + 2 * MARGIN + HEAD);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n<title>Simulated time</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (number, variant) in (0u64..).zip(variants) {
        let (x, y, name) = (left - 8, top(number) + 16, escaped(&variant.name));
        svg.push_str(&format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" fill=\"#1a1a1a\">{name}</text>\n"));
    }
    let simulated = |variant: &Variant| {
        let ratio = variant.to_the_first_millionths as f64 / 1e6;
        (variant.simulated_time_ps, format!("{} ({ratio:.3})", time(variant.simulated_time_ps)))
    };
    let host = |variant: &Variant| match &variant.host {
        // In microseconds: enough for a length.
        Some(host) => ((host.cpu_seconds * 1e6) as u64, format!("{:.2} s", host.cpu_seconds)),
        None => (0, String::new()),
    };
    column(&mut svg, left, "simulated time (to the first)", "#0072b2", variants.iter().map(simulated).collect());
    column(&mut svg, right, "time of a core here", "#999999", variants.iter().map(host).collect());
    svg.push_str("</svg>\n");
    svg
}

/// Where a row begins.
fn top(row: u64) -> u64 {
    MARGIN + HEAD + row * BAR
}

/// A bar for each value, with its text behind it.
fn column(svg: &mut String, left: u64, head: &str, colour: &str, bars: Vec<(u64, String)>) {
    let longest = bars.iter().map(|(value, _)| *value).max().unwrap_or(0).max(1);
    let y = MARGIN + 13;
    svg.push_str(&format!("<g><text x=\"{left}\" y=\"{y}\" fill=\"#1a1a1a\" font-weight=\"bold\">{head}</text>\n"));
    for (row, (value, text)) in (0..).zip(bars) {
        let length = u128::from(value) * u128::from(WIDTH) / u128::from(longest);
        svg.push_str(&format!(
            "<rect x=\"{left}\" y=\"{}\" width=\"{length}\" height=\"{}\" fill=\"{colour}\"/>\n\
             <text x=\"{}\" y=\"{}\" fill=\"#1a1a1a\">{text}</text>\n",
            top(row) + 3,
            BAR - 7,
            u128::from(left) + length + 8,
            top(row) + 16,
        ));
    }
    svg.push_str("</g>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
