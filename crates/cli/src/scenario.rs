//! `windtunnel scenario inputs`: lists the files that a run would read, without simulating it.

use crate::error::CliError;
use crate::options::{self, Cli, Command, ScenarioAction, ScenarioOptions};
use crate::output;
use crate::run;
use crate::words;
use clap::FromArgMatches;
use engine::{Input, JobText, KnownWorkloads, ScenarioText};
use serde::Serialize;
use std::ffi::OsString;
use std::io::BufRead;

/// What one of many commands reads.
#[derive(Debug, Serialize)]
struct Answer {
    inputs: Vec<Input>,
    /// Why it can't run.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Runs the command.
pub(crate) fn command(options: &ScenarioOptions) -> Result<u8, CliError> {
    let ScenarioAction::Inputs(options) = &options.action;
    if options.command.is_empty() {
        return many(&mut std::io::stdin().lock());
    }
    let inputs = Lister::new().inputs_of(&options.command)?;
    output::print(&if options.json { json(&inputs) } else { text(&inputs) })?;
    Ok(0)
}

/// Lists the inputs of commands.
struct Lister {
    /// The command line, which takes longer to make than to use.
    line: clap::Command,
    known: KnownWorkloads,
}

impl Lister {
    fn new() -> Self {
        Self { line: options::command(), known: KnownWorkloads::default() }
    }

    /// The words of a command as options.
    fn parsed(&mut self, words: &[String]) -> Result<Command, CliError> {
        let words = ["windtunnel"].into_iter().chain(words.iter().map(String::as_str)).map(OsString::from);
        let words = words::with_np(words, &self.line)?;
        let matches = self.line.try_get_matches_from_mut(words);
        let parsed = matches.and_then(|matches| Cli::from_arg_matches(&matches));
        let refused = |error: clap::Error| CliError::Command { reason: error.to_string().trim().to_owned() };
        Ok(parsed.map_err(refused)?.command)
    }

    /// The files that a command reads.
    fn inputs_of(&mut self, words: &[String]) -> Result<Vec<Input>, CliError> {
        let text = match self.parsed(words)? {
            Command::Run(options) => run::program_text(&options.simulation, &options.program, None)?,
            Command::Record(options) => run::program_text(&options.simulation, &options.program, Some(&options))?,
            Command::Replay(options) => run::replay_text(&options)?,
            Command::Motif(options) => run::motif_text(&options)?,
            _ => {
                let found = words.first().cloned().unwrap_or_default();
                let reason =
                    format!("`{found}` simulates no scenario; expected `run`, `record`, `replay` or `motif`");
                return Err(CliError::Command { reason });
            }
        };
        // The destination of a recording does not matter here.
        let job = text.job.into_iter().map(|job| JobText { record: None, ..job }).collect();
        let scenario = ScenarioText { job, ..text }.resolve()?;
        Ok(self.known.inputs(&scenario)?)
    }
}

/// Answers a line of JSON, the words of a command, by a line of JSON.
fn many(lines: &mut dyn BufRead) -> Result<u8, CliError> {
    let mut lister = Lister::new();
    for (number, line) in (1..).zip(lines.lines()) {
        let wrong = |found: String| CliError::Command {
            reason: format!("line {number} of the standard input is not a list of words in JSON: {found}"),
        };
        let line = line.map_err(|error| wrong(error.to_string()))?;
        let words: Vec<String> = serde_json::from_str(&line).map_err(|error| wrong(error.to_string()))?;
        let answer = match lister.inputs_of(&words) {
            Ok(inputs) => Answer { inputs, error: None },
            Err(error) => Answer { inputs: Vec::new(), error: Some(error.to_string()) },
        };
        output::print(&format!("{}\n", serde_json::to_string(&answer).expect("plain data become JSON")))?;
    }
    Ok(0)
}

fn json(inputs: &[Input]) -> String {
    format!("{}\n", serde_json::to_string_pretty(inputs).expect("plain data become JSON"))
}

/// A line for each file: digest, key and path.
fn text(inputs: &[Input]) -> String {
    let width = inputs.iter().map(|input| input.key.chars().count()).max().unwrap_or(0);
    inputs.iter().map(|input| format!("{}  {:<width$}  {}\n", input.sha256, input.key, input.path)).collect()
}
