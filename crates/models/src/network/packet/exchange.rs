//! What partitions tell each other: packets on links that lead from one to another, and credits for what came over them.
//!
//! A letter box has two sides, which are exchanged between windows: one partition writes while another reads, and neither asks
//! for memory once both are as large as they get. A link is introduced once, and is a number between the two from then on.

use super::network_state::NetworkState;
use super::partition::{ARRIVE, Entry, Partition};
use super::ports::{NONE, PackedVertex, Packet, REMOTE};
use std::cmp::Reverse;
use units::LinkId;

/// The end of a link that begins in another partition.
#[derive(Clone, Copy, Debug)]
pub(super) struct RemoteLink {
    pub(super) link: LinkId,
    pub(super) partition: u16,
    pub(super) parameters: u16,
    pub(super) port: u32,
}

/// What one partition tells another.
#[derive(Debug)]
pub(super) struct Outbox {
    /// Links from the one to the other that there were none of before, in the order of their numbers.
    pub(super) remote_links: Vec<RemoteLink>,
    /// Packets, `came` being the number of their link, and when they arrive.
    pub(super) packets: Vec<Packet>,
    pub(super) arrivals: Vec<u64>,
    /// When they were made, if that matters.
    pub(super) created_at: Vec<u64>,
    pub(super) credits: Vec<Credit>,
    /// When the first of it takes effect.
    pub(super) earliest: u64,
}

/// BufferCredit that is free again in a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Credit {
    pub(super) channel: u32,
    pub(super) bytes: u32,
    pub(super) at: u64,
}

impl Default for Outbox {
    fn default() -> Self {
        Self {
            remote_links: Vec::new(),
            packets: Vec::new(),
            arrivals: Vec::new(),
            created_at: Vec::new(),
            credits: Vec::new(),
            earliest: u64::MAX,
        }
    }
}

impl Outbox {
    /// A packet is on its way.
    #[inline]
    pub(super) fn send(&mut self, packet: Packet, arrives: u64) {
        self.packets.push(packet);
        self.arrivals.push(arrives);
        self.earliest = self.earliest.min(arrives);
    }

    /// A credit is on its way.
    #[inline]
    pub(super) fn give_back(&mut self, credit: Credit) {
        self.credits.push(credit);
        self.earliest = self.earliest.min(credit.at);
    }
}

/// Links that lead into a partition, and how many lead out of it.
#[derive(Debug, Default)]
pub(super) struct RemoteLinks {
    list: Vec<RemoteLink>,
    /// By partition where they begin, and number: their places in `list`.
    places: Vec<Vec<u32>>,
    /// By partition: how many lead from here to there.
    leading: Vec<u32>,
}

impl RemoteLinks {
    pub(super) fn new(partitions: u16) -> Self {
        let partitions = usize::from(partitions);
        Self { list: Vec::new(), places: vec![Vec::new(); partitions], leading: vec![0; partitions] }
    }

    /// The gate that a packet has come through.
    #[inline]
    pub(super) fn of(&self, packet: &Packet) -> RemoteLink {
        self.list[(packet.came & !REMOTE) as usize]
    }
}

/// Hands over what partitions have to tell each other. All of them have taken in what they were told before.
pub(super) fn exchange(partitions: &mut [Partition]) {
    for from in 0..partitions.len() {
        for to in 0..partitions.len() {
            if partitions[from].out[to].earliest < u64::MAX {
                let outbox = std::mem::take(&mut partitions[from].out[to]);
                partitions[from].out[to] = std::mem::replace(&mut partitions[to].inbox[from], outbox);
            }
        }
    }
}

impl Partition {
    /// The number of a link for the partition of its end, which is told of it; none is needed in the same partition.
    pub(super) fn announce_link(&mut self, to: u16, link: LinkId, port: u32) -> u32 {
        if to == self.number {
            return NONE;
        }
        let to = usize::from(to);
        self.out[to].remote_links.push(RemoteLink { link, partition: self.number, parameters: 0, port });
        self.remote_links.leading[to] += 1;
        self.remote_links.leading[to] - 1
    }

    /// Takes in what other partitions have sent.
    pub(super) fn receive(&mut self, network: &NetworkState) {
        for from in 0..self.inbox.len() {
            if self.inbox[from].earliest == u64::MAX {
                continue;
            }
            let mut outbox = std::mem::take(&mut self.inbox[from]);
            for remote in outbox.remote_links.drain(..) {
                let parameters = self.parameters(remote.link, network);
                self.remote_links.places[from].push(self.remote_links.list.len() as u32);
                self.remote_links.list.push(RemoteLink { parameters, ..remote });
            }
            let mut created_at = outbox.created_at.drain(..);
            for (mut packet, arrives) in outbox.packets.drain(..).zip(outbox.arrivals.drain(..)) {
                packet.came = self.remote_links.places[from][packet.came as usize] | REMOTE;
                let remote = self.remote_links.of(&packet);
                packet.parameters = remote.parameters;
                let rank = u64::from(packet.rank);
                if network.ejects && packet.here == PackedVertex::host(packet.header.destination) {
                    self.due.push(Reverse(arrives));
                }
                let packet = self.insert_packet(packet);
                if let Some(created_at) = created_at.next() {
                    self.record_creation(packet, created_at, network);
                }
                self.events.push(Entry::new(arrives, ARRIVE, remote.link.0, rank, packet));
            }
            drop(created_at);
            for Credit { channel, bytes, at } in outbox.credits.drain(..) {
                self.take_back(channel as usize, bytes, at, network);
            }
            outbox.earliest = u64::MAX;
            self.inbox[from] = outbox;
        }
        self.serve_touched(network);
    }

    /// The packets that it has been sent and has not taken in, with their gates.
    pub(super) fn packets_in_transit(&self) -> impl Iterator<Item = (&Packet, &RemoteLink)> {
        self.inbox.iter().zip(&self.remote_links.places).flat_map(|(outbox, places)| {
            outbox.packets.iter().map(|packet| {
                let number = packet.came as usize;
                let remote = places.get(number).map(|place| &self.remote_links.list[*place as usize]);
                (packet, remote.unwrap_or_else(|| &outbox.remote_links[number - places.len()]))
            })
        })
    }
}
