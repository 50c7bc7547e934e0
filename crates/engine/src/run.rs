//! Runs a scenario and writes its run folder.

use crate::assembly::{Assembly, AssemblyError};
use crate::computation;
use crate::counted_blocks::CountedBlocks;
use crate::defaults;
use crate::division;
use crate::empty_tables;
use crate::folder::{self, FolderError, RunFolder};
use crate::host::{Meter, resident_bytes};
use crate::link_tables::LinkTables;
use crate::saving::Saver;
use crate::scenario::{ComputeSpec, Scenario, Workload};
use crate::tables::{tables_of, time_shares};
use crate::ticker::{Samples, Ticker};
use crate::withheld::WithheldPosts;
use files::FileError;
use mpi::{Engine, RunSummary};
use observe::{AllocationRow, LinkRow, LinkUseRow, ObserveError, Recorder};
use ops::{MemoryUse, Prospect, RankDriver, RankMode, SiteAllocations};
use platform::Mapping;
use results::{HostUse, Manifest, Run};
use std::path::Path;
use thiserror::Error;
use units::{ActorId, Time, visible};
use workload::goal::loggopsim::ExecuteError;
use workload::motifs::{self, MotifError};
use workload::record::PostRecorder;
use workload::sizes::ScaledSizes;
use workload::traces::{self, OpenTrace, TraceError};

