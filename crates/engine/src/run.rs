//! One run from scenario to run folder.

use crate::assembly::{Assembly, AssemblyError};
use crate::computation;
use crate::empty_tables;
use crate::folder::{self, FolderError, RunFolder};
use crate::host::{Meter, resident_bytes};
use crate::scenario::{ComputeSpec, Scenario, Workload};
use files::FileError;
use kernel::LinkCounters;
use mpi::{Engine, PhaseTime};
use observe::{LinkChannelUse, LinkPartUse, LinkUse, LinkUseInBucket, ObserveError, Recorder, Summary};
use ops::{Answer, CallSite, Post, RankDriver, SpawnCall, SpawnError, UserMemory};
use results::{FunctionShare, HostUse, HotLink, Manifest, PhaseShare, Share, TimeShares};
use std::time::Instant;
use thiserror::Error;
use units::{ActorId, HostId, LinkId, Time};
use workload::goal::loggopsim::ExecuteError;
use workload::motifs::{self, MotifError};
use workload::record::TiRecorder;
use workload::traces::{self, TraceError};

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
    /// The GOAL program can't be run.
    #[error("--engine loggopsim: {0}")]
    Goal(#[from] ExecuteError),
    /// The trace has another number of ranks than was asked for.
    #[error("-n: {asked} ranks were asked for, but the trace has {found}")]
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
    /// Resident memory of the process, bytes.
    pub memory: u64,
    /// How much of a trace's or motif's work has been handed to the ranks, and of how much.
    pub work: Option<(u64, u64)>,
}

/// Is told how far a run is, a few times a second at most; returns whether to stop it.
pub type Ui<'a> = &'a mut dyn FnMut(&Progress) -> bool;

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
            let open = traces::open(files)?;
            match scenario.ranks {
                Some(asked) if asked != open.ranks => Err(RunError::TraceRanks { asked, found: open.ranks }),
                _ => Ok(Some((open.ranks, open.driver))),
            }
        }
        Workload::Motif { name, parameters } => {
            let ranks = scenario.ranks.unwrap_or(0);
            let settings: Vec<String> = parameters.iter().map(|(key, value)| format!("{key}={value}")).collect();
            Ok(Some((ranks, motifs::build(name, ranks, &settings)?)))
        }
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
    let meter = Meter::start();
    let assembly = Assembly::of(scenario, ranks)?;
    let mut manifest = folder::begun(scenario, ranks);
    manifest.hash.clone_from(&assembly.hash);
    manifest.defaults.clone_from(&assembly.defaults);
    manifest.computation.clone_from(&assembly.computation);
    manifest.platform = assembly.platform.name().to_owned();
    manifest.hosts = assembly.platform.hosts();
    manifest.network.clone_from(&assembly.network);
    manifest.mpi_library = assembly.library.name().to_owned();
    folder.write_scenario(scenario)?;
    folder.write_platform(&assembly.platform_text)?;
    folder.write_manifest(&manifest)?;

    let mut recorder = Recorder::create(folder.path(), ranks, outputs(scenario))?;
    let mut runner = Runner::new(scenario, ranks, &assembly, driver)?;
    let mut options = assembly.options(scenario)?;
    if let Some(blocks) = folder.repeated_blocks(scenario, ranks, &assembly)? {
        options.blocks = blocks;
    }
    if recorder.wants_links() || recorder.wants_link_use() {
        options.resources.network.count_links(recorder.wants_link_use());
    }
    let asked = scenario.text.observe.iter().flatten().map(String::as_str);
    let notices = empty_tables::notices(asked, &assembly.network, options.resources.network.counters());
    let mut engine = Engine::new(options, runner.driver(), Some(&mut recorder));
    let mut last = Instant::now();
    let mut watch = |glance: &mpi::Glance| {
        if last.elapsed().as_millis() < 200 {
            return false;
        }
        last = Instant::now();
        let mpi::Glance { time, finished, ranks, steps, work } = *glance;
        ui(&Progress { time, finished, ranks, steps, memory: resident_bytes(), work })
    };
    let outcome = engine.run(&mut watch);
    let files = (outcome.totals.files_read, outcome.totals.files_written);
    folder::end(&mut manifest, &outcome.ending, outcome.time, outcome.totals);
    manifest.warnings = [notices, outcome.warnings].concat();
    if let Some((computation, measurement)) = manifest.computation.as_mut().zip(outcome.measurement) {
        let (waited, wanted) = meter.waited();
        manifest.warnings.extend(computation::conclude(computation, &measurement, waited, wanted));
    }
    manifest.worlds = outcome.worlds.iter().map(folder::started).collect();
    let links = LinkTables::of(engine.network().counters(), outcome.time);
    drop(engine);
    manifest.hottest_links = links.hottest(&assembly, outcome.time);
    let platform = &assembly.platform;
    let mut describe = |link| (platform.link_name(link), platform.link_class_name(link).to_owned());
    recorder.links(&mut links.uses.into_iter(), &mut describe)?;
    recorder.link_buckets(&mut links.buckets.into_iter())?;
    recorder.link_channels(&mut links.channels.into_iter())?;
    let mut class_of = |link| platform.link_class_name(link).to_owned();
    let phases: Vec<&str> = outcome.phases.iter().map(|phase| &*phase.name).collect();
    recorder.link_use(&mut links.parts.into_iter(), &phases, &mut class_of)?;
    let summary = recorder.finish(&mut |site| runner.driver().describe_site(site))?;
    manifest.warnings.extend(runner.finish()?);
    manifest.time = time_shares(&summary, &outcome.phases);
    manifest.tables = folder.tables();
    let host = meter.read();
    folder.write_manifest(&manifest)?;
    folder.write_host(&host)?;
    Ok(RunResult { manifest, host, files })
}

