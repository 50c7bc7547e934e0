//! Packets, and ports: the links as seen by what sends over them, with the credits for the buffers at their ends.
//!
//! What every hop touches lies together: a packet, a port and a channel are a line of 64 bytes each; counts of stalls, which
//! only waiting packets cause, lie elsewhere.

use super::link_rate::LinkRate;
use platform::Vertex;
use units::{HostId, LinkId, Time};

pub(super) const NONE: u32 = u32::MAX;

/// A vertex in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PackedVertex(u32);

impl PackedVertex {
    const SWITCH: u32 = 1 << 31;
    /// Where a link ends of which nobody knows.
    pub(super) const UNKNOWN: Self = Self(u32::MAX);

    pub(super) fn host(host: HostId) -> Self {
        debug_assert!(host.0 < Self::SWITCH);
        Self(host.0)
    }

    pub(super) fn of(vertex: Vertex) -> Self {
        match vertex {
            Vertex::Host(host) => Self::host(host),
            Vertex::Switch(switch) => Self(switch | Self::SWITCH),
        }
    }

    pub(super) fn vertex(self) -> Vertex {
        match self {
            Self::UNKNOWN => Vertex::Switch(u32::MAX),
            Self(place) if place < Self::SWITCH => Vertex::Host(HostId(place)),
            Self(place) => Vertex::Switch(place & !Self::SWITCH),
        }
    }
}

/// A packet: 64 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Packet {
    pub(super) header: platform::Header,
    pub(super) message: u32,
    /// Its number in its message.
    pub(super) number: u32,
    /// The port it came over, or with [`REMOTE`] the gate; NONE at its source.
    pub(super) came: u32,
    /// The port it waits for; the link that it is to take if it is [`ROUTED`].
    pub(super) out: u32,
    /// The next packet of its queue, or the next free record.
    pub(super) next: u32,
    /// Its place among what came over `came`, for the order of events; once it waits, its place among what ever waited for
    /// `out`.
    pub(super) rank: u32,
    /// When its last byte is there to be sent on.
    pub(super) tail: u64,
    /// Where it is, or is going.
    pub(super) here: PackedVertex,
    /// Number of the figures of the link it came over; at its source of its NIC's FIFO, if there are such.
    pub(super) parameters: u16,
    /// BufferCredit for so many largest packets has to be left when it goes on.
    pub(super) spare: u8,
    /// The VC it goes on in.
    pub(super) vc: u8,
    /// [`ROUTED`], [`INTRA_HOST`], [`SCALED_LATENCY`], [`IN_OUTPUT_BUFFER`].
    pub(super) flags: u8,
}

/// It has been found out over which link it goes on.
pub(super) const ROUTED: u8 = 1;
/// It stays inside a host.
pub(super) const INTRA_HOST: u8 = 2;
/// Its message has a latency factor.
pub(super) const SCALED_LATENCY: u8 = 4;
/// It has room in its output's buffer, or will have it at an instant that is known.
pub(super) const IN_OUTPUT_BUFFER: u8 = 8;

/// In [`Packet::came`]: the port is another partition's.
pub(super) const REMOTE: u32 = 1 << 31;

/// Packets that wait for one VC, first come first served.
#[derive(Clone, Copy, Debug)]
pub(super) struct PacketQueue {
    pub(super) head: u32,
    pub(super) tail: u32,
}

pub(super) const EMPTY: PacketQueue = PacketQueue { head: NONE, tail: NONE };

/// BufferCredit in a buffer, as it is known where room is taken.
#[derive(Clone, Copy, Debug)]
pub(super) struct BufferCredit {
    /// Free, but for what is known to come back; below zero when what is promised comes from there.
    pub(super) free: i64,
    /// What comes back: when it is here, and bytes. The first is most often the only one, so it is here; 0 bytes if there is
    /// none. Ascending.
    first_at: u64,
    first_bytes: u32,
    rest: CreditList,
}

impl BufferCredit {
    pub(super) fn new(buffer: u64) -> Self {
        let free = i64::try_from(buffer).unwrap_or(i64::MAX);
        Self { free, first_at: 0, first_bytes: 0, rest: CreditList::default() }
    }

    /// Takes in what has come back by now.
    #[inline]
    pub(super) fn apply_returned(&mut self, credits: &mut CreditPool, now: u64) {
        while self.first_bytes > 0 && self.first_at <= now {
            self.free += i64::from(self.first_bytes);
            self.first_bytes = 0;
            if let Some(note) = credits.first(self.rest) {
                (self.first_at, self.first_bytes) = (note.at, note.bytes);
                credits.drop_first(&mut self.rest);
            }
        }
    }

    /// CreditPool what will come back.
    #[inline]
    pub(super) fn give_back(&mut self, credits: &mut CreditPool, now: u64, mut at: u64, mut bytes: u32) {
        self.apply_returned(credits, now);
        if self.first_bytes == 0 {
            (self.first_at, self.first_bytes) = (at, bytes);
            return;
        }
        if at < self.first_at {
            std::mem::swap(&mut at, &mut self.first_at);
            std::mem::swap(&mut bytes, &mut self.first_bytes);
        }
        credits.add(&mut self.rest, at, bytes);
    }

