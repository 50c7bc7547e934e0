//! Order of messages, for all network models: the messages of a connection are sent one after another, and so are the short
//! messages that leave a host.
//!
//! # Connections
//! A transport connection is one stream of bytes (TCP: RFC 9293, §3.4; a queue pair of InfiniBand: specification 1.4, §9.5):
//! the bytes of a message follow the bytes of earlier messages. If a message's latency is over at t, and the previous message
//! on the connection arrives at e, the bytes of the message begin to flow at max(t, e). So the latencies of messages overlap. A
//! message without bytes waits for the previous message, too.
//!
//! # The send queue of a host
//! A transport hands the bytes of a message to the network without waiting, as long as they fit into the connection's send
//! window. So the short messages (up to `send-queue` bytes) that leave a host over the same link leave it one after another,
//! whatever their destinations. A short message of k bytes that starts at t leaves at t' = max(t, q), where q is the instant at
//! which the previous one has left; then q = t' + k / (f_B · B₁), with f_B the message's bandwidth factor and B₁ the bandwidth
//! of the first link of its route. Longer messages do not wait in this queue, but share the host's links with all other
//! messages. Messages inside a host do not use the queue.
//!
//! # Packets
//! The model `packet` keeps the order in which messages leave. The first packet of a message waits until the last packet of the
//! previous message on the connection has left. The first packet of a short message also waits until the last packet of the
//! previous short message has left the NIC. On routes that do not adapt to load, packets arrive in the order in which they
//! left.
//!
//! # Cost
//! For each message, two look-ups in a table of the connections that have messages in flight. Memory: 24 bytes per message, up
//! to 8 bytes per connection, and 16 bytes per link up to the last one over which a host sends.

use super::injection::Injection;
use super::scale::{LastDuration, Scale};
use crate::settings::Settings;
use crate::{Machine, ModelError, Parameter, ParameterKind};
use kernel::{Connection, Transfer};
use rustc_hash::FxHashMap;
use units::{Bytes, LinkId, Time};

/// Of a model whose messages keep their order.
pub(super) const ORDER: Parameter = Parameter::with_default(
    "order",
    ParameterKind::Choice(&["connection", "none"]),
    "connection",
    "transports deliver a connection's bytes in order (TCP: RFC 9293, §3.4; InfiniBand: specification 1.4, §9.5)",
    "Messages of one sender and receiver: `connection`, each begins when the one before it has arrived, as in a stream of bytes; `none`, they share (as in SimGrid and LogGOPSim).",
);

/// Of the same model.
pub(super) const SEND_QUEUE: Parameter = Parameter::with_default(
    "send-queue",
    ParameterKind::Size,
    "14480 B",
    "TCP's initial window of ten segments (RFC 6928) of 1,448 B",
    "With `order = connection`: messages up to this size leave a host one after another over each of its links.",
);

/// Whether messages keep their order, and up to how many bytes they pass the host's queue.
pub(super) fn read(settings: &Settings<'_>) -> Result<Option<Bytes>, ModelError> {
    let bytes = settings.bytes("send-queue")?;
    Ok([Some(bytes), None][settings.choice("order", &["connection", "none"])?])
}

/// How many threads a run is divided over, of models in which it can be.
pub(super) const THREADS: Parameter = Parameter::with_default(
    "threads",
    ParameterKind::Count,
    "1",
    "sequential",
    "Threads that simulate ranks and network in parallel; results do not depend on it.",
);

/// How many threads are asked for.
pub(super) fn threads(settings: &Settings<'_>) -> Result<u32, ModelError> {
    Ok(u32::try_from(settings.whole("threads", 1)?).unwrap_or(u32::MAX))
}

/// What holds messages back between their start and their bytes' way over links.
pub(super) struct Order<Connections> {
    injection: Injection,
    send_queues: SendQueues,
    /// None: messages keep no order.
    pub(super) connections: Option<Connections>,
}

impl<Connections: Default> Order<Connections> {
    /// With messages of up to `send_queue` bytes in the queues of their hosts; without it there is no order.
    pub(super) fn new(machine: &dyn Machine, send_queue: Option<Bytes>) -> Self {
        Self {
            injection: Injection::new(machine),
            send_queues: SendQueues { longest: send_queue, queues: Vec::new(), last: LastDuration::default() },
            connections: send_queue.map(|_| Connections::default()),
        }
    }

