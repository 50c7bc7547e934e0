//! Messages from their send to their delivery: matching and protocols (docs/models/point-to-point.md).
//!
//! | file | what |
//! |---|---|
//! | `cancel` | `MPI_Cancel` |
//! | `probe` | probes |

mod cancel;
mod probe;

use crate::actor::Deferred;
use crate::attribution::Notice;
use crate::engine_core::EngineCore;
use crate::event::{CLASS_MESSAGE, Event};
use crate::library::{Handshake, ProgressMode};
use crate::matching::Envelope;
use crate::message::{Cancellation, Message, Owner, Receive, Sending, comm_of, context_id};
use crate::payload::{Memory, Payload};
use crate::request::RequestKind;
use crate::token::Token;
use ops::{Buffer, CommId, Elements, ErrorClass, Protocol, Record, RequestId, SendMode, Status, Work};
use slab::Slab;
use units::{ActorId, Time};

/// Messages and receives of a run.
#[derive(Default)]
pub(crate) struct PointToPoint {
    pub(crate) messages: Slab<Message>,
    pub(crate) receives: Slab<Receive>,
}

/// A send or receive of a schedule that has ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct VertexDone {
    pub(crate) schedule: u32,
    pub(crate) vertex: u16,
    pub(crate) status: Status,
    /// CPU time that the rank pays before the vertex is done.
    pub(crate) overhead: Time,
}

impl PointToPoint {
    #[allow(clippy::too_many_arguments, reason = "the fields of one post")]
    pub(crate) fn send(
        &mut self,
        core: &mut EngineCore<'_>,
        id: ActorId,
        request: RequestId,
        comm: CommId,
        peer: u32,
        tag: i32,
        (buffer, elements): (Buffer, Elements),
        mode: SendMode,
        blocking: bool,
    ) {
        let rank = core.actors.rank_actor(id);
        let table = core.comms.get(comm);
        let (source_rank, peers) = (table.rank_of(rank), table.peers(rank));
        let sending = Sending {
            source: rank,
            destination: peers.actor(peer),
            context_id: context_id(comm, None),
            source_rank,
            tag,
            bytes: buffer.bytes,
            elements,
            mode,
            owner: Owner::Request(request),
            from: Memory::User(buffer.address),
        };
        let message = self.new_message(core, sending);
        core.actors[rank].requests.start(request, RequestKind::Send(message));
        let overhead = self.send_overhead(core, message, blocking);
        if overhead == Time::ZERO {
            self.launch_request(core, message);
        } else {
            core.work(id, Work::Time(overhead));
            core.actors[id].launch = Some(message);
        }
    }

    /// Creates a message; nothing happens yet.
    pub(crate) fn new_message(&mut self, core: &mut EngineCore<'_>, sending: Sending) -> u32 {
        let limits = &core.library.protocol;
        let protocol = match sending.mode {
            SendMode::Synchronous => Protocol::Rendezvous,
            _ if sending.bytes <= limits.eager_max => Protocol::Eager,
            // A buffered send is local whatever its size: the library has its own copy.
            _ if sending.bytes <= limits.detached_max || sending.mode == SendMode::Buffered => Protocol::Detached,
            _ => Protocol::Rendezvous,
        };
        let (source, owner) = (sending.source, sending.owner);
        let message = Message {
            source,
            destination: sending.destination,
            context_id: sending.context_id,
            source_rank: sending.source_rank,
            tag: sending.tag,
            bytes: sending.bytes,
            elements: sending.elements,
            protocol,
            owner,
            from: sending.from,
            payload: Payload::None,
            receive: None,
            delivered: false,
            cancellation: Cancellation::None,
            posted: core.kernel.now(),
            start: Time::ZERO,
            phase: core.actors[source].phase,
        };
        let message = u32::try_from(self.messages.insert(message)).expect("fewer than 2^32 messages in flight");
        core.notify(Notice::MessagePosted { message, source, owner });
        message
    }

