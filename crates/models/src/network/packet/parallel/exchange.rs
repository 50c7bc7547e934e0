//! Packets and credits that partitions exchange.
//!
//! Every ordered pair of partitions has two outboxes, swapped between windows: the sender fills one while the receiver empties
//! the other, and once both have grown nothing is allocated. A link is announced once and known by a number from then on.

use crate::network::packet::config::NetworkConfig;
use crate::network::packet::simulator::partition::Partition;
use crate::network::packet::switching::link_class::LinkClassTable;
use crate::network::packet::switching::packets::{PackedInput, Packet};
use units::LinkId;

/// The end of a link that starts in another partition.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RemoteLink {
    pub(crate) link: LinkId,
    /// The partition of its start.
    pub(crate) partition: u16,
    /// Its class here.
    class: u16,
    /// Its port there.
    pub(crate) port: u32,
}

/// Bytes of a buffer that are free again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RemoteCredit {
    pub(crate) channel: u32,
    pub(crate) bytes: u32,
    pub(crate) time: u64,
}

/// What one partition sends another in a window.
#[derive(Debug)]
pub(crate) struct Outbox {
    /// Links from the one to the other that are new, in the order of their numbers.
    links: Vec<RemoteLink>,
    /// Packets, their input being [`PackedInput::announced`], and when they arrive.
    pub(crate) packets: Vec<Packet>,
    pub(crate) arrivals: Vec<u64>,
    /// When they were created, if that is recorded.
    pub(crate) created_at: Vec<u64>,
    pub(crate) credits: Vec<RemoteCredit>,
    /// When the first of it takes effect; [`u64::MAX`] if nothing does.
    earliest: u64,
}

impl Default for Outbox {
    fn default() -> Self {
        Self {
            links: Vec::new(),
            packets: Vec::new(),
            arrivals: Vec::new(),
            created_at: Vec::new(),
            credits: Vec::new(),
            earliest: u64::MAX,
        }
    }
}

impl Outbox {
    /// Adds a packet.
    #[inline]
    pub(crate) fn send(&mut self, packet: Packet, arrives: u64, created_at: Option<u64>) {
        self.created_at.extend(created_at);
        self.packets.push(packet);
        self.arrivals.push(arrives);
        self.earliest = self.earliest.min(arrives);
    }

    /// Adds a credit.
    #[inline]
    pub(crate) fn return_credit(&mut self, credit: RemoteCredit) {
        self.credits.push(credit);
        self.earliest = self.earliest.min(credit.time);
    }

    /// Whether there is nothing in it.
    pub(crate) fn is_empty(&self) -> bool {
        self.earliest == u64::MAX
    }
}

/// Links that lead into a partition.
#[derive(Debug)]
struct RemoteLinks {
    list: Vec<RemoteLink>,
    /// By partition of their start, and number there: their indices in `list`.
    numbers: Vec<Vec<u32>>,
}

/// A partition's side of the exchange with all others.
#[derive(Debug)]
pub(crate) struct Exchange {
    links: RemoteLinks,
    /// By partition: how many links lead from here to there.
    announced: Vec<u32>,
    /// By partition: what goes there, and what has come from there.
    outboxes: Vec<Outbox>,
    received: Vec<Outbox>,
    /// The partitions that something goes to, and when the first of what has come takes effect: most send to few others.
    receivers: Vec<u16>,
    earliest: u64,
}

impl Exchange {
    pub(crate) fn new(partitions: u16) -> Self {
        let count = usize::from(partitions);
        let outboxes = || (0..count).map(|_| Outbox::default()).collect();
        Self {
            links: RemoteLinks { list: Vec::new(), numbers: vec![Vec::new(); count] },
            announced: vec![0; count],
            outboxes: outboxes(),
            received: outboxes(),
            receivers: Vec::new(),
            earliest: u64::MAX,
        }
    }

    /// Announces a link of a port here to the partition of its end: its number there.
    pub(crate) fn announce(&mut self, from: u16, to: u16, link: LinkId, port: u32) -> u32 {
        let to = usize::from(to);
        self.outboxes[to].links.push(RemoteLink { link, partition: from, class: 0, port });
        self.announced[to] += 1;
        self.announced[to] - 1
    }

