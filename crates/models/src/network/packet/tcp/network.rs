//! Runs the TCP model (`transport=tcp`). [`TcpNetwork`] starts messages on their connections and handles the events: a packet
//! reaches the next queue of its route or its receiver, a sender may send again, a retransmission timer expires, a delayed
//! acknowledgement is due.

use super::options::Options;
use super::pool::Pool;
use super::queue::Queue;
use super::receiver::{Acknowledgement, DELAY, Receiver};
use super::sender::{PACKET_OVERHEAD, Piece, Sender};
use super::window::Window;
use crate::Machine;
use crate::network::injection::Injection;
use crate::network::packet::counters::station_counters::StationCounters;
use crate::network::packet::switching::link_rate::LinkRate;
use crate::network::scale::{self, Scale};
use kernel::{Completion, CompletionKind, EventQueue, LinkCounters, Losses, Network, Transfer};
use platform::Path;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::sync::Arc;
use units::{Endpoint, LinkId, Time};

/// A rank's side of a connection: its number, if transfers name ranks, and where it is.
type Side = (Option<u32>, Endpoint);

/// What the time of a message alone depends on.
type MessageKey = (Endpoint, Endpoint, u64, u64, u64);

/// A message under way.
#[derive(Clone, Copy, Debug)]
struct Message {
    token: u64,
    phase: u32,
    /// Bytes in its stream.
    bytes: u64,
    /// The rate at which its bytes leave the sender, if that is limited.
    pace: Option<LinkRate>,
}

/// A message in its stream.
#[derive(Clone, Copy, Debug)]
struct InStream {
    end: u64,
    message: u32,
}

/// A packet under way in a direction of a connection.
#[derive(Clone, Copy, Debug)]
struct Packet {
    direction: u32,
    /// The queue of the route that it comes to next.
    hop: u16,
    phase: u32,
    piece: Piece,
    sent: Time,
    said: Acknowledgement,
}

/// One direction of a connection: the other one has the number with the last bit flipped.
#[derive(Debug)]
struct Direction {
    /// The queues of its route.
    route: Box<[u32]>,
    sender: Sender,
    receiver: Receiver,
    /// Whether the connection is established.
    established: bool,
    /// Messages whose last byte has not arrived, how many of them have been sent as a whole, and how many the socket has taken.
    messages: VecDeque<InStream>,
    sent: usize,
    taken: usize,
    /// When the pace of a message permits its next bytes.
    paced: Time,
    /// Where the train that is being sent ends.
    train: u64,
    /// Segments that wait before the first link: when they leave, and what the host accounts for them; and the sum of that.
    waiting: VecDeque<(Time, u32)>,
    held: u64,
    /// When it looks again whether it may send; [`Time::MAX`]: not by itself.
    wakes: Time,
    /// When the retransmission timer expires, and when it looks next.
    expires: Time,
    looks: Time,
    /// When a delayed acknowledgement goes, likewise.
    answers: Time,
    answer_looks: Time,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A message joins its stream.
    Write { direction: u32, message: u32 },
    /// A packet comes to the next queue of its route, or to its receiver.
    Arrive { packet: u32 },
    /// A message inside a host has arrived.
    Delivered { message: u32 },
    /// A direction may send again.
    Wake { direction: u32 },
    /// The retransmission timer of a direction.
    Expire { direction: u32 },
    /// A delayed acknowledgement of what has arrived in a direction.
    Answer { direction: u32 },
}

/// The model.
pub(in crate::network::packet) struct TcpNetwork {
    machine: Arc<dyn Machine>,
    options: Options,
    injection: Injection,
    numbers: FxHashMap<(Side, Side), u32>,
    directions: Vec<Direction>,
    queue_numbers: FxHashMap<LinkId, u32>,
    queues: Vec<Queue>,
    messages: Pool<Message>,
    packets: Pool<Packet>,
    events: EventQueue<Event>,
    sequence: u64,
    /// Messages that have not arrived.
    under_way: u64,
    alone: FxHashMap<MessageKey, Time>,
    counters: StationCounters,
    totals: Totals,
}

