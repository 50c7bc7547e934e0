//! What sectors tell each other: packets on links that lead from one to another, and credits for what came over them.
//!
//! A letter box has two sides, which are exchanged between windows: one sector writes while another reads, and neither asks
//! for memory once both are as large as they get. A link is introduced once, and is a number between the two from then on.

use super::ports::{GATE, NONE, Packet, Place};
use super::sector::{ARRIVE, Entry, Sector};
use super::world::World;
use std::cmp::Reverse;
use units::LinkId;

/// The end of a link that begins in another sector.
#[derive(Clone, Copy, Debug)]
pub(super) struct Gate {
    pub(super) link: LinkId,
    pub(super) sector: u16,
    pub(super) figures: u16,
    pub(super) port: u32,
}

/// What one sector tells another.
#[derive(Debug)]
pub(super) struct Mail {
    /// Links from the one to the other that there were none of before, in the order of their numbers.
    pub(super) gates: Vec<Gate>,
    /// Packets, `came` being the number of their link, and when they arrive.
    pub(super) packets: Vec<Packet>,
    pub(super) arrivals: Vec<u64>,
    /// When they were made, if that matters.
    pub(super) born: Vec<u64>,
    pub(super) credits: Vec<Credit>,
    /// When the first of it takes effect.
    pub(super) earliest: u64,
}

/// Room that is free again in a buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Credit {
    pub(super) channel: u32,
    pub(super) bytes: u32,
    pub(super) at: u64,
}

impl Default for Mail {
    fn default() -> Self {
        Self {
            gates: Vec::new(),
            packets: Vec::new(),
            arrivals: Vec::new(),
            born: Vec::new(),
            credits: Vec::new(),
            earliest: u64::MAX,
        }
    }
}

impl Mail {
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

/// Links that lead into a sector, and how many lead out of it.
#[derive(Debug, Default)]
pub(super) struct Gates {
    list: Vec<Gate>,
    /// By sector where they begin, and number: their places in `list`.
    places: Vec<Vec<u32>>,
    /// By sector: how many lead from here to there.
    leading: Vec<u32>,
}

impl Gates {
    pub(super) fn new(sectors: u16) -> Self {
        let sectors = usize::from(sectors);
        Self { list: Vec::new(), places: vec![Vec::new(); sectors], leading: vec![0; sectors] }
    }

    /// The gate that a packet has come through.
    #[inline]
    pub(super) fn of(&self, packet: &Packet) -> Gate {
        self.list[(packet.came & !GATE) as usize]
    }
}

/// Hands over what sectors have to tell each other. All of them have taken in what they were told before.
pub(super) fn post(sectors: &mut [Sector]) {
    for from in 0..sectors.len() {
        for to in 0..sectors.len() {
            if sectors[from].out[to].earliest < u64::MAX {
                let mail = std::mem::take(&mut sectors[from].out[to]);
                sectors[from].out[to] = std::mem::replace(&mut sectors[to].inbox[from], mail);
            }
        }
    }
}

impl Sector {
    /// The number of a link for the sector of its end, which is told of it; none is needed in the same sector.
    pub(super) fn introduce(&mut self, to: u16, link: LinkId, port: u32) -> u32 {
        if to == self.number {
            return NONE;
        }
        let to = usize::from(to);
        self.out[to].gates.push(Gate { link, sector: self.number, figures: 0, port });
        self.gates.leading[to] += 1;
        self.gates.leading[to] - 1
    }

    /// Takes in what other sectors have sent.
    pub(super) fn take_in(&mut self, world: &World) {
        for from in 0..self.inbox.len() {
            if self.inbox[from].earliest == u64::MAX {
                continue;
            }
            let mut mail = std::mem::take(&mut self.inbox[from]);
            for gate in mail.gates.drain(..) {
                let figures = self.figures(gate.link, world);
                self.gates.places[from].push(self.gates.list.len() as u32);
                self.gates.list.push(Gate { figures, ..gate });
            }
            let mut born = mail.born.drain(..);
            for (mut packet, arrives) in mail.packets.drain(..).zip(mail.arrivals.drain(..)) {
                packet.came = self.gates.places[from][packet.came as usize] | GATE;
                let gate = self.gates.of(&packet);
                packet.figures = gate.figures;
                let rank = u64::from(packet.rank);
                if world.ejects && packet.here == Place::host(packet.header.destination) {
                    self.due.push(Reverse(arrives));
                }
                let packet = self.keep(packet);
                if let Some(born) = born.next() {
                    self.note_birth(packet, born, world);
                }
                self.events.push(Entry::new(arrives, ARRIVE, gate.link.0, rank, packet));
            }
            drop(born);
            for Credit { channel, bytes, at } in mail.credits.drain(..) {
                self.take_back(channel as usize, bytes, at, world);
            }
            mail.earliest = u64::MAX;
            self.inbox[from] = mail;
        }
        self.settle(world);
    }

    /// The packets that it has been sent and has not taken in, with their gates.
    pub(super) fn packets_in_mail(&self) -> impl Iterator<Item = (&Packet, &Gate)> {
        self.inbox.iter().zip(&self.gates.places).flat_map(|(mail, places)| {
            mail.packets.iter().map(|packet| {
                let number = packet.came as usize;
                let gate = places.get(number).map(|place| &self.gates.list[*place as usize]);
                (packet, gate.unwrap_or_else(|| &mail.gates[number - places.len()]))
            })
        })
    }
}
