//! Draws the result of `windtunnel compare` as SVG. Each variant has two bars: its simulated time, divided by phase if the
//! program marks phases, and the time that the simulation took. Text widths are generous estimates.

use super::phases;
use super::variant::Variant;
use views::text::{caption, escaped, time};

const BAR: u64 = 26;
const MARGIN: u64 = 16;
/// Of the longest bar of a column.
const WIDTH: u64 = 300;
/// Room for the text behind a bar.
const BEHIND: u64 = 140;
const HEAD: u64 = 24;

/// An SVG with a row for each variant; the bars of a column are as long as their times.
pub(super) fn of(variants: &[Variant]) -> String {
    let label = |variant: &Variant| caption(&variant.name);
    let letters = variants.iter().map(|variant| label(variant).chars().count()).max().unwrap_or(0);
    let left = MARGIN + 8 * letters as u64;
    let right = left + WIDTH + BEHIND;
    let spreads = phases::spreads(variants);
    let names = phases::shown(&spreads, COLOURS.len() - 1);
    let end = right + WIDTH + BEHIND;
    let (width, height) = (
        if names.is_empty() { end } else { end + WIDTH + BEHIND },
        top(variants.len() as u64) + MARGIN + if names.is_empty() { 0 } else { HEAD },
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n<title>Simulated time</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (number, variant) in (0u64..).zip(variants) {
        let (x, y, name) = (left - 8, top(number) + 16, escaped(&label(variant)));
        svg.push_str(&format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" fill=\"#1a1a1a\">{name}</text>\n"));
    }
    let simulated = |variant: &Variant| {
        let ratio = variant.ratio_to_first_millionths as f64 / 1e6;
        (variant.simulated_time_ps, format!("{} ({ratio:.3})", time(variant.simulated_time_ps)))
    };
    let host = |variant: &Variant| match &variant.host {
        // In microseconds: enough for a length.
        Some(host) => ((host.cpu_seconds * 1e6) as u64, format!("{:.2} s", host.cpu_seconds)),
        None => (0, String::new()),
    };
    column(&mut svg, left, "simulated time (relative)", "#0072b2", variants.iter().map(simulated).collect());
    column(&mut svg, right, "CPU time of the simulation", "#999999", variants.iter().map(host).collect());
    if !names.is_empty() {
        divided(&mut svg, end, variants, &names, spreads.len() > names.len());
    }
    svg.push_str("</svg>\n");
    svg
}

/// Of phases, the last for all that have none of their own.
const COLOURS: [&str; 7] = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999999"];

/// A bar for each variant, divided by phases, and what the colours mean.
fn divided(svg: &mut String, left: u64, variants: &[Variant], names: &[&str], more: bool) {
    let parts = |variant: &Variant| {
        let of = |name: &&str| variant.phases.iter().find(|own| own.phase == *name).map_or(0, |own| own.mean_ps);
        let rest = std::iter::once(phases::others(variant, names));
        let colours = COLOURS[..names.len()].iter().chain(COLOURS.last());
        names.iter().map(of).chain(rest).zip(colours.copied()).collect::<Vec<_>>()
    };
    let whole = |variant: &Variant| variant.phases.iter().map(|phase| u128::from(phase.mean_ps)).sum::<u128>();
    let longest = variants.iter().map(whole).max().unwrap_or(0).max(1);
    let (y, head) = (MARGIN + 13, "phases, mean over ranks");
    svg.push_str(&format!("<g><text x=\"{left}\" y=\"{y}\" fill=\"#1a1a1a\" font-weight=\"bold\">{head}</text>\n"));
    for (row, variant) in (0..).zip(variants) {
        let mut before = 0_u128;
        for (time, colour) in parts(variant) {
            let place = |sum: u128| sum * u128::from(WIDTH) / longest;
            let (x, length) = (u128::from(left) + place(before), place(before + u128::from(time)) - place(before));
            before += u128::from(time);
            if length > 0 {
                let (y, height) = (top(row) + 3, BAR - 7);
                svg.push_str(&format!(
                    "<rect x=\"{x}\" y=\"{y}\" width=\"{length}\" height=\"{height}\" fill=\"{colour}\"/>\n"
                ));
            }
        }
    }
    let (mut x, y) = (left, top(variants.len() as u64) + 16);
    let others = more.then_some(("others", COLOURS[COLOURS.len() - 1]));
    for (name, colour) in names.iter().copied().zip(COLOURS).chain(others) {
        // A name may be as long as it likes, the legend not.
        let text: String = if name.chars().count() > 14 {
            name.chars().take(13).chain(std::iter::once('…')).collect()
        } else {
            name.to_owned()
        };
        let (square, letters, text) = (y - 11, text.chars().count() as u64, escaped(&text));
        svg.push_str(&format!(
            "<rect x=\"{x}\" y=\"{square}\" width=\"12\" height=\"12\" fill=\"{colour}\"/>\n\
             <text x=\"{}\" y=\"{y}\" fill=\"#1a1a1a\">{text}</text>\n",
            x + 16
        ));
        x += 16 + 8 * letters + 12;
    }
    svg.push_str("</g>\n");
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
