//! An open run folder: its manifest, and access to its tables.

use crate::error::ResultsError;
use crate::manifest::{HostUse, Manifest};
use crate::reader::Rows;
use crate::sort::{IN_MEMORY, Sorted};
use files::shell_word;
use observe::{Row, SiteRow, TABLES, TableSchema, Written};
use ops::CallSite;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The platform file of a run; settings that override it are in the scenario's `set`.
pub const PLATFORM_FILE: &str = "platform.toml";

/// Folder of the executable, where the program was given as source.
pub const PROGRAM_FOLDER: &str = "program";

/// The files that a run may leave in its folder beside the tables. No others are ever removed.
pub const FILES: [&str; 7] =
    ["run.json", "host.json", "scenario.toml", PLATFORM_FILE, "crash.jsonl", "stdout.txt", "stderr.txt"];

/// Folder of what-if runs: a run folder for each change.
pub const WHAT_IF_FOLDER: &str = "what-if";

/// Folder of earlier measurements of blocks while later ones are made: run folders.
pub const MEASUREMENTS_FOLDER: &str = "measurements";

/// Most ranks of a run, spawned ones included.
const MAX_RANKS: u64 = 1 << 26;

/// A run folder with its manifest read.
#[derive(Clone, Debug)]
pub struct Run {
    path: PathBuf,
    manifest: Manifest,
}

impl Run {
    /// Opens a run folder.
    ///
    /// # Errors
    /// There is none, or its `run.json` is of another version or damaged.
    pub fn open(path: &Path) -> Result<Self, ResultsError> {
        let path = &*files::located(path);
        let file = path.join("run.json");
        if !file.is_file() {
            let reason = match path.metadata() {
                Ok(found) if found.is_dir() => "it has no run.json",
                Ok(_) => "it is a file",
                Err(_) => "it does not exist",
            };
            let nearest = nearest_run(path);
            return Err(ResultsError::NotARun { path: path.display().to_string(), reason, nearest });
        }
        let text = files::read_text(&file).map_err(|error| ResultsError::file(&file, error))?;
        let found: Version = serde_json::from_str(&text).map_err(|error| ResultsError::file(&file, error))?;
        if found.schema.as_u64() != Some(observe::SCHEMA_VERSION.into()) {
            let (file, found) = (file.display().to_string(), found.schema.to_string());
            return Err(ResultsError::ManifestSchema { file, found, expected: observe::SCHEMA_VERSION });
        }
        let mut manifest: Manifest = serde_json::from_str(&text).map_err(|error| ResultsError::file(&file, error))?;
        let found = manifest.all_ranks();
        if found > MAX_RANKS {
            let (file, most) = (file.display().to_string(), MAX_RANKS);
            return Err(ResultsError::TooMany { file, what: "ranks", found, most });
        }
        if manifest.outcome.ending == RUNNING {
            tell_apart(path, &mut manifest);
        }
        Ok(Self { path: path.to_owned(), manifest })
    }

    /// Whether it was cut short or is still running: a missing table then has no rows so far.
    pub fn is_cut(&self) -> bool {
        matches!(&*self.manifest.outcome.ending, RUNNING | KILLED | "stopped" | "crashed")
    }

    /// The run folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Checks that an output file is none of the run's own files and folders.
    ///
    /// # Errors
    /// [`ResultsError::Output`].
    pub fn refuse_output(&self, output: &Path) -> Result<(), ResultsError> {
        // The file need not exist yet, and may have several names.
        let folder = match output.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let (Ok(folder), Ok(own)) = (folder.canonicalize(), self.path.canonicalize()) else { return Ok(()) };
        let place = folder.join(output.file_name().unwrap_or_default());
        let Ok(inside) = place.strip_prefix(&own) else { return Ok(()) };
        let first = inside.components().next().and_then(|first| first.as_os_str().to_str()).unwrap_or_default();
        let mut names = FILES.into_iter().chain([PROGRAM_FOLDER, WHAT_IF_FOLDER, MEASUREMENTS_FOLDER]);
        if names.any(|name| name == first) || schema(first).is_some() {
            let (path, run) = (output.display().to_string(), self.path.display().to_string());
            return Err(ResultsError::Output { path, run });
        }
        Ok(())
    }

