//! The state of a pair in partitioned communication. A pair is a partitioned send (`MPI_Psend_init`) and the partitioned
//! receive (`MPI_Precv_init`) that matches it.

use crate::library::Partitions as Rule;
use ops::{Buffer, CommId, RequestId};
use units::{ActorId, Time};

/// What sends and receives have in common that may belong together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Key {
    pub(super) comm: CommId,
    pub(super) sender: ActorId,
    pub(super) receiver: ActorId,
    pub(super) tag: i32,
}

/// A send and a receive, as far as they have been initialised.
#[derive(Debug)]
pub(super) struct Pair {
    pub(super) key: Key,
    pub(super) send: Option<SendEnd>,
    pub(super) recv: Option<ReceiveEnd>,
    /// Whether the `SendInit` has arrived at the receiver.
    pub(super) offered: bool,
    /// Ends that have been freed.
    pub(super) freed: u8,
    /// Messages in flight.
    pub(super) in_flight: u32,
    /// How many messages a round takes, once both ends are there.
    pub(super) messages: u32,
}

/// The sending end.
#[derive(Debug)]
pub(super) struct SendEnd {
    pub(super) request: RequestId,
    /// The sender's rank, for the receiver's status.
    pub(super) rank: u32,
    pub(super) partitions: u32,
    pub(super) bytes: u64,
    pub(super) buffer: Buffer,
    /// How often it has been started, and cleared.
    round: u32,
    cleared: u32,
    /// Which partitions of the round are ready.
    ready: Vec<bool>,
    /// Partitions that are not, by message; empty while the number of messages is not known. A message that has been
    /// sent has `SENT`.
    missing: Vec<u32>,
    /// Messages of the round that still need the buffer.
    pub(super) left: u32,
}

const SENT: u32 = u32::MAX;

/// The receiving end.
#[derive(Debug)]
pub(super) struct ReceiveEnd {
    pub(super) request: RequestId,
    pub(super) partitions: u32,
    pub(super) bytes: u64,
    pub(super) buffer: Buffer,
    round: u32,
    cleared: u32,
    /// Which messages of the round have arrived, and how many have not.
    arrived: Vec<bool>,
    left: u32,
    /// What the call that completes the round has to pay.
    pub(super) overhead: Time,
}

impl SendEnd {
    pub(super) fn new(request: RequestId, rank: u32, partitions: u32, bytes: u64) -> Self {
        Self {
            request,
            rank,
            partitions,
            bytes,
            buffer: Buffer::EMPTY,
            round: 0,
            cleared: 0,
            ready: vec![false; partitions as usize],
            missing: Vec::new(),
            left: 0,
        }
    }

    /// Partitions of the round that are not ready.
    pub(super) fn unready(&self) -> impl Iterator<Item = usize> + '_ {
        self.ready.iter().enumerate().filter(|&(_, &ready)| !ready).map(|(partition, _)| partition)
    }

    /// Counts the partitions missing of each message.
    fn count_missing(&mut self, messages: u32) {
        self.missing = vec![0; messages as usize];
        for (partition, &ready) in (0u32..).zip(&self.ready) {
            self.missing[message_of(partition, self.partitions, messages)] += u32::from(!ready);
        }
        self.left = messages;
    }

    /// The CTS of one more round has arrived.
    pub(super) fn clear(&mut self, messages: u32) {
        self.cleared += 1;
        if self.missing.is_empty() {
            self.count_missing(messages);
        }
    }

    /// The messages that may go now.
    pub(super) fn take_sendable(&mut self) -> Vec<u32> {
        if self.cleared < self.round || self.round == 0 {
            return Vec::new();
        }
        let mut sendable = Vec::new();
        for (message, missing) in (0u32..).zip(&mut self.missing) {
            if *missing == 0 {
                *missing = SENT;
                sendable.push(message);
            }
        }
        sendable
    }
}

impl ReceiveEnd {
    pub(super) fn new(request: RequestId, partitions: u32, bytes: u64) -> Self {
        Self {
            request,
            partitions,
            bytes,
            buffer: Buffer::EMPTY,
            round: 0,
            cleared: 0,
            arrived: Vec::new(),
            left: 0,
            overhead: Time::ZERO,
        }
    }

