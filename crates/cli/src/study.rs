//! `windtunnel study`: reproductions of published experiments, run by the Python package (`windtunnel.studies`).

use crate::error::CliError;
use crate::prefix;
use clap::{Args, Subcommand};
use std::path::{Path, PathBuf};
use std::process::Command;

#[derive(Debug, Args)]
pub(crate) struct StudyOptions {
    #[command(subcommand)]
    what: StudyWhat,
}

#[derive(Debug, Subcommand)]
enum StudyWhat {
    /// Lists the studies.
    List,
    /// Runs a study: simulates, compares with the published figures, plots, checks stated bounds.
    ///
    /// Exits with status 1 if a bound does not hold. Needs polars, and matplotlib for plots.
    Run {
        /// Name of the study (`windtunnel study list`).
        name: String,
        /// A small machine and few sizes; takes seconds.
        #[arg(long)]
        small: bool,
        /// Folder for runs, tables and plots [default: studies-out/NAME].
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
        /// Replaces an existing study in that folder: its runs, tables and plots.
        #[arg(long)]
        force: bool,
        /// Network model, for studies that do not fix it [default: flow].
        #[arg(long, value_name = "MODEL")]
        network: Option<String>,
    },
}

/// Runs it by the Python package: that of the interpreter beside this command, or of the first in PATH. Returns its exit
/// status.
pub(crate) fn command(options: &StudyOptions) -> Result<u8, CliError> {
    let beside = prefix::installed("bin/python3").ok();
    let python = beside.unwrap_or_else(|| Path::new("python3").to_owned());
    let shown = python.display().to_string();
    let start = |reason: std::io::Error| CliError::Start { path: shown.clone(), reason: reason.to_string() };
    let found = Command::new(&python).args(["-c", "import windtunnel.studies"]).output().map_err(start)?;
    if !found.status.success() {
        return Err(CliError::Package { python: shown });
    }
    let mut command = Command::new(&python);
    command.env("WT_PREFIX", prefix::prefix()?).args(["-m", "windtunnel.studies"]);
    match &options.what {
        StudyWhat::List => {
            command.arg("list");
        }
        StudyWhat::Run { name, small, out, force, network } => {
            command.args(["run", name]);
            if *small {
                command.arg("--small");
            }
            if *force {
                command.arg("--force");
            }
            if let Some(out) = out {
                command.arg("--out").arg(out);
            }
            if let Some(network) = network {
                command.args(["--network", network]);
            }
        }
    }
    let status = command.status().map_err(start)?;
    // Ended by a signal, as from the keyboard, it has no status of its own.
    Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
