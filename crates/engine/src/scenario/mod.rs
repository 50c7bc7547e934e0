//! The scenario: the complete input of a run, from a TOML file, from options, or both.

mod detail;
mod text;

pub(crate) use detail::Detail;
pub(crate) use text::USERS;
pub use text::{DataText, JobText, SCHEMA, ScenarioText};

use crate::block_rules::BlockRules;
use config::UsedDefault;
use files::{Inputs, shell_word};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use thiserror::Error;
use units::Bytes;
use workload::goal::loggopsim::Settings;
use workload::sizes::{SizeRules, SizeRulesError};

/// The most ranks of a run: half a kilobyte of each is 8 GiB.
pub(crate) const MAX_RANKS: u32 = 1 << 24;

/// Why a scenario can't be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ScenarioError {
    /// The file can't be read.
    #[error("{file}: cannot be read: {reason}")]
    Read {
        /// The file.
        file: String,
        /// Why.
        reason: String,
    },
    /// The text is not a scenario.
    #[error("{file}:{line}:{column}: {reason}")]
    Syntax {
        /// The file.
        file: String,
        /// From 1.
        line: usize,
        /// From 1.
        column: usize,
        /// The error, and the nearest valid name.
        reason: String,
    },
    /// The rules that change blocks can't be read.
    #[error("wrong rules in --compute: {0}")]
    BlockRules(String),
    /// The rules that change sizes can't be read.
    #[error("wrong rules in --scale-bytes: {0}")]
    SizeRules(#[from] SizeRulesError),
    /// Another version's scenario.
    #[error("{file}: scenario schema {found} is not supported; this version reads schema {SCHEMA}")]
    Schema {
        /// The file.
        file: String,
        /// Its message.
        found: u32,
    },
    /// Something that must be there is not.
    #[error("{what} is missing; give {option}")]
    Missing {
        /// What.
        what: &'static str,
        /// The option, or the key of a scenario file.
        option: &'static str,
    },
    /// More than one job.
    #[error("not supported: {count} jobs in one scenario; a run has one job")]
    Jobs {
        /// How many there are.
        count: usize,
    },
    /// A job that says more than one thing to run, or nothing.
    #[error("a job needs exactly one of `program`, `trace` and `motif`; this one has {found}")]
    Workload {
        /// What it has.
        found: String,
    },
    /// LogGOPSim's engine with something that it does not take.
    #[error("--engine loggopsim: {reason}")]
    Engine {
        /// What, and what it takes.
        reason: String,
    },
    /// A value that means nothing.
    #[error("{option}: `{value}` is not valid; expected {expected}{hint}")]
    Value {
        /// The option.
        option: &'static str,
        /// The value given.
        value: String,
        /// What would be right.
        expected: String,
        /// The nearest valid name, if one is near.
        hint: String,
    },
}

/// What a job runs.
#[derive(Clone, Debug, PartialEq)]
pub enum Workload {
    /// A real MPI program.
    Program {
        /// The executable.
        path: PathBuf,
        /// Its arguments.
        arguments: Vec<String>,
        /// Added to its environment.
        environment: BTreeMap<String, String>,
        /// Its working directory.
        wdir: Option<PathBuf>,
        /// Whether each line of its output begins with the rank.
        tag_output: bool,
    },
    /// A recorded trace.
    Trace {
        /// Its files.
        files: Vec<PathBuf>,
    },
    /// A GOAL program under LogGOPSim's rules.
    Goal {
        /// Its file.
        file: PathBuf,
        /// LogGOPSim's parameters and noise.
        settings: Settings,
    },
    /// A generated pattern.
    Motif {
        /// Which.
        name: String,
        /// Its parameters.
        parameters: BTreeMap<String, String>,
    },
}

/// How blocks get their durations.
#[derive(Clone, Debug, PartialEq)]
pub enum ComputeSpec {
    /// They take no time.
    None,
    /// As measured (or as the trace says), scaled by this many millionths.
    Measured {
        /// As given; none: the ratio of this machine's cores to the platform's decides.
        scale_millionths: Option<u64>,
    },
    /// As in a former run.
    Replay {
        /// Its folder.
        folder: PathBuf,
    },
    /// By a counter of the trace's blocks.
    Counted {
        /// Its name.
        counter: String,
        /// Counts that take a second.
        per_second: u64,
    },
}

