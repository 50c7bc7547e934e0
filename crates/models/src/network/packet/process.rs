//! Events are processed, and what other partitions have sent is received.

use super::calendar::Entry;
use super::events::{ARRIVE, DRAINED, ENGINE, INJECT, LATE, QUEUE, QUEUE_INJECTED, WAKE};
use super::exchange::RemoteCredit;
use super::network_state::NetworkState;
use super::packets::PackedVertex;
use super::partition::Partition;
use std::cmp::Reverse;

impl Partition {
    /// Processes all events up to an instant.
    pub(super) fn run(&mut self, network: &NetworkState, to: u64) {
        self.receive(network);
        let mut prefetched = 0;
        while self.events.next_time() <= to {
            if prefetched == 0 {
                prefetched = self.prefetch(network);
            }
            prefetched -= 1;
            self.process(network);
        }
    }

    /// The next event of all that is known here.
    pub(super) fn first_entry(&mut self, network: &NetworkState) -> Option<Entry> {
        self.receive(network);
        self.events.first()
    }

    /// Processes the next event, which has been found.
    #[inline]
    pub(super) fn process(&mut self, network: &NetworkState) {
        let entry = self.events.pop();
        match entry.class() & !LATE {
            // Not counted: the number of wake-ups depends on when credits are known.
            WAKE => return self.wake(entry.index, network),
            ARRIVE => self.route(entry.index, network),
            QUEUE | QUEUE_INJECTED => self.enqueue(entry.index, network),
            DRAINED => self.fifo_drained(entry.index, entry.fifo(), network),
            ENGINE => self.run_engine(entry.index, network),
            INJECT => self.inject_next(entry.index, network),
            class => unreachable!("events of class {class}"),
        }
        self.counts.events += 1;
    }

    /// Receives what other partitions have sent.
    fn receive(&mut self, network: &NetworkState) {
        for from in 0..self.exchange.partitions() {
            let received = self.exchange.take_received(from, &mut self.ports.parameters, &network.fixed);
            let Some(mut received) = received else { continue };
            let mut created_at = received.created_at.drain(..);
            for (mut packet, arrives) in received.packets.drain(..).zip(received.arrivals.drain(..)) {
                let link = self.exchange.resolve(from, &mut packet);
                let order = u64::from(packet.arrival_order);
                if network.fixed.ejects && packet.here == PackedVertex::host(packet.header.destination) {
                    self.last_hops.push(Reverse(arrives));
                }
                let index = self.insert_packet(packet, created_at.next().unwrap_or(0), network);
                self.events.push_entry(Entry::new(arrives, ARRIVE, link.0, order, index));
            }
            drop(created_at);
            for RemoteCredit { channel, bytes, at } in received.credits.drain(..) {
                self.receive_credit(channel as usize, bytes, at);
            }
            self.exchange.put_back(from, received);
        }
        self.serve_touched(network);
    }
}
