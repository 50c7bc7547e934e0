//! Packets wait for their ports, leave, and give back the room that they took.

use super::mail::Credit;
use super::parts::Deed;
use super::ports::{CROSSES, EMPTY, GATE, INSIDE, NONE, Packet, Port, SLOWED};
use super::sector::{ARRIVE, Ended, INJECT, Sector, WAKE};
use super::wire::FRESH;
use super::world::World;
use crate::network::scale;
use platform::{Header, Sight};
use std::cmp::Reverse;
use units::Time;

/// What could be sent over a port.
struct Choice {
    /// What has waited longest, and when there is room for it.
    oldest: u32,
    oldest_room: u64,
    /// What has waited longest of those that there is room for now.
    able: u32,
    /// When there is first room for anything.
    first_room: u64,
}

impl Sector {
    #[inline]
    pub(super) fn channel_of(port: u32, vc: u8, world: &World) -> usize {
        port as usize * usize::from(world.vcs) + usize::from(vc)
    }

    /// A packet can go as far as it is concerned: at once if nothing waits and there is room, else it waits.
    pub(super) fn join(&mut self, index: u32, world: &World) {
        if !self.arbiters.is_empty() {
            return self.stand_in_line(index, world);
        }
        if !self.outlets.is_empty() {
            self.line_up(index, world);
        }
        let packet = self.packets[index as usize];
        let port = &mut self.ports[packet.out as usize];
        if port.waiting == 0 {
            let leaves = self.now.max(port.free_at);
            if self.room(index, world) <= leaves {
                self.send(index, leaves, world);
                return self.settle(world);
            }
        }
        let port = &mut self.ports[packet.out as usize];
        let channel = Self::channel_of(packet.out, packet.vc, world);
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
        self.serve(packet.out, world);
    }

    /// When the buffer has room for a packet, from all that is known; 0 if now.
    #[inline]
    pub(super) fn room(&mut self, index: u32, world: &World) -> u64 {
        let packet = &self.packets[index as usize];
        if !world.takes_room(&self.ports[packet.out as usize], packet) {
            return 0;
        }
        let channel = &mut self.channels[Self::channel_of(packet.out, packet.vc, world)];
        channel.room.settle(&mut self.notes, self.now);
        let taken = world.taken(packet.vc, packet.header.bytes);
        let needed = i64::from(taken) + i64::from(packet.spare) * i64::from(world.largest);
        channel.room.at(&self.notes, needed)
    }

    /// Sends all that can be sent over a port by what is known, and sees to its waking up for the rest.
    pub(super) fn serve(&mut self, port: u32, world: &World) {
        match self.arbiters.is_empty() {
            true => self.serve_one(port, world),
            false => self.decide(port, world),
        }
        self.settle(world);
    }

    /// Serves the ports that credits are on their way to.
    pub(super) fn settle(&mut self, world: &World) {
        while let Some(port) = self.touched.pop() {
            match self.arbiters.is_empty() {
                true => self.serve_one(port, world),
                false => self.expect_room(port, world),
            }
        }
    }

