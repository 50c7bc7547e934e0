//! How packets find their way through PERCS.
//!
//! A packet takes at most L, D, L, D, L between hubs. The virtual channel rises with each of these five (Arimilli et al., US
//! patent 7,822,889: one virtual channel for each hop of the longest indirect route): L links take 2d and D links 2d + 1 after d
//! D links, QCM links 0. So no buffers wait for each other in a cycle. Three channels serve direct routes, five indirect ones.
//!
//! Where a packet enters a supernode on its way it chooses the supernode that it goes to next and the D link of the bundle.

use super::super::routers::other_than;
use super::Percs;
use crate::routing::{Hop, PacketRouting, RouteState, RoutingKind, RoutingScope, RoutingView};
use crate::topology::Vertex;
use units::{HostId, LinkId};

const FIXED: u8 = 0;
const DIRECT: u8 = 1;
const INDIRECT: u8 = 2;

static ROUTINGS: &[RoutingKind] = &[
    RoutingKind { name: "fixed", doc: "The one route of two QCMs, as `routing` and `d_choice` of the platform say." },
    RoutingKind {
        name: "direct",
        doc: "Straight to the other supernode, each packet over any D link of the bundle.",
    },
    RoutingKind {
        name: "indirect",
        doc: "By way of a random third supernode, each packet over any D link of the bundles (Valiant's scheme).",
    },
    RoutingKind {
        name: "adaptive",
        doc: "direct or indirect, whichever seems quicker by the queues of the first hub and the number of links.",
    },
];

/// What a packet does in a supernode that is not its last: where it goes, and the D link.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Leg {
    to: u32,
    round: u32,
}

impl Leg {
    /// As [`RouteState::via`] holds it; 0 is none.
    fn pack(self) -> u32 {
        1 + ((self.to << 16) | self.round)
    }

    fn unpack(via: u32) -> Option<Self> {
        let via = via.checked_sub(1)?;
        Some(Self { to: via >> 16, round: via & 0xffff })
    }
}

impl Percs {
    /// The link from a hub, counted within its supernode, on a leg.
    fn leave(&self, (supernode, hub): (u32, u32), leg: Leg) -> (LinkId, bool) {
        let out = self.number(supernode, leg.to);
        let exit = self.hub_of(leg.round, out);
        let is_d = hub == exit;
        (if is_d { self.d_link(supernode, leg.round, out) } else { self.local_link(supernode, hub, exit) }, is_d)
    }

    /// Any D link of the bundle; the pair's own if the draw is 0.
    fn any_round(&self, route: &RouteState, view: &mut dyn RoutingView) -> u32 {
        let own = self.round(route.source, route.destination);
        (own + view.draw(self.bundle)) % self.bundle
    }

    /// The leg of the one route of two QCMs.
    fn fixed_leg(&self, first: bool, to: u32, route: &RouteState) -> Leg {
        let (src, dst) = (route.source, route.destination);
        if !self.indirect {
            return Leg { to, round: self.round(src, dst) };
        }
        let (by, rounds) = self.by_way_of((src, 0), (dst, 0));
        if first { Leg { to: by, round: rounds[0] } } else { Leg { to, round: rounds[1] } }
    }

    /// The leg of a packet that enters the network at, or comes by a D link to, a supernode other than its last.
    fn choose(&self, routing: u8, at: (u32, u32), route: &RouteState, view: &mut dyn RoutingView) -> Leg {
        let to = route.destination.0 / self.per_supernode;
        let first = route.phase == 0;
        if routing == FIXED {
            return self.fixed_leg(first, to, route);
        }
        let direct = Leg { to, round: self.any_round(route, view) };
        if !first || routing == DIRECT {
            return direct;
        }
        let Some(middle) = other_than(at.0, to, self.supernodes, view) else { return direct };
        let indirect = Leg { to: middle, round: self.any_round(route, view) };
        if routing == INDIRECT || self.seems_quicker(indirect, direct, at, route, view) { indirect } else { direct }
    }

    /// Whether the queue of the first link times the number of links is less on the indirect way (UGAL with local queues:
    /// Singh, "Load-balanced routing in interconnection networks", Stanford 2005).
    fn seems_quicker(
        &self,
        indirect: Leg,
        direct: Leg,
        at: (u32, u32),
        route: &RouteState,
        view: &dyn RoutingView,
    ) -> bool {
        let queue = |leg: Leg| u128::from(view.queued(self.leave(at, leg).0));
        let last = (direct.to, route.destination.0 % self.per_supernode);
        let mut path = Vec::with_capacity(5);
        let arrives =
            |from: (u32, u32), leg: Leg, path: &mut Vec<LinkId>| (leg.to, self.cross(from, leg.to, leg.round, path));
        let ends = |hub: (u32, u32), path: &[LinkId]| path.len() as u128 + u128::from(hub != last);
        let straight = ends(arrives(at, direct, &mut path), &path);
        path.clear();
        // The second leg is chosen in the middle: here the pair's own D link stands for it.
        let own = Leg { to: direct.to, round: self.round(route.source, route.destination) };
        let middle = arrives(at, indirect, &mut path);
        let around = ends(arrives(middle, own, &mut path), &path);
        queue(direct) * straight > queue(indirect) * around
    }
}

impl PacketRouting for Percs {
    fn routings(&self) -> &'static [RoutingKind] {
        ROUTINGS
    }

    /// Hardware spreads the packets of a message over bundles; that of `routing` sends them so.
    fn default_routing(&self) -> u8 {
        if self.indirect { INDIRECT } else { DIRECT }
    }

    fn vcs(&self, routing: u8) -> u8 {
        match (self.supernodes, routing) {
            (1, _) => 1,
            (2, _) | (_, DIRECT) => 3,
            (_, FIXED) if !self.indirect => 3,
            _ => 5,
        }
    }

    fn scope(&self, routing: u8) -> RoutingScope {
        if ROUTINGS[usize::from(routing)].name == "adaptive" { RoutingScope::Local } else { RoutingScope::Oblivious }
    }

    fn regions(&self) -> u32 {
        self.supernodes
    }

    fn region(&self, at: Vertex) -> u32 {
        let (Vertex::Host(HostId(hub)) | Vertex::Switch(hub)) = at;
        hub / self.per_supernode
    }

    fn next(&self, routing: u8, here: Vertex, route: &mut RouteState, view: &mut dyn RoutingView) -> Option<Hop> {
        let hub = match here {
            Vertex::Host(host) if host == route.destination => return None,
            Vertex::Host(host) => return Some(Hop::new(LinkId(host.0), 0)),
            Vertex::Switch(hub) => hub,
        };
        if hub == route.destination.0 {
            return Some(Hop::new(LinkId(self.hosts + hub), 0));
        }
        let at = (hub / self.per_supernode, hub % self.per_supernode);
        let last = route.destination.0;
        if at.0 == last / self.per_supernode {
            let link = self.local_link(at.0, at.1, last % self.per_supernode);
            return Some(Hop::new(link, 2 * route.phase));
        }
        let leg = Leg::unpack(route.via).unwrap_or_else(|| self.choose(routing, at, route, view));
        let (link, is_d) = self.leave(at, leg);
        let vc = 2 * route.phase + u8::from(is_d);
        route.via = if is_d { 0 } else { leg.pack() };
        route.phase += u8::from(is_d);
        Some(Hop::new(link, vc))
    }
}
