//! A scenario as text, before it is resolved: the values that a file or options give, how they are read, and how options
//! override the file.

use super::ScenarioError;
use config::{Keys, Node, ReadError};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The schema that this version reads and writes.
pub const SCHEMA: u32 = 1;

/// A scenario as written: absent keys have defaults. The keys of the file are those of the options.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct ScenarioText {
    /// The schema's version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub schema: Option<u32>,
    /// A platform file, or the name of a shipped platform.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub platform: Option<String>,
    /// What simulates: `windtunnel`, or `loggopsim`, LogGOPSim's exact rules for a GOAL program, with its parameters:
    /// `loggopsim:L=2500,o=1500`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// The network model: `flow`, or with parameters `flow:bucket=1 ms`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub network: Option<String>,
    /// The phases that the network model simulates, if not all: `phase=NAME,NAME`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The MPI library that is modelled.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mpi_library: Option<String>,
    /// `measured`, `measured:SCALE`, `none`, or a former run's folder.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compute: Option<String>,
    /// A file of rules for the sizes of a trace's messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale_bytes: Option<PathBuf>,
    /// Whether a trace's calls keep the times that they have in it, and nothing is simulated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recorded_times: Option<bool>,
    /// How often blocks are measured; the median of each counts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub repeat: Option<u32>,
    /// The data of ranks.
    #[serde(flatten)]
    pub data: DataText,
    /// Seed of everything random.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Host seconds after which the run is stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_limit: Option<f64>,
    /// How ranks are run: `auto`, `images`, `processes` or `serialised`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mode: Option<String>,
    /// Tables to write beside the ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observe: Option<Vec<String>>,
    /// Keys whose values are defaults: a scenario that was written with every default filled in remembers which they
    /// are. One whose value is not the default counts as given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub defaulted: Vec<String>,
    /// Algorithms of collectives: operation → algorithm.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub collective: BTreeMap<String, String>,
    /// Keys of the platform file that are set otherwise.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub set: BTreeMap<String, String>,
    /// What runs. Several jobs on one machine are not supported: more than one is an error.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub job: Vec<JobText>,
}

/// How much of the ranks' data there is, as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct DataText {
    /// `copy`, or `skip:SIZE`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payload: Option<String>,
    /// Ranks share the pages of blocks of memory from this size on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fold: Option<String>,
}

/// One job as written.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct JobText {
    /// The number of ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ranks: Option<u32>,
    /// Which rank sits where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mapping: Option<String>,
    /// Ranks per host.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ppn: Option<u32>,
    /// Which hosts the job gets.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allocation: Option<String>,
    /// Whether more ranks than cores are allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub oversubscribe: Option<bool>,
    /// An MPI program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub program: Option<PathBuf>,
    /// Its arguments.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub arguments: Vec<String>,
    /// Variables added to its environment.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub environment: BTreeMap<String, String>,
    /// Its working directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wdir: Option<PathBuf>,
    /// Whether its output is tagged with ranks.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tag_output: Option<bool>,
    /// Trace files.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trace: Vec<PathBuf>,
    /// A motif's name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motif: Option<String>,
    /// A motif's parameters.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub parameters: BTreeMap<String, String>,
    /// Where a recorded trace goes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub record: Option<PathBuf>,
}

/// The key of the MPI library among those whose values are defaults.
const USERS_LIBRARY: &str = "mpi-library";
/// Where the user's own defaults come from, for lists of defaults.
pub(crate) const USERS: &str = "your configuration (`windtunnel config`)";

/// Whether a text that names something shipped, or a file, names a file.
fn is_path(text: &str) -> bool {
    text.contains('/') || text.ends_with(".toml")
}

/// Where durations come from, and the file of rules that change them: `SOURCE+FILE.toml`.
pub(super) fn compute_parts(text: &str) -> (&str, Option<&str>) {
    let parts = config::parts_at_pluses(text, |path| Path::new(path).exists());
    match parts.last() {
        Some(rules) if parts.len() > 1 && rules.ends_with(".toml") => {
            (&text[..text.len() - rules.len() - 1], Some(rules))
        }
        _ => (text, None),
    }
}

impl ScenarioText {
    /// Files and folders that are read, as far as the scenario names them and they can be told from other words.
    pub(super) fn named_paths(&self) -> Vec<PathBuf> {
        let mut paths = Vec::new();
        let mut name = |text: &str| paths.push(PathBuf::from(text));
        self.platform.iter().filter(|text| is_path(text)).for_each(|text| name(text));
        if let Some(library) = &self.mpi_library {
            // Tuning files stand behind the library's name.
            let (library, files) = mpi::library::with_tuning(library);
            [library].into_iter().filter(|text| is_path(text)).for_each(&mut name);
            files.into_iter().filter(|text| !text.is_empty()).for_each(&mut name);
        }
        if let Some(compute) = &self.compute {
            let (source, rules) = compute_parts(compute);
            [source, rules.unwrap_or("")].into_iter().filter(|text| is_path(text)).for_each(&mut name);
        }
        paths.extend(self.scale_bytes.clone());
        for job in &self.job {
            let allocation = job.allocation.as_deref().and_then(|spec| spec.trim().strip_prefix("file:"));
            paths.extend(allocation.map(PathBuf::from));
            paths.extend(job.mapping.as_deref().and_then(platform::mapping_file).map(Path::to_owned));
            paths.extend(job.program.clone());
            paths.extend(job.wdir.clone());
            paths.extend(job.trace.iter().cloned());
            // Of the motifs that read a file, this is its name.
            paths.extend(job.parameters.get("file").filter(|_| job.motif.is_some()).map(PathBuf::from));
        }
        paths
    }