    /// Largest message that goes through the send queue of its host; none: messages are not ordered.
    pub(super) fn send_queue(&self) -> Option<Bytes> {
        self.send_queues.longest
    }

    /// Whether a message touches its receiver's end when it starts.
    pub(super) fn counts_receivers(&self) -> bool {
        self.injection.counts_receivers()
    }

    /// The links whose queues messages have passed, by number.
    pub(super) fn used_queues(&self) -> Vec<u32> {
        let queues = (0..).zip(&self.send_queues.queues);
        queues.filter(|(_, queue)| queue.bandwidth > 0).map(|(link, _)| link).collect()
    }

    /// When a message that starts now leaves its host, and its latency begins; `first`: the first link of its route.
    #[inline]
    pub(super) fn leave(
        &mut self,
        now: Time,
        transfer: &Transfer,
        first: Option<LinkId>,
        machine: &dyn Machine,
        scale: Scale,
    ) -> Time {
        let enters = self.injection.enter(now, transfer.source, transfer.destination, machine);
        self.send_queues.leave(enters, transfer, first, machine, scale)
    }
}

/// The send queues before the first links of routes, by link.
#[derive(Debug)]
struct SendQueues {
    /// The longest message that passes the queue; none: there are no queues.
    longest: Option<Bytes>,
    queues: Vec<SendQueue>,
    last: LastDuration,
}

#[derive(Clone, Copy, Debug, Default)]
struct SendQueue {
    /// When it is empty.
    empty: Time,
    /// The link's bandwidth in steps; 0 before the first message.
    bandwidth: u64,
}

impl SendQueues {
    /// When a message that reaches its host's queue now leaves it over this link.
    #[inline(always)]
    fn leave(
        &mut self,
        now: Time,
        transfer: &Transfer,
        first: Option<LinkId>,
        machine: &dyn Machine,
        scale: Scale,
    ) -> Time {
        let short = self.longest.is_some_and(|longest| transfer.bytes <= longest.0);
        if !short || transfer.source.host == transfer.destination.host {
            return now;
        }
        let Some(first) = first else { return now };
        if self.queues.get(first.index()).is_none_or(|queue| queue.bandwidth == 0) {
            self.begin(first, scale.steps(machine.link(first).bandwidth));
        }
        let queue = &mut self.queues[first.index()];
        let rate = Scale::times(queue.bandwidth, transfer.bandwidth_factor);
        let leaves = now.max(queue.empty);
        queue.empty = leaves.saturating_add(self.last.of(scale, transfer.bytes, rate));
        leaves
    }

    /// The first message of a link is there.
    #[cold]
    fn begin(&mut self, first: LinkId, bandwidth: u64) {
        if first.index() >= self.queues.len() {
            self.queues.resize(first.index() + 1, SendQueue::default());
        }
        self.queues[first.index()].bandwidth = bandwidth;
    }
}

/// When each connection is free, in a model where a message's end is known when it begins.
#[derive(Debug, Default)]
pub(super) struct FreeTimes {
    free: FxHashMap<Connection, Time>,
    /// Entries at which those of the past are dropped.
    limit: usize,
}

impl FreeTimes {
    /// The end of a message whose latency is over at `ready`, and whose bytes take so long.
    #[inline]
    pub(super) fn pass(&mut self, now: Time, connection: Connection, ready: Time, bytes: Time) -> Time {
        if self.free.len() > self.limit {
            self.free.retain(|_, free| *free > now);
            self.limit = self.free.len() * 2 + 64;
            self.free.shrink_to(self.limit);
        }
        let free = self.free.entry(connection).or_insert(Time::ZERO);
        *free = ready.max(*free).saturating_add(bytes);
        *free
    }
}

/// No message.
const NONE: u32 = u32::MAX;

/// A message in the queue of its connection.
#[derive(Clone, Copy, Debug)]
struct QueuedMessage {
    connection: Option<Connection>,
    /// The message after it.
    next: u32,
    /// While it is the last of its connection: that of another one in the same bucket.
    beside: u32,
    /// No message of the connection that has not arrived is before it.
    first: bool,
    /// Its latency is over.
    ready: bool,
}

