//! Arbitration of outputs that is not first come first served: it is decided at the instant when a link is free.
//!
//! Packets that wait for a link stand in lines, one for each link they may come over (what is sent at the place itself is another)
//! and VC they go on in, and with bubbles one for those who leave room and one for those who need not. In a line nobody
//! overtakes. When the link is free one of the heads that could leave is chosen; where there are output buffers, so is who
//! enters one when there is room for it, among the first of each line that are outside.
//!
//! Where nothing waits, the link is free and there is room, a packet leaves as soon as it can. Else its port is woken up when the
//! link is free, and whenever credits come for what waits. A wake is in the order of events as all else: so decisions do not
//! depend on sectors.

use super::Arbitration;
use super::ports::{CROSSES, GATE, NONE, Packet};
use super::sector::Sector;
use super::world::World;

/// Which line: ordered by link, those of what is sent here last; then by VC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Key {
    input: u32,
    vc: u8,
    spare: bool,
}

impl Key {
    /// Its place among the queues of a port.
    fn queue(self) -> usize {
        2 * usize::from(self.vc) + usize::from(self.spare)
    }
}

#[derive(Clone, Copy, Debug)]
struct Line {
    key: Key,
    head: u32,
    tail: u32,
    /// Its first packet that has no room in the output's buffer, if there are such buffers.
    outside: u32,
    /// Bytes of all that waits in it.
    bytes: u64,
}

/// What waits for a port.
#[derive(Debug)]
pub(super) struct Arbiter {
    /// Those in which something waits, by their keys.
    lines: Vec<Line>,
    /// The line that was served last.
    served: Option<Key>,
    /// By queue: the line from which something entered the output's buffer last.
    entered: Vec<Option<Key>>,
    /// By VC: packets that wait.
    waiting: Vec<u32>,
}

impl Arbiter {
    pub(super) fn new(vcs: u8) -> Self {
        let vcs = usize::from(vcs);
        Self { lines: Vec::new(), served: None, entered: vec![None; 2 * vcs], waiting: vec![0; vcs] }
    }

    /// Whether something waits for a VC.
    pub(super) fn is_waited_for(&self, vc: usize) -> bool {
        self.waiting[vc] > 0
    }

    /// The heads of the lines of a VC.
    pub(super) fn heads(&self, vc: u8) -> impl Iterator<Item = u32> {
        self.lines.iter().filter(move |line| line.key.vc == vc).map(|line| line.head)
    }
}

/// The least is chosen.
type Rank = (u64, u64, u64);

impl Sector {
    /// A packet can go as far as it is concerned: it stands in its line, and goes at once if it can.
    pub(super) fn stand_in_line(&mut self, index: u32, world: &World) {
        let packet = self.packets[index as usize];
        let (port, out) = (packet.out as usize, packet.out);
        let key = Key { input: self.input_of(&packet), vc: packet.vc, spare: packet.spare > 0 };
        self.packets[index as usize].rank = self.ports[port].stamp;
        self.packets[index as usize].next = NONE;
        self.ports[port].stamp += 1;
        if self.ports[port].waiting == 0 {
            self.port_waits[port].since = self.now;
        }
        self.ports[port].waiting += 1;
        let channel = Self::channel_of(out, packet.vc, world);
        if !self.is_waited_for(channel, world) {
            self.channel_waits[channel].since = self.now;
        }
        let arbiter = &mut self.arbiters[port];
        arbiter.waiting[usize::from(packet.vc)] += 1;
        let outside = if self.outlets.is_empty() { NONE } else { index };
        let bytes = u64::from(packet.header.bytes);
        match arbiter.lines.binary_search_by_key(&key, |line| line.key) {
            Err(place) => arbiter.lines.insert(place, Line { key, head: index, tail: index, outside, bytes }),
            Ok(place) => {
                let line = &mut arbiter.lines[place];
                self.packets[line.tail as usize].next = index;
                (line.tail, line.bytes) = (index, line.bytes + bytes);
                if line.outside == NONE {
                    line.outside = outside;
                }
            }
        }
        self.decide(out, world);
        self.settle(world);
    }

    /// The link that a packet came over, whatever the sector; the largest number if it is at its source.
    fn input_of(&self, packet: &Packet) -> u32 {
        match packet.came {
            NONE => u32::MAX,
            gate if gate >= GATE => self.gates.of(packet).link.0,
            port => self.ports[port as usize].id.0,
        }
    }

