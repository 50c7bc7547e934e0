//! The described machine: topology, hosts, NICs, and the path of a transfer between two endpoints.

use crate::axis::Axis;
use crate::error::Location;
use crate::fifos::Fifos;
use crate::names::HostNames;
use crate::noise::Noise;
use crate::topology::{Link, Topology, Vertex};
use config::UsedDefault;
use std::collections::BTreeMap;
use units::{Endpoint, Frequency, HostId, LinkId, Rate, Speed, Time};

/// `[host]`: all hosts are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// Cores per host.
    pub cores: u16,
    /// Of one core.
    pub speed: Speed,
    /// `[host.memory]`.
    pub memory: Memory,
    /// `[host.noise]`: what takes cores from the program now and then.
    pub noise: Vec<Noise>,
}

impl Host {
    /// The socket of a core: sockets get blocks of neighbouring cores.
    #[inline]
    pub fn socket_of(&self, core: u16) -> u16 {
        block_of(core, self.cores, self.memory.sockets)
    }
}

/// `[host.memory]`: what messages inside a host use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Memory {
    /// Of the memory bus of one socket, shared by all transfers that touch it.
    pub bandwidth: Rate,
    /// The most that one transfer gets.
    pub copy: Rate,
    /// Of a transfer inside the host.
    pub latency: Time,
    /// Sockets per host, each with its own bus; sockets get blocks of neighbouring cores.
    pub sockets: u16,
}

/// `[nic]`: all NICs are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nic {
    /// NICs per host, each with its block of neighbouring cores.
    pub count: u16,
    /// Bytes per second per NIC and direction; None if the NIC is no limit.
    pub injection: Option<Rate>,
    /// Messages per second per NIC; None if unlimited.
    pub message_rate: Option<Frequency>,
    /// If given, messages inside a host go through this link of the source's NIC instead of memory.
    pub loopback: Option<Loopback>,
    /// Memory FIFOs, an engine and network FIFOs, if the file describes them.
    pub fifos: Option<Fifos>,
}

impl Nic {
    /// Links between so many NICs and the network: two each, if their rate is limited. None if they do not fit 32 bits.
    fn injection_links(&self, nics: u32) -> Option<u32> {
        if self.injection.is_some() { nics.checked_mul(2) } else { Some(0) }
    }

    /// Loopback links of so many NICs.
    fn loopback_links(&self, nics: u32) -> u32 {
        if self.loopback.is_some() { nics } else { 0 }
    }
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
    pub(crate) end: u32,
    pub(crate) class_names: Vec<String>,
}

/// Classes of the links that are not the topology's, after the topology's own.
pub(crate) const NODE_CLASSES: [&str; 3] = ["nic", "loopback", "memory"];

/// Which link of a host a [`LinkId`] beyond the topology's is.
enum NodeLink {
    Injection { host: u32, nic: u32, inwards: bool },
    Loopback { host: u32, nic: u32 },
    Memory { host: u32, socket: u32 },
}

impl LinkNumbering {
    /// None if the links do not fit 32 bits.
    pub(crate) fn new(topology: &dyn Topology, nic: &Nic, memory: &Memory) -> Option<Self> {
        let nics = topology.hosts().checked_mul(u32::from(nic.count))?;
        let injection = topology.links();
        let loopback = injection.checked_add(nic.injection_links(nics)?)?;
        let first_bus = loopback.checked_add(nic.loopback_links(nics))?;
        let buses = topology.hosts().checked_mul(u32::from(memory.sockets))?;
        let end = first_bus.checked_add(buses)?;
        let mut class_names = topology.class_names().to_vec();
        class_names.extend(NODE_CLASSES.map(str::to_owned));
        Some(Self { injection, loopback, memory: first_bus, end, class_names })
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

    /// The NIC of a core: cores are dealt out to NICs in blocks.
    #[inline]
    pub fn nic_of(&self, core: u16) -> u16 {
        block_of(core, self.host.cores, self.nic.count)
    }

    /// The endpoint of a core, with the NIC that is its own.
    #[inline]
    pub fn endpoint(&self, host: HostId, core: u16) -> Endpoint {
        Endpoint { host, nic: self.nic_of(core), core }
    }

    /// Links of the machine: the topology's, then two per NIC (out, in) if the NIC has an injection rate, then one
    /// loopback per NIC if it has any, then one memory bus per socket.
    pub fn link_count(&self) -> u32 {
        self.numbering.end
    }

    /// Names of the classes of all links: the topology's, then `nic`, `loopback`, `memory`.
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
        }
    }

    fn locate(&self, link: LinkId) -> NodeLink {
        let LinkNumbering { injection, loopback, memory, end, .. } = self.numbering;
        assert!(link.0 < end, "no link {link}");
        let nics = u32::from(self.nic.count);
        if link.0 < loopback {
            let index = link.0 - injection;
            let nic = index / 2;
            NodeLink::Injection { host: nic / nics, nic: nic % nics, inwards: index % 2 == 1 }
        } else if link.0 < memory {
            let nic = link.0 - loopback;
            NodeLink::Loopback { host: nic / nics, nic: nic % nics }
        } else {
            let (bus, sockets) = (link.0 - memory, u32::from(self.host.memory.sockets));
            NodeLink::Memory { host: bus / sockets, socket: bus % sockets }
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
        }
    }

    /// The name of a link's class.
    pub fn link_class_name(&self, link: LinkId) -> &str {
        &self.numbering.class_names[usize::from(self.link(link).class)]
    }

    /// The path of a transfer, into `path`, whose vector is reused.
    ///
    /// Between hosts: the NIC outwards, the topology's route, the NIC inwards. Inside a host: the memory bus of the
    /// source's socket and, if it is another, that of the destination's, bounded by `copy`; or the loopback link of
    /// the source's NIC where the platform has one.
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
        let first_bus = self.numbering.memory + src.host.0 * u32::from(memory.sockets);
        let (from, to) = (self.host.socket_of(src.core), self.host.socket_of(dst.core));
        path.links.push(LinkId(first_bus + u32::from(from)));
        if from != to {
            path.links.push(LinkId(first_bus + u32::from(to)));
        }
        path.latency = memory.latency;
        path.bound = memory.copy;
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
        end.host.0 < self.hosts() && end.nic < self.nic.count && end.core < self.host.cores
    }
}

/// The bin of `item` if `items` are distributed over `bins` in blocks of equal size, give or take one; bins may stay empty.
#[inline]
pub(crate) fn block_of(item: u16, items: u16, bins: u16) -> u16 {
    // Below `bins` because item < items.
    (u32::from(item) * u32::from(bins) / u32::from(items)) as u16
}
