//! The options of the `windtunnel` command, declared with clap, and how those of `run`, `replay` and `motif` become a scenario.

use crate::campaign::CampaignOptions;
use crate::error::CliError;
use crate::examples;
use crate::export::ExportOptions;
use crate::links::LinksOptions;
use crate::output::Loudness;
use crate::pair::pair;
use crate::preferences::{ConfigOptions, Preferences};
use crate::report::ReportOptions;
use crate::study::StudyOptions;
use crate::trace::TraceOptions;
use crate::tune::TuneOptions;
use clap::builder::{PossibleValue, PossibleValuesParser, StringValueParser, TypedValueParser};
use clap::{ArgAction, Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use engine::{DataText, JobText, ScenarioText, listing};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;
use views::divergence::Threshold;

/// A wind tunnel for MPI applications.
///
/// Runs an unmodified MPI program on a simulated machine and predicts its time there, with contention in the network.
/// Results are written to a run folder.
#[derive(Debug, Parser)]
#[command(
    name = "windtunnel",
    version,
    subcommand_required = true,
    arg_required_else_help = true,
    disable_help_flag = true
)]
pub(crate) struct Cli {
    /// Shows details: all defaults used with their sources, all MPI functions.
    #[arg(short, long, global = true, conflicts_with = "quiet", help_heading = EVERYWHERE, display_order = 900)]
    verbose: bool,
    /// Shows only errors, warnings and the simulated time.
    #[arg(short, long, global = true, help_heading = EVERYWHERE, display_order = 901)]
    quiet: bool,
    /// Prints help: what is used most, with two examples.
    #[arg(short, long, global = true, action = ArgAction::HelpShort, help_heading = EVERYWHERE, display_order = 902)]
    help: Option<bool>,
    /// Prints help on all options.
    #[arg(long, global = true, action = ArgAction::HelpLong, help_heading = EVERYWHERE, display_order = 903)]
    help_all: Option<bool>,
    #[command(subcommand)]
    pub(crate) command: Command,
}

/// The heading of what every command understands.
const EVERYWHERE: &str = "With every command";

/// The command line with its help texts.
pub(crate) fn command() -> clap::Command {
    examples::added_to(Cli::command())
}

/// Parses a command line.
pub(crate) fn parsed<W: Into<OsString> + Clone>(words: impl IntoIterator<Item = W>) -> Result<Cli, clap::Error> {
    Cli::from_arg_matches(&command().try_get_matches_from(words)?)
}

/// Text that begins with the name of an entry of a list: completion offers the names, whoever reads the text judges it.
#[derive(Clone)]
struct Listed(&'static str);

impl TypedValueParser for Listed {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        let entries = (listing::find(self.0).expect("a list's name").entries)();
        Some(Box::new(entries.into_iter().map(|entry| PossibleValue::new(entry.name).help(entry.doc))))
    }
}

