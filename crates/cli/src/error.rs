//! The errors that the `windtunnel` command itself reports, with their messages and exit statuses; the other crates define
//! their own errors.

use config::UnknownName;
use engine::{AssemblyError, Bytes, FolderError, RunError, ScenarioError};
use files::FileError;
use results::ResultsError;
use thiserror::Error;
use views::text::bytes;

/// Why a command was not carried out.
#[derive(Debug, Error)]
#[non_exhaustive]
pub(crate) enum CliError {
    /// The scenario, from file and options, is wrong.
    #[error(transparent)]
    Scenario(#[from] ScenarioError),
    /// A file that the scenario names is wrong.
    #[error(transparent)]
    Assembly(#[from] AssemblyError),
    /// A run folder can't be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A run folder can't be read.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// The run can't be made.
    #[error(transparent)]
    Run(#[from] RunError),
    /// The disk has less room than all ranks' static variables need.
    #[error(
        "--memory-folder: {folder}: {} are left there, and the static variables of {ranks} ranks need {}; expected a folder on a larger disk, or fewer ranks", bytes(*left), bytes(*all)
    )]
    StaticsOnDisk {
        /// The folder.
        folder: String,
        /// Bytes that are left.
        left: u64,
        /// Ranks.
        ranks: u32,
        /// Bytes that they need.
        all: u64,
    },
    /// A command without what it is to simulate.
    #[error(
        "{command}: no {what} is given; expected `windtunnel {command} [OPTIONS] {usage}`, as in `{example}`; all options: `windtunnel {command} --help-all`"
    )]
    Nothing {
        /// The command.
        command: &'static str,
        /// Its workload, as in `no program is given`.
        what: &'static str,
        /// How it is given.
        usage: &'static str,
        /// A use of the command.
        example: &'static str,
    },
    /// An option of another launcher.
    #[error("{option}: is an option of other launchers and not supported; {instead}")]
    OfLauncher {
        /// The option.
        option: String,
        /// The option or command to use instead.
        instead: &'static str,
    },
    /// A command whose inputs can't be listed.
    #[error("scenario inputs: the inputs of the command cannot be listed: {reason}")]
    Command {
        /// Why.
        reason: String,
    },
    /// This machine's figures can't be had, or not be kept.
    #[error("calibrate host: {reason}")]
    Uncalibrated {
        /// Why.
        reason: String,
    },
    /// The user's configuration is wrong.
    #[error("{place}: {reason}")]
    Preferences {
        /// Its file, with line and column.
        place: String,
        /// Why.
        reason: String,
    },
    /// This machine's noise can't be recorded.
    #[error("calibrate noise: {reason}")]
    Unrecorded {
        /// Why.
        reason: String,
    },
    /// Nothing can be served to browsers of this machine.
    #[error("report --serve: no port of this machine can be opened: {reason}")]
    Unserved {
        /// Why.
        reason: String,
    },
    /// A trace can't be read, or not be written anew.
    #[error(transparent)]
    Trace(#[from] engine::MergeError),
    /// A run can't be exported.
    #[error(transparent)]
    Export(#[from] views::export::ExportError),
    /// Ranks or a window that can't be understood.
    #[error(transparent)]
    Selection(#[from] views::export::SelectionError),
    /// A format that is exported from something else.
    #[error("--to {format}: cannot be exported from this; expected {expected}")]
    ExportSource {
        /// The format.
        format: &'static str,
        /// From what.
        expected: &'static str,
    },
    /// Loads of links can't be told.
    #[error(transparent)]
    Links(#[from] views::links::LinksError),
    /// A phase that a communication graph does not have.
    #[error("{graph}: the communication graph has no phase {unknown}")]
    NoPhase {
        /// The graph.
        graph: String,
        /// As given, with those of the graph.
        unknown: UnknownName,
    },
    /// A topology that does not tell all minimal ways.
    #[error(
        "--loads minimal: {platform}: all minimal paths are known only for a torus, a mesh and a hypercube; expected `--loads route`"
    )]
    NoWays {
        /// The platform's name.
        platform: String,
    },
    /// A graph of more ranks than there are cores.
    #[error(
        "{graph}: its {ranks} ranks do not fit {slots} slots on {hosts} hosts; expected a core for each rank: a larger platform, or a graph of fewer ranks"
    )]
    TooFewCores {
        /// The graph.
        graph: String,
        /// Its ranks.
        ranks: u32,
        /// Slots of all hosts together.
        slots: u64,
        /// Hosts that may be used.
        hosts: u32,
    },
    /// More ranks on a host than it has cores, where cores are not shared.
    #[error("--ppn {ppn}: a host has {cores} cores; expected at most {cores}")]
    MoreThanCores {
        /// As given.
        ppn: u32,
        /// Cores of a host.
        cores: u32,
    },
    /// A grid of another number of ranks.
    #[error(
        "--grid: the grid has {points} points, but the graph has {ranks} ranks; expected one point for each rank"
    )]
    Grid {
        /// Its points.
        points: u128,
        /// Ranks.
        ranks: u32,
    },
    /// More bytes than loads can hold.
    #[error("{graph}: has more bytes than the counters of link loads can hold; expected less than 4 EB in total")]
    TooManyBytes {
        /// The graph.
        graph: String,
    },
    /// The messages of a graph can't be simulated.
    #[error("{graph}: its messages cannot be simulated: {reason}")]
    NotSimulated {
        /// The graph.
        graph: String,
        /// Why.
        reason: String,
    },
    /// A collective call can't be timed.
    #[error(transparent)]
    Collective(#[from] engine::CollectiveError),
    /// The times can't be written.
    #[error("tune collectives: the table `times` cannot be written: {reason}")]
    Times {
        /// Why.
        reason: String,
    },
    /// A library without tuning files.
    #[error(
        "tune collectives: {library} has no tuning files, since its description has no table `[tuning]`; expected the library \
         to be one of {known}"
    )]
    NoTuning {
        /// The library.
        library: String,
        /// Those that have some.
        known: String,
    },
    /// A library whose tuning file is for parts of hosts with several ranks.
    #[error(
        "tune collectives: {library} runs operations on two levels, within hosts and among hosts, and its tuning files select \
         algorithms for each level, not for the whole; expected one rank on each host (`--ppn 1`)"
    )]
    TunesParts {
        /// The library.
        library: String,
    },
    /// A library with a tuning file that could be better.
    #[error(
        "tune collectives: {library}: for {operations}, faster algorithms were found than those that its tuning file selects, but \
         this command writes new tuning files and changes none; give the library without its file (`--mpi-library {alone}`)"
    )]
    Retuned {
        /// The library with its file.
        library: String,
        /// Without it.
        alone: String,
        /// The operations.
        operations: String,
    },
    /// An operation that the library takes no decisions on.
    #[error("--operation {operation}: {library} has no tuning rules for this operation; expected one of {known}")]
    NotTuned {
        /// The operation.
        operation: &'static str,
        /// The library.
        library: String,
        /// Those that it takes.
        known: String,
    },
    /// A size that a reduction can't have.
    #[error(
        "--sizes: {size} is not a multiple of 8 B, the size of MPI_DOUBLE, which {operation} sums; expected multiples of 8 B, or other \
         operations (--operation)"
    )]
    TunedSize {
        /// The size.
        size: Bytes,
        /// The first operation that reduces.
        operation: &'static str,
    },
    /// A run that a tuning file changes nothing in.
    #[error(
        "--from {run}: nothing to tune: tuning files of {library} select algorithms of blocking collective operations, but the run \
         calls none of these, or fixes their algorithms by --collective; name operations and sizes by `--operation` and `--sizes`"
    )]
    NothingTuned {
        /// The run.
        run: String,
        /// The library.
        library: String,
    },
    /// There is no report.
    #[error(transparent)]
    Report(#[from] views::report::ReportError),
    /// There is no such program.
    #[error(
        "{program}: program not found; expected an MPI program, or a source in C, C++ or Fortran (.c, .cpp, .f90 …){hint}"
    )]
    NoProgram {
        /// As given.
        program: String,
        /// The nearest file of its folder, if one is near.
        hint: String,
    },
    /// The program is a folder or lacks the permission.
    #[error(
        "{program}: is {what}; expected an MPI program, or a source in C, C++ or Fortran (.c, .cpp, .f90 …){advice}"
    )]
    NotExecutable {
        /// As given.
        program: String,
        /// Its kind, in words.
        what: &'static str,
        /// How to run it, if there is a way.
        advice: String,
    },
    /// Several programs in one run.
    #[error(
        "not supported: several programs in one run (`: {next}`); expected one program, which may start others (MPI_Comm_spawn_multiple)"
    )]
    SeveralPrograms {
        /// What follows the colon.
        next: String,
    },
    /// Choices to compare as one word.
    #[error("{option}s: `{value}` is read as one name; separate names by spaces, not by commas: `{option}s {words}`")]
    Commas {
        /// The option that is compared.
        option: &'static str,
        /// As given.
        value: String,
        /// The same with spaces.
        words: String,
    },
    /// A run where a trace is expected.
    #[error("{folder}: is a run folder, not a trace; expected a trace that `windtunnel record -o TRACE` has written")]
    RunForTrace {
        /// The folder.
        folder: String,
    },
    /// The source does not compile.
    #[error("{source_file}: does not compile: `{command}` ended with {status}")]
    Compile {
        /// The source.
        source_file: String,
        /// The command.
        command: String,
        /// How it ended.
        status: String,
    },
    /// A part of the installation is missing.
    #[error(
        "{path}: is missing from this installation of Windtunnel; install it again (`make install PREFIX=…` or `pip install`)"
    )]
    Installation {
        /// The missing file.
        path: String,
    },
    /// A process can't be started.
    #[error("{path}: cannot be started: {reason}")]
    Start {
        /// What.
        path: String,
        /// Why.
        reason: String,
    },
    /// An argument that is not UTF-8 where the scenario needs text.
    #[error(
        "the argument `{word}` is not UTF-8; expected UTF-8, since arguments are kept in the scenario, a text file"
    )]
    NotText {
        /// The word, as far as it is text.
        word: String,
    },
    /// The Python package is not installed.
    #[error(
        "{python} has no package {package}; Windtunnel uses the `python3` beside its command, else the first one in PATH; put \
         the Python with which Windtunnel was installed first in PATH, or run `pip install windtunnel`"
    )]
    Package {
        /// The interpreter.
        python: String,
        /// The package.
        package: String,
    },
    /// The user has not agreed to run the program that a folder names.
    #[error(
        "{run}: names a program that would be executed ({program}); answer `y` on a terminal, or allow it with --yes"
    )]
    Unasked {
        /// The run folder.
        run: String,
        /// The program and its arguments.
        program: String,
    },
    /// A run can't be repeated with a change.
    #[error("{run}: cannot be run again {words}: {reason}")]
    WhatIf {
        /// The run folder.
        run: String,
        /// The change.
        words: &'static str,
        /// Why.
        reason: String,
    },
    /// A run would not be the same again.
    #[error(
        "{run}: cannot be run again for comparison, as these have changed since: {changed}; start its scenario anew with \
         `windtunnel run` and use the new run"
    )]
    Changed {
        /// The run folder.
        run: String,
        /// What has changed.
        changed: String,
    },
    /// What a run reads is not where its scenario says.
    #[error(
        "{run}: cannot be run again: its scenario names {missing}, not found in {here} ({where_started}); run the \
         command in the folder that contains these files, or put them into {here}"
    )]
    Inputs {
        /// The run folder.
        run: String,
        /// The relative paths.
        missing: String,
        /// The folder where they were looked for.
        here: String,
        /// What that folder is, or that the one where the run was started is not there or not known.
        where_started: String,
    },
    /// No such change.
    #[error("--what-if: unknown change {0}")]
    UnknownChange(UnknownName),
    /// A run that lost no time to anything that a change could take away.
    #[error(
        "{run}: `--what-if` without a name simulates changes that remove a cause of the run's waits, but no known change does; \
         name a change by `--what-if=NAME`, one of {known}"
    )]
    NothingToChange {
        /// The run folder.
        run: String,
        /// The names of all changes.
        known: String,
    },
    /// A run whose memory by call site is not known.
    #[error("{run}: has no table `allocations`; expected a run of a program with --observe allocations")]
    NoAllocations {
        /// The run folder.
        run: String,
    },
    /// Two runs with one number of ranks: how memory grows with it does not show.
    #[error("--pilot: {pilot}: has {ranks} ranks, as many as {run}; expected a run with another number of ranks")]
    PilotRanks {
        /// The run folder of the pilot.
        pilot: String,
        /// The run folder that it is compared with.
        run: String,
        /// The ranks of both.
        ranks: u32,
    },
    /// A run without collective operations.
    #[error("{run}: calls no collective operation, so another algorithm makes no difference; choose another change")]
    NoCollective {
        /// The run folder.
        run: String,
    },
    /// A variable that the program is to get is not set.
    #[error("-x: the variable `{name}` is not set here; give its value, as in `-x {name}=VALUE`")]
    Variable {
        /// The variable.
        name: String,
    },
    /// The compared command is not a simulation.
    #[error("compare: `{found}` cannot be compared; expected `run`, `replay` or `motif` with its options after `--`")]
    NotCompared {
        /// As given.
        found: String,
    },
    /// Runs are given in place of a command.
    #[error(
        "compare: expected `--` and a command, which is run with each choice, but found `{runs}`; existing runs are \
         compared by `windtunnel report {runs} -o FILE`"
    )]
    MadeRuns {
        /// As given.
        runs: String,
    },
    /// The same choice is given twice.
    #[error("compare: `{option} {value}` is given twice; give each choice once")]
    Twice {
        /// The option.
        option: &'static str,
        /// The choice.
        value: String,
    },
    /// A platform of another simulator is wrong.
    #[error(transparent)]
    Import(#[from] import::ImportError),
    /// A file cannot be read.
    #[error("{file}: cannot be read: {reason}")]
    Read {
        /// The file.
        file: String,
        /// The system's reason.
        reason: String,
    },
    /// A file can't be written.
    #[error(transparent)]
    File(#[from] FileError),
    /// A host that the platform does not have.
    #[error("{platform}: unknown host `{name}`; its {hosts} hosts are {first} to {last}")]
    Host {
        /// The platform's name.
        platform: String,
        /// As given.
        name: String,
        /// How many there are.
        hosts: u32,
        /// The first one's name.
        first: String,
        /// The last one's name.
        last: String,
    },
    /// A core that a host does not have.
    #[error("{platform}: unknown core `{core}` of `{host}`; a host has {cores} cores, numbered from 0")]
    Core {
        /// The platform's name.
        platform: String,
        /// The host.
        host: String,
        /// As given.
        core: String,
        /// How many a host has.
        cores: u16,
    },
}

impl CliError {
    /// The status that the command exits with: all of this is bad input or a broken installation.
    pub(crate) fn exit_status(&self) -> u8 {
        2
    }
}
