//! Reads a platform file, and builds the machine that it describes.

use crate::TOPOLOGIES;
use crate::error::{Location, PlatformError};
use crate::fifos;
use crate::inside::{self, CACHE_PARAMETERS, LEVEL_PARAMETERS};
use crate::machine::{
    Assign, Connections, FirstTouch, Grade, Host, LinkNumbering, Loopback, Memory, MessageTime, MpiSection,
    NODE_CLASSES, Nic, Platform,
};
use crate::machine::{ModelSection, StorageSection, StorageServers};
use crate::names::{BadNames, HostNames};
use crate::noise::{self, NOISE_PARAMETERS};
use crate::section::{Reader, Section};
use crate::source::Source;
use crate::topology::Topology;
use config::{Node, Origin, Value};
use config::{Parameter, ParameterKind};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path as FilePath;
use units::HostId;

const ROOT: &[Parameter] = &[
    Parameter::optional("name", ParameterKind::Text, "Free text; else the file's name."),
    Parameter::optional(
        "grade",
        ParameterKind::Choice(&["A", "B", "C"]),
        "How far the figures have been held against the machine, see below; default C.",
    ),
    Parameter::required("topology", ParameterKind::Table, "The network."),
    Parameter::required("host", ParameterKind::Table, "What every host is."),
    Parameter::optional("nic", ParameterKind::Table, "What every NIC is."),
    Parameter::optional("mpi", ParameterKind::Table, "Which MPI library is modelled, and its parameters."),
    Parameter::optional("storage", ParameterKind::Table, "The file system."),
    Parameter::optional("flow", ParameterKind::Table, "Parameters of the network model `flow`."),
    Parameter::optional("packet", ParameterKind::Table, "Parameters of the network model `packet`."),
];

/// Links of the longest route. A route is a list, so beyond this a machine is a mistake in the file.
const MAX_ROUTE: u32 = 1 << 16;

/// More servers than this are a mistake in the file.
const MAX_SERVERS: u32 = 1 << 16;

const KIND: Parameter = Parameter::required("kind", ParameterKind::Text, "The kind of topology.");

/// What `[host]` may say.
pub static HOST_PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "cores",
        ParameterKind::Count,
        "1",
        "one core per host, so that each rank has its own host",
        "Cores per host.",
    ),
    Parameter::required("speed", ParameterKind::Speed, "Speed of one core."),
    Parameter::optional(
        "names",
        ParameterKind::Names,
        "Names of the hosts in order, as in `node-[0-3,7].org`; by default the topology's.",
    ),
    Parameter::optional(
        "binding",
        ParameterKind::Text,
        "Which core each rank of a host gets: `block` (the default), in their order; `round-robin:LEVEL`, one in each group of that level, then a second one; or a list as `0-3,64-67`, the other cores after it.",
    ),
    Parameter::required("memory.bandwidth", ParameterKind::Bandwidth, "Bandwidth of the memory bus of one socket."),
    Parameter::required("memory.copy", ParameterKind::Bandwidth, "Maximum rate of one message inside a host."),
    Parameter::optional(
        "memory.latency",
        ParameterKind::Latency,
        "Latency of a message inside a host that belongs to no level; required unless a level holds all cores.",
    ),
    Parameter::with_default(
        "memory.sockets",
        ParameterKind::Count,
        "1",
        "one memory bus shared by all cores of a host",
        "Sockets (or NUMA domains) per host, each with a memory bus.",
    ),
    Parameter::optional(
        "memory.first_touch",
        ParameterKind::Bandwidth,
        "Bytes per second of memory that a core has not used before: long buffers that the library allocates for one collective operation. Without it they take no time.",
    ),
    Parameter::with_default(
        "memory.first_touch_from",
        ParameterKind::Size,
        "32 MiB",
        "glibc asks the system for longer buffers each time (the most that M_MMAP_THRESHOLD grows to)",
        "The shortest such buffer.",
    ),
    Parameter::optional(
        "memory.trimmed_from",
        ParameterKind::Size,
        "The same for a call whose buffers are together at least twice as long as the longest one: the shortest such longest buffer. glibc: 128 KiB, where M_MMAP_THRESHOLD begins, as M_TRIM_THRESHOLD becomes twice the longest buffer; default `memory.first_touch_from`.",
    ),
    Parameter::optional(
        "levels",
        ParameterKind::Records(LEVEL_PARAMETERS),
        "Nested groups of neighbouring cores, from the inside out: see below.",
    ),
    CACHE_PARAMETERS[0],
    CACHE_PARAMETERS[1],
    CACHE_PARAMETERS[2],
    CACHE_PARAMETERS[3],
    CACHE_PARAMETERS[4],
    Parameter::optional(
        "noise",
        ParameterKind::Records(NOISE_PARAMETERS),
        "Detours, during which cores do not run the program: a table, or a list of them.",
    ),
];