    /// What comes back: when it is here, and bytes.
    #[inline]
    pub(super) fn coming(&self, credits: &CreditPool) -> impl Iterator<Item = (u64, i64)> {
        let first = (self.first_bytes > 0).then_some((self.first_at, i64::from(self.first_bytes)));
        first.into_iter().chain(credits.walk(self.rest).map(|note| (note.at, i64::from(note.bytes))))
    }

    /// All that is free or comes back.
    pub(super) fn known(&self, credits: &CreditPool) -> i64 {
        self.free + self.coming(credits).map(|(_, bytes)| bytes).sum::<i64>()
    }

    /// When there is room for so many bytes, from all that is known; [`u64::MAX`] if nobody knows yet. 0 if now.
    #[inline]
    pub(super) fn at(&self, credits: &CreditPool, bytes: i64) -> u64 {
        let mut free = self.free;
        if free >= bytes {
            return 0;
        }
        for (at, back) in self.coming(credits) {
            free += back;
            if free >= bytes {
                return at;
            }
        }
        u64::MAX
    }

    /// What is free at an instant.
    pub(super) fn free_at(&self, credits: &CreditPool, now: u64) -> i64 {
        self.free + self.coming(credits).take_while(|(at, _)| *at <= now).map(|(_, bytes)| bytes).sum::<i64>()
    }
}

/// A VC of a port: a line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Channel {
    /// Who need not leave room, and who must: neither holds the other up.
    pub(super) queues: [PacketQueue; 2],
    /// BufferCredit at the end of the link; what comes back are credits under way.
    pub(super) credit: BufferCredit,
    /// Bytes and packets that it has carried.
    pub(super) bytes: u64,
    pub(super) packets: u64,
}

impl Channel {
    pub(super) fn new(buffer: u64) -> Self {
        Self { queues: [EMPTY; 2], credit: BufferCredit::new(buffer), bytes: 0, packets: 0 }
    }

    #[inline]
    pub(super) fn is_waited_for(&self) -> bool {
        self.queues[0].head != NONE || self.queues[1].head != NONE
    }
}

/// The buffer before a link of the packets of one queue.
#[derive(Clone, Copy, Debug)]
pub(super) struct OutputBuffer {
    pub(super) credit: BufferCredit,
    /// The first packet of the queue that has not been promised room in it.
    pub(super) outside: u32,
}

impl OutputBuffer {
    pub(super) fn new(buffer: u64) -> Self {
        Self { credit: BufferCredit::new(buffer), outside: NONE }
    }
}

/// A link, at its start: a line.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(super) struct Port {
    /// When it has sent all it has been told to send.
    pub(super) free_at: u64,
    /// What [`LinkRate::after`] carries over.
    pub(super) carry: u64,
    /// Picoseconds in which it has sent.
    pub(super) busy: u64,
    pub(super) id: LinkId,
    /// Where it ends.
    pub(super) end: PackedVertex,
    /// Packets in the queues of its channels.
    pub(super) waiting: u32,
    /// Packets that ever waited; packets that were ever sent.
    pub(super) stamp: u32,
    pub(super) sent: u32,
    /// Number of its [`LinkParameters`].
    pub(super) parameters: u16,
    /// The partition of its end.
    pub(super) partition: u16,
    /// Its number among those that lead from partition to partition there, if that is another.
    pub(super) remote: u32,
    /// Whether nothing takes room at its end: it leads into a NIC, or stays in a host.
    pub(super) sink: bool,
    /// Whether it is one of the topology's.
    pub(super) of_topology: bool,
}

/// What a routing that looks sees of a port.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Load {
    /// Bytes of the packets that have chosen it and have not been sent.
    pub(super) chosen: u64,
    /// What is being sent or will be without a further decision: until when, and bytes.
    pub(super) sending: CreditList,
}

impl Load {
    /// Bytes of the packets that wait for it or are being sent.
    pub(super) fn queued(&self, credits: &CreditPool, now: u64) -> u64 {
        let sending = credits.walk(self.sending).filter(|note| note.at > now);
        self.chosen + sending.map(|note| u64::from(note.bytes)).sum::<u64>()
    }
}

/// What links have in common.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinkParameters {
    pub(super) latency: Time,
    pub(super) wire: LinkRate,
    /// BufferCredit in the buffer of each VC at the end.
    pub(super) buffer: u64,
    /// BufferCredit in each output buffer at the start, if there are such.
    pub(super) output: u64,
}

/// Of a port: what concerns only packets that wait.
#[derive(Clone, Copy, Debug)]
pub(super) struct PortWaits {
    /// When it looks after what waits; [`u64::MAX`] if nothing does.
    pub(super) wake_at: u64,
    /// Since when something waits.
    pub(super) since: u64,
    /// Picoseconds in which it could have sent something but for credit.
    pub(super) stalled: u64,
}

