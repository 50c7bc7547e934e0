//! Builds the parts of a simulation (platform, mapping, MPI library and models) from a scenario. Bad input is reported here,
//! before anything starts.

use crate::block_rules::RuledBlocks;
use crate::computation;
use crate::counted_blocks::CountedBlocks;
use crate::defaults;
use crate::replay_blocks::ReplayBlocks;
use crate::scenario::{ComputeSpec, JobText, Scenario, USERS, Workload};
use config::{UnknownName, UsedDefault};
use kernel::{Compute, Resources};
use models::compute::COMPUTE;
use models::network::delay::Delay;
use models::network::{Detail, NETWORKS};
use models::storage::devices::DEVICES;
use models::storage::layouts::LAYOUTS;
use models::storage::{STORAGES, Servers};
use models::{ModelError, Setting};
use mpi::library::Library;
use mpi::{BlockCosts, EngineOptions, FreeBlocks, GivenBlocks, MeasuredBlocks};
use ops::{PlacedRanks, Placement, PlacementError};
use platform::{
    Allocation, Cache, FreeCores, HostSlots, Mapping, MappingError, Platform, PlatformError, StorageServers,
};
use results::Computation;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use thiserror::Error;
use units::{ActorId, Bytes, Endpoint, Held, HostId, Rate, Time};

/// The shipped platforms: (name, text).
pub const PLATFORMS: &[(&str, &str)] = &[
    ("two-hosts", include_str!("../../../platforms/two-hosts.toml")),
    ("ethernet-cluster", include_str!("../../../platforms/ethernet-cluster.toml")),
    ("torus-3d", include_str!("../../../platforms/torus-3d.toml")),
    ("bluegene-p", include_str!("../../../platforms/bluegene-p.toml")),
    ("fat-tree", include_str!("../../../platforms/fat-tree.toml")),
    ("dragonfly", include_str!("../../../platforms/dragonfly.toml")),
    ("percs-supernode", include_str!("../../../platforms/percs-supernode.toml")),
    ("percs-64", include_str!("../../../platforms/percs-64.toml")),
    ("percs-512", include_str!("../../../platforms/percs-512.toml")),
    ("summit-like", include_str!("../../../platforms/summit-like.toml")),
    ("perlmutter-like", include_str!("../../../platforms/perlmutter-like.toml")),
    ("frontier-like", include_str!("../../../platforms/frontier-like.toml")),
];