/// Counts of the model's own work.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    completed: u64,
    segments: u64,
    acknowledgements: u64,
    dropped: u64,
    resent: u64,
    timeouts: u64,
}

impl TcpNetwork {
    pub(super) fn new(machine: Arc<dyn Machine>, options: Options) -> Self {
        Self {
            injection: Injection::of_senders(&*machine),
            machine,
            options,
            numbers: FxHashMap::default(),
            directions: Vec::new(),
            queue_numbers: FxHashMap::default(),
            queues: Vec::new(),
            messages: Pool::default(),
            packets: Pool::default(),
            events: EventQueue::default(),
            sequence: 0,
            under_way: 0,
            alone: FxHashMap::default(),
            counters: StationCounters::default(),
            totals: Totals::default(),
        }
    }

    fn at(&mut self, time: Time, event: Event) {
        self.sequence += 1;
        self.events.push(time, 0, 0, self.sequence, event);
    }

    /// The direction of a connection that a transfer uses.
    fn direction(&mut self, transfer: &Transfer) -> u32 {
        let ranks = transfer.connection.map(|connection| (connection.from.0, connection.to.0));
        let from = (ranks.map(|ranks| ranks.0), transfer.source);
        let to = (ranks.map(|ranks| ranks.1), transfer.destination);
        if let Some(&number) = self.numbers.get(&(from, to)) {
            return number;
        }
        let number = u32::try_from(self.directions.len()).expect("fewer than 2^31 connections");
        for (from, to) in [(from, to), (to, from)] {
            let direction = self.new_direction(from.1, to.1);
            self.directions.push(direction);
        }
        self.numbers.insert((to, from), number + 1);
        self.numbers.insert((from, to), number);
        number
    }

    fn new_direction(&mut self, source: Endpoint, destination: Endpoint) -> Direction {
        let mut path = Path::default();
        self.machine.path(destination, source, &mut path);
        let back = path.latency;
        self.machine.path(source, destination, &mut path);
        let Options { segment, window, congestion, timeout, .. } = self.options;
        let round_trip = path.latency.saturating_add(back);
        let window = Window::new(congestion, u64::from(segment), u64::from(window) * u64::from(segment), round_trip);
        Direction {
            route: path.links.iter().map(|link| self.queue(*link)).collect(),
            sender: Sender::new(segment, window, round_trip, timeout),
            receiver: Receiver::default(),
            established: false,
            messages: VecDeque::new(),
            sent: 0,
            taken: 0,
            paced: Time::ZERO,
            train: 0,
            waiting: VecDeque::new(),
            held: 0,
            wakes: Time::MAX,
            expires: Time::MAX,
            looks: Time::MAX,
            answers: Time::MAX,
            answer_looks: Time::MAX,
        }
    }

    fn queue(&mut self, link: LinkId) -> u32 {
        let (queues, machine, burst) = (&mut self.queues, &self.machine, self.options.burst);
        *self.queue_numbers.entry(link).or_insert_with(|| {
            queues.push(Queue::new(link, machine.link(link), burst));
            (queues.len() - 1) as u32
        })
    }

    fn add_message(&mut self, transfer: &Transfer) -> u32 {
        let pace = (transfer.bandwidth_factor < 1.0).then(|| self.pace(transfer));
        let Transfer { token, phase, bytes, .. } = *transfer;
        self.under_way += 1;
        self.messages.add(Message { token, phase, bytes: bytes.max(1), pace })
    }

