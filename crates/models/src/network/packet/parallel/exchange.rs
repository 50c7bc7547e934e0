//! Passes packets and credits between the partitions of the packet model's network, which threads simulate.
//!
//! Partitions are simulated in parallel for one time window after another. In a window, a partition has an outbox for each
//! other partition, and collects there what it sends to that partition. At the end of the window it puts each outbox into
//! the mailbox of the receiving partition. Each partition has two mailboxes, which change roles every window: other
//! partitions fill one mailbox while the partition empties the other. So no thread waits for another within a window.
//! Emptied outboxes are reused, so that nothing is allocated in the steady state. A partition announces a link into another
//! partition once, and then identifies this link by a number.

use crate::network::packet::config::NetworkConfig;
use crate::network::packet::switching::link_class::LinkClassTable;
use crate::network::packet::switching::packets::{PackedInput, Packet};
use std::sync::{Mutex, MutexGuard, PoisonError};
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

    /// Whether there is nothing in it but new links.
    fn is_empty(&self) -> bool {
        self.earliest == u64::MAX
    }
}

/// An outbox and the partition that it comes from.
pub(crate) type Sent = (u16, Outbox);

/// What partitions have sent one of them in a window.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Mailbox(Mutex<Vec<Sent>>);

/// The mailboxes of all partitions.
#[derive(Debug)]
pub(crate) struct Mailboxes(Vec<[Mailbox; 2]>);

impl Mailboxes {
    pub(crate) fn new(partitions: u16) -> Self {
        Self((0..partitions).map(|_| Default::default()).collect())
    }

    /// A mailbox of a partition; nobody else has it for long.
    fn open(&self, partition: u16, turn: usize) -> MutexGuard<'_, Vec<Sent>> {
        self.0[usize::from(partition)][turn].0.lock().unwrap_or_else(PoisonError::into_inner)
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
    /// By partition: what goes there.
    outboxes: Vec<Outbox>,
    /// The partitions that something goes to: most send to few others.
    receivers: Vec<u16>,
    /// Outboxes that are empty, but as many as there are partitions at most.
    idle: Vec<Outbox>,
    /// The mailbox that is to be emptied next.
    turn: usize,
    received: Vec<Sent>,
}

impl Exchange {
    pub(crate) fn new(partitions: u16) -> Self {
        let count = usize::from(partitions);
        Self {
            links: RemoteLinks { list: Vec::new(), numbers: vec![Vec::new(); count] },
            announced: vec![0; count],
            outboxes: (0..count).map(|_| Outbox::default()).collect(),
            receivers: Vec::new(),
            idle: Vec::new(),
            turn: 0,
            received: Vec::new(),
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

    /// Ends a window: leaves what goes to others in their mailboxes. When the first of it takes effect, [`u64::MAX`] if there is
    /// nothing; and how many packets there are.
    pub(crate) fn send(&mut self, from: u16, mailboxes: &Mailboxes) -> (u64, u64) {
        self.turn = 1 - self.turn;
        let (mut earliest, mut packets) = (u64::MAX, 0);
        for to in self.receivers.drain(..) {
            let empty = self.idle.pop().unwrap_or_default();
            let full = std::mem::replace(&mut self.outboxes[usize::from(to)], empty);
            earliest = earliest.min(full.earliest);
            packets += full.packets.len() as u64;
            mailboxes.open(to, self.turn).push((from, full));
        }
        (earliest, packets)
    }

    /// Takes all that has been received, in the order of the senders, to be drained and put back.
    pub(crate) fn take_received(&mut self, here: u16, mailboxes: &Mailboxes) -> Vec<Sent> {
        let mut received = std::mem::take(&mut self.received);
        std::mem::swap(&mut received, &mut *mailboxes.open(here, self.turn));
        received.sort_unstable_by_key(|(from, _)| *from);
        received
    }

    /// Gives the links that a partition has announced their numbers here.
    pub(crate) fn add_links(
        &mut self,
        (from, outbox): &mut Sent,
        classes: &mut LinkClassTable,
        config: &NetworkConfig,
    ) {
        for link in outbox.links.drain(..) {
            let class = classes.class_of(link.link, config);
            self.links.numbers[usize::from(*from)].push(self.links.list.len() as u32);
            self.links.list.push(RemoteLink { class, ..link });
        }
    }

    /// Puts outboxes back that have been drained.
    pub(crate) fn put_back(&mut self, mut drained: Vec<Sent>) {
        for (_, mut outbox) in drained.drain(..) {
            if self.idle.len() < self.announced.len() {
                outbox.earliest = u64::MAX;
                self.idle.push(outbox);
            }
        }
        self.received = drained;
    }

    /// Gives a packet from a partition its input here, and returns the link it came over.
    pub(crate) fn resolve(&self, from: u16, packet: &mut Packet) -> LinkId {
        let number = self.links.numbers[usize::from(from)][packet.sender_link() as usize];
        let RemoteLink { link, class, .. } = self.link(number);
        packet.input = PackedInput::remote(number);
        packet.input_class = class;
        link
    }

    /// Whether packets have been received and not taken.
    pub(crate) fn has_packets(&self, here: u16, mailboxes: &Mailboxes) -> bool {
        mailboxes.open(here, self.turn).iter().any(|(_, outbox)| !outbox.packets.is_empty())
    }

    /// Visits the packets that have been received and not taken, with the partitions and ports of their links, and the credits.
    pub(crate) fn for_each_received(
        &self,
        here: u16,
        mailboxes: &Mailboxes,
        packets: &mut dyn FnMut(&Packet, u16, u32),
        credits: &mut dyn FnMut(&RemoteCredit),
    ) {
        for (from, outbox) in &*mailboxes.open(here, self.turn) {
            let numbers = &self.links.numbers[usize::from(*from)];
            for packet in &outbox.packets {
                let number = packet.sender_link() as usize;
                let known = numbers.get(number).map(|number| &self.links.list[*number as usize]);
                let link = known.unwrap_or_else(|| &outbox.links[number - numbers.len()]);
                packets(packet, link.partition, link.port);
            }
            outbox.credits.iter().for_each(&mut *credits);
        }
    }
}

impl Packet {
    /// While it is in an outbox: the number under which its sender has announced its link.
    fn sender_link(&self) -> u32 {
        self.input.announced_link()
    }
}