/// Why a scenario's parts can't be had.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum AssemblyError {
    /// No such platform.
    #[error("unknown platform `{name}`; expected one of {known}, or a platform file{hint}")]
    UnknownPlatform {
        /// As given.
        name: String,
        /// The nearest name.
        hint: String,
        /// All names.
        known: String,
    },
    /// The platform file is wrong.
    #[error(transparent)]
    Platform(#[from] PlatformError),
    /// The ranks can't be placed.
    #[error(transparent)]
    Mapping(#[from] MappingError),
    /// The MPI library can't be had.
    #[error(transparent)]
    Library(#[from] mpi::library::LibraryError),
    /// No such network model.
    #[error("--network: unknown network model {0}")]
    UnknownNetwork(UnknownName),
    /// A network whose transfers can't be divided between two.
    #[error(
        "--detail: not supported with the network `{network}`: `transport=tcp` and `switching=store-forward` give hosts send \
         buffers, but the network `delay`, which simulates all phases that `--detail` does not name, has none; expected a \
         network without these options"
    )]
    Detail {
        /// The network.
        network: String,
    },
    /// A model's parameter that isn't `name=value`.
    #[error(
        "--network: `{text}` is not a parameter; expected MODEL:NAME=VALUE[,...], for example `flow:bucket=1 ms`"
    )]
    ModelParameter {
        /// As given.
        text: String,
    },
    /// A model's parameter that is given more than once.
    #[error("--network: the parameter `{name}` is given twice")]
    TwiceGiven {
        /// Its name.
        name: String,
    },
    /// A model refuses its parameters.
    #[error("--network: {0}")]
    Model(#[from] ModelError),
    /// The compute model does not support what the platform says of its hosts.
    #[error("the platform's hosts: {0}")]
    Compute(ModelError),
    /// The network model refuses what the platform says of it.
    #[error("{at}: {}: {error}", .error.model())]
    PlatformModel {
        /// Where the parameter is written.
        at: String,
        /// Why.
        error: ModelError,
    },
    /// No such model of a file system.
    #[error("{at}: storage.model: unknown storage model {unknown}")]
    UnknownStorage {
        /// Where it is written.
        at: String,
        /// As given, with those known.
        unknown: UnknownName,
    },
    /// The model of the file system refuses its parameters.
    #[error("{at}: storage: {error}")]
    Storage {
        /// Where the parameter is written.
        at: String,
        /// Why.
        error: ModelError,
    },
    /// No such table.
    #[error(transparent)]
    Tables(#[from] observe::ObserveError),
    /// A former run's blocks, or the speed that blocks hold for, can't be read.
    #[error("--compute: {0}")]
    Replay(String),
}

/// Everything an engine needs of its scenario.
pub struct Assembly {
    /// The machine.
    pub platform: Arc<Platform>,
    /// The modelled MPI library.
    pub library: Library,
    /// Where ranks sit.
    pub mapping: Arc<Mapping>,
    /// Where ranks may sit that are started while the run is on.
    pub host_slots: HostSlots,
    /// The network model's name.
    pub network: String,
    /// Where the durations of blocks come from.
    pub computation: Option<Computation>,
    /// Defaults that the run may use; `defaults::used` tells afterwards which it has.
    pub defaults: Vec<UsedDefault>,
    /// A hash of all input but blocks.
    pub hash: String,
    /// The text of the platform, without what the scenario sets otherwise.
    pub platform_text: String,
}

impl std::fmt::Debug for Assembly {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Assembly").field("hash", &self.hash).finish_non_exhaustive()
    }
}

/// The compute model for when started ranks have to share cores, if they may.
type Oversubscribed = Option<Box<dyn Compute>>;

/// The mapping, and after its ranks those that are started while the run is on.
struct Mapped {
    mapping: Arc<Mapping>,
    /// By number: threads of ranks may be actors between them.
    later: BTreeMap<ActorId, Endpoint>,
    free_cores: Option<FreeCores>,
    /// What the free cores are found by, once some are wanted.
    platform: Arc<Platform>,
    host_slots: HostSlots,
    oversubscribe: bool,
    cache: Option<CacheUse>,
}

/// A host's caches as messages see them.
struct CacheUse {
    cache: Cache,
    /// The most ranks that share one.
    ranks: u64,
    /// A rank's part of memory while all ranks use it, bytes of messages.
    memory: Rate,
}

impl CacheUse {
    fn of(platform: &Platform, mapping: &Mapping) -> Option<Self> {
        let cache = platform.host.cache?;
        let level = &platform.host.levels[cache.level];
        let most = |place: &dyn Fn(Endpoint) -> u32| {
            let mut ranks: BTreeMap<(HostId, u32), u64> = BTreeMap::new();
            for end in (0..mapping.ranks()).map(|rank| mapping.endpoint(rank)) {
                *ranks.entry((end.host, place(end))).or_default() += 1;
            }
            ranks.into_values().max().unwrap_or(1)
        };
        let sharing_memory = most(&|end| platform.host.socket_of(end.core).into());
        let share = Rate(platform.host.memory.bandwidth.0 / sharing_memory);
        let memory = cache.beyond.map_or(share, |alone| alone.min(share));
        Some(Self { cache, ranks: most(&|end| level.group(end.core)), memory })
    }

    fn fits(&self, bytes: u64) -> bool {
        bytes.saturating_mul(self.ranks) <= self.cache.size.0
    }
}

