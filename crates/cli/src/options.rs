//! The command line, and how options become a scenario.

use crate::error::CliError;
use crate::export::ExportOptions;
use crate::output::Loudness;
use crate::report::ReportOptions;
use crate::study::StudyOptions;
use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};
use engine::{JobText, ScenarioText, listing};
use std::collections::BTreeMap;
use std::path::PathBuf;
use views::parting::Threshold;

/// A wind tunnel for MPI applications.
///
/// Runs a real, unmodified MPI program on a described machine, with contention, on this one. Everything a run leaves
/// is in its run folder.
#[derive(Debug, Parser)]
#[command(name = "windtunnel", version, subcommand_required = true, arg_required_else_help = true)]
pub(crate) struct Cli {
    /// Says more: every default used and where it comes from, every MPI function.
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    verbose: bool,
    /// Says only what went wrong, and the simulated time.
    #[arg(short, long, global = true)]
    quiet: bool,
    #[command(subcommand)]
    pub(crate) command: Command,
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
    /// Runs an MPI program on a described machine.
    ///
    /// A source in C, C++ or Fortran is compiled with wtcc, wtcxx or wtfort first. The program's stdin, stdout and stderr pass
    /// through; Windtunnel's own lines go to stderr.
    Run(RunOptions),
    /// Replays a recorded trace on a described machine.
    Replay(ReplayOptions),
    /// Runs a generated communication pattern on a described machine.
    Motif(MotifOptions),
    /// Runs an MPI program in the tunnel and writes its trace.
    Record(RecordOptions),
    /// Simulates the same on several networks, machines, mappings or MPI libraries, and shows where they differ.
    ///
    /// Every choice is combined with every other; without any, all network models are compared. Blocks that are measured
    /// are measured once, in the first run. The command after `--` is one of `run`, `replay` and `motif`, without the
    /// options that are compared.
    Compare(CompareOptions),
    /// Prints the summary of a former run.
    Summary(SummaryOptions),
    /// Writes a former run in the format of another tool: Perfetto, ViTE, Paraver, Vampir, LogGOPSim.
    Export(ExportOptions),
    /// Makes one HTML file of one or more runs: timeline, functions, messages, links, network, comparison.
    Report(ReportOptions),
    /// Explains what made the ranks of a previous run wait and where, largest loss first, and suggests what to try.
    Explain(ExplainOptions),
    /// Checks a platform file, shows what it describes, or a route on it.
    Platform(PlatformOptions),
    /// Lists what there is to choose from.
    List(ListOptions),
    /// Measures this machine, so that a platform's figures mean something.
    Calibrate(CalibrateOptions),
    /// Does a published experiment again.
    Study(StudyOptions),
}

