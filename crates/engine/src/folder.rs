//! The run folder as it is written: `run.json`, `host.json`, `scenario.toml` and the tables. `results` reads it.
//!
//! Everything but `host.json` depends on the scenario alone and is byte-identical on every machine.

use crate::scenario::Scenario;
use files::{Existing, FileError};
use mpi::{Ending, Totals};
use results::{HostUse, MANIFEST_SCHEMA, Manifest, PLATFORM_FILE, Run, StartedWorld, TimeShares};
use serde::Serialize;
use std::path::{Path, PathBuf};
use thiserror::Error;
use units::Time;

/// A run's folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFolder {
    path: PathBuf,
}

/// Why a run folder can't be written.
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
    #[error(transparent)]
    Write(#[from] FileError),
    /// It can't be read.
    #[error("{path}: is not a run folder: {reason}")]
    Read {
        /// What.
        path: String,
        /// Why.
        reason: String,
    },
}

/// The files of a run folder; the rest are tables.
const FILES: [&str; 7] =
    ["run.json", "host.json", "scenario.toml", PLATFORM_FILE, "crash.jsonl", "stdout.txt", "stderr.txt"];

impl RunFolder {
    /// A folder to write a run into. An older run in it is replaced; anything else is left alone.
    pub fn create(path: &Path) -> Result<Self, FolderError> {
        if path.exists() {
            let is_run = path.join("run.json").is_file() || path.join("scenario.toml").is_file();
            let is_empty = std::fs::read_dir(path).is_ok_and(|mut entries| entries.next().is_none());
            if !is_run && !is_empty {
                return Err(FolderError::NotARun { path: path.display().to_string() });
            }
            for name in FILES {
                let _ = std::fs::remove_file(path.join(name));
            }
            let ideal = path.join(results::IDEAL_FOLDER);
            if ideal.join("run.json").is_file() || ideal.join("scenario.toml").is_file() {
                let _ = std::fs::remove_dir_all(ideal);
            }
            for table in observe::OUTPUTS {
                let _ = std::fs::remove_dir_all(path.join(table.name));
            }
        }
        std::fs::create_dir_all(path).map_err(|error| FileError::write(path, error))?;
        Ok(Self { path: path.to_owned() })
    }

    /// A folder that [`RunFolder::create`] has made, in another process.
    pub fn made(path: &Path) -> Result<Self, FolderError> {
        if path.is_dir() {
            return Ok(Self { path: path.to_owned() });
        }
        Err(FolderError::Read { path: path.display().to_string(), reason: "there is no such folder".to_owned() })
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

    /// Writes the text of the platform, so that what is said of the run later is said of that machine.
    pub fn write_platform(&self, text: &str) -> Result<(), FolderError> {
        self.write(PLATFORM_FILE, text.to_owned())
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

    /// What `run.json` says so far, if there is one.
    pub fn manifest(&self) -> Option<Manifest> {
        Run::open(&self.path).ok().map(Run::into_manifest)
    }

    fn write(&self, name: &str, text: String) -> Result<(), FolderError> {
        let path = self.path.join(name);
        Ok(files::write(&path, text.as_bytes(), Existing::Replace)?)
    }
}

fn json<T: Serialize>(value: &T) -> String {
    let mut text = serde_json::to_string_pretty(value).expect("plain data become JSON");
    text.push('\n');
    text
}

/// The manifest of a run that has not ended yet.
pub fn begun(scenario: &Scenario, ranks: u32) -> Manifest {
    Manifest {
        schema: MANIFEST_SCHEMA,
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
pub(crate) fn end(manifest: &mut Manifest, ending: &Ending, time: Time, totals: Totals) {
    let (word, status, diagnosis) = match ending {
        Ending::Finished(status) => ("finished", *status, None),
        Ending::Aborted { rank, code } => {
            ("aborted", *code, Some(format!("rank {rank} called MPI_Abort with code {code}")))
        }
        Ending::Failed(diagnosis) => ("failed", 1, Some(diagnosis.to_string())),
        Ending::Stopped => ("stopped", 1, Some("the run was stopped before its ranks had finished".to_owned())),
    };
    manifest.ending = word.to_owned();
    manifest.program_status = status;
    manifest.diagnosis = diagnosis;
    manifest.simulated_time_ps = time.ps();
    manifest.simulated_time = time.seconds();
    manifest.events = totals.events;
    manifest.messages = totals.messages;
    manifest.bytes = totals.bytes;
    manifest.collectives = totals.collectives;
}

/// A world in the words of the manifest.
pub(crate) fn started(world: &mpi::World) -> StartedWorld {
    let mpi::World { job, first, ranks, parent, start, programs } = world.clone();
    StartedWorld { job, first, ranks, parent, start_ps: start.ps(), programs }
}
