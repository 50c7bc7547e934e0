//! The HTML page of `windtunnel tune collectives`. For each operation and number of ranks, a plot shows the time of every
//! algorithm relative to the fastest one, by message size.

use super::TuningFile;
use super::options::{TIMED, counted};
use super::report::{Report, Tuned, percent};
use engine::CollectiveTimes;
use views::text::{count, escaped};

const WIDTH: u64 = 420;
const HEIGHT: u64 = 220;
/// Room for the numbers at the axes.
const LEFT: u64 = 40;
const BELOW: u64 = 34;
const ABOVE: u64 = 10;
/// The largest ratio that is drawn; slower points lie at the upper edge.
const MOST: u64 = 16;

/// Colours of the style of all pages.
const COLOURS: u64 = 8;
const DASHES: [&str; 3] = ["", "6 3", "2 3"];

/// The page.
pub(super) fn of(report: &Report<'_>, files: &[TuningFile], machines: &[CollectiveTimes]) -> String {
    let (library, platform) = (report.library, report.of.assembly.platform.name());
    let sub = format!(
        "{} times, {TIMED}, with {}; {}; network model {}",
        count(report.simulated()),
        report.machine.arrivals(),
        counted(report.of.repetitions()),
        report.machine.network(),
    );
    let mut body = "<p class=\"verdict\">Each drawing shows, for one number of ranks, by how much every algorithm is slower than the \
         fastest one, by the size of the message or of one block. The strongest line is the library's own decision, the wide grey band \
         what the rules choose.</p>\n"
        .to_owned();
    body.push_str(&table(report));
    for tuned in report.tuned {
        body.push_str(&section(report, tuned, machines));
    }
    for path in files.iter().map(|file| &file.path) {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        body.push_str(&format!(
            "<section><h2>{}</h2>\n<pre tabindex=\"0\">{}</pre></section>\n",
            escaped(&path.display().to_string()),
            escaped(&text)
        ));
    }
    views::kit::page(&format!("Collectives of {library} on {platform}"), &sub, &body)
}

/// The table of operations.
fn table(report: &Report<'_>) -> String {
    let heads = [
        "operation",
        "calls",
        "own: slower than best, median",
        "most",
        "with rules, median",
        "most",
        "faster",
        "at most by",
        "can't tell",
    ];
    let head: String = heads.iter().map(|head| format!("<th scope=\"col\">{head}</th>")).collect();
    let row = |tuned: &Tuned| {
        let (own, rules) = (tuned.own_regrets(), tuned.rules_regrets());
        let (faster, most) = tuned.gains();
        let name = tuned.timed.operation.name();
        let cells = [
            format!("<a href=\"#{name}\">{name}</a>"),
            tuned.points.len().to_string(),
            percent(own.median),
            percent(own.most),
            percent(rules.median),
            percent(rules.most),
            faster.to_string(),
            percent(most),
            tuned.undecided().to_string(),
        ];
        format!("<tr>{}</tr>\n", cells.map(|cell| format!("<td>{cell}</td>")).concat())
    };
    let rows: String = report.tuned.iter().map(row).collect();
    format!(
        "<figure><div class=\"scroll\"><table>\n<thead><tr>{head}</tr></thead>\n<tbody>{rows}</tbody></table></div></figure>\n"
    )
}

/// Colour and dashes of the line of a candidate; the first is the library's own decision.
fn stroke(candidate: usize) -> (String, &'static str) {
    match candidate.checked_sub(1) {
        None => ("var(--ink)".to_owned(), ""),
        Some(at) => {
            let (at, colours) = (at, COLOURS as usize);
            (format!("var(--c{})", at % colours), DASHES[at / colours % DASHES.len()])
        }
    }
}

fn section(report: &Report<'_>, tuned: &Tuned, machines: &[CollectiveTimes]) -> String {
    let name = tuned.timed.operation.name();
    let key = |candidate: usize| {
        let (colour, dash) = stroke(candidate);
        let width = if candidate == 0 { 3 } else { 2 };
        let name = escaped(&report.name_of(tuned, candidate));
        format!(
            "<li><svg width=\"26\" height=\"8\" aria-hidden=\"true\" style=\"margin-right:.4em\"><line x1=\"0\" x2=\"26\" y1=\"4\" \
             y2=\"4\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\"/></svg>{name}</li>\n"
        )
    };
    let keys: String = (0..=tuned.timed.picks.len()).map(key).collect();
    let drawings: String = machines.iter().map(|machine| drawing(tuned, machine.ranks())).collect();
    format!(
        "<section id=\"{name}\"><h2>{name}</h2>\n<ul class=\"legend\">{keys}</ul>\n<div class=\"plots\">{drawings}</div></section>\n"
    )
}