impl Cli {
    pub(crate) fn loudness(&self) -> Loudness {
        match (self.quiet, self.verbose) {
            (true, _) => Loudness::Quiet,
            (false, false) => Loudness::Normal,
            (false, true) => Loudness::Verbose,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Runs an MPI program on a simulated machine.
    ///
    /// A C, C++ or Fortran source is first compiled with wtcc, wtcxx or wtfort. The program's stdin, stdout and stderr pass
    /// through; Windtunnel writes its own messages to stderr.
    Run(RunOptions),
    /// Runs an MPI program and records its trace.
    Record(RecordOptions),
    /// Replays a trace on a simulated machine.
    Replay(ReplayOptions),
    /// Records programs under a real MPI library, and says what is in a trace.
    Trace(TraceOptions),
    /// Simulates a generated communication pattern.
    Motif(MotifOptions),
    /// Compares the same run on several networks, platforms, mappings or MPI libraries.
    ///
    /// Simulates every combination of the given choices; without any, all network models. Computation is measured once, in
    /// the first run, and replayed in the others, as many at once as cores and memory hold. The command after `--` is a `run`,
    /// `replay` or `motif` without the compared options. Needs the Python package.
    Compare(CompareOptions),
    /// Prints the summary of a previous run.
    Summary(SummaryOptions),
    /// Exports a previous run to another tool: Perfetto, ViTE, Paraver, Vampir, LogGOPSim.
    Export(ExportOptions),
    /// Writes an HTML report of one or more runs (timeline, functions, messages, links, network, comparison), or of a campaign.
    Report(ReportOptions),
    /// Explains why the ranks of a previous run waited, largest loss first, and suggests what to try.
    Explain(ExplainOptions),
    /// Shows how previous runs load the links, with plateau points and their correlation with time.
    Links(LinksOptions),
    /// Searches for a better mapping of ranks to hosts, or for faster collective algorithms.
    Tune(TuneOptions),
    /// Checks, shows, prints, draws or imports a platform.
    Platform(PlatformOptions),
    /// Tells what a run would read, without the run.
    Scenario(ScenarioOptions),
    /// Lists the available models, algorithms, platforms, tables, …
    List(ListOptions),
    /// Shows your own defaults, the platform and the MPI library of runs that name none, and their file.
    Config(ConfigOptions),
    /// Measures this machine, or describes a real one by its measurements, or finds what is wrong with it.
    Calibrate(CalibrateOptions),
    /// Runs many points of a space of machines, programs and options, each of them once.
    ///
    /// The same command again goes on where it was interrupted. A point that fails is a row of the data set, with its reason;
    /// the status is then 1. Needs polars.
    Campaign(CampaignOptions),
    /// Reproduces a published experiment.
    Study(StudyOptions),
}

/// Options of every simulation.
#[derive(Debug, Default, Args)]
pub(crate) struct SimulationOptions {
    /// Number of ranks; also `-np`.
    #[arg(short = 'n', long = "ranks", value_name = "N", value_parser = whole)]
    ranks: Option<u32>,
    /// Simulated machine: a platform file, or the name of a shipped platform (`windtunnel list platforms`).
    #[arg(short, long, value_name = "PLATFORM", value_parser = Listed("platforms"), hide_possible_values = true)]
    platform: Option<String>,
    /// Network model (`windtunnel list networks`), with optional parameters: `packet`, `flow:bucket=1 ms` [default: flow].
    #[arg(long, value_name = "MODEL", help_heading = "Models", value_parser = Listed("networks"), hide_possible_values = true)]
    network: Option<String>,
    /// Simulates messages of these phases of the program alone by the network model, `phase=NAME,NAME`, and all others by `delay`; of
    /// `NAME:2/10`, 2 of 10 stays that are alike.
    #[arg(long, value_name = "SPEC", help_heading = "Models", hide_short_help = true)]
    detail: Option<String>,
    /// Modelled MPI library (`windtunnel list mpi-libraries`), with `+FILE` decided first by a tuning file of the real one [default: the
    /// platform's].
    #[arg(long, value_name = "NAME", help_heading = "Models", value_parser = Listed("mpi-libraries"), hide_possible_values = true)]
    mpi_library: Option<String>,
    /// Algorithm of a collective operation (`windtunnel list collectives`); repeatable.
    #[arg(long, value_name = "OP=ALGORITHM", value_parser = pair, help_heading = "Models")]
    collective: Vec<(String, String)>,
    /// Duration of computation between MPI calls: `measured` on this machine, `measured:SCALE` (times a factor), `none`
    /// (zero), `trace:COUNTER@RATE` (of a trace with counters), or as in the run folder SPEC; with `+FILE.toml`, changed by the rules
    /// of a file [default: measured].
    #[arg(long, value_name = "SPEC", help_heading = "Models")]
    compute: Option<String>,
    /// Mapping of ranks to hosts: `block`, `round-robin`, `random[:SEED]`, `order:AXES`, `tiles:GRID/TILE/…`, `file:PATH`, or
    /// a program, `map … -> …` or `FILE.map` [default: block].
    #[arg(long, value_name = "SPEC", help_heading = "Placement", value_parser = Listed("mappings"), hide_possible_values = true)]
    mapping: Option<String>,
    /// Hosts that the job gets: `contiguous`, `random:UNITS[:SEED]` (`hosts`, or the machine's `drawers`, `groups`, …), or
    /// `file:PATH` (one per line, optionally followed by `slots=K`) [default: the whole machine].
    #[arg(long, value_name = "SPEC", help_heading = "Placement", hide_short_help = true)]
    allocation: Option<String>,
    /// Maximum number of ranks per host [default: its cores].
    #[arg(long, value_name = "K", help_heading = "Placement", value_parser = whole)]
    ppn: Option<u32>,
    /// Allows more ranks than cores; ranks share a core evenly.
    #[arg(long, help_heading = "Placement", hide_short_help = true)]
    oversubscribe: bool,
    /// Additional tables to write, comma-separated (`windtunnel list tables`).
    #[arg(long, value_name = "TABLES", value_delimiter = ',', help_heading = "Results", value_parser = Listed("tables"), hide_possible_values = true)]
    observe: Vec<String>,
    /// Run folder [default: a new one, runs/NAME].
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub(crate) out: Option<PathBuf>,
    /// Replaces an existing run in the --out folder (for `record`, also an existing trace); never removes anything else.
    #[arg(long, help_heading = "Results")]
    pub(crate) force: bool,
    /// Prints run.json to stdout; redirects the program's output to stdout.txt and stderr.txt in the run folder.
    #[arg(long, help_heading = "Results")]
    pub(crate) json: bool,
    /// Scenario file; options override it. `/dev/stdin` reads it from a pipe.
    #[arg(long, value_name = "FILE", help_heading = "Input", hide_short_help = true)]
    pub(crate) scenario: Option<PathBuf>,
    /// Overrides a key of the platform file, as in `--set host.cores=8`; repeatable.
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair, help_heading = "Input")]
    set: Vec<(String, String)>,
    /// Random seed [default: 1].
    #[arg(long, value_name = "N", help_heading = "Input", hide_short_help = true)]
    seed: Option<u64>,
    /// Stops the run after this many seconds of wall-clock time; partial results are kept.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Input", hide_short_help = true)]
    time_limit: Option<f64>,
}

