//! A look at the next events, before they are processed.
//!
//! Large networks do not fit into caches, and what an event needs lies in places that depend on each other: its packet, the
//! port that the packet chooses, the message that it belongs to. Processors wait for several places at once where one does not
//! depend on another. So what the next events need is touched for all of them, place by place; and the ways of packets whose
//! routing looks at nothing are found on the occasion, as nothing that happens until then can change them.

use super::network_state::{HopRng, NetworkState};
use super::partition::{AFTER, ARRIVE, INJECT, Partition, QUEUE, QUEUE_INJECTED, WAKE};
use super::ports::{INTRA_HOST, NONE, PackedVertex, Packet, REMOTE, ROUTED};
use platform::{Header, Hop, RoutingScope};
use std::sync::atomic::Ordering::Relaxed;
use units::LinkId;

/// Events that are looked at.
const AHEAD: usize = 16;

/// The first step of a packet that is yet to be made.
#[derive(Clone, Copy, Debug)]
struct FirstHop {
    message: u32,
    number: u32,
    header: Header,
    hop: Hop,
}

/// FirstHop steps of packets, in the order in which these will be made; some never are, or only later.
#[derive(Debug, Default)]
pub(super) struct FirstHops(Vec<FirstHop>);

impl FirstHops {
    /// Whether the first step of a packet is known: then it is noted in the packet.
    #[inline]
    pub(super) fn apply(&self, packet: &mut Packet) {
        if packet.flags & INTRA_HOST != 0 {
            return;
        }
        let known = self.0.iter().find(|first| (first.message, first.number) == (packet.message, packet.number));
        if let Some(FirstHop { header, hop, .. }) = known {
            packet.header = *header;
            packet.go_by(*hop);
        }
    }
}

impl Packet {
    /// It has been found out where it goes on.
    fn go_by(&mut self, hop: Hop) {
        (self.out, self.vc, self.spare) = (hop.link.0, hop.vc, hop.spare);
        self.flags |= ROUTED;
    }
}

impl Partition {
    /// Touches what the next events will need, and says how many of them.
    pub(super) fn prefetch(&mut self, network: &NetworkState) -> usize {
        let mut next = [(0, 0); AHEAD];
        let coming = self.events.upcoming();
        let count = coming.len().min(AHEAD);
        for (next, entry) in next.iter_mut().zip(coming) {
            *next = (entry.class() & !AFTER, entry.index);
        }
        let next = &next[..count];
        let mut seen = self.touch(next, network);
        if network.scope == RoutingScope::Oblivious {
            self.route_ahead(next, network);
            seen ^= self.touch_hops(next, network);
        }
        std::hint::black_box(seen);
        count
    }

    /// What the events themselves tell: packets and the channels that they came over, ports that wake up, messages.
    fn touch(&self, next: &[(u8, u32)], network: &NetworkState) -> u64 {
        let vcs = usize::from(network.vcs);
        let mut seen = 0;
        for &(class, index) in next {
            let index = index as usize;
            seen ^= match class {
                ARRIVE | QUEUE | QUEUE_INJECTED => self.packets[index].tail,
                WAKE => self.ports[index].free_at ^ self.channels[index * vcs].bytes,
                INJECT => network.messages[index].sequence,
                _ => 0,
            };
        }
        for &(class, index) in next {
            match class {
                ARRIVE if self.packets[index as usize].came < REMOTE => {
                    let packet = &self.packets[index as usize];
                    seen ^= self.channels[packet.came as usize * vcs + usize::from(packet.header.vc)].bytes;
                }
                QUEUE | QUEUE_INJECTED => seen ^= self.ports[self.packets[index as usize].out as usize].free_at,
                INJECT => seen ^= u64::from(network.nic(network.messages[index as usize].nic).load(Relaxed)),
                _ => {}
            }
        }
        seen
    }

    /// Finds out where packets go on that arrive or will be made.
    fn route_ahead(&mut self, next: &[(u8, u32)], network: &NetworkState) {
        let routing = network.machine.packets().expect("it was there when the model was made");
        let number = network.options.routing;
        self.first_hops.0.clear();
        for &(class, index) in next {
            if class == ARRIVE {
                let packet = &mut self.packets[index as usize];
                if packet.flags & (ROUTED | INTRA_HOST) == 0 {
                    let mut header = packet.header;
                    let mut dice = HopRng::new(network, packet);
                    if let Some(hop) = routing.next(number, packet.here.vertex(), &mut header, &mut dice) {
                        packet.header = header;
                        packet.go_by(hop);
                    }
                }
            } else if class == INJECT && !network.stages_first() {
                let message = &network.messages[index as usize];
                if message.is_inside() || !network.has_next(message) {
                    continue;
                }
                let (made, mut header) = network.next_header(message);
                let mut dice = HopRng::of(network, index, made, 0);
                let here = PackedVertex::host(message.source.host).vertex();
                if let Some(hop) = routing.next(number, here, &mut header, &mut dice) {
                    self.first_hops.0.push(FirstHop { message: index, number: made, header, hop });
                }
            }
        }
    }

    /// Touches the ports and channels that packets take, and what arrivals at their ends need.
    fn touch_hops(&self, next: &[(u8, u32)], network: &NetworkState) -> u64 {
        let mut ways = [(NONE, 0, 0); AHEAD];
        let first_hops = self.first_hops.0.iter().map(|first| (network.port_of(first.hop.link), first.hop.vc, NONE));
        let arriving = next.iter().filter(|(class, _)| *class == ARRIVE).map(|(_, index)| {
            let packet = &self.packets[*index as usize];
            match packet.flags & ROUTED {
                0 => (NONE, 0, NONE),
                _ => (network.port_of(LinkId(packet.out)), packet.vc, *index),
            }
        });
        for (way, own) in ways.iter_mut().zip(arriving.chain(first_hops)) {
            *way = own;
        }
        let ways = ways.into_iter().filter(|way| way.0 != NONE);
        let mut seen = 0;
        for (port, vc, _) in ways.clone() {
            let channel = port as usize * usize::from(network.vcs) + usize::from(vc);
            seen ^= self.ports[port as usize].free_at ^ self.channels[channel].bytes;
        }
        for (port, _, packet) in ways.filter(|way| way.2 != NONE) {
            let packet = &self.packets[packet as usize];
            if self.ports[port as usize].end == PackedVertex::host(packet.header.destination) {
                seen ^= network.messages[packet.message as usize].extra.ps();
            }
        }
        seen
    }
}