/// Options of everything that is simulated.
#[derive(Debug, Default, Args)]
pub(crate) struct SimulationOptions {
    /// The number of ranks; also `-np`.
    #[arg(short = 'n', long = "ranks", value_name = "N")]
    ranks: Option<u32>,
    /// The machine: a platform file, or the name of a shipped one (`windtunnel list platforms`).
    #[arg(short, long, value_name = "PLATFORM")]
    platform: Option<String>,
    /// The network model, with parameters if any: `flow`, `delay`, `flow:bucket=1 ms` [default: flow].
    #[arg(long, value_name = "MODEL", help_heading = "Models")]
    network: Option<String>,
    /// The MPI library that is modelled [default: what the platform says].
    #[arg(long, value_name = "NAME", help_heading = "Models")]
    mpi_library: Option<String>,
    /// The algorithm of a collective operation (`windtunnel list collectives`); may be given several times.
    #[arg(long, value_name = "OP=ALGORITHM", value_parser = pair, help_heading = "Models")]
    collective: Vec<(String, String)>,
    /// How long blocks between MPI calls take: as on this machine, so many times as long, no time, or as in a former
    /// run: `measured`, `measured:SCALE`, `none`, or that run's folder [default: measured].
    #[arg(long, value_name = "SPEC", help_heading = "Models")]
    compute: Option<String>,
    /// Which rank sits where: `block`, `round-robin`, `random[:SEED]`, `tiles:GRID/TILE/…` or
    /// `file:PATH` [default: block].
    #[arg(long, value_name = "SPEC", help_heading = "Placement")]
    mapping: Option<String>,
    /// Ranks per host [default: its cores].
    #[arg(long, value_name = "K", help_heading = "Placement")]
    ppn: Option<u32>,
    /// Hosts to use, one a line, with `slots=K` if wanted.
    #[arg(long, value_name = "FILE", help_heading = "Placement")]
    hostfile: Option<PathBuf>,
    /// Allows more ranks than cores; they share cores evenly.
    #[arg(long, help_heading = "Placement")]
    oversubscribe: bool,
    /// Tables to write beside those always written (`windtunnel list outputs`), with commas between.
    #[arg(long, value_name = "TABLES", value_delimiter = ',', help_heading = "Results")]
    observe: Vec<String>,
    /// The run folder [default: runs/NAME, a new one each time].
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub(crate) out: Option<PathBuf>,
    /// Replaces an existing run in the --out folder (and for `record` an existing trace). Nothing else is ever removed.
    #[arg(long, help_heading = "Results")]
    pub(crate) force: bool,
    /// Prints run.json to stdout; the program's output goes to stdout.txt and stderr.txt in the run folder.
    #[arg(long, help_heading = "Results")]
    pub(crate) json: bool,
    /// A scenario file; options win over what it says. `/dev/stdin` reads one from a pipe.
    #[arg(long, value_name = "FILE", help_heading = "Input")]
    pub(crate) scenario: Option<PathBuf>,
    /// Sets a key of the platform file, as in `--set host.cores=8`; may be given several times.
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair, help_heading = "Input")]
    set: Vec<(String, String)>,
    /// Seed of everything random [default: 1].
    #[arg(long, value_name = "N", help_heading = "Input")]
    seed: Option<u64>,
    /// Stops the run after so many seconds of this machine's time; what there is is kept.
    #[arg(long, value_name = "SECONDS", value_parser = seconds, help_heading = "Input")]
    time_limit: Option<f64>,
}

