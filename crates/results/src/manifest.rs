//! The manifest of a run folder (`run.json`), and `host.json`, which has the cost of the simulation on the machine that ran
//! it. Everything in a run folder but `host.json` depends on the scenario alone and is identical on every machine.

use config::UsedDefault;
use files::Input;
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Ranks that may have been started in a run that was killed before it recorded them.
const STARTED_UNTOLD: u64 = 1 << 16;

/// `run.json`: input and outcome of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The schema's version.
    pub schema: u32,
    /// The version of Windtunnel.
    pub version: String,
    /// A hash of scenario, platform and MPI library: equal hashes mean equal runs (if blocks are not measured).
    pub hash: String,
    /// The scenario as in its file, with defaults.
    pub scenario: serde_json::Value,
    /// Defaults that were used, and where they come from.
    pub defaults: Vec<UsedDefault>,
    /// The number of ranks.
    pub ranks: u32,
    /// How a program's ranks ran: as `images`, `serialised` or `processes`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// The platform's name.
    pub platform: String,
    /// The network model.
    pub network: String,
    /// The MPI library that is modelled.
    pub mpi_library: String,
    /// How the run ended.
    #[serde(flatten)]
    pub outcome: RunOutcome,
    /// Counts of the whole run.
    #[serde(flatten)]
    pub totals: RunTotals,
    /// Whether contents of messages were left out, and from which size on.
    pub payload: String,
    /// Where the ranks' time went.
    pub time: TimeShares,
    /// Where the durations of a program's blocks come from; none if they take no time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computation: Option<Computation>,
    /// The machine, and what its parts have done.
    #[serde(flatten)]
    pub machine: MachineUse,
    /// Warnings.
    pub warnings: Vec<String>,
    /// Worlds that were started while the run was on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worlds: Vec<StartedWorld>,
    /// Tables in the folder.
    pub tables: Vec<String>,
    /// The program's inputs, and the files it may write.
    #[serde(flatten)]
    pub files: RunFiles,
}

/// The files that a run has read, and those that it may write.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunFiles {
    /// The files that the run has read, by key and path; empty while it is running.
    #[serde(default)]
    pub inputs: Vec<Input>,
    /// Why files that the program reads may be missing from that list; nothing if it has all of them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs_lack: Vec<String>,
    /// Names of all that the run may write into its folder, noted when it begins. A folder with anything else in it is not
    /// replaced by another run.
    #[serde(default)]
    pub contents: Vec<String>,
}

/// Keys of the inputs that a program consists of and reads.
const PROGRAM_KEYS: [&str; 5] = ["executable", "library", "module", "program", "read"];

impl RunFiles {
    /// The files that the run's program consists of and has read: digests by key and path.
    pub fn program_inputs(&self) -> BTreeMap<(&str, &str), &str> {
        let of_program = self.inputs.iter().filter(|input| PROGRAM_KEYS.contains(&&*input.key));
        of_program.map(|input| ((&*input.key, &*input.path), &*input.sha256)).collect()
    }

    /// Files of the program that have other contents in another run, as `PATH (KEY)`. Programs of different names are compared by
    /// their contents; files that only one of the runs has read are left out.
    pub fn other_program(&self, other: &Self) -> Vec<String> {
        let (own, others) = (self.program_inputs(), other.program_inputs());
        let programs = |list: &BTreeMap<(&str, &str), &str>| -> Vec<String> {
            list.iter().filter(|((key, _), _)| *key == "program").map(|(_, digest)| (*digest).to_owned()).collect()
        };
        let renamed = programs(&own).iter().any(|digest| programs(&others).contains(digest));
        let differs = |(file, digest): &(&(&str, &str), &&str)| match others.get(*file) {
            Some(found) => found != *digest,
            None => file.0 == "program" && !renamed && !programs(&others).is_empty(),
        };
        own.iter().filter(differs).map(|((key, path), _)| format!("{path} ({key})")).collect()
    }
}

impl Manifest {
    /// Ranks that the run has had, including those of spawned worlds. A run that did not end may have had more than it
    /// recorded.
    pub fn all_ranks(&self) -> u64 {
        let worlds = self.worlds.iter().map(|world| u64::from(world.first) + u64::from(world.ranks));
        let known = worlds.max().unwrap_or(0).max(self.ranks.into());
        if self.outcome.is_finished() { known } else { known + STARTED_UNTOLD }
    }

    /// Whether the run got so far as to leave figures: a launcher that died has written none.
    pub fn has_figures(&self) -> bool {
        // A run that came to its end has this table, even if it ended where it began.
        let concluded = self.tables.iter().any(|table| table == "ranks");
        concluded || self.totals.has_steps() || self.outcome.is_finished()
    }
}