impl Placement for Mapped {
    fn memory_rate(&self, rate: Rate, arrays: u64, buffers: u64) -> Rate {
        // The bandwidth is that of messages, of which each byte is read once and written once.
        let share = |cache: &CacheUse| Rate((cache.memory.0 / arrays * 2).max(1));
        self.cache.as_ref().filter(|cache| !cache.fits(buffers)).map_or(rate, |cache| rate.min(share(cache)))
    }

    fn first_touch(&self, bytes: u64, longest: u64) -> Time {
        self.platform.host.memory.first_touch.map_or(Time::ZERO, |touch| touch.time(Bytes(bytes), Bytes(longest)))
    }

    fn held(&self, (source, destination): (ActorId, ActorId), buffers: u64, bytes: u64, changed: bool) -> Held {
        let Some(cache) = &self.cache else { return Held::Both };
        if self.endpoint(source).host != self.endpoint(destination).host {
            return Held::Both;
        }
        match cache.fits(buffers) {
            true if cache.cache.rewritten || changed => Held::Changed,
            true => Held::Unchanged,
            // Just written, it is still in the cache; where it goes does not stay there.
            false if changed && cache.fits(bytes.saturating_mul(2)) => Held::Both,
            false => Held::Memory,
        }
    }

    fn endpoint(&self, actor: ActorId) -> Endpoint {
        if actor.0 < self.mapping.ranks() { self.mapping.endpoint(actor.0) } else { self.later[&actor] }
    }

    fn place(
        &mut self,
        first: ActorId,
        wanted: &[(u32, Option<&str>)],
        alive: &dyn Fn(ActorId) -> bool,
    ) -> Result<PlacedRanks, PlacementError> {
        let (mapping, later) = (&self.mapping, &self.later);
        let free_cores = self.free_cores.get_or_insert_with(|| {
            let mut free_cores = FreeCores::new(&self.platform, &self.host_slots);
            let begun = (0..mapping.ranks()).map(|rank| (ActorId(rank), mapping.endpoint(rank)));
            let all = begun.chain(later.iter().map(|(&actor, &end)| (actor, end)));
            all.filter(|&(actor, _)| alive(actor)).for_each(|(_, end)| free_cores.take(end));
            free_cores
        });
        let (ends, shared) =
            free_cores.allocate(wanted, self.oversubscribe, &self.platform).map_err(PlacementError)?;
        self.later.extend((first.0..).map(ActorId).zip(ends));
        Ok(PlacedRanks { shared })
    }

    fn undo_place(&mut self, first: ActorId) {
        let left = self.later.split_off(&first);
        left.into_values().for_each(|end| self.free(end));
    }

    fn release(&mut self, actor: ActorId) {
        // Cores are counted only where they are needed.
        if self.free_cores.is_some() {
            let end = self.endpoint(actor);
            self.free(end);
        }
    }
}

impl Mapped {
    fn free(&mut self, end: Endpoint) {
        if let Some(free_cores) = &mut self.free_cores {
            free_cores.free(end);
        }
    }
}

/// Hosts and cores of the ranks where a file says them, whose contents are not in the scenario.
fn listed_places(job: &JobText, mapping: &Mapping) -> String {
    let mapping_file = job.mapping.as_deref().and_then(platform::mapping_file);
    let has_hosts = job.allocation.as_deref().is_some_and(|spec| spec.trim().starts_with("file:"));
    let ranks = if mapping_file.is_some() || has_hosts { mapping.ranks() } else { 0 };
    let ends = (0..ranks).map(|rank| mapping.endpoint(rank));
    ends.map(|end| format!("{}:{} ", end.host, end.core)).collect()
}

