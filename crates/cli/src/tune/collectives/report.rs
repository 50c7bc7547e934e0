//! Formats the result of `windtunnel tune collectives` as text and as JSON.

use super::TuningFile;
use super::grid::{Call, NEVER, Timed};
use super::machine::Machine;
use super::options::{CollectivesOptions, TIMED, counted};
use crate::error::CliError;
use crate::output;
use engine::tuning::{Decisions, Tuning};
use engine::{CollectiveTimes, Operation};
use serde_json::{Value, json};
use tune::{Group, Point, Times};
use views::text::{columns, count, time};

/// An operation with its times and the decisions on it.
pub(super) struct Tuned {
    pub(super) timed: Timed,
    /// In the order of the calls.
    pub(super) points: Vec<Point>,
    pub(super) groups: Vec<Group>,
    /// None: the library's own decisions stay.
    pub(super) decisions: Option<Decisions>,
    /// What calls take with all tuning files, in which rules for one operation also hold for parts of another.
    pub(super) with_files: Vec<Times>,
    /// If some become slower by that: the operations without whose rules none does.
    pub(super) blamed: Vec<Operation>,
}

/// Whether a call becomes slower by more than a tie.
pub(super) fn is_loss(own: u64, tuned: u64) -> bool {
    part(tuned.saturating_sub(own), own) > tune::TIE
}

/// Times over the best of the same call, over all calls.
pub(super) struct Regrets {
    /// In millionths.
    pub(super) median: u64,
    pub(super) most: u64,
}

impl Tuned {
    /// The candidate that the rules choose for a call.
    pub(super) fn chosen(&self, point: &Point) -> usize {
        let group = self.groups.iter().rev().find(|group| group.ranks <= point.ranks);
        let interval = group.and_then(|group| group.intervals.iter().rev().find(|one| one.from <= point.size));
        interval.map_or(0, |interval| interval.candidate)
    }

    /// By how much the library's own decisions are slower than the best ones.
    pub(super) fn own_regrets(&self) -> Regrets {
        self.regrets(|_, point| point.times[0].as_ref().map_or(u64::MAX, |times| times.median))
    }

    /// The same of the tuning files.
    pub(super) fn rules_regrets(&self) -> Regrets {
        self.regrets(|at, _| self.with_files[at].median)
    }

    fn regrets(&self, taken: impl Fn(usize, &Point) -> u64) -> Regrets {
        let regret = |(at, point): (usize, &Point)| {
            let best = point.times.iter().flatten().map(|times| times.median).min().unwrap_or(1).max(1);
            (u128::from(taken(at, point).saturating_sub(best)) * 1_000_000 / u128::from(best)) as u64
        };
        let mut all: Vec<u64> = self.points.iter().enumerate().map(regret).collect();
        all.sort_unstable();
        let at = |index: usize| all.get(index).copied().unwrap_or(0);
        Regrets { median: at(all.len() / 2), most: at(all.len().saturating_sub(1)) }
    }

    /// Calls that become faster by more than a tie, and the most that one gains, in millionths of its time.
    pub(super) fn gains(&self) -> (usize, u64) {
        let gains = || self.own_and_tuned().map(|(own, tuned)| part(own.saturating_sub(tuned), own));
        (gains().filter(|gain| *gain > tune::TIE).count(), gains().max().unwrap_or(0))
    }

    /// Calls that become slower by more than a tie, as rules for another operation or number of ranks hold for parts of them; and the
    /// most that one loses, in millionths of its time.
    pub(super) fn losses(&self) -> (usize, u64) {
        let losses = || self.own_and_tuned().map(|(own, tuned)| part(tuned.saturating_sub(own), own));
        (losses().filter(|loss| *loss > tune::TIE).count(), losses().max().unwrap_or(0))
    }

    /// The calls that become slower by more than a tie.
    pub(super) fn slower(&self) -> Vec<Call> {
        let calls = self.timed.calls.iter().zip(self.own_and_tuned());
        calls.filter(|(_, (own, tuned))| is_loss(*own, *tuned)).map(|(call, _)| call.clone()).collect()
    }

