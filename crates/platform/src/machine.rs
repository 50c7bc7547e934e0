//! The described machine: topology, hosts, NICs, and the path of a transfer between two endpoints.

use crate::axis::Axis;
use crate::error::Location;
use crate::fifos::Fifos;
use crate::inside::{Cache, Level, LevelPort};
use crate::names::HostNames;
use crate::noise::Noise;
use crate::topology::{Link, Topology, Vertex};
use config::UsedDefault;
use std::collections::BTreeMap;
use units::{Bytes, Endpoint, Frequency, Held, HostId, LinkId, Rate, Speed, Time};

/// `[host]`: all hosts are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// Cores per host.
    pub cores: u16,
    /// Of one core.
    pub speed: Speed,
    /// `[host.memory]`.
    pub memory: Memory,
    /// `[[host.levels]]`, from the inside out; none: all cores are equally far from one another.
    pub levels: Vec<Level>,
    /// `[host.cache]`.
    pub cache: Option<Cache>,
    /// The cores in the order in which a host's ranks get them; empty: in their own order.
    pub(crate) binding: Vec<u16>,
    /// `[host.noise]`: what takes cores from the program now and then.
    pub noise: Vec<Noise>,
}

impl Host {
    /// The memory domain of a core: domains get blocks of neighbouring cores.
    #[inline]
    pub fn socket_of(&self, core: u16) -> u16 {
        block_of(core, self.cores, self.memory.sockets)
    }
}

/// `[host.memory]`: what messages inside a host use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Of the memory bus of one domain, shared by all transfers that touch it.
    pub bandwidth: Rate,
    /// The most that one transfer gets.
    pub copy: Rate,
    /// Of a transfer inside the host that belongs to no level.
    pub latency: Time,
    /// Memory domains per host (sockets, NUMA domains), each with its own bus; they get blocks of neighbouring cores.
    pub sockets: u16,
    /// Of memory that a core has not used before; None if that takes no time.
    pub first_touch: Option<FirstTouch>,
}

/// Buffers that a library allocates for one collective operation, and that the system gives it anew each time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FirstTouch {
    /// Bytes per second until a core can use them.
    pub rate: Rate,
    /// For calls whose buffers have at least this many bytes together.
    pub from: Bytes,
    /// For calls whose buffers have at least twice the bytes of the longest one: the shortest such longest buffer. None: [`Self::from`].
    pub trimmed_from: Option<Bytes>,
}

impl FirstTouch {
    /// The time until buffers of `bytes` together can be used, of which the longest has `longest`.
    pub fn time(&self, bytes: Bytes, longest: Bytes) -> Time {
        // The system gets back what is free once that is twice the longest buffer.
        let is_trimmed = self.trimmed_from.is_some_and(|from| longest >= from && bytes.0 / 2 >= longest.0);
        if bytes >= self.from || is_trimmed { self.rate.time_for(bytes) } else { Time::ZERO }
    }
}

/// `[nic]`: all NICs are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nic {
    /// NICs per host, each with its block of neighbouring cores.
    pub count: u16,
    /// Bytes per second per NIC and direction; None if the NIC is no limit.
    pub injection: Option<Rate>,
    /// Messages per second that a NIC sends; None if unlimited.
    pub message_rate: Option<Frequency>,
    /// Time of each message at the NICs of both ends.
    pub message_time: Option<MessageTime>,
    /// Which NIC a rank gets.
    pub assign: Assign,
    /// If given, messages inside a host go through this link of the source's NIC instead of memory.
    pub loopback: Option<Loopback>,
    /// Memory FIFOs, an engine and network FIFOs, if the file describes them.
    pub fifos: Option<Fifos>,
}