/// The messages of each connection that have not arrived, in a model that learns of an end when it happens.
///
/// The last message of each is found by a hash table of lists through the messages themselves: most often a message is alone on its
/// connection, so that its entry costs two stores.
#[derive(Debug, Default)]
pub(super) struct Connections {
    /// By hash: the last message of a connection; a power of two of them, or none.
    buckets: Vec<u32>,
    /// Connections that have messages.
    used: usize,
    places: Vec<QueuedMessage>,
    /// Messages whose turn has come although their latency was over before.
    released: Vec<u32>,
}

impl Connections {
    /// A message starts; without a connection it waits for no other. Returns the one that it follows, which has not arrived.
    #[inline]
    pub(super) fn enter(&mut self, message: u32, connection: Option<Connection>) -> Option<u32> {
        let place = QueuedMessage { connection, next: NONE, beside: NONE, first: true, ready: false };
        let at = message as usize;
        if at >= self.places.len() {
            self.places.resize(at + 1, place);
        }
        self.places[at] = place;
        self.append(message, connection?)
    }

    /// A message becomes the last of its connection. Returns the one that was the last.
    #[inline]
    fn append(&mut self, message: u32, connection: Connection) -> Option<u32> {
        if self.used >= self.buckets.len() {
            self.grow();
        }
        let bucket = self.bucket(connection);
        let head = self.buckets[bucket];
        self.buckets[bucket] = message;
        self.used += 1;
        if head == NONE {
            return None;
        }
        self.places[message as usize].beside = head;
        self.follow(message, connection)
    }

    /// The last message of the same connection in its bucket leaves that and is followed by this one.
    fn follow(&mut self, message: u32, connection: Connection) -> Option<u32> {
        let mut link = message;
        loop {
            let at = self.places[link as usize].beside;
            if at == NONE {
                return None;
            }
            let QueuedMessage { connection: its, beside, .. } = self.places[at as usize];
            if its == Some(connection) {
                self.places[link as usize].beside = beside;
                self.places[at as usize].next = message;
                self.places[message as usize].first = false;
                self.used -= 1;
                return Some(at);
            }
            link = at;
        }
    }

    /// The sender, and a multiplicative hash of how far the receiver is from it (D. Knuth, The Art of Computer Programming, vol. 3,
    /// §6.4): where all ranks send equally far, their buckets lie beside one another.
    #[inline]
    fn bucket(&self, connection: Connection) -> usize {
        let Connection { from, to } = connection;
        let distance = u64::from(to.0.wrapping_sub(from.0));
        let hash = (distance.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as u32;
        hash.wrapping_add(from.0) as usize & (self.buckets.len() - 1)
    }

    #[inline(never)]
    fn grow(&mut self) {
        let count = (2 * self.buckets.len()).max(64);
        let old = std::mem::replace(&mut self.buckets, vec![NONE; count]);
        for mut message in old {
            while message != NONE {
                let QueuedMessage { connection, beside, .. } = self.places[message as usize];
                let Some(connection) = connection else { break };
                let bucket = self.bucket(connection);
                self.places[message as usize].beside = std::mem::replace(&mut self.buckets[bucket], message);
                message = beside;
            }
        }
    }

    /// The last message of a connection has arrived.
    #[inline]
    fn remove(&mut self, message: u32, connection: Connection) {
        self.used -= 1;
        let (bucket, beside) = (self.bucket(connection), self.places[message as usize].beside);
        let mut link = self.buckets[bucket];
        if link == message {
            self.buckets[bucket] = beside;
            return;
        }
        while self.places[link as usize].beside != message {
            link = self.places[link as usize].beside;
        }
        self.places[link as usize].beside = beside;
    }

    /// The latency of a message is over; whether it may begin.
    #[inline]
    pub(super) fn ready(&mut self, message: u32) -> bool {
        let place = &mut self.places[message as usize];
        place.ready = true;
        place.first
    }

    /// A message has arrived.
    #[inline]
    pub(super) fn arrived(&mut self, message: u32) {
        let QueuedMessage { connection, next, .. } = self.places[message as usize];
        let Some(connection) = connection else { return };
        if next == NONE {
            return self.remove(message, connection);
        }
        let next_place = &mut self.places[next as usize];
        next_place.first = true;
        if next_place.ready {
            self.released.push(next);
        }
    }

    /// A message that may begin now because the one before it has arrived.
    #[inline]
    pub(super) fn released(&mut self) -> Option<u32> {
        self.released.pop()
    }
}

#[cfg(test)]
mod tests {
    use super::super::NETWORKS;
    use super::super::flow::{Error, Flow, Options};
    use super::super::scale;
    use super::super::suite::{Table, random_starts, run, transfer};
    use super::super::{LinkUsage, NetworkKind};
    use super::*;
    use crate::{Machine, Setting};
    use kernel::Network;
    use kernel::random::Stream;
    use std::sync::Arc;
    use units::ActorId;

