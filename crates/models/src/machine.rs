//! What models need to know of a machine.

use platform::{Fifos, Link, PacketRouting, Path, Platform, Vertex};
use units::{Endpoint, LinkId, Speed, Time};

/// A machine as models see it: links, paths, NICs and cores. [`Platform`] is one; tests and benches build others.
pub trait Machine: Send + Sync {
    /// Number of links; they are numbered from 0 without gaps.
    fn links(&self) -> u32;

    /// A link's figures.
    fn link(&self, link: LinkId) -> Link;

    /// The path of a transfer, into `path`, whose vector is reused.
    fn path(&self, source: Endpoint, destination: Endpoint, path: &mut Path);

    /// How packets are routed, if the machine says.
    fn packets(&self) -> Option<&dyn PacketRouting>;

    /// Links below this are the topology's, which [`Machine::packets`] speaks of.
    fn topology_links(&self) -> u32;

    /// Where a link ends; None for a limiter, a link into a NIC, or inside a host.
    fn link_end(&self, link: LinkId) -> Option<Vertex>;

    /// Where a link of the topology starts and where it ends; None for a limiter, or if nobody knows.
    fn link_ends(&self, _link: LinkId) -> Option<(Vertex, Vertex)> {
        None
    }

    /// Of how many equal links side by side, each with buffers of its own, a link is made.
    fn lanes(&self, link: LinkId) -> u32 {
        let _ = link;
        1
    }

    /// The link that everything that leaves (or enters) an endpoint's NIC passes, if there is one.
    fn nic_link(&self, endpoint: Endpoint, inwards: bool) -> Option<LinkId>;

    /// NICs per host.
    fn nics(&self) -> u16;

    /// The least time between two messages that one NIC injects; zero if it is no limit.
    fn message_gap(&self) -> Time;

    /// How messages get from memory into the network, if the NICs have such a stage.
    fn fifos(&self) -> Option<&Fifos> {
        None
    }

    /// Cores per host.
    fn cores(&self) -> u16;

    /// Of one core.
    fn speed(&self) -> Speed;
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

    fn packets(&self) -> Option<&dyn PacketRouting> {
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

    fn nic_link(&self, endpoint: Endpoint, inwards: bool) -> Option<LinkId> {
        Platform::nic_link(self, endpoint, inwards)
    }

    fn nics(&self) -> u16 {
        self.nic.count
    }

    fn message_gap(&self) -> Time {
        self.nic.message_rate.map_or(Time::ZERO, units::Frequency::period)
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
}