/// Why a run can't be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum RunError {
    /// A file of the scenario is wrong.
    #[error(transparent)]
    Assembly(#[from] AssemblyError),
    /// The run folder can't be written.
    #[error(transparent)]
    Folder(#[from] FolderError),
    /// A table can't be written.
    #[error(transparent)]
    Table(#[from] ObserveError),
    /// The trace can't be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// The motif can't be built.
    #[error(transparent)]
    Motif(#[from] MotifError),
    /// The trace can't be written.
    #[error(transparent)]
    Record(#[from] FileError),
    /// The last file of a run, which says how it went, can't be written.
    #[error(
        "{error}; the run had reached {time} s of simulated time, and its tables are kept and can be read, but run.json does not say how it ended"
    )]
    LastFile {
        /// The file and the reason.
        error: FolderError,
        /// Simulated seconds.
        time: String,
    },
    /// The GOAL program can't be run.
    #[error("--engine loggopsim: {0}")]
    Goal(#[from] ExecuteError),
    /// The trace has another number of ranks than was asked for.
    #[error("-n: {asked} ranks were asked for, but the trace has {found}; leave out -n")]
    TraceRanks {
        /// Asked for.
        asked: u32,
        /// In the trace.
        found: u32,
    },
}

/// How far a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Simulated time so far.
    pub time: Time,
    /// Ranks that have finished.
    pub finished: u32,
    /// All ranks.
    pub ranks: u32,
    /// Steps of the simulation so far.
    pub steps: u64,
    /// Memory of all processes of the run, bytes.
    pub memory: u64,
    /// Memory that ranks may come to hold.
    pub prospect: Prospect,
    /// Messages delivered.
    pub messages: u64,
    /// Samples of its activity.
    pub samples: Samples,
    /// How much of a trace's or motif's work has been handed to the ranks, and of how much.
    pub work: Option<(u64, u64)>,
}

impl Progress {
    pub(crate) fn of(progress: mpi::RunProgress, samples: Samples, memory: Option<MemoryUse>) -> Self {
        let mpi::RunProgress { time, finished, ranks, steps, messages, work } = progress;
        let prospect = memory.unwrap_or_default().prospect;
        let memory = memory.map_or_else(resident_bytes, |memory| memory.now);
        Self { time, finished, ranks, steps, memory, prospect, messages, samples, work }
    }
}

/// Called with the progress of a run, a few times a second at most; returns a reason to stop it, if it is to stop.
pub type Ui<'a> = &'a mut dyn FnMut(&Progress) -> Option<StopReason>;

/// Why a run is to end before its ranks have.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum StopReason {
    /// Ctrl-C or its like.
    Signal,
    /// The time limit, in seconds.
    Limit(f64),
    /// The command that has started the simulation and watched it is gone.
    Orphaned,
    /// Only this much memory is left for the run, bytes.
    Memory(u64),
}

impl StopReason {
    /// In words, for the manifest.
    pub fn words(self) -> String {
        match self {
            Self::Signal => "the run was interrupted before its ranks had finished".to_owned(),
            Self::Limit(seconds) => {
                format!("the run was stopped after its time limit of {seconds} s (--time-limit)")
            }
            Self::Orphaned => {
                "the run was stopped because the `windtunnel` that had started it was killed".to_owned()
            }
            Self::Memory(left) => {
                let mib = left >> 20;
                format!("the run was stopped because only {mib} MiB of memory were left for it on this machine")
            }
        }
    }
}

/// What a run has led to.
#[derive(Clone, Debug, PartialEq)]
pub struct RunResult {
    /// What `run.json` says.
    pub manifest: Manifest,
    /// What `host.json` says.
    pub host: HostUse,
    /// Bytes read and written through MPI-IO.
    pub files: (u64, u64),
}

/// What runs ranks, and how many there are.
pub type WorkloadDriver = (u32, Box<dyn RankDriver>);

/// The driver of a trace or motif, and its number of ranks; none for a program, whose driver the
/// runtime makes, and for one that [`crate::run_goal`] runs.
pub fn workload_driver(scenario: &Scenario) -> Result<Option<WorkloadDriver>, RunError> {
    match &scenario.workload {
        Workload::Program { .. } | Workload::Goal { .. } => Ok(None),
        Workload::Trace { files } => {
            let mut open = scenario.inputs.reading("job.trace", || traces::open(files))?;
            if scenario.text.recorded_times == Some(true) {
                let file = || files.first().map(|file| file.display().to_string()).unwrap_or_default();
                open.driver = open.recorded.take().ok_or_else(|| TraceError::NoTimes { file: file() })?;
            }
            if let ComputeSpec::Counted { counter, per_second } = &scenario.compute {
                // A wrong name is found before the run has a folder.
                CountedBlocks::of(&scenario.workload, counter, *per_second).map_err(AssemblyError::Replay)?;
            }
            match scenario.ranks {
                Some(asked) if asked != open.ranks => Err(RunError::TraceRanks { asked, found: open.ranks }),
                _ => Ok(Some((open.ranks, sized(scenario, open)))),
            }
        }
        Workload::Motif { name, parameters } => {
            let ranks = scenario.ranks.unwrap_or(0);
            let settings: Vec<String> = parameters.iter().map(|(key, value)| format!("{key}={value}")).collect();
            let driver = scenario.inputs.reading("job.parameters.file", || motifs::build(name, ranks, &settings))?;
            Ok(Some((ranks, driver)))
        }
    }
}

/// The driver of a trace, with messages of the sizes that the scenario says.
fn sized(scenario: &Scenario, open: OpenTrace) -> Box<dyn RankDriver> {
    match &scenario.size_rules {
        Some(rules) => Box::new(ScaledSizes::new(open.driver, rules.clone(), open.ranks)),
        None => open.driver,
    }
}

/// Simulates `driver` as the scenario says and writes the run folder.
pub fn run(
    scenario: &Scenario,
    ranks: u32,
    driver: &mut dyn RankDriver,
    folder: &RunFolder,
    ui: Ui<'_>,
) -> Result<RunResult, RunError> {
    let mut tested;
    let driver: &mut dyn RankDriver = match WithheldPosts::if_asked(driver) {
        Ok(withheld) => {
            tested = withheld;
            &mut tested
        }
        Err(driver) => driver,
    };
    let mut meter = Meter::start(scenario);
    let assembly = Assembly::of(scenario, ranks)?;
    let mut manifest = folder::begun(scenario, ranks);
    manifest.hash.clone_from(&assembly.hash);
    manifest.defaults.clone_from(&assembly.defaults);
    manifest.computation.clone_from(&assembly.computation);
    manifest.platform = assembly.platform.name().to_owned();
    manifest.machine.hosts = assembly.platform.hosts();
    manifest.machine.grade = assembly.platform.grade().to_string();
    manifest.machine.hosts_used = hosts_used(&assembly.mapping, assembly.platform.hosts());
    manifest.network.clone_from(&assembly.network);
    manifest.mode = driver.mode().map(|mode| mode.name().to_owned());
    manifest.mpi_library = assembly.library.name().to_owned();
    folder.write_scenario(scenario)?;
    folder.write_platform(&assembly.platform_text)?;
    folder.write_manifest(&manifest)?;

    let mut recorder = Recorder::create(folder.folder(), ranks, tables_of(scenario))?;
    let driver_mode = driver.mode();
    let mut runner = Runner::new(scenario, ranks, driver)?;
    if let Some(what) = runner.driver().unguarded() {
        meter.note_unguarded(what);
    }
    let mut options = assembly.options(scenario)?;
    if let Some(blocks) = folder.repeated_blocks(scenario, ranks, &assembly)? {
        options.blocks = blocks;
    }
    if recorder.wants::<LinkRow>() || recorder.wants::<LinkUseRow>() {
        options.resources.network.count_links(recorder.wants::<LinkUseRow>());
    }
    let asked = scenario.text.observe.iter().flatten().map(String::as_str);
    let mut notices = empty_tables::notices(asked, &assembly.network, options.resources.network.counters());
    notices.extend(scenario.lost_computation());
    notices.extend(scenario.folded());
    notices.extend(scenario.outside_of_detail());
    notices.extend(no_allocations(&recorder, driver_mode));
    notices.extend(assembly.library.notices().iter().cloned());
    manifest.warnings.clone_from(&notices);
    if recorder.grows() {
        // Rows are never there without the ranks that they are about.
        recorder.save(&mut |site| runner.driver().describe_site(site))?;
    }
    let mut stop: Option<Stop> = None;
    let mut asked = |progress: mpi::RunProgress, samples, memory| ui(&Progress::of(progress, samples, memory));
    let threads = options.resources.network.threads();
    let divided = (threads > 1).then(|| {
        let mut ticker = None;
        let mut alarm = |alarm| ticker = Some(Ticker::start(alarm, None));
        let mut hook = |progress| {
            stop = asked(progress, Samples::default(), None).map(Stop::Asked);
            stop.is_some()
        };
        division::simulate(scenario, &assembly, threads, &recorder, &mut alarm, &mut hook)
    });
    let divided = match divided {
        Some(Ok(run)) => {
            meter.add_thread(run.cpu_seconds);
            run.totals.iter().for_each(|seen| recorder.add(seen));
            folder::network(&mut manifest, &*run.network);
            let links = LinkTables::of(run.network.counters(), run.summary.time);
            Some((run.summary, links))
        }
        Some(Err(reason)) => {
            meter.note_undivided(reason);
            None
        }
        None => None,
    };
    let (outcome, links) = match divided {
        Some(run) => run,
        None => {
            let mut engine = Engine::new(options, runner.driver(), Some(&mut recorder));
            let ticker = Ticker::start(engine.hook_request(), Some(engine.activity()));
            let mut saver = Saver::new(folder, &assembly, &manifest);
            let outcome = engine.run(&mut |pause| {
                for notice in pause.take_notices() {
                    eprintln!("windtunnel: {}", visible(&notice));
                }
                if let Err(error) = saver.keep(pause) {
                    stop = Some(Stop::Broken(error));
                } else if saver.is_told() {
                    stop = asked(pause.progress, ticker.samples(), pause.memory_use()).map(Stop::Asked);
                }
                stop.is_some()
            });
            drop(ticker);
            let links = LinkTables::of(engine.network().counters(), outcome.time);
            folder::network(&mut manifest, engine.network());
            folder::servers(&mut manifest, &engine.servers());
            (outcome, links)
        }
    };
    folder::end(&mut manifest, &outcome.ending, outcome.time, outcome.totals);
    if !outcome.opened && matches!(scenario.workload, Workload::Program { .. }) {
        folder::nothing_simulated(&mut manifest);
    }
    notices.extend(phases_missed(scenario, &outcome));
    manifest.warnings = [notices, outcome.warnings.clone()].concat();
    if let Some((computation, measurement)) = manifest.computation.as_mut().zip(outcome.measurement.as_ref()) {
        let (waited, wanted) = meter.waited();
        manifest.warnings.extend(computation::conclude(computation, measurement, waited, wanted));
    }
    manifest.worlds = outcome.worlds.iter().map(folder::started).collect();
    manifest.machine.hottest_links = links.hottest(&assembly, outcome.time);
    manifest.machine.network_used = links.network_used(&assembly.platform);
    let totals = recorder.summary();
    manifest.time = time_shares(&totals, &outcome.phases, &outcome.samples);
    manifest.defaults = defaults::used(scenario, &assembly, &outcome, &totals);
    let computing = runner.driver().interrupted_rank();
    if stop.is_none() && computing.is_some() {
        let (time, steps, messages) = (outcome.time, outcome.totals.events, outcome.totals.messages);
        let progress = mpi::RunProgress { time, finished: 0, ranks, steps, messages, work: None };
        stop = asked(progress, Samples::default(), runner.driver().memory_use()).map(Stop::Asked);
    }
    match stop {
        Some(Stop::Broken(error)) => {
            folder::stopped(&mut manifest, &lost(&error));
            // Small and first: on a full disk the tables may take the rest.
            manifest.tables = folder.tables();
            let _ = folder.write_manifest(&manifest);
        }
        Some(Stop::Asked(reason)) => {
            let words = reason.words();
            folder::stopped(&mut manifest, &computing.map_or(words.clone(), |rank| format!("{words}; {rank}")));
        }
        None => {}
    }
    let files = (outcome.totals.files_read, outcome.totals.files_written);
    meter.note_processes(runner.driver().memory_use());
    meter.note_at_once(runner.driver().most_at_once());
    let closed = close(&assembly, &links, &outcome, recorder, runner);
    conclude(scenario, &mut manifest, closed, folder, &meter, files)
}

/// Hosts with ranks.
fn hosts_used(mapping: &Mapping, hosts: u32) -> u32 {
    let mut used = vec![false; hosts as usize];
    (0..mapping.ranks()).for_each(|rank| used[mapping.host(rank).0 as usize] = true);
    used.into_iter().map(u32::from).sum()
}

/// Why a run ends before its ranks have.
enum Stop {
    /// The user wants it, or a limit.
    Asked(StopReason),
    /// A file can't be written.
    Broken(String),
}

/// The message of a run that could not write a file.
fn lost(error: &str) -> String {
    format!("{error}; the run was stopped there, and what was written before is kept")
}

/// Writes the last tables and the rest of a trace: all that can be written. Gives the first error.
fn close(
    assembly: &Assembly,
    links: &LinkTables,
    outcome: &RunSummary,
    mut recorder: Recorder,
    mut runner: Runner<'_>,
) -> Option<String> {
    let phases: Vec<&str> = outcome.phases.iter().map(|phase| &*phase.name).collect();
    let of_links = links.write(&mut recorder, &assembly.platform, &phases);
    recorder.note_heaps(|rank| runner.driver().heap_peak(rank));
    let of_links = of_links.and(recorder.write(runner.driver().allocations().iter().map(allocation_row)));
    let tables = of_links.and(recorder.finish(&mut |site| runner.driver().describe_site(site)).map(|_| ()));
    let complete = matches!(outcome.ending, mpi::Outcome::Finished(_) | mpi::Outcome::Aborted { .. });
    let trace = runner.finish(complete);
    tables.err().map(|error| error.to_string()).or(trace.err().map(|error| error.to_string()))
}

/// Phases that `--detail` names, and that no rank was in.
fn phases_missed(scenario: &Scenario, outcome: &RunSummary) -> Option<String> {
    let found: Vec<&str> = outcome.phases.iter().map(|phase| &*phase.name).collect();
    let names =
        scenario.detail.iter().flat_map(|detail| &detail.phases).filter(|name| !found.contains(&name.as_str()));
    let missed: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    let there = found.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    (!missed.is_empty())
        .then(|| format!("--detail: no rank was in the phase {}; there were {there}", missed.join(", ")))
}

/// Says why the table `allocations` is empty, if it will be.
fn no_allocations(recorder: &Recorder, mode: Option<RankMode>) -> Option<String> {
    let who = match mode {
        Some(RankMode::Images | RankMode::Serialised) => return None,
        Some(RankMode::Processes) => "the program's ranks are processes, which allocate by themselves",
        None => "the ranks allocate nothing",
    };
    recorder.wants::<AllocationRow>().then(|| format!("the table `allocations` is empty: {who}"))
}

fn allocation_row(allocations: &SiteAllocations) -> AllocationRow {
    let SiteAllocations { site, blocks, largest, peaks } = allocations;
    let most = peaks.iter().copied().reduce(|most, next| if next.1 > most.1 { next } else { most });
    let (rank, peak) = most.unwrap_or((ActorId(0), 0));
    let (ranks, sum) = (peaks.len() as u32, peaks.iter().map(|(_, peak)| peak).sum());
    AllocationRow { site: visible(site).into(), ranks, blocks: *blocks, largest: *largest, peak, rank, peaks: sum }
}

/// Writes how the run has ended.
pub(crate) fn conclude(
    scenario: &Scenario,
    manifest: &mut Manifest,
    error: Option<String>,
    folder: &RunFolder,
    meter: &Meter,
    files: (u64, u64),
) -> Result<RunResult, RunError> {
    match error.filter(|_| manifest.outcome.ending != "stopped") {
        Some(error) if manifest.outcome.ending == "finished" => folder::stopped(manifest, &lost(&error)),
        Some(error) => manifest.warnings.push(lost(&error)),
        None => {}
    }
    manifest.tables = folder.tables();
    note_inputs(scenario, manifest, meter.started_in());
    let host = meter.read();
    if let Err(error) = folder.write_host(&host) {
        manifest.warnings.push(error.to_string());
    }
    // Last of all: it says that the rest is there.
    let written = folder.write_manifest(manifest);
    written.map_err(|error| RunError::LastFile { error, time: manifest.outcome.simulated_time.clone() })?;
    Ok(RunResult { manifest: manifest.clone(), host, files })
}

/// Notes what the run, which was started in this folder, has read.
fn note_inputs(scenario: &Scenario, manifest: &mut Manifest, started_in: &Path) {
    manifest.files.inputs = scenario.inputs.list();
    manifest.files.inputs_lack = scenario.inputs.lacks();
    manifest.warnings.extend_from_slice(&manifest.files.inputs_lack);
    let changed = manifest.files.inputs.iter().filter(|input| input.changed && input.key != files::UPDATED);
    let warnings = changed.map(|input| {
        let what = if files::digest(input.path.as_ref()).is_some() {
            "has changed while the run read it: the result may belong to no state of it"
        } else {
            "cannot be read again: what the run read in it is not known"
        };
        format!("{} ({}) {what}", input.path, input.key)
    });
    manifest.warnings.extend(warnings);
    let other = |folder: &Path| other_program(manifest, folder, started_in);
    let other: Vec<String> = scenario.replayed_runs().filter_map(other).collect();
    manifest.warnings.extend(other);
}

/// What to say if the blocks of a former run were those of another program, or of one that has read other data.
fn other_program(manifest: &Manifest, former: &Path, started_in: &Path) -> Option<String> {
    let run = Run::open(&started_in.join(former)).ok()?;
    let files = manifest.files.other_program(&run.manifest().files);
    let (former, files) = (former.display(), files.join(", "));
    (!files.is_empty())
        .then(|| format!("the blocks of {former} are those of another program: {files} had other contents"))
}

/// The driver that runs the ranks: the given one, or one around it that writes a trace of its posts.
enum Runner<'a> {
    Plain(&'a mut dyn RankDriver),
    Recorded(Box<PostRecorder<&'a mut dyn RankDriver>>),
}

impl<'a> Runner<'a> {
    fn new(scenario: &Scenario, ranks: u32, driver: &'a mut dyn RankDriver) -> Result<Self, RunError> {
        let Some(trace) = &scenario.job().record else { return Ok(Self::Plain(driver)) };
        // The program may change the working directory.
        let path = std::path::absolute(trace).unwrap_or_else(|_| trace.clone());
        Ok(Self::Recorded(Box::new(PostRecorder::new(driver, ranks, &path)?)))
    }

    fn driver(&mut self) -> &mut dyn RankDriver {
        match self {
            Self::Plain(driver) => *driver,
            Self::Recorded(driver) => &mut **driver,
        }
    }

    /// Writes the rest of the trace, `complete` or cut short.
    fn finish(self, complete: bool) -> Result<(), FileError> {
        match self {
            Self::Plain(_) => Ok(()),
            Self::Recorded(driver) => driver.finish(complete).map(|_| ()),
        }
    }
}
