//! The list of runs of `windtunnel compare`, as handed to the Python package's campaign runner, which executes them.

use super::{Choice, file_name, name};
use crate::error::CliError;
use crate::options::CompareOptions;
use crate::output::Loudness;
use crate::python;
use engine::visible;
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Stdio;

/// What `windtunnel.campaign.commands` is asked to run.
#[derive(Debug, Serialize)]
pub(super) struct Plan {
    /// One for each combination.
    pub(super) runs: Vec<Planned>,
    /// How many run at once; none for as many as fit.
    jobs: Option<u32>,
}

/// A run.
#[derive(Debug, Serialize)]
pub(super) struct Planned {
    /// The heading of its messages.
    heading: Option<String>,
    /// Its run folder.
    pub(super) folder: PathBuf,
    /// Words of the command line.
    words: Vec<String>,
}

impl Plan {
    pub(super) fn of(combinations: &[Vec<Choice>], out: &Path, options: &CompareOptions, loudness: Loudness) -> Self {
        let count = combinations.len();
        let mut runs: Vec<Planned> = Vec::with_capacity(count);
        for (number, choices) in (1..).zip(combinations) {
            let name = name(choices);
            let folder = out.join(format!("{number:02}-{}", file_name(&name)));
            let heading = format!("== {} ({number} of {count})", visible(&name));
            let blocks = BlockSource::of(&options.command, runs.first().map(|first| first.folder.as_path()));
            let words = words(&options.command, choices, &blocks, options.diverge.is_some(), &folder);
            runs.push(Planned { heading: (loudness > Loudness::Quiet).then_some(heading), folder, words });
        }
        // Runs at the same time would disturb each other's measurements.
        let jobs = measures_in_all(&options.command).then_some(1);
        Self { runs, jobs }
    }

    /// Has them run. Continues with their exit statuses, or breaks with that of the whole: 2 if the input of one is wrong,
    /// which has said so.
    pub(super) fn run(&self) -> Result<ControlFlow<u8, Vec<u8>>, CliError> {
        let mut command = python::module("windtunnel.campaign.commands")?;
        let path = command.get_program().to_string_lossy().into_owned();
        let started = |reason: String| CliError::Start { path: path.clone(), reason };
        command.arg(serde_json::to_string(self).expect("plain data become JSON"));
        let mut child = command.stdout(Stdio::piped()).spawn().map_err(|error| started(error.to_string()))?;
        let status = python::wait(&mut child).map_err(|error| started(error.to_string()))?;
        if !status.success() {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            return Ok(ControlFlow::Break(code.unwrap_or(1)));
        }
        // A line, which its pipe holds.
        let pipe = child.stdout.take().expect("it is a pipe");
        let statuses: Vec<u8> = serde_json::from_reader(pipe).map_err(|error| started(error.to_string()))?;
        Ok(if statuses.contains(&2) { ControlFlow::Break(2) } else { ControlFlow::Continue(statuses) })
    }
}

/// The command of a run.
fn words(command: &[String], choices: &[Choice], blocks: &BlockSource, timeline: bool, folder: &Path) -> Vec<String> {
    let (subcommand, own) = command.split_first().expect("clap wants a command");
    let text = |path: &Path| path.to_string_lossy().into_owned();
    let mut words = vec!["--quiet".to_owned(), subcommand.clone()];
    words.extend(choices.iter().flat_map(|choice| [choice.option.to_owned(), choice.value.clone()]));
    if timeline {
        words.extend(["--observe".to_owned(), "timeline".to_owned()]);
    }
    match blocks {
        BlockSource::AsTheyAre => {}
        BlockSource::Kept => words.extend(["--observe".to_owned(), "blocks".to_owned()]),
        BlockSource::Of(first) => words.extend(["--compute".to_owned(), text(first)]),
    }
    words.extend(["--out".to_owned(), text(folder)]);
    words.extend_from_slice(own);
    words
}

/// How blocks of computation take the same time in all variants.
#[derive(Debug, PartialEq, Eq)]
enum BlockSource {
    /// As the command says.
    AsTheyAre,
    /// This run measures and keeps them.
    Kept,
    /// They are those of this run.
    Of(PathBuf),
}

impl BlockSource {
    fn of(command: &[String], first: Option<&Path>) -> Self {
        match first {
            // A scenario file may say how they are computed.
            _ if command[0] != "run" || given(command, "--compute") || given(command, "--scenario") => {
                Self::AsTheyAre
            }
            None => Self::Kept,
            Some(run) => Self::Of(run.to_owned()),
        }
    }
}

fn given(command: &[String], option: &str) -> bool {
    command.iter().any(|word| word == option || word.starts_with(&format!("{option}=")))
}

/// Whether every run may measure its blocks.
fn measures_in_all(command: &[String]) -> bool {
    let none = |words: &[String]| words == ["--compute", "none"];
    let nothing = command.windows(2).any(none) || command.iter().any(|word| word == "--compute=none");
    BlockSource::of(command, None) == BlockSource::AsTheyAre && command[0] == "run" && !nothing
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command(line: &str) -> Vec<String> {
        line.split_whitespace().map(str::to_owned).collect()
    }

    #[test]
    fn measured_blocks_are_those_of_the_first() {
        let of = |line: &str, first: Option<&str>| BlockSource::of(&command(line), first.map(Path::new));
        let first = Some("out/01");
        assert_eq!(of("run -n 4 ./a.out", None), BlockSource::Kept);
        assert_eq!(of("run -n 4 ./a.out", first), BlockSource::Of("out/01".into()));
        assert_eq!(of("run --compute none ./a.out", first), BlockSource::AsTheyAre);
        assert_eq!(of("run --compute=none ./a.out", None), BlockSource::AsTheyAre);
        assert_eq!(of("motif halo3d", first), BlockSource::AsTheyAre);
    }

    #[test]
    fn runs_that_measure_are_alone() {
        let alone = |line: &str| measures_in_all(&command(line));
        assert!(alone("run --compute measured:2 ./a.out") && alone("run --scenario s.toml"));
        assert!(!alone("run ./a.out"), "the first is the pilot, and the others take its blocks");
        assert!(!alone("run --compute none ./a.out") && !alone("run --compute=none ./a.out"));
        assert!(!alone("motif halo3d") && !alone("replay --compute measured a.trace"));
    }

    #[test]
    fn a_run_has_the_choices_before_its_own_words() {
        let choices = [Choice { option: "--network", value: "flow".to_owned() }];
        let made =
            words(&command("motif -n 4 ping"), &choices, &BlockSource::AsTheyAre, true, Path::new("c/01-flow"));
        let wanted = "--quiet motif --network flow --observe timeline --out c/01-flow -n 4 ping";
        assert_eq!(made, command(wanted));
    }
}