    fn serve_one(&mut self, at: u32, world: &World) {
        loop {
            let port = &self.ports[at as usize];
            if port.waiting == 0 {
                return;
            }
            let leaves = self.now.max(port.free_at);
            let Choice { oldest, oldest_room, able, first_room } = self.look(at, world);
            if oldest_room <= leaves {
                // Nothing can come before it, whatever happens until then.
                self.take(oldest, leaves, world);
            } else if able != NONE && leaves == self.now {
                self.take(able, leaves, world);
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
    fn look(&mut self, at: u32, world: &World) -> Choice {
        let mut choice = Choice { oldest: NONE, oldest_room: u64::MAX, able: NONE, first_room: u64::MAX };
        let (mut oldest_rank, mut able_rank) = (u32::MAX, u32::MAX);
        for vc in 0..world.vcs {
            for queue in self.channels[Self::channel_of(at, vc, world)].queues {
                if queue.head == NONE {
                    continue;
                }
                let room = self.room(queue.head, world);
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
    fn take(&mut self, index: u32, leaves: u64, world: &World) {
        let packet = self.packets[index as usize];
        self.count_stall(packet.out, leaves, world);
        self.ports[packet.out as usize].waiting -= 1;
        let channel = &mut self.channels[Self::channel_of(packet.out, packet.vc, world)];
        let queue = &mut channel.queues[usize::from(packet.spare > 0)];
        queue.head = packet.next;
        if queue.head == NONE {
            *queue = EMPTY;
        }
        self.send(index, leaves, world);
    }

    /// Whether something waits for a channel.
    #[inline]
    pub(super) fn is_waited_for(&self, channel: usize, world: &World) -> bool {
        if self.arbiters.is_empty() {
            return self.channels[channel].is_waited_for();
        }
        let vcs = usize::from(world.vcs);
        self.arbiters[channel / vcs].is_waited_for(channel % vcs)
    }

    /// What waited is sent at an instant: if the link was idle before, that was for lack of credit.
    pub(super) fn count_stall(&mut self, port: u32, leaves: u64, world: &World) {
        let idle = self.ports[port as usize].free_at.max(self.port_waits[port as usize].since);
        if idle < leaves {
            self.stall(port, idle, leaves, world);
            self.note_stall(port, idle, leaves, world);
        }
    }

    /// A link was idle for a while although packets waited: they lacked credit.
    #[cold]
    fn stall(&mut self, port: u32, from: u64, to: u64, world: &World) {
        self.port_waits[port as usize].stalled += to - from;
        for vc in 0..world.vcs {
            let channel = Self::channel_of(port, vc, world);
            if self.is_waited_for(channel, world) {
                let waits = &mut self.channel_waits[channel];
                waits.stalled += to - from.max(waits.since).min(to);
            }
        }
    }

    /// Counts a stall for the phases of those that are next in their channels.
    fn note_stall(&mut self, port: u32, from: u64, to: u64, world: &World) {
        let Some(parts) = &mut self.parts else { return };
        for vc in 0..world.vcs {
            let at = Self::channel_of(port, vc, world);
            let heads = self.channels[at].queues.iter().map(|queue| queue.head).filter(|head| *head != NONE);
            let lines = self.arbiters.get(port as usize).into_iter().flat_map(|arbiter| arbiter.heads(vc));
            let next = heads.chain(lines).map(|head| &self.packets[head as usize]).min_by_key(|packet| packet.rank);
            let since = from.max(self.channel_waits[at].since);
            if let Some(packet) = next.filter(|_| since < to) {
                let phase = world.messages[packet.message as usize].phase;
                parts.count(port, vc, phase, (since, to), Deed::Stalls);
            }
        }
    }

    /// A packet leaves over its port at an instant, now or later.
    pub(super) fn send(&mut self, index: u32, leaves: u64, world: &World) {
        let packet = self.packets[index as usize];
        let bytes = packet.header.bytes;
        let port = &mut self.ports[packet.out as usize];
        let figures = &self.figures[usize::from(port.figures)];
        let fresh = leaves > port.free_at || port.sent == 0;
        let (time, carry) = figures.wire.after(bytes, if fresh { FRESH } else { port.carry });
        let end = leaves.saturating_add(time).max(packet.tail);
        let takes_room = world.takes_room(port, &packet);
        let room = if takes_room { world.taken(packet.vc, bytes) } else { 0 };
        (port.free_at, port.carry) = (end, carry);
        port.busy += end - leaves;
        let order = port.sent;
        port.sent = port.sent.wrapping_add(1);
        let at = Self::channel_of(packet.out, packet.vc, world);
        let channel = &mut self.channels[at];
        channel.packets += 1;
        channel.bytes += u64::from(bytes);
        channel.room.free -= i64::from(room);
        if world.sight != Sight::Nothing {
            let load = &mut self.loads[packet.out as usize];
            self.promised[at] -= u64::from(room);
            load.chosen -= u64::from(bytes);
            while self.notes.first(load.sending).is_some_and(|note| note.at <= self.now) {
                self.notes.drop_first(&mut load.sending);
            }
            self.notes.add(&mut load.sending, end, bytes);
        }
        let (port, latency) = (*port, figures.latency);
        if let Some(buckets) = &mut self.buckets {
            buckets.add(packet.out, leaves, end, bytes);
        }
        if let Some(parts) = &mut self.parts {
            let phase = world.messages[packet.message as usize].phase;
            parts.count(packet.out, packet.vc, phase, (leaves, end), Deed::Sends(bytes));
        }
        self.counts.hops += 1;
        match self.outlets.is_empty() {
            true => self.give_back(&packet, end, world),
            false => self.leave_outlet(&packet, end, world),
        }
        if packet.came == NONE {
            let message = &world.messages[packet.message as usize];
            let paced = message.paced && message.sender.left.get() > 0;
            let at = if paced { leaves.max(message.sender.clock.get()) } else { leaves };
            match world.is_staged(message) {
                true => self.leaves_fifo(message.nic, index, end),
                false => self.push(at, INJECT, message.nic, message.sequence, packet.message),
            }
        }
        let inside = packet.flags & INSIDE != 0;
        let latency = match packet.flags & (INSIDE | SLOWED) {
            0 => latency,
            SLOWED => scale::latency(latency, world.messages[packet.message as usize].latency_factor),
            _ => Time::ZERO,
        };
        let (head, tail) = (leaves.saturating_add(latency.ps()), end.saturating_add(latency.ps()));
        let own = &mut self.packets[index as usize];
        own.tail = tail;
        let stays = match inside {
            true => usize::from(packet.header.hops) + 1 == world.messages[packet.message as usize].inside.len(),
            false => !takes_room,
        };
        if stays {
            return self.arrived(index, world);
        }
        // A switch takes its time, and a host that a packet passes; not a NIC, nor the host where it ends.
        let ends = port.end == super::ports::Place::host(packet.header.destination);
        let crossbar = if port.of_topology && !inside && !ends { world.options.crossbar.ps() } else { 0 };
        own.tail = tail.saturating_add(crossbar);
        (own.came, own.here, own.figures) = (packet.out, port.end, port.figures);
        own.rank = order;
        own.flags &= !CROSSES;
        own.header.hops = own.header.hops.saturating_add(u8::from(port.of_topology || inside));
        own.header.vc = packet.vc;
        let arrives = head.saturating_add(crossbar);
        if port.sector != self.number {
            let born = self.born.get(index as usize).copied();
            self.out[usize::from(port.sector)].born.extend(born);
            self.out[usize::from(port.sector)].send(Packet { came: port.gate, ..*own }, arrives);
            return self.forget(index);
        }
        if world.ejects && ends {
            self.due.push(Reverse(arrives));
        }
        self.push(arrives, ARRIVE, port.id.0, u64::from(order), index);
    }

    /// The room that a packet took where it was is free at an instant.
    pub(super) fn give_back(&mut self, packet: &Packet, end: u64, world: &World) {
        let Header { source, destination, bytes, vc, .. } = packet.header;
        let bytes = world.taken(vc, bytes);
        if packet.came == NONE || source == destination || bytes == 0 {
            return;
        }
        let known = end.saturating_add(self.figures[usize::from(packet.figures)].latency.ps());
        if packet.came >= GATE {
            let gate = self.gates.of(packet);
            let channel = Self::channel_of(gate.port, vc, world) as u32;
            return self.out[usize::from(gate.sector)].give_back(Credit { channel, bytes, at: known });
        }
        self.take_back(Self::channel_of(packet.came, vc, world), bytes, known, world);
    }

    /// Notes that a channel will have room.
    #[inline]
    pub(super) fn take_back(&mut self, at: usize, bytes: u32, known: u64, world: &World) {
        let channel = &mut self.channels[at];
        channel.room.give_back(&mut self.notes, self.now, known, bytes);
        if self.is_waited_for(at, world) {
            self.touched.push(at as u32 / u32::from(world.vcs));
        }
    }

    /// A packet ends where its last link does; it took room there if nobody knew that it would.
    pub(super) fn stay(&mut self, index: u32, world: &World) {
        let packet = &mut self.packets[index as usize];
        packet.tail -= world.options.crossbar.ps();
        let packet = *packet;
        self.give_back(&packet, packet.tail, world);
        self.arrived(index, world);
        self.settle(world);
    }

    /// The last byte of a packet reaches its end at its `tail`.
    fn arrived(&mut self, index: u32, world: &World) {
        let packet = &self.packets[index as usize];
        let (of, tail) = (packet.message, packet.tail);
        let message = &world.messages[of as usize];
        if let Some(last) = message.receiver.arrives(tail) {
            let at = last.saturating_add(message.extra.ps());
            self.ended.push(Ended { at, sequence: message.sequence, message: of });
        }
        self.forget(index);
    }
}