/// How a run ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunOutcome {
    /// `finished`, `aborted`, `failed`, `stopped`, `crashed` or `running`; `killed` is read where a run that was running is gone.
    pub ending: String,
    /// The program's own exit status (or code of `MPI_Abort`).
    pub program_status: i32,
    /// Why the run did not finish.
    pub diagnosis: Option<String>,
    /// Simulated time in picoseconds.
    pub simulated_time_ps: u64,
    /// The same in seconds, all twelve decimals.
    pub simulated_time: String,
}

impl RunOutcome {
    /// Records that the run could not begin.
    pub fn refuse(&mut self, reason: &str) {
        self.ending = "failed".to_owned();
        self.program_status = 1;
        self.diagnosis = Some(reason.to_owned());
    }

    /// Whether every rank came to its end.
    pub fn is_finished(&self) -> bool {
        self.ending == "finished"
    }

    /// The exit status of the command for such a run (0 or 1).
    pub fn exit_status(&self) -> i32 {
        i32::from(!(self.is_finished() && self.program_status == 0))
    }
}

/// Counts of a whole run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunTotals {
    /// Steps of the simulation.
    pub events: u64,
    /// Messages delivered.
    pub messages: u64,
    /// Their payload bytes.
    pub bytes: u64,
    /// Collective operations, once per rank.
    pub collectives: u64,
    /// By how many millionths of a link's capacity the rates over it may miss it, if the network model computes shared rates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate_error: Option<u32>,
    /// What the transport has lost and repaired, if the network model loses packets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub losses: Option<Losses>,
}

/// What a transport over a network that loses packets has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Losses {
    /// Packets sent, acknowledgements included.
    pub packets: u64,
    /// Of these, acknowledgements without data.
    pub acknowledgements: u64,
    /// Packets that found a full queue.
    pub dropped: u64,
    /// Segments sent again.
    pub resent: u64,
    /// Retransmission timers that have expired.
    pub timeouts: u64,
}

impl RunTotals {
    /// Whether anything was simulated.
    pub fn has_steps(&self) -> bool {
        self.events > 0
    }
}

/// Where the durations of a program's blocks come from, and how well they were measured.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Computation {
    /// Where from, and how they were scaled, in words.
    pub source: String,
    /// Simulated time per measured or replayed time, in parts of a million.
    pub scale_millionths: u64,
    /// The speed of the cores that they hold for, in operations per second; none: that of the machine they were measured
    /// on, or as somebody has scaled it by hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub core_speed: Option<u64>,
    /// Blocks measured in this run.
    #[serde(default)]
    pub blocks: u64,
    /// Of them, blocks that were preempted.
    #[serde(default)]
    pub disturbed: u64,
    /// Of these, blocks that count as the median of their call site.
    #[serde(default)]
    pub replaced: u64,
    /// Time of the disturbed ones over that of all, in parts of a million.
    #[serde(default)]
    pub disturbed_millionths: u64,
}

impl Computation {
    /// Simulated time per measured or replayed time, in parts of a million, of a run whose blocks come from here.
    pub fn scale_of(computation: Option<&Self>, otherwise: u64) -> u64 {
        computation.map_or(otherwise, |computation| computation.scale_millionths)
    }

    /// The share of the measured time in disturbed blocks, in parts of a million; none if no block was disturbed.
    pub fn disturbed_share(&self) -> Option<u64> {
        (self.disturbed > 0).then_some(self.disturbed_millionths)
    }
}

/// A world that was started while the run was on (`MPI_Comm_spawn`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartedWorld {
    /// Its number; 0 is the world that the run began with.
    pub job: u32,
    /// Its rank 0 among all ranks of the run.
    pub first: u32,
    /// Its ranks.
    pub ranks: u32,
    /// Who has started it.
    pub parent: u32,
    /// When its ranks began, in picoseconds.
    pub start_ps: u64,
    /// Its programs, as they were named.
    pub programs: Vec<String>,
}

/// Mean and maximum over ranks, in picoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Mean over ranks.
    pub mean_ps: u64,
    /// The largest of a rank.
    pub max_ps: u64,
}

impl Share {
    /// Whether no rank has any.
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

/// Where the ranks' time went.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeShares {
    /// In the program's own blocks.
    pub compute: Share,
    /// In MPI calls.
    pub mpi: Share,
    /// Of that, waiting for others.
    pub waiting: Share,
    /// In work of either kind, taken by noise.
    #[serde(default, skip_serializing_if = "Share::is_zero")]
    pub noise: Share,
    /// By function, most time first.
    pub functions: Vec<FunctionShare>,
    /// By phase, in the order of first marks, where the program marks any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub phases: Vec<PhaseShare>,
    /// Bodies of which only some were run (`wt_sample`), by name in the order of their first ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub samples: Vec<SampleShare>,
}

impl TimeShares {
    /// Mean computation over that of the rank with most; none if nothing was computed.
    pub fn load_balance(&self) -> Option<f64> {
        (self.compute.max_ps > 0).then(|| self.compute.mean_ps as f64 / self.compute.max_ps as f64)
    }
}

