//! `windtunnel tune collectives`: times collective algorithms and writes the library's tuning files.

mod grid;
mod machine;
mod of_run;
mod options;
mod page;
mod report;

use crate::error::CliError;
use crate::home::{self, Home};
use crate::output;
use crate::what_if;
use engine::tuning::{Decisions, ForRanks, FromSize, Tuning, Written};
use engine::{Bytes, CollectiveTimeRow, CollectiveTimes, Operation, Time, timed_operations};
use files::{Existing, shell_word};
use grid::{Call, Timed};
use machine::Machine;
pub(crate) use options::CollectivesOptions;
use report::{Again, Report, Tuned, is_loss};
use results::Run;
use std::collections::BTreeSet;
use std::path::PathBuf;
use tune::{Group, Point};

/// The page of a tuning.
const PAGE: &str = "report.html";

/// `tell`: whether progress is shown.
pub(super) fn command(options: &CollectivesOptions, tell: bool) -> Result<u8, CliError> {
    let options = &at_home(options)?;
    let machine = Machine::of(options)?;
    let times = grid::machines(&machine)?;
    let library = &times[0].assembly.library;
    library.notices().iter().for_each(|notice| output::say(&format!("warning: {notice}")));
    let name = library.name().to_owned();
    let tuning = library.tuning.clone();
    let tuning = tuning.ok_or_else(|| CliError::NoTuning { library: name.clone(), known: engine::tunable() })?;
    if tuning.format().of_parts && times.iter().any(shares_hosts) {
        return Err(CliError::TunesParts { library: name });
    }
    let operations = operations(options, &machine, &tuning, &name)?;
    if let Some((operation, size)) = machine.not_whole(&operations) {
        return Err(CliError::TunedSize { size: Bytes(size), operation: operation.name() });
    }
    let divided = tuning.hosts().is_some() && times.iter().any(|times| several_hosts(times) && shares_hosts(times));
    check_output(options, &tuning, divided)?;
    let sizes = |operation, ranks| machine.sizes(operation, ranks);
    let timed = grid::time(&operations, &times, (&tuning, divided), &sizes, tell)?;
    let sizes_of = |operation| sizes_of(&tuning, divided, operation);
    let decide = |timed: Timed| decide(options, &machine, sizes_of(timed.operation), timed);
    let mut tuned: Vec<Tuned> = timed.into_iter().map(decide).collect();
    expect_own(&times[0], &tuned)?;
    let files = of_files(&tuning, divided, &machine, &tuned);
    let of_all: Vec<&Timed> = tuned.iter().map(|tuned| &tuned.timed).collect();
    let with = grid::time_with((&files.0, &files.1), &of_all, &times, tell)?;
    tuned.iter_mut().zip(with).for_each(|(tuned, times)| tuned.with_files = times);
    blame(&mut tuned, (&files.0, &files.1), &times, tell)?;
    let of = &times[0];
    let mut report =
        Report { options, machine: &machine, library: &name, tuning: &tuning, divided, of, tuned: &tuned, run: None };
    let files = write(&report, files, &times)?;
    report.run = again(&report, &files)?;
    report.print(&files)?;
    Ok(0)
}

/// The written file would lack the rules of the library's own tuning file.
fn expect_own(times: &CollectiveTimes, tuned: &[Tuned]) -> Result<(), CliError> {
    let library = &times.assembly.library;
    let better: Vec<&str> =
        tuned.iter().filter(|one| one.decisions.is_some()).map(|one| one.timed.operation.name()).collect();
    if library.tuned_by().next().is_none() || better.is_empty() {
        return Ok(());
    }
    let (library, alone) =
        (library.name().to_owned(), library.name().split('+').next().unwrap_or_default().to_owned());
    Err(CliError::Retuned { library, alone, operations: better.join(", ") })
}

