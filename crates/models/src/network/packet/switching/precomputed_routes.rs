//! A cache of the first hops of packets. Oblivious routings do not depend on load, so they can compute these hops before the
//! packets are created (`route_ahead`).

use crate::network::packet::switching::packets::{INTRA_HOST, Packet};
use platform::{Hop, RouteState};

/// The first hop of a packet that does not exist yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PrecomputedRoute {
    pub(crate) message: u32,
    pub(crate) sequence: u32,
    pub(crate) route: RouteState,
    pub(crate) hop: Hop,
}

/// First hops, in the order in which their packets are expected; some packets are never created, or only later.
#[derive(Debug, Default)]
pub(crate) struct PrecomputedRoutes(Vec<PrecomputedRoute>);

impl PrecomputedRoutes {
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }

    pub(crate) fn push(&mut self, first: PrecomputedRoute) {
        self.0.push(first);
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &PrecomputedRoute> {
        self.0.iter()
    }

    /// Stores the first hop in a new packet, if it is known.
    #[inline]
    pub(crate) fn apply(&self, packet: &mut Packet) {
        if packet.has(INTRA_HOST) {
            return;
        }
        let known = self.0.iter().find(|first| (first.message, first.sequence) == (packet.message, packet.sequence));
        if let Some(PrecomputedRoute { route, hop, .. }) = known {
            packet.route = *route;
            packet.store_hop(*hop);
        }
    }
}
