//! `windtunnel scenario inputs`: the files that a run would read, without the run.

use crate::error::CliError;
use crate::options::{Cli, Command, InputsOptions, ScenarioAction, ScenarioOptions};
use crate::output;
use crate::run;
use crate::words;
use clap::{CommandFactory, Parser};
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

/// Does what is asked.
pub(crate) fn command(options: &ScenarioOptions) -> Result<u8, CliError> {
    let ScenarioAction::Inputs(options) = &options.action;
    if options.command.is_empty() {
        return many(&mut std::io::stdin().lock());
    }
    let inputs = inputs_of(&options.command, &mut KnownWorkloads::default())?;
    output::print(&if options.json { json(&inputs) } else { text(&inputs) });
    Ok(0)
}

impl InputsOptions {
    /// The words of a command as options.
    fn parsed(words: &[String]) -> Result<Command, CliError> {
        let words = ["windtunnel"].into_iter().chain(words.iter().map(String::as_str)).map(OsString::from);
        let cli = Cli::try_parse_from(words::with_np(words, &Cli::command()));
        cli.map(|cli| cli.command).map_err(|error| CliError::Command { reason: error.to_string().trim().to_owned() })
    }
}

/// The files that a command reads.
fn inputs_of(words: &[String], known: &mut KnownWorkloads) -> Result<Vec<Input>, CliError> {
    let text = match InputsOptions::parsed(words)? {
        Command::Run(options) => run::program_text(&options.simulation, &options.program, None)?,
        Command::Record(options) => run::program_text(&options.simulation, &options.program, Some(&options))?,
        Command::Replay(options) => run::replay_text(&options)?,
        Command::Motif(options) => run::motif_text(&options)?,
        _ => {
            let found = words.first().cloned().unwrap_or_default();
            let reason = format!("`{found}` simulates no scenario; expected `run`, `record`, `replay` or `motif`");
            return Err(CliError::Command { reason });
        }
    };
    // Where a trace would be recorded is no matter here.
    let job = text.job.into_iter().map(|job| JobText { record: None, ..job }).collect();
    let scenario = ScenarioText { job, ..text }.resolve()?;
    Ok(known.inputs(&scenario)?)
}

/// Answers a line of JSON, the words of a command, by a line of JSON.
fn many(lines: &mut dyn BufRead) -> Result<u8, CliError> {
    let mut known = KnownWorkloads::default();
    for (number, line) in (1..).zip(lines.lines()) {
        let wrong = |found: String| CliError::Command {
            reason: format!("line {number} of the standard input is not a list of words in JSON: {found}"),
        };
        let line = line.map_err(|error| wrong(error.to_string()))?;
        let words: Vec<String> = serde_json::from_str(&line).map_err(|error| wrong(error.to_string()))?;
        let answer = match inputs_of(&words, &mut known) {
            Ok(inputs) => Answer { inputs, error: None },
            Err(error) => Answer { inputs: Vec::new(), error: Some(error.to_string()) },
        };
        output::print(&format!("{}\n", serde_json::to_string(&answer).expect("plain data become JSON")));
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
