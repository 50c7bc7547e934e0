//! Writes the run folder: `run.json`, `host.json`, `scenario.toml` and the tables. Crate `results` reads it.
//!
//! Everything but `host.json` depends on the scenario alone and is byte-identical on every machine.

mod contents;
mod lock;

use crate::assembly::{Assembly, AssemblyError};
use crate::block_rules::RuledBlocks;
use crate::replay_blocks::RepeatedBlocks;
use crate::scenario::{Scenario, Workload};
use crate::tables::tables_of;
use contents::Contents;
use files::{FileError, Folder};
use lock::Locked;
use mpi::{BlockCosts, Outcome, Totals};
use observe::{SCHEMA_VERSION, Written};
use results::Computation;
use results::{
    HostUse, MEASUREMENTS_FOLDER, Manifest, PLATFORM_FILE, PROGRAM_FOLDER, Run, RunOutcome, RunTotals, StartedWorld,
    TimeShares,
};
use serde::Serialize;
use std::fs::File;
use std::io::ErrorKind;
use std::os::fd::OwnedFd;
use std::path::{Path, PathBuf};
use thiserror::Error;
use units::Time;

/// Where ranks that crash leave their records.
const CRASH_RECORDS: &str = "crash.jsonl";

/// A run's folder.
#[derive(Debug)]
pub struct RunFolder {
    /// Its lock keeps other runs out, as long as it is open in this process or one that has inherited it.
    folder: Folder,
}

/// Why a run folder can't be written.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The folder exists and holds something else.
    #[error("{path}: exists and is not a run folder ({reason}); give another --out, or remove it")]
    NotARun {
        /// The folder.
        path: String,
        /// The missing file.
        reason: String,
    },
    /// A run folder with something in it that the run has not written.
    #[error(
        "{path}: is not replaced, since it holds a file that its run did not write (`{file}`); give another --out, or move `{file}` away"
    )]
    Foreign {
        /// The folder.
        path: String,
        /// The entry that is not the run's.
        file: String,
    },
    /// A run folder, which may not be replaced without `--force`.
    #[error("{path}: already holds a run; give another --out, or replace it with --force")]
    Exists {
        /// The folder.
        path: String,
    },
    /// Another run is on there.
    #[error("{path}: another run is writing there{}; give another --out, or wait for its end", process.map_or_else(String::new, |process| format!(" (process {process})")))]
    Busy {
        /// The folder.
        path: String,
        /// Its process.
        process: Option<u32>,
    },
    /// A folder of several runs that has another name than when they were planned.
    #[error(
        "{path}: was moved to {place} while the command ran; the runs made since then are in a new folder {path}; run the \
         command again, and leave the folder in place until the command ends"
    )]
    Moved {
        /// Its former name.
        path: String,
        /// Where it is.
        place: String,
    },
    /// The run would overwrite an input.
    #[error("{path}: holds an input of this run ({input}) and is not overwritten; give another --out")]
    Input {
        /// The folder.
        path: String,
        /// The input.
        input: String,
    },
    /// A name that stands for another folder.
    #[error("{path}: is a symbolic link, and is not replaced; give the folder that it points to")]
    Link {
        /// The link.
        path: String,
    },
    /// It can't be made or written.
    #[error(transparent)]
    Write(#[from] FileError),
}

impl FolderError {
    fn not_a_run(path: &Path, reason: &str) -> Self {
        // The reason may begin with the folder's name, too.
        let own = format!("{}: is not a run folder: ", path.display());
        let reason = reason.strip_prefix(&own).unwrap_or(reason).to_owned();
        Self::NotARun { path: path.display().to_string(), reason }
    }

    fn foreign_without_run(path: &Path, file: &Path) -> Self {
        let reason = format!("it holds `{}`, but no run.json", file.display());
        Self::NotARun { path: path.display().to_string(), reason }
    }

    fn foreign(path: &Path, file: &Path) -> Self {
        Self::Foreign { path: path.display().to_string(), file: file.display().to_string() }
    }
}

/// The purpose of a folder, which decides what it may replace.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Purpose {
    /// A run.
    Run,
    /// Several runs that are compared, each in a folder in it.
    Comparison,
}