/// Options of programs.
#[derive(Debug, Default, Args)]
pub(crate) struct ProgramOptions {
    /// Whether contents of messages are moved: `copy`, or `skip:SIZE` to move none from that size on [default: copy].
    #[arg(long, value_name = "SPEC", help_heading = "Program")]
    payload: Option<String>,
    /// How ranks are run: `auto`, `images`, `processes` or `serialised` [default: auto].
    #[arg(long, value_name = "MODE", help_heading = "Program")]
    mode: Option<String>,
    /// Gives the program a variable, with this value or with the one it has here; may be given several times.
    #[arg(short = 'x', value_name = "NAME[=VALUE]", help_heading = "Program")]
    environment: Vec<String>,
    /// The program's working directory.
    #[arg(long, value_name = "DIR", help_heading = "Program")]
    wdir: Option<PathBuf>,
    /// Begins each line of the program's output with its rank.
    #[arg(long, help_heading = "Program")]
    tag_output: bool,
    /// Runs the program K times, takes the median time of each block, and simulates the last run with it.
    #[arg(long, value_name = "K", help_heading = "Program")]
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
    /// The trace: a list of files, one for each rank, in the folder TRACE_files beside it.
    #[arg(short, long = "trace", value_name = "TRACE", required = true)]
    pub(crate) output: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayOptions {
    #[command(flatten)]
    pub(crate) simulation: SimulationOptions,
    /// What simulates: `windtunnel`, or `loggopsim`, the exact rules of LogGOPSim for a GOAL program, with its parameters if
    /// any: `loggopsim:L=2500,o=1500,g=1000,G=6,O=0,S=65535` [default: windtunnel].
    #[arg(long, value_name = "ENGINE", help_heading = "Models")]
    pub(crate) engine: Option<String>,
    /// The trace: its list of files, or one file for each rank in order. The format is recognised by content.
    #[arg(value_name = "TRACE")]
    pub(crate) traces: Vec<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct MotifOptions {
    #[command(flatten)]
    pub(crate) simulation: SimulationOptions,
    /// Which (`windtunnel list motifs`).
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,
    /// Its parameters.
    #[arg(value_name = "KEY=VALUE", value_parser = pair)]
    pub(crate) parameters: Vec<(String, String)>,
}

#[derive(Debug, Args)]
pub(crate) struct CompareOptions {
    /// Network models, each with its parameters if any.
    #[arg(long, value_name = "MODEL", num_args = 1.., help_heading = "What is compared")]
    pub(crate) networks: Vec<String>,
    /// Machines: platform files, or names of shipped ones.
    #[arg(long, value_name = "PLATFORM", num_args = 1.., help_heading = "What is compared")]
    pub(crate) platforms: Vec<String>,
    /// Mappings of ranks to hosts.
    #[arg(long, value_name = "SPEC", num_args = 1.., help_heading = "What is compared")]
    pub(crate) mappings: Vec<String>,
    /// Modelled MPI libraries.
    #[arg(long, value_name = "NAME", num_args = 1.., help_heading = "What is compared")]
    pub(crate) mpi_libraries: Vec<String>,
    /// Looks where predictions part: the first call of a rank that ends so much earlier or later than in the first run. A
    /// time, or a share of the first run's simulated time: `10 us`, `1 %`. Observes timelines.
    #[arg(long, value_name = "THRESHOLD", help_heading = "Results")]
    pub(crate) parting: Option<Threshold>,
    /// The folder for the runs' folders, the table (compare.json) and its picture (compare.svg) [default: a new one in runs].
    #[arg(long, value_name = "DIR", help_heading = "Results")]
    pub(crate) out: Option<PathBuf>,
    /// Replaces an existing comparison in the --out folder, including its runs.
    #[arg(long, help_heading = "Results")]
    pub(crate) force: bool,
    /// Prints compare.json to stdout.
    #[arg(long, help_heading = "Results")]
    pub(crate) json: bool,
    /// The command: `run`, `replay` or `motif` with its options.
    #[arg(value_name = "COMMAND", last = true, required = true)]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct SummaryOptions {
    /// The run folder.
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Runs it again on an ideal network, kept in the run folder, and tells what latency and bandwidth cost.
    ///
    /// For a program this runs the program named in the folder again; you are asked first.
    #[arg(long)]
    pub(crate) ideal: bool,
    /// Runs the program named in the folder without asking.
    #[arg(long)]
    pub(crate) yes: bool,
    /// As JSON: run.json with an object `analysis` more.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainOptions {
    /// The run folder, of a run with `--observe waits,timeline`.
    #[arg(value_name = "RUN")]
    pub(crate) run: PathBuf,
    /// Simulates the run again with one change and reports its time. Without NAME this is the change that removes the
    /// first cause; the names are `ideal-network`, `no-contention`, `no-compute`, `background-progress`, `eager`,
    /// `mapping-block`, `mapping-round-robin` and `mapping-random`.
    #[arg(long, value_name = "NAME", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) what_if: Option<String>,
    /// Runs the program named in the folder without asking.
    #[arg(long)]
    pub(crate) yes: bool,
    /// As JSON.
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
    /// Reads a platform and says whether it is right.
    Check(PlatformArguments),
    /// Shows what a platform describes, and every value that it did not give.
    Show(PlatformArguments),
    /// Prints the file of a platform, to begin one's own from.
    Print {
        /// A platform file, or the name of a shipped one.
        #[arg(value_name = "PLATFORM")]
        platform: String,
    },
    /// Shows the links between two hosts.
    Route {
        #[command(flatten)]
        platform: PlatformArguments,
        /// The host it starts from, or HOST:CORE.
        #[arg(value_name = "FROM")]
        from: String,
        /// The host it leads to, or HOST:CORE.
        #[arg(value_name = "TO")]
        to: String,
    },
    /// Turns a SimGrid platform (XML, version 4.1) into a platform file, and lists what that does not keep.
    Import {
        /// The XML file.
        #[arg(value_name = "FILE.xml")]
        file: PathBuf,
        /// The platform file that is written [default: standard output].
        #[arg(short, long, value_name = "FILE.toml")]
        output: Option<PathBuf>,
        /// Replaces the file if it already exists.
        #[arg(long)]
        force: bool,
    },
    /// Draws a platform: hosts, switches and links, with a legend of the classes of links.
    Draw {
        #[command(flatten)]
        platform: PlatformArguments,
        /// The SVG file that is written.
        #[arg(short, long, value_name = "FILE.svg")]
        output: PathBuf,
        /// Replaces the file if it already exists.
        #[arg(long)]
        force: bool,
        /// Draws about so many hosts at most; a note in the drawing says what is left out.
        #[arg(long, value_name = "N", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=8192))]
        hosts: u32,
    },
}

#[derive(Debug, Args)]
pub(crate) struct PlatformArguments {
    /// A platform file, or the name of a shipped one.
    #[arg(value_name = "PLATFORM")]
    pub(crate) platform: String,
    /// Sets a key of the file, as in `--set host.cores=8`.
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    pub(crate) set: Vec<(String, String)>,
}

#[derive(Debug, Args)]
pub(crate) struct ListOptions {
    /// The list.
    #[arg(value_name = "WHAT", value_parser = PossibleValuesParser::new(listing::LISTINGS.iter().map(|listing| {
        clap::builder::PossibleValue::new(listing.name).help(listing.doc)
    })))]
    pub(crate) what: String,
    /// As JSON.
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
    /// Measures one core and the memory of this machine; prints lines for `[host]` of a platform file. Saves
    /// the speed, by which measured blocks are then scaled to the platform's cores.
    Host {
        /// How often each figure is measured. The best counts; a median more than 20 % worse is an error.
        #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(3..=1000))]
        repetitions: u32,
    },
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (key, value) = text.split_once('=').ok_or("expected KEY=VALUE")?;
    if key.trim().is_empty() {
        return Err("expected a key before the `=`".to_owned());
    }
    Ok((key.trim().to_owned(), value.trim().to_owned()))
}

