//! `windtunnel study`: reproductions of published experiments, run by the Python package (`windtunnel.studies`).

use crate::error::CliError;
use crate::python;
use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct StudyOptions {
    #[command(subcommand)]
    what: StudyWhat,
}

#[derive(Debug, Subcommand)]
enum StudyWhat {
    /// Lists the studies.
    List {
        /// Prints JSON.
        #[arg(long)]
        json: bool,
    },
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

/// Runs it by the Python package. Returns its exit status.
pub(crate) fn command(options: &StudyOptions) -> Result<u8, CliError> {
    let mut command = python::module("windtunnel.studies")?;
    match &options.what {
        StudyWhat::List { json } => {
            command.arg("list");
            if *json {
                command.arg("--json");
            }
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
    python::status(command)
}