/// 256 times the binary logarithm, rounded down, of a ratio in millionths that is not below one: sixteen squarings give its
/// fraction.
fn log2(millionths: u64) -> u64 {
    let whole = (millionths / 1_000_000).max(1).ilog2();
    let mut rest = u128::from(millionths) >> whole;
    let mut log = u64::from(whole);
    for _ in 0..8 {
        rest = rest * rest / 1_000_000;
        log <<= 1;
        if rest >= 2_000_000 {
            log |= 1;
            rest >>= 1;
        }
    }
    log
}

/// The drawing of an operation for a number of ranks.
fn drawing(tuned: &Tuned, ranks: u32) -> String {
    let calls: Vec<usize> = (0..tuned.points.len()).filter(|at| tuned.points[*at].ranks == ranks).collect();
    let step = (WIDTH - LEFT - 10) / (calls.len().max(2) as u64 - 1);
    let x = |at: usize| LEFT + step * at as u64;
    let top = log2(MOST * 1_000_000);
    let plot = HEIGHT - ABOVE - BELOW;
    let y = |ratio: u64| ABOVE + plot - plot * log2(ratio).min(top) / top;
    let ratio = |call: usize, candidate: usize| {
        let times = &tuned.timed.calls[call].times;
        let best = times.iter().map(|times| times.median).min().unwrap_or(1).max(1);
        (u128::from(times[candidate].median) * 1_000_000 / u128::from(best)).min(u128::from(u64::MAX >> 8)) as u64
    };
    let line = |candidate: usize| {
        calls
            .iter()
            .enumerate()
            .map(|(at, call)| format!("{},{}", x(at), y(ratio(*call, candidate))))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let name = tuned.timed.operation.name();
    let mut svg = format!(
        "<figure><div class=\"bar\"><h3>{} ranks</h3></div><svg class=\"plot\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" \
         aria-label=\"{name} on {ranks} ranks: times over the best by size\">\n",
        count(u64::from(ranks)),
    );
    for times in [1, 2, 4, 8, MOST] {
        let y = y(times * 1_000_000);
        svg.push_str(&format!(
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" class=\"grid\"/><text x=\"{}\" y=\"{}\" \
             text-anchor=\"end\">{times} x</text>\n",
            WIDTH - 10,
            LEFT - 5,
            y + 4,
        ));
    }
    let every = calls.len().div_ceil(6).max(1);
    for (at, call) in calls.iter().enumerate().step_by(every) {
        let size = size(tuned.timed.calls[*call].bytes);
        // The last one would be cut off at the edge.
        let anchor = if at > 0 && at + 1 == calls.len() { "end" } else { "middle" };
        svg.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"{anchor}\">{size}</text>\n",
            x(at),
            HEIGHT - 12
        ));
    }
    let chosen = calls.iter().enumerate().map(|(at, call)| {
        let candidate = tuned.chosen(&tuned.points[*call]);
        format!("{},{}", x(at), y(ratio(*call, candidate)))
    });
    let chosen = chosen.collect::<Vec<_>>().join(" ");
    svg.push_str(&format!(
        "<polyline points=\"{chosen}\" fill=\"none\" stroke=\"var(--ink)\" stroke-opacity=\"0.15\" stroke-width=\"10\" \
         stroke-linecap=\"round\"/>\n"
    ));
    for candidate in (0..=tuned.timed.picks.len()).rev() {
        let (colour, dash) = stroke(candidate);
        let width = if candidate == 0 { 2 } else { 1 };
        svg.push_str(&format!(
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\"/>\n",
            line(candidate),
        ));
    }
    svg.push_str("</svg></figure>\n");
    svg
}

/// A size as people write it for messages: `64 KiB`, `100 B`.
fn size(bytes: u64) -> String {
    let units = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")];
    let whole = units.iter().find(|(unit, _)| bytes > 0 && bytes.is_multiple_of(*unit));
    whole.map_or_else(|| format!("{bytes} B"), |(unit, name)| format!("{} {name}", bytes / unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_as_they_are_given() {
        assert_eq!([0, 12, 1000, 1536].map(size), ["0 B", "12 B", "1000 B", "1536 B"]);
        assert_eq!([1 << 10, 48 << 10, 1 << 20, 3 << 30].map(size), ["1 KiB", "48 KiB", "1 MiB", "3 GiB"]);
    }

    #[test]
    fn logarithms_are_exact_to_a_256th() {
        assert_eq!((log2(1_000_000), log2(2_000_000), log2(16_000_000)), (0, 256, 1024));
        assert_eq!(log2(1_414_214), 128);
        assert_eq!(log2(3_000_000), 405);
    }
}
