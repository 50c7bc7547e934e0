//! The run folder: `run.json`, `host.json`, `scenario.toml` and the tables.
//!
//! Everything but `host.json` depends on the scenario alone and is byte-identical on every machine.

use crate::host::HostUse;
use crate::scenario::{SCHEMA, Scenario, UsedDefault};
use mpi::{Ending, Totals};
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use thiserror::Error;
use units::Time;

/// A run's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFolder {
    path: PathBuf,
}

/// Why a run folder can't be written or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The folder exists and holds something else.
    #[error("{path}: exists and is not a run folder; give another --out, or remove it")]
    NotARun {
        /// The folder.
        path: String,
    },
    /// It can't be made or written.
    #[error("{path}: cannot be written: {reason}")]
    Write {
        /// What.
        path: String,
        /// Why.
        reason: String,
    },
    /// It can't be read.
    #[error("{path}: is not a run folder: {reason}")]
    Read {
        /// What.
        path: String,
        /// Why.
        reason: String,
    },
}

/// `run.json`: what a run was and what it led to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// The schema's version.
    pub schema: u32,
    /// The version of Windtunnel.
    pub version: String,
    /// A hash of scenario, platform and MPI library: equal hashes mean equal runs (if blocks are not measured).
    pub hash: String,
    /// The scenario in the words of its file, defaults filled in.
    pub scenario: serde_json::Value,
    /// Defaults that were used, and where they come from.
    pub defaults: Vec<UsedDefault>,
    /// The number of ranks.
    pub ranks: u32,
    /// The platform's name.
    pub platform: String,
    /// Hosts of the platform.
    pub hosts: u32,
    /// The network model.
    pub network: String,
    /// The MPI library that is modelled.
    pub mpi_library: String,
    /// `finished`, `aborted`, `failed`, `stopped`, `crashed` or `running`.
    pub ending: String,
    /// The program's own exit status (or code of `MPI_Abort`).
    pub program_status: i32,
    /// In words, if the run did not finish.
    pub diagnosis: Option<String>,
    /// Simulated time in picoseconds.
    pub simulated_time_ps: u64,
    /// The same in seconds, all twelve decimals.
    pub simulated_time: String,
    /// Steps of the simulation.
    pub events: u64,
    /// Messages delivered.
    pub messages: u64,
    /// Their payload bytes.
    pub bytes: u64,
    /// Collective operations, once per rank.
    pub collectives: u64,
    /// Whether contents of messages were left out, and from which size on.
    pub payload: String,
    /// Where the ranks' time went.
    pub time: TimeShares,
    /// The busiest links, busiest first.
    pub hottest_links: Vec<HotLink>,
    /// What the user should know.
    pub warnings: Vec<String>,
    /// Worlds that were started while the run was on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub worlds: Vec<StartedWorld>,
    /// Tables in the folder.
    pub tables: Vec<String>,
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

impl StartedWorld {
    pub(crate) fn of(world: &mpi::World) -> Self {
        let mpi::World { job, first, ranks, parent, start, programs } = world.clone();
        Self { job, first, ranks, parent, start_ps: start.ps(), programs }
    }
}

/// Mean and maximum over ranks, in picoseconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Mean over ranks.
    pub mean_ps: u64,
    /// The largest of a rank.
    pub max_ps: u64,
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
    /// By function, most time first.
    pub functions: Vec<FunctionShare>,
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

/// A link that was busy.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HotLink {
    /// Its name on the platform.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Bytes carried.
    pub bytes: u64,
    /// Bytes carried over what it could have carried in the whole run, in parts of a million.
    pub utilisation_millionths: u64,
    /// Time with at least one transfer on it.
    pub busy_ps: u64,
}

impl RunFolder {
    /// A folder to write a run into. An older run in it is replaced; anything else is left alone.
    pub fn create(path: &Path) -> Result<Self, FolderError> {
        if path.exists() {
            let is_run = path.join("run.json").is_file() || path.join("scenario.toml").is_file();
            let is_empty = std::fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
            if !is_run && !is_empty {
                return Err(FolderError::NotARun { path: path.display().to_string() });
            }
            for name in ["run.json", "host.json", "scenario.toml", "crash.jsonl", "stdout.txt", "stderr.txt"] {
                let _ = std::fs::remove_file(path.join(name));
            }
            for table in observe::OUTPUTS {
                let _ = std::fs::remove_dir_all(path.join(table.name));
            }
        }
        std::fs::create_dir_all(path).map_err(|error| write_error(path, &error))?;
        Ok(Self { path: path.to_owned() })
    }

    /// A folder that [`RunFolder::create`] has made, in another process.
    pub fn made(path: &Path) -> Result<Self, FolderError> {
        if path.is_dir() {
            return Ok(Self { path: path.to_owned() });
        }
        Err(FolderError::Read { path: path.display().to_string(), reason: "there is no such folder".to_owned() })
    }