/// Where the ranks of a job sit, and the slots of the hosts that it gets.
///
/// # Errors
/// The error in its mapping or allocation.
pub fn map_ranks(
    job: &JobText,
    seed: Option<u64>,
    ranks: u32,
    platform: &Platform,
) -> Result<(Mapping, HostSlots), MappingError> {
    let seed = seed.unwrap_or(0);
    let spec = match job.mapping.as_deref().unwrap_or("block") {
        "random" => format!("random:{seed}"),
        spec => spec.to_owned(),
    };
    let allocation = Allocation::of(job.allocation.as_deref(), seed)?;
    let oversubscribe = job.oversubscribe.unwrap_or(false);
    let mapping = Mapping::build(&spec, ranks, job.ppn, oversubscribe, &allocation, platform)?;
    let host_slots = HostSlots::of(ranks, job.ppn, &allocation, platform)?;
    Ok((mapping, host_slots))
}

impl Assembly {
    /// Reads and checks all files that a scenario names, for `ranks` ranks.
    pub fn of(scenario: &Scenario, ranks: u32) -> Result<Self, AssemblyError> {
        let inputs = &scenario.inputs;
        let load = || load_platform(&scenario.platform, &scenario.text.set);
        let (platform, text) = inputs.reading("platform", load)?;
        let (asked, library_key) = asked_library(scenario, &platform);
        let library = inputs.reading(library_key, || load_library(asked, scenario, &platform))?;
        let place = || map_ranks(scenario.job(), scenario.text.seed, ranks, &platform);
        let (mapping, host_slots) = inputs.reading("job.mapping", place)?;
        observe::check_tables(scenario.text.observe.iter().flatten().map(String::as_str))?;
        let spec = scenario.text.network.as_deref().unwrap_or("flow");
        let (network, _) = network_settings(spec)?;
        let mut defaults = scenario.defaults.clone();
        defaults.extend(defaults::of_part("platform", platform.defaults()));
        if let (Some(name), true) = (asked, library_key == "mpi-library" && scenario.text.has_users_library()) {
            defaults.push(UsedDefault::new("mpi: library", name, USERS));
        }
        defaults.extend(defaults::of_part("mpi", library.defaults()));
        // What other files than the platform's say.
        let noise = platform.host.noise.iter().map(|noise| format!("{:?}", noise.pattern)).collect::<String>();
        let rules = scenario.block_rules.as_ref().map_or("", |rules| rules.text());
        let sizes = scenario.size_rules.as_ref().map_or("", |rules| rules.text());
        let tuned_by: String = library.tuned_by().collect();
        let others = format!("{rules}{sizes}{}{tuned_by}", listed_places(scenario.job(), &mapping));
        let hash = hash(&[&scenario.settings(), &text, &noise, &others, &ranks.to_string(), library.name()]);
        let network = network.name.to_owned();
        let computation =
            inputs.reading("compute", || computation::of(scenario, &platform)).map_err(AssemblyError::Replay)?;
        let mut assembly = Self {
            computation,
            platform: Arc::new(platform),
            library,
            mapping: Arc::new(mapping),
            host_slots,
            network,
            defaults,
            hash,
            platform_text: text,
        };
        // A wrong parameter is found here, before a program starts.
        assembly.build_network(scenario)?;
        assembly.build_storage()?;
        assembly.build_compute(scenario)?;
        let (kind, given) = network_settings(spec)?;
        let network = defaults::of_network(kind, &given, &assembly.platform);
        let storage = defaults::of_storage(&assembly.platform);
        let hints = defaults::of_hints(assembly.file_driver().map(|_| assembly.library.file_hints));
        for (part, used) in [("network", network), ("platform", storage), ("mpi", hints)] {
            assembly.defaults.extend(defaults::of_part(part, &used));
        }
        Ok(assembly)
    }

    /// The compute models.
    fn build_compute(&self, scenario: &Scenario) -> Result<(Box<dyn Compute>, Oversubscribed), AssemblyError> {
        let cores = usize::from(self.platform.host.cores);
        // By ranks, as most hosts of a large machine may have none.
        let mut ranks = 0..self.mapping.ranks();
        let shares = ranks.any(|rank| self.mapping.ranks_on(self.mapping.host(rank)).len() > cores);
        let compute = |name: &str| {
            let kind = COMPUTE.iter().find(|entry| entry.name == name).expect("a shipped compute model");
            (kind.build)(&*self.platform, scenario.text.seed.unwrap_or(0), &[]).map_err(AssemblyError::Compute)
        };
        Ok(match (shares, scenario.job().oversubscribe.unwrap_or(false)) {
            (true, _) => (compute("shared")?, None),
            (false, true) => (compute("dedicated")?, Some(compute("shared")?)),
            (false, false) => (compute("dedicated")?, None),
        })
    }