    /// f_B times the narrowest link of the route.
    fn pace(&self, transfer: &Transfer) -> LinkRate {
        let mut path = Path::default();
        self.machine.path(transfer.source, transfer.destination, &mut path);
        let narrowest = path.links.iter().map(|link| self.machine.link(*link).bandwidth).min();
        let rate = narrowest.map_or(path.bound, |rate| rate.min(path.bound));
        let scale = Scale::new(rate, scale::EQUAL_BITS);
        LinkRate::new(Scale::times(scale.steps(rate), transfer.bandwidth_factor), scale.shift())
    }

    /// A message inside a host: it occupies the memory buses for its bytes, first come first served, and is not segmented.
    fn start_inside(&mut self, start: Time, transfer: &Transfer, message: u32) {
        let mut path = Path::default();
        self.machine.path(transfer.source, transfer.destination, &mut path);
        let mut leaves = start;
        for link in &path.links {
            let queue = self.queue(*link);
            let (free, busy) = self.queues[queue as usize].occupy(start, transfer.bytes);
            leaves = leaves.max(free);
            self.counters.add(*link, transfer.phase, transfer.bytes, busy);
        }
        let bound = Scale::new(path.bound, scale::EQUAL_BITS);
        let rate = Scale::times(bound.steps(path.bound), transfer.bandwidth_factor.min(1.0));
        let alone = start.saturating_add(scale::duration(bound.volume(transfer.bytes), rate));
        let latency = scale::latency(path.latency, transfer.latency_factor.min(1.0));
        self.at(leaves.max(alone).saturating_add(latency), Event::Delivered { message });
    }

    /// A connection is established when something is first written: at no cost, but both sides know the round-trip time of a handshake that
    /// finds the queues of its way as they are (RFC 9293 §3.5, RFC 6298 §2.2).
    fn establish(&mut self, now: Time, direction: u32) {
        let there = self.pass_queues(now, direction);
        let round_trip = self.pass_queues(there, direction ^ 1).saturating_sub(now);
        for side in [direction, direction ^ 1] {
            let state = &mut self.directions[side as usize];
            state.established = true;
            state.sender.establish(round_trip);
        }
    }

    /// When a packet that is sent at `from` arrives, behind what is in the queues now; its own bytes take no time.
    fn pass_queues(&self, from: Time, direction: u32) -> Time {
        let route = self.directions[direction as usize].route.iter().map(|at| &self.queues[*at as usize]);
        route.fold(from, |at, queue| queue.free(at).saturating_add(queue.latency))
    }

    /// A message's bytes join the stream.
    fn write(&mut self, now: Time, direction: u32, message: u32, done: &mut Vec<Completion>) {
        if !self.directions[direction as usize].established {
            self.establish(now, direction);
        }
        let bytes = self.messages[message].bytes;
        let state = &mut self.directions[direction as usize];
        let end = state.sender.write(now, bytes);
        state.messages.push_back(InStream { end, message });
        self.report_taken(direction, done);
        self.send_what_may(now, direction);
    }

    /// Sends what window, pace and the host's queue permit.
    fn send_what_may(&mut self, now: Time, direction: u32) {
        while let Some((piece, message)) = self.next_piece(now, direction) {
            let state = &mut self.directions[direction as usize];
            let again = state.sender.sent(now, piece);
            let Message { phase, pace, .. } = self.messages[message];
            if let Some(rate) = pace {
                state.paced = now.max(state.paced).saturating_add(Time::from_ps(rate.transmission_time(piece.bytes)));
            }
            if state.expires == Time::MAX {
                self.start_timer(now, direction);
            }
            self.totals.segments += 1;
            self.totals.resent += u64::from(again);
            self.emit(now, direction, piece, phase);
        }
    }

