//! How packets find their way: what a topology says to a packet model.
//!
//! A routing is pure description, as the rest of this crate: from where a packet is, its [`Header`] and the queues that
//! its switch knows ([`RoutingView`]), it says over which link and in which virtual channel the packet goes on. No time passes
//! here, nothing is remembered but what the header holds, and the regular topologies compute it all by arithmetic.
//!
//! # The rules that keep a network free of deadlock
//! A packet occupies room in the buffer of the (link, VC) that it came over until it has left over the next one. So the room
//! in (link, VC) can wait for that in the next (link, VC): these *dependencies* must have no cycle (Dally and Seitz, IEEE
//! Transactions on Computers C-36, 1987). There are two ways round this, and both are in what a [`Hop`] says:
//!
//! * *Escape* (Duato, IEEE TPDS 4(12), 1993): VCs below [`PacketRouting::escape`] may depend on each other in any way, if a
//!   packet takes one only where [`RoutingView::free`] says that there is room for all of it at once, and otherwise goes on
//!   over an escape VC, between which there is no cycle. A model keeps that room for it from then on.
//! * *Bubble* (Puente et al., ICPP 1999): a ring of buffers never fills up if whoever enters it leaves room for one packet
//!   more than its own ([`Hop::bubble`]). The hops along the ring itself may then be a cycle. This holds for packets of one
//!   size: room left by small packets in several buffers is of no use to a large one. So in these VCs every packet takes the
//!   room of the largest ([`PacketRouting::slots`]).
//!
//! The suite beside the topologies walks through all states of every routing on small instances and proves this.

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

/// What a packet carries for its routing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Header {
    /// Where it was injected.
    pub source: HostId,
    /// Where it goes.
    pub destination: HostId,
    /// What it takes of links and buffers, all headers included.
    pub bytes: u32,
    /// For the routing's own use: an intermediate router, say. 0 at injection.
    pub via: u32,
    /// Links of the topology that it has taken, limiters included, 255 if more; the model counts.
    pub hops: u8,
    /// The virtual channel that it came over, 0 at injection; the model keeps it.
    pub vc: u8,
    /// For the routing's own use. 0 at injection.
    pub phase: u8,
    /// The packets of its message arrive in the order in which they leave: a routing that knows ordered and other packets
    /// sends these all one way. The model sets it at injection.
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
    /// A hop that asks for no more room than the packet's own.
    pub fn new(link: LinkId, vc: u8) -> Self {
        Self { link, vc, bubble: false }
    }
}

/// What a routing reads at a hop: queues, credits and random draws.
pub trait RoutingView {
    /// Bytes of the packets that wait for a link or are being sent over it, in all virtual channels.
    fn queued(&self, link: LinkId) -> u64;

    /// Bytes of room in the buffer at the end of (link, VC), as known at its start: less those under way and promised
    /// to packets that wait.
    fn free(&self, link: LinkId, vc: u8) -> u64;

    /// A random number below `bound`, which is at least 1. Another one at each call.
    fn draw(&mut self, bound: u32) -> u32;
}

/// Which queues a routing reads, beside a packet's header and random draws.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum RoutingScope {
    /// None: the route of a packet is fixed when it is injected.
    Oblivious,
    /// Those of the links that start where the packet is.
    Local,
    /// Those of any link.
    Global,
}

/// A capability of a topology: it routes packets.
///
/// A routing is named by its place in [`PacketRouting::routings`].
pub trait PacketRouting {
    /// The routings, at least one; the first is the default, whose routes are those of
    /// [`crate::Topology::route`].
    fn routings(&self) -> &'static [RoutingKind];

    /// Virtual channels of every link under a routing, at least one.
    fn vcs(&self, routing: u8) -> u8;

    /// The first escape VC of a routing that has some; those below are adaptive.
    fn escape(&self, _routing: u8) -> Option<u8> {
        None
    }

    /// How far a routing looks. Only where it does not look everywhere can several threads work on one network, and only
    /// where it looks at nothing can ways be computed ahead.
    fn scope(&self, _routing: u8) -> RoutingScope {
        RoutingScope::Global
    }

    /// Regions, numbered so that neighbours most often have numbers close to each other: threads are given runs of them, of
    /// about as many hosts each. As few links as can be, and long ones, lead from region to region.
    fn regions(&self) -> u32 {
        1
    }

    /// The region of a vertex.
    fn region(&self, _at: Vertex) -> u32 {
        0
    }

    /// The first VC of a routing whose room is counted in packets of the largest size, if there are such: a packet in it or
    /// above takes the room of the largest, whatever its own size.
    fn slots(&self, _routing: u8) -> Option<u8> {
        None
    }

    /// The next step of a packet; None if `here` is its destination. `here` is where its last link ends, after a
    /// limiter what the limiter's predecessor says does not matter: then [`Header::hops`] has to do.
    fn next(&self, routing: u8, here: Vertex, header: &mut Header, view: &mut dyn RoutingView) -> Option<Hop>;
}

/// Sixty-four bits mixed well, for hashes and for draws by counter: the generator SplitMix64's step and finaliser (Steele,
/// Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
#[inline]
pub fn mix(bits: u64) -> u64 {
    let mut bits = bits.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