const ASSIGN: [&str; 3] = ["cores", "ranks", "round-robin"];

/// What `[nic]` may say.
pub static NIC_PARAMETERS: &[Parameter] = &[
    Parameter::with_default("count", ParameterKind::Count, "1", "one NIC per host", "NICs per host."),
    Parameter::with_default(
        "injection",
        ParameterKind::BandwidthOrUnlimited,
        "unlimited",
        "only the links limit bandwidth",
        "Bandwidth of a NIC in each direction.",
    ),
    Parameter::with_default(
        "message_rate",
        ParameterKind::FrequencyOrUnlimited,
        "unlimited",
        "only the MPI library's overheads limit the rate",
        "Messages per second that a NIC sends.",
    ),
    Parameter::optional(
        "message_time.near",
        ParameterKind::Latency,
        "Time that each message takes of the NIC where it leaves and of the NIC where it arrives, of a rank on one of the NIC's own block of cores.",
    ),
    Parameter::optional(
        "message_time.far",
        ParameterKind::Latency,
        "The same of any other rank; default that of near ones.",
    ),
    Parameter::optional(
        "message_time.connections",
        ParameterKind::Count,
        "Connections (pairs of a rank here and a rank on another host) whose state a NIC keeps; default all.",
    ),
    Parameter::optional(
        "message_time.fetch",
        ParameterKind::Latency,
        "What a message of a connection takes more whose state the NIC does not keep.",
    ),
    Parameter::optional(
        "assign",
        ParameterKind::Choice(&ASSIGN),
        "Which NIC a rank uses: that of its block of `cores` (the default); NICs get blocks of the `ranks` of a host; or ranks get NICs in turn, `round-robin`.",
    ),
    Parameter::optional(
        "loopback.bandwidth",
        ParameterKind::Bandwidth,
        "Messages inside a host use such a link per NIC instead of memory.",
    ),
    Parameter::optional("loopback.latency", ParameterKind::Latency, "Latency of the loopback link."),
    fifos::PARAMETERS[0],
    fifos::PARAMETERS[1],
    fifos::PARAMETERS[2],
    fifos::PARAMETERS[3],
    fifos::PARAMETERS[4],
    fifos::PARAMETERS[5],
    fifos::PARAMETERS[6],
];

/// What `[storage]` may say besides the keys of its model.
pub static STORAGE_PARAMETERS: &[Parameter] = &[
    Parameter::with_default(
        "model",
        ParameterKind::Text,
        "shared",
        "one file system for all hosts",
        "The model of the file system.",
    ),
    Parameter::optional(
        "servers",
        ParameterKind::Names,
        "Hosts that are file servers, or the number of servers attached to all hosts; default 1.",
    ),
    Parameter::optional(
        "mount",
        ParameterKind::Text,
        "Folder below which functions of POSIX (`open`, `write`, …) take the time of this file system, too; relative ones \
         start where the ranks do; without it they take none anywhere.",
    ),
];

impl Platform {
    /// Reads a platform from its text; `file` is what messages call it.
    #[allow(clippy::should_implement_trait, reason = "two arguments: the text needs a name for its messages")]
    pub fn from_str(text: &str, file: &str) -> Result<Self, PlatformError> {
        Self::from_str_with(text, file, &[])
    }

