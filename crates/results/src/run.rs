//! A run folder, opened.

use crate::error::ResultsError;
use crate::manifest::{HostUse, Manifest};
use crate::reader::Rows;
use crate::sort::{IN_MEMORY, Sorted};
use observe::{Row, SiteRow, TABLES, TableSchema, Written};
use ops::CallSite;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The text of the platform in a run folder, as its file was; the scenario's `set` has what was set otherwise.
pub const PLATFORM_FILE: &str = "platform.toml";

/// Where a source given as the program is compiled to, in a run folder.
pub const PROGRAM_FOLDER: &str = "program";

/// The files that a run may leave in its folder, beside the tables. Only what is named here is ever removed from one.
pub const FILES: [&str; 7] =
    ["run.json", "host.json", "scenario.toml", PLATFORM_FILE, "crash.jsonl", "stdout.txt", "stderr.txt"];

/// Where in a run folder the same run with changes is kept: a run folder for each, named after the change.
pub const WHAT_IF_FOLDER: &str = "what-if";

/// Where in a run folder measurements of blocks before the last one are kept while the others are made, run folders themselves.
pub const MEASUREMENTS_FOLDER: &str = "measurements";

/// No run has more ranks, those included that were started while it was on.
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
        let file = path.join("run.json");
        if !file.is_file() {
            let reason = if path.is_dir() { "it has no run.json" } else { "there is no such folder" };
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
        if manifest.ending == RUNNING {
            tell_apart(path, &mut manifest);
        }
        Ok(Self { path: path.to_owned(), manifest })
    }

    /// Whether it was cut short, by whomever, or still goes on: a table that was to be written may then be missing, which
    /// means that it has no rows so far.
    pub fn is_cut(&self) -> bool {
        matches!(&*self.manifest.ending, RUNNING | KILLED | "stopped" | "crashed")
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Refuses a name for something that is made of the run, where that is one of the run's own files and folders.
    ///
    /// # Errors
    /// [`ResultsError::Output`].
    pub fn refuse_output(&self, output: &Path) -> Result<(), ResultsError> {
        // The file itself need not be there yet, nor have one name.
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

    /// What `run.json` says.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }

    /// What `run.json` says, alone.
    pub fn into_manifest(self) -> Manifest {
        self.manifest
    }

    /// What `host.json` says, if the run came so far as to write it.
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

    /// Whether it has a table, be it one without rows.
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

    /// The same of those rows alone that `keep` keeps.
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

    /// Call sites in words.
    ///
    /// # Errors
    /// The table is not there or damaged.
    pub fn sites(&self) -> Result<Sites, ResultsError> {
        let mut sites = BTreeMap::new();
        self.for_each::<SiteRow>(|row| {
            sites.insert(row.site, row.description);
        })?;
        Ok(Sites(sites))
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
            Written::Always => format!("the run did not come to its end ({})", self.manifest.ending),
            Written::OnRequest => format!("run with `--observe {}` to have one", table.name),
            Written::ByLogGopSim => "only a GOAL program run by `--engine loggopsim` leaves one".to_owned(),
        }
    }
}

/// The description of a table.
fn schema(name: &str) -> Option<&'static TableSchema> {
    TABLES.iter().copied().find(|table| table.name == name)
}

/// The ending that a run has in its manifest until it ends.
const RUNNING: &str = "running";
/// What is read where that has never happened: nobody was left to write it.
const KILLED: &str = "killed";

/// Tells a run that goes on from one that was killed. Whoever makes a run holds a lock on its folder as long as it lives.
fn tell_apart(folder: &Path, manifest: &mut Manifest) {
    let far = format!("its tables reach at least as far as {} s of simulated time", manifest.simulated_time);
    let far = if manifest.events > 0 { far } else { "nothing of it had been saved".to_owned() };
    // Where the file system knows no locks, a run may as well go on.
    match File::open(folder).map(|folder| folder.try_lock_shared()) {
        Ok(Ok(())) => {
            manifest.ending = KILLED.to_owned();
            manifest.program_status = 1;
            manifest.diagnosis = Some(format!("the run was killed before its end; {far}"));
        }
        _ => manifest.diagnosis = Some(format!("the run has not ended; {}", far.replace("had been", "has been"))),
    }
}

/// All that is read of a manifest before its version is known.
#[derive(Deserialize)]
struct Version {
    schema: serde_json::Value,
}

/// A run folder in the same place whose name is much like the one given.
fn nearest_run(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut best: Option<(usize, PathBuf)> = None;
    for entry in std::fs::read_dir(parent).ok()?.flatten() {
        let near = entry.file_name().to_str().map(|known| strsim::damerau_levenshtein(known, name));
        let Some(near) = near.filter(|near| *near <= name.len() / 2 && entry.path().join("run.json").is_file())
        else {
            continue;
        };
        let found = (near, path.with_file_name(entry.file_name()));
        if best.as_ref().is_none_or(|best| found < *best) {
            best = Some(found);
        }
    }
    best.map(|(_, path)| path.display().to_string())
}

/// Call sites in words.
#[derive(Clone, Debug, Default)]
pub struct Sites(BTreeMap<CallSite, Arc<str>>);

impl Sites {
    /// A call site as `solve (halo.c:42)`, or an address where there is no debug information; of one that no table names
    /// its number.
    pub fn words(&self, site: CallSite) -> Arc<str> {
        self.0.get(&site).map_or_else(|| format!("call site {}", site.0).into(), Arc::clone)
    }

    /// All of them, by number.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (CallSite, &str)> {
        self.0.iter().map(|(site, words)| (*site, &**words))
    }
}
