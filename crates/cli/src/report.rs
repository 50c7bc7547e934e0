//! `windtunnel report`: one HTML file about one or more runs.

use crate::error::CliError;
use crate::output::{self, Loudness};
use clap::Args;
use results::Run;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use views::report::{self, ReportError};
use views::text::bytes;

/// Options of `windtunnel report`.
#[derive(Debug, Args)]
pub(crate) struct ReportOptions {
    /// Run folders; of several, the others are compared with the first.
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,
    /// The file to write.
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    output: PathBuf,
}

/// `windtunnel report RUN… -o FILE`.
pub(crate) fn command(options: &ReportOptions, loudness: Loudness) -> Result<u8, CliError> {
    let runs = options.runs.iter().map(|run| Run::open(run)).collect::<Result<Vec<_>, _>>()?;
    // Nobody shall find half a report: it gets its name when it is whole.
    let part = options.output.with_added_extension("part");
    let written = write(&runs, &part).and_then(|size| {
        std::fs::rename(&part, &options.output)?;
        Ok(size)
    });
    let size = written.inspect_err(|_| {
        // It is not there if it could not be created.
        let _ = std::fs::remove_file(&part);
    });
    let size = size.map_err(|error| match error {
        ReportError::Write(reason) => {
            CliError::Output { path: options.output.display().to_string(), reason: reason.to_string() }
        }
        other => CliError::Report(other),
    })?;
    if loudness != Loudness::Quiet {
        output::say(&format!("{}: {}, opens in any browser", options.output.display(), bytes(size)));
    }
    Ok(0)
}

fn write(runs: &[Run], path: &Path) -> Result<u64, ReportError> {
    let mut file = BufWriter::new(File::create(path)?);
    report::write(runs, &mut file)?;
    file.flush()?;
    Ok(file.get_ref().metadata()?.len())
}