/// How ranks of a program are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProgramMode {
    /// Images where they can hold the program, processes otherwise.
    Auto,
    /// Copy-on-write images in one process.
    Images,
    /// Images, with every word between the halves of the MPI layer turned into bytes and back.
    Serialised,
    /// One process of the operating system per rank.
    Processes,
}

/// A scenario with every default filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// As written, with every default filled in: what the run folder keeps.
    pub text: ScenarioText,
    /// What was filled in.
    pub defaults: Vec<UsedDefault>,
    /// The platform file or name.
    pub platform: String,
    /// The number of ranks; none where a trace says it.
    pub ranks: Option<u32>,
    /// What runs.
    pub workload: Workload,
    /// How blocks get their durations.
    pub compute: ComputeSpec,
    /// What changes them.
    pub block_rules: Option<BlockRules>,
    /// What changes sizes of a trace's messages.
    pub size_rules: Option<SizeRules>,
    /// Contents of messages from this size on are not moved.
    pub skip_payload_from: Option<Bytes>,
    /// Ranks share the pages of blocks of memory from this size on.
    pub fold_from: Option<Bytes>,
    /// The phases that the network model simulates; none: all.
    pub(crate) detail: Option<Detail>,
    /// How ranks are run.
    pub mode: ProgramMode,
    /// The files that have been read for it.
    pub inputs: Inputs,
}

/// The modes, as `--mode` names them.
pub const MODES: &[(&str, ProgramMode)] = &[
    ("auto", ProgramMode::Auto),
    ("images", ProgramMode::Images),
    ("processes", ProgramMode::Processes),
    ("serialised", ProgramMode::Serialised),
];

