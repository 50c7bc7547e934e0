//! Packets wait for their ports, leave, and give back the room that they took.

use super::exchange::Credit;
use super::link_rate::NO_CARRY;
use super::link_use::LinkActivity;
use super::network_state::NetworkState;
use super::partition::{ARRIVE, Ended, INJECT, Partition, WAKE};
use super::ports::{EMPTY, IN_OUTPUT_BUFFER, INTRA_HOST, NONE, Packet, Port, REMOTE, SCALED_LATENCY};
use crate::network::scale;
use platform::{Header, RoutingScope};
use std::cmp::Reverse;
use units::Time;

/// What could be sent over a port.
struct QueueScan {
    /// What has waited longest, and when there is room for it.
    oldest: u32,
    oldest_room: u64,
    /// What has waited longest of those that there is room for now.
    able: u32,
    /// When there is first room for anything.
    first_room: u64,
}

impl Partition {
    #[inline]
    pub(super) fn channel_of(port: u32, vc: u8, network: &NetworkState) -> usize {
        port as usize * usize::from(network.vcs) + usize::from(vc)
    }

    /// A packet can go as far as it is concerned: at once if nothing waits and there is room, else it waits.
    pub(super) fn enqueue(&mut self, index: u32, network: &NetworkState) {
        if !self.arbiters.is_empty() {
            return self.queue_for_arbitration(index, network);
        }
        if !self.output_buffers.is_empty() {
            self.request_output_buffer(index, network);
        }
        let packet = self.packets[index as usize];
        let port = &mut self.ports[packet.out as usize];
        if port.waiting == 0 {
            let leaves = self.now.max(port.free_at);
            if self.credit_at(index, network) <= leaves {
                self.send(index, leaves, network);
                return self.serve_touched(network);
            }
        }
        let port = &mut self.ports[packet.out as usize];
        let channel = Self::channel_of(packet.out, packet.vc, network);
        self.packets[index as usize].rank = port.stamp;
        port.stamp += 1;
        if port.waiting == 0 {
            self.port_waits[packet.out as usize].since = self.now;
        }
        port.waiting += 1;
        if !self.channels[channel].is_waited_for() {
            self.channel_waits[channel].since = self.now;
        }
        let queue = &mut self.channels[channel].queues[usize::from(packet.spare > 0)];
        match queue.head {
            NONE => queue.head = index,
            _ => self.packets[queue.tail as usize].next = index,
        }
        queue.tail = index;
        self.packets[index as usize].next = NONE;
        self.serve(packet.out, network);
    }

    /// When the buffer has room for a packet, from all that is known; 0 if now.
    #[inline]
    pub(super) fn credit_at(&mut self, index: u32, network: &NetworkState) -> u64 {
        let packet = &self.packets[index as usize];
        if !network.takes_credit(&self.ports[packet.out as usize], packet) {
            return 0;
        }
        let channel = &mut self.channels[Self::channel_of(packet.out, packet.vc, network)];
        channel.credit.apply_returned(&mut self.credits, self.now);
        let taken = network.taken(packet.vc, packet.header.bytes);
        let needed = i64::from(taken) + i64::from(packet.spare) * i64::from(network.largest);
        channel.credit.at(&self.credits, needed)
    }

    /// Sends all that can be sent over a port by what is known, and sees to its waking up for the rest.
    pub(super) fn serve(&mut self, port: u32, network: &NetworkState) {
        match self.arbiters.is_empty() {
            true => self.serve_port(port, network),
            false => self.arbitrate(port, network),
        }
        self.serve_touched(network);
    }

    /// Serves the ports that credits are on their way to.
    pub(super) fn serve_touched(&mut self, network: &NetworkState) {
        while let Some(port) = self.touched.pop() {
            match self.arbiters.is_empty() {
                true => self.serve_port(port, network),
                false => self.schedule_arbitration(port, network),
            }
        }
    }

    fn serve_port(&mut self, at: u32, network: &NetworkState) {
        loop {
            let port = &self.ports[at as usize];
            if port.waiting == 0 {
                return;
            }
            let leaves = self.now.max(port.free_at);
            let QueueScan { oldest, oldest_room, able, first_room } = self.scan_queues(at, network);
            if oldest_room <= leaves {
                // Nothing can come before it, whatever happens until then.
                self.dequeue_and_send(oldest, leaves, network);
            } else if able != NONE && leaves == self.now {
                self.dequeue_and_send(able, leaves, network);
            } else {
                return self.wake(at, leaves.max(first_room));
            }
        }
    }

    /// A port looks after what waits at an instant; [`u64::MAX`] if nobody knows when.
    pub(super) fn wake(&mut self, at: u32, wake: u64) {
        let waits = &mut self.port_waits[at as usize];
        if wake < u64::MAX && wake < waits.wake_at {
            waits.wake_at = wake;
            let Port { id, sink, .. } = self.ports[at as usize];
            if sink {
                // What it sends then arrives when it has left.
                self.due.push(Reverse(wake));
            }
            self.push(wake, WAKE, id.0, 0, at);
        }
    }

