//! Computes a packet's next hop before the event at which it is needed, so that the memory that this event needs can be
//! prefetched. This is possible for oblivious routings, whose result no event in between can change.
//!
//! A packet in flight stores its hop; the first hop of a packet that does not exist yet is kept in
//! [`crate::network::packet::switching::precomputed_routes`]. [`crate::network::packet::switching::routing`] reads both.

use crate::network::packet::simulator::events::{ARRIVE, INJECT};
use crate::network::packet::simulator::partition::Partition;
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::packets::{INTRA_HOST, PackedVertex, ROUTED};
use crate::network::packet::switching::precomputed_routes::PrecomputedRoute;
use crate::network::packet::switching::view::HopRng;

impl Partition {
    /// Routes the packets that arrive or are created in the next events, given as (class, index).
    pub(crate) fn route_ahead(&mut self, next: &[(u8, u32)], shared: &SharedState) {
        let routing = shared.config.routing();
        let routing_index = shared.config.options.routing;
        self.precomputed_routes.clear();
        for &(class, index) in next {
            if class == ARRIVE {
                let packet = &mut self.packets[index];
                if !packet.has(ROUTED | INTRA_HOST) {
                    let mut route = packet.route;
                    let mut rng = HopRng::new(shared, packet);
                    if let Some(hop) = routing.next(routing_index, packet.location.vertex(), &mut route, &mut rng) {
                        packet.route = route;
                        packet.store_hop(hop);
                    }
                }
            } else if class == INJECT && !shared.config.uses_injection_stage() {
                let message = shared.message(index);
                if message.is_intra_host() || !message.has_next() {
                    continue;
                }
                let (sequence, mut route) = shared.next_packet(message);
                let mut rng = HopRng::of(shared, index, sequence, 0);
                let here = PackedVertex::host(message.source.host).vertex();
                if let Some(hop) = routing.next(routing_index, here, &mut route, &mut rng) {
                    self.precomputed_routes.push(PrecomputedRoute { message: index, sequence, route, hop });
                }
            }
        }
    }
}