    /// Reads a platform file.
    pub fn load(path: impl AsRef<FilePath>) -> Result<Self, PlatformError> {
        Ok(Self::load_with(path, &[])?.0)
    }

    /// Reads a platform file and sets some of its keys, as `--set KEY=VALUE` does: dots enter tables, and a value
    /// that does not read as TOML is taken as text (`topology.links.D.bandwidth` = `5 GB/s`). Gives the file's text, too.
    pub fn load_with(
        path: impl AsRef<FilePath>,
        overrides: &[(&str, &str)],
    ) -> Result<(Self, String), PlatformError> {
        let file = path.as_ref().display().to_string();
        match files::read_text(path.as_ref()) {
            Ok(text) => Ok((Self::from_str_with(&text, &file, overrides)?, text)),
            Err(error) => Err(PlatformError::Read { file, reason: error.to_string() }),
        }
    }

    /// [`Platform::from_str`] with overrides as in [`Platform::load_with`].
    pub fn from_str_with(text: &str, file: &str, overrides: &[(&str, &str)]) -> Result<Self, PlatformError> {
        let source = Source::new(file, text, overrides);
        let root = source.parse(overrides)?;
        let reader = Reader { source, defaults: RefCell::default() };
        let section = Section::new(&reader, "", Some(&root), Origin::Byte(0), ROOT)?;
        let name = section.text("name")?.unwrap_or_else(|| stem(reader.source.file()));
        let grade = grade(&section, overrides)?;
        let (kind, topology) = read_topology(&section, "topology")?;
        let host = host(&section)?;
        let names = host_names(&section, &*topology)?;
        let nic = nic(&section)?;
        let mpi = mpi(&section, &reader.source)?;
        let storage = storage(&section, &reader.source, &*topology, names.as_ref())?;
        let flow = network_model(&section, "flow", &reader.source)?;
        let packet = network_model(&section, "packet", &reader.source)?;
        let numbering = LinkNumbering::new(&*topology, &nic, &host)
            .ok_or_else(|| section.too_large(format!("more than {} links, NICs and memory buses", u32::MAX)))?;
        let classes = numbering.class_names.len();
        if classes > usize::from(u8::MAX) {
            return Err(section.too_large(format!("{classes} classes of links, at most {}", u8::MAX)));
        }
        let file = file.to_owned();
        let defaults = reader.defaults.into_inner();
        Ok(Self {
            name,
            file,
            grade,
            kind,
            topology,
            names,
            host,
            nic,
            mpi,
            flow,
            packet,
            storage,
            defaults,
            numbering,
        })
    }
}

/// What the file says of itself, or an override. With other values than the file's it is another machine than the one that
/// was measured.
fn grade(root: &Section<'_>, overrides: &[(&str, &str)]) -> Result<Grade, PlatformError> {
    let given = if root.has("grade") { root.choice("grade", "grade")? } else { "C".to_owned() };
    let is_set = overrides.iter().any(|(key, _)| *key == "grade");
    let is_changed = overrides.iter().any(|(key, _)| *key != "name");
    Ok(match given.as_str() {
        _ if is_changed && !is_set => Grade::C,
        "A" => Grade::A,
        "B" => Grade::B,
        _ => Grade::C,
    })
}

fn stem(file: &str) -> String {
    FilePath::new(file).file_stem().map_or_else(|| file.to_owned(), |stem| stem.to_string_lossy().into_owned())
}

/// The topology that the table `key` of a section describes, and the name of its kind.
pub(crate) fn read_topology(
    root: &Section<'_>,
    key: &str,
) -> Result<(&'static str, Box<dyn Topology>), PlatformError> {
    if !root.has(key) {
        return Err(root.missing(key));
    }
    // The kind decides which other keys there are, so it is read before they are checked.
    let kind = root.kind_of(key, &KIND)?;
    let Some(entry) = TOPOLOGIES.iter().find(|entry| entry.name == kind) else {
        let known: Vec<String> = TOPOLOGIES.iter().map(|entry| entry.name.to_owned()).collect();
        return Err(root.unknown_name(&format!("{key}.kind"), "topology", &kind, &known));
    };
    let mut parameters = vec![KIND];
    parameters.extend_from_slice(entry.parameters);
    let section = root.child(key, &parameters)?;
    let topology = (entry.build)(&section)?;
    let classes = topology.class_names().len() + NODE_CLASSES.len();
    if classes > usize::from(u8::MAX) {
        return Err(section.too_large(format!("{classes} classes of links, at most {}", u8::MAX)));
    }
    if topology.diameter() > MAX_ROUTE {
        let what = format!("routes of up to {} links, at most {MAX_ROUTE}", topology.diameter());
        return Err(section.too_large(what));
    }
    Ok((entry.name, topology))
}