/// What runs the ranks: the driver itself, or one that writes a trace of what it posts.
enum Runner<'a> {
    Plain(&'a mut dyn RankDriver),
    Recorded(Box<TiRecorder<Borrowed<'a>>>),
}

impl<'a> Runner<'a> {
    fn new(
        scenario: &Scenario,
        ranks: u32,
        assembly: &Assembly,
        driver: &'a mut dyn RankDriver,
    ) -> Result<Self, RunError> {
        let Some(trace) = &scenario.job().record else { return Ok(Self::Plain(driver)) };
        // The program may change the working directory.
        let list = std::path::absolute(trace).unwrap_or_else(|_| trace.clone());
        let speed = assembly.platform.host.speed;
        Ok(Self::Recorded(Box::new(TiRecorder::new(Borrowed(driver), ranks, &list, speed)?)))
    }

    fn driver(&mut self) -> &mut dyn RankDriver {
        match self {
            Self::Plain(driver) => *driver,
            Self::Recorded(driver) => &mut **driver,
        }
    }

    /// Writes the rest of the trace; gives what it has no words for.
    fn finish(self) -> Result<Vec<String>, RunError> {
        match self {
            Self::Plain(_) => Ok(Vec::new()),
            Self::Recorded(driver) => {
                let (_, report) = driver.finish()?;
                Ok(report.to_string().lines().map(|line| format!("recorded trace: {line}")).collect())
            }
        }
    }
}

/// A driver that somebody else owns.
struct Borrowed<'a>(&'a mut dyn RankDriver);

impl RankDriver for Borrowed<'_> {
    fn resume(&mut self, actor: ActorId, answer: &Answer, posts: &mut Vec<Post>) -> ops::Progress {
        self.0.resume(actor, answer, posts)
    }

    fn resume_lane(&mut self, rank: ActorId, lane: u32, answer: &Answer, posts: &mut Vec<Post>) -> ops::Progress {
        self.0.resume_lane(rank, lane, answer, posts)
    }

    fn lanes(&mut self, rank: ActorId) -> ops::Lanes {
        self.0.lanes(rank)
    }

    fn reduce(&mut self, actor: ActorId, op: u64, count: u64, input: &[u8], inout: &mut [u8]) {
        self.0.reduce(actor, op, count, input, inout);
    }

    fn handed_out(&self) -> Option<(u64, u64)> {
        self.0.handed_out()
    }

    fn memory(&mut self) -> &mut dyn UserMemory {
        self.0.memory()
    }

    fn describe_site(&mut self, site: CallSite) -> String {
        self.0.describe_site(site)
    }

    fn spawn(&mut self, call: &SpawnCall, first: ActorId, hosts: &[HostId]) -> Result<(), SpawnError> {
        self.0.spawn(call, first, hosts)
    }
}