impl ScenarioText {
    /// Fills in defaults and checks what needs no other file.
    pub fn resolve(mut self) -> Result<Scenario, ScenarioError> {
        if let Some(exact) = self.exact()? {
            return Ok(exact);
        }
        let mut fills = Fills { defaulted: std::mem::take(&mut self.defaulted), defaults: Vec::new() };
        self.schema = Some(SCHEMA);
        fills.fill(&mut self.network, "flow".to_owned(), "network", "the cheapest model with contention on links");
        fills.fill(
            &mut self.data.payload,
            "copy".to_owned(),
            "payload",
            "messages and files carry the program's data",
        );
        fills.fill(&mut self.seed, 1, "seed", "arbitrary");
        fills.fill(
            &mut self.observe,
            Vec::new(),
            "observe",
            "the tables `ranks`, `calls`, `sites` and `links` are always written",
        );
        let compute_source = "measured on this machine, scaled if it is calibrated";
        fills.fill(&mut self.compute, "measured".to_owned(), "compute", compute_source);
        fills.fill(&mut self.mode, "auto".to_owned(), "mode", "images if possible, which are fastest");
        if self.job.len() > 1 {
            return Err(ScenarioError::Jobs { count: self.job.len() });
        }
        let Some(job) = self.job.first_mut() else {
            return Err(ScenarioError::Missing { what: "a job", option: "a program, a trace or a motif" });
        };
        fills.fill(&mut job.mapping, "block".to_owned(), "job.mapping", "fills host 0 first");
        fills.fill(&mut job.oversubscribe, false, "job.oversubscribe", "one rank per core");
        let users_library = self.mpi_library.is_some() && fills.defaulted.iter().any(|key| key == "mpi-library");
        if let Some(platform) = self.platform.as_ref().filter(|_| fills.defaulted.iter().any(|key| key == "platform"))
        {
            fills.defaults.push(UsedDefault::new("platform", platform, USERS));
        }
        let defaults = fills.defaults;
        self.defaulted = defaults.iter().map(|used| used.key.clone()).collect();
        // The list of defaults has it only if the platform names no other.
        self.defaulted.extend(users_library.then(|| "mpi-library".to_owned()));
        let workload = workload(job)?;
        let ranks = match (&workload, job.ranks) {
            (_, Some(0)) => return Err(value_error("-n", "0", "at least one rank")),
            (_, Some(ranks)) if ranks > MAX_RANKS => {
                return Err(value_error("-n", &ranks.to_string(), &format!("at most {MAX_RANKS} ranks")));
            }
            (Workload::Trace { .. }, ranks) => ranks,
            (_, None) => return Err(ScenarioError::Missing { what: "the number of ranks", option: "-n N" }),
            (_, ranks) => ranks,
        };
        let Some(platform) = self.platform.clone() else {
            return Err(ScenarioError::Missing {
                what: "the platform",
                option: "-p FILE or the name of a shipped one (`windtunnel list platforms`)",
            });
        };
        if let Some(seed) = self.seed.filter(|seed| i64::try_from(*seed).is_err()) {
            return Err(value_error(
                "--seed",
                &seed.to_string(),
                &format!("at most {}, what a file holds", i64::MAX),
            ));
        }
        if let Some(limit) = self.time_limit.filter(|limit| !(limit.is_finite() && *limit > 0.0)) {
            return Err(value_error("--time-limit", &limit.to_string(), "a number of seconds above 0"));
        }
        let inputs = Inputs::default();
        let given = self.compute.as_deref().unwrap_or_default();
        let (compute, block_rules) = inputs.reading("compute", || compute(given, &workload))?;
        let size_rules = self.scale_bytes.as_deref().map(|file| size_rules(file, &workload));
        let size_rules = inputs.reading("scale-bytes", || size_rules.transpose())?;
        if self.recorded_times == Some(true) && !matches!(workload, Workload::Trace { .. }) {
            return Err(value_error(
                "--recorded-times",
                "true",
                "a trace; programs and motifs have no times of their own",
            ));
        }
        let measures =
            matches!(workload, Workload::Program { .. }) && matches!(compute, ComputeSpec::Measured { .. });
        if let Some(repeat) = self.repeat.filter(|repeat| !(1..=1000).contains(repeat) || !measures) {
            let expected = "1 to 1000 measurements of a program whose blocks are measured (--compute measured)";
            return Err(value_error("--repeat", &repeat.to_string(), expected));
        }
        let skip_payload_from = payload(self.data.payload.as_deref().unwrap_or_default())?;
        let mode = mode(self.mode.as_deref().unwrap_or_default())?;
        let fold_from = self.data.fold.as_deref().map(|size| fold(size, &workload, mode)).transpose()?;
        let detail = self.detail.as_deref().map(Detail::read).transpose()?;
        Ok(Scenario {
            platform,
            ranks,
            detail,
            workload,
            compute,
            block_rules,
            size_rules,
            skip_payload_from,
            fold_from,
            mode,
            defaults,
            text: self,
            inputs,
        })
    }
}