    /// The manifest.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// The manifest alone.
    pub fn into_manifest(self) -> Manifest {
        self.manifest
    }

    /// `host.json`, if the run has written it.
    ///
    /// # Errors
    /// It is damaged.
    pub fn host(&self) -> Result<Option<HostUse>, ResultsError> {
        let file = self.path.join("host.json");
        if !file.is_file() {
            return Ok(None);
        }
        let text = files::read_text(&file).map_err(|error| ResultsError::file(&file, error))?;
        serde_json::from_str(&text).map(Some).map_err(|error| ResultsError::file(&file, error))
    }

    /// Whether it has a table, possibly without rows.
    pub fn has<R: Row>(&self) -> bool {
        self.parts::<R>().is_ok()
    }

    /// The rows of a table, in the order in which they were written.
    ///
    /// # Errors
    /// The run has no such table: the message says how to have one.
    pub fn rows<R: Row>(&self) -> Result<Rows<R>, ResultsError> {
        let ranks = u32::try_from(self.manifest.all_ranks()).unwrap_or(u32::MAX);
        self.parts::<R>().map(|parts| Rows::of(parts, ranks))
    }

    /// Calls `see` with every row of a table.
    ///
    /// # Errors
    /// The run has no such table, or it is damaged.
    pub fn for_each<R: Row>(&self, see: impl FnMut(R)) -> Result<(), ResultsError> {
        let mut see = see;
        self.rows::<R>()?.try_for_each(|row| row.map(&mut see))
    }

    /// All rows of a table. For tables with a row per rank or link: those of messages or states may not fit into memory.
    ///
    /// # Errors
    /// The run has no such table, or it is damaged.
    pub fn all<R: Row>(&self) -> Result<Vec<R>, ResultsError> {
        self.rows::<R>()?.collect()
    }

    /// The rows of a table by a key, as `|row| row.start` or `|row| (row.rank, row.start)`. A million rows are held in
    /// memory; further ones are sorted on disk, where temporary files are.
    ///
    /// # Errors
    /// The run has no such table, it is damaged, or the disk is full.
    pub fn sorted<R: Row, K: Ord>(&self, key: fn(&R) -> K) -> Result<Sorted<R, K>, ResultsError> {
        Sorted::of(self.rows::<R>()?, key, IN_MEMORY, &std::env::temp_dir())
    }

    /// As [`Run::sorted`], of the rows that `keep` accepts.
    ///
    /// # Errors
    /// The run has no such table, it is damaged, or the disk is full.
    pub fn sorted_where<R: Row, K: Ord>(
        &self,
        keep: fn(&R) -> bool,
        key: fn(&R) -> K,
    ) -> Result<Sorted<R, K>, ResultsError> {
        let rows = self.rows::<R>()?.filter(|row| row.as_ref().map_or(true, keep));
        Sorted::of(rows, key, IN_MEMORY, &std::env::temp_dir())
    }

    /// Descriptions of call sites.
    ///
    /// # Errors
    /// The table is not there or damaged.
    pub fn sites(&self) -> Result<Sites, ResultsError> {
        let mut words = BTreeMap::new();
        self.for_each::<SiteRow>(|row| {
            words.insert(row.site, row.description);
        })?;
        let mut first: BTreeMap<Arc<str>, CallSite> = BTreeMap::new();
        let one = |(site, words): (&CallSite, &Arc<str>)| (*site, *first.entry(Arc::clone(words)).or_insert(*site));
        let one = words.iter().map(one).filter(|(site, one)| site != one).collect();
        Ok(Sites { words, one })
    }

    /// The closed parts of a table, in order.
    fn parts<R: Row>(&self) -> Result<Vec<PathBuf>, ResultsError> {
        let table = &R::SCHEMA;
        let parts = observe::parts(&self.path.join(table.name)).unwrap_or_default();
        if parts.is_empty() && !(self.is_cut() && self.was_to_be_written(table)) {
            let (folder, remedy) = (self.path.display().to_string(), self.remedy(table));
            return Err(ResultsError::NoTable { folder, table: table.name, remedy });
        }
        Ok(parts)
    }

    /// Whether the run would have left the table at its end.
    fn was_to_be_written(&self, table: &TableSchema) -> bool {
        let mut asked = self.manifest.scenario["observe"].as_array().into_iter().flatten();
        table.written == Written::Always || asked.any(|name| name.as_str() == Some(table.name))
    }