    /// Whether a round has been started without a CTS.
    pub(super) fn awaits_cts(&self) -> bool {
        self.cleared < self.round
    }

    /// The CTS of the round is sent; `messages` messages follow.
    pub(super) fn clear(&mut self, messages: u32) {
        self.cleared = self.round;
        self.arrived = vec![false; messages as usize];
        self.left = messages;
    }

    /// A message has arrived; whether it was the round's last.
    pub(super) fn arrive(&mut self, message: u32, overhead: Time) -> bool {
        let before = std::mem::replace(&mut self.arrived[message as usize], true);
        assert!(!before, "a message of a round arrives once");
        self.overhead += overhead;
        self.left -= 1;
        self.left == 0
    }
}

/// The message that carries a partition; the number of partitions is a multiple of that of messages.
fn message_of(partition: u32, partitions: u32, messages: u32) -> usize {
    (u64::from(partition) * u64::from(messages) / u64::from(partitions)) as usize
}

impl Pair {
    pub(super) fn new(key: Key) -> Self {
        Self { key, send: None, recv: None, offered: false, freed: 0, in_flight: 0, messages: 1 }
    }

    /// Whether it has its sending or its receiving end.
    pub(super) fn has(&self, sends: bool) -> bool {
        if sends { self.send.is_some() } else { self.recv.is_some() }
    }

    /// Whether a request is the sending end: a rank may be both.
    pub(super) fn sends(&self, rank: ActorId, request: RequestId) -> bool {
        self.key.sender == rank && self.send.as_ref().is_some_and(|send| send.request == request)
    }

    /// The sending end, which is there.
    pub(super) fn sender(&mut self) -> &mut SendEnd {
        self.send.as_mut().expect("the sending end has been initialised")
    }

    /// The receiving end, which is there.
    pub(super) fn receiver(&mut self) -> &mut ReceiveEnd {
        self.recv.as_mut().expect("the receiving end has been initialised")
    }

    /// Settles how many messages a round takes, if both ends are there.
    pub(super) fn agree(&mut self, rule: Rule) {
        if let (Some(send), Some(recv)) = (&self.send, &self.recv)
            && send.bytes == recv.bytes
        {
            self.messages = rule.messages(send.partitions, recv.partitions, send.bytes);
        }
    }

    /// One end starts a round.
    pub(super) fn start(&mut self, sends: bool, buffer: Buffer) {
        let messages = self.messages;
        if !sends {
            let recv = self.receiver();
            recv.buffer = buffer;
            recv.round += 1;
            (recv.arrived, recv.left, recv.overhead) = (Vec::new(), 0, Time::ZERO);
            return;
        }
        let send = self.sender();
        send.buffer = buffer;
        send.round += 1;
        send.ready.fill(false);
        // The sender learns the number of messages with the first clearance.
        send.missing.clear();
        if send.cleared > 0 {
            send.count_missing(messages);
        }
    }

    /// Partitions of the send may go.
    pub(super) fn mark_ready(&mut self, first: u32, last: u32) {
        let send = self.sender();
        for partition in first..=last {
            let before = std::mem::replace(&mut send.ready[partition as usize], true);
            assert!(!before, "the rank half marks a partition once");
            if !send.missing.is_empty() {
                let messages = send.missing.len() as u32;
                send.missing[message_of(partition, send.partitions, messages)] -= 1;
            }
        }
    }

    /// Where the bytes of a message begin and how many they are.
    pub(super) fn span(&mut self, message: u32) -> (u64, u64) {
        let each = self.sender().bytes / u64::from(self.messages);
        (each * u64::from(message), each)
    }