impl Nic {
    /// The NIC of the rank on a core of a host that has `ranks` ranks.
    #[inline]
    pub(crate) fn of(&self, core: u16, ranks: u32, host: &Host) -> u8 {
        // Below `count` in all three cases, which fits 8 bits.
        (match self.assign {
            Assign::Cores => block_of(core, host.cores, self.count),
            Assign::Ranks => {
                let ranks = ranks.clamp(1, host.cores.into());
                (u32::from(host.turn_of(core)) % ranks * u32::from(self.count) / ranks) as u16
            }
            Assign::RoundRobin => host.turn_of(core) % self.count,
        }) as u8
    }

    /// Links between so many NICs and the network: two each, if their rate is limited. None if they do not fit 32 bits.
    fn injection_links(&self, nics: u32) -> Option<u32> {
        if self.injection.is_some() { nics.checked_mul(2) } else { Some(0) }
    }

    /// Loopback links of so many NICs.
    fn loopback_links(&self, nics: u32) -> u32 {
        if self.loopback.is_some() { nics } else { 0 }
    }
}

/// `nic.message_time`: what a message takes of a NIC, in addition to its bytes, where it leaves and where it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MessageTime {
    /// Of a rank on one of the NIC's own block of cores.
    pub near: Time,
    /// Of any other rank.
    pub far: Time,
    /// None: a NIC keeps the state of all connections.
    pub connections: Option<Connections>,
}

/// `nic.message_time.connections`: connections are pairs of a rank of the NIC and a rank on another host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    /// Of how many a NIC keeps the state.
    pub kept: u32,
    /// The time that a message of any other one takes in addition.
    pub fetch: Time,
}

/// `nic.assign`: which NIC a rank gets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Assign {
    /// That of its core: NICs have blocks of neighbouring cores.
    Cores,
    /// NICs get blocks of the ranks of a host.
    Ranks,
    /// One NIC after the other, rank by rank.
    RoundRobin,
}

/// `[nic.loopback]`: one link per NIC from the host to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loopback {
    /// Shared by all transfers over it.
    pub bandwidth: Rate,
    /// Of a transfer over it.
    pub latency: Time,
}

/// `[mpi]`: handed on unread to the model of the MPI library.
#[derive(Clone, Debug, Default)]
pub struct MpiSection {
    /// `library`.
    pub library: Option<String>,
    /// Every other key of the section.
    pub overrides: toml::Table,
    pub(crate) locations: BTreeMap<String, Location>,
}

impl MpiSection {
    /// Where a key of the section was written: `library`, `overrides`' keys joined by dots, items of lists as
    /// `segments[2]`.
    pub fn location(&self, key: &str) -> Option<&Location> {
        self.locations.get(key)
    }
}

/// `[flow]` or `[packet]`: parameters of the network model of that name that belong to the machine, handed on unread to it.
#[derive(Clone, Debug, Default)]
pub struct ModelSection {
    /// Every key of the section with its value as text, in the order of the keys.
    pub settings: Vec<(String, String)>,
    pub(crate) locations: BTreeMap<String, Location>,
}

impl ModelSection {
    /// Where a key of the section was written.
    pub fn location(&self, key: &str) -> Option<&Location> {
        self.locations.get(key)
    }
}

/// `[storage]`: where its servers are, and what is handed on unread to the model of the file system.
#[derive(Clone, Debug, Default)]
pub struct StorageSection {
    /// `model`.
    pub model: Option<String>,
    /// `servers`.
    pub servers: StorageServers,
    /// `mount`.
    pub mount: Option<String>,
    /// Every other key of the section with its value as text, in the order of the keys.
    pub settings: Vec<(String, String)>,
    pub(crate) locations: BTreeMap<String, Location>,
}

/// The servers of the file system.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StorageServers {
    /// So many, each attached to every host.
    Attached(u32),
    /// On these hosts of the network.
    Hosts(Vec<HostId>),
}

impl StorageServers {
    /// How many there are, if they are attached.
    pub fn attached(&self) -> Option<u32> {
        match self {
            Self::Attached(count) => Some(*count),
            Self::Hosts(_) => None,
        }
    }