    /// The send overhead of a message (`send` or `isend`); a rendezvous has none.
    pub(crate) fn send_overhead(&self, core: &EngineCore<'_>, message: u32, blocking: bool) -> Time {
        let message = &self.messages[message as usize];
        if message.protocol == Protocol::Rendezvous {
            return Time::ZERO;
        }
        let protocol = &core.library.protocol;
        let table = if blocking { &protocol.send } else { &protocol.isend };
        table.cost(message.bytes)
    }

    /// Launches the message of a request.
    pub(crate) fn launch_request(&mut self, core: &mut EngineCore<'_>, id: u32) {
        let done = self.launch(core, id);
        debug_assert!(done.is_none(), "a request's message completes no schedule");
    }

    /// Makes a message visible to receives: its send overhead has been paid. An eager or detached send ends here, as the
    /// library has its own copy.
    pub(crate) fn launch(&mut self, core: &mut EngineCore<'_>, id: u32) -> Option<VertexDone> {
        let message = &mut self.messages[id as usize];
        let (source, destination, owner) = (message.source, message.destination, message.owner);
        let local = message.protocol != Protocol::Rendezvous;
        if core.contents.moves(message.bytes) {
            message.payload = if local {
                core.capture(source, message.from, message.bytes)
            } else {
                Payload::AtSender(message.from)
            };
        }
        let envelope =
            Envelope { context_id: message.context_id, source: message.source_rank as i32, tag: message.tag };
        if message.protocol == Protocol::Eager {
            self.send_data(core, id, 0);
        }
        let receiver = &mut core.actors[destination];
        match receiver.posted.take(envelope) {
            Some((_, receive)) => {
                let done = self.bind(core, id, receive);
                debug_assert!(done.is_none(), "a message that is launched has not been delivered");
            }
            None => {
                receiver.unexpected.push(envelope, id);
                if receiver.waiting.is_some() || receiver.thread.multithreaded {
                    self.wake_probers(core, destination, envelope);
                }
            }
        }
        if local { complete(core, source, owner, Status::EMPTY, Time::ZERO) } else { None }
    }

    pub(crate) fn recv(
        &mut self,
        core: &mut EngineCore<'_>,
        id: ActorId,
        request: RequestId,
        comm: CommId,
        (source, tag): (i32, i32),
        (buffer, elements): (Buffer, Elements),
    ) {
        let envelope = Envelope { context_id: context_id(comm, None), source, tag };
        let (owner, into) = (Owner::Request(request), Memory::User(buffer.address));
        let receive =
            self.new_receive(core, Receive { actor: id, owner, envelope, into, bytes: buffer.bytes, elements });
        core.actors[id].requests.start(request, RequestKind::Receive(receive));
        let done = self.post_receive(core, receive);
        debug_assert!(done.is_none(), "a request's message completes no schedule");
    }

    /// Creates a receive; nothing happens yet.
    pub(crate) fn new_receive(&mut self, core: &mut EngineCore<'_>, receive: Receive) -> u32 {
        let (actor, owner) = (receive.actor, receive.owner);
        let receive = u32::try_from(self.receives.insert(receive)).expect("fewer than 2^32 receives");
        core.notify(Notice::ReceivePosted { receive, actor, owner });
        receive
    }