fn host(root: &Section<'_>) -> Result<Host, PlatformError> {
    if !root.has("host") {
        return Err(root.missing("host"));
    }
    let section = root.child("host", HOST_PARAMETERS)?;
    let cores = small_count(&section, "cores", u16::MAX, "a host")?;
    let levels = inside::levels(&section, cores)?;
    let around = levels.last().filter(|level| level.cores == cores);
    let memory = Memory {
        bandwidth: section.rate("memory.bandwidth")?,
        copy: section.rate("memory.copy")?,
        latency: match around {
            Some(_) if section.has("memory.latency") => {
                return Err(section.conflict("memory.latency", "levels", "the last level holds all cores"));
            }
            Some(level) => level.latency,
            None => section.time("memory.latency")?,
        },
        sockets: small_count(&section, "memory.sockets", cores, "its cores")?,
        first_touch: match section.optional_rate("memory.first_touch")? {
            Some(rate) => Some(FirstTouch {
                rate,
                from: section.size("memory.first_touch_from")?,
                trimmed_from: section
                    .has("memory.trimmed_from")
                    .then(|| section.size("memory.trimmed_from"))
                    .transpose()?,
            }),
            None if section.has("memory.first_touch_from") || section.has("memory.trimmed_from") => {
                return Err(section.missing("memory.first_touch"));
            }
            None => None,
        },
    };
    let (cache, binding) = (inside::cache(&section, &levels)?, inside::binding(&section, cores, &levels)?);
    let (speed, noise) = (section.speed("speed")?, noise::read(&section)?);
    Ok(Host { cores, speed, memory, levels, cache, binding, noise })
}

/// `host.names`.
fn host_names(root: &Section<'_>, topology: &dyn Topology) -> Result<Option<HostNames>, PlatformError> {
    let section = root.child("host", HOST_PARAMETERS)?;
    if !section.has("names") {
        return Ok(None);
    }
    let hosts = topology.hosts();
    let expected = format!("{hosts} names, one for each host");
    // Checked before as many names are made.
    if let Some(count) = section.number("names").filter(|count| *count > u64::from(hosts)) {
        return Err(section.out_of_range("names", count.to_string(), expected));
    }
    let patterns = section.names("names", "host")?;
    let names = HostNames::read(&patterns, hosts).map_err(|bad| match bad {
        BadNames::Pattern(text) => {
            let expected = "a name, or several as `node-[0-3,7].org`".to_owned();
            section.out_of_range("names", format!("`{text}`"), expected)
        }
        BadNames::TooMany => section.out_of_range("names", "a list of more names".to_owned(), expected.clone()),
        BadNames::Twice(name) => section.duplicate("names", &name),
    })?;
    if names.len() != hosts {
        return Err(section.out_of_range("names", format!("a list of {} names", names.len()), expected));
    }
    Ok(Some(names))
}