/// Resources of this machine for a program's run. Results do not depend on them.
#[derive(Debug, Default, Args)]
pub(crate) struct Resources {
    /// How many ranks compute at once: the results are the same for the same blocks [default: where ranks are processes, the cores
    /// that this process may use if blocks are replayed or modelled, 1 if they are measured; 1 where they are images].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=4096), help_heading = "Program", hide_short_help = true)]
    pub(crate) workers: Option<u32>,
    /// Keeps the ranks' heaps and large static variables in files without a name in this folder, on a disk: the system writes them back where
    /// memory is short, and reads them again.
    #[arg(long, value_name = "DIR", help_heading = "Program", hide_short_help = true)]
    pub(crate) memory_folder: Option<PathBuf>,
}

/// Options of programs.
#[derive(Debug, Default, Args)]
pub(crate) struct ProgramOptions {
    /// Contents of messages and files: `copy`, or `skip:SIZE` to leave out those of messages, and of accesses by MPI-IO, of at least SIZE
    /// [default: copy].
    #[arg(long, value_name = "SPEC", help_heading = "Program", hide_short_help = true)]
    payload: Option<String>,
    /// Lets ranks share the memory of blocks and static arrays of at least SIZE, so that many ranks take the memory of one; results are not right.
    #[arg(long, value_name = "SIZE", help_heading = "Program", hide_short_help = true)]
    fold: Option<String>,
    /// How ranks run: `images` in one process, as one of the `processes`, `auto` (images if possible), or `serialised` (a
    /// test of images) [default: auto].
    #[arg(long, value_name = "MODE", help_heading = "Program", hide_short_help = true)]
    mode: Option<String>,
    /// Passes an environment variable to the program, with this value or else its current one; repeatable.
    #[arg(short = 'x', value_name = "NAME[=VALUE]", help_heading = "Program", hide_short_help = true)]
    environment: Vec<String>,
    /// Working directory of the program.
    #[arg(long, value_name = "DIR", help_heading = "Program", hide_short_help = true)]
    wdir: Option<PathBuf>,
    /// Prefixes each line of the program's output with its rank.
    #[arg(long, help_heading = "Program", hide_short_help = true)]
    tag_output: bool,
    #[command(flatten)]
    pub(crate) resources: Resources,
    /// Runs the program K times and simulates it with the median duration of each block of computation.
    #[arg(long, value_name = "K", help_heading = "Program", hide_short_help = true)]
    repeat: Option<u32>,
    /// The program and its arguments.
    #[arg(value_name = "PROGRAM", trailing_var_arg = true)]
    command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct RunOptions {
    #[command(flatten)]
    pub(crate) simulation: SimulationOptions,
    #[command(flatten)]
    pub(crate) program: ProgramOptions,
}

#[derive(Debug, Args)]
pub(crate) struct RecordOptions {
    #[command(flatten)]
    pub(crate) simulation: SimulationOptions,
    #[command(flatten)]
    pub(crate) program: ProgramOptions,
    /// Trace to write.
    #[arg(short, long = "trace", value_name = "TRACE", required = true)]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayOptions {
    #[command(flatten)]
    pub(crate) simulation: SimulationOptions,
    /// Simulation engine: `windtunnel`, or `loggopsim` for LogGOPSim's exact rules (GOAL programs only), with optional
    /// parameters: `loggopsim:L=2500,o=1500,g=1000,G=6,O=0,S=65535` [default: windtunnel].
    #[arg(long, value_name = "ENGINE", help_heading = "Models")]
    pub(crate) engine: Option<String>,
    /// Scale what messages and collective operations carry by the rules of a file.
    #[arg(long, value_name = "FILE", help_heading = "Models")]
    pub(crate) scale_bytes: Option<PathBuf>,
    /// Give every call the times of the trace and simulate nothing, to compare with; for recordings of real runs and `hdtrace`.
    #[arg(long, help_heading = "Models")]
    pub(crate) recorded_times: bool,
    /// Trace: the file that lists the ranks' files, or one file per rank, in order. The format is detected from the contents.
    #[arg(value_name = "TRACE")]
    pub(crate) traces: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct MotifOptions {
    #[command(flatten)]
    pub(crate) simulation: SimulationOptions,
    /// Motif (`windtunnel list motifs`).
    #[arg(value_name = "NAME", value_parser = Listed("motifs"), hide_possible_values = true)]
    pub(crate) name: Option<String>,
    /// Parameters of the motif.
    #[arg(value_name = "KEY=VALUE", value_parser = pair)]
    pub(crate) parameters: Vec<(String, String)>,
}

#[derive(Debug, Args)]
pub(crate) struct CompareOptions {
    /// Network models, with optional parameters.
    #[arg(long, value_name = "MODEL", num_args = 1.., help_heading = "Choices to compare", value_parser = Listed("networks"), hide_possible_values = true)]
    pub(crate) networks: Vec<String>,
    /// Platform files, or names of shipped platforms.
    #[arg(long, value_name = "PLATFORM", num_args = 1.., help_heading = "Choices to compare", value_parser = Listed("platforms"), hide_possible_values = true)]
    pub(crate) platforms: Vec<String>,
    /// Mappings of ranks to hosts.
    #[arg(long, value_name = "SPEC", num_args = 1.., help_heading = "Choices to compare", value_parser = Listed("mappings"), hide_possible_values = true)]
    pub(crate) mappings: Vec<String>,
    /// Modelled MPI libraries (`windtunnel list mpi-libraries`).
    #[arg(long, value_name = "NAME", num_args = 1.., help_heading = "Choices to compare", value_parser = Listed("mpi-libraries"), hide_possible_values = true)]
    pub(crate) mpi_libraries: Vec<String>,
    /// Finds where predictions diverge: the first call whose end differs from the first run by more than THRESHOLD, a time or
    /// a share of the first run's simulated time: `10 us`, `1 %`. Writes the table `timeline` of each run.
    #[arg(long, value_name = "THRESHOLD", help_heading = "Results")]
    pub(crate) diverge: Option<Threshold>,
    /// Folder for the run folders, the table (compare.json) and the chart (compare.svg) [default: a new one in runs].
    // Its name is part of a message in JSON to what runs the runs: text, not any bytes.
    #[arg(long, value_name = "DIR", help_heading = "Results", value_parser = StringValueParser::new().map(PathBuf::from))]
    pub(crate) out: Option<PathBuf>,
    /// Replaces an existing comparison in the --out folder, including its runs.
    #[arg(long, help_heading = "Results")]
    pub(crate) force: bool,
    /// Prints compare.json to stdout.
    #[arg(long, help_heading = "Results")]
    pub(crate) json: bool,
    /// Runs that there are, which `report` compares.
    #[arg(hide = true, value_name = "RUN")]
    pub(crate) runs: Vec<PathBuf>,
    /// Command: `run`, `replay` or `motif` with its options.
    #[arg(value_name = "COMMAND", last = true, required_unless_present = "runs")]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct SummaryOptions {
    /// Run folder.
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Simulates the run again on an ideal network, and shows what latency, bandwidth and contention cost.
    ///
    /// The result is kept in the run folder. A program is executed again, after asking you.
    #[arg(long)]
    pub(crate) ideal: bool,
    /// Compares memory by call site with that of another run of the program, with another number of ranks: which allocations grow with
    /// it. Both with `--observe allocations`.
    #[arg(long, value_name = "RUN")]
    pub(crate) pilot: Option<PathBuf>,
    /// Estimates memory and time of this number of ranks here.
    #[arg(long, value_name = "N", requires = "pilot", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) ranks: Option<u32>,
    /// Executes the program named in the run folder without asking.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Prints run.json with an additional `analysis` object.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainOptions {
    /// Run folder, of a run with `--observe waits,timeline`.
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Simulates the run again with one change and reports its time. Without NAME: with each change that may remove the largest
    /// removable cause. Names: `ideal-network`, `no-contention`, `no-compute`, `no-noise`, `background-progress`, `eager`,
    /// `mapping-block`, `mapping-round-robin`, `mapping-random`; for files `stripe-count`, `stripe-start`, `more-servers`,
    /// `fast-devices`, `metadata-threads`, `no-metadata`, `server-threads`, `list-io`, `collective-buffering`,
    /// `no-collective-buffering`, `no-sieving`, `no-locks`, `server-cache` and `no-seeks`; `collective` tries every algorithm of
    /// the collective operation that costs most.
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) what_if: Option<String>,
    /// Executes the program named in the run folder without asking.
    #[arg(long)]
    pub(crate) yes: bool,
    /// Prints JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PlatformOptions {
    #[command(subcommand)]
    pub(crate) action: PlatformAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PlatformAction {
    /// Checks a platform for errors.
    Check(ToldPlatform),
    /// Shows hosts, links, diameter and bisection bandwidth of a platform, and all defaults used.
    Show(ToldPlatform),
    /// Prints the file of a platform or of an MPI library, as a starting point for your own.
    Print {
        /// Platform file, or the name of a shipped platform or MPI library.
        #[arg(value_name = "PLATFORM", value_parser = Listed("platforms"), hide_possible_values = true)]
        platform: String,
    },
    /// Shows the route between two hosts, link by link.
    Route {
        #[command(flatten)]
        told: ToldPlatform,
        /// Source host, or HOST:CORE.
        #[arg(value_name = "FROM")]
        from: String,
        /// Destination host, or HOST:CORE.
        #[arg(value_name = "TO")]
        to: String,
    },
    /// Shows where the ranks of a job sit: a line for each rank, as `--mapping file:PATH` reads them.
    Place {
        #[command(flatten)]
        platform: PlatformArguments,
        /// Number of ranks.
        #[arg(short = 'n', long = "ranks", value_name = "N")]
        ranks: u32,
        /// Mapping of ranks to hosts, as for `windtunnel run`.
        #[arg(long, value_name = "SPEC")]
        mapping: Option<String>,
        /// Hosts that the job gets, as for `windtunnel run`.
        #[arg(long, value_name = "SPEC")]
        allocation: Option<String>,
        /// Maximum number of ranks per host.
        #[arg(long, value_name = "K")]
        ppn: Option<u32>,
        /// Allows more ranks than cores.
        #[arg(long)]
        oversubscribe: bool,
        /// Random seed.
        #[arg(long, value_name = "N")]
        seed: Option<u64>,
        /// Prints axes, hosts, cores and coordinates as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Converts a SimGrid platform (XML, version 4.1) to a platform file, and lists what could not be kept.
    Import {
        /// XML file.
        #[arg(value_name = "FILE.xml")]
        file: PathBuf,
        /// Platform file to write [default: standard output].
        #[arg(short, long, value_name = "FILE.toml")]
        output: Option<PathBuf>,
        /// Replaces the file if it already exists.
        #[arg(long)]
        force: bool,
    },
    /// Draws a platform: hosts, switches and links, with a legend of link classes.
    Draw {
        #[command(flatten)]
        platform: PlatformArguments,
        /// SVG file to write.
        #[arg(short, long, value_name = "FILE.svg")]
        output: PathBuf,
        /// Replaces the file if it already exists.
        #[arg(long)]
        force: bool,
        /// Approximate maximum number of hosts to draw; a note in the drawing says what is omitted.
        #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=8192))]
        hosts: u32,
    },
}

#[derive(Debug, Args)]
pub(crate) struct PlatformArguments {
    /// Platform file, or the name of a shipped platform.
    #[arg(value_name = "PLATFORM", value_parser = Listed("platforms"), hide_possible_values = true)]
    pub(crate) platform: String,
    /// Overrides a key of the file, as in `--set host.cores=8`; repeatable.
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    pub(crate) set: Vec<(String, String)>,
}

/// A platform, for a person or for a program.
#[derive(Debug, Args)]
pub(crate) struct ToldPlatform {
    #[command(flatten)]
    pub(crate) platform: PlatformArguments,
    /// Prints JSON: rates in bytes per second, times in picoseconds.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ScenarioOptions {
    #[command(subcommand)]
    pub(crate) action: ScenarioAction,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ScenarioAction {
    /// Lists the files that a run reads before its ranks begin, with the key that names each and its SHA-256.
    ///
    /// The command after `--` is a `run`, `record`, `replay` or `motif`. Without one, commands are read from the standard input,
    /// each a line with its words as a list in JSON, and answered by a line of JSON: `inputs`, and `error` if it cannot run.
    Inputs(InputsOptions),
}

#[derive(Debug, Args)]
pub(crate) struct InputsOptions {
    /// Prints JSON.
    #[arg(long)]
    pub(crate) json: bool,
    /// Command: `run`, `record`, `replay` or `motif` with its options.
    #[arg(value_name = "COMMAND", last = true)]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct ListOptions {
    /// What to list [default: what can be listed].
    #[arg(value_name = "WHAT", value_parser = PossibleValuesParser::new(listing::LISTINGS.iter().map(|listing| {
        PossibleValue::new(listing.name).help(listing.doc)
    })))]
    pub(crate) what: Option<String>,
    /// Prints JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct CalibrateOptions {
    #[command(subcommand)]
    pub(crate) what: CalibrateWhat,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CalibrateWhat {
    /// Measures one core and the memory of this machine, and prints them as lines for `[host]` of a platform file.
    ///
    /// Saves the core's speed, by which measured computation is scaled to the platform's cores.
    Host {
        /// Number of measurements of each figure. The best counts; a median more than 20 % worse is an error.
        #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(3..=1000))]
        repetitions: u32,
    },
    /// Writes the measuring program, one C file for any MPI installation.
    ///
    /// `mpicc -O2 wtcal.c -o wtcal` and `mpirun -n 16 ./wtcal -o raw-1.csv` on the real machine; its head lists the tests.
    Program {
        /// File to write.
        #[arg(short, long, value_name = "FILE", default_value = "wtcal.c")]
        output: PathBuf,
        /// Replaces the file.
        #[arg(long)]
        force: bool,
    },
    /// Finds links and MPI library of a real machine from its measurements.
    ///
    /// Writes a platform and a library file whose values have intervals and sources, and a page with data, fit and
    /// residuals. Needs numpy.
    Network {
        /// Results of the measuring program, one file for each of its launches: with one rank a host, and with all ranks of a host
        /// (its `--ppn N`). Or published tables of a ping-pong between two hosts: text output of the OSU or Intel MPI benchmarks
        /// or of HPCC (b_eff).
        #[arg(required = true, value_name = "FILE")]
        measured: Vec<PathBuf>,
        /// Shape of the machine: a platform file; bandwidths and latencies of its links may be absent.
        #[arg(short, long, value_name = "SHAPE")]
        platform: PathBuf,
        /// Platform file to write.
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        /// Library file to write.
        #[arg(long, value_name = "FILE")]
        library: PathBuf,
        /// Table of a ping-pong between two ranks of one host; may be given several times.
        #[arg(long, value_name = "FILE")]
        inside: Vec<PathBuf>,
        /// Ranks on each host in measurements of all of them at once that do not say it (`Sendrecv` of the Intel MPI benchmarks,
        /// `osu_mbw_mr`); those of the measuring program with `--ppn N` do.
        #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
        ppn: u32,
        /// MPI library that supplies what is not measured: the selection of collective algorithms, and the rest.
        #[arg(long, value_name = "NAME", default_value = "mpich-4.3", value_parser = Listed("mpi-libraries"), hide_possible_values = true)]
        start: String,
        /// Network model to fit.
        #[arg(long, value_name = "MODEL", default_value = "flow", value_parser = Listed("networks"), hide_possible_values = true)]
        network: String,
        /// Page to write [default: the platform file's name with `.html`].
        #[arg(long, value_name = "FILE")]
        report: Option<PathBuf>,
        /// Replaces the files.
        #[arg(long)]
        force: bool,
    },
    /// Compares measurements of a real machine with its prediction, and names what is wrong with the machine.
    ///
    /// Exits with status 1 if something is off by more than 10 % and by more than chance. Reads results of the
    /// measuring program, and text output of the OSU and Intel MPI benchmarks. Needs numpy.
    Check {
        /// Measurements.
        #[arg(required = true, value_name = "FILE")]
        measured: Vec<PathBuf>,
        /// The machine as it should be: a platform file, or the name of a shipped platform.
        #[arg(short, long, value_name = "PLATFORM", value_parser = Listed("platforms"), hide_possible_values = true)]
        platform: String,
        /// MPI library [default: the platform's].
        #[arg(long, value_name = "NAME", value_parser = Listed("mpi-libraries"), hide_possible_values = true)]
        mpi_library: Option<String>,
        /// Network model.
        #[arg(long, value_name = "MODEL", default_value = "flow", value_parser = Listed("networks"), hide_possible_values = true)]
        network: String,
        /// Page to write [default: check.html].
        #[arg(long, value_name = "FILE")]
        report: Option<PathBuf>,
        /// Earlier measurements of the same machine when it was well; repeatable. What the model lacks is then no difference.
        #[arg(long, value_name = "FILE")]
        baseline: Vec<PathBuf>,
        /// Ranks of OSU's collective benchmarks, whose output does not tell.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(2..))]
        ranks: Option<u32>,
        /// Prints JSON: all cases and reasons, times in seconds.
        #[arg(long)]
        json: bool,
        /// Replaces the page.
        #[arg(long)]
        force: bool,
    },
    /// Finds devices and servers of a file system from measurements by fio and IOR, and prints tables for `[storage]` of a
    /// platform file.
    ///
    /// Reads fio's `--output-format=json` and IOR's `-O summaryFormat=JSON`. Every value has its interval and its source.
    Storage {
        /// Results of fio and IOR.
        #[arg(required = true, value_name = "FILE.json")]
        measured: Vec<PathBuf>,
    },
    /// Records when this machine takes a core away (system, daemons, firmware), for `host.noise.trace` of a platform file.
    Noise {
        /// File to write.
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
        /// For how long.
        #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
        seconds: f64,
        /// The core to record, by its number; else whichever the system runs it on.
        #[arg(long, value_name = "N")]
        core: Option<u32>,
        /// Replaces the file if it exists.
        #[arg(long)]
        force: bool,
    },
}

