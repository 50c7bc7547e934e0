//! What travels between the ends of a pair, from its departure to its effect.

use super::PARTITION;
use super::pair::{Key, Recv};
use crate::actor::Deferred;
use crate::causes::flights::{FlightCause, FlightKind};
use crate::engine::{CLASS_MESSAGE, Engine, Event};
use crate::payload::Memory;
use kernel::Transfer;
use ops::{ErrorClass, Protocol, Record, Status, WaitCause, Work};
use units::{ActorId, Time};

/// Something on its way.
#[derive(Debug)]
pub(super) struct Flight {
    pair: u32,
    kind: MessageKind,
    /// A short message's bytes, once it has left.
    contents: Vec<u8>,
    posted: Time,
    start: Time,
}

/// What it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MessageKind {
    /// The receiver learns of the send.
    SendInit,
    /// The sender learns that a round may begin.
    ClearToSend,
    /// One message of a round.
    Message(u32),
}

impl Engine<'_> {
    /// Clears a round of a receive that has been started, if the offer is there.
    pub(super) fn send_clear(&mut self, pair: u32, payer: ActorId, initiator: Option<u32>) {
        let known = self.partitions.pair(pair);
        let messages = known.messages;
        if known.offered && known.recv.as_ref().is_some_and(Recv::waits_to_clear) {
            known.receiver().clear(messages);
            self.dispatch(pair, MessageKind::ClearToSend, payer, initiator);
        }
    }

    /// Sends the messages that may go.
    pub(super) fn send_ready(&mut self, pair: u32, payer: ActorId, initiator: Option<u32>) {
        for message in self.partitions.pair(pair).sender().take_sendable() {
            self.dispatch(pair, MessageKind::Message(message), payer, initiator);
        }
    }

    /// From whom to whom something goes, and how many bytes.
    fn endpoints(&mut self, pair: u32, kind: MessageKind) -> (ActorId, ActorId, u64) {
        let known = self.partitions.pair(pair);
        let (sender, receiver) = (known.key.sender, known.key.receiver);
        match kind {
            MessageKind::SendInit => (sender, receiver, 0),
            MessageKind::ClearToSend => (receiver, sender, 0),
            MessageKind::Message(message) => (sender, receiver, known.span(message).1),
        }
    }

    /// Lets something leave once its sender, or the lane of it that calls, has paid for it; because of what that has just
    /// done, or of what has arrived.
    pub(super) fn dispatch(&mut self, pair: u32, kind: MessageKind, payer: ActorId, initiator: Option<u32>) {
        let (_, _, bytes) = self.endpoints(pair, kind);
        let now = self.kernel.now();
        self.partitions.pair(pair).flights += 1;
        let flight = Flight { pair, kind, contents: Vec::new(), posted: now, start: now };
        let flight = u32::try_from(self.partitions.flights.insert(flight)).expect("fewer than 2^32 flights");
        self.note_flight(FlightKind::Pair, flight, payer, initiator);
        let overhead = self.departure(bytes);
        if overhead == Time::ZERO {
            self.partition_event(flight);
        } else {
            self.charge_then(payer, CLASS_MESSAGE, Work::Time(overhead), Event::Partition(flight));
        }
    }

    /// The sender has paid: it leaves.
    pub(crate) fn partition_event(&mut self, flight: u32) {
        let Flight { pair, kind, .. } = self.partitions.flights[flight as usize];
        let (from, to, bytes) = self.endpoints(pair, kind);
        self.partitions.flights[flight as usize].start = self.kernel.now();
        if matches!(kind, MessageKind::Message(_)) && bytes <= self.library.protocol.eager_max {
            if self.moves(bytes) {
                let from = (from, self.place(pair, kind, true));
                self.partitions.flights[flight as usize].contents = self.load(from.0, from.1, bytes);
            }
            self.set_cause_partition(flight, pair, to);
            self.message_sent(pair);
            self.set_wait_cause(None);
        }
        let protocol = &self.library.protocol;
        let transfer = Transfer {
            token: u64::from(flight) | PARTITION,
            source: self.actors[from.index()].endpoint,
            destination: self.actors[to.index()].endpoint,
            bytes,
            latency_factor: protocol.latency_factor.at(bytes),
            bandwidth_factor: protocol.bandwidth_factor.at(bytes),
            job: 0,
            class: 0,
            phase: self.actors[from.index()].phase,
        };
        self.note_flies(FlightKind::Pair, flight, &transfer);
        self.kernel.transfer(&transfer);
    }

    /// What is completed from here on, with `peer` at the other end, is completed because of a message of a round.
    fn set_cause_partition(&mut self, flight: u32, pair: u32, peer: ActorId) {
        if self.causes.is_none() {
            return;
        }
        let known = self.partitions.pair(pair);
        let (receiver, bytes) = (known.key.receiver, known.span(0).1);
        // It was late because its sender declared it ready late, or because its receiver started late.
        let late = match self.initiator(FlightKind::Pair, flight) {
            Some(by) if by == receiver => WaitCause::LateReceiver,
            _ => WaitCause::LatePartition,
        };
        let protocol = Some(Protocol::Partitioned);
        self.set_cause_flight(FlightKind::Pair, flight, FlightCause { late, peer, bytes, protocol });
    }

    /// Where a message lies at its sender, or goes at its receiver.
    fn place(&mut self, pair: u32, kind: MessageKind, at_sender: bool) -> Memory {
        let known = self.partitions.pair(pair);
        let MessageKind::Message(message) = kind else { unreachable!("only messages have bytes") };
        let (offset, _) = known.span(message);
        let buffer = if at_sender { known.sender().buffer } else { known.receiver().buffer };
        Memory::User(buffer.address.wrapping_add(offset))
    }

    /// Something has arrived. What a library has to see waits until it does.
    pub(crate) fn partition_arrived(&mut self, flight: u32) {
        self.note_landed(FlightKind::Pair, flight);
        let Flight { pair, kind, .. } = self.partitions.flights[flight as usize];
        let (_, to, _) = self.endpoints(pair, kind);
        let seen = matches!(kind, MessageKind::Message(_)) || self.actors[to.index()].done;
        if seen || !self.deferred(to, Deferred::Partition(flight)) {
            self.act_on_arrival(flight);
        }
    }

    /// What has arrived has its effect.
    pub(crate) fn act_on_arrival(&mut self, flight: u32) {
        let Flight { pair, kind, contents, posted, start } = self.partitions.flights.remove(flight as usize);
        self.partitions.pair(pair).flights -= 1;
        let Key { sender, receiver, .. } = self.partitions.pair(pair).key;
        match kind {
            MessageKind::SendInit => {
                self.partitions.pair(pair).offered = true;
                self.send_clear(pair, receiver, Some(flight));
            }
            MessageKind::ClearToSend => {
                let known = self.partitions.pair(pair);
                let messages = known.messages;
                known.sender().clear(messages);
                self.send_ready(pair, sender, Some(flight));
            }
            MessageKind::Message(message) => {
                self.record_message(pair, kind, (posted, start));
                self.deliver_partitions(pair, kind, contents);
                self.set_cause_partition(flight, pair, receiver);
                self.message_arrived(flight, pair, message);
                self.set_wait_cause(None);
            }
        }
        self.drop_pair_if_done(pair);
    }

    /// Moves the bytes of a message to where they go, as far as there is room.
    fn deliver_partitions(&mut self, pair: u32, kind: MessageKind, contents: Vec<u8>) {
        let (from, to, bytes) = self.endpoints(pair, kind);
        let known = self.partitions.pair(pair);
        // Where there is too little room, there is one message.
        let bytes = bytes.min(known.receiver().bytes);
        let short = !contents.is_empty();
        if bytes > 0 && short {
            let place = self.place(pair, kind, false);
            self.store(to, place, &contents[..bytes as usize]);
        } else if self.moves(bytes) {
            let (source, target) = (self.place(pair, kind, true), self.place(pair, kind, false));
            self.copy_memory((from, source), (to, target), bytes);
        }
        if short {
            self.pool.give(contents);
        }
    }

    /// A message has arrived at its receiver.
    fn message_arrived(&mut self, flight: u32, pair: u32, message: u32) {
        let (_, _, bytes) = self.endpoints(pair, MessageKind::Message(message));
        let overhead = self.library.protocol.recv.cost(bytes);
        let known = self.partitions.pair(pair);
        let (receiver, tag) = (known.key.receiver, known.key.tag);
        let (rank, sent) = (known.sender().rank, known.sender().bytes);
        let recv = known.receiver();
        let last = recv.arrive(message, overhead);
        let (request, room, overhead) = (recv.request, recv.bytes, recv.overhead);
        if bytes > self.library.protocol.eager_max {
            self.message_sent(pair);
        }
        let sender = self.partitions.pair(pair).key.sender;
        self.set_cause_partition(flight, pair, sender);
        if last {
            let truncated = sent > room;
            let status = Status {
                source: rank as i32,
                tag,
                bytes: sent.min(room),
                error: if truncated { ErrorClass::Truncate } else { ErrorClass::Success },
                cancelled: false,
                handle: if truncated { sent } else { 0 },
            };
            self.complete_request(receiver, request, status, overhead);
        }
        self.wake_partition_pollers(receiver);
    }

    /// The sender's memory of one message is free again.
    fn message_sent(&mut self, pair: u32) {
        let known = self.partitions.pair(pair);
        let id = known.key.sender;
        let send = known.sender();
        send.left -= 1;
        if send.left == 0 {
            let request = send.request;
            self.complete_request(id, request, Status::EMPTY, Time::ZERO);
        }
    }

    /// What observers and totals hear of a message.
    fn record_message(&mut self, pair: u32, kind: MessageKind, (posted, start): (Time, Time)) {
        let (source, destination, bytes) = self.endpoints(pair, kind);
        self.totals.messages += 1;
        self.totals.bytes += bytes;
        if self.interest.messages {
            let key = self.partitions.pair(pair).key;
            let record = Record::Message {
                source,
                destination,
                comm: key.comm,
                tag: key.tag,
                collective: false,
                bytes,
                protocol: Protocol::Partitioned,
                posted,
                start,
                delivered: self.kernel.now(),
            };
            self.observe(record);
        }
    }
}