impl RunFolder {
    /// A folder to write into, locked. One that already holds a run is emptied if that is `forced`, and if nothing of it is
    /// anybody else's or one of these inputs.
    ///
    /// # Errors
    /// The folder is another run's that is on, or holds what must not be replaced, or can't be made.
    pub fn create(path: &Path, purpose: Purpose, forced: bool, inputs: &[PathBuf]) -> Result<Self, FolderError> {
        let failed = |error: std::io::Error| FolderError::from(FileError::write(path, error));
        let mut made = std::fs::create_dir(path);
        if let (Err(error), Some(parent)) = (&made, path.parent())
            && error.kind() == ErrorKind::NotFound
        {
            made = std::fs::create_dir_all(parent).and_then(|()| std::fs::create_dir(path));
        }
        match made {
            // A command that makes a folder at the same time sees it taken: by its lock, or by its contents.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            done => done.map_err(failed)?,
        }
        if !path.is_dir() {
            return Err(failed(std::io::Error::from(ErrorKind::NotADirectory)));
        }
        let folder = Self::locked(path)?;
        if let Some(rest) = Contents::of_empty(path)? {
            rest.remove()?;
            return Ok(folder);
        }
        if path.is_symlink() {
            return Err(FolderError::Link { path: path.display().to_string() });
        }
        let contents = match purpose {
            Purpose::Run => Contents::of_run(path)?,
            Purpose::Comparison => Contents::of_comparison(path)?,
        };
        let name = || path.display().to_string();
        if let Some(input) = inputs.iter().find(|input| lies_in(input, path)) {
            return Err(FolderError::Input { path: name(), input: input.display().to_string() });
        }
        if !forced {
            return Err(FolderError::Exists { path: name() });
        }
        contents.remove()?;
        Ok(folder)
    }

    /// A new folder in `parent` under an unused name: `NAME`, or `NAME-2` and so on.
    ///
    /// # Errors
    /// It can't be made.
    pub fn create_new(parent: &Path, name: &str) -> Result<Self, FolderError> {
        std::fs::create_dir_all(parent).map_err(|error| FileError::write(parent, error))?;
        let mut number = 1_u64;
        loop {
            let path = parent.join(if number == 1 { name.to_owned() } else { format!("{name}-{number}") });
            match std::fs::create_dir(&path) {
                Ok(()) => return Self::locked(&path),
                Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
                Err(error) => return Err(FileError::write(&path, error).into()),
            }
        }
    }

    fn locked(path: &Path) -> Result<Self, FolderError> {
        match lock::lock(path).map_err(|error| FileError::write(path, error))? {
            Locked::Ours(lock) => Ok(Self { folder: Folder::held(lock.into(), path) }),
            Locked::Taken(process) => Err(FolderError::Busy { path: path.display().to_string(), process }),
        }
    }

    /// A folder that [`RunFolder::create`] has made, in the process that has started this one.
    pub fn inherited(descriptor: OwnedFd, path: &Path) -> Self {
        Self { folder: Folder::held(descriptor, path) }
    }

    /// The folder, held open: files are written to wherever it is moved.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Its name when the run began.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Where it is now.
    ///
    /// # Errors
    /// It has been removed.
    pub fn place(&self) -> Result<PathBuf, FolderError> {
        Ok(self.folder.place().map_err(|error| FileError::write(self.path(), error))?)
    }

    /// Refuses a folder that has been moved since it was opened, or removed.
    ///
    /// # Errors
    /// It has been.
    pub fn expect_in_place(&self) -> Result<(), FolderError> {
        let place = self.place()?;
        let (path, is_here) = (self.path().display().to_string(), place == self.path());
        if is_here { Ok(()) } else { Err(FolderError::Moved { path, place: place.display().to_string() }) }
    }

    /// Writes `scenario.toml`.
    pub fn write_scenario(&self, scenario: &Scenario) -> Result<(), FolderError> {
        self.write("scenario.toml", scenario.to_toml())
    }

    /// Writes the text of the platform, so that later views of the run describe that machine.
    pub fn write_platform(&self, text: &str) -> Result<(), FolderError> {
        self.write(PLATFORM_FILE, text.to_owned())
    }

    /// Where the blocks of one of several measurements are kept while the others are made (`--repeat`).
    ///
    /// # Errors
    /// The folder has been removed.
    pub fn measurement(&self, number: u32) -> Result<PathBuf, FolderError> {
        Ok(self.place()?.join(MEASUREMENTS_FOLDER).join(number.to_string()))
    }

