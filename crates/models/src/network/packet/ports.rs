//! Ports: the links as seen by what sends over them, with the credits for the buffers at their ends.

use super::wire::Wire;
use platform::Vertex;
use std::collections::VecDeque;
use units::{LinkId, Time};

pub(super) const NONE: u32 = u32::MAX;

/// A packet, 64 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Packet {
    pub(super) header: platform::Header,
    pub(super) message: u32,
    /// Its number in its message.
    pub(super) number: u32,
    /// The port it came over; NONE at its source.
    pub(super) came: u32,
    /// The port it waits for.
    pub(super) out: u32,
    /// The next packet of its queue, or the next free record.
    pub(super) next: u32,
    /// Its place among what came over `came`, for the order of events.
    pub(super) order: u32,
    /// Its place among what ever waited for `out`.
    pub(super) stamp: u32,
    /// When its last byte is there to be sent on.
    pub(super) tail: u64,
    /// Room for so many largest packets has to be left when it goes on.
    pub(super) spare: u8,
    /// The VC it goes on in.
    pub(super) vc: u8,
}

/// Packets that wait for one VC, first come first served.
#[derive(Clone, Copy, Debug)]
pub(super) struct Queue {
    pub(super) head: u32,
    pub(super) tail: u32,
}

/// A VC of a port.
#[derive(Debug)]
pub(super) struct Channel {
    /// Who need not leave room, and who must: neither holds the other up.
    pub(super) queues: [Queue; 2],
    /// Room at the end, but for what `returns` will give back; below zero when what is promised comes from there.
    pub(super) free: i64,
    /// Credits under way: when they are here, and bytes. Ascending.
    pub(super) returns: VecDeque<(u64, u32)>,
    /// Bytes of the packets that have chosen this channel, will take room, and have not been sent on.
    pub(super) promised: u64,
    /// Since when a packet is in its queues.
    pub(super) waiting_since: u64,
    pub(super) counts: ChannelCounts,
}

/// What a channel has carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct ChannelCounts {
    pub(super) bytes: u64,
    pub(super) packets: u64,
    /// Picoseconds in which the link could have sent one of its packets but for credit.
    pub(super) stalled: u64,
}

impl Channel {
    pub(super) fn new(buffer: u64) -> Self {
        let queue = Queue { head: NONE, tail: NONE };
        Self {
            queues: [queue; 2],
            free: i64::try_from(buffer).unwrap_or(i64::MAX),
            returns: VecDeque::new(),
            promised: 0,
            waiting_since: 0,
            counts: ChannelCounts::default(),
        }
    }

    /// Takes in what has come back by now.
    #[inline]
    pub(super) fn settle(&mut self, now: u64) {
        while let Some(&(at, bytes)) = self.returns.front()
            && at <= now
        {
            self.free += i64::from(bytes);
            self.returns.pop_front();
        }
    }

    /// When there is room for so many bytes, from all that is known; [`u64::MAX`] if nobody knows yet. 0 if now.
    #[inline]
    pub(super) fn room_at(&self, bytes: i64) -> u64 {
        let mut free = self.free;
        if free >= bytes {
            return 0;
        }
        for &(at, back) in &self.returns {
            free += i64::from(back);
            if free >= bytes {
                return at;
            }
        }
        u64::MAX
    }

    /// Notes a credit that is under way.
    #[inline]
    pub(super) fn give_back(&mut self, at: u64, bytes: u32) {
        let mut place = self.returns.len();
        while place > 0 && self.returns[place - 1].0 > at {
            place -= 1;
        }
        if place == self.returns.len() {
            self.returns.push_back((at, bytes));
        } else {
            self.returns.insert(place, (at, bytes));
        }
    }

    /// Room at an instant, less what is promised.
    pub(super) fn unpromised(&self, now: u64) -> u64 {
        let back: i64 =
            self.returns.iter().take_while(|(at, _)| *at <= now).map(|(_, bytes)| i64::from(*bytes)).sum();
        let promised = i64::try_from(self.promised).unwrap_or(i64::MAX);
        u64::try_from((self.free + back).saturating_sub(promised)).unwrap_or(0)
    }
}

/// A link, at its start.
#[derive(Debug)]
pub(super) struct Port {
    pub(super) id: LinkId,
    /// Where it ends; some switch if nobody knows.
    pub(super) end: Vertex,
    pub(super) latency: Time,
    pub(super) wire: Wire,
    /// Room in the buffer of each VC at the end.
    pub(super) buffer: u64,
    /// When it has sent all it has been told to send.
    pub(super) free_at: u64,
    /// When it looks after what waits; [`u64::MAX`] if nothing does.
    pub(super) wake_at: u64,
    /// Bytes of the packets that have chosen it and have not been sent.
    pub(super) chosen: u64,
    /// Packets in the queues of its channels.
    pub(super) waiting: u32,
    /// Packets that ever waited; packets that were ever sent.
    pub(super) stamp: u32,
    pub(super) sent: u32,
    /// Whether nothing takes room at its end: it leads into a NIC, or stays in a host.
    pub(super) sink: bool,
    /// Since when something waits.
    pub(super) waiting_since: u64,
    pub(super) busy: u64,
    pub(super) stalled: u64,
    /// What is being sent or will be without a further decision: until when, and bytes.
    pub(super) sending: VecDeque<(u64, u32)>,
    pub(super) channels: Vec<Channel>,
}

impl Port {
    /// The link was idle for a while although packets waited: they lacked credit.
    #[cold]
    pub(super) fn stall(&mut self, from: u64, to: u64) {
        self.stalled += to - from;
        for channel in &mut self.channels {
            if channel.queues.iter().any(|queue| queue.head != NONE) {
                channel.counts.stalled += to - from.max(channel.waiting_since).min(to);
            }
        }
    }

    /// Bytes of the packets that wait for it or are being sent.
    pub(super) fn queued(&self, now: u64) -> u64 {
        let sending: u64 =
            self.sending.iter().rev().take_while(|(end, _)| *end > now).map(|(_, bytes)| u64::from(*bytes)).sum();
        self.chosen + sending
    }
}
