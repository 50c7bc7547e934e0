//! The event loop of a partition of the packet model: receives packets and credits from other partitions, and dispatches
//! events.

use crate::network::packet::parallel::exchange::RemoteCredit;
use crate::network::packet::simulator::calendar::Entry;
use crate::network::packet::simulator::events::{
    ARRIVE, DRAINED, ENGINE, INJECT, READY, READY_AT_SOURCE, STARTED_NOW, WAKE,
};
use crate::network::packet::simulator::partition::{Next, Partition};
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::packets::PackedVertex;
use std::cmp::Reverse;

impl Partition {
    /// Processes all events up to an instant.
    pub(crate) fn run_until(&mut self, shared: &SharedState, to: u64) {
        self.receive(shared);
        self.events.take_started();
        let mut prefetched = 0;
        while self.events.next_time() <= to {
            if prefetched == 0 {
                prefetched = self.prefetch(shared);
            }
            prefetched -= 1;
            self.handle_next_event(shared);
        }
        self.drop_pending_ejections(to.saturating_add(1));
        self.end_window(shared);
    }

    /// The next event of all that is known here.
    pub(crate) fn first_entry(&mut self, shared: &SharedState) -> Option<Entry> {
        self.receive(shared);
        self.events.take_started();
        self.events.first()
    }

    /// Hands over what goes to others, and finds what comes next: what that takes to be sorted is sorted here, not by the one thread
    /// that waits for all.
    pub(crate) fn end_window(&mut self, shared: &SharedState) {
        let (sent, packets) = match shared.config.is_divided() {
            true => self.exchange.send(self.id, &shared.mailboxes),
            false => (u64::MAX, 0),
        };
        self.next = Next {
            event: self.events.next_time(),
            sent,
            packets: packets + self.packets.in_flight().0,
            arrival: self.arrivals.next_time(),
            ejection: self.first_pending_ejection(),
            events: self.counts.events,
        };
    }

    /// Processes the next event, which has been found.
    #[inline]
    pub(crate) fn handle_next_event(&mut self, shared: &SharedState) {
        let entry = self.events.pop();
        match entry.class() & !STARTED_NOW {
            // Not counted: the number of wake-ups depends on when credits are known.
            WAKE => return self.wake(entry.index, shared),
            ARRIVE => self.route(entry.index, shared),
            READY | READY_AT_SOURCE => self.enqueue(entry.index, shared),
            DRAINED => self.fifo_drained(entry.index, entry.fifo(), shared),
            ENGINE => self.run_engine(entry.index, shared),
            INJECT => self.handle_inject(entry.index, shared),
            class => unreachable!("events of class {class}"),
        }
        debug_assert!(self.ports_with_new_credit.is_empty(), "an event has returned a credit and served no port");
        self.counts.events += 1;
    }

    /// Receives what other partitions have sent.
    fn receive(&mut self, shared: &SharedState) {
        if !shared.config.is_divided() {
            return;
        }
        let mut all = self.exchange.take_received(self.id, &shared.mailboxes);
        for received in &mut all {
            self.exchange.add_links(received, &mut self.ports.classes, &shared.config);
            let (from, received) = (received.0, &mut received.1);
            let mut created_at = received.created_at.drain(..);
            for (mut packet, arrives) in received.packets.drain(..).zip(received.arrivals.drain(..)) {
                let link = self.exchange.resolve(from, &mut packet);
                let order = u64::from(packet.arrival_order);
                if shared.config.has_ejection_links && packet.location == PackedVertex::host(packet.route.destination)
                {
                    self.pending_ejections.push(Reverse(arrives));
                }
                let index = self.insert_packet(packet, created_at.next().unwrap_or(0), shared);
                self.events.push_entry(Entry::new(arrives, ARRIVE, link.0, order, index));
            }
            drop(created_at);
            for RemoteCredit { channel, bytes, time } in received.credits.drain(..) {
                self.receive_credit(channel as usize, bytes, time);
            }
        }
        self.exchange.put_back(all);
        self.serve_ports_with_new_credit(shared);
    }
}
