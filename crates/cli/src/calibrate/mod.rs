//! `windtunnel calibrate host`: measures this machine's core speed, copy and memory bandwidth and core-to-core latency, and
//! prints them as keys of a platform file. Calibration by a real MPI installation is in the Python package
//! (`windtunnel.calibration`).
//!
//! Each of the four values is the best of several repetitions, as other programs can only make it worse. If the median is
//! worse than the best by more than the share [`SPREAD_MAX`], or if this thread waited for a core for more than that share of
//! the time, other programs disturb the measurement. It is then repeated, and the value is left out if that does not help.
//! The speed is kept for later runs ([`Calibration`]).
//! - speed: multiply-adds on 64 × 64 matrices of doubles that stay in the first-level cache, compiled as this command
//!   is, for any x86-64 processor: with vectors of 128 bits (SSE2). A program compiled for wider vectors computes faster,
//!   about in proportion to their width.
//! - copy: bytes per second of a copy from one large array to another, each byte counted once. This is an upper bound on the
//!   bandwidth of one message inside a host.
//! - bandwidth: bytes read and written per second by a triad `a = b + s·c` of one core on arrays far larger than any cache.
//!   One core may not saturate the memory of a host.
//! - latency: half of the time in which a word goes from one core to another and back. A message inside a host takes at least
//!   that; with most MPI libraries it takes two or three times as long.

mod noise;

use crate::error::CliError;
use crate::options::{CalibrateOptions, CalibrateWhat};
use crate::output;
use crate::python;
use crate::report::REPORT_ENDINGS;
use engine::Calibration;
use files::Existing;
use measure::{copies, handovers, matrix_products, triads};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// How much worse than the best the median may be, and the share of time that this thread may wait for a core.
const SPREAD_MAX: f64 = 0.2;
/// How often a figure is measured where other programs disturb, as on a login node.
const ATTEMPTS: u32 = 3;
/// No further attempt begins later than this.
const ATTEMPT_WITHIN: Duration = Duration::from_secs(5);

/// The advice where other programs disturb.
const AGAIN: &str =
    "stop what else runs on this machine and try again, on a shared node in a job that has a core to itself";

/// Measures, and prints or writes; or runs the Python package.
pub(crate) fn command(options: &CalibrateOptions) -> Result<u8, CliError> {
    match &options.what {
        CalibrateWhat::Host { repetitions } => host(*repetitions),
        CalibrateWhat::Noise { output, seconds, core, force } => {
            noise::command(output, *seconds, *core, Existing::forced(*force))
        }
        with_python => {
            for (path, endings) in with_python.outputs() {
                files::expect_ending(path, endings)?;
            }
            let mut command = python::module("windtunnel.calibration")?;
            with_python.add_words(&mut command);
            python::status(command)
        }
    }
}

fn host(repetitions: u32) -> Result<u8, CliError> {
    output::say(&format!("measuring this machine, {repetitions} repetitions of each figure"));
    let figures = [
        Figure::steadiest("speed", || Measured::rate(repetitions, matrix_products())),
        Figure::steadiest("bandwidth", || Measured::rate(repetitions, triads())),
        Figure::steadiest("copy", || Measured::rate(repetitions, copies())),
        Figure::steadiest("latency", || Measured::time(repetitions, handovers())),
    ];
    let faults: Vec<String> = figures.iter().filter_map(Figure::fault).collect();
    if faults.len() == figures.len() {
        let reason = format!("{}; nothing is kept: {AGAIN}", faults.join("; "));
        return Err(CliError::Uncalibrated { reason });
    }
    let speed = figures[0].fault().is_none().then(|| figures[0].measured.best());
    let kept = speed.map(|speed| Calibration::keep(speed as u64)).transpose();
    let kept = kept.map_err(|reason| CliError::Uncalibrated { reason })?;
    output::print(&toml(&figures))?;
    if !faults.is_empty() {
        output::complain(&format!("calibrate host: {}: left out; {AGAIN}", faults.join("; ")));
    }
    if let Some(kept) = kept {
        output::say(&format!("the speed is kept in {}: measured blocks are scaled by it", kept.display()));
    } else {
        output::say("no speed is kept; one that was kept before still counts");
    }
    Ok(0)
}

