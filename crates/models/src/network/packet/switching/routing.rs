//! Routes packets: selects the output port and virtual channel (VC) at each hop. With oblivious routings (those that read no
//! queues) most hops have been computed before the event in which a packet takes them
//! ([`crate::network::packet::switching::route_ahead`]).

use crate::network::packet::simulator::events::{READY, READY_AT_SOURCE};
use crate::network::packet::simulator::partition::Partition;
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::packets::{INTRA_HOST, Input};
use crate::network::packet::switching::view::{HopRng, PartitionView};
use platform::{Hop, RoutingScope};
use std::cmp::Reverse;
use units::LinkId;

impl Partition {
    /// A packet leaves its source, over `first` if every route from there begins with that link.
    pub(crate) fn leave_source_over(&mut self, packet: u32, first: Option<LinkId>, shared: &SharedState) {
        match first {
            Some(link) => self.assign_output(packet, Hop::new(link, 0), shared),
            None => self.route(packet, shared),
        }
    }

    /// Routes a packet where it is.
    pub(crate) fn route(&mut self, index: u32, shared: &SharedState) {
        let config = &shared.config;
        let packet = &mut self.packets[index];
        if let Some(hop) = packet.take_stored_hop() {
            return self.assign_output(index, hop, shared);
        }
        if packet.has(INTRA_HOST) {
            let links = &shared.particulars(shared.message(packet.message)).intra_host_links;
            let link = links[usize::from(packet.route.hops)];
            return self.assign_output(index, Hop::new(link, 0), shared);
        }
        let here = packet.location.vertex();
        let mut route = packet.route;
        let mut rng = HopRng::new(shared, packet);
        let routing_index = config.options.routing;
        let hop = match config.scope {
            RoutingScope::Oblivious => config.routing().next(routing_index, here, &mut route, &mut rng),
            _ => {
                let mut view = PartitionView { shared, ports: &self.ports, now: self.events.now, rng };
                config.routing().next(routing_index, here, &mut route, &mut view)
            }
        };
        let packet = &mut self.packets[index];
        packet.route = route;
        if let Some(hop) = hop {
            return self.assign_output(index, hop, shared);
        }
        let destination = shared.message(packet.message).destination;
        match config.machine.ejection_link(destination) {
            Some(link) => self.assign_output(index, Hop::new(link, 0), shared),
            None => self.deliver_here(index, shared),
        }
    }

    /// Assigns a packet to a port, and enqueues it there when it is ready.
    fn assign_output(&mut self, index: u32, hop: Hop, shared: &SharedState) {
        let out = self.port(hop.link, shared);
        let packet = &mut self.packets[index];
        packet.set_hop(out, hop.vc, hop.bubble);
        let packet = &self.packets[index];
        self.ports.assign_output(packet, &shared.config);
        let port = &self.ports[out];
        let time = self.ports.classes[port.class].rate.transmission_time(packet.route.wire_bytes);
        let ready = packet.tail.saturating_sub(time);
        if ready <= self.events.now {
            return self.enqueue(index, shared);
        }
        if port.takes_no_credit {
            self.pending_ejections.push(Reverse(ready));
        }
        let (class, source, sequence) = match packet.input.get() {
            Input::Source(fifo) => {
                let message = shared.message(packet.message);
                // Several packets of a message may be at the heads of FIFOs: the FIFO tells them apart.
                let sequence = if shared.uses_injection_fifos(message) { u64::from(fifo) } else { message.sequence };
                (READY_AT_SOURCE, message.nic, sequence)
            }
            Input::Port(port) => (READY, self.ports[port].id.0, u64::from(packet.arrival_order)),
            Input::Remote(link) => (READY, self.exchange.link(link).link.0, u64::from(packet.arrival_order)),
        };
        self.events.push(ready, class, source, sequence, index);
    }

    /// A packet is at its destination, which was unknown when it departed: it leaves the input buffer. There is no crossbar to
    /// pass, although [`Partition::depart`] has added its latency.
    fn deliver_here(&mut self, index: u32, shared: &SharedState) {
        let packet = &mut self.packets[index];
        packet.tail -= shared.config.options.switch_latency.ps();
        let packet = *packet;
        self.return_credit(&packet, packet.tail, shared);
        self.deliver_packet(index, shared);
        self.serve_ports_with_new_credit(shared);
    }
}
