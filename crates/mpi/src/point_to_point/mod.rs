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
use crate::core::Core;
use crate::event::{CLASS_MESSAGE, Event};
use crate::library::{Handshake, ProgressMode};
use crate::matching::Envelope;
use crate::message::{Cancellation, Message, Owner, Receive, Sending, comm_of, context};
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

/// A node of a schedule whose message has been sent or received.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NodeDone {
    pub(crate) schedule: u32,
    pub(crate) node: u16,
    pub(crate) status: Status,
    /// What it costs the rank.
    pub(crate) overhead: Time,
}

impl PointToPoint {
    #[allow(clippy::too_many_arguments, reason = "the fields of one post")]
    pub(crate) fn send(
        &mut self,
        core: &mut Core<'_>,
        id: ActorId,
        request: RequestId,
        comm: CommId,
        peer: u32,
        tag: i32,
        (buffer, elements): (Buffer, Elements),
        mode: SendMode,
        blocking: bool,
    ) {
        let rank = core.rank_of(id);
        let table = core.comms.get(comm);
        let (source_rank, peers) = (table.rank_of(rank), table.peers(rank));
        let sending = Sending {
            source: rank,
            destination: peers.actor(peer),
            context: context(comm, None),
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
            self.launch_own(core, message);
        } else {
            core.work(id, Work::Time(overhead));
            core.actors[id].launch = Some(message);
        }
    }

