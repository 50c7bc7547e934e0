//! The interface of packet routing between topologies and packet-level network models.
//!
//! A routing selects the output link and virtual channel (VC) of a packet. It uses the vertex where the packet is, the
//! packet's [`RouteState`] and the queues of the switch ([`RoutingView`]). It has no notion of time, and all its state is
//! in the packet. Regular topologies compute routes arithmetically.
//!
//! `docs/models/packet.md` has the routings of all topologies; `topologies/routing_suite.rs` tests each of them.
//!
//! # Deadlock freedom
//! A packet occupies the input buffer of one (link, VC) until it has left over the next (link, VC). So the first buffer may
//! wait for the second. The graph of these waits, the *channel dependency graph*, must be acyclic (Dally and Seitz, IEEE
//! Transactions on Computers C-36, 1987). There are two exceptions, both expressed in a [`Hop`]:
//!
//! * *Escape* (Duato, IEEE TPDS 4(12), 1993): the VCs below [`PacketRouting::escape`] may have cycles. A packet enters one
//!   of these VCs only if [`RoutingView::free`] has space for the whole packet; the model then reserves this space.
//!   Otherwise the packet enters an escape VC. Escape VCs have no cycle.
//! * *Bubble* (Puente et al., ICPP 1999): a ring of buffers never fills up if a packet that enters it leaves space for
//!   another one ([`Hop::bubble`]). The hops along the ring may then be a cycle. This holds for packets of equal size:
//!   space left by small packets in several buffers is of no use to a large one. So in these VCs every packet occupies as
//!   much space as the largest packet ([`PacketRouting::slots`]).
//!
//! `topologies/routing_suite.rs` enumerates the reachable states of every routing on small instances, under all answers of
//! the view, and checks that no deadlock is possible.

use crate::topology::Vertex;
use units::{HostId, LinkId};

/// A routing of a topology, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoutingKind {
    /// The name in `routing=NAME`: of what each topology has its own of, the common word.
    pub name: &'static str,
    /// Other names: what papers and products call it on this topology.
    pub aliases: &'static [&'static str],
    /// One sentence.
    pub doc: &'static str,
}

impl RoutingKind {
    /// A routing of these names.
    pub const fn new(name: &'static str, aliases: &'static [&'static str], doc: &'static str) -> Self {
        Self { name, aliases, doc }
    }

    /// All of its names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }
}

/// The state of a packet's route. A routing writes `via` and `phase` only; the model maintains the other fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct RouteState {
    /// The host that injected the packet.
    pub source: HostId,
    /// The host it is sent to.
    pub destination: HostId,
    /// Its size on links and in buffers: payload, header and padding.
    pub wire_bytes: u32,
    /// The routing's own, for example an intermediate router. 0 at injection.
    pub via: u32,
    /// Links of the topology taken so far, limiters included, at most 255. The model adds one after each.
    pub hops: u8,
    /// The VC of the last link, 0 at injection. The model sets it after each link.
    pub in_vc: u8,
    /// The routing's own, for example which part of a route it is on. 0 at injection.
    pub phase: u8,
    /// Packets of its message must arrive in order: the routing must send them over one path. The model sets it at injection.
    pub ordered: bool,
}

impl RouteState {
    /// The state at injection.
    pub fn new(source: HostId, destination: HostId, wire_bytes: u32) -> Self {
        Self { source, destination, wire_bytes, via: 0, hops: 0, in_vc: 0, phase: 0, ordered: false }
    }
}

/// The next hop of a packet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hop {
    /// The output link; it starts where the packet is.
    pub link: LinkId,
    /// The virtual channel, below [`PacketRouting::vcs`].
    pub vc: u8,
    /// The packet enters a ring of bubbles: it departs only if the next buffer has space for it and one more packet of the
    /// largest size. While it waits, packets that stay in the ring pass it.
    pub bubble: bool,
}

impl Hop {
    /// A hop that does not enter a ring of bubbles.
    pub fn new(link: LinkId, vc: u8) -> Self {
        Self { link, vc, bubble: false }
    }
}