    /// All but the packet model, which needs switches, and whose messages wait at the NIC: it is tested there.
    fn ordering() -> impl Iterator<Item = &'static NetworkKind> {
        let keeps_order = |kind: &&NetworkKind| kind.parameters.iter().any(|known| known.name == "order");
        NETWORKS.iter().filter(keeps_order).filter(|kind| kind.name != "packet")
    }

    const CONNECTION: (&str, &str) = ("order", "connection");

    /// Token, start in nanoseconds, ranks (each on its own host), bytes.
    type Send = (u64, u64, u32, u32, u64);

    fn connected(from: u32, to: u32) -> Option<Connection> {
        Some(Connection { from: ActorId(from), to: ActorId(to) })
    }

    fn ends(kind: &NetworkKind, settings: &[(&str, &str)], sends: &[Send]) -> Vec<u64> {
        let machine = Table::star(4, 1_000_000_000, 500);
        ends_on(machine, kind, settings, sends)
    }

    fn ends_on(machine: Table, kind: &NetworkKind, settings: &[(&str, &str)], sends: &[Send]) -> Vec<u64> {
        let settings: Vec<_> = settings.iter().map(|&(name, value)| Setting { name, value }).collect();
        let mut network = (kind.build)(Arc::new(machine), &settings).unwrap();
        let starts: Vec<_> = sends
            .iter()
            .map(|&(token, ns, from, to, bytes)| {
                let connection = connected(from, to);
                (Time::from_ns(ns), Transfer { connection, ..transfer(token, from, to, bytes) })
            })
            .collect();
        let mut ends = run(&mut *network, &starts);
        ends.sort_unstable();
        ends.into_iter().map(|(_, time)| time.ps() / 1_000).collect()
    }

    #[test]
    fn messages_of_a_connection_follow_one_another() {
        // 1 B/ns, 1 us: each message takes 100 us after the one before it, and the latency once.
        let sends: Vec<Send> = (0..8).map(|token| (token, 0, 0, 1, 100_000)).collect();
        for kind in ordering() {
            let expected: Vec<_> = (1..=8).map(|count| 1_000 + count * 100_000).collect();
            assert_eq!(ends(kind, &[CONNECTION], &sends), expected, "{}", kind.name);
        }
        let flow = NETWORKS.iter().find(|kind| kind.name == "flow").unwrap();
        assert_eq!(ends(flow, &[("order", "none")], &sends), [801_000; 8], "they share");
    }

    #[test]
    fn latencies_of_a_connection_overlap() {
        let sends: Vec<Send> = (0..8).map(|token| (token, 0, 0, 1, 8)).collect();
        for kind in ordering() {
            assert_eq!(
                ends(kind, &[CONNECTION], &sends),
                [1_008, 1_016, 1_024, 1_032, 1_040, 1_048, 1_056, 1_064],
                "{}",
                kind.name
            );
        }
    }

    #[test]
    fn no_message_overtakes_on_its_connection() {
        // Without bytes a message waits, too; one of another connection does not.
        let sends = [(0, 0, 0, 1, 100_000), (1, 10, 0, 1, 0), (2, 20, 2, 3, 0)];
        for kind in ordering() {
            assert_eq!(ends(kind, &[CONNECTION], &sends), [101_000, 101_000, 1_020], "{}", kind.name);
        }
    }

