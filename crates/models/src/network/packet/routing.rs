//! Packets are routed: each gets a port and a VC where it is. With oblivious routings most have been routed before
//! ([`super::route_ahead`]).

use super::events::{QUEUE, QUEUE_INJECTED};
use super::network_state::NetworkState;
use super::packets::{INTRA_HOST, Input};
use super::partition::Partition;
use super::view::{HopRng, PartitionView};
use platform::{Hop, RoutingScope};
use std::cmp::Reverse;
use units::LinkId;

impl Partition {
    /// A packet leaves its source, over `first` if every route from there begins with that link.
    pub(super) fn first_hop(&mut self, packet: u32, first: Option<LinkId>, network: &NetworkState) {
        match first {
            Some(link) => self.choose(packet, Hop::new(link, 0), network),
            None => self.route(packet, network),
        }
    }

    /// Routes a packet where it is.
    pub(super) fn route(&mut self, index: u32, network: &NetworkState) {
        let fixed = &network.fixed;
        let packet = &mut self.packets[index];
        if let Some(hop) = packet.take_stored_hop() {
            return self.choose(index, hop, network);
        }
        if packet.has(INTRA_HOST) {
            let link = network.message(packet.message).inside[usize::from(packet.header.hops)];
            return self.choose(index, Hop::new(link, 0), network);
        }
        let here = packet.here.vertex();
        let mut header = packet.header;
        let mut rng = HopRng::new(network, packet);
        let number = fixed.options.routing;
        let hop = match fixed.scope {
            RoutingScope::Oblivious => fixed.routing().next(number, here, &mut header, &mut rng),
            _ => {
                let mut view = PartitionView { network, ports: &self.ports, now: self.events.now, rng };
                fixed.routing().next(number, here, &mut header, &mut view)
            }
        };
        let packet = &mut self.packets[index];
        packet.header = header;
        if let Some(hop) = hop {
            return self.choose(index, hop, network);
        }
        let destination = network.message(packet.message).destination;
        match fixed.machine.nic_link(destination, true) {
            Some(link) => self.choose(index, Hop::new(link, 0), network),
            None => self.consume_here(index, network),
        }
    }

    /// A packet takes a port, and waits for it as soon as it can be sent on without a gap.
    fn choose(&mut self, index: u32, hop: Hop, network: &NetworkState) {
        let out = self.port(hop.link, network);
        let packet = &mut self.packets[index];
        packet.set_hop(out, hop.vc, hop.bubble);
        let packet = &self.packets[index];
        self.ports.choose(packet, &network.fixed);
        let port = &self.ports[out];
        let time = self.ports.parameters[port.parameters].rate.transmission_time(packet.header.bytes);
        let ready = packet.tail.saturating_sub(time);
        if ready <= self.events.now {
            return self.enqueue(index, network);
        }
        if port.sink {
            self.last_hops.push(Reverse(ready));
        }
        let (class, source, sequence) = match packet.input.get() {
            Input::Source(fifo) => {
                let message = network.message(packet.message);
                // Several packets of a message may be at the heads of FIFOs: the FIFO tells them apart.
                let sequence = if network.is_staged(message) { u64::from(fifo) } else { message.sequence };
                (QUEUE_INJECTED, message.nic, sequence)
            }
            Input::Port(port) => (QUEUE, self.ports[port].id.0, u64::from(packet.arrival_order)),
            Input::Remote(link) => (QUEUE, self.exchange.link(link).link.0, u64::from(packet.arrival_order)),
        };
        self.events.push(ready, class, source, sequence, index);
    }

    /// A packet is at its destination, but was not known to end there when it was sent: it leaves the input buffer.
    fn consume_here(&mut self, index: u32, network: &NetworkState) {
        let packet = &mut self.packets[index];
        packet.tail -= network.fixed.options.crossbar.ps();
        let packet = *packet;
        self.return_credit(&packet, packet.tail, network);
        self.consume(index, network);
        self.serve_touched(network);
    }
}