    fn build_network(&self, scenario: &Scenario) -> Result<Box<dyn kernel::Network>, AssemblyError> {
        let network = self.chosen_network(scenario)?;
        let Some(detail) = &scenario.detail else { return Ok(network) };
        if network.takes_bytes() {
            return Err(AssemblyError::Detail { network: self.network.clone() });
        }
        let machine = Arc::clone(&self.platform) as Arc<dyn models::Machine>;
        let (delay, _) = network_settings("delay")?;
        // Pieces of a message stay in order in both or in neither.
        let other: Box<dyn kernel::Network> =
            if network.keeps_order() { (delay.build)(machine, &[])? } else { Box::new(Delay::new(machine, None)) };
        Ok(Box::new(Detail::new(network, other, detail.phases.clone())))
    }

    fn chosen_network(&self, scenario: &Scenario) -> Result<Box<dyn kernel::Network>, AssemblyError> {
        let spec = scenario.text.network.as_deref().unwrap_or("flow");
        let (kind, given) = network_settings(spec)?;
        let machine = || Arc::clone(&self.platform) as Arc<dyn models::Machine>;
        let Some(section) = self.platform.model_section(kind.name) else {
            return Ok((kind.build)(machine(), &given)?);
        };
        // Options of the command line come last and win.
        let own = section.settings.iter().map(|(name, value)| Setting { name, value });
        let settings: Vec<Setting<'_>> = own.chain(given.iter().copied()).collect();
        (kind.build)(machine(), &settings).map_err(|error| {
            let name = parameter_of(&error);
            match section.location(name) {
                Some(at) if given.iter().all(|setting| setting.name != name) => {
                    AssemblyError::PlatformModel { at: at.to_string(), error }
                }
                _ => AssemblyError::Model(error),
            }
        })
    }

    fn build_storage(&self) -> Result<Box<dyn kernel::Storage>, AssemblyError> {
        let section = self.platform.storage.clone().unwrap_or_default();
        let at = |key: &str| {
            let location = section.location(key).map(ToString::to_string);
            location.unwrap_or_else(|| self.platform.file().to_owned())
        };
        let name = section.model.as_deref().unwrap_or(STORAGES[0].name);
        let Some(kind) = STORAGES.iter().find(|kind| kind.name == name) else {
            let unknown = UnknownName::new(name, STORAGES.iter().map(|kind| kind.name));
            return Err(AssemblyError::UnknownStorage { at: at("model"), unknown });
        };
        let servers = match &section.servers {
            StorageServers::Attached(count) => Servers::Attached(*count),
            // A server is its host's first core and NIC.
            StorageServers::Hosts(hosts) => {
                Servers::At(hosts.iter().map(|&host| Endpoint { host, ..Endpoint::default() }).collect())
            }
        };
        let settings: Vec<Setting<'_>> =
            section.settings.iter().map(|(name, value)| Setting { name, value }).collect();
        (kind.build)(servers, &settings)
            .map_err(|error| AssemblyError::Storage { at: at(parameter_of(&error)), error })
    }

