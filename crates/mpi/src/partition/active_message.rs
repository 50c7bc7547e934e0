//! The messages that a matched pair of `MPI_Psend_init` and `MPI_Precv_init` exchanges, with data or for control: how each
//! kind of message is sent, and what its arrival changes.

use super::Partitions;
use super::pair::{Key, ReceiveEnd};
use crate::actor::Deferred;
use crate::attribution::{ActiveMessageCause, ActiveMessageId, Notice};
use crate::engine_core::EngineCore;
use crate::event::{CLASS_MESSAGE, Event};
use crate::ids::{PairId, PartitionMessageId};
use crate::payload::Memory;
use crate::token::Token;
use ops::{ErrorClass, Protocol, Record, Status, WaitCause, Work};
use units::{ActorId, Time};

/// A message in flight.
#[derive(Debug)]
pub(super) struct ActiveMessage {
    pair: PairId,
    kind: MessageKind,
    /// A short message's bytes, once it has left.
    contents: Vec<u8>,
    posted: Time,
    start: Time,
    /// The phase of its sender when it left.
    phase: u32,
}

/// The kinds of messages between the ends of a pair.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MessageKind {
    /// The receiver learns of the send.
    SendInit,
    /// The sender learns that a round may begin.
    ClearToSend,
    /// One message of a round.
    Message(u32),
}

impl Partitions {
    /// Sends the CTS of a receive's round that has been started, if the `SendInit` has arrived.
    pub(super) fn send_cts(
        &mut self,
        core: &mut EngineCore<'_>,
        pair: PairId,
        caller: ActorId,
        initiator: Option<PartitionMessageId>,
    ) {
        let known = self.pair(pair);
        let messages = known.messages;
        if known.offered && known.recv.as_ref().is_some_and(ReceiveEnd::awaits_cts) {
            known.receiver().clear(messages);
            self.dispatch(core, pair, MessageKind::ClearToSend, caller, initiator);
        }
    }

    /// Sends the messages whose partitions are ready.
    pub(super) fn send_ready(
        &mut self,
        core: &mut EngineCore<'_>,
        pair: PairId,
        caller: ActorId,
        initiator: Option<PartitionMessageId>,
    ) {
        for message in self.pair(pair).sender().take_sendable() {
            self.dispatch(core, pair, MessageKind::Message(message), caller, initiator);
        }
    }

    /// Source, destination and bytes of a message.
    fn endpoints(&mut self, pair: PairId, kind: MessageKind) -> (ActorId, ActorId, u64) {
        let known = self.pair(pair);
        let (sender, receiver) = (known.key.sender, known.key.receiver);
        match kind {
            MessageKind::SendInit => (sender, receiver, 0),
            MessageKind::ClearToSend => (receiver, sender, 0),
            MessageKind::Message(message) => (sender, receiver, known.span(message).1),
        }
    }

    /// Sends a message once its sender, or the calling thread, has paid for it. `initiator`: the active message that it
    /// replies to.
    pub(super) fn dispatch(
        &mut self,
        core: &mut EngineCore<'_>,
        pair: PairId,
        kind: MessageKind,
        caller: ActorId,
        initiator: Option<PartitionMessageId>,
    ) {
        let (_, _, bytes) = self.endpoints(pair, kind);
        let now = core.kernel.now();
        self.pair(pair).in_flight += 1;
        let am = ActiveMessage { pair, kind, contents: Vec::new(), posted: now, start: now, phase: 0 };
        let am = self.active_messages.insert(am);
        core.notify(|| Notice::ActiveMessagePosted {
            am: ActiveMessageId::Partition(am),
            by: caller,
            because_of: initiator.map(ActiveMessageId::Partition),
        });
        let overhead = core.departure_cost(bytes);
        if overhead == Time::ZERO {
            self.partition_event(core, am);
        } else {
            core.charge_then(caller, CLASS_MESSAGE, Work::Time(overhead), Event::Partition(am));
        }
    }

    /// The sender has paid: it leaves.
    pub(crate) fn partition_event(&mut self, core: &mut EngineCore<'_>, am: PartitionMessageId) {
        let ActiveMessage { pair, kind, .. } = self.active_messages[am];
        let (from, to, bytes) = self.endpoints(pair, kind);
        self.active_messages[am].start = core.kernel.now();
        if matches!(kind, MessageKind::Message(_)) && bytes <= core.library.protocol.eager_max {
            if core.contents.moves(bytes) {
                let from = (from, self.place(pair, kind, true));
                self.active_messages[am].contents = core.load(from.0, from.1, bytes);
            }
            self.set_cause_partition(core, am, pair, to);
            self.message_sent(core, pair);
            core.notify(|| Notice::Completed);
        }
        let phase = core.actors.vitals(from).phase;
        self.active_messages[am].phase = phase;
        let transfer = core.transfer(Token::Partition(am), (from, to), bytes, phase);
        core.notify(|| Notice::ActiveMessageSent { am: ActiveMessageId::Partition(am), transfer: &transfer });
        core.kernel.transfer(&transfer);
    }

