//! `windtunnel links`: prints distributions of link loads of runs, and the correlation of the loads with run time.

use crate::error::CliError;
use crate::output;
use clap::Args;
use config::UnknownName;
use results::Run;
use std::path::PathBuf;
use views::links::{Counter, Fraction, LinkLoads};

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
    Counter::named(text).ok_or_else(|| format!("unknown counter {}", UnknownName::new(text, Counter::NAMES)))
}

fn fraction(text: &str) -> Result<Fraction, String> {
    Fraction::parse(text).ok_or_else(|| "expected a fraction of links, above 0 and at most 1".to_owned())
}

/// `windtunnel links RUN…`.
pub(crate) fn command(options: &LinksOptions) -> Result<u8, CliError> {
    let runs = options.runs.iter().map(|run| Run::open(run)).collect::<Result<Vec<_>, _>>()?;
    runs.iter().for_each(output::say_if_cut);
    let (phase, class) = (options.phase.as_deref(), options.class.as_deref());
    let loads = LinkLoads::of(&runs, options.counter, &options.plateau, phase, class)?;
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