    #[test]
    fn large_messages_to_two_peers_share_and_short_ones_follow_one_another() {
        let flow = NETWORKS.iter().find(|kind| kind.name == "flow").unwrap();
        assert_eq!(ends(flow, &[CONNECTION], &[(0, 0, 0, 1, 100_000), (1, 0, 0, 2, 100_000)]), [201_000, 201_000]);
        let short = [(0, 0, 0, 1, 10_000), (1, 0, 0, 2, 10_000), (2, 5_000, 0, 3, 10)];
        assert_eq!(ends(flow, &[CONNECTION], &short), [11_000, 21_000, 21_010]);
        // 10,000 bytes are long then: they share until the third message has gone, by then half as fast for 5 us.
        assert_eq!(ends(flow, &[CONNECTION, ("send-queue", "9999 B")], &short)[..2], [21_010, 21_010]);
    }

    #[test]
    fn a_send_queue_belongs_to_a_link_and_empties_at_its_bandwidth() {
        let flow = NETWORKS.iter().find(|kind| kind.name == "flow").unwrap();
        let sends = [(0, 0, 0, 1, 10_000), (1, 0, 0, 2, 10_000)];
        // Host 0 reaches host 2 over a link of its own: nothing waits.
        let mut machine = Table::star(4, 1_000_000_000, 500);
        machine.routes[2][0] = units::LinkId(6);
        assert_eq!(ends_on(machine, flow, &[CONNECTION], &sends), [11_000, 11_000]);
        // Ten times as slow behind the switch, to host 1: the second message waits only for the first link, 10 us. By then
        // they share it at 0.1 and 0.9 B/ns: 10,000 / 0.9 = 11,111.1 ns more.
        let mut machine = Table::star(4, 1_000_000_000, 500);
        machine.links[3].bandwidth = units::Rate(100_000_000);
        assert_eq!(ends_on(machine, flow, &[CONNECTION], &sends), [101_000, 22_111]);
    }

    /// A library that gets half of a link's bandwidth fills it half as fast: its messages leave at that rate.
    #[test]
    fn a_send_queue_empties_at_the_rate_of_its_messages() {
        for kind in ordering().filter(|kind| kind.parameters.iter().any(|known| known.name == "send-queue")) {
            let sends = [(0, 1), (1, 2)].map(|(token, to)| {
                let connection = connected(0, to);
                (Time::ZERO, Transfer { connection, bandwidth_factor: 0.5, ..transfer(token, 0, to, 10_000) })
            });
            let machine = Arc::new(Table::star(4, 1_000_000_000, 500));
            let mut ends = run(&mut *(kind.build)(machine, &[]).unwrap(), &sends);
            ends.sort_unstable();
            // 1 us of latency and 20 us; the second message leaves when the first one has.
            assert_eq!(ends, [(0, Time::from_ns(21_000)), (1, Time::from_ns(41_000))], "{}", kind.name);
        }
    }

    #[test]
    fn ended_connections_take_no_memory() {
        let mut times = FreeTimes::default();
        for to in 0..100_000 {
            let now = Time::from_ns(u64::from(to));
            times.pass(now, connected(0, to).unwrap(), now, Time::from_ns(10));
            assert!(times.free.len() <= 2 * 10 + 64 + 1);
        }
        let mut connections = Connections::default();
        for message in 0..1_000 {
            connections.enter(message, connected(message, 0));
            connections.arrived(message);
        }
        assert!(connections.used == 0 && connections.buckets == [NONE; 64]);
    }

    /// Against a queue for each connection, with so few buckets that connections share them, and so many that they grow.
    #[test]
    fn messages_follow_those_of_their_connection() {
        let mut random = Stream::new(11, 0, 0);
        for ranks in [2, 8, 60] {
            let mut connections = Connections::default();
            let mut queues = std::collections::BTreeMap::<(u32, u32), Vec<u32>>::new();
            let mut free: Vec<u32> = (0..300).rev().collect();
            let mut most = 0;
            for step in 0..20_000 {
                let (from, to) = (random.below(ranks) as u32, random.below(ranks) as u32);
                let enters = if step / 1_000 % 2 == 0 { 3 } else { 1 };
                if random.below(4) < enters
                    && let Some(message) = free.pop()
                {
                    connections.enter(message, connected(from, to));
                    let queue = queues.entry((from, to)).or_default();
                    queue.push(message);
                    assert_eq!(connections.ready(message), queue.len() == 1);
                } else if let Some(mut busy) = queues.first_entry() {
                    let message = busy.get_mut().remove(0);
                    connections.arrived(message);
                    assert_eq!(connections.released(), busy.get().first().copied());
                    free.push(message);
                    if busy.get().is_empty() {
                        busy.remove();
                    }
                }
                assert_eq!(connections.used, queues.len());
                most = most.max(queues.len());
            }
            assert!(ranks < 60 || most > 128, "{most}");
        }
    }