    /// Matches a receive with the first message that fits, or queues it.
    pub(crate) fn post_receive(&mut self, core: &mut EngineCore<'_>, id: u32) -> Option<VertexDone> {
        let receive = &self.receives[id as usize];
        let envelope = receive.envelope;
        let actor = &mut core.actors[receive.actor];
        match actor.unexpected.take(envelope) {
            Some((_, message)) => self.bind(core, message, id),
            None => {
                actor.posted.push(envelope, id);
                None
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
        let message = u32::try_from(message).expect("the engine's own number of a message");
        let found = &self.messages[message as usize];
        let envelope = Envelope { context_id: found.context_id, source: found.source_rank as i32, tag: found.tag };
        let (owner, into) = (Owner::Request(request), Memory::User(buffer.address));
        let receive =
            self.new_receive(core, Receive { actor: id, owner, envelope, into, bytes: buffer.bytes, elements });
        core.actors[id].requests.start(request, RequestKind::Receive(receive));
        let done = self.bind(core, message, receive);
        debug_assert!(done.is_none(), "a request's message completes no schedule");
    }

    /// Matches a message with a receive. Returns the receive's vertex, if both end now.
    fn bind(&mut self, core: &mut EngineCore<'_>, id: u32, receive: u32) -> Option<VertexDone> {
        let message = &mut self.messages[id as usize];
        message.receive = Some(receive);
        if message.source == message.destination {
            self.deliver_to_self(core, id, receive);
        }
        let message = &self.messages[id as usize];
        match message.protocol {
            Protocol::Eager if message.delivered => {
                let [receiver, sender] = self.finish(core, id);
                debug_assert!(sender.is_none(), "the send of an eager message has ended");
                return receiver;
            }
            Protocol::Eager => {}
            Protocol::Detached => self.send_data(core, id, 0),
            Protocol::OneSided | Protocol::Partitioned => unreachable!("these are not matched as messages are"),
            Protocol::Rendezvous => self.send_cts(core, id),
        }
        None
    }

    /// The receiver of a rendezvous sends its clear to send (CTS), if it is inside MPI or the library does not demand that.
    ///
    /// A sender announces a long message by a request to send (RTS). The receiver answers with a CTS once a receive has
    /// matched, and the CTS lets the data start. `handshake` is the time of both, counted from the match.
    ///
    /// | `handshake` | `progress` | from here to the data |
    /// |---|---|---|
    /// | a time | either | the time, then [`Self::start_data`] |
    /// | n round trips | background | the data leave now, with the round trips as extra latency |
    /// | no round trip | inside MPI | [`Self::start_data`] at once |
    /// | n round trips | inside MPI | an empty message of that latency ([`Token::Handshake`]), then [`Self::start_data`] |
    pub(crate) fn send_cts(&mut self, core: &mut EngineCore<'_>, id: u32) {
        let Message { source, destination, .. } = self.messages[id as usize];
        if core.defer(destination, Deferred::ClearToSend(id)) {
            core.notify(Notice::RankAbsent { message: id, rank: destination });
            return;
        }
        let protocol = &core.library.protocol;
        match (protocol.handshake, protocol.progress) {
            (Handshake::Time(time), _) => {
                let start = core.kernel.now().saturating_add(time);
                core.at(start, CLASS_MESSAGE, source, Event::StartData(id));
            }
            (Handshake::RoundTrips(rounds), ProgressMode::Background) => self.send_data(core, id, rounds),
            (Handshake::RoundTrips(0), ProgressMode::InsideMpi) => self.start_data(core, id),
            (Handshake::RoundTrips(rounds), ProgressMode::InsideMpi) => self.send_handshake(core, id, rounds),
        }
    }

    /// The sender of a rendezvous has the CTS: it starts the data, if it is inside MPI or the library does not demand that.
    /// From then on they need nobody.
    pub(crate) fn start_data(&mut self, core: &mut EngineCore<'_>, id: u32) {
        let source = self.messages[id as usize].source;
        if core.defer(source, Deferred::RendezvousData(id)) {
            core.notify(Notice::RankAbsent { message: id, rank: source });
        } else {
            self.send_data(core, id, 0);
        }
    }

    /// Sends the handshake as an empty message: where the sender is when it ends decides when the data start.
    fn send_handshake(&mut self, core: &mut EngineCore<'_>, id: u32, rounds: u32) {
        let Message { source, destination, phase, .. } = self.messages[id as usize];
        let mut transfer = core.transfer(Token::Handshake(id), (source, destination), 0, phase);
        transfer.latency_factor *= f64::from(2 * rounds);
        core.kernel.transfer(&transfer);
    }

    /// Hands the data to the network. `handshake_rounds` round trips of an empty message are added to their latency: they
    /// carry no bytes and meet no contention.
    fn send_data(&mut self, core: &mut EngineCore<'_>, id: u32, handshake_rounds: u32) {
        let message = &mut self.messages[id as usize];
        message.start = core.kernel.now();
        let ends = (message.source, message.destination);
        let mut transfer = core.transfer(Token::Message(id), ends, message.bytes, message.phase);
        transfer.latency_factor += f64::from(2 * handshake_rounds) * core.library.protocol.latency_factor.at(0);
        core.notify(Notice::DataSent { message: id, transfer: &transfer });
        core.kernel.transfer(&transfer);
    }

    /// The last byte of a message has arrived. Returns the vertices that end: the receiver's, then the sender's.
    pub(crate) fn delivered(&mut self, core: &mut EngineCore<'_>, id: u32) -> [Option<VertexDone>; 2] {
        let message = &mut self.messages[id as usize];
        if message.cancellation != Cancellation::None {
            self.end_withdrawn(core, id);
            return [None; 2];
        }
        message.delivered = true;
        core.totals.count_message(message.bytes);
        core.notify(Notice::MessageDelivered { message: id, start: message.start });
        if core.interest.messages {
            let record = Record::Message {
                source: message.source,
                destination: message.destination,
                comm: comm_of(message.context_id),
                tag: message.tag,
                collective: message.context_id as u32 != 0,
                bytes: message.bytes,
                protocol: message.protocol,
                posted: message.posted,
                start: message.start,
                delivered: core.kernel.now(),
            };
            core.observe(record);
        }
        if message.receive.is_some() { self.finish(core, id) } else { [None; 2] }
    }

    /// A message that has arrived and a receive that waits for it: both end.
    fn finish(&mut self, core: &mut EngineCore<'_>, id: u32) -> [Option<VertexDone>; 2] {
        let message = self.messages.remove(id as usize);
        let number = message.receive.expect("only a message with a receive finishes");
        let receive = self.receives.remove(number as usize);
        let receiver = (receive.actor, receive.owner);
        core.notify(Notice::MessageCompletes { message: id, receive: number, data: &message, receiver });
        let truncated = message.bytes > receive.bytes;
        let bytes = message.bytes.min(receive.bytes);
        core.deliver((message.source, message.payload), (receive.actor, receive.into), bytes);
        let (error, handle) = match (truncated, message.elements.contradicts(receive.elements) && bytes > 0) {
            (true, _) => (ErrorClass::Truncate, message.bytes),
            (false, true) => (ErrorClass::Type, message.elements.pair(receive.elements)),
            (false, false) => (ErrorClass::Success, 0),
        };
        let (source, tag) = (message.source_rank as i32, message.tag);
        let status = Status { source, tag, bytes, error, cancelled: false, handle };
        let done = if message.protocol == Protocol::Rendezvous {
            let receiver = complete(core, receive.actor, receive.owner, status, Time::ZERO);
            core.notify(Notice::SenderCompletes);
            [receiver, complete(core, message.source, message.owner, Status::EMPTY, Time::ZERO)]
        } else {
            let overhead = core.library.protocol.recv.cost(message.bytes);
            [complete(core, receive.actor, receive.owner, status, overhead), None]
        };
        core.notify(Notice::Completed);
        done
    }

    /// Copies the contents of a message from a rank to itself at the match, as libraries do: a program may then free a buffer
    /// whose transfer has not ended in simulated time. The message takes as long as any other.
    fn deliver_to_self(&mut self, core: &mut EngineCore<'_>, id: u32, receive: u32) {
        let message = &mut self.messages[id as usize];
        let payload = std::mem::take(&mut message.payload);
        let receive = &self.receives[receive as usize];
        let bytes = message.bytes.min(receive.bytes);
        core.deliver((message.source, payload), (receive.actor, receive.into), bytes);
    }
}

/// A send or receive has ended: completes its request, or returns its vertex.
fn complete(
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
        Owner::Vertex(schedule, vertex) => Some(VertexDone { schedule, vertex, status, overhead }),
    }
}