/// The same of a channel.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ChannelWaits {
    pub(super) since: u64,
    pub(super) stalled: u64,
}

/// A list of notes, by their numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct CreditList {
    first: u32,
    last: u32,
}

impl Default for CreditList {
    fn default() -> Self {
        Self { first: NONE, last: NONE }
    }
}

/// Bytes at an instant.
#[derive(Clone, Copy, Debug)]
pub(super) struct CreditReturn {
    pub(super) at: u64,
    pub(super) bytes: u32,
    next: u32,
}

/// The notes of all lists. The one that was dropped last is used first: what is used lies together.
#[derive(Debug)]
pub(super) struct CreditPool {
    credits: Vec<CreditReturn>,
    free: u32,
}

impl Default for CreditPool {
    fn default() -> Self {
        Self { credits: Vec::new(), free: NONE }
    }
}

impl CreditPool {
    /// A list's first note.
    #[inline]
    pub(super) fn first(&self, list: CreditList) -> Option<&CreditReturn> {
        if list.first == NONE { None } else { Some(&self.credits[list.first as usize]) }
    }

    /// A list's notes, in order.
    #[inline]
    pub(super) fn walk(&self, list: CreditList) -> impl Iterator<Item = &CreditReturn> {
        let mut at = list.first;
        std::iter::from_fn(move || {
            let note = self.credits.get(at as usize)?;
            at = note.next;
            Some(note)
        })
    }

    /// Removes a list's first note.
    #[inline]
    pub(super) fn drop_first(&mut self, list: &mut CreditList) {
        let note = &mut self.credits[list.first as usize];
        let rest = std::mem::replace(&mut note.next, self.free);
        self.free = list.first;
        list.first = rest;
        if rest == NONE {
            list.last = NONE;
        }
    }

    /// Adds a note behind all that are not later.
    #[inline]
    pub(super) fn add(&mut self, list: &mut CreditList, at: u64, bytes: u32) {
        let note = CreditReturn { at, bytes, next: NONE };
        let own = if self.free == NONE {
            self.credits.push(note);
            self.credits.len() as u32 - 1
        } else {
            let own = self.free;
            self.free = std::mem::replace(&mut self.credits[own as usize], note).next;
            own
        };
        if list.last == NONE {
            *list = CreditList { first: own, last: own };
        } else if self.credits[list.last as usize].at <= at {
            self.credits[list.last as usize].next = own;
            list.last = own;
        } else {
            self.insert(list, own);
        }
    }

    /// Puts a note before the first that is later, which there is.
    fn insert(&mut self, list: &mut CreditList, own: u32) {
        let at = self.credits[own as usize].at;
        let (mut before, mut here) = (NONE, list.first);
        while self.credits[here as usize].at <= at {
            (before, here) = (here, self.credits[here as usize].next);
        }
        self.credits[own as usize].next = here;
        match before {
            NONE => list.first = own,
            _ => self.credits[before as usize].next = own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_a_hop_touches_is_a_line() {
        assert_eq!((size_of::<Packet>(), size_of::<Port>(), size_of::<Channel>()), (64, 64, 64));
    }

    #[test]
    fn places_are_vertices() {
        for vertex in [Vertex::Host(HostId(0)), Vertex::Host(HostId(7)), Vertex::Switch(0), Vertex::Switch(9)] {
            assert_eq!(PackedVertex::of(vertex).vertex(), vertex);
        }
        assert_eq!(PackedVertex::of(Vertex::Switch(u32::MAX)), PackedVertex::UNKNOWN);
        assert_eq!(PackedVertex::UNKNOWN.vertex(), Vertex::Switch(u32::MAX));
    }

    proptest! {
        #[test]
        fn notes_stay_in_order(acts in proptest::collection::vec((0usize..3, proptest::option::weighted(0.7, 0u64..20)), 0..200)) {
            let mut credits = CreditPool::default();
            let mut lists = [CreditList::default(); 3];
            let mut twins: [Vec<(u64, u32)>; 3] = Default::default();
            for (number, (which, act)) in (0..).zip(acts) {
                match act {
                    Some(at) => {
                        credits.add(&mut lists[which], at, number);
                        let place = twins[which].partition_point(|reference| reference.0 <= at);
                        twins[which].insert(place, (at, number));
                    }
                    None if twins[which].is_empty() => {}
                    None => {
                        twins[which].remove(0);
                        credits.drop_first(&mut lists[which]);
                    }
                }
                for (list, reference) in lists.iter().zip(&twins) {
                    let found: Vec<_> = credits.walk(*list).map(|note| (note.at, note.bytes)).collect();
                    prop_assert_eq!(&found, reference);
                    prop_assert_eq!(credits.first(*list).map(|note| note.at), reference.first().map(|reference| reference.0));
                }
            }
        }
    }
}