/// Of operations some of whose calls become slower: times these without the rules of each operation, which hold for parts of them.
fn blame(
    tuned: &mut [Tuned],
    (of_hosts, others): (&[Decisions], &[Decisions]),
    machines: &[CollectiveTimes],
    tell: bool,
) -> Result<(), CliError> {
    for tuned in tuned {
        let slower = Timed { operation: tuned.timed.operation, picks: Vec::new(), calls: tuned.slower() };
        for left_out in others.iter().map(|of| of.operation).filter(|_| !slower.calls.is_empty()) {
            let rest: Vec<Decisions> = others.iter().filter(|of| of.operation != left_out).cloned().collect();
            let times = grid::time_with((of_hosts, &rest), &[&slower], machines, tell)?;
            let mut pairs = slower.calls.iter().zip(times.iter().flatten());
            if !pairs.any(|(call, times)| is_loss(call.times[0].median, times.median)) {
                tuned.blamed.push(left_out);
            }
        }
    }
    Ok(())
}

/// The options with the paths that they name, after the run of `--from` has led to where it was started.
fn at_home(options: &CollectivesOptions) -> Result<CollectivesOptions, CliError> {
    let mut options = options.clone();
    let Some(from) = &mut options.from else { return Ok(options) };
    let home = Home::go(&Run::open(from)?);
    *from = home.of_user(from);
    options.output = home.of_user(&options.output);
    options.platform = options.platform.map(|text| home.file_of_user(&text).unwrap_or(text));
    options.mpi_library = options.mpi_library.map(|text| {
        let parts = config::parts_at_pluses(&text, |path| home.file_of_user(path).is_some());
        let part = |part: &&str| home.file_of_user(part).unwrap_or_else(|| (*part).to_owned());
        parts.iter().map(part).collect::<Vec<_>>().join("+")
    });
    options.mapping = options.mapping.map(|text| match text.trim().strip_prefix("file:") {
        Some(file) => format!("file:{}", home.file_of_user(file.trim()).as_deref().unwrap_or(file)),
        None => text,
    });
    home::expect_inputs(&Run::open(from)?)?;
    Ok(options)
}

fn hosts(times: &CollectiveTimes) -> usize {
    let mapping = &times.assembly.mapping;
    (0..times.ranks()).map(|rank| mapping.host(rank)).collect::<BTreeSet<_>>().len()
}

/// Whether a host has several ranks.
fn shares_hosts(times: &CollectiveTimes) -> bool {
    hosts(times) < times.ranks() as usize
}

fn several_hosts(times: &CollectiveTimes) -> bool {
    hosts(times) > 1
}

/// The run that is tuned for, and its time with the tuning file; none if there are no rules.
fn again(report: &Report<'_>, files: &[TuningFile]) -> Result<Option<Again>, CliError> {
    let Some((run, _)) = &report.machine.run else { return Ok(None) };
    if report.tuned.iter().all(|tuned| tuned.decisions.is_none()) {
        return Ok(None);
    }
    // Files of the same decisions are one.
    let of_hosts = files.iter().find(|file| file.of_hosts);
    let files = files.iter().find(|file| !file.of_hosts).into_iter().chain(of_hosts);
    let files: String = files.map(|file| format!("+{}", file.path.display())).collect();
    let library = format!("{}{files}", report.library);
    let manifest = what_if::with_library(run, library, &report.options.output.join("run"), report.options.yes)?;
    let name = run.path().display().to_string();
    let (before, after) = (run.manifest().outcome.simulated_time_ps, manifest.outcome.simulated_time_ps);
    Ok(Some(Again { run: name, before, after }))
}

