//! The page of a tuning: for each operation and number of ranks a drawing of all times over the best, by size.

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
const ABOVE: u64 = 22;
/// The largest ratio that is drawn; slower points lie at the upper edge.
const MOST: u64 = 16;

const COLOURS: [&str; 10] =
    ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#7f4f24", "#8a8a00", "#5e3c99", "#b2182b"];
const DASHES: [&str; 3] = ["", "6 3", "2 3"];

const STYLE: &str = "body{font-family:sans-serif;max-width:1300px;margin:2em auto;padding:0 1em;color:#1a1a1a;line-height:1.4}\
svg{margin:0 1em 1em 0}table{border-collapse:collapse}td,th{padding:2px 10px 2px 0;text-align:right}\
td:first-child,th:first-child{text-align:left}.key{display:inline-block;margin-right:1.2em;white-space:nowrap}pre{overflow:auto}";

/// The page.
pub(super) fn of(report: &Report<'_>, files: &[TuningFile], machines: &[CollectiveTimes]) -> String {
    let (library, platform) = (escaped(report.library), escaped(report.of.assembly.platform.name()));
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{library} on {platform}</title>\n\
         <style>{STYLE}</style></head>\n<body>\n<h1>Collectives of {library} on {platform}</h1>\n"
    );
    page.push_str(&format!(
        "<p>{} times, {TIMED}, with {}; {}. They are simulated with network model {}. Each drawing shows, for one number of ranks, by how much every algorithm \
         is slower than the fastest one, by the size of the message or of one block. Black is the library's own decision, the grey \
         band what the rules choose.</p>\n",
        count(report.simulated()),
        escaped(&report.machine.arrivals()),
        counted(report.of.repetitions()),
        escaped(report.machine.network()),
    ));
    page.push_str(&table(report));
    for tuned in report.tuned {
        page.push_str(&section(report, tuned, machines));
    }
    for path in files.iter().map(|file| &file.path) {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        page.push_str(&format!("<h2>{}</h2>\n<pre>{}</pre>\n", escaped(&path.display().to_string()), escaped(&text)));
    }
    page.push_str("</body>\n</html>\n");
    page
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
    let head: String = heads.iter().map(|head| format!("<th>{head}</th>")).collect();
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
    format!("<table>\n<tr>{head}</tr>\n{}</table>\n", report.tuned.iter().map(row).collect::<String>())
}

fn stroke(candidate: usize) -> (&'static str, &'static str) {
    match candidate.checked_sub(1) {
        None => ("#000000", ""),
        Some(at) => (COLOURS[at % COLOURS.len()], DASHES[at / COLOURS.len() % DASHES.len()]),
    }
}

fn section(report: &Report<'_>, tuned: &Tuned, machines: &[CollectiveTimes]) -> String {
    let name = tuned.timed.operation.name();
    let key = |candidate: usize| {
        let (colour, dash) = stroke(candidate);
        let width = if candidate == 0 { 3 } else { 2 };
        let name = escaped(&report.name_of(tuned, candidate));
        format!(
            "<span class=\"key\"><svg width=\"26\" height=\"8\" style=\"margin:0 4px 0 0\"><line x1=\"0\" x2=\"26\" y1=\"4\" \
             y2=\"4\" stroke=\"{colour}\" stroke-width=\"{width}\" stroke-dasharray=\"{dash}\"/></svg>{name}</span>\n"
        )
    };
    let keys: String = (0..=tuned.timed.picks.len()).map(key).collect();
    let drawings: String = machines.iter().map(|machine| drawing(tuned, machine.ranks())).collect();
    format!("<h2 id=\"{name}\">{name}</h2>\n<p>{keys}</p>\n<div>{drawings}</div>\n")
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
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{HEIGHT}\" font-size=\"11\" font-family=\"sans-serif\">\n\
         <text x=\"{LEFT}\" y=\"14\" font-weight=\"bold\">{ranks} ranks</text>\n"
    );
    for times in [1, 2, 4, 8, MOST] {
        let y = y(times * 1_000_000);
        svg.push_str(&format!(
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\" stroke=\"#dddddd\"/><text x=\"{}\" y=\"{}\" \
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
        "<polyline points=\"{chosen}\" fill=\"none\" stroke=\"#000000\" stroke-opacity=\"0.15\" stroke-width=\"10\" \
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
    svg.push_str("</svg>\n");
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