    /// Removes those of all.
    pub fn forget_measurements(&self) {
        let folder = self.folder.way().join(MEASUREMENTS_FOLDER);
        if let Some(contents) = folder.is_dir().then(|| Contents::of_runs(&folder)).and_then(Result::ok) {
            // Leftovers take space, and do no other harm.
            let _ = contents.remove();
        }
    }

    /// The blocks of a run that measures for the last of several times.
    pub(crate) fn repeated_blocks(
        &self,
        scenario: &Scenario,
        ranks: u32,
        assembly: &Assembly,
    ) -> Result<Option<Box<dyn BlockCosts>>, AssemblyError> {
        let Some(times @ 2..) = scenario.text.repeat else { return Ok(None) };
        let scale = Computation::scale_of(assembly.computation.as_ref(), 1_000_000);
        let folders = (1..times).map(|number| self.measurement(number)).collect::<Result<Vec<_>, _>>();
        let folders = folders.map_err(|error| AssemblyError::Replay(error.to_string()))?;
        let blocks = RepeatedBlocks::open(&folders, ranks, scale).map_err(AssemblyError::Replay)?;
        let blocks: Box<dyn BlockCosts> = Box::new(blocks);
        Ok(Some(match &scenario.block_rules {
            None => blocks,
            Some(rules) => Box::new(RuledBlocks::new(blocks, rules.clone(), ranks).map_err(AssemblyError::Replay)?),
        }))
    }

    /// The file in which ranks that crash leave their records.
    pub fn open_crash_records(&self) -> Result<File, FolderError> {
        Ok(self.folder.append(CRASH_RECORDS)?)
    }

    /// Whether a rank has left a record there.
    pub fn has_crash_records(&self) -> bool {
        std::fs::metadata(self.folder.way().join(CRASH_RECORDS)).is_ok_and(|file| file.len() > 0)
    }

    /// Removes it, which was made for that case alone.
    ///
    /// # Errors
    /// It is there and can't be removed.
    pub fn forget_crash_records(&self) -> Result<(), FolderError> {
        match self.folder.remove_file(CRASH_RECORDS) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                let path = self.folder.path().join(CRASH_RECORDS);
                Err(FileError::write(&path, format!("it cannot be removed: {error}")).into())
            }
            _ => Ok(()),
        }
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
        let present = observe::TABLES.iter().filter(|table| self.folder.has_folder(table.name));
        present.map(|table| table.name.to_owned()).collect()
    }

    /// What `run.json` says so far, if there is one.
    pub fn manifest(&self) -> Option<Manifest> {
        Run::open(&self.folder.way()).ok().map(Run::into_manifest)
    }

    fn write(&self, name: &str, text: String) -> Result<(), FolderError> {
        Ok(self.folder.write(name, text.as_bytes())?)
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
        schema: SCHEMA_VERSION,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        hash: String::new(),
        scenario: serde_json::to_value(&scenario.text).expect("a scenario becomes JSON"),
        defaults: scenario.defaults.clone(),
        ranks,
        mode: None,
        platform: String::new(),
        network: String::new(),
        mpi_library: String::new(),
        outcome: RunOutcome {
            ending: "running".to_owned(),
            simulated_time: Time::ZERO.seconds(),
            ..RunOutcome::default()
        },
        totals: RunTotals::default(),
        payload: scenario.text.data.payload.clone().unwrap_or_default(),
        time: TimeShares::default(),
        computation: None,
        machine: results::MachineUse::default(),
        warnings: Vec::new(),
        worlds: Vec::new(),
        tables: Vec::new(),
        files: results::RunFiles { contents: contents(scenario), ..results::RunFiles::default() },
    }
}

/// Names of all that a run of a scenario may write into its folder.
fn contents(scenario: &Scenario) -> Vec<String> {
    let mut names: Vec<String> = results::FILES.iter().map(|name| (*name).to_owned()).collect();
    if let Workload::Program { path, .. } = &scenario.workload {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        names.extend([PROGRAM_FOLDER.to_owned(), format!("{PROGRAM_FOLDER}/{stem}")]);
    }
    let asked = tables_of(scenario);
    let hosts = matches!(scenario.workload, Workload::Goal { .. });
    let written = observe::TABLES.iter().filter(|table| match table.written {
        Written::ByLogGopSim => hosts,
        Written::Always => !hosts,
        Written::OnRequest => !hosts && asked.contains(&table.name),
    });
    names.extend(written.map(|table| table.name.to_owned()));
    names
}

