//! First hops of packets, computed before the packets are created.

use crate::network::packet::switching::packets::{INTRA_HOST, Packet};
use platform::{Hop, RouteState};

/// The first hop of a packet that does not exist yet.
#[derive(Clone, Copy, Debug)]
pub(in crate::network::packet) struct PrecomputedRoute {
    pub(in crate::network::packet) message: u32,
    pub(in crate::network::packet) number: u32,
    pub(in crate::network::packet) route: RouteState,
    pub(in crate::network::packet) hop: Hop,
}

/// First hops, in the order in which their packets are expected; some packets are never created, or only later.
#[derive(Debug, Default)]
pub(in crate::network::packet) struct PrecomputedRoutes(Vec<PrecomputedRoute>);

impl PrecomputedRoutes {
    pub(in crate::network::packet) fn clear(&mut self) {
        self.0.clear();
    }

    pub(in crate::network::packet) fn push(&mut self, first: PrecomputedRoute) {
        self.0.push(first);
    }

    pub(in crate::network::packet) fn iter(&self) -> impl Iterator<Item = &PrecomputedRoute> {
        self.0.iter()
    }

    /// Stores the first hop in a new packet, if it is known.
    #[inline]
    pub(in crate::network::packet) fn apply(&self, packet: &mut Packet) {
        if packet.has(INTRA_HOST) {
            return;
        }
        let known = self.0.iter().find(|first| (first.message, first.number) == (packet.message, packet.number));
        if let Some(PrecomputedRoute { route, hop, .. }) = known {
            packet.route = *route;
            packet.store_hop(*hop);
        }
    }
}
