//! `windtunnel export`.

use crate::error::CliError;
use crate::output::{self, Loudness};
use crate::prefix;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser};
use files::Existing;
use results::Run;
use std::path::{Path, PathBuf};
use std::process::Command;
use views::export::{self, FORMATS, Format, RankSet, Selection, Source, Writer, Written};

#[derive(Debug, Args)]
pub(crate) struct ExportOptions {
    /// Run folder, with the tables `timeline` and `messages`.
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// Output format.
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(FORMATS.iter().map(|format| {
        PossibleValue::new(format.name).help(format.doc)
    })))]
    to: String,
    /// File to write; for `otf2` a folder.
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Replaces the file if it already exists.
    #[arg(long)]
    force: bool,
    /// Only these ranks and the messages between them: `0-15,32`.
    #[arg(long, value_name = "RANKS")]
    ranks: Option<String>,
    /// Only this window of simulated time: `1.5 ms:2 ms`. States are clipped to the window; messages are kept if posted and
    /// delivered within it.
    #[arg(long, value_name = "START:END")]
    window: Option<String>,
}

/// Exports the run.
pub(crate) fn command(options: &ExportOptions, loudness: Loudness) -> Result<u8, CliError> {
    let format = FORMATS.iter().find(|format| format.name == options.to).expect("clap takes names of formats alone");
    let selection = Selection {
        ranks: options.ranks.as_deref().map(RankSet::parse).transpose()?.unwrap_or_default(),
        window: options.window.as_deref().map(export::parse_window).transpose()?,
    };
    let run = Run::open(&options.run)?;
    output::say_if_cut(&run);
    files::expect_ending(&options.output, format.endings)?;
    run.refuse_output(&options.output)?;
    let source = Source { run: &run, selection: &selection, existing: Existing::forced(options.force) };
    match format.writer {
        Writer::Here(_) => {
            let written = export::export(format, &source, &options.output)?;
            if loudness > Loudness::Quiet {
                output::say(&words(&written));
            }
        }
        Writer::Python(module) => python(format, module, options, &selection, loudness)?,
    }
    Ok(0)
}

fn words(written: &Written) -> String {
    let files: Vec<String> = written.files.iter().map(|file| file.display().to_string()).collect();
    format!(
        "{}: {} states, {} messages of {}",
        files.join(", "),
        views::text::count(written.states),
        views::text::count(written.messages),
        views::text::bytes(written.bytes)
    )
}

/// Writes it by the Python package: that of the interpreter beside this command, or of the first in PATH.
fn python(
    format: &Format,
    module: &str,
    options: &ExportOptions,
    selection: &Selection,
    loudness: Loudness,
) -> Result<(), CliError> {
    let beside = prefix::installed("bin/python3").ok();
    let python = beside.unwrap_or_else(|| Path::new("python3").to_owned());
    let mut command = Command::new(&python);
    command.arg("-m").arg(module).arg(&options.run).arg(&options.output);
    if let Some(ranks) = &options.ranks {
        command.args(["--ranks", ranks]);
    }
    if let Some((start, end)) = selection.window {
        command.args(["--window-ps", &start.ps().to_string(), &end.ps().to_string()]);
    }
    if loudness == Loudness::Quiet {
        command.arg("--quiet");
    }
    if options.force {
        command.arg("--force");
    }
    let failed = |status: String| CliError::Python {
        format: format.name.to_owned(),
        python: python.display().to_string(),
        status,
    };
    let status = command.status().map_err(|error| failed(error.to_string()))?;
    if status.success() { Ok(()) } else { Err(failed(status.to_string())) }
}