    /// What goes to a partition, to be added to.
    #[inline]
    pub(crate) fn outbox(&mut self, to: u16) -> &mut Outbox {
        let outbox = &mut self.outboxes[usize::from(to)];
        if outbox.is_empty() {
            self.receivers.push(to);
        }
        outbox
    }

    /// A link from another partition.
    #[inline]
    pub(crate) fn link(&self, number: u32) -> RemoteLink {
        self.links.list[number as usize]
    }

    /// When the first thing that has been received takes effect; [`u64::MAX`] if there is none.
    pub(crate) fn earliest(&self) -> u64 {
        self.earliest
    }

    /// Whether packets have been received.
    pub(crate) fn has_packets(&self) -> bool {
        self.received.iter().any(|inbox| !inbox.packets.is_empty())
    }

    /// Takes what has been received from a partition, to be drained and put back. Its new links get their numbers.
    pub(crate) fn take_received(
        &mut self,
        from: usize,
        classes: &mut LinkClassTable,
        config: &NetworkConfig,
    ) -> Option<Outbox> {
        if self.received[from].is_empty() {
            return None;
        }
        let mut inbox = std::mem::take(&mut self.received[from]);
        for link in inbox.links.drain(..) {
            let class = classes.class_of(link.link, config);
            self.links.numbers[from].push(self.links.list.len() as u32);
            self.links.list.push(RemoteLink { class, ..link });
        }
        Some(inbox)
    }

    /// Puts an outbox back that has been drained.
    pub(crate) fn put_back(&mut self, from: usize, mut drained: Outbox) {
        drained.earliest = u64::MAX;
        self.received[from] = drained;
        self.earliest = self.received.iter().map(|inbox| inbox.earliest).min().unwrap_or(u64::MAX);
    }

    /// Gives a packet from a partition its input here, and returns the link it came over.
    pub(crate) fn resolve(&self, from: usize, packet: &mut Packet) -> LinkId {
        let number = self.links.numbers[from][packet.sender_link() as usize];
        let RemoteLink { link, class, .. } = self.link(number);
        packet.input = PackedInput::remote(number);
        packet.input_class = class;
        link
    }

    /// Partitions, itself included.
    pub(crate) fn partitions(&self) -> usize {
        self.received.len()
    }

    /// The packets that have been received and not taken, with the partitions and ports of their links.
    pub(crate) fn packets_received(&self) -> impl Iterator<Item = (&Packet, u16, u32)> {
        self.received.iter().zip(&self.links.numbers).flat_map(|(inbox, numbers)| {
            inbox.packets.iter().map(|packet| {
                let number = packet.sender_link() as usize;
                let known = numbers.get(number).map(|number| &self.links.list[*number as usize]);
                let link = known.unwrap_or_else(|| &inbox.links[number - numbers.len()]);
                (packet, link.partition, link.port)
            })
        })
    }

    /// The credits that have been received and not taken.
    pub(crate) fn credits_received(&self) -> impl Iterator<Item = &RemoteCredit> {
        self.received.iter().flat_map(|inbox| &inbox.credits)
    }
}

impl Packet {
    /// While it is in an outbox: the number under which its sender has announced its link.
    fn sender_link(&self) -> u32 {
        self.input.announced_link()
    }
}

/// Hands over what partitions have to send each other. All of them have taken what they received before.
pub(crate) fn swap(sides: &mut [Box<Partition>]) {
    for from in 0..sides.len() {
        let mut receivers = std::mem::take(&mut sides[from].exchange.receivers);
        for to in receivers.drain(..).map(usize::from) {
            let full = std::mem::take(&mut sides[from].exchange.outboxes[to]);
            let receiver = &mut sides[to].exchange;
            receiver.earliest = receiver.earliest.min(full.earliest);
            let drained = std::mem::replace(&mut receiver.received[from], full);
            sides[from].exchange.outboxes[to] = drained;
        }
        sides[from].exchange.receivers = receivers;
    }
}