fn nic(root: &Section<'_>) -> Result<Nic, PlatformError> {
    let section = root.child("nic", NIC_PARAMETERS)?;
    let count = small_count(&section, "count", u8::MAX.into(), "a host")?;
    let loopback = match section.has("loopback") {
        true => Some(Loopback {
            bandwidth: section.rate("loopback.bandwidth")?,
            latency: section.time("loopback.latency")?,
        }),
        false => None,
    };
    let injection = section.rate_or_unlimited("injection")?;
    let message_rate = section.frequency_or_unlimited("message_rate")?;
    let message_time = match section.has("message_time") {
        false => None,
        true if message_rate.is_some() => {
            return Err(section.conflict("message_rate", "message_time", "both say what a message takes of a NIC"));
        }
        true => {
            let near = section.time("message_time.near")?;
            let far = section.optional_time("message_time.far")?;
            // A host's only NIC is near to all of its ranks.
            if far.is_none() && count > 1 {
                section.note_default("message_time.far", &near.to_string(), "as `message_time.near`");
            }
            Some(MessageTime { near, far: far.unwrap_or(near), connections: connections(&section)? })
        }
    };
    let assign = match section.has("assign").then(|| section.choice("assign", "word")).transpose()?.as_deref() {
        Some("ranks") => Assign::Ranks,
        Some("round-robin") => Assign::RoundRobin,
        _ => Assign::Cores,
    };
    Ok(Nic { count, injection, message_rate, message_time, assign, loopback, fifos: fifos::read(&section)? })
}

fn connections(nic: &Section<'_>) -> Result<Option<Connections>, PlatformError> {
    let (kept, fetch) = ("message_time.connections", "message_time.fetch");
    if !nic.has(kept) && !nic.has(fetch) {
        return Ok(None);
    }
    Ok(Some(Connections { kept: nic.count(kept)?, fetch: nic.time(fetch)? }))
}

/// A count of at most `max`.
fn small_count(section: &Section<'_>, key: &str, max: u16, of: &str) -> Result<u16, PlatformError> {
    let count = section.count(key)?;
    u16::try_from(count).ok().filter(|count| *count <= max).ok_or_else(|| {
        section.out_of_range(key, count.to_string(), format!("at most {max}, as many as {of} can have"))
    })
}

fn mpi(root: &Section<'_>, source: &Source) -> Result<MpiSection, PlatformError> {
    const LIBRARY: Parameter = Parameter::optional("library", ParameterKind::Text, "The MPI library's name.");
    const ANYTHING: Parameter = Parameter::optional("*", ParameterKind::Table, "Parameters of the library.");
    let section = root.child("mpi", &[LIBRARY, ANYTHING])?;
    let mut mpi = MpiSection { library: section.text("library")?, ..MpiSection::default() };
    let Some(Node { value: Value::Table(entries), .. }) = section.node() else { return Ok(mpi) };
    for entry in entries {
        remember(source, &entry.key, &entry.node, &mut mpi.locations);
        if entry.key != "library" {
            mpi.overrides.insert(entry.key.clone(), plain(&entry.node));
        }
    }
    Ok(mpi)
}

fn storage(
    root: &Section<'_>,
    source: &Source,
    topology: &dyn Topology,
    names: Option<&HostNames>,
) -> Result<Option<StorageSection>, PlatformError> {
    const ANYTHING: [Parameter; 2] = [
        Parameter::optional("*", ParameterKind::Text, "A parameter of the model."),
        Parameter::optional("*.*", ParameterKind::Text, "A parameter of a part of the model."),
    ];
    if !root.has("storage") {
        return Ok(None);
    }
    let parameters: Vec<Parameter> = STORAGE_PARAMETERS.iter().copied().chain(ANYTHING).collect();
    let section = root.child("storage", &parameters)?;
    let mut storage = StorageSection { model: section.text("model")?, ..StorageSection::default() };
    storage.servers = match section.is_list("servers") {
        true => StorageServers::Hosts(server_hosts(&section, topology, names)?),
        false => StorageServers::Attached(attached_servers(&section)?),
    };
    storage.mount = section.text("mount")?;
    (storage.settings, storage.locations) = settings(&section, source, Some(STORAGE_PARAMETERS))?;
    Ok(Some(storage))
}

/// Names and values, and the places of all keys.
type ModelKeys = (Vec<(String, String)>, BTreeMap<String, Location>);

/// `[flow]` or `[packet]`.
fn network_model(root: &Section<'_>, model: &'static str, source: &Source) -> Result<ModelSection, PlatformError> {
    const ANYTHING: Parameter = Parameter::optional("*", ParameterKind::Text, "A parameter of the model.");
    let section = root.child(model, &[ANYTHING])?;
    let (settings, locations) = settings(&section, source, None)?;
    Ok(ModelSection { settings, locations })
}