    /// A message is held back outside of a model without order or latencies until its turn has come.
    fn twin(machine: &Table, starts: &[(Time, Transfer)]) -> Vec<(u64, Time)> {
        let mut still = machine.clone();
        still.links.iter_mut().for_each(|link| link.latency = Time::ZERO);
        let mut network =
            Flow::new(Arc::new(still), Options { send_queue: None, error: Error::NONE, ..Options::default() });
        let mut path = platform::Path::default();
        let ready: Vec<_> = starts
            .iter()
            .map(|(start, transfer)| {
                machine.path(transfer.source, transfer.destination, &mut path);
                start.saturating_add(scale::latency(path.latency, transfer.latency_factor))
            })
            .collect();
        let (mut begun, mut ended) = (vec![false; starts.len()], vec![None; starts.len()]);
        loop {
            let turn = |at: usize, ended: &[Option<Time>]| {
                let before = (0..at).filter(|other| starts[*other].1.connection == starts[at].1.connection);
                before.into_iter().all(|other| ended[other].is_some())
            };
            let waiting: Vec<_> = (0..starts.len()).filter(|at| !begun[*at] && turn(*at, &ended)).collect();
            let now = waiting.iter().map(|at| ready[*at]).min().unwrap_or(Time::MAX).min(network.next_event());
            if now == Time::MAX {
                return starts.iter().zip(ended).map(|(start, end)| (start.1.token, end.unwrap())).collect();
            }
            let mut completions = Vec::new();
            if network.next_event() == now {
                network.advance(now, &mut completions);
            }
            for completion in completions {
                let at = starts.iter().position(|start| start.1.token == completion.token).unwrap();
                ended[at] = Some(now);
            }
            for at in 0..starts.len() {
                if !begun[at] && ready[at] <= now && turn(at, &ended) {
                    begun[at] = true;
                    network.start(now, &starts[at].1);
                }
            }
        }
    }

    #[test]
    fn the_flow_model_agrees_with_a_queue_outside_of_it() {
        let mut random = Stream::new(8, 0, 0);
        for _ in 0..300 {
            let machine = Table::random(&mut random);
            let mut starts = random_starts(&mut random, &machine, 40);
            for (_, transfer) in &mut starts {
                let rank = |host: u32, random: &mut Stream| 2 * host + random.below(2) as u32;
                let from = rank(transfer.source.host.0, &mut random);
                transfer.connection = connected(from, rank(transfer.destination.host.0, &mut random));
            }
            // Only messages without bytes pass the queue of the host, in no time.
            // Alone or beside others, transfers flow alike with exact sharing.
            let options = Options { send_queue: Some(Bytes(0)), error: Error::NONE, ..Options::default() };
            let mut ends = run(&mut Flow::new(Arc::new(machine.clone()), options), &starts);
            ends.sort_unstable();
            let mut expected = twin(&machine, &starts);
            expected.sort_unstable();
            assert_eq!(ends, expected);
        }
    }

    #[test]
    fn without_a_connection_or_order_nothing_waits() {
        let mut random = Stream::new(9, 0, 0);
        for kind in ordering().filter(|kind| kind.capabilities.links != LinkUsage::None) {
            let machine = Table::random(&mut random);
            let plain = random_starts(&mut random, &machine, 60);
            let mut connected_starts = plain.clone();
            for (_, transfer) in &mut connected_starts {
                transfer.connection = connected(transfer.source.host.0, transfer.destination.host.0);
            }
            let none = [Setting { name: "order", value: "none" }];
            let [mut first, mut second] =
                [(); 2].map(|()| (kind.build)(Arc::new(machine.clone()), &none).ok().unwrap());
            assert_eq!(run(&mut *first, &plain), run(&mut *second, &connected_starts), "{}", kind.name);
        }
    }
}