/// The operations to tune, in the order of the standard.
fn operations(
    options: &CollectivesOptions,
    machine: &Machine,
    tuning: &Tuning,
    library: &str,
) -> Result<Vec<Operation>, CliError> {
    let all: Vec<Operation> =
        timed_operations().filter(|one| tuning.operations().any(|known| known == *one)).collect();
    if let Some(wrong) = options.operation.iter().find(|one| !all.contains(one)) {
        return Err(CliError::NotTuned {
            operation: wrong.name(),
            library: library.to_owned(),
            known: all.iter().map(|one| one.name()).collect::<Vec<_>>().join(", "),
        });
    }
    let called = |one: &Operation| match (&machine.calls, &machine.run) {
        (Some(calls), _) => calls.operations().contains(one),
        (None, Some((_, called))) => called.contains(&format!("mpi_{}", one.name())),
        (None, None) => true,
    };
    let wanted = |one: &Operation| {
        if options.operation.is_empty() {
            called(one) && !machine.told.contains(one.name())
        } else {
            options.operation.contains(one)
        }
    };
    if let Some((run, _)) = &machine.run {
        for one in all.iter().filter(|one| called(one) && machine.told.contains(one.name())) {
            let (run, one) = (run.path().display(), one.name());
            output::say(&format!(
                "warning: {run}: was told the algorithm of {one} (--collective): no tuning file changes it"
            ));
        }
    }
    let operations: Vec<Operation> = all.into_iter().filter(wanted).collect();
    match (&machine.run, operations.is_empty()) {
        (Some((run, _)), true) => {
            Err(CliError::NothingTuned { run: run.path().display().to_string(), library: library.to_owned() })
        }
        _ => Ok(operations),
    }
}

/// A file that is written.
struct TuningFile {
    path: PathBuf,
    written: &'static Written,
    /// Whether it says how operations are divided between hosts.
    of_hosts: bool,
}

impl TuningFile {
    /// How to have the library read it.
    fn usage(&self) -> impl Iterator<Item = String> + '_ {
        self.written.usage.iter().map(|line| line.replace("$FILE", &shell_word(&self.path)))
    }
}

/// The files of the library's rules, and then that on the division between hosts, where there is one.
fn tuning_files(options: &CollectivesOptions, tuning: &Tuning, divided: bool) -> Vec<TuningFile> {
    let of = |tuning: &Tuning, of_hosts: bool| {
        let written = tuning.format().written.iter();
        let file =
            |written: &'static Written| TuningFile { path: options.output.join(written.name), written, of_hosts };
        written.map(file).collect::<Vec<_>>()
    };
    let of_hosts = tuning.hosts().filter(|_| divided).map(|hosts| of(hosts, true));
    of(tuning, false).into_iter().chain(of_hosts.into_iter().flatten()).collect()
}

/// Refuses an output that exists before timing, which takes minutes.
fn check_output(options: &CollectivesOptions, tuning: &Tuning, divided: bool) -> Result<(), CliError> {
    let page = options.output.join(PAGE);
    let files = tuning_files(options, tuning, divided).into_iter().map(|file| file.path);
    for path in files.chain(std::iter::once(page)) {
        if !options.force && path.exists() {
            return Err(files::FileError::exists(&path).into());
        }
    }
    std::fs::create_dir_all(&options.output).map_err(|error| files::FileError::write(&options.output, error))?;
    Ok(())
}

/// By which size rules for an operation decide: where it is divided between hosts, that of the rules on the division.
fn sizes_of(tuning: &Tuning, divided: bool, operation: Operation) -> Option<&'static str> {
    let hosts = tuning.hosts().filter(|hosts| divided && hosts.operations().any(|known| known == operation));
    (hosts.unwrap_or(tuning).format().size)(operation)
}

/// The size by which the library's rules decide on a call.
fn rule_size(size: Option<&'static str>, call: &Call) -> u64 {
    match size {
        Some("total_bytes") => call.bytes.saturating_mul(call.ranks.into()),
        Some(_) => call.bytes,
        None => 0,
    }
}

fn decide(options: &CollectivesOptions, machine: &Machine, size: Option<&'static str>, timed: Timed) -> Tuned {
    let point = |call: &Call| Point {
        ranks: call.ranks,
        size: rule_size(size, call),
        times: call.times.iter().cloned().map(Some).collect(),
    };
    let points: Vec<Point> = timed.calls.iter().map(point).collect();
    let groups = tune::decide(&points, options.regret * 10_000);
    let decisions = decisions(&timed, &groups, machine.ranks.last().copied().unwrap_or(0));
    Tuned { timed, points, groups, decisions, with_files: Vec::new(), blamed: Vec::new() }
}