    /// How many there are.
    pub fn count(&self) -> u32 {
        match self {
            Self::Attached(count) => *count,
            Self::Hosts(hosts) => u32::try_from(hosts.len()).unwrap_or(u32::MAX),
        }
    }
}

impl Default for StorageServers {
    fn default() -> Self {
        Self::Attached(1)
    }
}

impl StorageSection {
    /// Where a key of the section was written.
    pub fn location(&self, key: &str) -> Option<&Location> {
        self.locations.get(key)
    }
}

/// A machine, complete with every default filled in.
#[derive(Debug)]
pub struct Platform {
    pub(crate) name: String,
    pub(crate) file: String,
    pub(crate) kind: &'static str,
    pub(crate) topology: Box<dyn Topology>,
    /// The hosts' own names; none: the topology's.
    pub(crate) names: Option<HostNames>,
    pub(crate) grade: Grade,
    /// The host.
    pub host: Host,
    /// The NIC.
    pub nic: Nic,
    /// `[mpi]`, unread.
    pub mpi: MpiSection,
    /// `[flow]`, unread.
    pub flow: ModelSection,
    /// `[packet]`, unread.
    pub packet: ModelSection,
    /// `[storage]`; none: the file does not say.
    pub storage: Option<StorageSection>,
    pub(crate) defaults: Vec<UsedDefault>,
    pub(crate) numbering: LinkNumbering,
}

/// How far a platform's figures have been held against the machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Grade {
    /// Times of programs on full nodes, within a stated bar.
    A,
    /// Calibrated from point-to-point measurements.
    B,
    /// Nominal.
    C,
}

impl Grade {
    /// Its letter.
    pub fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
        }
    }

    /// What it means.
    fn meaning(self) -> &'static str {
        match self {
            Self::A => "held against programs on full nodes of the machine, within the bar that its file states",
            Self::B => "calibrated from point-to-point measurements, not held against programs on full nodes",
            Self::C => "nominal figures, never held against a measurement of the machine",
        }
    }
}

impl std::fmt::Display for Grade {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}", self.letter(), self.meaning())
    }
}

/// What a transfer between two endpoints uses.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    /// In the order of travel.
    pub links: Vec<LinkId>,
    /// Sum over the links; inside a host that of memory or loopback.
    pub latency: Time,
    /// The most this transfer gets on its own, `Rate(u64::MAX)` if only the links limit it.
    pub bound: Rate,
}

/// First identifiers of the links that are not the topology's, and the names of their classes.
#[derive(Debug)]
pub(crate) struct LinkNumbering {
    pub(crate) injection: u32,
    pub(crate) loopback: u32,
    pub(crate) memory: u32,
    pub(crate) fabric: u32,
    pub(crate) cache: u32,
    pub(crate) end: u32,
    pub(crate) class_names: Vec<String>,
}

/// Classes of the links that are not the topology's, after the topology's own; then come those of fabrics, one for each level
/// that has one, and `cache`.
pub(crate) const NODE_CLASSES: [&str; 3] = ["nic", "loopback", "memory"];

/// Which link of a host a [`LinkId`] beyond the topology's is.
enum NodeLink {
    Injection { host: u32, nic: u32, inwards: bool },
    Loopback { host: u32, nic: u32 },
    Memory { host: u32, socket: u32 },
    Fabric { host: u32, level: usize, group: u32 },
    Cache { host: u32, group: u32 },
}

