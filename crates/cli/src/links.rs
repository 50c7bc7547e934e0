//! `windtunnel links`: prints distributions of link loads of runs, and the correlation of the loads with run time.

use crate::error::CliError;
use crate::output;
use clap::Args;
use results::Run;
use std::path::PathBuf;
use views::links::{Counter, Fraction, LinkLoads, LinksError};

/// Options of `windtunnel links`.
#[derive(Debug, Args)]
pub(crate) struct LinksOptions {
    /// Run folders, each once; with `--observe link_use` phase by phase. From three on, their correlations with time, and the settings in
    /// which the runs differ.
    #[arg(value_name = "RUN", required = true)]
    runs: Vec<PathBuf>,
    /// Link counter: `bytes`, `packets`, `busy` or `stalled`.
    #[arg(long, value_name = "COLUMN", default_value = "bytes", value_parser = counter)]
    counter: Counter,
    /// Fractions of links whose plateau points are shown: the least load that this fraction of the links does not exceed.
    #[arg(long, value_name = "Y,…", default_value = "0.5,0.9,0.99,1", value_delimiter = ',', value_parser = fraction)]
    plateau: Vec<Fraction>,
    /// Only this phase of programs; `whole run` is all of them.
    #[arg(long, value_name = "NAME")]
    phase: Option<String>,
    /// Only this class of links; `network` is all of the topology's.
    #[arg(long, value_name = "NAME")]
    class: Option<String>,
    /// Prints JSON, with whole distributions.
    #[arg(long)]
    json: bool,
}

fn counter(text: &str) -> Result<Counter, String> {
    let found = Counter::ALL.iter().find(|(name, _)| *name == text);
    let names = Counter::ALL.map(|(name, _)| name);
    let hint = config::did_you_mean(text, names);
    found.map(|(_, counter)| *counter).ok_or_else(|| format!("expected {}{hint}", names.join(", ")))
}

fn fraction(text: &str) -> Result<Fraction, String> {
    Fraction::parse(text).ok_or_else(|| "expected a fraction of links, above 0 and at most 1".to_owned())
}

/// Adds the nearest name.
fn with_hint(mut error: LinksError) -> LinksError {
    if let LinksError::Unknown { name, hint, known, .. } = &mut error {
        *hint = config::did_you_mean(name, known.iter().map(String::as_str));
    }
    error
}

/// `windtunnel links RUN…`.
pub(crate) fn command(options: &LinksOptions) -> Result<u8, CliError> {
    let runs = options.runs.iter().map(|run| Run::open(run)).collect::<Result<Vec<_>, _>>()?;
    runs.iter().for_each(output::say_if_cut);
    let (phase, class) = (options.phase.as_deref(), options.class.as_deref());
    let loads = LinkLoads::of(&runs, options.counter, &options.plateau, phase, class).map_err(with_hint)?;
    if let Some(warning) = loads.warning() {
        output::say(&format!("warning: {warning}"));
    }
    if options.json {
        output::print(&loads.json())?;
    } else {
        output::tell(&loads.text())?;
    }
    Ok(0)
}
