//! `windtunnel trace compare`: compares the times of MPI calls by call site and function, between two recordings or a recording
//! and a simulation.
//!
//! Two random effects do not count as differences of the program: how often a poll finds nothing, and the order in which
//! receives from any source match messages.

use crate::error::CliError;
use crate::output;
use engine::{CallTimes, Function, MergeError, SiteTimes, Time, call_times};
use results::{Run, SiteRow, State, TimelineRow};
use std::collections::{BTreeMap, BTreeSet};
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
    simulated: bool,
}

impl Side {
    /// Reads a recording, or the folder of a run.
    fn read(path: &Path) -> Result<Self, CliError> {
        let is_run = files::is_file(&path.join("run.json"));
        let (ranks, calls) =
            if is_run { simulated(&Run::open(path)?)? } else { call_times(path).map_err(MergeError::Trace)? };
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
        Ok(Self { name, ranks, calls, simulated: is_run })
    }

    fn seconds(&self, time: Time) -> f64 {
        time.as_secs_f64() / f64::from(self.ranks.max(1))
    }

    /// Time of a rank, on the mean, outside of MPI and in it.
    fn total(&self) -> (f64, f64) {
        let sum = |of: fn(&SiteTimes) -> Time| self.calls.sites.values().map(|site| self.seconds(of(site))).sum();
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
    let ranks = run.manifest().ranks;
    let mut calls = CallTimes { outside: vec![Time::ZERO; ranks as usize], ..CallTimes::default() };
    // Computation is that of the call that follows.
    let mut before = BTreeMap::new();
    for row in run.rows::<TimelineRow>()? {
        let TimelineRow { rank, state, site, start, end, .. } = row?;
        let time = end.saturating_sub(start);
        match state {
            State::Compute => _ = before.insert(rank, time),
            State::Call(function) => {
                let name = names.get(&site).cloned().unwrap_or_else(|| format!("call site {}", site.0));
                let own = calls.sites.entry((function, name)).or_default();
                let outside = before.remove(&rank).unwrap_or(Time::ZERO);
                let counts = !function.name().starts_with("MPI_Init");
                own.add(if counts { (outside, time) } else { (Time::ZERO, Time::ZERO) });
                if let Some(all) = calls.outside.get_mut(rank.0 as usize).filter(|_| counts) {
                    *all = all.saturating_add(outside);
                }
            }
        }
    }
    Ok((ranks, calls))
}

/// Whether how often a program calls a function depends on when something happens.
fn polls(function: Function) -> bool {
    let name = function.name();
    let polls = [
        "MPI_Test",
        "MPI_Iprobe",
        "MPI_Improbe",
        "MPI_Request_get_status",
        "MPI_Win_test",
        "MPI_Parrived",
        "MPI_Wtime",
    ];
    polls.iter().any(|prefix| name.starts_with(prefix)) && name != "MPI_Test_cancelled"
}

/// A call site on both sides, or all of a function.
struct Row {
    function: Function,
    call: String,
    calls: [u64; 2],
    /// Seconds of a rank in the calls.
    seconds: [f64; 2],
    off: bool,
    /// Whether the sides have polled a different number of times, or taken messages in another order.
    chance: bool,
}

/// Compares.
pub(super) fn command(one: &Path, other: &Path) -> Result<(), CliError> {
    let sides = [Side::read(one)?, Side::read(other)?];
    let totals = [sides[0].total(), sides[1].total()];
    let longest = totals.iter().map(|(outside, inside)| outside + inside).fold(0.0, f64::max);
    let places = sides[0].calls.sites.keys().chain(sides[1].calls.sites.keys()).collect::<BTreeSet<_>>();
    let mut rows: Vec<Row> = places.into_iter().map(|place| row(&sides, place, longest)).collect();
    rows.sort_by(|a, b| {
        let lost = |row: &Row| (row.seconds[0] - row.seconds[1]).abs();
        b.off.cmp(&a.off).then(lost(b).total_cmp(&lost(a))).then(a.call.cmp(&b.call))
    });
    output::print(&(text(&sides, totals, longest, &rows) + &verdicts(&sides, totals, longest, &rows)))
}

fn row(sides: &[Side; 2], place: &(Function, String), longest: f64) -> Row {
    let at = [0, 1].map(|side| sides[side].calls.sites.get(place).copied().unwrap_or_default());
    let seconds = [0, 1].map(|side| sides[side].seconds(at[side].inside));
    let (function, site) = place;
    let calls = at.map(|at| at.calls);
    let other_number = calls[0] != calls[1];
    let recorded = sides.iter().all(|side| !side.simulated);
    let polled = polls(*function) && calls.iter().all(|&calls| calls > 0);
    Row {
        function: *function,
        call: format!("{} {site}", function.name()),
        calls,
        seconds,
        off: other_number && !polled || is_off(seconds, longest),
        chance: other_number && polled || !other_number && recorded && at[0].order != at[1].order,
    }
}

/// The verdicts in words: whether the program is the same, which differences are chance, and where the time is lost, by function.
fn verdicts(sides: &[Side; 2], totals: [(f64, f64); 2], longest: f64, rows: &[Row]) -> String {
    let [one, other] = [0, 1].map(|side| sides[side].name.as_str());
    let count = |of: &dyn Fn(&Row) -> bool| rows.iter().filter(|row| of(row)).count();
    let mut text = String::new();
    match count(&|row| row.calls[0] != row.calls[1] && !row.chance) {
        0 => text += "the program has made the same calls\n",
        sites => text += &format!("the program has made other calls: their number differs at {sites} call sites\n"),
    }
    match count(&|row| row.chance) {
        0 => {}
        sites => {
            text += &format!(
                "by chance, {sites} call sites have polled more or less often, or taken messages in another order\n"
            )
        }
    }
    let mut lost: Vec<(f64, String)> = Vec::new();
    let outside = totals.map(|total| total.0);
    if is_off(outside, longest) {
        let more = outside[0] - outside[1];
        lost.push((more, format!("outside of MPI{}", blamed(sides, more))));
    }
    let functions: BTreeSet<Function> = rows.iter().map(|row| row.function).collect();
    for function in functions {
        let own = || rows.iter().filter(|row| row.function == function);
        let seconds = [0, 1].map(|side| own().map(|row| row.seconds[side]).sum());
        if is_off(seconds, longest) {
            let sites = own().filter(|row| row.off).count();
            lost.push((seconds[0] - seconds[1], format!("in {} ({sites} call sites off)", function.name())));
        }
    }
    lost.sort_by(|a, b| b.0.abs().total_cmp(&a.0.abs()));
    for (more, what) in &lost {
        let how = if *more > 0.0 { "longer" } else { "less long" };
        text += &format!("{one} takes {:.6} s of a rank {how} than {other} {what}\n", more.abs());
    }
    if !lost.is_empty() && sides[0].simulated != sides[1].simulated {
        text += "which host, link or setting is behind it: `windtunnel calibrate check` with measurements of that machine\n";
    }
    text
}

/// The rank to which most of the time is lost outside of MPI, if it is at least half of all.
fn blamed(sides: &[Side; 2], more: f64) -> String {
    let of = |side: usize, rank: usize| sides[side].calls.outside.get(rank).map_or(0.0, |time| time.as_secs_f64());
    let ranks = sides[0].ranks.max(sides[1].ranks);
    let own = |rank: usize| (of(0, rank) - of(1, rank)) * more.signum();
    let worst = (0..ranks as usize).max_by(|&a, &b| own(a).total_cmp(&own(b)).then(b.cmp(&a)));
    match worst {
        Some(rank) if ranks > 2 && own(rank) > more.abs() * f64::from(ranks) / 2.0 => {
            format!(", {:.6} s of it on rank {rank}: it slept, or something else had its core", own(rank))
        }
        _ => String::new(),
    }
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
    for Row { call, calls, seconds, off, .. } in rows.iter().take(SHOWN) {
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
