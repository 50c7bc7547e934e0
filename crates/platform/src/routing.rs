//! Packet routing: what a topology offers to a packet-level network model.
//!
//! A routing is pure description, as the rest of this crate: from where a packet is, its [`Header`] and the queues that
//! its switch knows ([`RoutingView`]), it says over which link and in which virtual channel the packet goes on. No time passes
//! here, all state is in the header, and the regular topologies compute routes by arithmetic.
//!
//! # Deadlock freedom
//! A packet occupies the buffer of the (link, VC) it came over until it has left over the next one. So a buffer can wait for
//! the next one: these *dependencies* must have no cycle (Dally and Seitz, IEEE Transactions on Computers C-36, 1987). There
//! are two exceptions, both expressed in a [`Hop`]:
//!
//! * *Escape* (Duato, IEEE TPDS 4(12), 1993): VCs below [`PacketRouting::escape`] may have cycles if a packet takes one only
//!   where [`RoutingView::free`] has space for all of it at once, and otherwise an escape VC; escape VCs have no cycle. A model
//!   reserves that space for the packet.
//! * *Bubble* (Puente et al., ICPP 1999): a ring of buffers never fills up if a packet that enters it leaves space for another
//!   one ([`Hop::bubble`]). The hops along the ring may then be a cycle. This holds for packets of equal size: space left by
//!   small packets in several buffers is of no use to a large one. So in these VCs every packet takes the space of the largest
//!   ([`PacketRouting::slots`]).
//!
//! `topologies/routing_suite.rs` walks through all states of every routing on small instances and proves this.

use crate::topology::Vertex;
use units::{HostId, LinkId};

/// A routing of a topology, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RoutingKind {
    /// The name in `routing=NAME`.
    pub name: &'static str,
    /// One sentence.
    pub doc: &'static str,
}

/// What a packet carries for its routing. A routing writes `via` and `phase`, the model the other fields.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Header {
    /// The host that injected it.
    pub source: HostId,
    /// The host it is sent to.
    pub destination: HostId,
    /// Its size on links and in buffers, headers included.
    pub bytes: u32,
    /// State of the routing, for example an intermediate router. 0 at injection.
    pub via: u32,
    /// Links of the topology it has taken, limiters included, at most 255. Counted by the model.
    pub hops: u8,
    /// The virtual channel it came over, 0 at injection. Kept by the model.
    pub vc: u8,
    /// State of the routing. 0 at injection.
    pub phase: u8,
    /// Packets of its message must arrive in order: a routing that distinguishes them sends them over one route. Set by the
    /// model at injection.
    pub ordered: bool,
}

impl Header {
    /// The header of a packet that is about to be injected.
    pub fn new(source: HostId, destination: HostId, bytes: u32) -> Self {
        Self { source, destination, bytes, via: 0, hops: 0, vc: 0, phase: 0, ordered: false }
    }
}

/// One step of a packet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Hop {
    /// The link; it starts where the packet is.
    pub link: LinkId,
    /// The virtual channel, below [`PacketRouting::vcs`].
    pub vc: u8,
    /// It enters a ring of bubbles: the next buffer must have space for one more packet of the largest size. Packets that
    /// leave a bubble never block those that need not.
    pub bubble: bool,
}

impl Hop {
    /// A hop that leaves no bubble.
    pub fn new(link: LinkId, vc: u8) -> Self {
        Self { link, vc, bubble: false }
    }
}

/// What a routing reads at a hop: queues, credits and random draws.
pub trait RoutingView {
    /// Bytes of the packets that wait for a link or are being sent over it, in all virtual channels.
    fn queued(&self, link: LinkId) -> u64;

    /// Free bytes of the buffer at the end of (link, VC) as its sender knows them: without credits under way, and without
    /// what is reserved for waiting packets.
    fn free(&self, link: LinkId, vc: u8) -> u64;

    /// A random number below `bound`, which is at least 1; a new one at each call.
    fn draw(&mut self, bound: u32) -> u32;
}

/// Which queues a routing reads, beside a packet's header and random draws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RoutingScope {
    /// None: the route of a packet is fixed when it is injected, and can be computed ahead.
    Oblivious,
    /// Those of the links that start where the packet is; the model may not know others.
    Local,
    /// Those of any link.
    Global,
}

/// A capability of a topology: it routes packets.
///
/// A routing is identified by its index in [`PacketRouting::routings`].
pub trait PacketRouting {
    /// The routings, at least one; the first is the default and takes the routes of [`crate::Topology::route`].
    fn routings(&self) -> &'static [RoutingKind];

    /// Virtual channels of every link of the network under a routing, at least one. Hops use the VCs below this number.
    fn vcs(&self, routing: u8) -> u8;

    /// The first escape VC of a routing, if it has any. VCs below are adaptive: `next` returns one only if
    /// [`RoutingView::free`] of it is at least [`Header::bytes`].
    fn escape(&self, _routing: u8) -> Option<u8> {
        None
    }

    /// Which queues a routing reads. Networks can be simulated in parallel unless it is global, and routes can be computed
    /// ahead only if it is oblivious.
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

    /// The first VC of a routing whose buffers are divided into slots of the largest packet, if any: in it and above, every
    /// packet takes a slot. Required of VCs with bubbles.
    fn slots(&self, _routing: u8) -> Option<u8> {
        None
    }

    /// The next hop of a packet, over a link that starts at `here`; None if `here` is its destination, where the model
    /// delivers it, over the link into its NIC if there is one. `here` is the end of its last link, or the source host; after
    /// a limiter it is unknown (`Vertex::Switch(u32::MAX)`), and [`Header::hops`] has to do.
    ///
    /// The answer depends on the arguments alone, draws included: a model may call ahead of the packet's arrival (if the
    /// scope is oblivious), discard hop and header, and call again.
    fn next(&self, routing: u8, here: Vertex, header: &mut Header, view: &mut dyn RoutingView) -> Option<Hop>;
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