impl CalibrateWhat {
    /// The files that Python writes, and how their names end.
    fn outputs(&self) -> Vec<(&Path, &'static [&'static str])> {
        let (texts, endings, report): (Vec<&Path>, &[&str], _) = match self {
            Self::Program { output, .. } => (vec![output.as_path()], &["c"], &None),
            Self::Network { output, library, report, .. } => {
                (vec![output.as_path(), library.as_path()], &["toml"], report)
            }
            Self::Check { report, .. } => (Vec::new(), &[], report),
            Self::Host { .. } | Self::Noise { .. } | Self::Storage { .. } => (Vec::new(), &[], &None),
        };
        let report = report.iter().map(|report| (report.as_path(), REPORT_ENDINGS));
        texts.into_iter().map(|path| (path, endings)).chain(report).collect()
    }

    /// The words of this command for `windtunnel.calibration`.
    fn add_words(&self, command: &mut Command) {
        match self {
            Self::Host { .. } | Self::Noise { .. } => {}
            Self::Program { output, force } => {
                command.arg("program").arg("--output").arg(output);
                pass_force(command, *force);
            }
            Self::Storage { measured } => {
                command.arg("storage").args(measured);
            }
            Self::Network { measured, platform, output, library, inside, ppn, start, network, report, force } => {
                command.arg("network").args(measured).arg("--platform").arg(platform).arg("--output").arg(output);
                command.arg("--library").arg(library).args(["--start", start, "--network", network]);
                for file in inside {
                    command.arg("--inside").arg(file);
                }
                command.args(["--ppn", &ppn.to_string()]);
                pass_report(command, report.as_deref());
                pass_force(command, *force);
            }
            Self::Check { measured, platform, mpi_library, network, report, baseline, ranks, json, force } => {
                command.arg("check").args(measured).args(["--platform", platform, "--network", network]);
                if let Some(library) = mpi_library {
                    command.args(["--mpi-library", library]);
                }
                for file in baseline {
                    command.arg("--baseline").arg(file);
                }
                if let Some(ranks) = ranks {
                    command.args(["--ranks", &ranks.to_string()]);
                }
                if *json {
                    command.arg("--json");
                }
                pass_report(command, report.as_deref());
                pass_force(command, *force);
            }
        }
    }
}

fn pass_report(command: &mut Command, report: Option<&Path>) {
    if let Some(report) = report {
        command.arg("--report").arg(report);
    }
}

fn pass_force(command: &mut Command, force: bool) {
    if force {
        command.arg("--force");
    }
}

/// Nanoseconds that this thread has waited for a core so far; 0 where the system does not report it.
fn waited() -> u64 {
    let schedstat = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    schedstat.split_whitespace().nth(1).and_then(|text| text.parse().ok()).unwrap_or(0)
}

/// Repetitions of one measurement: operations or bytes per second, or seconds; the best first.
struct Measured {
    sorted: Vec<f64>,
}

impl Measured {
    fn of(repetitions: u32, mut once: impl FnMut() -> f64) -> Self {
        // The first one pays for pages and clock rates.
        once();
        let mut sorted: Vec<f64> = (0..repetitions).map(|_| once()).collect();
        sorted.sort_by(f64::total_cmp);
        Self { sorted }
    }

    /// Of something per second: more is better.
    fn rate(repetitions: u32, once: impl FnMut() -> f64) -> Self {
        let mut measured = Self::of(repetitions, once);
        measured.sorted.reverse();
        measured
    }

    /// Of seconds.
    fn time(repetitions: u32, once: impl FnMut() -> f64) -> Self {
        Self::of(repetitions, once)
    }

    fn best(&self) -> f64 {
        self.sorted[0]
    }

    /// How much longer the median repetition took than the best one, as a share of that.
    fn spread(&self) -> f64 {
        let median = self.sorted[self.sorted.len() / 2];
        median.max(self.best()) / median.min(self.best()) - 1.0
    }
}

/// A figure of the machine, and the share of the time of its measurement in which this thread waited for a core.
struct Figure {
    key: &'static str,
    measured: Measured,
    waited: f64,
}

impl Figure {
    /// Measures until other programs do not disturb.
    fn steadiest(key: &'static str, measure: impl Fn() -> Measured) -> Self {
        Self::best_of(|| {
            let (begin, before) = (Instant::now(), waited());
            let measured = measure();
            let waited = waited().saturating_sub(before) as f64 / 1e9 / begin.elapsed().as_secs_f64();
            Self { key, measured, waited }
        })
    }

    /// The first attempt that is not disturbed, of a few at most; else the one with the least spread.
    fn best_of(attempt: impl Fn() -> Self) -> Self {
        let begin = Instant::now();
        let mut best = attempt();
        for _ in 1..ATTEMPTS {
            if best.fault().is_none() || begin.elapsed() > ATTEMPT_WITHIN {
                break;
            }
            let next = attempt();
            if next.fault().is_none() || next.measured.spread() < best.measured.spread() {
                best = next;
            }
        }
        best
    }

