//! Point-to-point messages from their send to their delivery: matching, and the eager and rendezvous protocols
//! (docs/models/point-to-point.md).
//!
//! | file | contents |
//! |---|---|
//! | `cancel` | `MPI_Cancel` |
//! | `domains` | messages between ranks of different threads' domains |
//! | `eager_buffer` | buffers of finite size for eager messages without a receive |
//! | `probe` | probes |
//! | `transport` | handing data to the network, their delivery, the end of sends |

mod cancel;
mod domains;
mod eager_buffer;
mod probe;
mod transport;

use crate::actor::Deferred;
use crate::attribution::Notice;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_MESSAGE, Event};
use crate::ids::{LentId, MessageId, ReceiveId, ScheduleId};
use crate::library::{Handshake, ProgressMode, ProtocolParameters, SendEnd};
use crate::matching::Envelope;
use crate::message::{Cancellation, Message, Owner, Piece, Receive, RecvPost, SendPost, Sending, context_id};
use crate::payload::{Memory, Payload};
use crate::records::Records;
use crate::request::RequestKind;
use crate::schedule::Transport;
use crate::token::Token;
use eager_buffer::EagerBuffers;
use ops::{Buffer, Elements, ErrorClass, Protocol, RequestId, SendMode, Status, Work};
use std::collections::BTreeMap;
use units::{ActorId, Time};

/// Messages and receives of a run.
#[derive(Default)]
pub(crate) struct PointToPoint {
    pub(crate) messages: Records<MessageId, Message>,
    pub(crate) receives: Records<ReceiveId, Receive>,
    eager_buffers: EagerBuffers,
    /// Messages by destination that have matched before it has read their request to send.
    unread: BTreeMap<ActorId, Vec<MessageId>>,
}

/// A send or receive of a schedule that has ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VertexDone {
    pub(crate) schedule: ScheduleId,
    pub(crate) vertex: u16,
    pub(crate) actor: ActorId,
    pub(crate) status: Status,
    /// CPU time that the rank pays before the vertex is done.
    pub(crate) overhead: Time,
    /// Of a send, contents that it has left where they are: [`EngineCore::end_loan`].
    pub(crate) lent: Option<LentId>,
}

/// What ends at once at the ends of a message, where they are vertices of schedules: the receive, then the send.
pub(crate) type EndsDone = [Option<VertexDone>; 2];

impl PointToPoint {
    /// Starts a send of an actor's, whose message becomes visible once the overhead is paid.
    pub(crate) fn send(&mut self, core: &mut EngineCore<'_>, id: ActorId, owner: Owner, post: SendPost) {
        let (message, overhead) = self.begin_send(core, id, owner, post);
        if overhead == Time::ZERO {
            self.make_request_visible(core, message);
        } else {
            core.actors[id].unpaid_message = Some(message);
        }
    }

    /// Creates the message of a send of an actor's and charges the overhead.
    pub(crate) fn begin_send(
        &mut self,
        core: &mut EngineCore<'_>,
        id: ActorId,
        owner: Owner,
        post: SendPost,
    ) -> (MessageId, Time) {
        let SendPost { comm, peer, tag, buffer, elements, mode, blocking } = post;
        let rank = core.actors.rank_actor(id);
        let table = core.comms.get(comm);
        let (source_rank, peers) = (table.rank_of(rank), table.peers(rank));
        let destination = peers.actor(peer);
        let sending = Sending {
            source: rank,
            destination,
            context_id: context_id(comm, None),
            source_rank,
            tag,
            bytes: buffer.bytes,
            elements,
            mode,
            transport: Transport::Protocol,
            owner,
            from: Memory::User(buffer.address),
            // The bytes sent and the bytes received.
            buffers: buffer.bytes.saturating_mul(2),
            passed_on: false,
        };
        let message = self.new_message(core, sending);
        if let Owner::Request(request) = owner {
            core.actors[rank].requests.start(request, RequestKind::Send(message));
        }
        let overhead = core.send_cost((rank, destination), buffer.bytes, blocking);
        core.work(id, Work::Time(overhead));
        (message, overhead)
    }

