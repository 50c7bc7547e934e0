//! The configuration of the packet model's network: capacities, link classes and parameters, which never change during a run
//! and which all partitions share.

use super::options::{Options, OutputBufferSize};
use crate::Machine;
use crate::network::packet::nic::fifos::FifoConfig;
use crate::network::packet::switching::link_class::LinkClass;
use crate::network::packet::switching::link_rate::LinkRate;
use crate::network::packet::switching::packets::{PackedVertex, Packet};
use crate::network::packet::switching::ports::Port;
use crate::network::scale::{self, Scale};
use platform::{PacketRouting, RouteState, RoutingScope};
use std::sync::Arc;
use units::{Endpoint, HostId, LinkId};

/// The configuration of the network.
pub(super) struct NetworkConfig {
    pub(super) machine: Arc<dyn Machine>,
    pub(super) options: Options,
    scale: Scale,
    /// Bytes of the largest packet.
    pub(super) max_wire_bytes: u32,
    /// Bytes of each output buffer with [`OutputBufferSize::Auto`].
    auto_output_capacity: u64,
    pub(super) vcs: u8,
    /// In VCs from this one on, every packet takes the space of the largest.
    first_slot_vc: u8,
    /// Which queues the routing reads.
    pub(super) scope: RoutingScope,
    /// Whether packets leave the network over a link into their NIC.
    pub(super) has_ejection_links: bool,
    pub(super) topology_links: u32,
    /// The injection FIFOs of the NICs, if they have any.
    pub(super) fifos: Option<FifoConfig>,
    /// The partition of each region of the topology; empty if there is only one.
    partitions: Vec<u16>,
}

impl NetworkConfig {
    pub(super) fn new(machine: Arc<dyn Machine>, options: Options, partitions: Vec<u16>) -> Self {
        let routing = machine.packet_routing().expect("packets run on machines that route them");
        let scale = scale::scale_of(&*machine, scale::EQUAL_BITS);
        let mut config = Self {
            vcs: routing.vcs(options.routing),
            scope: routing.scope(options.routing),
            scale,
            first_slot_vc: routing.slots(options.routing).unwrap_or(u8::MAX),
            max_wire_bytes: options.max_wire_bytes(),
            auto_output_capacity: 0,
            fifos: FifoConfig::new(&*machine, scale),
            has_ejection_links: machine.ejection_link(Endpoint::default()).is_some(),
            topology_links: machine.topology_links(),
            partitions,
            machine,
            options,
        };
        if options.output_buffer == OutputBufferSize::Auto {
            config.auto_output_capacity = config.largest_auto_input_capacity();
        }
        config
    }

    /// How packets are routed.
    #[inline]
    pub(super) fn routing(&self) -> &dyn PacketRouting {
        self.machine.packet_routing().expect("it was there when the model was built")
    }

    /// Whether there are several partitions.
    #[inline]
    pub(super) fn is_divided(&self) -> bool {
        !self.partitions.is_empty()
    }

    /// The partition of a vertex.
    pub(super) fn partition_of(&self, vertex: PackedVertex) -> u16 {
        if !self.is_divided() {
            return 0;
        }
        self.partitions[self.routing().region(vertex.vertex()) as usize]
    }

    pub(super) fn partition_of_host(&self, host: HostId) -> u16 {
        self.partition_of(PackedVertex::host(host))
    }

    /// Bytes of the input buffer of each VC at the end of a link, all lanes together. The default is as many whole packets
    /// as keep the link busy for one stream: a part of a packet's space is of no use.
    pub(super) fn input_capacity(&self, link: LinkId) -> u64 {
        self.capacity(link, self.options.input_buffer)
    }

    /// Bytes of each output buffer of a link; 0 if there are none.
    fn output_capacity(&self, link: LinkId) -> u64 {
        match self.options.output_buffer {
            OutputBufferSize::Off => 0,
            OutputBufferSize::Auto => self.auto_output_capacity,
            OutputBufferSize::Bytes(bytes) => self.capacity(link, Some(bytes)),
        }
    }

    /// The largest default input buffer at the end of a link of the topology; at least two packets.
    fn largest_auto_input_capacity(&self) -> u64 {
        let sizes = (0..self.topology_links).map(|link| self.capacity(LinkId(link), None));
        sizes.max().unwrap_or(0).max(2 * u64::from(self.max_wire_bytes))
    }

    fn capacity(&self, link: LinkId, size: Option<u64>) -> u64 {
        let lanes = u64::from(self.machine.lanes(link));
        size.map(|size| size.saturating_mul(lanes)).unwrap_or_else(|| {
            let link = self.machine.link(link);
            let round_trip = link.latency.ps().saturating_mul(2).saturating_add(self.options.switch_latency.ps());
            let rate = LinkRate::new(self.scale.steps(link.bandwidth), self.scale.shift());
            let packets = rate.bytes_in(round_trip).div_ceil(self.max_wire_bytes.into()).saturating_add(2 * lanes);
            packets.saturating_mul(self.max_wire_bytes.into())
        })
    }

    /// The class of a link, as a value.
    pub(super) fn link_class(&self, link: LinkId) -> LinkClass {
        let physical = self.machine.link(link);
        LinkClass {
            latency: physical.latency,
            rate: LinkRate::new(self.scale.steps(physical.bandwidth), self.scale.shift()),
            input_capacity: self.input_capacity(link),
            output_capacity: self.output_capacity(link),
        }
    }

    /// Whether packets pass FIFOs, or a link out of their NIC, before they are routed.
    pub(super) fn uses_injection_stage(&self) -> bool {
        self.fifos.is_some() || self.has_ejection_links
    }

    /// Bytes that a packet takes in a buffer: those on the wire, or where buffers consist of slots, those of the largest packet.
    #[inline]
    pub(super) fn footprint(&self, vc: u8, bytes: u32) -> u32 {
        if vc >= self.first_slot_vc { self.max_wire_bytes } else { bytes }
    }

    /// Whether a packet takes credit at the end of a link.
    #[inline]
    pub(super) fn takes_credit(&self, port: &Port, packet: &Packet) -> bool {
        let RouteState { source, destination, .. } = packet.route;
        let is_delivered = source == destination
            || port.takes_no_credit
            || !self.has_ejection_links && port.end == PackedVertex::host(destination);
        !is_delivered
    }
}