fn whole(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("expected a whole number up to {}", u32::MAX))
}

fn seconds(text: &str) -> Result<f64, String> {
    let value: Option<f64> = text.parse().ok();
    value.filter(|value| *value > 0.0 && value.is_finite()).ok_or_else(|| "expected seconds above 0".to_owned())
}

impl SimulationOptions {
    /// The scenario file, if one is given, with these options and `job` over it.
    pub(crate) fn scenario(&self, job: JobText, over: ScenarioText) -> Result<ScenarioText, CliError> {
        let (file, own) = match &self.scenario {
            Some(path) => (ScenarioText::load(path)?, Preferences::default()),
            None => (ScenarioText::default(), Preferences::of_user()?),
        };
        let job = JobText {
            ranks: self.ranks,
            mapping: self.mapping.clone(),
            ppn: self.ppn,
            allocation: self.allocation.clone(),
            oversubscribe: self.oversubscribe.then_some(true),
            ..job
        };
        let options = ScenarioText {
            platform: self.platform.clone(),
            network: self.network.clone(),
            detail: self.detail.clone(),
            mpi_library: self.mpi_library.clone(),
            compute: self.compute.clone(),
            seed: self.seed,
            time_limit: self.time_limit,
            observe: (!self.observe.is_empty()).then(|| self.observe.clone()),
            collective: self.collective.iter().cloned().collect(),
            set: self.set.iter().cloned().collect(),
            job: vec![job],
            ..over
        };
        Ok(file.overlaid(options).with_users(own.platform, own.mpi_library))
    }
}

