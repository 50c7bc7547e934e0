//! The comparison as a picture: a bar for each variant's simulated time. Widths of letters are estimated, generously.

use super::Variant;
use views::text::time;

const BAR: u64 = 26;
const LEFT: usize = 16;
const WIDTH: u64 = 480;

/// An SVG with one bar a variant, as long as its simulated time.
pub(super) fn of(variants: &[Variant]) -> String {
    let longest = variants.iter().map(|variant| variant.simulated_time_ps).max().unwrap_or(0).max(1);
    let letters = variants.iter().map(|variant| variant.name.chars().count()).max().unwrap_or(0);
    let left = LEFT as u64 + 8 * letters as u64;
    let (width, height) = (left + WIDTH + 170, variants.len() as u64 * BAR + 2 * LEFT as u64);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" \
         height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\">\n<title>Simulated time</title>\n\
         <rect width=\"{width}\" height=\"{height}\" fill=\"#ffffff\"/>\n"
    );
    for (number, variant) in (0u64..).zip(variants) {
        let top = LEFT as u64 + number * BAR;
        let length = u128::from(variant.simulated_time_ps) * u128::from(WIDTH) / u128::from(longest);
        let (text, name) = (top + 16, escaped(&variant.name));
        let label =
            format!("{} ({:.3})", time(variant.simulated_time_ps), variant.to_the_first_millionths as f64 / 1e6);
        svg.push_str(&format!(
            "<text x=\"{}\" y=\"{text}\" text-anchor=\"end\" fill=\"#1a1a1a\">{name}</text>\n\
             <rect x=\"{left}\" y=\"{}\" width=\"{length}\" height=\"{}\" fill=\"#0072b2\"/>\n\
             <text x=\"{}\" y=\"{text}\" fill=\"#1a1a1a\">{label}</text>\n",
            left - 8,
            top + 3,
            BAR - 7,
            u128::from(left) + length + 8,
        ));
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