    /// Reads a scenario file.
    pub fn load(path: &Path) -> Result<Self, ScenarioError> {
        let file = path.display().to_string();
        let text = files::read_text_once(path)
            .map_err(|error| ScenarioError::Read { file: file.clone(), reason: error.to_string() })?;
        Self::parse(&text, &file)
    }

    /// Reads a scenario from its text.
    pub fn parse(text: &str, file: &str) -> Result<Self, ScenarioError> {
        let tree = config::parse(text).map_err(ReadError::from);
        let scenario = tree.and_then(|tree| Self::read(&tree)).map_err(|error| {
            let (line, column) = config::line_and_column(text, error.origin.byte());
            ScenarioError::Syntax { file: file.to_owned(), line, column, reason: error.reason }
        })?;
        match scenario.schema {
            Some(found) if found != SCHEMA => Err(ScenarioError::Schema { file: file.to_owned(), found }),
            _ => Ok(scenario),
        }
    }

    /// What `over` says instead of `self`, key by key; options given on the command line are such an `over`.
    pub fn overlaid(mut self, over: Self) -> Self {
        macro_rules! take {
            ($into:expr, $from:expr, $prefix:literal; $($key:ident),*) => { $( if $from.$key.is_some() {
                $into.$key = $from.$key;
                let own = concat!($prefix, stringify!($key)).replace('_', "-");
                self.defaulted.retain(|key| *key != own);
            } )* };
        }
        take!(self, over, ""; schema, platform, engine, network, detail, mpi_library, compute, scale_bytes, recorded_times, repeat, seed, time_limit, mode, observe);
        take!(self.data, over.data, ""; payload, fold);
        self.collective.extend(over.collective);
        self.set.extend(over.set);
        let mut jobs = over.job.into_iter();
        if let Some(over) = jobs.next() {
            let mut job = if self.job.is_empty() { JobText::default() } else { self.job.remove(0) };
            take!(job, over, "job."; ranks, mapping, allocation, ppn, oversubscribe, wdir, tag_output, record);
            job.environment.extend(over.environment);
            if over.program.is_some() || !over.trace.is_empty() || over.motif.is_some() {
                job.program = over.program;
                job.arguments = over.arguments;
                job.trace = over.trace;
                job.motif = over.motif;
                job.parameters = over.parameters;
            } else {
                job.parameters.extend(over.parameters);
            }
            self.job.insert(0, job);
        }
        self
    }

    /// Takes the user's own defaults where nothing else names a platform or an MPI library. Rules of LogGOPSim have neither.
    pub fn with_users(mut self, platform: Option<String>, mpi_library: Option<String>) -> Self {
        if self.engine.as_deref().is_some_and(|engine| engine.starts_with("loggopsim")) {
            return self;
        }
        for (place, value, key) in
            [(&mut self.platform, platform, "platform"), (&mut self.mpi_library, mpi_library, USERS_LIBRARY)]
        {
            if place.is_none() && value.is_some() {
                *place = value;
                self.defaulted.push(key.to_owned());
            }
        }
        self
    }

    /// Whether the library is the user's default: a platform that names one comes first.
    pub(crate) fn has_users_library(&self) -> bool {
        self.mpi_library.is_some() && self.defaulted.iter().any(|key| key == USERS_LIBRARY)
    }

    /// The keys of a scenario file.
    fn read(tree: &Node) -> Result<Self, ReadError> {
        let mut keys = Keys::new(tree, "the file")?;
        let scenario = Self {
            schema: keys.whole("schema")?,
            platform: keys.text("platform")?,
            engine: keys.text("engine")?,
            network: keys.text("network")?,
            detail: keys.text("detail")?,
            mpi_library: keys.text("mpi-library")?,
            compute: keys.text("compute")?,
            scale_bytes: keys.text("scale-bytes")?.map(PathBuf::from),
            recorded_times: keys.flag("recorded-times")?,
            repeat: keys.whole("repeat")?,
            data: DataText::read(&mut keys)?,
            seed: keys.whole("seed")?,
            time_limit: keys.number("time-limit")?,
            mode: keys.text("mode")?,
            observe: keys.texts("observe")?,
            defaulted: keys.texts("defaulted")?.unwrap_or_default(),
            collective: keys.map("collective")?,
            set: keys.map("set")?,
            job: keys.list("job")?.iter().map(JobText::read).collect::<Result<_, _>>()?,
        };
        keys.finish()?;
        Ok(scenario)
    }
}

impl DataText {
    fn read(keys: &mut Keys<'_>) -> Result<Self, ReadError> {
        Ok(Self { payload: keys.text("payload")?, fold: keys.text("fold")? })
    }
}

impl JobText {
    /// The keys of `[[job]]`.
    fn read(table: &Node) -> Result<Self, ReadError> {
        let mut keys = Keys::new(table, "job")?;
        let job = Self {
            ranks: keys.whole("ranks")?,
            mapping: keys.text("mapping")?,
            ppn: keys.whole("ppn")?,
            allocation: keys.text("allocation")?,
            oversubscribe: keys.flag("oversubscribe")?,
            program: keys.text("program")?.map(PathBuf::from),
            arguments: keys.texts("arguments")?.unwrap_or_default(),
            environment: keys.map("environment")?,
            wdir: keys.text("wdir")?.map(PathBuf::from),
            tag_output: keys.flag("tag-output")?,
            trace: keys.texts("trace")?.unwrap_or_default(),
            motif: keys.text("motif")?,
            parameters: keys.map("parameters")?,
            record: keys.text("record")?.map(PathBuf::from),
        };
        keys.finish()?;
        Ok(job)
    }
}
