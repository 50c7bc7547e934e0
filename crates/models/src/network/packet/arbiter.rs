//! Arbitration of outputs that is not first come first served: it is decided at the instant when a link is free.
//!
//! Packets that wait for a link stand in lines, one for each link they may come over (what is sent at the place itself is another)
//! and VC they go on in, and with bubbles one for those who leave room and one for those who need not. In a line nobody
//! overtakes. When the link is free one of the heads that could leave is chosen; where there are output buffers, so is who
//! enters one when there is room for it, among the first of each line that are outside.
//!
//! Where nothing waits, the link is free and there is room, a packet leaves as soon as it can. Else its port is woken up when the
//! link is free, and whenever credits come for what waits. A wake is in the order of events as all else: so decisions do not
//! depend on partitions.

use super::Arbitration;
use super::network_state::NetworkState;
use super::partition::Partition;
use super::ports::{IN_OUTPUT_BUFFER, NONE, Packet, REMOTE};

/// Which line: ordered by link, those of what is sent here last; then by VC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct InputKey {
    input: u32,
    vc: u8,
    spare: bool,
}

impl InputKey {
    /// Its place among the queues of a port.
    fn queue(self) -> usize {
        2 * usize::from(self.vc) + usize::from(self.spare)
    }
}

#[derive(Clone, Copy, Debug)]
struct Line {
    key: InputKey,
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
    served: Option<InputKey>,
    /// By queue: the line from which something entered the output's buffer last.
    entered: Vec<Option<InputKey>>,
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
type Priority = (u64, u64, u64);

impl Partition {
    /// A packet can go as far as it is concerned: it stands in its line, and goes at once if it can.
    pub(super) fn queue_for_arbitration(&mut self, index: u32, network: &NetworkState) {
        let packet = self.packets[index as usize];
        let (port, out) = (packet.out as usize, packet.out);
        let key = InputKey { input: self.input_of(&packet), vc: packet.vc, spare: packet.spare > 0 };
        self.packets[index as usize].rank = self.ports[port].stamp;
        self.packets[index as usize].next = NONE;
        self.ports[port].stamp += 1;
        if self.ports[port].waiting == 0 {
            self.port_waits[port].since = self.now;
        }
        self.ports[port].waiting += 1;
        let channel = Self::channel_of(out, packet.vc, network);
        if !self.is_waited_for(channel, network) {
            self.channel_waits[channel].since = self.now;
        }
        let arbiter = &mut self.arbiters[port];
        arbiter.waiting[usize::from(packet.vc)] += 1;
        let outside = if self.output_buffers.is_empty() { NONE } else { index };
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
        self.arbitrate(out, network);
        self.serve_touched(network);
    }

    /// The link that a packet came over, whatever the partition; the largest number if it is at its source.
    fn input_of(&self, packet: &Packet) -> u32 {
        match packet.came {
            NONE => u32::MAX,
            remote if remote >= REMOTE => self.remote_links.of(packet).link.0,
            port => self.ports[port as usize].id.0,
        }
    }

    /// Sends what a link is free for, as long as it is.
    pub(super) fn arbitrate(&mut self, at: u32, network: &NetworkState) {
        loop {
            if self.ports[at as usize].waiting == 0 {
                return;
            }
            self.fill_output_buffers(at, network);
            let free_at = self.ports[at as usize].free_at;
            if free_at > self.now {
                return self.wake(at, free_at);
            }
            let (first_room, chosen) = self.scan_input_queues(at, network);
            match chosen {
                Some(place) => self.send_from(at, place, network),
                None => return self.wake(at, first_room),
            }
        }
    }

    /// A credit is on its way to a port: it is woken up when it is there.
    pub(super) fn schedule_arbitration(&mut self, at: u32, network: &NetworkState) {
        if self.ports[at as usize].waiting > 0 {
            let (first_room, _) = self.scan_input_queues(at, network);
            let free_at = self.ports[at as usize].free_at;
            self.wake(at, first_room.max(free_at).max(self.now));
        }
    }

    /// When there is first room for the head of a line, from all that is known, and the line to be served now.
    fn scan_input_queues(&mut self, at: u32, network: &NetworkState) -> (u64, Option<usize>) {
        let (mut first_room, mut best) = (u64::MAX, None);
        for place in 0..self.arbiters[at as usize].lines.len() {
            let head = self.arbiters[at as usize].lines[place].head;
            if !self.output_buffers.is_empty() && self.packets[head as usize].flags & IN_OUTPUT_BUFFER == 0 {
                continue;
            }
            let room = self.credit_at(head, network);
            first_room = first_room.min(room);
            if room <= self.now {
                let arbiter = &self.arbiters[at as usize];
                let rank = self.rank(&arbiter.lines[place], head, place, arbiter.served, network);
                best = best.into_iter().chain([(rank, place)]).min();
            }
        }
        (first_room, best.map(|(_, place)| place))
    }

    /// The place of a packet of a line in the order of the arbitration.
    fn rank(
        &self,
        line: &Line,
        packet: u32,
        place: usize,
        last: Option<InputKey>,
        network: &NetworkState,
    ) -> Priority {
        let packet_of = &self.packets[packet as usize];
        match network.options.arbitration {
            Arbitration::Fcfs => (u64::from(packet_of.rank), 0, 0),
            Arbitration::RoundRobin => (u64::from(last.is_some_and(|last| line.key <= last)), place as u64, 0),
            Arbitration::Age => {
                let sequence = network.messages[packet_of.message as usize].sequence;
                (self.created_at[packet as usize], sequence, u64::from(packet_of.number))
            }
            Arbitration::LongestQueue => (u64::MAX - line.bytes, u64::from(packet_of.rank), 0),
        }
    }

    /// Takes the head of a line off it and sends it.
    fn send_from(&mut self, at: u32, place: usize, network: &NetworkState) {
        self.count_stall(at, self.now, network);
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
        self.send(index, self.now, network);
    }

    /// Lets into a port's output buffers what there is room for.
    fn fill_output_buffers(&mut self, at: u32, network: &NetworkState) {
        if self.output_buffers.is_empty() {
            return;
        }
        let first = 2 * Self::channel_of(at, 0, network);
        for queue in 0..2 * usize::from(network.vcs) {
            while let Some(place) = self.next_for_output_buffer(at, queue, network) {
                let index = self.arbiters[at as usize].lines[place].outside;
                let packet = &self.packets[index as usize];
                let (bytes, next) = (network.taken(packet.vc, packet.header.bytes), packet.next);
                let room = &mut self.output_buffers[first + queue].credit;
                room.apply_returned(&mut self.credits, self.now);
                if room.free < i64::from(bytes) {
                    break;
                }
                room.free -= i64::from(bytes);
                let arbiter = &mut self.arbiters[at as usize];
                arbiter.entered[queue] = Some(arbiter.lines[place].key);
                arbiter.lines[place].outside = next;
                self.enter_output_buffer(index, self.now, network);
            }
        }
    }

    /// The line of a queue from which something enters the output's buffer next.
    fn next_for_output_buffer(&self, at: u32, queue: usize, network: &NetworkState) -> Option<usize> {
        let arbiter = &self.arbiters[at as usize];
        let lines = arbiter.lines.iter().enumerate();
        let outside = lines.filter(|(_, line)| line.key.queue() == queue && line.outside != NONE);
        let rank =
            |(place, line): &(usize, &Line)| self.rank(line, line.outside, *place, arbiter.entered[queue], network);
        outside.min_by_key(rank).map(|(place, _)| place)
    }
}