impl LinkNumbering {
    /// None if the links do not fit 32 bits.
    pub(crate) fn new(topology: &dyn Topology, nic: &Nic, host: &Host) -> Option<Self> {
        let nics = topology.hosts().checked_mul(u32::from(nic.count))?;
        let injection = topology.links();
        let loopback = injection.checked_add(nic.injection_links(nics)?)?;
        let first_bus = loopback.checked_add(nic.loopback_links(nics))?;
        let buses = topology.hosts().checked_mul(u32::from(host.memory.sockets))?;
        let fabric = first_bus.checked_add(buses)?;
        let fabrics = topology.hosts().checked_mul(host.groups_of(host.levels.len(), Level::has_fabric))?;
        let cache = fabric.checked_add(fabrics)?;
        topology.hosts().checked_mul(host.groups_of(host.levels.len(), Level::has_port))?;
        let caches = host.cache_level().map_or(0, |level| level.groups(host.cores));
        let end = cache.checked_add(topology.hosts().checked_mul(caches)?)?;
        let mut class_names = topology.class_names().to_vec();
        class_names.extend(NODE_CLASSES.map(str::to_owned));
        let has_fabric = host.levels.iter().filter(|level| level.has_fabric());
        class_names.extend(has_fabric.map(|level| format!("{} fabric", level.name)));
        class_names.extend(host.cache.map(|_| "cache".to_owned()));
        Some(Self { injection, loopback, memory: first_bus, fabric, cache, end, class_names })
    }
}

impl Platform {
    /// The section that sets parameters of a network model; none of a model without one.
    pub fn model_section(&self, model: &str) -> Option<&ModelSection> {
        match model {
            "flow" => Some(&self.flow),
            "packet" => Some(&self.packet),
            _ => None,
        }
    }

    /// The name the file gives, else the file's.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The file the platform was read from, as it was given.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The network.
    pub fn topology(&self) -> &dyn Topology {
        &*self.topology
    }

    /// The axes of its hosts, then its cores: `T` beside axes of one letter, as on Blue Gene, else `core`. That one has no
    /// stride, as it tells no hosts apart.
    pub fn axes(&self) -> Vec<Axis> {
        let mut axes = self.topology().axes();
        axes.push(Axis::slots(&axes, self.host.cores.into()));
        axes
    }

