//! Oblivious routings are called ahead of a packet's event: nothing that happens until then can change the result.
//!
//! A packet under way stores its hop; the first hop of a packet that does not exist yet is kept in
//! [`super::first_hops`]. [`super::routing`] takes both.

use super::events::{ARRIVE, INJECT};
use super::first_hops::FirstHop;
use super::network_state::NetworkState;
use super::packets::{INTRA_HOST, PackedVertex, ROUTED};
use super::partition::Partition;
use super::view::HopRng;

impl Partition {
    /// Routes the packets that the next events, as (class, index), let arrive or create.
    pub(super) fn route_ahead(&mut self, next: &[(u8, u32)], network: &NetworkState) {
        let routing = network.fixed.routing();
        let number = network.fixed.options.routing;
        self.first_hops.clear();
        for &(class, index) in next {
            if class == ARRIVE {
                let packet = &mut self.packets[index];
                if !packet.has(ROUTED | INTRA_HOST) {
                    let mut header = packet.header;
                    let mut rng = HopRng::new(network, packet);
                    if let Some(hop) = routing.next(number, packet.here.vertex(), &mut header, &mut rng) {
                        packet.header = header;
                        packet.store_hop(hop);
                    }
                }
            } else if class == INJECT && !network.fixed.stages_first() {
                let message = network.message(index);
                if message.is_inside() || !message.has_next() {
                    continue;
                }
                let (made, mut header) = network.next_header(message);
                let mut rng = HopRng::of(network, index, made, 0);
                let here = PackedVertex::host(message.source.host).vertex();
                if let Some(hop) = routing.next(number, here, &mut header, &mut rng) {
                    self.first_hops.push(FirstHop { message: index, number: made, header, hop });
                }
            }
        }
    }
}