    /// Creates a message; nothing happens yet.
    pub(crate) fn new_message(&mut self, core: &mut Core<'_>, sending: Sending) -> u32 {
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
            context: sending.context,
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

    /// T1 of a message; rendezvous has none.
    pub(crate) fn send_overhead(&self, core: &Core<'_>, message: u32, blocking: bool) -> Time {
        let message = &self.messages[message as usize];
        if message.protocol == Protocol::Rendezvous {
            return Time::ZERO;
        }
        let protocol = &core.library.protocol;
        let table = if blocking { &protocol.send } else { &protocol.isend };
        table.cost(message.bytes)
    }

    /// Launches the message of a request.
    pub(crate) fn launch_own(&mut self, core: &mut Core<'_>, id: u32) {
        let done = self.launch(core, id);
        debug_assert!(done.is_none(), "a request's message completes no schedule");
    }

    /// The message becomes visible to matching; an eager or detached one is the library's from here on, which ends its
    /// send.
    pub(crate) fn launch(&mut self, core: &mut Core<'_>, id: u32) -> Option<NodeDone> {
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
        let envelope = Envelope { context: message.context, source: message.source_rank as i32, tag: message.tag };
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
        core: &mut Core<'_>,
        id: ActorId,
        request: RequestId,
        comm: CommId,
        (source, tag): (i32, i32),
        (buffer, elements): (Buffer, Elements),
    ) {
        let envelope = Envelope { context: context(comm, None), source, tag };
        let (owner, into) = (Owner::Request(request), Memory::User(buffer.address));
        let receive =
            self.new_receive(core, Receive { actor: id, owner, envelope, into, bytes: buffer.bytes, elements });
        core.actors[id].requests.start(request, RequestKind::Receive(receive));
        let done = self.post_receive(core, receive);
        debug_assert!(done.is_none(), "a request's message completes no schedule");
    }

    /// Creates a receive; nothing happens yet.
    pub(crate) fn new_receive(&mut self, core: &mut Core<'_>, receive: Receive) -> u32 {
        let (actor, owner) = (receive.actor, receive.owner);
        let receive = u32::try_from(self.receives.insert(receive)).expect("fewer than 2^32 receives");
        core.notify(Notice::ReceivePosted { receive, actor, owner });
        receive
    }

    /// Gives a receive its message, or lets it wait for one.
    pub(crate) fn post_receive(&mut self, core: &mut Core<'_>, id: u32) -> Option<NodeDone> {
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
        core: &mut Core<'_>,
        id: ActorId,
        request: RequestId,
        message: u64,
        (buffer, elements): (Buffer, Elements),
    ) {
        let message = u32::try_from(message).expect("the engine's own number of a message");
        let found = &self.messages[message as usize];
        let envelope = Envelope { context: found.context, source: found.source_rank as i32, tag: found.tag };
        let (owner, into) = (Owner::Request(request), Memory::User(buffer.address));
        let receive =
            self.new_receive(core, Receive { actor: id, owner, envelope, into, bytes: buffer.bytes, elements });
        core.actors[id].requests.start(request, RequestKind::Receive(receive));
        let done = self.bind(core, message, receive);
        debug_assert!(done.is_none(), "a request's message completes no schedule");
    }

    /// A message has found its receive. Returns the receive's node, if both end now.
    fn bind(&mut self, core: &mut Core<'_>, id: u32, receive: u32) -> Option<NodeDone> {
        let message = &mut self.messages[id as usize];
        message.receive = Some(receive);
        if message.source == message.destination {
            self.deliver_own_contents(core, id, receive);
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
            Protocol::Rendezvous => self.answer_rendezvous(core, id),
        }
        None
    }

    /// The receiver of a rendezvous answers, which starts the handshake. It has to be inside MPI for that if the library
    /// demands it.
    pub(crate) fn answer_rendezvous(&mut self, core: &mut Core<'_>, id: u32) {
        let Message { source, destination, .. } = self.messages[id as usize];
        if core.defer(destination, Deferred::Answer(id)) {
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
            (Handshake::RoundTrips(rounds), ProgressMode::InsideMpi) => self.exchange_handshake(core, id, rounds),
        }
    }

    /// The handshake is over: the data of a rendezvous start, as soon as the sender is inside MPI if the library demands
    /// that. From then on they flow by themselves.
    pub(crate) fn start_data(&mut self, core: &mut Core<'_>, id: u32) {
        let source = self.messages[id as usize].source;
        if core.defer(source, Deferred::Data(id)) {
            core.notify(Notice::RankAbsent { message: id, rank: source });
        } else {
            self.send_data(core, id, 0);
        }
    }

    /// A handshake of its own, so that the sender can be asked where it is when the handshake ends.
    fn exchange_handshake(&mut self, core: &mut Core<'_>, id: u32, rounds: u32) {
        let Message { source, destination, phase, .. } = self.messages[id as usize];
        let mut transfer = core.transfer(Token::Handshake(id), (source, destination), 0, phase);
        transfer.latency_factor *= f64::from(2 * rounds);
        core.kernel.transfer(&transfer);
    }

    /// Hands the data to the network. A handshake of so many rounds of empty messages is added to their latency: it
    /// carries no bytes and meets no contention.
    fn send_data(&mut self, core: &mut Core<'_>, id: u32, handshake_rounds: u32) {
        let message = &mut self.messages[id as usize];
        message.start = core.kernel.now();
        let ends = (message.source, message.destination);
        let mut transfer = core.transfer(Token::Message(id), ends, message.bytes, message.phase);
        transfer.latency_factor += f64::from(2 * handshake_rounds) * core.library.protocol.latency_factor.at(0);
        core.notify(Notice::DataSent { message: id, transfer: &transfer });
        core.kernel.transfer(&transfer);
    }

    /// The last byte of a message has arrived. Returns the nodes that end: the receiver's, then the sender's.
    pub(crate) fn delivered(&mut self, core: &mut Core<'_>, id: u32) -> [Option<NodeDone>; 2] {
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
                comm: comm_of(message.context),
                tag: message.tag,
                collective: message.context as u32 != 0,
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
    fn finish(&mut self, core: &mut Core<'_>, id: u32) -> [Option<NodeDone>; 2] {
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

    /// A message of a rank's to itself is a copy in its memory, which a library makes as soon as both sides are there. So
    /// a program that tests such a receive once and then gives up its buffer, sure that it has ended, does no harm. The
    /// time that the message takes stays what it is.
    fn deliver_own_contents(&mut self, core: &mut Core<'_>, id: u32, receive: u32) {
        let message = &mut self.messages[id as usize];
        let payload = std::mem::take(&mut message.payload);
        let receive = &self.receives[receive as usize];
        let bytes = message.bytes.min(receive.bytes);
        core.deliver((message.source, payload), (receive.actor, receive.into), bytes);
    }
}

/// A send or receive has ended: completes its request, or returns its node.
fn complete(core: &mut Core<'_>, actor: ActorId, owner: Owner, status: Status, overhead: Time) -> Option<NodeDone> {
    match owner {
        Owner::Request(request) => {
            core.complete_request(actor, request, status, overhead);
            None
        }
        Owner::Node(schedule, node) => Some(NodeDone { schedule, node, status, overhead }),
    }
}