    /// Why calls become slower, and what to do.
    fn why_slower(&self) -> String {
        let names = |all: &[Operation]| all.iter().map(|one| one.name()).collect::<Vec<_>>().join(" or ");
        let what = "rules hold for parts of other operations, and of calls on more ranks, too";
        match &self.blamed[..] {
            [] => format!("{what}; tune fewer operations at once (`--operation`)"),
            [own] if *own == self.timed.operation => {
                format!(
                    "{what}: here those of {0} for fewer ranks; tune without these (`-n`), or without {0} (`--operation`)",
                    own.name()
                )
            }
            blamed => format!("{what}: here those of {0}; tune without {0} (`--operation`)", names(blamed)),
        }
    }

    fn own_and_tuned(&self) -> impl Iterator<Item = (u64, u64)> + '_ {
        let own = self.points.iter().map(|point| point.times[0].as_ref().map_or(0, |times| times.median));
        own.zip(self.with_files.iter().map(|times| times.median))
    }

    /// Calls that another choice seems to make faster, but by less than times of one call differ: the library's own stays.
    pub(super) fn undecided(&self) -> usize {
        self.points.iter().filter(|point| point.undecided()).count()
    }

    fn rules(&self) -> usize {
        self.decisions.iter().flat_map(|decisions| &decisions.ranks).map(|group| group.sizes.len()).sum()
    }
}

fn part(of: u64, whole: u64) -> u64 {
    u64::try_from(u128::from(of) * 1_000_000 / u128::from(whole.max(1))).unwrap_or(u64::MAX)
}

/// The whole report.
pub(super) struct Report<'a> {
    pub(super) options: &'a CollectivesOptions,
    pub(super) machine: &'a Machine,
    pub(super) library: &'a str,
    pub(super) tuning: &'a Tuning,
    /// Whether the library's file says how to divide operations between hosts.
    pub(super) divided: bool,
    /// On the fewest ranks.
    pub(super) of: &'a CollectiveTimes,
    pub(super) tuned: &'a [Tuned],
    pub(super) run: Option<Again>,
}

/// A run with the library's own decisions and with the tuning file, in picoseconds.
pub(super) struct Again {
    pub(super) run: String,
    pub(super) before: u64,
    pub(super) after: u64,
}

impl Again {
    /// By how many per cent it takes less time.
    fn gain(&self) -> f64 {
        100.0 * (1.0 - self.after as f64 / self.before.max(1) as f64)
    }
}

/// `12.3 %`
pub(super) fn percent(millionths: u64) -> String {
    format!("{:.1} %", millionths as f64 / 1e4)
}