    /// How to have a table that is missing.
    fn remedy(&self, table: &TableSchema) -> String {
        if self.manifest.tables.iter().any(|written| written == "hosts") {
            return "a GOAL program run by `--engine loggopsim` leaves `hosts` alone".to_owned();
        }
        match table.written {
            Written::Always => format!("the run did not come to its end ({})", self.manifest.outcome.ending),
            Written::OnRequest => {
                let again = self.again_with(table).map_or_else(String::new, |command| format!(": `{command}`"));
                format!("run with `--observe {}` to have one{again}", table.name)
            }
            Written::ByLogGopSim => "only a GOAL program run by `--engine loggopsim` leaves one".to_owned(),
        }
    }
}

impl Run {
    /// The command that repeats the run with a table more, in a folder beside it.
    fn again_with(&self, table: &TableSchema) -> Option<String> {
        let scenario = &self.manifest.scenario;
        let job = scenario["job"].as_array()?.first()?;
        let command = [("program", "run"), ("trace", "replay"), ("motif", "motif")];
        let (_, command) = command.into_iter().find(|(key, _)| job.get(*key).is_some())?;
        let before = scenario["observe"].as_array().into_iter().flatten().filter_map(|name| name.as_str());
        let tables = before.chain([table.name]).collect::<Vec<_>>().join(",");
        let beside = format!("{}-{}", self.path.display(), table.name);
        let (scenario, folder) = (self.path.join("scenario.toml"), Path::new(&beside));
        let (scenario, folder) = (shell_word(&scenario), shell_word(folder));
        Some(format!("windtunnel {command} --scenario {scenario} --observe {tables} --out {folder}"))
    }
}

/// The description of a table.
fn schema(name: &str) -> Option<&'static TableSchema> {
    TABLES.iter().copied().find(|table| table.name == name)
}

/// The ending in the manifest until the run ends.
const RUNNING: &str = "running";
/// The ending that readers derive where the run is gone without having ended.
const KILLED: &str = "killed";

/// Distinguishes a running run from a killed one: a running run holds a lock on its folder.
fn tell_apart(folder: &Path, manifest: &mut Manifest) {
    let far = format!("its tables reach at least as far as {} s of simulated time", manifest.outcome.simulated_time);
    let far = if manifest.totals.events > 0 { far } else { "nothing of it had been saved".to_owned() };
    // Without locks in the file system the run counts as running.
    match File::open(folder).map(|folder| folder.try_lock_shared()) {
        Ok(Ok(())) => {
            manifest.outcome.ending = KILLED.to_owned();
            manifest.outcome.program_status = 1;
            manifest.outcome.diagnosis = Some(format!("the run was killed before its end; {far}"));
        }
        _ => {
            manifest.outcome.diagnosis =
                Some(format!("the run has not ended; {}", far.replace("had been", "has been")))
        }
    }
}

/// The part of a manifest that is read before its version is known.
#[derive(Deserialize)]
struct Version {
    schema: serde_json::Value,
}

/// A run folder beside `path` with a similar name.
fn nearest_run(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let runs = std::fs::read_dir(parent).ok()?.flatten().filter(|entry| entry.path().join("run.json").is_file());
    let mut names: Vec<String> = runs.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort_unstable();
    let near = config::nearest(name, names.iter().map(String::as_str))?;
    Some(path.with_file_name(near).display().to_string())
}

/// Descriptions of call sites.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    words: BTreeMap<CallSite, Arc<str>>,
    /// The first site of the same name, of those that have one.
    one: BTreeMap<CallSite, CallSite>,
}

impl Sites {
    /// A call site as `solve (halo.c:42)`, or an address where there is no debug information; of one that no table names
    /// its number.
    pub fn words(&self, site: CallSite) -> Arc<str> {
        self.words.get(&site).map_or_else(|| format!("call site {}", site.0).into(), Arc::clone)
    }

    /// The first site of the same name: compilers copy calls, and one line may have several.
    pub fn one(&self, site: CallSite) -> CallSite {
        self.one.get(&site).copied().unwrap_or(site)
    }

    /// All of them, by number.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (CallSite, &str)> {
        self.words.iter().map(|(site, words)| (*site, &**words))
    }
}