    /// The heads of a port's queues.
    fn scan_queues(&mut self, at: u32, network: &NetworkState) -> QueueScan {
        let mut choice = QueueScan { oldest: NONE, oldest_room: u64::MAX, able: NONE, first_room: u64::MAX };
        let (mut oldest_rank, mut able_rank) = (u32::MAX, u32::MAX);
        for vc in 0..network.vcs {
            for queue in self.channels[Self::channel_of(at, vc, network)].queues {
                if queue.head == NONE {
                    continue;
                }
                let room = self.credit_at(queue.head, network);
                let rank = self.packets[queue.head as usize].rank;
                if choice.oldest == NONE || rank < oldest_rank {
                    (choice.oldest, choice.oldest_room, oldest_rank) = (queue.head, room, rank);
                }
                if room <= self.now && (choice.able == NONE || rank < able_rank) {
                    (choice.able, able_rank) = (queue.head, rank);
                }
                choice.first_room = choice.first_room.min(room);
            }
        }
        choice
    }

    /// Takes the head of a queue off it and sends it.
    fn dequeue_and_send(&mut self, index: u32, leaves: u64, network: &NetworkState) {
        let packet = self.packets[index as usize];
        self.count_stall(packet.out, leaves, network);
        self.ports[packet.out as usize].waiting -= 1;
        let channel = &mut self.channels[Self::channel_of(packet.out, packet.vc, network)];
        let queue = &mut channel.queues[usize::from(packet.spare > 0)];
        queue.head = packet.next;
        if queue.head == NONE {
            *queue = EMPTY;
        }
        self.send(index, leaves, network);
    }

    /// Whether something waits for a channel.
    #[inline]
    pub(super) fn is_waited_for(&self, channel: usize, network: &NetworkState) -> bool {
        if self.arbiters.is_empty() {
            return self.channels[channel].is_waited_for();
        }
        let vcs = usize::from(network.vcs);
        self.arbiters[channel / vcs].is_waited_for(channel % vcs)
    }

    /// What waited is sent at an instant: if the link was idle before, that was for lack of credit.
    pub(super) fn count_stall(&mut self, port: u32, leaves: u64, network: &NetworkState) {
        let idle = self.ports[port as usize].free_at.max(self.port_waits[port as usize].since);
        if idle < leaves {
            self.stall(port, idle, leaves, network);
            self.count_stalled_use(port, idle, leaves, network);
        }
    }

    /// A link was idle for a while although packets waited: they lacked credit.
    #[cold]
    fn stall(&mut self, port: u32, from: u64, to: u64, network: &NetworkState) {
        self.port_waits[port as usize].stalled += to - from;
        for vc in 0..network.vcs {
            let channel = Self::channel_of(port, vc, network);
            if self.is_waited_for(channel, network) {
                let waits = &mut self.channel_waits[channel];
                waits.stalled += to - from.max(waits.since).min(to);
            }
        }
    }

    /// Counts a stall for the phases of those that are next in their channels.
    fn count_stalled_use(&mut self, port: u32, from: u64, to: u64, network: &NetworkState) {
        let Some(parts) = &mut self.parts else { return };
        for vc in 0..network.vcs {
            let at = Self::channel_of(port, vc, network);
            let heads = self.channels[at].queues.iter().map(|queue| queue.head).filter(|head| *head != NONE);
            let lines = self.arbiters.get(port as usize).into_iter().flat_map(|arbiter| arbiter.heads(vc));
            let next = heads.chain(lines).map(|head| &self.packets[head as usize]).min_by_key(|packet| packet.rank);
            let since = from.max(self.channel_waits[at].since);
            if let Some(packet) = next.filter(|_| since < to) {
                let phase = network.messages[packet.message as usize].phase;
                parts.count(port, vc, phase, (since, to), LinkActivity::Stalls);
            }
        }
    }

