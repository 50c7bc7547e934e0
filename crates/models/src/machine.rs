//! The machine as the models see it: hosts, cores, links and routes, without the mapping of ranks.

use platform::{Connections, Fifos, LevelPort, Link, Noise, PacketRouting, Path, Platform, Vertex};
use units::{Endpoint, LinkId, Rate, Speed, Time};

/// A machine as models see it: links, paths, NICs and cores. [`Platform`] is one; tests and benches build others.
pub trait Machine: Send + Sync {
    /// Number of links; they are numbered from 0 without gaps.
    fn links(&self) -> u32;

    /// Bandwidth, latency and class of a link.
    fn link(&self, link: LinkId) -> Link;

    /// The path of a transfer, into `path`, whose vector is reused.
    fn path(&self, source: Endpoint, destination: Endpoint, path: &mut Path);

    /// Divides bytes among the links of all minimal ways between two endpoints (`platform::Topology::spread`), beside the links
    /// of NICs; false, without a call, if those ways are not known.
    fn spread(
        &self,
        source: Endpoint,
        destination: Endpoint,
        bytes: u64,
        loads: Option<&[u64]>,
        add: &mut dyn FnMut(LinkId, u64),
    ) -> bool {
        let _ = (source, destination, bytes, loads, add);
        false
    }

    /// How packets are routed; None if the topology has no packet routing.
    fn packet_routing(&self) -> Option<&dyn PacketRouting>;

    /// Links below this number are the topology's.
    fn topology_links(&self) -> u32;

    /// The end of a link; None for a limiter, a link into a NIC, or a link inside a host.
    fn link_end(&self, link: LinkId) -> Option<Vertex>;

    /// Start and end of a link of the topology; None for a limiter, or if unknown.
    fn link_ends(&self, _link: LinkId) -> Option<(Vertex, Vertex)> {
        None
    }

    /// The number of parallel links, each with buffers of its own, that a link consists of.
    fn lanes(&self, link: LinkId) -> u32 {
        let _ = link;
        1
    }

    /// The rate at which a host or switch forwards whole packets, if it takes time beside its links.
    fn forwarding_rate(&self, _vertex: Vertex) -> Option<Rate> {
        None
    }

    /// The link out of an endpoint's NIC into the network, if it has one.
    fn injection_link(&self, endpoint: Endpoint) -> Option<LinkId>;

    /// The link from the network into an endpoint's NIC, if it has one.
    fn ejection_link(&self, endpoint: Endpoint) -> Option<LinkId>;

    /// NICs per host.
    fn nics(&self) -> u16;

    /// The least time between two messages of one NIC, that of the slowest ranks; zero if unlimited.
    fn message_gap(&self) -> Time;

    /// The same of the rank at an end.
    fn message_time(&self, _end: Endpoint) -> Time {
        self.message_gap()
    }

    /// Whether a message takes the time of the receiver's NIC, too.
    fn counts_receivers(&self) -> bool {
        false
    }

    /// Of how many connections a NIC keeps the state; none: of all.
    fn connections(&self) -> Option<Connections> {
        None
    }

    /// Numbers of [`Machine::level_port`] are below this.
    fn level_ports(&self) -> u32 {
        0
    }

    /// The port that a transfer inside a host waits for at its level; none if nothing limits it there.
    fn level_port(&self, _source: Endpoint, _destination: Endpoint) -> Option<LevelPort> {
        None
    }

    /// The injection FIFOs of NICs, if they have any.
    fn fifos(&self) -> Option<&Fifos> {
        None
    }

    /// Cores per host.
    fn cores(&self) -> u16;

    /// Speed of a core.
    fn speed(&self) -> Speed;

    /// Cores of all hosts together.
    fn all_cores(&self) -> u64;

    /// What takes cores from the program now and then.
    fn noise(&self) -> &[Noise] {
        &[]
    }
}

impl Machine for Platform {
    fn links(&self) -> u32 {
        self.link_count()
    }

    fn link(&self, link: LinkId) -> Link {
        Platform::link(self, link)
    }

    fn path(&self, source: Endpoint, destination: Endpoint, path: &mut Path) {
        Platform::path(self, source, destination, path);
    }

    fn spread(
        &self,
        source: Endpoint,
        destination: Endpoint,
        bytes: u64,
        loads: Option<&[u64]>,
        add: &mut dyn FnMut(LinkId, u64),
    ) -> bool {
        Platform::spread(self, source, destination, bytes, loads, add)
    }

    fn packet_routing(&self) -> Option<&dyn PacketRouting> {
        self.topology().packet_routing()
    }

    fn topology_links(&self) -> u32 {
        self.topology().links()
    }

    fn link_end(&self, link: LinkId) -> Option<Vertex> {
        Platform::link_end(self, link)
    }

    fn link_ends(&self, link: LinkId) -> Option<(Vertex, Vertex)> {
        self.topology().link_ends(link)
    }

    fn lanes(&self, link: LinkId) -> u32 {
        Platform::lanes(self, link)
    }

    fn forwarding_rate(&self, vertex: Vertex) -> Option<Rate> {
        self.topology().forwarding_rate(vertex)
    }

    fn injection_link(&self, endpoint: Endpoint) -> Option<LinkId> {
        Platform::injection_link(self, endpoint)
    }

    fn ejection_link(&self, endpoint: Endpoint) -> Option<LinkId> {
        Platform::ejection_link(self, endpoint)
    }

    fn nics(&self) -> u16 {
        self.nic.count
    }

    fn message_gap(&self) -> Time {
        match self.nic.message_time {
            Some(times) => times.near.max(times.far),
            None => self.nic.message_rate.map_or(Time::ZERO, units::Frequency::period),
        }
    }

    fn message_time(&self, end: Endpoint) -> Time {
        Platform::message_time(self, end)
    }

    fn counts_receivers(&self) -> bool {
        self.nic.message_time.is_some()
    }

    fn connections(&self) -> Option<Connections> {
        self.nic.message_time?.connections
    }

    fn level_ports(&self) -> u32 {
        Platform::level_ports(self)
    }

    fn level_port(&self, source: Endpoint, destination: Endpoint) -> Option<LevelPort> {
        Platform::level_port(self, source, destination)
    }

    fn fifos(&self) -> Option<&Fifos> {
        self.nic.fifos.as_ref()
    }

    fn cores(&self) -> u16 {
        self.host.cores
    }

    fn speed(&self) -> Speed {
        self.host.speed
    }

    fn all_cores(&self) -> u64 {
        Platform::cores(self)
    }

    fn noise(&self) -> &[Noise] {
        &self.host.noise
    }
}