    /// The topology's name in [`crate::TOPOLOGIES`].
    pub fn topology_kind(&self) -> &'static str {
        self.kind
    }

    /// How far its figures have been held against the machine.
    pub fn grade(&self) -> Grade {
        self.grade
    }

    /// Number of hosts.
    pub fn hosts(&self) -> u32 {
        self.topology.hosts()
    }

    /// Whether a link is one between hosts: not a NIC's, and not inside a host.
    pub fn is_between_hosts(&self, link: LinkId) -> bool {
        link.0 < self.topology.links()
    }

    /// Cores of all hosts together.
    pub fn cores(&self) -> u64 {
        u64::from(self.hosts()) * u64::from(self.host.cores)
    }

    /// The values that the file did not give, in the order they were needed.
    pub fn defaults(&self) -> &[UsedDefault] {
        &self.defaults
    }

    /// A host's name, as `MPI_Get_processor_name` gives it.
    pub fn host_name(&self, host: HostId) -> String {
        match &self.names {
            Some(names) => names.name(host.0),
            None => self.topology.host_name(host),
        }
    }

    /// The host of a name.
    pub fn find_host(&self, name: &str) -> Option<HostId> {
        match &self.names {
            Some(names) => names.find(name).map(HostId),
            None => self.topology.find_host(name),
        }
    }

    /// The NIC of a core: cores are dealt out to NICs in blocks, or the ranks on them are, if all cores have one.
    #[inline]
    pub fn nic_of(&self, core: u16) -> u8 {
        self.nic.of(core, self.host.cores.into(), &self.host)
    }

    /// Time that a message occupies the NIC of one of its ends, in addition to that of its bytes.
    pub fn message_time(&self, end: Endpoint) -> Time {
        match self.nic.message_time {
            None => self.nic.message_rate.map_or(Time::ZERO, Frequency::period),
            Some(times) if block_of(end.core, self.host.cores, self.nic.count) == u16::from(end.nic) => times.near,
            Some(times) => times.far,
        }
    }

    /// The endpoint of a core, with the NIC that is its own.
    #[inline]
    pub fn endpoint(&self, host: HostId, core: u16) -> Endpoint {
        Endpoint { host, nic: self.nic_of(core), core, ..Endpoint::default() }
    }

    /// Links of the machine: the topology's, then two per NIC (out, in) if the NIC has an injection rate, then one
    /// loopback per NIC if it has any, then one memory bus per domain, then by host the fabrics of levels, then caches.
    pub fn link_count(&self) -> u32 {
        self.numbering.end
    }

    /// Names of the classes of all links: the topology's, then `nic`, `loopback`, `memory`, `NAME fabric` of levels, `cache`.
    pub fn class_names(&self) -> &[String] {
        &self.numbering.class_names
    }

    /// A link's figures; `class` is an index into [`Platform::class_names`].
    ///
    /// # Panics
    /// If there is no such link.
    #[inline]
    pub fn link(&self, link: LinkId) -> Link {
        if link.0 < self.numbering.injection { self.topology.link(link) } else { self.host_link(link) }
    }

    fn host_link(&self, link: LinkId) -> Link {
        let first = self.topology.class_names().len() as u8;
        match self.locate(link) {
            NodeLink::Injection { .. } => {
                let bandwidth = self.nic.injection.expect("there are NIC links only with an injection rate");
                Link { bandwidth, latency: Time::ZERO, class: first }
            }
            NodeLink::Loopback { .. } => {
                let Loopback { bandwidth, latency } = self.nic.loopback.expect("there are loopback links");
                Link { bandwidth, latency, class: first + 1 }
            }
            NodeLink::Memory { .. } => {
                // The latency of a transfer inside a host is the path's: it is paid once, be it over one bus or two.
                Link { bandwidth: self.host.memory.bandwidth, latency: Time::ZERO, class: first + 2 }
            }
            NodeLink::Fabric { level, .. } => {
                let before = self.host.levels[..level].iter().filter(|level| level.has_fabric()).count() as u8;
                let bandwidth = self.host.levels[level].between.expect("the level has a fabric");
                Link { bandwidth, latency: Time::ZERO, class: first + 3 + before }
            }
            NodeLink::Cache { .. } => {
                let bandwidth = self.host.cache.expect("the host has caches").bandwidth;
                Link { bandwidth, latency: Time::ZERO, class: self.numbering.class_names.len() as u8 - 1 }
            }
        }
    }

    fn locate(&self, link: LinkId) -> NodeLink {
        let LinkNumbering { injection, loopback, memory, fabric, cache, end, .. } = self.numbering;
        assert!(link.0 < end, "no link {link}");
        let nics = u32::from(self.nic.count);
        if link.0 < loopback {
            let index = link.0 - injection;
            let nic = index / 2;
            NodeLink::Injection { host: nic / nics, nic: nic % nics, inwards: index % 2 == 1 }
        } else if link.0 < memory {
            let nic = link.0 - loopback;
            NodeLink::Loopback { host: nic / nics, nic: nic % nics }
        } else if link.0 < fabric {
            let (bus, sockets) = (link.0 - memory, u32::from(self.host.memory.sockets));
            NodeLink::Memory { host: bus / sockets, socket: bus % sockets }
        } else if link.0 >= cache {
            let groups = self.host.cache_level().map_or(1, |level| level.groups(self.host.cores));
            NodeLink::Cache { host: (link.0 - cache) / groups, group: (link.0 - cache) % groups }
        } else {
            let host = &self.host;
            let (index, fabrics) = (link.0 - fabric, host.groups_of(host.levels.len(), Level::has_fabric));
            let (level, group) = host.nth_group(index % fabrics, Level::has_fabric);
            NodeLink::Fabric { host: index / fabrics, level, group }
        }
    }

    /// A link's own name, for people.
    pub fn link_name(&self, link: LinkId) -> String {
        if link.0 < self.numbering.injection {
            return self.topology.link_name(link);
        }
        let name = |host| self.host_name(HostId(host));
        match self.locate(link) {
            NodeLink::Injection { host, nic, inwards } => {
                format!("{}-nic{nic}-{}", name(host), if inwards { "in" } else { "out" })
            }
            NodeLink::Loopback { host, nic } => format!("{}-nic{nic}-loopback", name(host)),
            NodeLink::Memory { host, socket } => format!("{}-memory{socket}", name(host)),
            NodeLink::Fabric { host, level, group } => {
                format!("{}-{}-fabric", name(host), self.host.levels[level].group_name(group, self.host.cores))
            }
            NodeLink::Cache { host, group } => {
                let of = self.host.cache_level().map(|level| level.group_name(group, self.host.cores));
                format!("{}-{}-cache", name(host), of.unwrap_or_default())
            }
        }
    }

    /// The name of a link's class.
    pub fn link_class_name(&self, link: LinkId) -> &str {
        &self.numbering.class_names[usize::from(self.link(link).class)]
    }

    /// The path of a transfer, into `path`, whose vector is reused.
    ///
    /// Between hosts: the NIC outwards, the topology's route, the NIC inwards. Inside a host: the memory bus of the
    /// source's domain and, if it is another, that of the destination's, or in the same way their caches; then the fabric of
    /// the level that the transfer belongs to; bounded by `copy`. Or the loopback link of the source's NIC where the
    /// platform has one. Bytes in memory do not use the fabric, nor do unchanged ones; where nothing is known of caches all do.
    ///
    /// # Panics
    /// In debug builds, if an endpoint is none of this machine.
    #[inline]
    pub fn path(&self, src: Endpoint, dst: Endpoint, path: &mut Path) {
        debug_assert!([src, dst].iter().all(|end| self.has(*end)), "no such endpoint: {src:?} or {dst:?}");
        path.links.clear();
        path.bound = Rate(u64::MAX);
        if src.host == dst.host {
            self.path_inside(src, dst, path);
            return;
        }
        if self.nic.injection.is_some() {
            path.links.push(self.nic_link_id(src, false));
        }
        let start = path.links.len();
        self.topology.route_of_cores(src, dst, &mut path.links);
        path.latency = self.topology.latency_of(&path.links[start..]);
        if self.nic.injection.is_some() {
            path.links.push(self.nic_link_id(dst, true));
        }
    }

    /// What a transfer puts on links if it takes all minimal ways (see [`Topology::spread`]); inside a host, and
    /// on the links of NICs, as [`Platform::path`] has it. False, without a call, where the topology does not know those ways.
    pub fn spread(
        &self,
        src: Endpoint,
        dst: Endpoint,
        bytes: u64,
        loads: Option<&[u64]>,
        add: &mut dyn FnMut(LinkId, u64),
    ) -> bool {
        if src.host == dst.host {
            let mut path = Path::default();
            self.path_inside(src, dst, &mut path);
            path.links.iter().for_each(|link| add(*link, bytes));
            return true;
        }
        let known = self.topology.spread(src.host, dst.host, bytes, loads, add);
        if known && self.nic.injection.is_some() {
            add(self.nic_link_id(src, false), bytes);
            add(self.nic_link_id(dst, true), bytes);
        }
        known
    }

    fn path_inside(&self, src: Endpoint, dst: Endpoint, path: &mut Path) {
        if let Some(loopback) = self.nic.loopback {
            let nic = src.host.0 * u32::from(self.nic.count) + u32::from(src.nic);
            path.links.push(LinkId(self.numbering.loopback + nic));
            path.latency = loopback.latency;
            return;
        }
        let memory = &self.host.memory;
        let cached = self.host.cache_level().filter(|_| matches!(src.held, Held::Changed | Held::Unchanged));
        let (first, from, to) = match cached {
            Some(level) => {
                let first = self.numbering.cache + src.host.0 * level.groups(self.host.cores);
                (first, level.group(src.core), level.group(dst.core))
            }
            None => {
                let first = self.numbering.memory + src.host.0 * u32::from(memory.sockets);
                let [from, to] = [src, dst].map(|end| self.host.socket_of(end.core).into());
                (first, from, to)
            }
        };
        path.links.push(LinkId(first + from));
        if from != to {
            path.links.push(LinkId(first + to));
        }
        path.latency = memory.latency;
        path.bound = memory.copy;
        let Some((level, group)) = self.host.level_of(src.core, dst.core) else { return };
        path.latency = self.host.levels[level].latency;
        if self.host.levels[level].has_fabric() && passes_fabric(src.held) {
            let fabrics = self.host.groups_of(self.host.levels.len(), Level::has_fabric);
            let before = self.host.groups_of(level, Level::has_fabric);
            path.links.push(LinkId(self.numbering.fabric + src.host.0 * fabrics + before + group));
        }
    }

    /// How many level ports there are.
    pub fn level_ports(&self) -> u32 {
        self.hosts() * self.host.groups_of(self.host.levels.len(), Level::has_port)
    }

    /// The port that a transfer inside a host waits for at its level; none if nothing limits it there.
    pub fn level_port(&self, src: Endpoint, dst: Endpoint) -> Option<LevelPort> {
        if src.host != dst.host || self.nic.loopback.is_some() {
            return None;
        }
        let (level, group) = self.host.level_of(src.core, dst.core)?;
        let Level { between, message_rate, .. } = &self.host.levels[level];
        if !self.host.levels[level].has_port() {
            return None;
        }
        let ports = self.host.groups_of(self.host.levels.len(), Level::has_port);
        let before = self.host.groups_of(level, Level::has_port);
        let gap = message_rate.map_or(Time::ZERO, Frequency::period);
        let bandwidth = between.filter(|_| passes_fabric(src.held));
        Some(LevelPort { number: src.host.0 * ports + before + group, gap, bandwidth })
    }

    /// Of how many equal links side by side a link is made: see [`Topology::lanes`].
    pub fn lanes(&self, link: LinkId) -> u32 {
        if link.0 < self.topology().links() { self.topology().lanes(link) } else { 1 }
    }

    /// Where a link ends; None for a limiter, a link into a NIC or inside a host.
    ///
    /// # Panics
    /// If there is no such link.
    pub fn link_end(&self, link: LinkId) -> Option<Vertex> {
        if link.0 < self.numbering.injection {
            return self.topology.link_ends(link).map(|(_, end)| end);
        }
        match self.locate(link) {
            NodeLink::Injection { host, inwards: false, .. } => Some(Vertex::Host(HostId(host))),
            _ => None,
        }
    }

    /// The link out of an endpoint's NIC, if the NIC has an injection rate.
    pub fn injection_link(&self, end: Endpoint) -> Option<LinkId> {
        self.nic.injection.map(|_| self.nic_link_id(end, false))
    }

    /// The link into an endpoint's NIC, if the NIC has an injection rate.
    pub fn ejection_link(&self, end: Endpoint) -> Option<LinkId> {
        self.nic.injection.map(|_| self.nic_link_id(end, true))
    }

    fn nic_link_id(&self, end: Endpoint, inwards: bool) -> LinkId {
        let nic = end.host.0 * u32::from(self.nic.count) + u32::from(end.nic);
        LinkId(self.numbering.injection + 2 * nic + u32::from(inwards))
    }

    fn has(&self, end: Endpoint) -> bool {
        end.host.0 < self.hosts() && u16::from(end.nic) < self.nic.count && end.core < self.host.cores
    }
}

/// Whether bytes that are there go from one part of a group to another.
fn passes_fabric(held: Held) -> bool {
    matches!(held, Held::Both | Held::Changed)
}

/// The bin of `item` if `items` are distributed over `bins` in blocks of equal size, give or take one; bins may stay empty.
#[inline]
pub(crate) fn block_of(item: u16, items: u16, bins: u16) -> u16 {
    // Below `bins` because item < items.
    (u32::from(item) * u32::from(bins) / u32::from(items)) as u16
}