impl ScenarioText {
    /// The scenario of a GOAL program under LogGOPSim's rules, which take nothing but its file and their parameters; none if
    /// that engine is not asked for.
    fn exact(&mut self) -> Result<Option<Scenario>, ScenarioError> {
        let engine = self.engine.clone().unwrap_or_else(|| "windtunnel".to_owned());
        let (name, parameters) = engine.split_once(':').unwrap_or((&engine, ""));
        match name {
            "loggopsim" => {}
            "windtunnel" if parameters.is_empty() => return Ok(None),
            _ => {
                let hint = config::did_you_mean(name, ["windtunnel", "loggopsim"]);
                let expected = "`windtunnel`, or `loggopsim` with parameters if any, as in `loggopsim:L=2500,o=1500`";
                let (value, expected) = (engine.clone(), expected.to_owned());
                return Err(ScenarioError::Value { option: "--engine", value, expected, hint });
            }
        }
        let settings =
            Settings::parse(parameters).map_err(|error| ScenarioError::Engine { reason: error.to_string() })?;
        let mut fills = Fills { defaulted: std::mem::take(&mut self.defaulted), defaults: Vec::new() };
        if settings.noise_trace.is_some() {
            fills.fill(&mut self.seed, 1, "seed", "arbitrary");
        }
        self.schema = Some(SCHEMA);
        let trace = self.job.first().map(|job| job.trace.clone()).unwrap_or_default();
        let [file] = &trace[..] else {
            return Err(ScenarioError::Engine { reason: "it runs one GOAL program, FILE.goal".to_owned() });
        };
        let mut only = Self {
            schema: self.schema,
            engine: self.engine.clone(),
            time_limit: self.time_limit,
            // Offsets of noise are drawn.
            seed: self.seed.filter(|_| settings.noise_trace.is_some()),
            job: vec![JobText { trace: trace.clone(), ..JobText::default() }],
            ..Self::default()
        };
        if let Some(option) = first_difference(&only, self) {
            let reason = format!("`{option}` does not apply to it; it takes a GOAL program and its own parameters");
            return Err(ScenarioError::Engine { reason });
        }
        only.defaulted = fills.defaults.iter().map(|used| used.key.clone()).collect();
        Ok(Some(Scenario {
            platform: String::new(),
            ranks: None,
            detail: None,
            workload: Workload::Goal { file: file.clone(), settings },
            compute: ComputeSpec::None,
            block_rules: None,
            size_rules: None,
            skip_payload_from: None,
            fold_from: None,
            mode: ProgramMode::Auto,
            defaults: fills.defaults,
            text: only,
            inputs: Inputs::default(),
        }))
    }
}

/// The first key of a scenario that is not in another one or has another value there.
fn first_difference(without: &ScenarioText, with: &ScenarioText) -> Option<String> {
    let keys = |text: &ScenarioText| match serde_json::to_value(text) {
        Ok(serde_json::Value::Object(mut keys)) => {
            let job = keys.remove("job").and_then(|mut jobs| jobs.as_array_mut().and_then(|jobs| jobs.pop()));
            let job = job.and_then(|job| job.as_object().cloned()).unwrap_or_default();
            keys.into_iter().chain(job.into_iter().map(|(key, value)| (format!("job.{key}"), value))).collect()
        }
        _ => Vec::new(),
    };
    let without = keys(without);
    keys(with).into_iter().find(|key| !without.contains(key)).map(|(key, _)| key)
}

impl Scenario {
    /// The job as written.
    pub fn job(&self) -> &JobText {
        &self.text.job[0]
    }

    /// The scenario as a file that repeats the run.
    pub fn to_toml(&self) -> String {
        toml::to_string(&self.text).expect("a scenario has only keys and values that TOML knows")
    }

    /// The same without the list of defaults used: what a run depends on.
    pub(crate) fn settings(&self) -> String {
        let text = ScenarioText { defaulted: Vec::new(), ..self.text.clone() };
        toml::to_string(&text).expect("a scenario has only keys and values that TOML knows")
    }

    /// Files and folders that an output must not replace: those that have been read for the run, and those that will be.
    pub fn kept_paths(&self) -> Vec<PathBuf> {
        let mut paths = self.inputs.paths();
        paths.extend(self.text.named_paths());
        if let Workload::Goal { settings, .. } = &self.workload {
            paths.extend(settings.noise_trace.clone());
        }
        paths.extend(self.block_rules.iter().flat_map(BlockRules::folders).map(Path::to_owned));
        paths.retain(|path| path.exists());
        paths
    }

    /// The runs whose blocks it takes.
    pub(crate) fn replayed_runs(&self) -> impl Iterator<Item = &Path> {
        let replayed = if let ComputeSpec::Replay { folder } = &self.compute { Some(folder.as_path()) } else { None };
        replayed.into_iter().chain(self.block_rules.iter().flat_map(|rules| rules.folders()))
    }

    /// Whether blocks may take time that the program does not state.
    pub fn has_blocks(&self) -> bool {
        self.compute != ComputeSpec::None || self.block_rules.is_some()
    }

    /// Says that the network model simulates only some phases, if so.
    pub(crate) fn outside_of_detail(&self) -> Option<String> {
        self.detail.as_ref().map(Detail::notice)
    }