    /// The next bytes to send now, with a message that they belong to.
    fn next_piece(&mut self, now: Time, direction: u32) -> Option<(Piece, u32)> {
        let state = &mut self.directions[direction as usize];
        let next = state.sender.next();
        while state.sent < state.messages.len() && state.messages[state.sent].end <= next {
            state.sent += 1;
        }
        // What is sent again belongs to a message that has not arrived.
        let InStream { end, message } = *state.messages.get(state.sent).or(state.messages.back())?;
        let paced = self.messages[message].pace.is_some();
        let piece = state.sender.piece(if paced { end } else { u64::MAX })?;
        let when = if paced { state.paced } else { state.may_enter_queue(now, piece) };
        if when > now {
            if state.wakes > when {
                state.wakes = when;
                self.at(when, Event::Wake { direction });
            }
            return None;
        }
        Some((piece, message))
    }

    /// A segment leaves for the first queue, with the acknowledgement of what has come.
    fn emit(&mut self, now: Time, direction: u32, piece: Piece, phase: u32) {
        let said = self.directions[(direction ^ 1) as usize].receiver.acknowledge();
        let packet = Packet { direction, hop: 0, phase, piece, sent: now, said };
        let number = self.packets.add(packet);
        self.arrive_at_queue(now, number);
    }

    /// A packet comes to a queue: it leaves in time, or is dropped.
    fn arrive_at_queue(&mut self, now: Time, number: u32) {
        let Packet { direction, hop, phase, piece, .. } = self.packets[number];
        let Some(&at) = self.directions[direction as usize].route.get(usize::from(hop)) else {
            return self.at(now, Event::Arrive { packet: number });
        };
        let bytes = if piece.bytes == 0 { self.options.ack } else { piece.bytes + self.options.header };
        let queue = &mut self.queues[at as usize];
        // What does not fit into the host's own queue waits in the socket.
        let limit = if hop == 0 { u64::MAX } else { self.options.queue };
        let Some((leaves, busy)) = queue.pass(now, bytes, limit) else {
            self.totals.dropped += 1;
            self.packets.take(number);
            return;
        };
        let (link, there) = (queue.link, leaves.saturating_add(queue.latency));
        if hop == 0 && piece.bytes > 0 && leaves > now {
            self.directions[direction as usize].wait_in_host(leaves, bytes + PACKET_OVERHEAD);
        }
        self.packets[number].hop += 1;
        self.counters.add(link, phase, u64::from(bytes), busy);
        self.at(there, Event::Arrive { packet: number });
    }

    fn arrive(&mut self, now: Time, number: u32, done: &mut Vec<Completion>) {
        let packet = self.packets[number];
        if usize::from(packet.hop) < self.directions[packet.direction as usize].route.len() {
            return self.arrive_at_queue(now, number);
        }
        self.packets.take(number);
        self.receive(now, packet, done);
    }

    /// A packet has reached its receiver.
    fn receive(&mut self, now: Time, packet: Packet, done: &mut Vec<Completion>) {
        let Packet { direction, piece, said, .. } = packet;
        if piece.bytes > 0 {
            self.directions[direction as usize].receiver.receive(piece.start, piece.bytes, packet.sent);
            self.deliver(direction, done);
        }
        let back = direction ^ 1;
        let sender = &mut self.directions[back as usize].sender;
        if sender.acknowledged(now, said.upto, said.block, said.stamp) {
            self.start_timer(now, back);
            self.report_taken(back, done);
        }
        self.send_what_may(now, back);
        let receiver = &self.directions[direction as usize].receiver;
        if receiver.is_urgent() {
            self.answer(now, direction);
        } else if receiver.is_pending() && piece.bytes > 0 {
            self.delay_answer(now, direction);
        }
    }

    /// The messages whose last byte the socket has taken.
    fn report_taken(&mut self, direction: u32, done: &mut Vec<Completion>) {
        let state = &mut self.directions[direction as usize];
        while let Some(&InStream { end, message }) = state.messages.get(state.taken)
            && end <= state.sender.taken()
        {
            state.taken += 1;
            let token = self.messages[message].token;
            done.push(Completion { token, kind: CompletionKind::Taken, bottleneck: None });
        }
    }

