//! A look at the next events, before they are processed.
//!
//! Large networks do not fit into caches, and what an event needs lies in places that depend on each other: its packet, the
//! port that the packet chooses, the message that it belongs to. Processors wait for several places at once where one does not
//! depend on another. So what the next events need is touched for all of them, place by place; and the ways of packets whose
//! routing looks at nothing are found on the occasion, as nothing that happens until then can change them.

use super::ports::{GATE, INSIDE, NONE, Packet, Place, ROUTED};
use super::sector::{AFTER, ARRIVE, INJECT, QUEUE, QUEUE_INJECTED, Sector, WAKE};
use super::world::{Dice, World};
use platform::{Header, Hop, Sight};
use std::sync::atomic::Ordering::Relaxed;
use units::LinkId;

/// Events that are looked at.
const AHEAD: usize = 16;

/// The first step of a packet that is yet to be made.
#[derive(Clone, Copy, Debug)]
struct First {
    message: u32,
    number: u32,
    header: Header,
    hop: Hop,
}

/// First steps of packets, in the order in which these will be made; some never are, or only later.
#[derive(Debug, Default)]
pub(super) struct Firsts(Vec<First>);

impl Firsts {
    /// Whether the first step of a packet is known: then it is noted in the packet.
    #[inline]
    pub(super) fn apply(&self, packet: &mut Packet) {
        if packet.flags & INSIDE != 0 {
            return;
        }
        let known = self.0.iter().find(|first| (first.message, first.number) == (packet.message, packet.number));
        if let Some(First { header, hop, .. }) = known {
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

impl Sector {
    /// Touches what the next events will need, and says how many of them.
    pub(super) fn look_ahead(&mut self, world: &World) -> usize {
        let mut next = [(0, 0); AHEAD];
        let coming = self.events.upcoming();
        let count = coming.len().min(AHEAD);
        for (next, entry) in next.iter_mut().zip(coming) {
            *next = (entry.class() & !AFTER, entry.index);
        }
        let next = &next[..count];
        let mut seen = self.touch(next, world);
        if world.sight == Sight::Nothing {
            self.find_ways(next, world);
            seen ^= self.touch_ways(next, world);
        }
        std::hint::black_box(seen);
        count
    }

    /// What the events themselves tell: packets and the channels that they came over, ports that wake up, messages.
    fn touch(&self, next: &[(u8, u32)], world: &World) -> u64 {
        let vcs = usize::from(world.vcs);
        let mut seen = 0;
        for &(class, index) in next {
            let index = index as usize;
            seen ^= match class {
                ARRIVE | QUEUE | QUEUE_INJECTED => self.packets[index].tail,
                WAKE => self.ports[index].free_at ^ self.channels[index * vcs].bytes,
                INJECT => world.messages[index].sequence,
                _ => 0,
            };
        }
        for &(class, index) in next {
            match class {
                ARRIVE if self.packets[index as usize].came < GATE => {
                    let packet = &self.packets[index as usize];
                    seen ^= self.channels[packet.came as usize * vcs + usize::from(packet.header.vc)].bytes;
                }
                QUEUE | QUEUE_INJECTED => seen ^= self.ports[self.packets[index as usize].out as usize].free_at,
                INJECT => seen ^= u64::from(world.nic(world.messages[index as usize].nic).load(Relaxed)),
                _ => {}
            }
        }
        seen
    }

    /// Finds out where packets go on that arrive or will be made.
    fn find_ways(&mut self, next: &[(u8, u32)], world: &World) {
        let routing = world.machine.packets().expect("it was there when the model was made");
        let number = world.options.routing;
        self.firsts.0.clear();
        for &(class, index) in next {
            if class == ARRIVE {
                let packet = &mut self.packets[index as usize];
                if packet.flags & (ROUTED | INSIDE) == 0 {
                    let mut header = packet.header;
                    let mut dice = Dice::new(world, packet);
                    if let Some(hop) = routing.next(number, packet.here.vertex(), &mut header, &mut dice) {
                        packet.header = header;
                        packet.go_by(hop);
                    }
                }
            } else if class == INJECT && !world.stages_first() {
                let message = &world.messages[index as usize];
                if message.is_inside() || !world.has_next(message) {
                    continue;
                }
                let (made, mut header) = world.next_header(message);
                let mut dice = Dice::of(world, index, made, 0);
                let here = Place::host(message.source.host).vertex();
                if let Some(hop) = routing.next(number, here, &mut header, &mut dice) {
                    self.firsts.0.push(First { message: index, number: made, header, hop });
                }
            }
        }
    }

    /// Touches the ports and channels that packets take, and what arrivals at their ends need.
    fn touch_ways(&self, next: &[(u8, u32)], world: &World) -> u64 {
        let mut ways = [(NONE, 0, 0); AHEAD];
        let firsts = self.firsts.0.iter().map(|first| (world.port_of(first.hop.link), first.hop.vc, NONE));
        let arriving = next.iter().filter(|(class, _)| *class == ARRIVE).map(|(_, index)| {
            let packet = &self.packets[*index as usize];
            match packet.flags & ROUTED {
                0 => (NONE, 0, NONE),
                _ => (world.port_of(LinkId(packet.out)), packet.vc, *index),
            }
        });
        for (way, own) in ways.iter_mut().zip(arriving.chain(firsts)) {
            *way = own;
        }
        let ways = ways.into_iter().filter(|way| way.0 != NONE);
        let mut seen = 0;
        for (port, vc, _) in ways.clone() {
            let channel = port as usize * usize::from(world.vcs) + usize::from(vc);
            seen ^= self.ports[port as usize].free_at ^ self.channels[channel].bytes;
        }
        for (port, _, packet) in ways.filter(|way| way.2 != NONE) {
            let packet = &self.packets[packet as usize];
            if self.ports[port as usize].end == Place::host(packet.header.destination) {
                seen ^= world.messages[packet.message as usize].extra.ps();
            }
        }
        seen
    }
}