    /// The value of a key of `[storage]` that its model, layout or device has, given or by default.
    pub fn storage_key(&self, name: &str) -> Option<String> {
        let given = |name: &str| {
            let settings = &self.platform.storage.as_ref()?.settings;
            settings.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
        };
        let model = self.platform.storage.as_ref().and_then(|storage| storage.model.as_deref());
        let model = STORAGES.iter().find(|kind| model.is_none_or(|name| kind.name == name))?;
        let of_kind = |key: &str, value: &str| given(key).as_deref().is_none_or(|given| given == value);
        let layout = LAYOUTS.iter().find(|kind| of_kind("layout.kind", kind.name)).map(|kind| kind.parameters);
        let device = DEVICES.iter().find(|kind| of_kind("device.kind", kind.name)).map(|kind| kind.parameters);
        let has_parts = model.parameters.iter().any(|parameter| parameter.name == "layout.kind");
        let parts = [layout, device].into_iter().flatten().filter(|_| has_parts).flatten();
        let key = model.parameters.iter().chain(parts).find(|parameter| parameter.name == name)?;
        given(name).or_else(|| key.default_value().map(str::to_owned))
    }

    /// The driver by which the I/O library accesses files; none if every access is one request to each server.
    pub fn file_driver(&self) -> Option<&'static str> {
        self.library.io.driver(self.build_storage().ok()?.protocol().driver)
    }

    /// The parts in the form the engine takes them. `blocks` replays a former run's, if the scenario asks for it.
    pub fn options(&self, scenario: &Scenario) -> Result<EngineOptions, AssemblyError> {
        let (network, storage) = (self.build_network(scenario)?, self.build_storage()?);
        let (compute, oversubscribed_compute) = self.build_compute(scenario)?;
        let ranks = self.mapping.ranks();
        let given = match &scenario.compute {
            ComputeSpec::Measured { scale_millionths } => scale_millionths.unwrap_or(1_000_000),
            ComputeSpec::None | ComputeSpec::Replay { .. } | ComputeSpec::Counted { .. } => 1_000_000,
        };
        let scale = Computation::scale_of(self.computation.as_ref(), given);
        let blocks = scenario.inputs.reading("compute", || self.blocks(scenario, scale))?;
        Ok(EngineOptions {
            ranks,
            library: self.library.clone(),
            placement: Box::new(Mapped {
                mapping: Arc::clone(&self.mapping),
                later: BTreeMap::new(),
                free_cores: None,
                platform: Arc::clone(&self.platform),
                host_slots: self.host_slots.clone(),
                oversubscribe: scenario.job().oversubscribe.unwrap_or(false),
                cache: CacheUse::of(&self.platform, &self.mapping),
            }),
            resources: Resources { network, compute, storage },
            oversubscribed_compute,
            blocks,
            skip_payload_from: scenario.skip_payload_from.map(|bytes| bytes.0),
            steps: scenario.detail.as_ref().map(|detail| detail.steps.clone()).unwrap_or_default(),
        })
    }

    /// Reads the former runs by which blocks cost what they do.
    pub(crate) fn read_blocks(&self, scenario: &Scenario) -> Result<(), AssemblyError> {
        scenario.inputs.reading("compute", || self.blocks(scenario, 1_000_000)).map(drop)
    }

    /// What blocks cost, where the scenario's factor is `scale`.
    fn blocks(&self, scenario: &Scenario, scale: u64) -> Result<Box<dyn BlockCosts>, AssemblyError> {
        let ranks = self.mapping.ranks();
        let blocks: Box<dyn BlockCosts> = match &scenario.compute {
            ComputeSpec::None => Box::new(FreeBlocks),
            ComputeSpec::Measured { .. } => match scenario.workload {
                Workload::Motif { .. } => Box::new(GivenBlocks { scale_millionths: scale }),
                _ => Box::new(MeasuredBlocks::new(scale)),
            },
            ComputeSpec::Replay { folder } => {
                Box::new(ReplayBlocks::open(folder, ranks, scale).map_err(AssemblyError::Replay)?)
            }
            ComputeSpec::Counted { counter, per_second } => {
                let blocks = CountedBlocks::of(&scenario.workload, counter, *per_second);
                Box::new(blocks.map_err(AssemblyError::Replay)?)
            }
        };
        Ok(match &scenario.block_rules {
            None => blocks,
            Some(rules) => Box::new(RuledBlocks::new(blocks, rules.clone(), ranks).map_err(AssemblyError::Replay)?),
        })
    }
}

