//! Messages from their send to their delivery: the protocols.

use crate::actor::Deferred;
use crate::cancel::{Fate, QUESTION};
use crate::engine::{CLASS_MESSAGE, Engine, Event};
use crate::library::{Handshake, ProgressMode};
use crate::matching::Envelope;
use crate::payload::{Memory, Payload, SHORT};
use crate::request::RequestKind;
use kernel::Transfer;
use ops::{Buffer, CommId, Elements, ErrorClass, Protocol, Record, RequestId, SendMode, Status, Work};
use units::{ActorId, Time};

/// Marks the token of a transfer as that of a message's handshake.
const HANDSHAKE: u64 = 1 << 32;

/// Who is told when a send or receive ends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Owner {
    /// A request of a rank's.
    Request(RequestId),
    /// A node of a schedule.
    Node(u32, u16),
}

/// A message from its send to its delivery.
#[derive(Debug)]
pub(crate) struct Message {
    pub(crate) source: ActorId,
    pub(crate) destination: ActorId,
    pub(crate) context: u64,
    pub(crate) source_rank: u32,
    pub(crate) tag: i32,
    pub(crate) bytes: u64,
    elements: Elements,
    pub(crate) protocol: Protocol,
    pub(crate) owner: Owner,
    from: Memory,
    pub(crate) payload: Payload,
    receive: Option<u32>,
    pub(crate) delivered: bool,
    pub(crate) fate: Fate,
    posted: Time,
    pub(crate) start: Time,
    /// The sender's when it was posted.
    phase: u32,
}

/// A receive from its post to its completion.
#[derive(Debug)]
pub(crate) struct Receive {
    pub(crate) actor: ActorId,
    pub(crate) owner: Owner,
    pub(crate) envelope: Envelope,
    into: Memory,
    bytes: u64,
    elements: Elements,
}

/// The matching context of a communicator's point-to-point messages, or of one of its collectives.
pub(crate) fn context(comm: CommId, collective: Option<u32>) -> u64 {
    u64::from(comm.0) << 32 | collective.map_or(0, |number| u64::from(number.wrapping_add(1)))
}

/// The communicator of a context.
fn comm_of(context: u64) -> CommId {
    CommId((context >> 32) as u32)
}

/// A send as its owner describes it.
pub(crate) struct Sending {
    pub(crate) source: ActorId,
    pub(crate) destination: ActorId,
    pub(crate) context: u64,
    pub(crate) source_rank: u32,
    pub(crate) tag: i32,
    pub(crate) bytes: u64,
    pub(crate) elements: Elements,
    pub(crate) mode: SendMode,
    pub(crate) owner: Owner,
    pub(crate) from: Memory,
}

