//! The options of `windtunnel tune mapping`.

use super::collectives::CollectivesOptions;
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use tune::Objective;

/// Options of `windtunnel tune`.
#[derive(Debug, Args)]
pub(crate) struct TuneOptions {
    #[command(subcommand)]
    pub(crate) action: TuneAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum TuneAction {
    /// Searches for a mapping of ranks to hosts under which links carry less.
    ///
    /// Writes a file for `--mapping file:FILE`, and reports its gain over the given mapping. The same seed and number
    /// of steps lead to the same mapping; how many steps a budget of time allows depends on the machine, and is printed.
    Mapping(Box<MappingOptions>),
    /// Finds out which collective algorithms are fast on a machine, and writes it as the tuning file of the MPI library.
    ///
    /// Simulates every operation with every algorithm that the library can be told to use, for all numbers of ranks and sizes, and
    /// writes the fewest rules under which no call is much slower than the best. `--mpi-library NAME+FILE` simulates with the file.
    Collectives(Box<CollectivesOptions>),
}

#[derive(Debug, Args)]
pub(crate) struct MappingOptions {
    /// Communication graph (bytes per pair of ranks): a run folder with the table `graph`, or a Parquet or text file.
    #[arg(value_name = "GRAPH")]
    pub(crate) graph: PathBuf,
    /// Simulated machine: a platform file, or the name of a shipped platform.
    #[arg(short, long, value_name = "PLATFORM")]
    pub(crate) platform: String,
    /// Mapping file to write.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Objective to minimise: `plateau[:Y]`, the load that a fraction Y of the links does not exceed; `max-link`, the fullest
    /// link; `hop-bytes`; `time`, simulated for the best few by plateau.
    #[arg(long, value_name = "WHAT", default_value = "plateau:0.99", value_parser = Aim::parse)]
    pub(crate) objective: Aim,
    /// Only this phase of the graph.
    #[arg(long, value_name = "NAME")]
    pub(crate) phase: Option<String>,
    /// Links that a message counts on: those of its `route`, or all `minimal` ways in equal parts [default: `minimal` where the
    /// platform's packets are routed adaptively, else `route`].
    #[arg(long, value_name = "WHICH")]
    pub(crate) loads: Option<LoadsChoice>,
    /// Stops after this much wall-clock time, in seconds: `60s` [default: 60s].
    #[arg(long, value_name = "TIME", value_parser = budget)]
    pub(crate) budget: Option<f64>,
    /// Stops after N proposed swaps instead: the same result on any machine.
    #[arg(long, value_name = "N", conflicts_with = "budget")]
    pub(crate) steps: Option<u64>,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Where the search starts.
    #[arg(
        long,
        value_name = "POINTS",
        value_delimiter = ',',
        default_value = "given,bisection,greedy,random,programs"
    )]
    pub(crate) start: Vec<StartPoint>,
    /// The grid that ranks form, the last axis fastest: tilings of it, mapped to tilings of the machine, are start points
    /// [default: the finest grid along whose axes all messages go, if there is one].
    #[arg(long, value_name = "AxBxC", value_parser = grid)]
    pub(crate) grid: Option<Sizes>,
    /// The mapping to compare with. The search uses its hosts.
    #[arg(long, value_name = "SPEC", default_value = "block", help_heading = "Placement")]
    pub(crate) mapping: String,
    /// Maximum number of ranks per host [default: its cores].
    #[arg(long, value_name = "K", help_heading = "Placement")]
    pub(crate) ppn: Option<u32>,
    /// Hosts that the job gets: `contiguous`, `random:UNITS[:SEED]` or `file:PATH` [default: the whole machine].
    #[arg(long, value_name = "SPEC", help_heading = "Placement")]
    pub(crate) allocation: Option<String>,
    /// Network model of simulations, for `--objective time`.
    #[arg(long, value_name = "MODEL", default_value = "flow")]
    pub(crate) network: String,
    /// How many of the best mappings are printed, and simulated for `--objective time`.
    #[arg(long, value_name = "K", default_value_t = 3)]
    pub(crate) top: usize,
    /// Overrides a key of the platform file, as in `--set host.cores=8`; repeatable.
    #[arg(long, value_name = "KEY=VALUE", value_parser = crate::pair::pair)]
    pub(crate) set: Vec<(String, String)>,
    /// Replaces the mapping file if it exists.
    #[arg(long)]
    pub(crate) force: bool,
    /// Prints JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// Sizes of a grid.
pub(crate) type Sizes = std::sync::Arc<[u32]>;

/// The objective to minimise.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Aim {
    /// A figure of loads.
    Loads(Objective),
    /// Simulated time, of those that are best by the plateau point.
    Time,
}

/// The fraction of links where none is given.
const USUAL: Objective = Objective::Plateau(990_000);

impl Aim {
    fn parse(text: &str) -> Result<Self, String> {
        let expected =
            "expected `plateau`, with a fraction of links as in `plateau:0.99`, `max-link`, `hop-bytes` or `time`";
        let fraction = |text| views::links::Fraction::parse(text).map(|fraction| Objective::Plateau(fraction.0));
        match (text, text.strip_prefix("plateau:")) {
            ("plateau", _) => Ok(Self::Loads(USUAL)),
            ("max-link", _) => Ok(Self::Loads(Objective::MAX_LINK)),
            ("hop-bytes", _) => Ok(Self::Loads(Objective::HopBytes)),
            ("time", _) => Ok(Self::Time),
            (_, Some(rest)) => fraction(rest).map(Self::Loads).ok_or_else(|| expected.to_owned()),
            _ => Err(expected.to_owned()),
        }
    }

    pub(crate) fn is_time(self) -> bool {
        self == Self::Time
    }

    /// What the search minimises.
    pub(crate) fn stand_in(self) -> Objective {
        match self {
            Self::Loads(objective) => objective,
            Self::Time => USUAL,
        }
    }

    pub(crate) fn text(self) -> String {
        match self {
            Self::Time => "time".to_owned(),
            Self::Loads(Objective::HopBytes) => "hop-bytes".to_owned(),
            Self::Loads(Objective::MAX_LINK) => "max-link".to_owned(),
            Self::Loads(Objective::Plateau(millionths)) => format!("plateau:{}", f64::from(millionths) / 1e6),
        }
    }
}

/// Links that a message counts on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum LoadsChoice {
    /// Those of its route.
    Route,
    /// All minimal ways in equal parts.
    Minimal,
}

/// Where a search starts.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub(crate) enum StartPoint {
    /// The mapping of `--mapping`.
    Given,
    /// Recursive bisection of ranks and hosts.
    Bisection,
    /// Each rank in turn next to its heaviest partner.
    Greedy,
    /// A random order.
    Random,
    /// Tilings of the grid of ranks on tilings of the machine.
    Programs,
}

fn budget(text: &str) -> Result<f64, String> {
    let number = text.strip_suffix('s').unwrap_or(text).trim_end();
    let value: Option<f64> = number.parse().ok();
    value
        .filter(|value| *value > 0.0 && value.is_finite())
        .ok_or_else(|| "expected seconds above 0, as in `60s`".to_owned())
}

fn grid(text: &str) -> Result<Sizes, String> {
    let size = |text: &str| text.trim().parse().ok().filter(|size| *size > 0);
    let sizes: Option<Vec<u32>> = text.split('x').map(size).collect();
    sizes.filter(|sizes| sizes.len() <= 16).map(Into::into).ok_or_else(|| "expected sizes, as in `16x8x4`".to_owned())
}