    /// Whether a send ends as soon as its overhead is paid, wherever its receiver is.
    #[inline]
    pub(crate) fn ends_at_once(core: &EngineCore<'_>, mode: SendMode, bytes: u64) -> bool {
        let ends = |library| protocol(library, mode, bytes).1 == SendEnd::AtOnce;
        ends(&core.library.protocol) && core.library.inside.as_deref().is_none_or(ends)
    }

    /// Creates a message; nothing happens yet.
    #[inline(always)]
    pub(crate) fn new_message(&mut self, core: &mut EngineCore<'_>, sending: Sending) -> MessageId {
        let library = core.protocol(sending.source, sending.destination);
        let (protocol, send_end) = match sending.transport {
            Transport::Protocol => protocol(library, sending.mode, sending.bytes),
            Transport::Raw(_) => (Protocol::Eager, SendEnd::HandedOver),
            Transport::Instant => (Protocol::Eager, SendEnd::AtOnce),
        };
        if core.domain.is_some() {
            Self::check_divisible(core, (protocol, send_end), &sending);
        }
        let (source, owner) = (sending.source, sending.owner);
        // Captured when the send ends, if no receive has taken it before.
        let has_contents = core.contents.moves(sending.bytes) && sending.from != Memory::Nowhere;
        let payload = if has_contents { Payload::AtSender(sending.from) } else { Payload::None };
        let posted = (core.kernel.now(), core.actors.vitals(source).phase);
        // Inside a host an eager message goes through a buffer of the library's, which the sender writes.
        let changed = sending.passed_on || protocol == Protocol::Eager;
        let held = core.placement.held((source, sending.destination), sending.buffers, sending.bytes, changed);
        let message = Message::new(&sending, (protocol, send_end), payload, posted, held);
        let message = self.messages.insert(message);
        core.notify(|| Notice::MessagePosted { message, source, owner });
        message
    }

    /// Makes the message of a request visible.
    pub(crate) fn make_request_visible(&mut self, core: &mut EngineCore<'_>, id: MessageId) {
        let done = self.make_visible(core, id);
        debug_assert!(done.is_none(), "a request's message completes no schedule");
    }