    /// Why it does not count; none if it does.
    fn fault(&self) -> Option<String> {
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let (key, limit) = (self.key, percent(SPREAD_MAX));
        if self.waited > SPREAD_MAX {
            let waited = percent(self.waited);
            return Some(format!("{key}: other programs had the core for {waited} of the time (at most {limit})"));
        }
        (self.measured.spread() > SPREAD_MAX).then(|| {
            let (count, spread) = (self.measured.sorted.len(), percent(self.measured.spread()));
            format!("{key}: the median of {count} repetitions is {spread} worse than the best (at most {limit})")
        })
    }

    /// Its line in a platform file; a comment if it does not count.
    fn line(&self) -> String {
        let giga = self.measured.best() / 1e9;
        let (value, what) = match self.key {
            "speed" => (format!("{giga:.2} Gflop/s"), "64 x 64 matrix products in cache"),
            "bandwidth" => (format!("{giga:.2} GB/s"), "triad of one core on 3 x 128 MiB"),
            "copy" => (format!("{giga:.2} GB/s"), "copy of 128 MiB"),
            _ => (format!("{:.0} ns", self.measured.best() * 1e9), "a word from core to core"),
        };
        match self.fault() {
            Some(fault) => format!("# {fault}\n"),
            None => {
                let (runs, spread) = (self.measured.sorted.len(), self.measured.spread() * 100.0);
                let value = format!("{} = \"{value}\"", self.key);
                format!("{value:<34} # best of {runs}, the median {spread:.0} % worse: {what}\n")
            }
        }
    }
}

/// The tables of a platform file.
fn toml(figures: &[Figure; 4]) -> String {
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let [speed, memory @ ..] = figures;
    let memory: String = memory.iter().map(Figure::line).collect();
    format!(
        "# One core of this machine. Speed is that of code for any x86-64; wider vectors multiply it.\n[host]\n\
         cores = {cores}\n{}\n[host.memory]\n{memory}",
        speed.line()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_counts_and_the_text_has_units() {
        let mut values = [9.0, 3e9, 1e9, 2e9].into_iter();
        let measured = Measured::rate(3, || values.next().unwrap());
        assert_eq!((measured.best(), measured.spread()), (3e9, 0.5));
        let figure = |key, waited| Figure { key, measured: Measured { sorted: measured.sorted.clone() }, waited };
        let odd = figure("speed", 0.0);
        assert_eq!(odd.line(), "# speed: the median of 3 repetitions is 50 % worse than the best (at most 20 %)\n");
        let steady = |key| Figure { key, measured: Measured { sorted: vec![3e9, 2.9e9, 1e9] }, waited: 0.0 };
        let text = toml(&[steady("speed"), steady("bandwidth"), figure("copy", 0.43), steady("latency")]);
        assert!(text.contains("speed = \"3.00 Gflop/s\" "), "{text}");
        assert!(text.contains("# best of 3, the median 3 % worse"), "{text}");
        assert!(text.contains("[host.memory]\nbandwidth = \"3.00 GB/s\""), "{text}");
        assert!(
            text.contains("\n# copy: other programs had the core for 43 % of the time (at most 20 %)\n"),
            "{text}"
        );
    }

    #[test]
    fn a_figure_is_measured_again_until_it_is_steady() {
        use std::cell::Cell;
        let of = |seconds: &[f64]| Measured { sorted: seconds.to_vec() };
        let (steady, odd, odder) = (of(&[1.0, 1.1, 9.0]), of(&[1.0, 1.3, 1.4]), of(&[1.0, 1.5, 1.6]));
        let attempts = |measured: &[&Measured]| {
            let count = Cell::new(0);
            let figure = Figure::best_of(|| {
                count.set(count.get() + 1);
                Figure { key: "latency", measured: of(&measured[count.get() - 1].sorted), waited: 0.0 }
            });
            (count.get(), figure.measured.spread(), figure.fault())
        };
        let (count, _, fault) = attempts(&[&steady]);
        assert_eq!((count, fault), (1, None), "one repetition may be disturbed");
        let (count, _, fault) = attempts(&[&odd, &steady]);
        assert_eq!((count, fault), (2, None));
        let (count, spread, fault) = attempts(&[&odder, &odd, &odder]);
        assert!(count == 3 && (spread - 0.3).abs() < 1e-9);
        let said = "latency: the median of 3 repetitions is 30 % worse than the best (at most 20 %)";
        assert_eq!(fault.as_deref(), Some(said));
    }
}