/// Decisions in the library's words: its own below the fewest ranks and above the most. Sizes go on to both sides.
fn decisions(timed: &Timed, groups: &[Group], most: u64) -> Option<Decisions> {
    if groups.iter().flat_map(|group| &group.intervals).all(|interval| interval.candidate == 0) {
        return None;
    }
    let own = |from| ForRanks { from, sizes: vec![FromSize { from: 0, pick: None }] };
    let of_group = |group: &Group| ForRanks {
        from: group.ranks,
        sizes: (0..)
            .zip(&group.intervals)
            .map(|(at, interval)| FromSize {
                from: if at == 0 { 0 } else { interval.from },
                pick: interval.candidate.checked_sub(1).map(|pick| timed.picks[pick].clone()),
            })
            .collect(),
    };
    let fewer = groups.first().filter(|group| group.ranks > 2).map(|_| own(0));
    let more = u32::try_from(most + 1).ok().map(own);
    let ranks = fewer.into_iter().chain(groups.iter().map(of_group)).chain(more).collect();
    Some(Decisions { operation: timed.operation, ranks })
}

/// What the decisions mean for each of the files: that on the division between hosts, and the others.
fn of_files(tuning: &Tuning, divided: bool, machine: &Machine, tuned: &[Tuned]) -> (Vec<Decisions>, Vec<Decisions>) {
    let (mut of_hosts, mut others) = (Vec::new(), Vec::new());
    for decisions in tuned.iter().filter_map(|tuned| tuned.decisions.as_ref()) {
        let (hosts, mut rest) = if divided { tuning.divided(decisions) } else { (None, decisions.clone()) };
        if hosts.is_some() && (tuning.format().size)(decisions.operation) == Some("total_bytes") {
            rest = of_all_blocks(&rest, &machine.ranks);
        }
        of_hosts.extend(hosts);
        others.push(rest);
    }
    let says = |of: &Decisions| of.ranks.iter().flat_map(|group| &group.sizes).any(|size| size.pick.is_some());
    [&mut of_hosts, &mut others].into_iter().for_each(|all| all.retain(says));
    (of_hosts, others)
}

/// Decisions by the bytes of a block, by those of all blocks: for each number of ranks that was simulated.
fn of_all_blocks(decisions: &Decisions, simulated: &[u64]) -> Decisions {
    let mut ranks = Vec::new();
    for (at, group) in decisions.ranks.iter().enumerate() {
        let next = decisions.ranks.get(at + 1).map_or(u32::MAX, |next| next.from);
        let known = simulated.iter().filter_map(|ranks| u32::try_from(*ranks).ok());
        let further = known.filter(|ranks| (group.from + 1..next).contains(ranks));
        for from in std::iter::once(group.from).chain(further) {
            let all = |size: &FromSize| FromSize { from: size.from.saturating_mul(from.into()), ..size.clone() };
            ranks.push(ForRanks { from, sizes: group.sizes.iter().map(all).collect() });
        }
    }
    Decisions { operation: decisions.operation, ranks }
}

/// Writes everything; gives the tuning files.
fn write(
    report: &Report<'_>,
    (of_hosts, others): (Vec<Decisions>, Vec<Decisions>),
    times: &[CollectiveTimes],
) -> Result<Vec<TuningFile>, CliError> {
    let options = report.options;
    let comment = comment(report);
    let written = tuning_files(options, report.tuning, report.divided);
    for file in &written {
        let usage = file.usage().collect::<Vec<_>>().join("\n");
        let own = &times[0].assembly.library.selector;
        let (names, decisions) = match report.tuning.hosts().filter(|_| file.of_hosts) {
            Some(hosts) => (hosts, &of_hosts),
            None => (report.tuning, &others),
        };
        let text = names.write(file.written, own, &format!("{comment}\n{usage}"), decisions);
        files::write(&file.path, text.as_bytes(), Existing::forced(options.force))?;
    }
    engine::write_collective_times(&options.output, rows(report))
        .map_err(|error| CliError::Times { reason: error.to_string() })?;
    let page = page::of(report, &written, times);
    files::write(&options.output.join(PAGE), page.as_bytes(), Existing::forced(options.force))?;
    Ok(written)
}