/// The keys of a section that belong to a model, with their values as text, and where each key of the section is written. A
/// section with keys of its `own` may have tables for the parts of its model; their keys are dotted.
fn settings(section: &Section<'_>, source: &Source, own: Option<&[Parameter]>) -> Result<ModelKeys, PlatformError> {
    let (mut settings, mut locations) = (Vec::new(), BTreeMap::new());
    let Some(Node { value: Value::Table(entries), .. }) = section.node() else { return Ok((settings, locations)) };
    for entry in entries {
        locations.insert(entry.key.clone(), source.location(entry.node.origin));
        match &entry.node.value {
            _ if own.is_some_and(|own| own.iter().any(|parameter| parameter.name == entry.key)) => {}
            Value::Table(parts) if own.is_some() => {
                for part in parts {
                    let key = format!("{}.{}", entry.key, part.key);
                    locations.insert(key.clone(), source.location(part.node.origin));
                    settings.push((key.clone(), setting(section, &key, &part.node)?));
                }
            }
            _ => settings.push((entry.key.clone(), setting(section, &entry.key, &entry.node)?)),
        }
    }
    Ok((settings, locations))
}

/// The value of a model's key as text.
fn setting(section: &Section<'_>, key: &str, node: &Node) -> Result<String, PlatformError> {
    Ok(match &node.value {
        Value::Integer(integer) => integer.to_string(),
        Value::Float(number) => number.clone(),
        _ => section.text(key)?.unwrap_or_default(),
    })
}

fn attached_servers(section: &Section<'_>) -> Result<u32, PlatformError> {
    match section.optional_count("servers")? {
        Some(count) if count > MAX_SERVERS => {
            Err(section.out_of_range("servers", count.to_string(), format!("at most {MAX_SERVERS}")))
        }
        count => Ok(count.unwrap_or(1)),
    }
}

fn server_hosts(
    section: &Section<'_>,
    topology: &dyn Topology,
    own: Option<&HostNames>,
) -> Result<Vec<HostId>, PlatformError> {
    let names = section.names("servers", "")?;
    if names.is_empty() {
        return Err(section.out_of_range("servers", "an empty list".to_owned(), "at least one host".to_owned()));
    }
    let mut hosts = Vec::with_capacity(names.len());
    for name in names {
        let found = own.map_or_else(|| topology.find_host(&name), |own| own.find(&name).map(HostId));
        let Some(host) = found else {
            let first = own.map_or_else(|| topology.host_name(HostId(0)), |own| own.name(0));
            let expected = format!("names of hosts, of which the first is `{first}`");
            return Err(section.out_of_range("servers", format!("`{name}`"), expected));
        };
        hosts.push(host);
    }
    Ok(hosts)
}

fn remember(source: &Source, key: &str, node: &Node, locations: &mut BTreeMap<String, Location>) {
    locations.insert(key.to_owned(), source.location(node.origin));
    match &node.value {
        Value::Table(entries) => {
            for entry in entries {
                remember(source, &format!("{key}.{}", entry.key), &entry.node, locations);
            }
        }
        Value::List(items) => {
            for (index, item) in items.iter().enumerate() {
                remember(source, &format!("{key}[{index}]"), item, locations);
            }
        }
        _ => {}
    }
}

fn plain(node: &Node) -> toml::Value {
    match &node.value {
        Value::Text(text) => toml::Value::String(text.clone()),
        Value::Integer(integer) => toml::Value::Integer(*integer),
        // The parser has seen it as a float; what Rust cannot read is not a number.
        Value::Float(text) => toml::Value::Float(text.parse().unwrap_or(f64::NAN)),
        Value::Flag(flag) => toml::Value::Boolean(*flag),
        Value::Date(date) => toml::Value::Datetime(*date),
        Value::List(items) => toml::Value::Array(items.iter().map(plain).collect()),
        Value::Table(entries) => {
            toml::Value::Table(entries.iter().map(|entry| (entry.key.clone(), plain(&entry.node))).collect())
        }
    }
}