/// What a routing reads at a hop: queues, credits and random draws.
pub trait RoutingView {
    /// Bytes of the packets that wait for a link or are being sent over it, over all VCs.
    fn queued(&self, link: LinkId) -> u64;

    /// Free bytes of the input buffer of (link, VC) as known to the sender: credits in flight and space reserved for waiting
    /// packets are not counted.
    fn free(&self, link: LinkId, vc: u8) -> u64;

    /// A random number below `bound`, which is at least 1; a new one at each call.
    fn draw(&mut self, bound: u32) -> u32;
}

/// Which queues a routing reads, besides the packet's state and random draws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RoutingScope {
    /// None: the model may compute the whole route at injection.
    Oblivious,
    /// Those of links that start where the packet is. Links that start elsewhere may belong to another partition, whose
    /// queues the model cannot read.
    Local,
    /// Those of any link. Excludes parallel simulation.
    Global,
}

/// Regions are divided further, where that costs no lookahead, until there are so many: then some ten threads have about as much work
/// each, whatever their number.
pub(crate) const ENOUGH_REGIONS: u32 = 256;

/// The packet routings of a topology, identified by their index in [`PacketRouting::routings`].
///
/// The model calls [`PacketRouting::next`] for each packet at its source and at each vertex it reaches, counts hops, keeps VCs,
/// buffers and credits, and ensures what a [`Hop`] asks for. The routing guarantees that every packet arrives, and freedom from
/// deadlock (see above).
pub trait PacketRouting {
    /// The routings, at least one; the first takes the routes of [`crate::Topology::route`].
    fn routings(&self) -> &'static [RoutingKind];

    /// The routing of a name.
    fn routing(&self, name: &str) -> Option<u8> {
        self.routings().iter().position(|kind| kind.names().any(|own| own == name)).map(|number| number as u8)
    }

    /// The routing of packets by default: that of the hardware, by default the first.
    fn default_routing(&self) -> u8 {
        0
    }

    /// VCs of every link under a routing, at least one; [`Hop::vc`] is below it.
    fn vcs(&self, routing: u8) -> u8;

    /// The first escape VC of a routing, if it has any. The VCs below are adaptive: `next` returns one only if its
    /// [`RoutingView::free`] is at least [`RouteState::wire_bytes`].
    fn escape(&self, _routing: u8) -> Option<u8> {
        None
    }

    /// Which queues a routing reads. The view panics if an oblivious routing reads any.
    fn scope(&self, _routing: u8) -> RoutingScope {
        RoutingScope::Global
    }

    /// Regions for parallel simulation, neighbours with close numbers: each thread gets consecutive regions with about as many
    /// hosts as the others. Few links, and long ones, should lead from region to region.
    fn regions(&self) -> u32 {
        1
    }

    /// The region of a vertex, below [`PacketRouting::regions`].
    fn region(&self, _at: Vertex) -> u32 {
        0
    }

    /// The first VC of a routing whose buffers consist of slots of the largest packet, if any: in it and the VCs above, every
    /// packet takes a whole slot. Required of VCs with bubbles.
    fn slots(&self, _routing: u8) -> Option<u8> {
        None
    }

    /// The next hop of a packet at `here`: the source host, or the end of its last link. None means that `here` is the
    /// destination; the model then delivers the packet, over the link into its NIC if there is one.
    ///
    /// After a limiter the vertex is unknown (`Vertex::Switch(u32::MAX)`), and the routing goes by [`RouteState::hops`].
    ///
    /// The answer must be a function of the arguments alone, draws included. The model may call `next` more than once for a
    /// hop and discard an answer with its `route`; under an oblivious routing also before the packet arrives. Under a local
    /// routing, `view` may be asked only for links that start at `here`.
    fn next(&self, routing: u8, here: Vertex, route: &mut RouteState, view: &mut dyn RoutingView) -> Option<Hop>;
}

/// A 64-bit mixing function for hashes and counter-based random draws: step and finaliser of SplitMix64 (Steele,
/// Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
#[inline]
pub fn mix(bits: u64) -> u64 {
    let mut bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