    /// Says that the program's results are not right, if they are not.
    pub(crate) fn folded(&self) -> Option<String> {
        self.fold_from.map(|size| {
            format!(
                "results are not right: ranks share the memory of blocks and arrays from {size} on (--fold); times are, as far as the program's calls do \
                 not depend on what is in these"
            )
        })
    }

    /// What to say if a trace is recorded whose blocks' times are those of a former run: they are not measured, so it does not hold them.
    pub(crate) fn lost_computation(&self) -> Option<String> {
        let ComputeSpec::Replay { folder } = &self.compute else { return None };
        self.job().record.as_ref()?;
        let folder = shell_word(folder);
        Some(format!(
            "the trace holds no measured computation: replay it with `--compute {folder}`, where it came from here"
        ))
    }

    /// What runs, in a word: the program's file name, `trace`, or the motif.
    pub fn short_name(&self) -> String {
        match &self.workload {
            Workload::Program { path, .. } => {
                path.file_stem().map_or_else(|| "program".to_owned(), |name| name.to_string_lossy().into_owned())
            }
            Workload::Trace { .. } => "trace".to_owned(),
            Workload::Goal { file, .. } => {
                file.file_stem().map_or_else(|| "goal".to_owned(), |name| name.to_string_lossy().into_owned())
            }
            Workload::Motif { name, .. } => name.clone(),
        }
    }
}

/// Filling in defaults.
struct Fills {
    /// Keys that an earlier resolution has filled in.
    defaulted: Vec<String>,
    /// Those of this one.
    defaults: Vec<UsedDefault>,
}

impl Fills {
    fn fill<T: PartialEq + Serialize>(&mut self, place: &mut Option<T>, value: T, key: &str, source: &str) {
        let filled_before = place.as_ref() == Some(&value) && self.defaulted.iter().any(|own| own == key);
        if place.is_none() || filled_before {
            let text = serde_json::to_string(&value).expect("a default is plain").trim_matches('"').to_owned();
            self.defaults.push(UsedDefault::new(key, &text, source));
            *place = Some(value);
        }
    }
}

fn workload(job: &JobText) -> Result<Workload, ScenarioError> {
    match (&job.program, &job.trace[..], &job.motif) {
        (Some(path), [], None) => Ok(Workload::Program {
            path: path.clone(),
            arguments: job.arguments.clone(),
            environment: job.environment.clone(),
            wdir: job.wdir.clone(),
            tag_output: job.tag_output.unwrap_or(false),
        }),
        (None, files @ [_, ..], None) => Ok(Workload::Trace { files: files.to_vec() }),
        (None, [], Some(name)) => Ok(Workload::Motif { name: name.clone(), parameters: job.parameters.clone() }),
        (program, trace, motif) => {
            let present =
                [("`program`", program.is_some()), ("`trace`", !trace.is_empty()), ("`motif`", motif.is_some())];
            let names: Vec<_> = present.iter().filter(|(_, is)| *is).map(|(name, _)| *name).collect();
            let found = if names.is_empty() { "none".to_owned() } else { names.join(" and ") };
            Err(ScenarioError::Workload { found })
        }
    }
}

fn value_error(option: &'static str, value: &str, expected: &str) -> ScenarioError {
    ScenarioError::Value { option, value: value.to_owned(), expected: expected.to_owned(), hint: String::new() }
}

/// Rules for the sizes of messages.
fn size_rules(file: &Path, workload: &Workload) -> Result<SizeRules, ScenarioError> {
    if !matches!(workload, Workload::Trace { .. }) {
        let expected = "a trace; messages of programs and motifs have sizes of their own";
        return Err(value_error("--scale-bytes", &file.display().to_string(), expected));
    }
    Ok(SizeRules::read(file)?)
}

/// Where durations come from, and rules that change them.
fn compute(text: &str, workload: &Workload) -> Result<(ComputeSpec, Option<BlockRules>), ScenarioError> {
    let (source, rules) = text::compute_parts(text);
    let rules = rules.map(|file| BlockRules::read(Path::new(file)).map_err(ScenarioError::BlockRules)).transpose()?;
    Ok((compute_source(source, workload)?, rules))
}