impl Report<'_> {
    pub(super) fn print(&self, files: &[TuningFile]) -> Result<(), CliError> {
        if self.options.json { output::print(&self.json(files)) } else { output::tell(&self.text(files)) }
    }

    /// What a candidate is called.
    pub(super) fn name_of(&self, tuned: &Tuned, candidate: usize) -> String {
        let pick = candidate.checked_sub(1).map(|pick| &tuned.timed.picks[pick]);
        pick.map_or_else(|| "own".to_owned(), |pick| self.tuning.describe(tuned.timed.operation, pick))
    }

    /// Calls that were simulated.
    pub(super) fn simulated(&self) -> u64 {
        let times = self.tuned.iter().flat_map(|tuned| &tuned.timed.calls).flat_map(|call| &call.times);
        times.filter(|times| times.median < NEVER).count() as u64
    }

    fn text(&self, files: &[TuningFile]) -> String {
        let mut text = format!(
            "{} on {}: {} times of {} operation{}, {TIMED}; {}\n\n",
            self.library,
            self.of.assembly.platform.name(),
            count(self.simulated()),
            self.tuned.len(),
            if self.tuned.len() == 1 { "" } else { "s" },
            counted(self.of.repetitions()),
        );
        let heads = [
            "operation",
            "calls",
            "own: slower than best, median",
            "most",
            "rules",
            "with rules, median",
            "most",
            "faster",
            "at most by",
            "can't tell",
        ];
        let mut table = vec![heads.map(str::to_owned).to_vec()];
        table.extend(self.tuned.iter().map(line));
        text.push_str(&columns(&table, &[0], "  "));
        text.push('\n');
        if self.tuned.iter().all(|tuned| tuned.decisions.is_none()) {
            text.push_str("the library's own decisions are as good as any: its files have no rules\n");
        }
        for (tuned, (slower, most)) in self.tuned.iter().map(|tuned| (tuned, tuned.losses())) {
            if slower > 0 {
                text.push_str(&format!(
                    "warning: slower with these files: {slower} of {} calls of {}, at most by {}: {}\n",
                    tuned.points.len(),
                    tuned.timed.operation.name(),
                    percent(most),
                    tuned.why_slower(),
                ));
            }
        }
        for file in files {
            text.push_str(&format!("{}\n", file.path.display()));
            file.usage().for_each(|line| text.push_str(&format!("    {line}\n")));
        }
        if let Some(again) = &self.run {
            let (before, after) = (time(again.before), time(again.after));
            text.push_str(&format!(
                "{}: {after} with these files, {before} without, {:.1} % less\n",
                again.run,
                again.gain()
            ));
        }
        text.push_str(&format!("{}: what was simulated\n", self.options.output.join(super::PAGE).display()));
        text
    }

    fn json(&self, files: &[TuningFile]) -> String {
        let regrets =
            |of: Regrets| json!({"median_percent": of.median as f64 / 1e4, "most_percent": of.most as f64 / 1e4});
        let operation = |tuned: &Tuned| {
            let (faster, most) = tuned.gains();
            json!({
                "operation": tuned.timed.operation.name(),
                "calls": tuned.points.len(),
                "own": regrets(tuned.own_regrets()),
                "tuned": regrets(tuned.rules_regrets()),
                "faster_calls": faster,
                "most_gain_percent": most as f64 / 1e4,
                "slower_calls": tuned.losses().0,
                "slower_by_rules_of": tuned.blamed.iter().map(|one| one.name()).collect::<Vec<_>>(),
                "undecided_calls": tuned.undecided(),
                "rules": self.rules(tuned),
            })
        };
        let value: Value = json!({
            "platform": self.of.assembly.platform.name(),
            "network": self.machine.network(),
            "mpi_library": self.library,
            "ranks": &self.machine.ranks[..],
            "sizes": self.machine.all_sizes(),
            "arrival": &self.machine.arrival,
            "repetitions": self.of.repetitions(),
            "simulated": self.simulated(),
            "files": files.iter().map(|file| file.path.display().to_string()).collect::<Vec<_>>(),
            "run": self.run.as_ref().map(|again| json!({
                "run": again.run,
                "before_ps": again.before,
                "after_ps": again.after,
                "gain_percent": again.gain(),
            })),
            "operations": self.tuned.iter().map(operation).collect::<Vec<_>>(),
        });
        format!("{value:#}\n")
    }

    /// The rules for an operation; none where the library's own decisions stay.
    fn rules(&self, tuned: &Tuned) -> Vec<Value> {
        let groups = tuned.decisions.iter().flat_map(|decisions| &decisions.ranks);
        let rules = groups.flat_map(|group| group.sizes.iter().map(move |size| (group.from, size)));
        let rule = |(ranks, size): (u32, &engine::tuning::FromSize)| {
            let pick = size.pick.as_ref();
            json!({
                "ranks": ranks,
                "bytes": size.from,
                "name": pick.map(|pick| &pick.name),
                "algorithm": pick.map_or_else(|| "own".to_owned(), |pick| self.tuning.describe(tuned.timed.operation, pick)),
            })
        };
        rules.map(rule).collect()
    }
}

fn line(tuned: &Tuned) -> Vec<String> {
    let (own, rules) = (tuned.own_regrets(), tuned.rules_regrets());
    let (faster, most) = tuned.gains();
    vec![
        tuned.timed.operation.name().to_owned(),
        tuned.points.len().to_string(),
        percent(own.median),
        percent(own.most),
        tuned.rules().to_string(),
        percent(rules.median),
        percent(rules.most),
        faster.to_string(),
        percent(most),
        tuned.undecided().to_string(),
    ]
}