impl ProgramOptions {
    /// What they say of the job.
    pub(crate) fn job(&self) -> Result<JobText, CliError> {
        if let Some(at) = self.command.iter().position(|word| word == ":").filter(|at| at + 1 < self.command.len()) {
            return Err(CliError::SeveralPrograms { next: self.command[at + 1..].join(" ") });
        }
        let mut words = self.command.iter();
        let program = words.next().map(PathBuf::from);
        Ok(JobText {
            program,
            arguments: words.cloned().collect(),
            environment: self.environment()?,
            wdir: self.wdir.clone(),
            tag_output: self.tag_output.then_some(true),
            ..JobText::default()
        })
    }

    /// What they say of the run.
    pub(crate) fn over(&self) -> ScenarioText {
        let data = DataText { payload: self.payload.clone(), fold: self.fold.clone() };
        ScenarioText { data, mode: self.mode.clone(), repeat: self.repeat, ..ScenarioText::default() }
    }

    fn environment(&self) -> Result<BTreeMap<String, String>, CliError> {
        let variable = |text: &String| match text.split_once('=') {
            Some((name, value)) => Ok((name.to_owned(), value.to_owned())),
            None => {
                let value = std::env::var(text).map_err(|_| CliError::Variable { name: text.clone() })?;
                Ok((text.clone(), value))
            }
        };
        self.environment.iter().map(variable).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run_options(line: &str) -> RunOptions {
        match parsed(line.split_whitespace()).unwrap().command {
            Command::Run(options) => options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }

    #[test]
    fn what_follows_the_program_is_its_own() {
        for line in ["windtunnel run -n 4 ./a.out -n 7 --json x", "windtunnel run -n 4 -- ./a.out -n 7 --json x"] {
            let options = run_options(line);
            let job = options.program.job().unwrap();
            assert_eq!(job.program, Some(PathBuf::from("./a.out")), "{line}");
            assert_eq!(job.arguments, ["-n", "7", "--json", "x"], "{line}");
            assert!(!options.simulation.json);
        }
    }

    #[test]
    fn options_become_the_scenario() {
        let line = "windtunnel run -n 4 -p torus-3d --network delay --collective allreduce=ring --set host.cores=2 \
                    --observe timeline,messages --compute none --payload skip:64KiB -x A=b=c --ppn 2 ./a.out";
        let options = run_options(line);
        let text = options.simulation.scenario(options.program.job().unwrap(), options.program.over()).unwrap();
        let scenario = text.resolve().unwrap();
        assert_eq!((scenario.ranks, scenario.platform.as_str()), (Some(4), "torus-3d"));
        assert_eq!(scenario.text.network.as_deref(), Some("delay"));
        assert_eq!(scenario.text.collective["allreduce"], "ring");
        assert_eq!(scenario.text.set["host.cores"], "2");
        assert_eq!(scenario.text.observe.as_deref().unwrap(), ["timeline", "messages"]);
        assert_eq!(scenario.job().environment["A"], "b=c");
        assert!(!scenario.defaults.iter().any(|default| default.key == "payload"));
    }

    #[test]
    fn a_variable_that_is_not_set_is_named() {
        let options = run_options("windtunnel run -x WT_NO_SUCH_VARIABLE ./a.out");
        let message = options.program.job().unwrap_err().to_string();
        assert_eq!(
            message,
            "-x: the variable `WT_NO_SUCH_VARIABLE` is not set here; give its value, as in `-x \
             WT_NO_SUCH_VARIABLE=VALUE`"
        );
    }
}