/// The time from marks of a phase to the next ones, or to the end: what ranks compute and call in it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PhaseShare {
    /// The name of a `wt_phase`, or the level of an `MPI_Pcontrol`.
    pub phase: String,
    /// Mean over all ranks.
    pub mean_ps: u64,
    /// The largest of a rank.
    pub max_ps: u64,
    /// Stays in it, if only some were simulated in detail (`--detail`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<StepShare>,
}

/// Steps of a loop of which only some were simulated in detail: the mean time of those stood for the others, which are in a phase
/// of their own.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepShare {
    /// Steps of the rank with most.
    pub all: u64,
    /// Of these, those in detail.
    pub detailed: u64,
    /// Their mean time over all ranks, picoseconds.
    pub mean_ps: u64,
    /// By how much one of them has differed from the first at most, in millionths of that one.
    pub change_millionths: u64,
    /// Steps that differed too much from the one before them for those after to be skipped.
    pub unlike: u64,
}

/// Bodies of computation of which only some were run: the mean time of those stood for the others.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SampleShare {
    /// The name that the program gives to `wt_sample`.
    pub sample: String,
    /// Whether each rank had a sample of its own, instead of one of all ranks.
    pub own: bool,
    /// Bodies over all ranks.
    pub bodies: u64,
    /// Of these, those that were run.
    pub ran: u64,
    /// Their mean time, picoseconds.
    pub mean_ps: u64,
    /// Half of the mean's 95 % confidence interval, in millionths of the mean, of the sample whose is widest; none if that has a single time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interval_millionths: Option<u64>,
    /// The interval that the program demands.
    pub demanded_millionths: u32,
    /// Time stated for the bodies that were not run, over all ranks, picoseconds.
    pub stated_ps: u64,
    /// How often the times of bodies drifted.
    pub drifts: u64,
}

/// One MPI function's part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FunctionShare {
    /// `MPI_Allreduce`.
    pub function: String,
    /// Calls over all ranks.
    pub calls: u64,
    /// Time over all ranks, picoseconds.
    pub time_ps: u64,
    /// Of that, waiting.
    pub waiting_ps: u64,
}

/// The machine, and what its parts have done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MachineUse {
    /// Hosts of the platform.
    pub hosts: u32,
    /// How far the platform's figures have been held against the machine: `A`, `B` or `C`, and what that means.
    #[serde(default)]
    pub grade: String,
    /// Hosts on which the ranks that the run began with are; 0 if the run has not begun.
    #[serde(default)]
    pub hosts_used: u32,
    /// Whether anything has crossed a link between hosts; none if the network model doesn't count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub network_used: Option<bool>,
    /// The busiest links, busiest first.
    pub hottest_links: Vec<HotLink>,
    /// File servers by number, if any was asked and the storage model counts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub file_servers: Vec<FileServer>,
}

impl MachineUse {
    /// File servers with their numbers, those first whose devices were busy longest.
    pub fn busiest_servers(&self) -> Vec<(usize, &FileServer)> {
        let mut all: Vec<(usize, &FileServer)> = self.file_servers.iter().enumerate().collect();
        all.sort_by_key(|&(number, server)| (Reverse(server.busy_ps), number));
        all
    }
}

/// A link that was busy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HotLink {
    /// Its name on the platform.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Bytes carried.
    pub bytes: u64,
    /// Utilisation: bytes carried over its capacity in the whole run, in millionths.
    pub utilisation_millionths: u64,
    /// Time with at least one transfer on it.
    pub busy_ps: u64,
}

/// What a file server has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileServer {
    /// Requests that have reached it.
    pub requests: u64,
    /// Bytes that its device has read.
    pub read: u64,
    /// Bytes that its device has written.
    pub written: u64,
    /// Accesses to its device.
    pub jobs: u64,
    /// Of these, those for which an arm had to be positioned.
    pub seeks: u64,
    /// Time of positioning.
    pub positioning_ps: u64,
    /// Time with at least one access.
    pub busy_ps: u64,
    /// The most bytes in its memory at a time.
    pub most_memory: u64,
}

/// `host.json`: the cost of a run on the machine that simulated it, and the folder in which it was started.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HostUse {
    /// Seconds by the clock.
    pub wall_seconds: f64,
    /// Seconds of CPU, user and system, of the process that simulates.
    pub cpu_seconds: f64,
    /// The most memory, bytes: resident of this process; where ranks are processes, of all of them, shared pages once.
    pub peak_memory_bytes: u64,
    /// The folder in which it was started, which relative paths of its scenario start from; none if it has no name in UTF-8.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_in: Option<String>,
    /// The environment that a program was given: SHA-256 of each variable's value. Variables of the session are left out.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
    /// Why one thread has simulated a run that was to be divided over several.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undivided: Option<String>,
    /// Which memory of a program's ranks nothing keeps from the others', as there are too many ranks for this machine's limits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unguarded: Option<String>,
    /// The most ranks that have computed at once; none if only one could.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computed_at_once: Option<u32>,
}