/// Whether a file or folder is, or lies in, a folder, by whatever name.
fn lies_in(input: &Path, folder: &Path) -> bool {
    match (input.canonicalize(), folder.canonicalize()) {
        (Ok(input), Ok(folder)) => input.starts_with(folder),
        _ => false,
    }
}

/// Notes how the run ended.
pub(crate) fn end(manifest: &mut Manifest, ending: &Outcome, time: Time, totals: Totals) {
    let (word, status, diagnosis) = match ending {
        Outcome::Finished(status) => ("finished", *status, None),
        Outcome::Aborted { rank, code } => {
            ("aborted", *code, Some(format!("rank {rank} called MPI_Abort with code {code}")))
        }
        Outcome::Failed(diagnosis) => ("failed", 1, Some(diagnosis.to_string())),
        Outcome::Stopped => ("stopped", 1, Some("the run was stopped before its ranks had finished".to_owned())),
    };
    manifest.outcome.ending = word.to_owned();
    manifest.outcome.program_status = status;
    manifest.outcome.diagnosis = diagnosis;
    reached(manifest, time, totals);
}

/// Notes that the run was stopped, and why.
pub(crate) fn stopped(manifest: &mut Manifest, why: &str) {
    manifest.outcome.ending = "stopped".to_owned();
    manifest.outcome.program_status = 1;
    manifest.outcome.diagnosis = Some(why.to_owned());
}

/// Notes how exact shared rates are, and what the network has lost.
pub(crate) fn network(manifest: &mut Manifest, network: &dyn kernel::Network) {
    manifest.totals.losses = network.losses().map(|losses| {
        let kernel::Losses { packets, acknowledgements, dropped, resent, timeouts } = losses;
        results::Losses { packets, acknowledgements, dropped, resent, timeouts }
    });
    manifest.totals.rate_error = network.rate_error();
}

/// Notes what file servers have done, if any has been asked for anything.
pub(crate) fn servers(manifest: &mut Manifest, servers: &[kernel::ServerTotals]) {
    let used = servers.iter().any(|server| server.requests > 0);
    let server = |totals: &kernel::ServerTotals| {
        let kernel::ServerTotals { requests, read, written, jobs, seeks, positioning, busy, most_memory } = *totals;
        let (positioning_ps, busy_ps) = (positioning.ps(), busy.ps());
        results::FileServer { requests, read, written, jobs, seeks, positioning_ps, busy_ps, most_memory }
    };
    manifest.machine.file_servers = servers.iter().filter(|_| used).map(server).collect();
}

/// Notes how far the run has come.
pub(crate) fn reached(manifest: &mut Manifest, time: Time, totals: Totals) {
    manifest.outcome.simulated_time_ps = time.ps();
    manifest.outcome.simulated_time = time.seconds();
    manifest.totals.events = totals.events;
    manifest.totals.messages = totals.messages;
    manifest.totals.bytes = totals.bytes;
    manifest.totals.collectives = totals.collectives;
}

/// All ranks of a program have finished, and none of them has ever opened MPI: a success of the program's is none of the
/// run's.
pub(crate) fn nothing_simulated(manifest: &mut Manifest) {
    if manifest.outcome.ending == "finished" {
        let status = manifest.outcome.program_status;
        manifest.outcome.refuse(&format!(
            "nothing was simulated: no rank called MPI_Init or MPI_Session_init, and the program ended with status \
             {status}; is it an MPI program, and does it use an MPI library that Windtunnel stands in for (libmpi_abi.so.1, \
             libmpi.so.12, libmpich.so.12, libmpi.so.40)?"
        ));
    }
}

/// A world in the words of the manifest.
pub(crate) fn started(world: &mpi::SpawnedWorld) -> StartedWorld {
    let mpi::SpawnedWorld { job, first, ranks, parent, start, programs } = world.clone();
    StartedWorld { job, first, ranks, parent, start_ps: start.ps(), programs }
}