fn compute_source(text: &str, workload: &Workload) -> Result<ComputeSpec, ScenarioError> {
    let expected = "`measured`, `measured:SCALE`, `none`, `trace:COUNTER@RATE`, or the folder of a former run; then rules, if any: `none+FILE.toml`";
    if let Some(counted) = text.strip_prefix("trace:") {
        if !matches!(workload, Workload::Trace { .. }) {
            let expected = "a trace, whose blocks have counters; those of programs and motifs have none";
            return Err(value_error("--compute", text, expected));
        }
        let parts = counted.rsplit_once('@').filter(|(counter, _)| !counter.is_empty());
        let rate = |text: &str| text.parse::<f64>().ok().filter(|rate| (1.0..=1e18).contains(rate));
        let (counter, per_second) =
            parts.and_then(|(counter, text)| Some((counter, rate(text)?))).ok_or_else(|| {
                value_error(
                    "--compute",
                    text,
                    "a counter of the trace and how many a second, for example `trace:instructions@2.5e9`",
                )
            })?;
        return Ok(ComputeSpec::Counted { counter: counter.to_owned(), per_second: per_second.round() as u64 });
    }
    if let Some(scale) = text.strip_prefix("measured:") {
        let millionths = scale.parse::<f64>().ok().filter(|scale| *scale > 0.0 && *scale <= 1e9);
        let scale_millionths = millionths.map(|scale| (scale * 1e6).round() as u64).filter(|&scale| scale > 0);
        let too_odd = || value_error("--compute", text, "a scale above 0, for example `measured:0.5`");
        return Ok(ComputeSpec::Measured { scale_millionths: Some(scale_millionths.ok_or_else(too_odd)?) });
    }
    match text {
        "none" => Ok(ComputeSpec::None),
        "measured" => Ok(ComputeSpec::Measured { scale_millionths: None }),
        folder if files::is_file(&Path::new(folder).join("run.json")) => {
            Ok(ComputeSpec::Replay { folder: PathBuf::from(folder) })
        }
        _ => Err(ScenarioError::Value {
            option: "--compute",
            value: text.to_owned(),
            expected: expected.to_owned(),
            hint: config::did_you_mean(text, ["measured", "none"]),
        }),
    }
}

fn payload(text: &str) -> Result<Option<Bytes>, ScenarioError> {
    let expected = "`copy`, or `skip:SIZE`, for example `skip:64 KiB`";
    match text.strip_prefix("skip:") {
        Some(size) => size.parse().map(Some).map_err(|_| value_error("--payload", text, expected)),
        None if text == "copy" => Ok(None),
        None => Err(value_error("--payload", text, expected)),
    }
}

/// The least size of blocks that can be folded: smaller ones share pages with others.
const FOLD_LEAST: u64 = 128 << 10;

fn fold(text: &str, workload: &Workload, mode: ProgramMode) -> Result<Bytes, ScenarioError> {
    let error = |expected: &str| value_error("--fold", text, expected);
    if !matches!(workload, Workload::Program { .. }) {
        return Err(error("a program; traces and motifs have no memory of their own"));
    }
    if mode == ProgramMode::Processes {
        return Err(error("ranks that are images; processes have memory of their own"));
    }
    let size = text.parse().ok().filter(|size: &Bytes| size.0 >= FOLD_LEAST);
    size.ok_or_else(|| error("a size from 128 KiB on, for example `1 MiB`"))
}

fn mode(text: &str) -> Result<ProgramMode, ScenarioError> {
    one_of("--mode", text, MODES)
}

