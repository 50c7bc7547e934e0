//! What all partitions of a network share, and what a routing sees.

use super::fifos::Fifos;
use super::link_rate::LinkRate;
use super::messages::Message;
use super::ports::{Channel, CreditPool, LinkParameters, Load, NONE, PackedVertex, Packet, Port};
use super::{Options, Output};
use crate::Machine;
use crate::network::scale::Scale;
use platform::{Header, RoutingScope, RoutingView, mix};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use units::{Endpoint, HostId, LinkId};

/// What does not change while partitions work, but for what is a partition's own.
pub(super) struct NetworkState {
    pub(super) machine: Arc<dyn Machine>,
    pub(super) options: Options,
    pub(super) scale: Scale,
    /// Bytes of the largest packet.
    pub(super) largest: u32,
    /// BufferCredit in each output buffer if no size is given.
    most_room: u64,
    pub(super) vcs: u8,
    /// In VCs from this one on every packet takes the room of the largest.
    slots: u8,
    /// How far the routing looks.
    pub(super) scope: RoutingScope,
    /// Whether packets leave the network over a link into their NIC.
    pub(super) ejects: bool,
    pub(super) topology_links: u32,
    /// By link: its port in the partition of its start; NONE if it was never used.
    port_of: Vec<AtomicU32>,
    pub(super) messages: Vec<Message>,
    /// By NIC: messages that it works on. The partition of its host alone reads and writes it while partitions work.
    pub(super) at_work: Vec<AtomicU32>,
    /// The injection stages of the NICs, if they have such.
    pub(super) fifos: Option<Fifos>,
    /// By region of the topology: its partition. Empty if there is but one.
    pub(super) partitions: Vec<u16>,
}

impl NetworkState {
    pub(super) fn new(machine: Arc<dyn Machine>, options: Options, partitions: Vec<u16>) -> Self {
        let routing = machine.packets().expect("packets run on machines that route them");
        let scale = crate::network::scale::scale_of(&*machine, crate::network::scale::EQUAL_BITS);
        let mut network = Self {
            vcs: routing.vcs(options.routing),
            scope: routing.scope(options.routing),
            scale,
            slots: routing.slots(options.routing).unwrap_or(u8::MAX),
            largest: options.largest(),
            most_room: 0,
            fifos: Fifos::new(&*machine, scale),
            ejects: machine.nic_link(Endpoint::default(), true).is_some(),
            topology_links: machine.topology_links(),
            port_of: (0..machine.links()).map(|_| AtomicU32::new(NONE)).collect(),
            messages: Vec::new(),
            at_work: Vec::new(),
            partitions,
            machine,
            options,
        };
        if options.output == Output::Auto {
            network.most_room = network.most_room();
        }
        network
    }

    /// The port of a link, or NONE.
    #[inline]
    pub(super) fn port_of(&self, link: LinkId) -> u32 {
        self.port_of[link.index()].load(Relaxed)
    }

    /// CreditPool a message in the books of its NIC, which has room for it.
    pub(super) fn add_nic(&mut self, nic: u32) {
        if self.at_work.len() <= nic as usize {
            self.at_work.resize_with(nic as usize + 1, AtomicU32::default);
        }
    }

    pub(super) fn set_port(&self, link: LinkId, port: u32) {
        self.port_of[link.index()].store(port, Relaxed);
    }

    /// The partition of a place.
    pub(super) fn partition_of(&self, place: PackedVertex) -> u16 {
        if self.partitions.is_empty() {
            return 0;
        }
        let routing = self.machine.packets().expect("it was there when the model was made");
        self.partitions[routing.region(place.vertex()) as usize]
    }

    pub(super) fn partition_of_host(&self, host: HostId) -> u16 {
        self.partition_of(PackedVertex::host(host))
    }

    /// BufferCredit per VC at the end of a link, of all its lanes together. By itself so many whole packets that one stream fills the
    /// link: a part of a packet's room is of use to none.
    fn buffer(&self, link: LinkId) -> u64 {
        self.sized(link, self.options.buffer)
    }

    /// BufferCredit in each of a link's output buffers; 0 if there are none.
    fn output(&self, link: LinkId) -> u64 {
        match self.options.output {
            Output::Off => 0,
            Output::Auto => self.most_room,
            Output::Bytes(bytes) => self.sized(link, Some(bytes)),
        }
    }

    /// The most room per VC that a buffer at the end of a link of the topology has by itself; at least two packets.
    fn most_room(&self) -> u64 {
        let room = (0..self.topology_links).map(|link| self.sized(LinkId(link), None));
        room.max().unwrap_or(0).max(2 * u64::from(self.largest))
    }

    fn sized(&self, link: LinkId, size: Option<u64>) -> u64 {
        let lanes = u64::from(self.machine.lanes(link));
        size.map(|size| size.saturating_mul(lanes)).unwrap_or_else(|| {
            let link = self.machine.link(link);
            let round_trip = link.latency.ps().saturating_mul(2).saturating_add(self.options.crossbar.ps());
            let wire = LinkRate::new(self.scale.steps(link.bandwidth), self.scale.shift());
            let packets = wire.bytes_in(round_trip).div_ceil(self.largest.into()).saturating_add(2 * lanes);
            packets.saturating_mul(self.largest.into())
        })
    }