    /// What is completed from here on, with `peer` at the other end, is completed because of a message of a round.
    fn set_cause_partition(
        &mut self,
        core: &mut EngineCore<'_>,
        am: PartitionMessageId,
        pair: PairId,
        peer: ActorId,
    ) {
        if core.attribution.is_none() {
            return;
        }
        let known = self.pair(pair);
        let (receiver, bytes) = (known.key.receiver, known.span(0).1);
        // It was late because its sender declared it ready late, or because its receiver started late.
        let late_by = Some((receiver, WaitCause::LateReceiver));
        let protocol = Some(Protocol::Partitioned);
        let cause = ActiveMessageCause { late: WaitCause::LatePartition, late_by, peer, bytes, protocol };
        core.notify(|| Notice::ActiveMessageCompletes { am: ActiveMessageId::Partition(am), cause });
    }

    /// Where a message lies at its sender, or goes at its receiver.
    fn place(&mut self, pair: PairId, kind: MessageKind, at_sender: bool) -> Memory {
        let known = self.pair(pair);
        let MessageKind::Message(message) = kind else { unreachable!("only messages have bytes") };
        let (offset, _) = known.span(message);
        let buffer = if at_sender { known.sender().buffer } else { known.receiver().buffer };
        Memory::User(buffer.address.wrapping_add(offset))
    }

    /// An active message has arrived. A `SendInit` or CTS may have to wait until its rank is inside MPI.
    pub(crate) fn partition_arrived(&mut self, core: &mut EngineCore<'_>, am: PartitionMessageId) {
        core.notify(|| Notice::ActiveMessageArrived { am: ActiveMessageId::Partition(am) });
        let ActiveMessage { pair, kind, .. } = self.active_messages[am];
        let (_, to, _) = self.endpoints(pair, kind);
        let seen = matches!(kind, MessageKind::Message(_)) || core.actors[to].life.done;
        if seen || !core.defer(to, Deferred::Partition(am)) {
            self.act_on_arrival(core, am);
        }
    }

    /// The library handles an active message.
    pub(crate) fn act_on_arrival(&mut self, core: &mut EngineCore<'_>, am: PartitionMessageId) {
        let ActiveMessage { pair, kind, contents, posted, start, phase } = self.active_messages.remove(am);
        self.pair(pair).in_flight -= 1;
        let Key { sender, receiver, .. } = self.pair(pair).key;
        match kind {
            MessageKind::SendInit => {
                self.pair(pair).offered = true;
                self.send_cts(core, pair, receiver, Some(am));
            }
            MessageKind::ClearToSend => {
                let known = self.pair(pair);
                let messages = known.messages;
                known.sender().clear(messages);
                self.send_ready(core, pair, sender, Some(am));
            }
            MessageKind::Message(message) => {
                self.record_message(core, pair, kind, (posted, start), phase);
                self.deliver_partitions(core, pair, kind, contents);
                self.set_cause_partition(core, am, pair, receiver);
                self.message_arrived(core, am, pair, message);
                core.notify(|| Notice::Completed);
            }
        }
        self.drop_pair_if_done(pair);
    }

    /// Moves the bytes of a message to where they go, as far as there is room.
    fn deliver_partitions(&mut self, core: &mut EngineCore<'_>, pair: PairId, kind: MessageKind, contents: Vec<u8>) {
        let (from, to, bytes) = self.endpoints(pair, kind);
        let known = self.pair(pair);
        // Where there is too little room, there is one message.
        let bytes = bytes.min(known.receiver().bytes);
        let short = !contents.is_empty();
        if bytes > 0 && short {
            let place = self.place(pair, kind, false);
            core.store(to, place, &contents[..bytes as usize]);
        } else if core.contents.moves(bytes) {
            let (source, target) = (self.place(pair, kind, true), self.place(pair, kind, false));
            core.copy_memory((from, source), (to, target), bytes);
        }
        if short {
            core.contents.pool.give(contents);
        }
    }

    /// A message has arrived at its receiver.
    fn message_arrived(&mut self, core: &mut EngineCore<'_>, am: PartitionMessageId, pair: PairId, message: u32) {
        let (from, to, bytes) = self.endpoints(pair, MessageKind::Message(message));
        let overhead = core.receive_cost((from, to), bytes);
        let known = self.pair(pair);
        let (receiver, tag) = (known.key.receiver, known.key.tag);
        let (rank, sent) = (known.sender().rank, known.sender().bytes);
        let recv = known.receiver();
        let last = recv.arrive(message, overhead);
        let (request, room, overhead) = (recv.request, recv.bytes, recv.overhead);
        if bytes > core.library.protocol.eager_max {
            self.message_sent(core, pair);
        }
        let sender = self.pair(pair).key.sender;
        self.set_cause_partition(core, am, pair, sender);
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
            core.complete_request(receiver, request, status, overhead);
        }
        self.wake_pollers(core, receiver);
    }

    /// The sender's memory of one message is free again.
    fn message_sent(&mut self, core: &mut EngineCore<'_>, pair: PairId) {
        let known = self.pair(pair);
        let id = known.key.sender;
        let send = known.sender();
        send.left -= 1;
        if send.left == 0 {
            let request = send.request;
            core.complete_request(id, request, Status::EMPTY, Time::ZERO);
        }
    }

    /// Counts a message that has arrived, and records it.
    fn record_message(
        &mut self,
        core: &mut EngineCore<'_>,
        pair: PairId,
        kind: MessageKind,
        (posted, start): (Time, Time),
        phase: u32,
    ) {
        let (source, destination, bytes) = self.endpoints(pair, kind);
        core.totals.count_message(bytes);
        if core.interest.messages {
            let key = self.pair(pair).key;
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
                delivered: core.kernel.now(),
                phase,
            };
            core.observe(record);
        }
    }
}
