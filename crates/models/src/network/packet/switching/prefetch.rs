//! Prefetching: loads the memory that the next events need into the caches before they are processed.
//!
//! Large networks exceed the caches, and an event's accesses depend on each other: its packet, the packet's port, its
//! message. Processors overlap independent cache misses, so the packets of several events are loaded first, then
//! their ports, and so on. To know the ports that packets will take, oblivious routings are called ahead
//! ([`crate::network::packet::switching::route_ahead`]).

use crate::network::packet::simulator::events::{ARRIVE, INJECT, READY, READY_AT_SOURCE, STARTED_NOW, WAKE};
use crate::network::packet::simulator::partition::Partition;
use crate::network::packet::simulator::shared_state::SharedState;
use crate::network::packet::switching::packets::{Input, NONE, PackedVertex, ROUTED};
use platform::RoutingScope;
use std::sync::atomic::Ordering::Relaxed;
use units::LinkId;

/// Events ahead.
const AHEAD: usize = 16;

impl Partition {
    /// Touches what the next events will need, and returns how many events that are.
    pub(crate) fn prefetch(&mut self, shared: &SharedState) -> usize {
        let mut next = [(0, 0); AHEAD];
        let upcoming = self.events.upcoming();
        let count = upcoming.len().min(AHEAD);
        for (next, entry) in next.iter_mut().zip(upcoming) {
            *next = (entry.class() & !STARTED_NOW, entry.index);
        }
        let next = &next[..count];
        let mut seen = self.touch(next, shared);
        if shared.config.scope == RoutingScope::Oblivious {
            self.route_ahead(next, shared);
            seen ^= self.touch_hops(next, shared);
        }
        std::hint::black_box(seen);
        count
    }

    /// Touches what the events name: packets and their input channels, ports that wake up, messages.
    fn touch(&self, next: &[(u8, u32)], shared: &SharedState) -> u64 {
        let mut seen = 0;
        for &(class, index) in next {
            seen ^= match class {
                ARRIVE | READY | READY_AT_SOURCE => self.packets[index].tail,
                WAKE => self.ports[index].free_at ^ self.ports.channel(self.ports.channel_index(index, 0)).bytes,
                INJECT => shared.message(index).sequence,
                _ => 0,
            };
        }
        for &(class, index) in next {
            match class {
                ARRIVE => {
                    let packet = &self.packets[index];
                    if let Input::Port(port) = packet.input.get() {
                        seen ^= self.ports.channel(self.ports.channel_index(port, packet.route.in_vc)).bytes;
                    }
                }
                READY | READY_AT_SOURCE => seen ^= self.ports[self.packets[index].out].free_at,
                INJECT => seen ^= u64::from(shared.active_messages(shared.message(index).nic).load(Relaxed)),
                _ => {}
            }
        }
        seen
    }

    /// Touches the ports and channels that packets will take, and what arrivals at their ends need.
    fn touch_hops(&self, next: &[(u8, u32)], shared: &SharedState) -> u64 {
        let mut hops = [(NONE, 0, NONE); AHEAD];
        let firsts = self.precomputed_routes.iter().map(|first| (shared.port_of(first.hop.link), first.hop.vc, NONE));
        let arriving = next.iter().filter(|(class, _)| *class == ARRIVE).map(|(_, index)| {
            let packet = &self.packets[*index];
            match packet.has(ROUTED) {
                false => (NONE, 0, NONE),
                true => (shared.port_of(LinkId(packet.out)), packet.out_vc, *index),
            }
        });
        for (hop, routed) in hops.iter_mut().zip(arriving.chain(firsts)) {
            *hop = routed;
        }
        let hops = hops.into_iter().filter(|hop| hop.0 != NONE);
        let mut seen = 0;
        for (port, vc, _) in hops.clone() {
            seen ^= self.ports[port].free_at ^ self.ports.channel(self.ports.channel_index(port, vc)).bytes;
        }
        for (port, _, packet) in hops.filter(|hop| hop.2 != NONE) {
            let packet = &self.packets[packet];
            if self.ports[port].end == PackedVertex::host(packet.route.destination) {
                seen ^= shared.message(packet.message).intra_host_latency.ps();
            }
        }
        seen
    }
}