    /// What of a link is not its own.
    pub(super) fn parameters(&self, link: LinkId) -> LinkParameters {
        let parameters = self.machine.link(link);
        LinkParameters {
            latency: parameters.latency,
            wire: LinkRate::new(self.scale.steps(parameters.bandwidth), self.scale.shift()),
            buffer: self.buffer(link),
            output: self.output(link),
        }
    }

    /// Messages that a NIC works on.
    #[inline]
    pub(super) fn nic(&self, nic: u32) -> &AtomicU32 {
        &self.at_work[nic as usize]
    }

    /// Whether a message has a packet that has not been made.
    #[inline]
    pub(super) fn has_next(&self, message: &Message) -> bool {
        message.sender.left.get() > 0 || message.sender.made.get() == 0
    }

    /// Number and header of the next packet of a message.
    #[inline]
    pub(super) fn next_header(&self, message: &Message) -> (u32, Header) {
        let payload = message.sender.left.get().min(u64::from(self.options.packet)) as u32;
        let bytes = self.options.wire_bytes(payload);
        let header = Header::new(message.source.host, message.destination.host, bytes);
        (message.sender.made.get() as u32, Header { ordered: message.ordered, ..header })
    }

    /// Whether packets pass FIFOs, or a link out of their NIC, before they are routed.
    pub(super) fn stages_first(&self) -> bool {
        self.fifos.is_some() || self.ejects
    }

    /// Whether a message goes through the FIFOs of its NIC.
    #[inline]
    pub(super) fn is_staged(&self, message: &Message) -> bool {
        self.fifos.is_some() && !message.is_inside()
    }

    /// BufferCredit that a packet takes in a buffer.
    #[inline]
    pub(super) fn taken(&self, vc: u8, bytes: u32) -> u32 {
        if vc >= self.slots { self.largest } else { bytes }
    }

    /// Whether a packet takes room at the end of a link.
    #[inline]
    pub(super) fn takes_credit(&self, port: &Port, packet: &Packet) -> bool {
        let Header { source, destination, .. } = packet.header;
        let stays = source == destination || port.sink || !self.ejects && port.end == PackedVertex::host(destination);
        !stays
    }
}

/// What the routing of one packet sees.
pub(super) struct PartitionView<'a> {
    pub(super) network: &'a NetworkState,
    pub(super) loads: &'a [Load],
    pub(super) channels: &'a [Channel],
    pub(super) promised: &'a [u64],
    pub(super) credits: &'a CreditPool,
    pub(super) now: u64,
    pub(super) dice: HopRng<'a>,
}

/// The draws for a packet at a hop: they depend on the message, the packet and the hop, not on what else happens.
pub(super) struct HopRng<'a> {
    message: &'a Message,
    number: u32,
    hops: u8,
    seed: u64,
    key: Option<u64>,
}

impl<'a> HopRng<'a> {
    pub(super) fn new(network: &'a NetworkState, packet: &Packet) -> Self {
        Self::of(network, packet.message, packet.number, packet.header.hops)
    }

    /// Of a packet of a message, by their numbers.
    pub(super) fn of(network: &'a NetworkState, message: u32, number: u32, hops: u8) -> Self {
        Self { message: &network.messages[message as usize], number, hops, seed: network.options.seed, key: None }
    }

    fn draw(&mut self, bound: u32) -> u32 {
        // Most routings never ask, so nothing is computed before.
        let key = self.key.unwrap_or_else(|| draw_key(self.seed, self.message.sequence, self.number, self.hops));
        let key = mix(key);
        self.key = Some(key);
        // The bias is below 2^-32.
        ((u128::from(key) * u128::from(bound)) >> 64) as u32
    }
}

/// The first of the draws for a packet at a hop.
pub(super) fn draw_key(seed: u64, sequence: u64, number: u32, hops: u8) -> u64 {
    mix(mix(mix(seed) ^ sequence) ^ (u64::from(number) << 8 | u64::from(hops)))
}

impl RoutingView for PartitionView<'_> {
    fn queued(&self, link: LinkId) -> u64 {
        match self.network.port_of(link) {
            NONE => 0,
            port => self.loads[port as usize].queued(self.credits, self.now),
        }
    }

    fn free(&self, link: LinkId, vc: u8) -> u64 {
        match self.network.port_of(link) {
            NONE => self.network.buffer(link),
            port => {
                let channel = port as usize * usize::from(self.network.vcs) + usize::from(vc);
                let promised = i64::try_from(self.promised[channel]).unwrap_or(i64::MAX);
                let free = self.channels[channel].credit.free_at(self.credits, self.now).saturating_sub(promised);
                u64::try_from(free).unwrap_or(0)
            }
        }
    }

    fn draw(&mut self, bound: u32) -> u32 {
        self.dice.draw(bound)
    }
}

/// A routing that looks at nothing sees nothing.
impl RoutingView for HopRng<'_> {
    fn queued(&self, link: LinkId) -> u64 {
        panic!("a routing that is said to see nothing asks for the queue of {link}")
    }

    fn free(&self, link: LinkId, _vc: u8) -> u64 {
        panic!("a routing that is said to see nothing asks for the room after {link}")
    }

    fn draw(&mut self, bound: u32) -> u32 {
        HopRng::draw(self, bound)
    }
}
