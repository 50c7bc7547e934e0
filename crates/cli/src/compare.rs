//! `windtunnel compare`: the same program, trace or motif on several networks, machines, mappings or MPI libraries.
//!
//! Every combination runs as a process of its own with its own run folder, so runs cannot affect each other. The comparison is
//! made from their manifests; where predictions diverge is found in their timelines.

mod phases;
mod picture;
mod table;
mod variant;

use crate::error::CliError;
use crate::options::CompareOptions;
use crate::output::{self, Loudness};
use engine::{Purpose, RunFolder, listing};
use files::Existing;
use results::{Run, TimelineRow};
use std::path::{Path, PathBuf};
use std::process::Command;
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
    let (subcommand, words) = options.command.split_first().expect("clap wants a command");
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
    let mut first: Option<Run> = None;
    let (mut variants, mut status) = (Vec::new(), 0);
    for (number, choices) in combinations.iter().enumerate() {
        let name = name(choices);
        if loudness > Loudness::Quiet {
            output::say(&format!("== {name} ({} of {})", number + 1, combinations.len()));
        }
        let run = folder.join(format!("{:02}-{}", number + 1, file_name(&name)));
        let blocks = Blocks::of(subcommand, words, first.as_ref().map(Run::path));
        let ended = simulate(subcommand, words, choices, &blocks, options.diverge.is_some(), &run)?;
        if ended == 2 {
            // It has said what is wrong with its input, which is ours.
            return Ok(2);
        }
        status = status.max(ended);
        let made = Run::open(&run)?;
        let reference = first.as_ref().unwrap_or(&made);
        let divergence = match options.diverge {
            Some(threshold) if first.is_some() && [reference, &made].iter().all(|run| run.has::<TimelineRow>()) => {
                let threshold = threshold.picoseconds(reference.manifest().outcome.simulated_time_ps);
                Some(divergence::between(reference, &made, threshold)?)
            }
            _ => None,
        };
        let host = made.host()?;
        variants.push(Variant { divergence, host, ..Variant::of(name, &run, made.manifest(), reference.manifest()) });
        first.get_or_insert(made);
    }
    let text = serde_json::to_string_pretty(&variants).expect("plain data become JSON") + "\n";
    write(&folder.join("compare.json"), &text)?;
    write(&folder.join("compare.svg"), &picture::of(&variants))?;
    if options.json {
        output::print(&text);
    } else {
        output::print(&table::of(&variants));
    }
    if loudness > Loudness::Quiet {
        output::say(&format!("runs, compare.json and compare.svg: {}", folder.display()));
    }
    Ok(status)
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

/// How blocks of computation take the same time in all variants.
#[derive(Debug, PartialEq, Eq)]
enum Blocks {
    /// They do anyway: nothing is measured.
    AsTheyAre,
    /// This run measures and keeps them.
    Kept,
    /// They are those of this run.
    Of(PathBuf),
}

impl Blocks {
    fn of(subcommand: &str, words: &[String], first: Option<&Path>) -> Self {
        let given = |option: &str| words.iter().any(|word| word == option || word.starts_with(&format!("{option}=")));
        match first {
            // A scenario file may say how they are computed.
            _ if subcommand != "run" || given("--compute") || given("--scenario") => Self::AsTheyAre,
            None => Self::Kept,
            Some(run) => Self::Of(run.to_owned()),
        }
    }
}

/// Runs one variant; its exit status.
fn simulate(
    subcommand: &str,
    words: &[String],
    choices: &[Choice],
    blocks: &Blocks,
    timeline: bool,
    run: &Path,
) -> Result<u8, CliError> {
    let start = |error: &std::io::Error| CliError::Start { path: "windtunnel".to_owned(), reason: error.to_string() };
    let mut command = Command::new(std::env::current_exe().map_err(|error| start(&error))?);
    command.args(["--quiet", subcommand]);
    choices.iter().for_each(|choice| _ = command.args([choice.option, &choice.value]));
    if timeline {
        command.args(["--observe", "timeline"]);
    }
    match blocks {
        Blocks::AsTheyAre => {}
        Blocks::Kept => _ = command.args(["--observe", "blocks"]),
        Blocks::Of(first) => _ = command.arg("--compute").arg(first),
    }
    command.arg("--out").arg(run).args(words);
    // What a program prints is not what this command was asked for.
    command.stdout(std::process::Stdio::null());
    let ended = command.status().map_err(|error| start(&error))?;
    Ok(ended.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}

fn write(path: &Path, text: &str) -> Result<(), CliError> {
    Ok(files::write(path, text.as_bytes(), Existing::Replace)?)
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

    #[test]
    fn measured_blocks_are_those_of_the_first() {
        let words = |line: &str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        let first = Some(Path::new("out/01"));
        assert_eq!(Blocks::of("run", &words("-n 4 ./a.out"), None), Blocks::Kept);
        assert_eq!(Blocks::of("run", &words("-n 4 ./a.out"), first), Blocks::Of("out/01".into()));
        assert_eq!(Blocks::of("run", &words("--compute none ./a.out"), first), Blocks::AsTheyAre);
        assert_eq!(Blocks::of("run", &words("--compute=none ./a.out"), None), Blocks::AsTheyAre);
        assert_eq!(Blocks::of("motif", &words("halo3d"), first), Blocks::AsTheyAre);
    }
}