/// Reads a platform by its file or shipped name, with some keys set otherwise; gives its text, too.
pub fn load_platform(name: &str, set: &BTreeMap<String, String>) -> Result<(Platform, String), AssemblyError> {
    let overrides: Vec<(&str, &str)> = set.iter().map(|(key, value)| (key.as_str(), value.as_str())).collect();
    if let Some((shipped, text)) = PLATFORMS.iter().find(|(shipped, _)| *shipped == name) {
        let platform = Platform::from_str_with(text, &format!("{shipped}.toml (shipped)"), &overrides)?;
        return Ok((platform, (*text).to_owned()));
    }
    let path = Path::new(name);
    if !files::exists(path) && !name.contains('/') && path.extension().is_none_or(|ending| ending != "toml") {
        let known: Vec<&str> = PLATFORMS.iter().map(|(shipped, _)| *shipped).collect();
        let here = platforms_here();
        let hint = config::did_you_mean(name, known.iter().copied().chain(here.iter().map(String::as_str)));
        return Err(AssemblyError::UnknownPlatform { name: name.to_owned(), hint, known: known.join(", ") });
    }
    Ok(Platform::load_with(path, &overrides)?)
}

/// Files in this folder that may be platforms.
fn platforms_here() -> Vec<String> {
    let entries = std::fs::read_dir(".").into_iter().flatten().flatten();
    let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".toml")).collect();
    names.sort();
    names
}

/// The parameter that a model has refused; empty if it is none.
fn parameter_of(error: &ModelError) -> &str {
    match error {
        ModelError::UnknownParameter { name, .. } => name,
        ModelError::BadValue { name, .. } => name,
        _ => "",
    }
}

/// The MPI library that is asked for, and the key that names it.
fn asked_library<'a>(scenario: &'a Scenario, platform: &'a Platform) -> (Option<&'a str>, &'static str) {
    let (given, own) = (scenario.text.mpi_library.as_deref(), platform.mpi.library.as_deref());
    match (given, own) {
        (Some(_), Some(_)) if scenario.text.has_users_library() => (own, "platform: mpi.library"),
        (Some(_), _) => (given, "mpi-library"),
        (None, _) => (own, "platform: mpi.library"),
    }
}

fn load_library(asked: Option<&str>, scenario: &Scenario, platform: &Platform) -> Result<Library, AssemblyError> {
    let mut library =
        Library::load(asked, &platform.mpi.overrides, &|key| platform.mpi.location(key).map(ToString::to_string))?;
    for (operation, algorithm) in &scenario.text.collective {
        library.set_algorithm(operation, algorithm)?;
    }
    Ok(library)
}

fn network_settings(spec: &str) -> Result<(&'static models::network::NetworkKind, Vec<Setting<'_>>), AssemblyError> {
    let (name, rest) = spec.split_once(':').unwrap_or((spec, ""));
    let Some(kind) = NETWORKS.iter().find(|kind| kind.name == name) else {
        let known = NETWORKS.iter().map(|kind| kind.name);
        return Err(AssemblyError::UnknownNetwork(UnknownName::new(name, known)));
    };
    let settings: Vec<Setting<'_>> = rest
        .split(',')
        .filter(|text| !text.trim().is_empty())
        .map(|text| match text.split_once('=') {
            Some((name, value)) => Ok(Setting { name: name.trim(), value: value.trim() }),
            None => Err(AssemblyError::ModelParameter { text: text.to_owned() }),
        })
        .collect::<Result<_, _>>()?;
    let twice = (1..settings.len()).find(|&at| settings[..at].iter().any(|before| before.name == settings[at].name));
    match twice {
        Some(at) => Err(AssemblyError::TwiceGiven { name: settings[at].name.to_owned() }),
        None => Ok((kind, settings)),
    }
}

fn hash(parts: &[&str]) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update((part.len() as u64).to_le_bytes());
        digest.update(part.as_bytes());
    }
    digest.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}
