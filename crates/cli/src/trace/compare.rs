//! `windtunnel trace compare`: compares the times of MPI calls by call site, between two recordings or a recording and a
//! simulation.

use crate::error::CliError;
use crate::output;
use engine::{CallTimes, MergeError, SiteTimes, Time, call_times};
use results::{Run, SiteRow, State, TimelineRow};
use std::collections::BTreeMap;
use std::path::Path;

/// A call site is off by more than this share of its time, if that is more than [`OF_THE_RUN`] of the run, too.
const OFF: f64 = 0.1;
const OF_THE_RUN: f64 = 0.01;
/// More call sites are not listed.
const SHOWN: usize = 25;

/// The calls of a run.
struct Side {
    name: String,
    ranks: u32,
    calls: CallTimes,
}

impl Side {
    /// Reads a recording, or the folder of a run.
    fn read(path: &Path) -> Result<Self, CliError> {
        let (ranks, calls) = if files::is_file(&path.join("run.json")) {
            simulated(&Run::open(path)?)?
        } else {
            call_times(path).map_err(MergeError::Trace)?
        };
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Self { name, ranks, calls })
    }

    fn seconds(&self, time: Time) -> f64 {
        time.as_secs_f64() / f64::from(self.ranks.max(1))
    }

    /// Time of a rank, on the mean, outside of MPI and in it.
    fn total(&self) -> (f64, f64) {
        let sum = |of: fn(&SiteTimes) -> Time| self.calls.values().map(|site| self.seconds(of(site))).sum();
        (sum(|site| site.outside), sum(|site| site.inside))
    }
}

/// The calls of a run's timeline. As in a recording, clocks begin behind `MPI_Init`.
fn simulated(run: &Run) -> Result<(u32, CallTimes), CliError> {
    let mut names = BTreeMap::new();
    for row in run.rows::<SiteRow>()? {
        let row = row?;
        names.insert(row.site, row.description.to_string());
    }
    let mut calls = CallTimes::new();
    // Computation is that of the call that follows.
    let mut before = BTreeMap::new();
    for row in run.rows::<TimelineRow>()? {
        let TimelineRow { rank, state, site, start, end, .. } = row?;
        let time = end.saturating_sub(start);
        match state {
            State::Compute => _ = before.insert(rank, time),
            State::Call(function) => {
                let name = names.get(&site).cloned().unwrap_or_else(|| format!("call site {}", site.0));
                let own = calls.entry((function, name)).or_default();
                own.calls += 1;
                let outside = before.remove(&rank).unwrap_or(Time::ZERO);
                if !function.name().starts_with("MPI_Init") {
                    own.inside = own.inside.saturating_add(time);
                    own.outside = own.outside.saturating_add(outside);
                }
            }
        }
    }
    Ok((run.manifest().ranks, calls))
}

/// A call site on both sides.
struct Row {
    call: String,
    calls: [u64; 2],
    /// Seconds of a rank in the calls.
    seconds: [f64; 2],
    off: bool,
}

/// Compares.
pub(super) fn command(one: &Path, other: &Path) -> Result<(), CliError> {
    let sides = [Side::read(one)?, Side::read(other)?];
    let totals = [sides[0].total(), sides[1].total()];
    let longest = totals.iter().map(|(outside, inside)| outside + inside).fold(0.0, f64::max);
    let places = sides[0].calls.keys().chain(sides[1].calls.keys()).collect::<std::collections::BTreeSet<_>>();
    let mut rows: Vec<Row> = places
        .into_iter()
        .map(|place| {
            let at = [0, 1].map(|side| sides[side].calls.get(place).copied().unwrap_or_default());
            let seconds = [0, 1].map(|side| sides[side].seconds(at[side].inside));
            let (function, site) = place;
            let calls = at.map(|at| at.calls);
            let off = calls[0] != calls[1] || is_off(seconds, longest);
            Row { call: format!("{} {site}", function.name()), calls, seconds, off }
        })
        .collect();
    rows.sort_by(|a, b| {
        let lost = |row: &Row| (row.seconds[0] - row.seconds[1]).abs();
        b.off.cmp(&a.off).then(lost(b).total_cmp(&lost(a))).then(a.call.cmp(&b.call))
    });
    output::print(&text(&sides, totals, longest, &rows));
    Ok(())
}

fn is_off(seconds: [f64; 2], longest: f64) -> bool {
    let lost = (seconds[0] - seconds[1]).abs();
    lost > OFF * seconds[0].min(seconds[1]) && lost > OF_THE_RUN * longest
}

/// How much longer the other side takes, in percent; nothing where one of them takes no time.
fn more([one, other]: [f64; 2]) -> String {
    if one > 0.0 && other > 0.0 { format!("{:+.0} %", (other / one - 1.0) * 100.0) } else { String::new() }
}

fn text(sides: &[Side; 2], totals: [(f64, f64); 2], longest: f64, rows: &[Row]) -> String {
    let mut text = format!("{:<48}{:>20}{:>20}\n", "", short(&sides[0].name), short(&sides[1].name));
    let line = |what: &str, values: [String; 2], more: &str| {
        let line = format!("{what:<48}{:>20}{:>20}{more:>14}", values[0], values[1]);
        line.trim_end().to_owned() + "\n"
    };
    text += &line("ranks", [0, 1].map(|side| sides[side].ranks.to_string()), "");
    for (what, of) in [
        ("outside of MPI, seconds of a rank (mean)", totals.map(|total| total.0)),
        ("in MPI", totals.map(|total| total.1)),
    ] {
        text += &line(what, of.map(|seconds| format!("{seconds:.6}")), &more(of));
    }
    text += &format!("\n{:<48}{:>20}{:>20}\n", "call", "calls, seconds", "calls, seconds");
    for Row { call, calls, seconds, off } in rows.iter().take(SHOWN) {
        let values = [0, 1].map(|side| format!("{}, {:.6}", calls[side], seconds[side]));
        let mark = if *off { format!("{} off", more(*seconds)) } else { more(*seconds) };
        text += &line(call, values, &mark);
    }
    if rows.len() > SHOWN {
        text += &format!("... and {} more\n", rows.len() - SHOWN);
    }
    let off = rows.iter().filter(|row| row.off).count();
    let least = longest * OF_THE_RUN;
    text += &format!(
        "\n{} call sites, {off} off: in number, or by more than {:.0} % of their time and {least:.6} s, 1 % of the run\n",
        rows.len(),
        OFF * 100.0
    );
    text
}

/// A name that fits a column.
fn short(name: &str) -> String {
    if name.chars().count() < 20 { name.to_owned() } else { name.chars().take(16).chain("...".chars()).collect() }
}
