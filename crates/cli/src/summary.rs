//! `windtunnel summary` and `windtunnel explain`: show a previous run or, with `--what-if`, a prediction of that run with one
//! change.

use crate::error::CliError;
use crate::home::Home;
use crate::options::{ExplainOptions, SummaryOptions};
use crate::output::{self, Loudness};
use crate::reuse;
use crate::what_if::{self, Change, algorithms};
use files::shell_word;
use results::{AllocationRow, HostUse, Run};
use std::path::Path;
use views::explain::Explanation;
use views::summary::{self, Parts, Pilot, RunStatistics};

/// `windtunnel summary RUN`.
pub(crate) fn command(options: &SummaryOptions, loudness: Loudness) -> Result<u8, CliError> {
    let run = open(&options.run, options.ideal)?;
    let ideal = if options.ideal {
        Some(what_if::result(&run, what_if::IDEAL_NETWORK, options.yes)?)
    } else {
        what_if::kept(&run, what_if::IDEAL_NETWORK)
    };
    ideal.iter().for_each(|ideal| reuse::compare_reads(&run, ideal));
    let (manifest, host, figures) = (run.manifest(), run.host()?, RunStatistics::of(&run)?);
    let other = options.pilot.as_deref().map(|path| pilot(path, &run)).transpose()?;
    let pilot = other.as_ref().map(|(run, host, figures)| Pilot {
        ranks: run.manifest().ranks,
        figures,
        host: host.as_ref(),
        planned: options.ranks,
        machine: machine_memory(),
    });
    let parts = Parts {
        manifest,
        host: host.as_ref(),
        folder: run.path(),
        ideal: ideal.as_ref(),
        figures: Some(&figures),
        pilot,
        verbose: loudness == Loudness::Verbose,
    };
    if options.json {
        output::print(&summary::json(&parts))?;
        return Ok(0);
    }
    let mut text = summary::text(&parts);
    if let Some(diagnosis) = &manifest.outcome.diagnosis {
        text.push_str(&format!("{diagnosis}\n"));
    }
    if manifest.has_figures() {
        text.push_str(&format!("simulated time: {} s\n", manifest.outcome.simulated_time));
    }
    output::tell(&text)?;
    Ok(0)
}

/// A run whose memory another one's is compared with.
fn pilot(path: &Path, run: &Run) -> Result<(Run, Option<HostUse>, RunStatistics), CliError> {
    let pilot = Run::open(path)?;
    for run in [run, &pilot] {
        if !run.has::<AllocationRow>() {
            return Err(CliError::NoAllocations { run: run.path().display().to_string() });
        }
    }
    if pilot.manifest().ranks == run.manifest().ranks {
        let [pilot, run_path] = [path, run.path()].map(|path| path.display().to_string());
        return Err(CliError::PilotRanks { pilot, run: run_path, ranks: run.manifest().ranks });
    }
    let (host, figures) = (pilot.host()?, RunStatistics::of(&pilot)?);
    Ok((pilot, host, figures))
}

/// Memory of this machine, bytes; none where the system does not tell.
fn machine_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    Some(line.split_whitespace().next()?.parse::<u64>().ok()? * 1024)
}

/// A run, which may be simulated again.
fn open(path: &Path, again: bool) -> Result<Run, CliError> {
    let run = Run::open(path)?;
    if !again {
        return Ok(run);
    }
    let home = Home::go(&run);
    Ok(Run::open(&home.of_user(path))?)
}

/// `windtunnel explain RUN`.
pub(crate) fn explain(options: &ExplainOptions, loudness: Loudness) -> Result<u8, CliError> {
    let run = open(&options.run, options.what_if.is_some())?;
    let mut explanation = Explanation::of(&run)?;
    output::say_if_cut(&run);
    let pricing = what_if::pricing(&run, &explanation);
    match (options.what_if.as_deref(), &*pricing) {
        (None, _) => {}
        (Some(""), []) => {
            let run = options.run.display().to_string();
            let known = what_if::names().collect::<Vec<_>>().join(", ");
            return Err(CliError::NothingToChange { run, known });
        }
        (Some(""), changes) => what_if::simulate_all(&run, changes, options.yes)?,
        (Some(algorithms::NAME), _) => algorithms::simulate(&run, options.yes)?,
        (Some(name), _) => {
            what_if::result(&run, what_if::named(name)?, options.yes)?;
        }
    }
    let mut what_ifs = what_if::known(&run);
    let faster = algorithms::known(&run)?;
    what_ifs.extend(faster.clone());
    explanation.tell(what_ifs);
    if options.json {
        output::print(&explanation.json())?;
        return Ok(0);
    }
    let mut text = explanation.text(loudness == Loudness::Verbose);
    let unknown = |change: &&Change| explanation.what_ifs.iter().all(|known| known.change != change.name);
    let left: Vec<&str> = pricing.into_iter().filter(unknown).map(|change| change.words).collect();
    if !left.is_empty() {
        let again = if what_if::runs_a_program(&run) {
            "; it runs the program again, after asking (`--yes`: without)"
        } else {
            ""
        };
        let (folder, changes) = (shell_word(&options.run), left.join("; "));
        text.push_str(&format!(
            "\n`windtunnel explain --what-if {folder}` shows the simulated time {changes}{again}.\n"
        ));
    }
    for warning in &run.manifest().warnings {
        text.push_str(&format!("\nwarning: {warning}\n"));
    }
    if let Some(costliest) = algorithms::costliest(&run)?.filter(|one| faster.is_none() && one.counts()) {
        text.push_str(&format!("\n{}\n", costliest.advice(&options.run)));
    }
    output::tell(&text)?;
    Ok(0)
}