    /// The messages whose last byte has come.
    fn deliver(&mut self, direction: u32, done: &mut Vec<Completion>) {
        let state = &mut self.directions[direction as usize];
        while let Some(&InStream { end, message }) = state.messages.front()
            && end <= state.receiver.next()
        {
            state.messages.pop_front();
            state.sent = state.sent.saturating_sub(1);
            state.taken = state.taken.saturating_sub(1);
            state.receiver.ends_message();
            complete(&mut self.messages, message, done);
            self.under_way -= 1;
            self.totals.completed += 1;
        }
    }

    /// An acknowledgement without data of what has come in a direction.
    fn answer(&mut self, now: Time, direction: u32) {
        self.directions[direction as usize].answers = Time::MAX;
        self.totals.acknowledgements += 1;
        self.emit(now, direction ^ 1, Piece { start: 0, bytes: 0 }, 0);
    }

    fn delay_answer(&mut self, now: Time, direction: u32) {
        let state = &mut self.directions[direction as usize];
        let when = now.saturating_add(DELAY);
        state.answers = when;
        if state.answer_looks > when {
            state.answer_looks = when;
            self.at(when, Event::Answer { direction });
        }
    }

    /// The retransmission timer begins anew, or stops if nothing is under way.
    fn start_timer(&mut self, now: Time, direction: u32) {
        let state = &mut self.directions[direction as usize];
        if !state.sender.is_waiting() {
            state.expires = Time::MAX;
            return;
        }
        let when = now.saturating_add(state.sender.timeout());
        state.expires = when;
        if state.looks > when {
            state.looks = when;
            self.at(when, Event::Expire { direction });
        }
    }

    fn wake(&mut self, now: Time, direction: u32) {
        let state = &mut self.directions[direction as usize];
        if state.wakes == now {
            state.wakes = Time::MAX;
            self.send_what_may(now, direction);
        }
    }

    /// A timer looks whether its time has come; if it was put off it looks again.
    fn look_at_timer(&mut self, now: Time, direction: u32) {
        let state = &mut self.directions[direction as usize];
        if state.looks != now {
            return;
        }
        state.looks = Time::MAX;
        let when = state.expires;
        if when > now {
            if when < Time::MAX {
                state.looks = when;
                self.at(when, Event::Expire { direction });
            }
            return;
        }
        state.expires = Time::MAX;
        state.sender.expire(now);
        self.totals.timeouts += 1;
        self.send_what_may(now, direction);
    }

    fn look_at_answer(&mut self, now: Time, direction: u32) {
        let state = &mut self.directions[direction as usize];
        if state.answer_looks != now {
            return;
        }
        state.answer_looks = Time::MAX;
        let (when, pending) = (state.answers, state.receiver.is_pending());
        if pending && when <= now {
            self.answer(now, direction);
        } else if pending && when < Time::MAX {
            state.answer_looks = when;
            self.at(when, Event::Answer { direction });
        }
    }

    fn process(&mut self, to: Time, done: &mut Vec<Completion>) {
        while self.events.next_time() <= to && to < Time::MAX {
            let Some((now, event)) = self.events.pop() else { break };
            match event {
                Event::Write { direction, message } => self.write(now, direction, message, done),
                Event::Arrive { packet } => self.arrive(now, packet, done),
                Event::Delivered { message } => {
                    complete(&mut self.messages, message, done);
                    self.under_way -= 1;
                    self.totals.completed += 1;
                }
                Event::Wake { direction } => self.wake(now, direction),
                Event::Expire { direction } => self.look_at_timer(now, direction),
                Event::Answer { direction } => self.look_at_answer(now, direction),
            }
        }
    }
}

fn is_delivered(completion: &Completion) -> bool {
    completion.kind == CompletionKind::Delivered
}

fn complete(messages: &mut Pool<Message>, message: u32, done: &mut Vec<Completion>) {
    let token = messages.take(message).token;
    done.push(Completion { token, kind: CompletionKind::Delivered, bottleneck: None });
}

