//! `windtunnel report`: one HTML file about one or more runs.

use crate::error::CliError;
use crate::output::{self, Loudness};
use clap::Args;
use files::{Existing, FileError, NewFile};
use results::Run;
use std::path::PathBuf;
use views::report::{self, ReportError};
use views::text::bytes;

/// Options of `windtunnel report`.
#[derive(Debug, Args)]
pub(crate) struct ReportOptions {
    /// Run folders; the first is the reference for the others.
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,
    /// HTML file to write.
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    output: PathBuf,
    /// Replaces the file if it already exists.
    #[arg(long)]
    force: bool,
}

/// `windtunnel report RUN… -o FILE`.
pub(crate) fn command(options: &ReportOptions, loudness: Loudness) -> Result<u8, CliError> {
    let runs = options.runs.iter().map(|run| Run::open(run)).collect::<Result<Vec<_>, _>>()?;
    runs.iter().for_each(output::say_if_cut);
    files::expect_ending(&options.output, &["html", "htm"])?;
    runs.iter().try_for_each(|run| run.refuse_output(&options.output))?;
    let mut file = NewFile::create(&options.output, Existing::forced(options.force))?;
    report::write(&runs, &mut file).map_err(|error| match error {
        ReportError::Write(reason) => FileError::write(&options.output, reason).into(),
        other => CliError::Report(other),
    })?;
    let size = file.commit()?;
    if loudness != Loudness::Quiet {
        output::say(&format!("{}: {}, opens in any browser", options.output.display(), bytes(size)));
    }
    Ok(0)
}
