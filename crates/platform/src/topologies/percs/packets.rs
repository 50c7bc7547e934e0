//! Packet routing in the topology PERCS: the choice of links and virtual channels at each hop.
//!
//! A packet takes at most five links between hubs: L, D, L, D, L, where L links are within a supernode and D links between
//! supernodes. The virtual channel rises with each of these links, so no buffers wait for each other in a cycle (Arimilli et
//! al., US patent 7,822,889: one virtual channel for each hop of the longest indirect route). After d D links, the next L link
//! is taken in channel 2d, and the next D link in channel 2d + 1. QCM links use channel 0. Direct routes need three channels,
//! indirect routes five.
//!
//! In the source's supernode, a packet chooses the next supernode: the destination's, or, on an indirect route, a third one. It
//! also chooses a D link among those (the bundle) to this supernode. In a third supernode, it chooses a D link to the
//! destination's.

use super::super::network::Hosts;
use super::super::routers::{Routers, other_than};
use super::Percs;
use crate::routing::{Hop, RouteState, RoutingKind, RoutingView};

/// Numbers of its routings.
const FIXED: u8 = 0;
pub(super) const MINIMAL: u8 = 1;
pub(super) const VALIANT: u8 = 2;
pub(super) const ADAPTIVE: u8 = 3;

pub(super) const ROUTINGS: &[RoutingKind] = &[
    RoutingKind::new("fixed", &[], "The one route of two QCMs, as `routing` and `d_choice` of the platform say."),
    RoutingKind::new(
        "minimal",
        &["direct"],
        "Straight to the other supernode, each packet over any D link of the bundle.",
    ),
    RoutingKind::new(
        "valiant",
        &["indirect"],
        "By way of a random third supernode, each packet over any D link of the bundles.",
    ),
    RoutingKind::new(
        "adaptive",
        &[],
        "minimal or valiant, whichever seems quicker by the queues of the first hub and the number of links.",
    ),
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
    /// Any D link of the bundle; the pair's own if the draw is 0.
    fn any_round(&self, (src, dst): (u32, u32), view: &mut dyn RoutingView) -> u32 {
        (self.round(src, dst) + view.draw(self.bundle())) % self.bundle()
    }

    /// The leg of the one route of two QCMs.
    fn fixed_leg(&self, first: bool, (src, dst): (u32, u32)) -> Leg {
        let to = self.place(dst).0;
        if !self.indirect {
            return Leg { to, round: self.round(src, dst) };
        }
        let (by, rounds) = self.by_way_of((src, 0), (dst, 0));
        if first { Leg { to: by, round: rounds[0] } } else { Leg { to, round: rounds[1] } }
    }

    /// The leg of a packet at the hub where it enters the network, or comes by a D link to a supernode other than its last.
    fn choose(&self, routing: u8, hosts: &Hosts, hub: u32, route: &RouteState, view: &mut dyn RoutingView) -> Leg {
        let (ends, first) = ((route.source.0, route.destination.0), route.phase == 0);
        if routing == FIXED {
            return self.fixed_leg(first, ends);
        }
        let to = self.place(ends.1).0;
        let direct = Leg { to, round: self.any_round(ends, view) };
        if !first || routing == MINIMAL {
            return direct;
        }
        let Some(middle) = other_than(self.place(hub).0, to, self.supernodes.count, view) else { return direct };
        let indirect = Leg { to: middle, round: self.any_round(ends, view) };
        let queued = |link| view.queued(hosts.between(link));
        let around = routing == VALIANT || self.seems_quicker([indirect, direct], hub, ends, queued);
        if around { indirect } else { direct }
    }

    /// Whether the queue of the first link times the number of links is less on the indirect way (UGAL with local queues:
    /// Singh, "Load-balanced routing in interconnection networks", Stanford 2005).
    fn seems_quicker(
        &self,
        [indirect, direct]: [Leg; 2],
        hub: u32,
        ends: (u32, u32),
        queued: impl Fn(u32) -> u64,
    ) -> bool {
        let queue = |leg: Leg| u128::from(queued(self.supernodes.leave(hub, leg.to, leg.round).link));
        // The second leg is chosen in the middle: here the pair's own D link stands for it.
        let own = Leg { to: direct.to, round: self.round(ends.0, ends.1) };
        let links = |legs: &[Leg]| {
            let mut count = 0;
            let last = legs.iter().fold(hub, |here, leg| self.cross(here, leg.to, leg.round, &mut |_| count += 1));
            count + u128::from(last != ends.1)
        };
        queue(direct) * links(&[direct]) > queue(indirect) * links(&[indirect, own])
    }

    pub(super) fn packet_vcs(&self, routing: u8) -> u8 {
        match (self.supernodes.count, routing) {
            (1, _) => 1,
            (2, _) | (_, MINIMAL) => self.minimal_vcs(),
            (_, FIXED) if !self.indirect => self.minimal_vcs(),
            _ => 5,
        }
    }

    pub(super) fn packet_hop(
        &self,
        routing: u8,
        hosts: &Hosts,
        hub: u32,
        route: &mut RouteState,
        view: &mut dyn RoutingView,
    ) -> Hop {
        // Each hub has one host, of its number.
        let last = route.destination.0;
        if self.place(hub).0 == self.place(last).0 {
            return Hop::new(hosts.between(self.supernodes.local(hub, last).link), 2 * route.phase);
        }
        let leg = Leg::unpack(route.via).unwrap_or_else(|| self.choose(routing, hosts, hub, route, view));
        let link = self.supernodes.leave(hub, leg.to, leg.round).link;
        let is_d = u8::from(link >= self.supernodes.first_global());
        let vc = 2 * route.phase + is_d;
        route.via = if is_d == 1 { 0 } else { leg.pack() };
        route.phase += is_d;
        Hop::new(hosts.between(link), vc)
    }
}