    /// Whether all messages that carry a partition of the receive have arrived.
    pub(super) fn has_arrived(&self, partition: u32) -> bool {
        let Some(recv) = &self.recv else { return false };
        let (messages, partitions) = (recv.arrived.len() as u64, u64::from(recv.partitions));
        let partition = u64::from(partition);
        let first = partition * messages / partitions;
        let end = ((partition + 1) * messages).div_ceil(partitions);
        messages > 0 && recv.arrived[first as usize..end as usize].iter().all(|&arrived| arrived)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pair(send: u32, recv: u32, bytes: u64) -> Pair {
        let key = Key { comm: CommId::WORLD, sender: ActorId(0), receiver: ActorId(1), tag: 3 };
        let mut pair = Pair::new(key);
        pair.send = Some(SendEnd::new(RequestId(0), 0, send, bytes));
        pair.recv = Some(ReceiveEnd::new(RequestId(0), recv, bytes));
        pair
    }

    proptest! {
        /// In whatever order partitions become ready, every message goes once all its own are, and a partition of the
        /// receive is there exactly when all bytes of it are.
        #[test]
        fn bytes_arrive_with_their_messages(
            send in 1u32..20,
            recv in 1u32..20,
            limit in prop_oneof![Just(None), (0u64..4000).prop_map(Some)],
            cleared_first: bool,
            seed in any::<u64>(),
        ) {
            let rule = limit.map_or(Rule::Whole, Rule::Joined);
            let bytes = u64::from(send) * u64::from(recv) * 4;
            let mut pair = pair(send, recv, bytes);
            pair.agree(rule);
            let messages = pair.messages;
            prop_assert!(send.is_multiple_of(messages) && recv.is_multiple_of(messages));
            for round in 0..2u64 {
                pair.start(true, Buffer::EMPTY);
                pair.start(false, Buffer::EMPTY);
                let clear = |pair: &mut Pair| {
                    pair.receiver().clear(messages);
                    pair.sender().clear(messages);
                };
                if cleared_first {
                    clear(&mut pair);
                }
                let mut there = vec![false; bytes as usize];
                let mut order: Vec<u32> = (0..send).collect();
                order.sort_by_key(|&at| (u64::from(at) + 1 + round).wrapping_mul(seed | 1).rotate_left(17));
                let mut ready = vec![false; bytes as usize];
                for (at, &partition) in order.iter().enumerate() {
                    pair.mark_ready(partition, partition);
                    let each = bytes / u64::from(send);
                    let own = u64::from(partition) * each;
                    ready[own as usize..(own + each) as usize].fill(true);
                    if !cleared_first && at + 1 == order.len() {
                        clear(&mut pair);
                    }
                    for message in pair.sender().take_sendable() {
                        let (from, length) = pair.span(message);
                        there[from as usize..(from + length) as usize].fill(true);
                        pair.receiver().arrive(message, Time::ZERO);
                    }
                    for partition in 0..recv {
                        let each = (bytes / u64::from(recv)) as usize;
                        let own = partition as usize * each;
                        prop_assert_eq!(pair.has_arrived(partition), there[own..own + each].iter().all(|&is| is));
                    }
                    prop_assert!(there.iter().zip(&ready).all(|(&there, &ready)| ready || !there));
                }
                prop_assert!(there.iter().all(|&is| is), "all bytes have come");
            }
        }
    }

    #[test]
    fn ends_that_disagree_about_the_bytes_exchange_one_message() {
        let mut pair = pair(4, 4, 64);
        pair.receiver().bytes = 32;
        pair.agree(Rule::Joined(0));
        assert_eq!(pair.messages, 1);
        assert_eq!(pair.span(0), (0, 64));
    }

    #[test]
    fn a_send_waits_for_the_clearance_of_its_own_round() {
        let mut pair = pair(2, 2, 8);
        pair.agree(Rule::Joined(0));
        pair.start(true, Buffer::EMPTY);
        pair.mark_ready(0, 1);
        assert!(pair.sender().take_sendable().is_empty());
        assert_eq!(pair.sender().unready().count(), 0);
        pair.sender().clear(2);
        assert_eq!(pair.sender().take_sendable(), [0, 1]);
        pair.start(true, Buffer::EMPTY);
        pair.mark_ready(1, 1);
        assert!(pair.sender().take_sendable().is_empty(), "the second round is not cleared");
        pair.sender().clear(2);
        assert_eq!(pair.sender().take_sendable(), [1]);
    }
}