    /// A packet leaves over its port at an instant, now or later.
    pub(super) fn send(&mut self, index: u32, leaves: u64, network: &NetworkState) {
        let packet = self.packets[index as usize];
        let bytes = packet.header.bytes;
        let port = &mut self.ports[packet.out as usize];
        let parameters = &self.parameters[usize::from(port.parameters)];
        let fresh = leaves > port.free_at || port.sent == 0;
        let (time, carry) = parameters.wire.after(bytes, if fresh { NO_CARRY } else { port.carry });
        let end = leaves.saturating_add(time).max(packet.tail);
        let takes_room = network.takes_credit(port, &packet);
        let room = if takes_room { network.taken(packet.vc, bytes) } else { 0 };
        (port.free_at, port.carry) = (end, carry);
        port.busy += end - leaves;
        let order = port.sent;
        port.sent = port.sent.wrapping_add(1);
        let at = Self::channel_of(packet.out, packet.vc, network);
        let channel = &mut self.channels[at];
        channel.packets += 1;
        channel.bytes += u64::from(bytes);
        channel.credit.free -= i64::from(room);
        if network.scope != RoutingScope::Oblivious {
            let load = &mut self.loads[packet.out as usize];
            self.promised[at] -= u64::from(room);
            load.chosen -= u64::from(bytes);
            while self.credits.first(load.sending).is_some_and(|note| note.at <= self.now) {
                self.credits.drop_first(&mut load.sending);
            }
            self.credits.add(&mut load.sending, end, bytes);
        }
        let (port, latency) = (*port, parameters.latency);
        if let Some(buckets) = &mut self.buckets {
            buckets.add(packet.out, leaves, end, bytes);
        }
        if let Some(parts) = &mut self.parts {
            let phase = network.messages[packet.message as usize].phase;
            parts.count(packet.out, packet.vc, phase, (leaves, end), LinkActivity::Sends(bytes));
        }
        self.counts.hops += 1;
        match self.output_buffers.is_empty() {
            true => self.give_back(&packet, end, network),
            false => self.leave_output_buffer(&packet, end, network),
        }
        if packet.came == NONE {
            let message = &network.messages[packet.message as usize];
            let paced = message.paced && message.sender.left.get() > 0;
            let at = if paced { leaves.max(message.sender.clock.get()) } else { leaves };
            match network.is_staged(message) {
                true => self.leaves_fifo(message.nic, index, end),
                false => self.push(at, INJECT, message.nic, message.sequence, packet.message),
            }
        }
        let inside = packet.flags & INTRA_HOST != 0;
        let latency = match packet.flags & (INTRA_HOST | SCALED_LATENCY) {
            0 => latency,
            SCALED_LATENCY => scale::latency(latency, network.messages[packet.message as usize].latency_factor),
            _ => Time::ZERO,
        };
        let (head, tail) = (leaves.saturating_add(latency.ps()), end.saturating_add(latency.ps()));
        let own = &mut self.packets[index as usize];
        own.tail = tail;
        let stays = match inside {
            true => usize::from(packet.header.hops) + 1 == network.messages[packet.message as usize].inside.len(),
            false => !takes_room,
        };
        if stays {
            return self.packet_arrived(index, network);
        }
        // A switch takes its time, and a host that a packet passes; not a NIC, nor the host where it ends.
        let ends = port.end == super::ports::PackedVertex::host(packet.header.destination);
        let crossbar = if port.of_topology && !inside && !ends { network.options.crossbar.ps() } else { 0 };
        own.tail = tail.saturating_add(crossbar);
        (own.came, own.here, own.parameters) = (packet.out, port.end, port.parameters);
        own.rank = order;
        own.flags &= !IN_OUTPUT_BUFFER;
        own.header.hops = own.header.hops.saturating_add(u8::from(port.of_topology || inside));
        own.header.vc = packet.vc;
        let arrives = head.saturating_add(crossbar);
        if port.partition != self.number {
            let created_at = self.created_at.get(index as usize).copied();
            self.out[usize::from(port.partition)].created_at.extend(created_at);
            self.out[usize::from(port.partition)].send(Packet { came: port.remote, ..*own }, arrives);
            return self.remove_packet(index);
        }
        if network.ejects && ends {
            self.due.push(Reverse(arrives));
        }
        self.push(arrives, ARRIVE, port.id.0, u64::from(order), index);
    }

    /// The room that a packet took where it was is free at an instant.
    pub(super) fn give_back(&mut self, packet: &Packet, end: u64, network: &NetworkState) {
        let Header { source, destination, bytes, vc, .. } = packet.header;
        let bytes = network.taken(vc, bytes);
        if packet.came == NONE || source == destination || bytes == 0 {
            return;
        }
        let known = end.saturating_add(self.parameters[usize::from(packet.parameters)].latency.ps());
        if packet.came >= REMOTE {
            let remote = self.remote_links.of(packet);
            let channel = Self::channel_of(remote.port, vc, network) as u32;
            return self.out[usize::from(remote.partition)].give_back(Credit { channel, bytes, at: known });
        }
        self.take_back(Self::channel_of(packet.came, vc, network), bytes, known, network);
    }

    /// CreditPool that a channel will have room.
    #[inline]
    pub(super) fn take_back(&mut self, at: usize, bytes: u32, known: u64, network: &NetworkState) {
        let channel = &mut self.channels[at];
        channel.credit.give_back(&mut self.credits, self.now, known, bytes);
        if self.is_waited_for(at, network) {
            self.touched.push(at as u32 / u32::from(network.vcs));
        }
    }

    /// A packet ends where its last link does; it took room there if nobody knew that it would.
    pub(super) fn deliver(&mut self, index: u32, network: &NetworkState) {
        let packet = &mut self.packets[index as usize];
        packet.tail -= network.options.crossbar.ps();
        let packet = *packet;
        self.give_back(&packet, packet.tail, network);
        self.packet_arrived(index, network);
        self.serve_touched(network);
    }

    /// The last byte of a packet reaches its end at its `tail`.
    fn packet_arrived(&mut self, index: u32, network: &NetworkState) {
        let packet = &self.packets[index as usize];
        let (of, tail) = (packet.message, packet.tail);
        let message = &network.messages[of as usize];
        if let Some(last) = message.receiver.arrives(tail) {
            let at = last.saturating_add(message.extra.ps());
            self.ended.push(Ended { at, sequence: message.sequence, message: of });
        }
        self.remove_packet(index);
    }
}
