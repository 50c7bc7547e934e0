//! Gives a routing algorithm its input at a hop: queues, credits and random draws.

use crate::network::packet::nic::messages::Message;
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::packets::{NONE, Packet};
use crate::network::packet::switching::ports::Ports;
use platform::{RoutingView, mix};
use units::LinkId;

/// What the routing of one packet reads in a partition.
pub(crate) struct PartitionView<'a> {
    pub(crate) shared: &'a SharedState,
    pub(crate) ports: &'a Ports,
    pub(crate) now: u64,
    pub(crate) rng: HopRng<'a>,
}

/// The random draws of a packet at a hop: they depend on message, packet and hop alone, not on what else happens.
pub(crate) struct HopRng<'a> {
    message: &'a Message,
    packet_sequence: u32,
    hops: u8,
    seed: u64,
    key: Option<u64>,
}

impl<'a> HopRng<'a> {
    pub(crate) fn new(shared: &'a SharedState, packet: &Packet) -> Self {
        Self::of(shared, packet.message, packet.sequence, packet.route.hops)
    }

    /// Of a packet of a message, by the message's index and the packet's sequence.
    pub(crate) fn of(shared: &'a SharedState, message: u32, packet_sequence: u32, hops: u8) -> Self {
        Self { message: shared.message(message), packet_sequence, hops, seed: shared.config.options.seed, key: None }
    }

    fn draw(&mut self, bound: u32) -> u32 {
        // Most routings never draw, so nothing is computed before.
        let key =
            self.key.unwrap_or_else(|| draw_key(self.seed, self.message.sequence, self.packet_sequence, self.hops));
        let key = mix(key);
        self.key = Some(key);
        // The bias is below 2^-32.
        ((u128::from(key) * u128::from(bound)) >> 64) as u32
    }
}

/// The key of the first draw of a packet at a hop.
pub(crate) fn draw_key(seed: u64, message_sequence: u64, packet_sequence: u32, hops: u8) -> u64 {
    mix(mix(mix(seed) ^ message_sequence) ^ (u64::from(packet_sequence) << 8 | u64::from(hops)))
}

impl PartitionView<'_> {
    /// A local routing may read only links that start in this partition: ports are indices in the partition of the start. The read
    /// would touch another cache line, so release builds do not check.
    fn check_start(&self, port: u32, link: LinkId) {
        debug_assert_eq!(self.ports[port].id, link, "a routing reads a link that starts elsewhere");
    }
}

impl RoutingView for PartitionView<'_> {
    fn queued(&self, link: LinkId) -> u64 {
        match self.shared.port_of(link) {
            NONE => 0,
            port => {
                self.check_start(port, link);
                self.ports.occupancy_bytes(port, self.now)
            }
        }
    }

    fn free(&self, link: LinkId, vc: u8) -> u64 {
        match self.shared.port_of(link) {
            NONE => self.shared.config.input_capacity(link),
            port => {
                self.check_start(port, link);
                self.ports.free_bytes(port, vc, self.now)
            }
        }
    }

    fn draw(&mut self, bound: u32) -> u32 {
        self.rng.draw(bound)
    }
}

/// The view of an oblivious routing.
impl RoutingView for HopRng<'_> {
    fn queued(&self, link: LinkId) -> u64 {
        panic!("a routing that is declared oblivious asks for the queue of {link}")
    }

    fn free(&self, link: LinkId, _vc: u8) -> u64 {
        panic!("a routing that is declared oblivious asks for the credit of {link}")
    }

    fn draw(&mut self, bound: u32) -> u32 {
        HopRng::draw(self, bound)
    }
}