fn seconds(text: &str) -> Result<f64, String> {
    let value: Option<f64> = text.parse().ok();
    value.filter(|value| *value > 0.0 && value.is_finite()).ok_or_else(|| "expected seconds above 0".to_owned())
}

impl SimulationOptions {
    /// The scenario file, if one is given, with these options and `job` over it.
    pub(crate) fn scenario(&self, job: JobText, over: ScenarioText) -> Result<ScenarioText, CliError> {
        let file = match &self.scenario {
            Some(path) => ScenarioText::load(path)?,
            None => ScenarioText::default(),
        };
        let job = JobText {
            ranks: self.ranks,
            mapping: self.mapping.clone(),
            ppn: self.ppn,
            hostfile: self.hostfile.clone(),
            oversubscribe: self.oversubscribe.then_some(true),
            ..job
        };
        let options = ScenarioText {
            platform: self.platform.clone(),
            network: self.network.clone(),
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
        Ok(file.overlaid(options))
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
        let (payload, mode) = (self.payload.clone(), self.mode.clone());
        ScenarioText { payload, mode, repeat: self.repeat, ..ScenarioText::default() }
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
    use clap::CommandFactory;

    fn run_options(line: &str) -> RunOptions {
        match Cli::try_parse_from(line.split_whitespace()).unwrap().command {
            Command::Run(options) => options,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
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