impl Engine<'_> {
    #[allow(clippy::too_many_arguments, reason = "the fields of one post")]
    pub(crate) fn send(
        &mut self,
        id: ActorId,
        request: RequestId,
        comm: CommId,
        peer: u32,
        tag: i32,
        (buffer, elements): (Buffer, Elements),
        mode: SendMode,
        blocking: bool,
    ) {
        let rank = self.rank_of(id);
        let table = self.comms.get(comm);
        let (source_rank, peers) = (table.rank_of(rank), table.peers(rank));
        let message = self.new_message(Sending {
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
        });
        self.actors[rank.index()].requests.start(request, RequestKind::Send(message));
        let overhead = self.send_overhead(message, blocking);
        if overhead == Time::ZERO {
            self.launch(message);
        } else {
            self.work(id, Work::Time(overhead));
            self.actors[id.index()].launch = Some(message);
        }
    }

    /// Notes a message; nothing happens yet.
    pub(crate) fn new_message(&mut self, sending: Sending) -> u32 {
        let limits = &self.library.protocol;
        let protocol = match sending.mode {
            SendMode::Synchronous => Protocol::Rendezvous,
            _ if sending.bytes <= limits.eager_max => Protocol::Eager,
            // A buffered send is local whatever its size: the library has its own copy.
            _ if sending.bytes <= limits.detached_max || sending.mode == SendMode::Buffered => Protocol::Detached,
            _ => Protocol::Rendezvous,
        };
        let message = Message {
            source: sending.source,
            destination: sending.destination,
            context: sending.context,
            source_rank: sending.source_rank,
            tag: sending.tag,
            bytes: sending.bytes,
            elements: sending.elements,
            protocol,
            owner: sending.owner,
            from: sending.from,
            payload: Payload::None,
            receive: None,
            delivered: false,
            fate: Fate::Live,
            posted: self.kernel.now(),
            start: Time::ZERO,
            phase: self.actors[sending.source.index()].phase,
        };
        let id = u32::try_from(self.messages.insert(message)).expect("fewer than 2^32 messages in flight");
        self.note_sent(id);
        id
    }

    /// T1 of a message; rendezvous has none.
    pub(crate) fn send_overhead(&self, message: u32, blocking: bool) -> Time {
        let message = &self.messages[message as usize];
        if message.protocol == Protocol::Rendezvous {
            return Time::ZERO;
        }
        let protocol = &self.library.protocol;
        let table = if blocking { &protocol.send } else { &protocol.isend };
        table.cost(message.bytes)
    }

    /// The message becomes visible to matching; an eager one is the library's from here on.
    pub(crate) fn launch(&mut self, id: u32) {
        let moves = self.has_data && self.messages[id as usize].bytes > 0;
        let message = &mut self.messages[id as usize];
        let (source, destination, owner) = (message.source, message.destination, message.owner);
        let eager = message.protocol != Protocol::Rendezvous;
        if moves && message.bytes < self.skip_from {
            if eager {
                let (from, bytes) = (message.from, message.bytes);
                self.messages[id as usize].payload = self.capture(source, from, bytes);
            } else {
                message.payload = Payload::AtSender(message.from);
            }
        }
        let message = &self.messages[id as usize];
        let envelope = Envelope { context: message.context, source: message.source_rank as i32, tag: message.tag };
        if message.protocol == Protocol::Eager {
            self.start_transfer(id, 0);
        }
        let receiver = &mut self.actors[destination.index()];
        match receiver.posted.take(envelope) {
            Some((_, receive)) => self.bind(id, receive),
            None => {
                receiver.unexpected.push(envelope, id);
                if receiver.waiting.is_some() || receiver.multithreaded {
                    self.wake_probers(destination, envelope);
                }
            }
        }
        if eager {
            self.complete(source, owner, Status::EMPTY, Time::ZERO);
        }
    }

    pub(crate) fn recv(
        &mut self,
        id: ActorId,
        request: RequestId,
        comm: CommId,
        source: i32,
        tag: i32,
        (buffer, elements): (Buffer, Elements),
    ) {
        let envelope = Envelope { context: context(comm, None), source, tag };
        let (owner, into) = (Owner::Request(request), Memory::User(buffer.address));
        let receive = self.new_receive(id, owner, envelope, into, buffer.bytes, elements);
        self.actors[id.index()].requests.start(request, RequestKind::Receive(receive));
        self.post_receive(receive);
    }

    /// Notes a receive; nothing happens yet.
    pub(crate) fn new_receive(
        &mut self,
        actor: ActorId,
        owner: Owner,
        envelope: Envelope,
        into: Memory,
        bytes: u64,
        elements: Elements,
    ) -> u32 {
        let receive = self.receives.insert(Receive { actor, owner, envelope, into, bytes, elements });
        let id = u32::try_from(receive).expect("fewer than 2^32 receives");
        self.note_receive(id);
        id
    }

    /// Gives a receive its message, or lets it wait for one.
    pub(crate) fn post_receive(&mut self, id: u32) {
        let receive = &self.receives[id as usize];
        let envelope = receive.envelope;
        let actor = &mut self.actors[receive.actor.index()];
        match actor.unexpected.take(envelope) {
            Some((_, message)) => self.bind(message, id),
            None => actor.posted.push(envelope, id),
        }
    }

    pub(crate) fn recv_matched(
        &mut self,
        id: ActorId,
        request: RequestId,
        message: u64,
        (buffer, elements): (Buffer, Elements),
    ) {
        let message = u32::try_from(message).expect("the engine's own number of a message");
        let found = &self.messages[message as usize];
        let envelope = Envelope { context: found.context, source: found.source_rank as i32, tag: found.tag };
        let (owner, into) = (Owner::Request(request), Memory::User(buffer.address));
        let receive = self.new_receive(id, owner, envelope, into, buffer.bytes, elements);
        self.actors[id.index()].requests.start(request, RequestKind::Receive(receive));
        self.bind(message, receive);
    }

    /// A message has found its receive.
    fn bind(&mut self, id: u32, receive: u32) {
        let message = &mut self.messages[id as usize];
        message.receive = Some(receive);
        if message.source == message.destination {
            self.move_own_contents(id, receive);
        }
        match self.messages[id as usize].protocol {
            Protocol::Eager => {
                if self.messages[id as usize].delivered {
                    self.finish_message(id);
                }
            }
            Protocol::Detached => self.start_transfer(id, 0),
            Protocol::OneSided | Protocol::Partitioned => unreachable!("these are not matched as messages are"),
            Protocol::Rendezvous => self.answer_rendezvous(id),
        }
    }

    /// The receiver of a rendezvous lets the data come: the handshake. It has to be inside MPI for that if the library
    /// demands it.
    pub(crate) fn answer_rendezvous(&mut self, id: u32) {
        let Message { source, destination, .. } = self.messages[id as usize];
        if self.deferred(destination, Deferred::Answer(id)) {
            self.note_absent(id, destination);
            return;
        }
        let protocol = &self.library.protocol;
        match (protocol.handshake, protocol.progress) {
            (Handshake::Time(time), _) => {
                let start = self.kernel.now().saturating_add(time);
                self.at(start, CLASS_MESSAGE, source, Event::Start(id));
            }
            (Handshake::RoundTrips(rounds), ProgressMode::Background) => self.start_transfer(id, rounds),
            (Handshake::RoundTrips(0), ProgressMode::InsideMpi) => self.start_data(id),
            (Handshake::RoundTrips(rounds), ProgressMode::InsideMpi) => self.exchange_handshake(id, rounds),
        }
    }

    /// The handshake is over: the data of a rendezvous start, as soon as the sender is inside MPI if the library demands
    /// that. From then on they flow by themselves.
    pub(crate) fn start_data(&mut self, id: u32) {
        let source = self.messages[id as usize].source;
        if self.deferred(source, Deferred::Data(id)) {
            self.note_absent(id, source);
        } else {
            self.start_transfer(id, 0);
        }
    }

    /// A handshake of its own, so that the sender can be asked where it is when the handshake ends.
    fn exchange_handshake(&mut self, id: u32, rounds: u32) {
        let message = &self.messages[id as usize];
        let transfer = Transfer {
            token: u64::from(id) | HANDSHAKE,
            source: self.actors[message.source.index()].endpoint,
            destination: self.actors[message.destination.index()].endpoint,
            bytes: 0,
            latency_factor: f64::from(2 * rounds) * self.library.protocol.latency_factor.at(0),
            bandwidth_factor: self.library.protocol.bandwidth_factor.at(0),
            job: 0,
            class: 0,
            phase: message.phase,
        };
        self.kernel.transfer(&transfer);
    }

    /// Hands the message to the network. A handshake of so many rounds of empty messages is added to its latency:
    /// it carries no bytes and meets no contention.
    pub(crate) fn start_transfer(&mut self, id: u32, handshake_rounds: u32) {
        let now = self.kernel.now();
        let message = &mut self.messages[id as usize];
        message.start = now;
        let protocol = &self.library.protocol;
        let handshake = f64::from(2 * handshake_rounds) * protocol.latency_factor.at(0);
        let transfer = Transfer {
            token: u64::from(id),
            source: self.actors[message.source.index()].endpoint,
            destination: self.actors[message.destination.index()].endpoint,
            bytes: message.bytes,
            latency_factor: protocol.latency_factor.at(message.bytes) + handshake,
            bandwidth_factor: protocol.bandwidth_factor.at(message.bytes),
            job: 0,
            class: 0,
            phase: message.phase,
        };
        self.note_transfer(id, &transfer);
        self.kernel.transfer(&transfer);
    }

    /// A transfer has ended: a handshake, what a cancelled send asks, or a message, whose last byte has arrived.
    pub(crate) fn delivered(&mut self, token: u64) {
        let id = token as u32;
        if token & HANDSHAKE != 0 {
            self.start_data(id);
            return;
        }
        if token & QUESTION != 0 {
            self.withdrawn(id);
            return;
        }
        let message = &mut self.messages[id as usize];
        if message.fate != Fate::Live {
            self.fade(id);
            return;
        }
        message.delivered = true;
        self.totals.messages += 1;
        self.totals.bytes += message.bytes;
        self.note_delivered(id);
        let message = &self.messages[id as usize];
        if self.interest.messages {
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
                delivered: self.kernel.now(),
            };
            self.observe(record);
        }
        if self.messages[id as usize].receive.is_some() {
            self.finish_message(id);
        }
    }

    /// A message that has arrived and a receive that waits for it: both end.
    fn finish_message(&mut self, id: u32) {
        let message = self.messages.remove(id as usize);
        let number = message.receive.expect("only a message with a receive finishes");
        let receive = self.receives.remove(number as usize);
        let ends = self.ends_of(id, number, &message, (receive.actor, receive.owner));
        let truncated = message.bytes > receive.bytes;
        let bytes = message.bytes.min(receive.bytes);
        self.deliver_contents((message.source, message.payload), (receive.actor, receive.into), bytes);
        self.set_wait_cause(ends.as_ref().map(|ends| ends.receiver));
        let (error, handle) = match (truncated, message.elements.contradicts(receive.elements) && bytes > 0) {
            (true, _) => (ErrorClass::Truncate, message.bytes),
            (false, true) => (ErrorClass::Type, message.elements.pair(receive.elements)),
            (false, false) => (ErrorClass::Success, 0),
        };
        let (source, tag) = (message.source_rank as i32, message.tag);
        let status = Status { source, tag, bytes, error, cancelled: false, handle };
        if message.protocol == Protocol::Rendezvous {
            self.complete(receive.actor, receive.owner, status, Time::ZERO);
            self.set_wait_cause(ends.map(|ends| ends.sender));
            self.complete(message.source, message.owner, Status::EMPTY, Time::ZERO);
        } else {
            let overhead = self.library.protocol.recv.cost(message.bytes);
            self.complete(receive.actor, receive.owner, status, overhead);
        }
        self.set_wait_cause(None);
    }

    /// A message of a rank's to itself is a copy in its memory, which a library makes as soon as both sides are there. So
    /// a program that tests such a receive once and then gives up its buffer, sure that it has ended, does no harm. The
    /// time that the message takes stays what it is.
    fn move_own_contents(&mut self, id: u32, receive: u32) {
        let message = &mut self.messages[id as usize];
        let (source, payload) = (message.source, std::mem::take(&mut message.payload));
        let receive = &self.receives[receive as usize];
        let bytes = message.bytes.min(receive.bytes);
        let into = (receive.actor, receive.into);
        self.deliver_contents((source, payload), into, bytes);
    }

    fn deliver_contents(&mut self, from: (ActorId, Payload), into: (ActorId, Memory), bytes: u64) {
        let (source, payload) = from;
        match payload {
            Payload::None => {}
            Payload::Short(contents) => {
                if bytes > 0 {
                    self.store(into.0, into.1, &contents[..bytes as usize]);
                }
            }
            Payload::Captured(contents) => {
                if bytes > 0 {
                    self.store(into.0, into.1, &contents[..bytes as usize]);
                }
                self.pool.give(contents);
            }
            Payload::AtSender(from) => {
                if bytes > 0 {
                    self.copy_memory((source, from), into, bytes);
                }
            }
        }
    }

    fn complete(&mut self, actor: ActorId, owner: Owner, status: Status, overhead: Time) {
        match owner {
            Owner::Request(request) => self.complete_request(actor, request, status, overhead),
            Owner::Node(schedule, node) => {
                if status.error != ErrorClass::Success {
                    self.schedules[schedule as usize].fail(status);
                }
                self.complete_node(schedule, node, overhead);
            }
        }
    }

    /// The contents of a message that leaves at once.
    fn capture(&mut self, actor: ActorId, from: Memory, bytes: u64) -> Payload {
        if bytes as usize > SHORT {
            return Payload::Captured(self.load(actor, from, bytes));
        }
        let mut contents = [0; SHORT];
        self.load_into(actor, from, &mut contents[..bytes as usize]);
        Payload::Short(contents)
    }

    /// A copy of memory's contents.
    pub(crate) fn load(&mut self, actor: ActorId, from: Memory, bytes: u64) -> Vec<u8> {
        let mut contents = self.pool.take(bytes);
        self.load_into(actor, from, &mut contents);
        contents
    }

    /// Copies memory's contents.
    pub(crate) fn load_into(&mut self, actor: ActorId, from: Memory, into: &mut [u8]) {
        match from {
            Memory::User(address) => self.driver.memory().read(actor, address, into),
            Memory::Schedule(schedule, offset) => {
                into.copy_from_slice(self.schedules[schedule as usize].memory(offset, into.len() as u64));
            }
        }
    }

    /// Changes memory's contents.
    pub(crate) fn store(&mut self, actor: ActorId, to: Memory, contents: &[u8]) {
        match to {
            Memory::User(address) => self.driver.memory().write(actor, address, contents),
            Memory::Schedule(schedule, offset) => {
                self.schedules[schedule as usize].memory_mut(offset, contents.len() as u64).copy_from_slice(contents);
            }
        }
    }

    /// Copies between memories, at most once where the ranks' memory allows it.
    pub(crate) fn copy_memory(&mut self, from: (ActorId, Memory), to: (ActorId, Memory), bytes: u64) {
        match (from, to) {
            ((source, Memory::User(from)), (destination, Memory::User(to))) => {
                self.driver.memory().copy((source, from), (destination, to), bytes);
            }
            ((source, Memory::User(from)), (_, Memory::Schedule(schedule, offset))) => {
                let into = self.schedules[schedule as usize].memory_mut(offset, bytes);
                self.driver.memory().read(source, from, into);
            }
            ((_, Memory::Schedule(schedule, offset)), (destination, Memory::User(to))) => {
                let contents = self.schedules[schedule as usize].memory(offset, bytes);
                self.driver.memory().write(destination, to, contents);
            }
            ((source, from), (destination, to)) => {
                let contents = self.load(source, from, bytes);
                self.store(destination, to, &contents);
                self.pool.give(contents);
            }
        }
    }
}

impl Message {
    /// Whether the send waits for a receive: rendezvous, or data that start with the match.
    pub(crate) fn is_rendezvous(&self) -> bool {
        self.protocol == Protocol::Rendezvous
    }

    /// Whether nobody has received it.
    pub(crate) fn unreceived(&self) -> bool {
        self.receive.is_none() && self.fate == Fate::Live
    }
}