/// Where the rules come from.
fn comment(report: &Report<'_>) -> String {
    let (options, machine) = (report.options, report.machine);
    let numbers = |all: &[u64]| all.iter().map(u64::to_string).collect::<Vec<_>>().join(", ");
    let ppn = machine.job().ppn;
    format!(
        "windtunnel tune collectives: {} on {}, network model {}, mapping {}, {}, {}.\n\
         Times are those {}; {}.\n\
         Simulated for {} ranks and {} bytes (of a block where the operation has blocks); regret at most {} %.\n\
         Numbers of ranks between these have the rules of the next smaller one, others the library's own decisions.\n\
         The library's own decision stays unless another is faster by more than 1 %, call by call.",
        report.library,
        report.of.assembly.platform.name(),
        machine.network(),
        machine.job().mapping.as_deref().unwrap_or("block"),
        ppn.map_or_else(
            || "as many ranks on a host as it has cores".to_owned(),
            |ppn| format!("{ppn} ranks on a host")
        ),
        machine.arrivals(),
        options::TIMED,
        options::counted(report.of.repetitions()),
        numbers(&machine.ranks),
        numbers(&machine.all_sizes()),
        options.regret,
    )
}

fn rows<'a>(report: &'a Report<'_>) -> impl Iterator<Item = CollectiveTimeRow> + 'a {
    report.tuned.iter().flat_map(move |tuned| {
        let timed = &tuned.timed;
        timed.calls.iter().flat_map(move |call| {
            let tried = call.times.iter().enumerate().filter(|(_, times)| times.median < grid::NEVER);
            tried.map(move |(candidate, times)| {
                let pick = candidate.checked_sub(1).map(|pick| &timed.picks[pick]);
                CollectiveTimeRow {
                    operation: timed.operation.name().into(),
                    ranks: call.ranks.into(),
                    bytes: call.bytes,
                    name: pick.map_or("", |pick| &pick.name).into(),
                    algorithm: report.name_of(tuned, candidate).into(),
                    segment: pick.map_or(0, |pick| pick.segment),
                    time: Time::from_ps(times.median),
                    least: Time::from_ps(times.least),
                    most: Time::from_ps(times.most),
                }
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tune::Interval;

    fn timed() -> Timed {
        let pick = |name: &str| engine::tuning::Pick { name: name.to_owned(), segment: 0, fan_out: 0, requests: 0 };
        Timed { operation: Operation::Bcast, picks: vec![pick("3"), pick("5")], calls: Vec::new() }
    }

    fn group(ranks: u32, intervals: &[(u64, usize)]) -> Group {
        let intervals = intervals.iter().map(|&(from, candidate)| Interval { from, candidate }).collect();
        Group { ranks, intervals }
    }

    #[test]
    fn outside_of_what_was_simulated_the_library_decides() {
        let groups = [group(4, &[(8, 2), (1024, 0)]), group(16, &[(8, 1)])];
        let found = decisions(&timed(), &groups, 32).unwrap();
        let told: Vec<(u32, Vec<(u64, &str)>)> = found
            .ranks
            .iter()
            .map(|group| {
                let name =
                    |size: &FromSize| size.pick.as_ref().map_or("0", |pick| if pick.name == "3" { "3" } else { "5" });
                (group.from, group.sizes.iter().map(|size| (size.from, name(size))).collect())
            })
            .collect();
        assert_eq!(
            told,
            [(0, vec![(0, "0")]), (4, vec![(0, "5"), (1024, "0")]), (16, vec![(0, "3")]), (33, vec![(0, "0")]),]
        );
    }

    #[test]
    fn where_the_library_decides_best_nothing_is_said() {
        assert_eq!(decisions(&timed(), &[group(2, &[(8, 0)])], 32), None);
    }
}
