//! `windtunnel campaign`: starts the Python package (`windtunnel.campaign`), which executes many runs over a space of
//! scenarios.

use crate::error::CliError;
use crate::python;
use clap::Args;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct CampaignOptions {
    /// Campaign file.
    file: PathBuf,
    /// Folder of results, which campaigns share [default: runs/store].
    #[arg(long, value_name = "FOLDER")]
    store: Option<PathBuf>,
    /// Data set to write [default: runs/NAME.parquet].
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Number of points run at once [default: as many as cores and memory hold].
    #[arg(long, value_name = "N")]
    jobs: Option<u32>,
    /// Runs on a Dask cluster: address of its scheduler, or its scheduler file.
    #[arg(long, value_name = "ADDRESS")]
    dask: Option<String>,
    /// Runs points again that failed, also those whose failure is stored: a program's that met a full disk or a missing file, for
    /// example.
    #[arg(long)]
    retry_failed: bool,
    /// Lists the points instead of running them.
    #[arg(long)]
    list: bool,
    /// Lists them as JSON.
    #[arg(long, requires = "list")]
    json: bool,
}

/// Runs it by the Python package. Returns its exit status.
pub(crate) fn command(options: &CampaignOptions, quiet: bool) -> Result<u8, CliError> {
    if let Some(output) = &options.output {
        files::expect_ending(output, &["parquet"])?;
    }
    let mut command = python::module("windtunnel.campaign")?;
    for (name, value) in [("--store", &options.store), ("--output", &options.output)] {
        if let Some(value) = value {
            command.arg(name).arg(value);
        }
    }
    if let Some(jobs) = options.jobs {
        command.arg("--jobs").arg(jobs.to_string());
    }
    if let Some(dask) = &options.dask {
        command.arg("--dask").arg(dask);
    }
    let flags = [
        ("--list", options.list),
        ("--json", options.json),
        ("--retry-failed", options.retry_failed),
        ("--quiet", quiet),
    ];
    for (name, given) in flags {
        if given {
            command.arg(name);
        }
    }
    command.arg("--").arg(&options.file);
    python::status(command)
}