/// The tables to write.
pub(crate) fn outputs(scenario: &Scenario) -> Vec<&str> {
    let mut tables: Vec<&str> = vec!["links"];
    tables.extend(scenario.text.observe.iter().flatten().map(String::as_str));
    // Measured blocks are the one input that can't be had again: the run folder keeps them.
    if matches!(scenario.workload, Workload::Program { .. }) && scenario.compute != ComputeSpec::None {
        tables.push("blocks");
    }
    tables
}

/// What links have carried, copied out of the network model.
#[derive(Default)]
struct LinkTables {
    uses: Vec<LinkUse>,
    buckets: Vec<LinkUseInBucket>,
    channels: Vec<LinkChannelUse>,
    parts: Vec<LinkPartUse>,
}

impl LinkTables {
    fn of(counters: Option<&dyn LinkCounters>, end: Time) -> Self {
        let Some(counters) = counters else { return Self::default() };
        let (mut uses, mut buckets, mut channels, mut parts) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        counters.for_each_link(&mut |link, used| uses.push(LinkUse { link, bytes: used.bytes, busy: used.busy }));
        if let Some(width) = counters.bucket() {
            counters.for_each_bucket(&mut |link, bucket, bytes| {
                let start = Time::from_ps(bucket * width.ps());
                buckets.push(LinkUseInBucket { link, start, end: start.saturating_add(width).min(end), bytes });
            });
        }
        counters.for_each_channel(&mut |link, vc, used| {
            let kernel::ChannelUse { bytes, packets, stalled } = used;
            channels.push(LinkChannelUse { link, vc, bytes, packets, stalled });
        });
        let width = counters.bucket().unwrap_or(Time::MAX);
        counters.for_each_part(&mut |link, kernel::Part { bucket, phase, vc }, used| {
            let start = Time::from_ps(bucket * width.ps());
            let kernel::PartUse { bytes, packets, busy, stalled } = used;
            let end = start.saturating_add(width).min(end);
            parts.push(LinkPartUse { link, phase, vc, start, end, bytes, packets, busy, stalled });
        });
        Self { uses, buckets, channels, parts }
    }

    /// The links that carried most of what they could, busiest first, at most eight.
    fn hottest(&self, assembly: &Assembly, end: Time) -> Vec<HotLink> {
        let platform = &assembly.platform;
        let utilisation = |used: &LinkUse| {
            let could = u128::from(platform.link(used.link).bandwidth.0) * u128::from(end.ps()) / 1_000_000_000_000;
            (u128::from(used.bytes) * 1_000_000).checked_div(could).unwrap_or(0) as u64
        };
        let mut order: Vec<(u64, LinkId, usize)> =
            self.uses.iter().enumerate().map(|(at, used)| (utilisation(used), used.link, at)).collect();
        order.sort_unstable_by_key(|&(utilisation, link, _)| (std::cmp::Reverse(utilisation), link));
        let hot = order.iter().take(8).filter(|(utilisation, ..)| *utilisation > 0);
        hot.map(|&(utilisation_millionths, link, at)| HotLink {
            name: platform.link_name(link),
            class: platform.link_class_name(link).to_owned(),
            bytes: self.uses[at].bytes,
            utilisation_millionths,
            busy_ps: self.uses[at].busy.ps(),
        })
        .collect()
    }
}

fn time_shares(summary: &Summary, phases: &[PhaseTime]) -> TimeShares {
    let share = |(mean, max): (Time, Time)| Share { mean_ps: mean.ps(), max_ps: max.ps() };
    let functions = summary.functions.iter().map(|function| FunctionShare {
        function: function.function.name().to_owned(),
        calls: function.calls,
        time_ps: function.time.ps(),
        waiting_ps: function.waiting.ps(),
    });
    let phase = |phase: &PhaseTime| PhaseShare {
        phase: phase.name.to_string(),
        mean_ps: phase.mean.ps(),
        max_ps: phase.max.ps(),
    };
    TimeShares {
        compute: share(summary.compute),
        mpi: share(summary.mpi),
        waiting: share(summary.waiting),
        functions: functions.collect(),
        phases: if phases.len() > 1 { phases.iter().map(phase).collect() } else { Vec::new() },
    }
}
