//! `windtunnel report`: writes an HTML page about one or more runs or about a campaign, or serves the page (`serve`). The
//! page about a campaign is written by the Python package (`windtunnel.campaign.report`).

mod serve;

use crate::error::CliError;
use crate::output::{self, Loudness};
use crate::python;
use clap::Args;
use files::{Existing, FileError, NewFile};
use results::Run;
use std::path::{Path, PathBuf};
use views::report::{self, ReportError};
use views::text::bytes;

/// How names of reports end.
pub(crate) const REPORT_ENDINGS: &[&str] = &["html", "htm"];

/// Options of `windtunnel report`.
#[derive(Debug, Args)]
pub(crate) struct ReportOptions {
    /// Run folders; the first is the reference for the others. Or the data set of a campaign, reported by the Python package.
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,
    /// HTML file to write.
    #[arg(short, long, value_name = "FILE", default_value = "report.html")]
    output: PathBuf,
    /// Replaces the file if it already exists.
    #[arg(long)]
    force: bool,
    /// Serves the report to browsers of this machine until Ctrl-C, and prints its address; writes no file. Such a report reads
    /// the single calls and exact statistics of any ranks from the run folders.
    #[arg(long, conflicts_with_all = ["output", "force"])]
    serve: bool,
}

/// `windtunnel report RUN… -o FILE`, or `--serve`.
pub(crate) fn command(options: &ReportOptions, loudness: Loudness) -> Result<u8, CliError> {
    if let [data] = options.runs.as_slice()
        && data.is_file()
        && !options.serve
    {
        return campaign(data, options, loudness);
    }
    let runs = options.runs.iter().map(|run| Run::open(run)).collect::<Result<Vec<_>, _>>()?;
    runs.iter().for_each(output::say_if_cut);
    if options.serve {
        let mut page = Vec::new();
        report::write(&runs, report::Beside::Server, &mut page)?;
        serve::serve(runs, page)?;
        return Ok(0);
    }
    files::expect_ending(&options.output, REPORT_ENDINGS)?;
    runs.iter().try_for_each(|run| run.refuse_output(&options.output))?;
    let mut file = NewFile::create(&options.output, Existing::forced(options.force))?;
    report::write(&runs, report::Beside::Nothing, &mut file).map_err(|error| match error {
        ReportError::Write(reason) => FileError::write(&options.output, reason).into(),
        other => CliError::Report(other),
    })?;
    let size = file.commit()?;
    if loudness != Loudness::Quiet {
        output::say(&format!("{}: {}, opens in any browser", options.output.display(), bytes(size)));
    }
    Ok(0)
}

fn campaign(data: &Path, options: &ReportOptions, loudness: Loudness) -> Result<u8, CliError> {
    let mut command = python::module("windtunnel.campaign.report")?;
    command.arg("--output").arg(&options.output);
    for (name, given) in [("--force", options.force), ("--quiet", loudness == Loudness::Quiet)] {
        if given {
            command.arg(name);
        }
    }
    command.arg("--").arg(data);
    python::status(command)
}