    /// Makes a message visible to receives: its send overhead has been paid. Returns the send's vertex, if the send ends here.
    pub(crate) fn make_visible(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> Option<VertexDone> {
        let message = &self.messages[id];
        let (destination, envelope) = (message.destination, message.envelope());
        let at_once = message.send_end == SendEnd::AtOnce;
        if core.is_elsewhere(destination) {
            return self.hand_over(core, id);
        }
        let mut done = match message.protocol {
            Protocol::Eager => self.send_eager(core, id),
            Protocol::Rendezvous => {
                if let Handshake::Messages { request, .. } = core.library.protocol.handshake {
                    self.send_rts(core, id, request);
                }
                None
            }
            _ => None,
        };
        let mailbox = core.actors.mailbox(destination);
        match mailbox.posted_receives.take(envelope) {
            Some((_, receive)) => {
                let [receiver, sender] = self.match_message(core, id, receive);
                debug_assert!(receiver.is_none(), "a message has not been delivered when it becomes visible");
                done = done.or(sender);
            }
            None => {
                mailbox.unexpected_messages.push(envelope, id);
                let receiver = &core.actors[destination];
                if receiver.waiting.is_some() || receiver.thread.multithreaded {
                    self.wake_probers(core, destination, envelope);
                }
            }
        }
        if at_once { self.end_send(core, id, None) } else { done }
    }

    /// Delivers a message that takes no time ([`Transport::Instant`]). Returns what ends now: the receive, if there is one, and
    /// the send. It is in no table and in no total.
    pub(crate) fn deliver_instantly(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> EndsDone {
        let message = &mut self.messages[id];
        message.data.last_piece = Piece::Arrived;
        let (destination, envelope) = (message.destination, message.envelope());
        let start = core.kernel.now();
        core.notify(|| Notice::MessageDelivered { message: id, start });
        match core.actors.mailbox(destination).posted_receives.take(envelope) {
            Some((_, receive)) => self.match_message(core, id, receive),
            None => {
                core.actors.mailbox(destination).unexpected_messages.push(envelope, id);
                [None, self.end_send(core, id, None)]
            }
        }
    }

    /// Starts a receive of a rank's: its number, which means nothing any more if it has ended.
    #[inline(always)]
    pub(crate) fn recv(&mut self, core: &mut EngineCore<'_>, id: ActorId, owner: Owner, post: RecvPost) -> ReceiveId {
        let RecvPost { comm, source, tag, buffer, elements } = post;
        let envelope = Envelope { context_id: context_id(comm, None), source, tag };
        let into = Memory::User(buffer.address);
        let receive =
            self.new_receive(core, Receive { actor: id, owner, envelope, into, bytes: buffer.bytes, elements });
        if let Owner::Request(request) = owner {
            core.actors[id].requests.start(request, RequestKind::Receive(receive));
        }
        let done = self.post_receive(core, receive);
        debug_assert!(done.iter().all(Option::is_none), "a request's message completes no schedule");
        receive
    }

    /// A receive that belonged to its blocking call belongs to a request from now on.
    pub(crate) fn give_to_request(&mut self, core: &mut EngineCore<'_>, id: ReceiveId, request: RequestId) {
        let receive = &mut self.receives[id];
        receive.owner = Owner::Request(request);
        core.actors[receive.actor].requests.start(request, RequestKind::Receive(id));
    }

    /// Creates a receive; nothing happens yet.
    #[inline(always)]
    pub(crate) fn new_receive(&mut self, core: &mut EngineCore<'_>, receive: Receive) -> ReceiveId {
        let (actor, owner) = (receive.actor, receive.owner);
        let receive = self.receives.insert(receive);
        core.notify(|| Notice::ReceivePosted { receive, actor, owner });
        receive
    }

    /// Matches a receive with the first message that fits, or queues it.
    #[inline(always)]
    pub(crate) fn post_receive(&mut self, core: &mut EngineCore<'_>, id: ReceiveId) -> EndsDone {
        let receive = &self.receives[id];
        let envelope = receive.envelope;
        let mailbox = core.actors.mailbox(receive.actor);
        match mailbox.unexpected_messages.take(envelope) {
            Some((_, message)) => self.match_message(core, message, id),
            None => {
                mailbox.posted_receives.push(envelope, id);
                [None; 2]
            }
        }
    }

    pub(crate) fn recv_matched(
        &mut self,
        core: &mut EngineCore<'_>,
        id: ActorId,
        request: RequestId,
        message: u64,
        (buffer, elements): (Buffer, Elements),
    ) {
        let message = MessageId(u32::try_from(message).expect("the engine's own number of a message"));
        let envelope = self.messages[message].envelope();
        let (owner, into) = (Owner::Request(request), Memory::User(buffer.address));
        let receive =
            self.new_receive(core, Receive { actor: id, owner, envelope, into, bytes: buffer.bytes, elements });
        core.actors[id].requests.start(request, RequestKind::Receive(receive));
        let done = self.match_message(core, message, receive);
        debug_assert!(done.iter().all(Option::is_none), "a request's message completes no schedule");
    }

    /// Matches a message with a receive. Returns what ends now.
    fn match_message(&mut self, core: &mut EngineCore<'_>, id: MessageId, receive: ReceiveId) -> EndsDone {
        let message = &mut self.messages[id];
        message.set_receive(Some(receive));
        if message.send_end == SendEnd::AtOnce || message.source == message.destination {
            self.deliver_at_match(core, id, receive);
        }
        let message = &self.messages[id];
        let sender = match message.protocol {
            Protocol::Eager if message.data.delivered() => return self.complete_transfer(core, id),
            Protocol::Eager => self.data_started(core, id),
            Protocol::Detached => self.send_data(core, id, 0),
            Protocol::OneSided | Protocol::Partitioned => unreachable!("these are not matched as messages are"),
            Protocol::Rendezvous => self.send_cts(core, id),
        };
        [None, sender]
    }

    /// The receiver of a rendezvous works on its clear to send (CTS) for `handshake_cpu` and sends it, if it is inside MPI or the
    /// library does not demand that.
    ///
    /// A sender announces a long message by a request to send (RTS). The receiver answers with a CTS once a receive has
    /// matched, and the CTS lets the data start. `handshake` is the time of both, counted from the receiver's work, or says that
    /// both are messages. Those follow what is under way on their connection: a CTS leaves behind the data of the other direction.
    pub(crate) fn send_cts(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> Option<VertexDone> {
        let Message { source, destination, data, .. } = self.messages[id];
        if !data.announced {
            // [`Self::rts_arrived`] comes back to it.
            return None;
        }
        if data.read_in > core.actors.vitals(destination).progress.turns {
            self.unread.entry(destination).or_default().push(id);
            core.notify(|| Notice::RankAbsent { message: id, rank: destination });
            return None;
        }
        if core.defer(destination, Deferred::ClearToSend(id)) {
            core.notify(|| Notice::RankAbsent { message: id, rank: destination });
            return None;
        }
        let work = core.handshake_cost((source, destination));
        if work == Time::ZERO {
            return self.cts_leaves(core, id);
        }
        core.charge_then(destination, CLASS_MESSAGE, Work::Time(work), Event::ClearToSend(id));
        None
    }

    /// The receiver of a rendezvous has paid its part of the handshake.
    ///
    /// | `handshake` | from here to the data |
    /// |---|---|
    /// | a time | the time, then [`Self::start_data`] |
    /// | no round trip | [`Self::start_data`] at once |
    /// | n round trips, and nothing depends on when they end | the data leave now, with the round trips as extra latency |
    /// | n round trips, else | an empty message of that latency ([`Token::Handshake`]), then [`Self::start_data`] |
    /// | messages | a message to the sender, then [`Self::cts_arrived`] |
    pub(crate) fn cts_leaves(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> Option<VertexDone> {
        let Message { source, destination, .. } = self.messages[id];
        match core.library.protocol.handshake {
            Handshake::Time(time) => {
                let start = core.kernel.now().saturating_add(time);
                core.at(start, CLASS_MESSAGE, source, Event::StartData(id));
                None
            }
            Handshake::Messages { reply, .. } => {
                self.send_handshake(core, Token::Handshake(id), (destination, source), (reply, 1));
                None
            }
            Handshake::RoundTrips(rounds @ 1..) if self.starts_matter(core, id) => {
                self.send_handshake(core, Token::Handshake(id), (source, destination), (0, 2 * rounds));
                None
            }
            Handshake::RoundTrips(0) => self.start_data(core, id),
            Handshake::RoundTrips(rounds) => self.send_data(core, id, rounds),
        }
    }

    /// Whether it matters when the handshake of a rendezvous ends: its sender works then, where it is decides when the data start,
    /// or its send ends with their start.
    fn starts_matter(&self, core: &EngineCore<'_>, id: MessageId) -> bool {
        let Message { source, destination, .. } = self.messages[id];
        core.protocol(source, destination).handshake_cpu > Time::ZERO
            || core.library.protocol.progress == ProgressMode::InsideMpi
            || self.messages[id].send_end != SendEnd::Delivered
    }

    /// The sender of a rendezvous has the CTS: it works for `handshake_cpu` and starts the data, if it is inside MPI or the library
    /// does not demand that. From then on they need neither end.
    pub(crate) fn start_data(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> Option<VertexDone> {
        let Message { source, destination, .. } = self.messages[id];
        if core.defer(source, Deferred::RendezvousData(id)) {
            core.notify(|| Notice::RankAbsent { message: id, rank: source });
            return None;
        }
        let work = core.handshake_cost((source, destination));
        if work == Time::ZERO {
            return self.send_data(core, id, 0);
        }
        core.charge_then(source, CLASS_MESSAGE, Work::Time(work), Event::SendData(id));
        None
    }

    /// The clear to send of a rendezvous has arrived, or the time of its handshake is over.
    pub(crate) fn cts_arrived(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> Option<VertexDone> {
        match core.library.protocol.handshake {
            Handshake::Messages { pause, .. } if pause > Time::ZERO => {
                let start = core.kernel.now().saturating_add(pause);
                core.at(start, CLASS_MESSAGE, self.messages[id].source, Event::StartData(id));
                None
            }
            _ => self.start_data(core, id),
        }
    }

    /// The sender of a rendezvous announces it by a message.
    fn send_rts(&mut self, core: &mut EngineCore<'_>, id: MessageId, bytes: u64) {
        let message = &mut self.messages[id];
        message.data.announced = false;
        let ends = (message.source, message.destination);
        self.send_handshake(core, Token::RequestToSend(id), ends, (bytes, 1));
    }

    /// The announcement of a rendezvous has arrived: a message that has matched is answered.
    pub(crate) fn rts_arrived(&mut self, core: &mut EngineCore<'_>, id: MessageId) {
        let message = &mut self.messages[id];
        message.data.announced = true;
        if core.library.protocol.progress == ProgressMode::InsideMpi {
            message.data.read_in = core.turn_that_reads(message.destination);
        }
        if message.cancellation != Cancellation::None {
            self.end_withdrawn(core, id);
        } else if message.receive().is_some() {
            let done = self.send_cts(core, id);
            debug_assert!(done.is_none(), "the data start when the answer has arrived");
        }
    }

    /// Whether any message has matched before its request to send was read.
    #[inline]
    pub(crate) fn has_unread(&self) -> bool {
        !self.unread.is_empty()
    }

    /// A rank reads the requests to send that have arrived: messages that have matched are answered.
    pub(crate) fn read_arrivals(&mut self, core: &mut EngineCore<'_>, rank: ActorId) {
        for id in self.unread.remove(&rank).unwrap_or_default() {
            let done = self.send_cts(core, id);
            debug_assert!(done.is_none(), "the data start when the answer has arrived");
        }
    }

    /// Sends a part of a message's handshake as a message of so many bytes and latencies.
    fn send_handshake(
        &mut self,
        core: &mut EngineCore<'_>,
        token: Token,
        ends: (ActorId, ActorId),
        (bytes, latencies): (u64, u32),
    ) {
        let (Token::RequestToSend(id) | Token::Handshake(id)) = token else {
            unreachable!("other tokens are not handshakes");
        };
        let mut transfer = core.transfer(token, ends, bytes, self.messages[id].phase);
        transfer.latency_factor *= f64::from(latencies);
        core.kernel.transfer(&transfer);
    }

    /// A message that has arrived and a receive that waits for it: both end. The message goes, unless its send goes on.
    fn complete_transfer(&mut self, core: &mut EngineCore<'_>, id: MessageId) -> EndsDone {
        let message = &mut self.messages[id];
        let eager = message.protocol == Protocol::Eager && message.send_end == SendEnd::Delivered;
        // What was deferred when it arrived comes at the latest when the rank is inside next.
        let goes_on = eager && !message.send_ended;
        let stays = goes_on && (message.end_deferred || core.defer(message.destination, Deferred::SendEnd(id)));
        let number = message.receive().expect("only a message with a receive finishes");
        let receive = self.receives.remove(number);
        let receiver = (receive.actor, receive.owner);
        core.notify(|| Notice::MessageCompletes { message: id, receive: number, data: message, receiver });
        let truncated = message.bytes > receive.bytes;
        let bytes = message.bytes.min(receive.bytes);
        core.deliver(message.source, &mut message.payload, (receive.actor, receive.into), bytes);
        let (error, handle) = match (truncated, message.elements.contradicts(receive.elements) && bytes > 0) {
            (true, _) => (ErrorClass::Truncate, message.elements.truncated(receive.elements, message.bytes)),
            (false, true) => (ErrorClass::Type, message.elements.pair(receive.elements)),
            (false, false) => (ErrorClass::Success, 0),
        };
        let (source, tag) = (message.source_rank as i32, message.tag);
        let status = Status { source, tag, bytes, error, cancelled: false, handle };
        let overhead = match message.data.transport {
            Transport::Protocol => core.receive_cost((message.source, message.destination), message.bytes),
            Transport::Raw(_) | Transport::Instant => Time::ZERO,
        };
        let (from, owner, send_ends) = (message.source, message.owner, !message.send_ended && !stays);
        if stays {
            message.set_receive(None);
            message.received = true;
        } else {
            self.messages.remove(id);
        }
        let receiver = complete_owner(core, receive.actor, receive.owner, status, overhead);
        let sender = if send_ends {
            core.notify(|| Notice::SenderCompletes);
            complete_owner(core, from, owner, Status::EMPTY, Time::ZERO)
        } else {
            None
        };
        core.notify(|| Notice::Completed);
        [receiver, sender]
    }

    /// Copies the contents of a message to where they go, although its transfer has not ended in simulated time: from the match
    /// on the receive's buffer is the library's (MPI 5.0 §3.7.2). So contents of a send that ends at once are copied once, where
    /// its receive has been posted; and a rank that sends to itself may then free its buffer, as with real libraries.
    fn deliver_at_match(&mut self, core: &mut EngineCore<'_>, id: MessageId, receive: ReceiveId) {
        let message = &mut self.messages[id];
        if matches!(message.payload, Payload::None) {
            return;
        }
        let receive = &self.receives[receive];
        let bytes = message.bytes.min(receive.bytes);
        core.deliver(message.source, &mut message.payload, (receive.actor, receive.into), bytes);
    }
}

/// The protocol of a message, and when its send ends.
fn protocol(library: &ProtocolParameters, mode: SendMode, bytes: u64) -> (Protocol, SendEnd) {
    let eager = bytes <= library.eager_max;
    match (mode, library.send_end.at(bytes)) {
        // It must not end before the match.
        (SendMode::Synchronous, SendEnd::Matched) => (Protocol::Rendezvous, SendEnd::Matched),
        (SendMode::Synchronous, _) => (Protocol::Rendezvous, SendEnd::Delivered),
        // A buffered send is local whatever its size: the library has its own copy.
        (SendMode::Buffered, _) if eager => (Protocol::Eager, SendEnd::AtOnce),
        (SendMode::Buffered, _) => (Protocol::Detached, SendEnd::AtOnce),
        (_, end) if eager => (Protocol::Eager, end),
        (_, SendEnd::AtOnce) => (Protocol::Detached, SendEnd::AtOnce),
        (_, end) => (Protocol::Rendezvous, end),
    }
}

/// A send or receive has ended: completes its request, or returns its vertex.
#[inline(always)]
fn complete_owner(
    core: &mut EngineCore<'_>,
    actor: ActorId,
    owner: Owner,
    status: Status,
    overhead: Time,
) -> Option<VertexDone> {
    match owner {
        Owner::Request(request) => {
            core.complete_request(actor, request, status, overhead);
            None
        }
        Owner::Call => {
            core.end_blocking(actor, status, overhead);
            None
        }
        Owner::Vertex(schedule, vertex) => Some(VertexDone { schedule, vertex, actor, status, overhead, lent: None }),
    }
}
