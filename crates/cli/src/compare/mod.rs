//! `windtunnel compare`: runs the same program, trace or motif on several networks, machines, mappings or MPI libraries, and
//! compares the results.
//!
//! Every combination runs as a process of its own with its own run folder, so runs cannot affect each other. The Python
//! package's campaign runner (`windtunnel.campaign`) starts these processes. The comparison is made from the runs' manifests
//! (`run.json`); the runs' timelines show from which call on the predictions diverge.

mod phases;
mod picture;
mod plan;
mod table;
mod variant;

use crate::error::CliError;
use crate::options::CompareOptions;
use crate::output::{self, Loudness};
use engine::{Purpose, RunFolder, listing};
use files::shell_word;
use plan::Plan;
use results::{Run, TimelineRow};
use std::ops::ControlFlow;
use std::path::Path;
use variant::Variant;
use views::divergence;

/// One choice of an option: `--network flow`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Choice {
    /// The option of the command that is compared.
    option: &'static str,
    value: String,
}

/// `windtunnel compare`.
pub(crate) fn command(options: &CompareOptions, loudness: Loudness) -> Result<u8, CliError> {
    if !options.runs.is_empty() {
        let runs: Vec<String> = options.runs.iter().map(|run| shell_word(run).into_owned()).collect();
        return Err(CliError::MadeRuns { runs: runs.join(" ") });
    }
    let subcommand = options.command.first().expect("clap wants a command");
    if !["run", "replay", "motif"].contains(&subcommand.as_str()) {
        return Err(CliError::NotCompared { found: subcommand.clone() });
    }
    let combinations = combinations(&axes(options)?);
    // Locked as long as it is kept: two comparisons would mix their runs.
    let locked = match &options.out {
        Some(path) => RunFolder::create(path, Purpose::Comparison, options.force, &[])?,
        None => RunFolder::create_new(Path::new("runs"), "compare")?,
    };
    let folder = locked.path();
    let plan = Plan::of(&combinations, folder, options, loudness);
    let statuses = match plan.run()? {
        ControlFlow::Break(status) => return Ok(status),
        ControlFlow::Continue(statuses) => statuses,
    };
    locked.expect_in_place()?;
    let mut first: Option<Run> = None;
    let mut variants = Vec::new();
    for (choices, planned) in combinations.iter().zip(&plan.runs) {
        let made = Run::open(&planned.folder)?;
        let reference = first.as_ref().unwrap_or(&made);
        let divergence = match options.diverge {
            Some(threshold) if first.is_some() && [reference, &made].iter().all(|run| run.has::<TimelineRow>()) => {
                let threshold = threshold.picoseconds(reference.manifest().outcome.simulated_time_ps);
                Some(divergence::between(reference, &made, threshold)?)
            }
            _ => None,
        };
        let host = made.host()?;
        let variant = Variant::of(name(choices), &planned.folder, made.manifest(), reference.manifest());
        variants.push(Variant { divergence, host, ..variant });
        first.get_or_insert(made);
    }
    let text = serde_json::to_string_pretty(&variants).expect("plain data become JSON") + "\n";
    locked.folder().write("compare.json", text.as_bytes())?;
    locked.folder().write("compare.svg", picture::of(&variants).as_bytes())?;
    if options.json {
        output::print(&text)?;
    } else {
        output::tell(&table::of(&variants))?;
    }
    if loudness > Loudness::Quiet {
        output::say(&format!("runs, compare.json and compare.svg: {}", folder.display()));
    }
    Ok(statuses.into_iter().max().unwrap_or(0))
}

/// The choices of every option that is compared.
fn axes(options: &CompareOptions) -> Result<Vec<Vec<Choice>>, CliError> {
    let all = [
        ("--platform", &options.platforms),
        ("--network", &options.networks),
        ("--mapping", &options.mappings),
        ("--mpi-library", &options.mpi_libraries),
    ];
    let mut axes = Vec::new();
    for (option, values) in all.into_iter().filter(|(_, values)| !values.is_empty()) {
        let mut axis: Vec<Choice> = Vec::new();
        for value in values {
            // Parameters of a network have commas, behind its colon.
            let name = value.split(':').next().unwrap_or_default();
            if option != "--mapping" && name.contains(',') && !Path::new(value).exists() {
                return Err(CliError::Commas { option, value: value.clone(), words: value.replace(',', " ") });
            }
            let choice = Choice { option, value: value.clone() };
            if axis.contains(&choice) {
                return Err(CliError::Twice { option, value: choice.value });
            }
            axis.push(choice);
        }
        axes.push(axis);
    }
    if axes.is_empty() {
        let networks = listing::find("networks").expect("networks can be listed");
        let choice = |entry: listing::Entry| Choice { option: "--network", value: entry.name };
        axes.push((networks.entries)().into_iter().map(choice).collect());
    }
    Ok(axes)
}

/// Every choice with every other, the last option changing fastest.
fn combinations(axes: &[Vec<Choice>]) -> Vec<Vec<Choice>> {
    axes.iter().fold(vec![Vec::new()], |before, axis| {
        let with = |choices: &Vec<Choice>| {
            let choices = choices.clone();
            axis.iter().map(move |choice| [choices.as_slice(), std::slice::from_ref(choice)].concat())
        };
        before.iter().flat_map(with).collect()
    })
}

fn name(choices: &[Choice]) -> String {
    choices.iter().map(|choice| choice.value.as_str()).collect::<Vec<_>>().join(", ")
}

/// A name with nothing in it that a path may not have.
fn file_name(name: &str) -> String {
    let plain = |letter: char| if letter.is_ascii_alphanumeric() || "-_.".contains(letter) { letter } else { '-' };
    name.chars().map(plain).take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(option: &'static str, values: &[&str]) -> Vec<Choice> {
        values.iter().map(|value| Choice { option, value: (*value).to_owned() }).collect()
    }

    #[test]
    fn every_choice_meets_every_other() {
        let axes = [axis("--platform", &["a.toml", "b"]), axis("--network", &["delay", "flow"])];
        let names: Vec<String> = combinations(&axes).iter().map(|choices| name(choices)).collect();
        assert_eq!(names, ["a.toml, delay", "a.toml, flow", "b, delay", "b, flow"]);
        assert_eq!(file_name("../a b.toml, flow:x=1 ms"), "..-a-b.toml--flow-x-1-ms");
    }
}