/// The value of this name.
fn one_of<T: Copy>(option: &'static str, text: &str, values: &[(&str, T)]) -> Result<T, ScenarioError> {
    values.iter().find(|(name, _)| *name == text).map(|&(_, value)| value).ok_or_else(|| ScenarioError::Value {
        option,
        value: text.to_owned(),
        expected: values.iter().map(|(name, _)| format!("`{name}`")).collect::<Vec<_>>().join(", "),
        hint: config::did_you_mean(text, values.iter().map(|&(name, _)| name)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::goal::loggopsim::Parameters;

    fn resolve(text: &str) -> Result<Scenario, ScenarioError> {
        ScenarioText::parse(text, "s.toml")?.resolve()
    }

    const GOOD: &str = "platform = \"torus-3d\"\n[[job]]\nranks = 4\nprogram = \"./a.out\"\n";

    #[test]
    fn defaults_are_filled_in_and_named() {
        let scenario = resolve(GOOD).unwrap();
        assert_eq!(scenario.compute, ComputeSpec::Measured { scale_millionths: None });
        assert_eq!(scenario.ranks, Some(4));
        assert!(scenario.defaults.iter().any(|default| default.key == "compute" && default.value == "measured"));
        assert!(!scenario.defaults.iter().any(|default| default.key == "platform"));
        let again = resolve(&scenario.to_toml()).unwrap();
        assert_eq!(again, scenario, "a written scenario reads back, and remembers its defaults");
    }

    #[test]
    fn loggopsim_takes_a_goal_program_and_its_parameters_alone() {
        let good = "engine = \"loggopsim:L=7\"\n[[job]]\ntrace = [\"a.goal\"]\n";
        let scenario = resolve(good).unwrap();
        let parameters = Parameters { latency: 7, ..Parameters::default() };
        let settings = Settings { parameters, ..Settings::default() };
        assert_eq!(scenario.workload, Workload::Goal { file: PathBuf::from("a.goal"), settings });
        let noisy = good.replace("L=7", "noise-trace=n.txt,noise-cosched");
        let noisy = resolve(&format!("seed = 9\n{noisy}")).unwrap();
        assert_eq!(noisy.text.seed, Some(9));
        assert_eq!(resolve(&noisy.to_toml()).unwrap(), noisy);
        assert_eq!(scenario.short_name(), "a");
        assert_eq!(resolve(&scenario.to_toml()).unwrap(), scenario);
        let message = |text: &str| resolve(text).unwrap_err().to_string();
        assert_eq!(
            message(&format!("network = \"flow\"\n{good}")),
            "--engine loggopsim: `network` does not apply to it; it takes a GOAL program and its own parameters"
        );
        assert_eq!(
            message(&format!("{good}ranks = 4\n")),
            "--engine loggopsim: `job.ranks` does not apply to it; it takes a GOAL program and its own parameters"
        );
        assert_eq!(
            message(&good.replace("[\"a.goal\"]", "[]")),
            "--engine loggopsim: it runs one GOAL program, FILE.goal"
        );
        assert_eq!(
            message(&good.replace("L=7", "Q=7")),
            "--engine loggopsim: unknown LogGOPSim parameter `Q`; expected one of L, o, g, G, O, S, noise-trace, noise-cosched"
        );
        for (wrong, problem) in [
            ("noise-trace=", "`noise-trace` names no file; expected `noise-trace=FILE`"),
            (
                "noise-cosched",
                "`noise-cosched` is set without a recording of noise; expected `noise-trace=FILE` as well",
            ),
        ] {
            assert_eq!(message(&good.replace("L=7", wrong)), format!("--engine loggopsim: {problem}"));
        }
        assert_eq!(
            message(&format!("seed = 9\n{good}")),
            "--engine loggopsim: `seed` does not apply to it; it takes a GOAL program and its own parameters"
        );
        assert_eq!(
            message(&good.replace("loggopsim:L=7", "loggopsin")),
            "--engine: `loggopsin` is not valid; expected `windtunnel`, or `loggopsim` with parameters if any, as in \
             `loggopsim:L=2500,o=1500`; did you mean `loggopsim`?"
        );
    }

    #[test]
    fn what_is_given_is_no_default_even_if_it_has_its_value() {
        let written = resolve(GOOD).unwrap();
        let keys = |scenario: &Scenario| scenario.defaults.iter().map(|used| used.key.clone()).collect::<Vec<_>>();
        let edited = resolve(&written.to_toml().replace("network = \"flow\"", "network = \"delay\"")).unwrap();
        assert!(!keys(&edited).contains(&"network".to_owned()));
        let file = ScenarioText::parse(&written.to_toml(), "s.toml").unwrap();
        let job = JobText { mapping: Some("block".to_owned()), ..JobText::default() };
        let options = ScenarioText { network: Some("flow".to_owned()), job: vec![job], ..ScenarioText::default() };
        let both = file.overlaid(options).resolve().unwrap();
        let expected: Vec<String> =
            keys(&written).into_iter().filter(|key| key != "network" && key != "job.mapping").collect();
        assert_eq!(keys(&both), expected);
        assert_eq!(both.settings(), written.settings(), "the same run");
    }

    #[test]
    fn options_win_over_the_file() {
        let file = ScenarioText::parse(&format!("network = \"delay\"\nseed = 3\n{GOOD}"), "s.toml").unwrap();
        let job = JobText { ranks: Some(9), ..JobText::default() };
        let options = ScenarioText { seed: Some(5), job: vec![job], ..ScenarioText::default() };
        let both = file.overlaid(options).resolve().unwrap();
        assert_eq!((both.text.seed, both.ranks), (Some(5), Some(9)));
        assert_eq!(both.text.network.as_deref(), Some("delay"));
        assert!(matches!(both.workload, Workload::Program { .. }));
    }

    #[test]
    fn every_error_says_what_where_and_what_instead() {
        let message = |text: &str| resolve(text).unwrap_err().to_string();
        assert_eq!(
            message(&format!("netwrk = \"flow\"\n{GOOD}")),
            "s.toml:1:1: unknown key `netwrk`; did you mean `network`?"
        );
        assert_eq!(message("schema = 9"), "s.toml: scenario schema 9 is not supported; this version reads schema 1");
        assert_eq!(message(""), "a job is missing; give a program, a trace or a motif");
        assert_eq!(message("[[job]]\nprogram = \"a\""), "the number of ranks is missing; give -n N");
        assert_eq!(
            message("[[job]]\nprogram = \"a\"\nranks = 2"),
            "the platform is missing; give -p FILE or the name of a shipped one (`windtunnel list platforms`)"
        );
        assert_eq!(
            message("[[job]]\nranks = 1"),
            "a job needs exactly one of `program`, `trace` and `motif`; this one has none"
        );
        assert_eq!(message("[[job]]\n[[job]]"), "not supported: 2 jobs in one scenario; a run has one job");
        assert_eq!(
            message(&format!("compute = \"measurd\"\n{GOOD}")),
            "--compute: `measurd` is not valid; expected `measured`, `measured:SCALE`, `none`, `trace:COUNTER@RATE`, or the folder of a \
             former run; then rules, if any: `none+FILE.toml`; did you mean `measured`?"
        );
        assert_eq!(
            message(&format!("payload = \"skip:64\"\n{GOOD}")),
            "--payload: `skip:64` is not valid; expected `copy`, or `skip:SIZE`, for example `skip:64 KiB`"
        );
        assert_eq!(
            message(&format!("mode = \"image\"\n{GOOD}")),
            "--mode: `image` is not valid; expected `auto`, `images`, `processes`, `serialised`; did you mean `images`?"
        );
        assert_eq!(
            message("platform = \"torus-3d\"\n[[job]]\nranks = 16777217\nprogram = \"./a.out\"\n"),
            "-n: `16777217` is not valid; expected at most 16777216 ranks"
        );
        assert_eq!(
            message(&format!("time-limit = nan\n{GOOD}")),
            "--time-limit: `NaN` is not valid; expected a number of seconds above 0"
        );
        let huge = ScenarioText { seed: Some(u64::MAX), ..ScenarioText::parse(GOOD, "s.toml").unwrap() };
        assert_eq!(
            huge.resolve().unwrap_err().to_string(),
            "--seed: `18446744073709551615` is not valid; expected at most 9223372036854775807, what a file holds"
        );
        let missing = ScenarioText::load(Path::new("/nonexistent/s.toml")).unwrap_err().to_string();
        assert!(missing.starts_with("/nonexistent/s.toml: cannot be read: "), "{missing}");
    }
}