    /// A folder that a run has been written into.
    pub fn open(path: &Path) -> Result<Self, FolderError> {
        if path.join("run.json").is_file() {
            return Ok(Self { path: path.to_owned() });
        }
        let reason = if path.is_dir() { "it has no run.json" } else { "there is no such folder" };
        Err(FolderError::Read { path: path.display().to_string(), reason: reason.to_owned() })
    }

    /// A name that is not taken: `NAME`, or `NAME-2` and so on.
    pub fn free_name(parent: &Path, name: &str) -> PathBuf {
        let mut path = parent.join(name);
        let mut number = 2;
        while path.exists() {
            path = parent.join(format!("{name}-{number}"));
            number += 1;
        }
        path
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes `scenario.toml`.
    pub fn write_scenario(&self, scenario: &Scenario) -> Result<(), FolderError> {
        self.write("scenario.toml", scenario.to_toml())
    }

    /// Writes `run.json`.
    pub fn write_manifest(&self, manifest: &Manifest) -> Result<(), FolderError> {
        self.write("run.json", json(manifest))
    }

    /// Writes `host.json`.
    pub fn write_host(&self, host: &HostUse) -> Result<(), FolderError> {
        self.write("host.json", json(host))
    }

    /// The tables that are in it.
    pub fn tables(&self) -> Vec<String> {
        let present = observe::OUTPUTS.iter().filter(|output| self.path.join(output.name).is_dir());
        present.map(|output| output.name.to_owned()).collect()
    }

    /// Reads `run.json`.
    pub fn manifest(&self) -> Result<Manifest, FolderError> {
        self.read("run.json")
    }

    /// Reads `host.json`.
    pub fn host(&self) -> Result<HostUse, FolderError> {
        self.read("host.json")
    }

    fn write(&self, name: &str, text: String) -> Result<(), FolderError> {
        let path = self.path.join(name);
        std::fs::write(&path, text).map_err(|error| write_error(&path, &error))
    }

    fn read<T: for<'a> Deserialize<'a>>(&self, name: &str) -> Result<T, FolderError> {
        let path = self.path.join(name);
        let error = |reason: String| FolderError::Read { path: path.display().to_string(), reason };
        let text = std::fs::read_to_string(&path).map_err(|reason| error(reason.to_string()))?;
        serde_json::from_str(&text).map_err(|reason| error(reason.to_string()))
    }
}

fn json<T: Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("plain data become JSON");
    text.push('\n');
    text
}

fn write_error(path: &Path, error: &std::io::Error) -> FolderError {
    FolderError::Write { path: path.display().to_string(), reason: error.to_string() }
}

impl Manifest {
    /// A manifest of a run that has not ended yet.
    pub fn begun(scenario: &Scenario, ranks: u32) -> Self {
        Self {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            hash: String::new(),
            scenario: serde_json::to_value(&scenario.text).expect("a scenario becomes JSON"),
            defaults: scenario.defaults.clone(),
            ranks,
            platform: String::new(),
            hosts: 0,
            network: String::new(),
            mpi_library: String::new(),
            ending: "running".to_owned(),
            program_status: 0,
            diagnosis: None,
            simulated_time_ps: 0,
            simulated_time: Time::ZERO.seconds(),
            events: 0,
            messages: 0,
            bytes: 0,
            collectives: 0,
            payload: scenario.text.payload.clone().unwrap_or_default(),
            time: TimeShares::default(),
            hottest_links: Vec::new(),
            warnings: Vec::new(),
            worlds: Vec::new(),
            tables: Vec::new(),
        }
    }

    /// Notes how the run ended.
    pub(crate) fn end(&mut self, ending: &Ending, time: Time, totals: Totals) {
        let (word, status, diagnosis) = match ending {
            Ending::Finished(status) => ("finished", *status, None),
            Ending::Aborted { rank, code } => {
                ("aborted", *code, Some(format!("rank {rank} called MPI_Abort with code {code}")))
            }
            Ending::Failed(diagnosis) => ("failed", 1, Some(diagnosis.to_string())),
            Ending::Stopped => ("stopped", 1, Some("the run was stopped before its ranks had finished".to_owned())),
        };
        self.ending = word.to_owned();
        self.program_status = status;
        self.diagnosis = diagnosis;
        self.simulated_time_ps = time.ps();
        self.simulated_time = time.seconds();
        self.events = totals.events;
        self.messages = totals.messages;
        self.bytes = totals.bytes;
        self.collectives = totals.collectives;
    }

    /// Notes that the run could not begin.
    pub fn refuse(&mut self, reason: &str) {
        self.ending = "failed".to_owned();
        self.program_status = 1;
        self.diagnosis = Some(reason.to_owned());
    }

    /// The exit status of the command for such a run (0 or 1).
    pub fn exit_status(&self) -> i32 {
        i32::from(!(self.ending == "finished" && self.program_status == 0))
    }
}