impl Direction {
    /// A segment waits before the first link.
    fn wait_in_host(&mut self, leaves: Time, accounted: u32) {
        self.waiting.push_back((leaves, accounted));
        self.held += u64::from(accounted);
    }

    /// When a segment may join the queue before the first link: now, or when the next one leaves that. A train is not interrupted.
    fn may_enter_queue(&mut self, now: Time, piece: Piece) -> Time {
        while let Some(&(leaves, accounted)) = self.waiting.front()
            && leaves <= now
        {
            self.held -= u64::from(accounted);
            self.waiting.pop_front();
        }
        if piece.start < self.train {
            return now;
        }
        let train = self.sender.train();
        if self.held > self.sender.small_queue(train) {
            return self.waiting.front().map_or(now, |(leaves, _)| *leaves);
        }
        self.train = piece.start + train.max(u64::from(piece.bytes));
        self.sender.train_leaves(self.train);
        now
    }
}

impl Network for TcpNetwork {
    /// `now` may be later than the next event while no message is under way.
    fn start(&mut self, now: Time, transfer: &Transfer) {
        if self.under_way == 0 && now > Time::ZERO {
            // Acknowledgements and timers of messages that have arrived.
            self.process(now.saturating_sub(Time::from_ps(1)), &mut Vec::new());
        }
        let message = self.add_message(transfer);
        let mut start = self.injection.enter(now, transfer.source, transfer.destination, &*self.machine);
        if transfer.latency_factor > 1.0 {
            let mut path = Path::default();
            self.machine.path(transfer.source, transfer.destination, &mut path);
            start = start.saturating_add(scale::latency(path.latency, transfer.latency_factor - 1.0));
        }
        if transfer.source.host == transfer.destination.host {
            return self.start_inside(start, transfer, message);
        }
        let direction = self.direction(transfer);
        self.at(start, Event::Write { direction, message });
    }

    fn next_event(&mut self) -> Time {
        if self.under_way == 0 { Time::MAX } else { self.events.next_time() }
    }

    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        self.process(to, completions);
    }

    fn sync_counters(&mut self, now: Time) {
        if self.under_way == 0 {
            self.process(now, &mut Vec::new());
        }
    }

    /// On a new connection: later messages may be faster.
    fn idle(&self) -> Box<dyn Network> {
        Box::new(Self::new(Arc::clone(&self.machine), self.options))
    }

    fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        let Transfer { source, destination, bytes, latency_factor, bandwidth_factor, .. } = *transfer;
        let key = (source, destination, bytes, latency_factor.to_bits(), bandwidth_factor.to_bits());
        if let Some(&known) = self.alone.get(&key) {
            return Some(known);
        }
        let mut empty = Self::new(Arc::clone(&self.machine), self.options);
        empty.start(Time::ZERO, transfer);
        let (mut done, mut last) = (Vec::new(), Time::ZERO);
        while !done.iter().any(is_delivered) && empty.next_event() < Time::MAX {
            last = empty.next_event();
            empty.advance(last, &mut done);
        }
        let known = if done.iter().any(is_delivered) { last } else { Time::MAX };
        self.alone.insert(key, known);
        Some(known)
    }

    fn takes_bytes(&self) -> bool {
        true
    }

    fn keeps_order(&self) -> bool {
        true
    }

    fn counters(&self) -> Option<&dyn LinkCounters> {
        Some(&self.counters)
    }

    fn count_links(&mut self, by_phase: bool) {
        self.counters.by_phase |= by_phase;
    }

    fn losses(&self) -> Option<Losses> {
        let Totals { segments, acknowledgements, dropped, resent, timeouts, .. } = self.totals;
        Some(Losses { packets: segments + acknowledgements, acknowledgements, dropped, resent, timeouts })
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let packets = self.totals.segments + self.totals.acknowledgements;
        vec![("transfers", self.totals.completed), ("packets", packets), ("packet_hops", self.counters.services)]
    }
}