    /// Sends what a link is free for, as long as it is.
    pub(super) fn decide(&mut self, at: u32, world: &World) {
        loop {
            if self.ports[at as usize].waiting == 0 {
                return;
            }
            self.let_in(at, world);
            let free_at = self.ports[at as usize].free_at;
            if free_at > self.now {
                return self.wake(at, free_at);
            }
            let (first_room, chosen) = self.look_at_lines(at, world);
            match chosen {
                Some(place) => self.serve_line(at, place, world),
                None => return self.wake(at, first_room),
            }
        }
    }

    /// A credit is on its way to a port: it is woken up when it is there.
    pub(super) fn expect_room(&mut self, at: u32, world: &World) {
        if self.ports[at as usize].waiting > 0 {
            let (first_room, _) = self.look_at_lines(at, world);
            let free_at = self.ports[at as usize].free_at;
            self.wake(at, first_room.max(free_at).max(self.now));
        }
    }

    /// When there is first room for the head of a line, from all that is known, and the line to be served now.
    fn look_at_lines(&mut self, at: u32, world: &World) -> (u64, Option<usize>) {
        let (mut first_room, mut best) = (u64::MAX, None);
        for place in 0..self.arbiters[at as usize].lines.len() {
            let head = self.arbiters[at as usize].lines[place].head;
            if !self.outlets.is_empty() && self.packets[head as usize].flags & CROSSES == 0 {
                continue;
            }
            let room = self.room(head, world);
            first_room = first_room.min(room);
            if room <= self.now {
                let arbiter = &self.arbiters[at as usize];
                let rank = self.rank(&arbiter.lines[place], head, place, arbiter.served, world);
                best = best.into_iter().chain([(rank, place)]).min();
            }
        }
        (first_room, best.map(|(_, place)| place))
    }

    /// The place of a packet of a line in the order of the arbitration.
    fn rank(&self, line: &Line, packet: u32, place: usize, last: Option<Key>, world: &World) -> Rank {
        let packet_of = &self.packets[packet as usize];
        match world.options.arbitration {
            Arbitration::Fcfs => (u64::from(packet_of.rank), 0, 0),
            Arbitration::RoundRobin => (u64::from(last.is_some_and(|last| line.key <= last)), place as u64, 0),
            Arbitration::Age => {
                let sequence = world.messages[packet_of.message as usize].sequence;
                (self.born[packet as usize], sequence, u64::from(packet_of.number))
            }
            Arbitration::LongestQueue => (u64::MAX - line.bytes, u64::from(packet_of.rank), 0),
        }
    }

    /// Takes the head of a line off it and sends it.
    fn serve_line(&mut self, at: u32, place: usize, world: &World) {
        self.count_stall(at, self.now, world);
        let arbiter = &mut self.arbiters[at as usize];
        let line = &mut arbiter.lines[place];
        let (index, key) = (line.head, line.key);
        let packet = &self.packets[index as usize];
        (line.head, line.bytes) = (packet.next, line.bytes - u64::from(packet.header.bytes));
        if line.head == NONE {
            arbiter.lines.remove(place);
        }
        arbiter.served = Some(key);
        arbiter.waiting[usize::from(key.vc)] -= 1;
        self.ports[at as usize].waiting -= 1;
        self.send(index, self.now, world);
    }

    /// Lets into a port's output buffers what there is room for.
    fn let_in(&mut self, at: u32, world: &World) {
        if self.outlets.is_empty() {
            return;
        }
        let first = 2 * Self::channel_of(at, 0, world);
        for queue in 0..2 * usize::from(world.vcs) {
            while let Some(place) = self.next_in(at, queue, world) {
                let index = self.arbiters[at as usize].lines[place].outside;
                let packet = &self.packets[index as usize];
                let (bytes, next) = (world.taken(packet.vc, packet.header.bytes), packet.next);
                let room = &mut self.outlets[first + queue].room;
                room.settle(&mut self.notes, self.now);
                if room.free < i64::from(bytes) {
                    break;
                }
                room.free -= i64::from(bytes);
                let arbiter = &mut self.arbiters[at as usize];
                arbiter.entered[queue] = Some(arbiter.lines[place].key);
                arbiter.lines[place].outside = next;
                self.enter_outlet(index, self.now, world);
            }
        }
    }

    /// The line of a queue from which something enters the output's buffer next.
    fn next_in(&self, at: u32, queue: usize, world: &World) -> Option<usize> {
        let arbiter = &self.arbiters[at as usize];
        let lines = arbiter.lines.iter().enumerate();
        let outside = lines.filter(|(_, line)| line.key.queue() == queue && line.outside != NONE);
        let rank =
            |(place, line): &(usize, &Line)| self.rank(line, line.outside, *place, arbiter.entered[queue], world);
        outside.min_by_key(rank).map(|(place, _)| place)
    }
}
