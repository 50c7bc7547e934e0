//! The interface between the kernel and network models: transfers that the MPI engine starts, and their completions.

use units::{ActorId, Endpoint, LinkId, Time};

/// Sender and receiver of messages that keep their order, in models in which they do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Connection {
    /// The sender.
    pub from: ActorId,
    /// The receiver.
    pub to: ActorId,
}

/// One transfer of bytes between two endpoints, as a network model sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfer {
    /// Chosen by the owner, returned in every [`Completion`].
    pub token: u64,
    /// The sender.
    pub source: Endpoint,
    /// The receiver.
    pub destination: Endpoint,
    /// Payload bytes; zero is legal and takes only the latency.
    pub bytes: u64,
    /// Multiplies the route's latency (1 = as described); the MPI library's protocol decides it.
    pub latency_factor: f64,
    /// Multiplies the rate bound that the route's narrowest link sets (1 = as described).
    pub bandwidth_factor: f64,
    /// The user's phase, for counters per phase.
    pub phase: u32,
    /// The transport connection that it uses; none: it keeps no order.
    pub connection: Option<Connection>,
}

impl Transfer {
    /// A transfer at the latency and rate of its route, in phase 0 and without a connection.
    pub fn new(token: u64, source: Endpoint, destination: Endpoint, bytes: u64) -> Self {
        Self {
            token,
            source,
            destination,
            bytes,
            latency_factor: 1.0,
            bandwidth_factor: 1.0,
            phase: 0,
            connection: None,
        }
    }
}

/// A transfer that has left its sender's end and has not reached its receiver's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Passage {
    /// When it reaches the receiver's end. Before, nothing happens there.
    pub arrival: Time,
    /// The receiver's port, by a number of the model's own, and for how long the port takes the transfer; none: the transfer is
    /// delivered when it arrives.
    pub port: Option<(u32, Time)>,
}

/// A network in which a transfer touches nothing but its sender's end, when it starts, and its receiver's, when it arrives: several
/// instances of the model, each with the ends of some hosts, are together the network of all.
pub trait DivisibleNetwork {
    /// A time that every transfer between two hosts takes at least, from its start to its arrival, if its latency factor is at
    /// least `factor`; zero if there is none.
    fn lookahead(&self, factor: f64) -> Time;

    /// Starts a transfer at its sender's end, as [`Network::start`] does.
    fn depart(&mut self, now: Time, transfer: &Transfer) -> Passage;

    /// Hands a transfer to its receiver's end, in advance. Transfers of one arrival are taken in the order of `sequence`.
    fn arrive(&mut self, passage: Passage, sequence: u64, token: u64);

    /// Counts bytes that another instance has counted on a link.
    fn add_load(&mut self, link: LinkId, bytes: u64);

    /// Links that transfers have queued for at their senders' ends, by number: no other instance may have used them.
    fn sending_links(&self) -> Vec<u32> {
        Vec::new()
    }
}

/// What has happened to a transfer. Every model reports [`CompletionKind::Delivered`]; the others are optional.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// The transport has taken the last byte: the sender may reuse its buffer.
    Taken,
    /// Bytes that have arrived in all.
    Part(u64),
    /// The last byte has arrived.
    Delivered,
}

/// Progress of a transfer, as a network reports it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The transfer's token.
    pub token: u64,
    /// What has happened.
    pub kind: CompletionKind,
    /// The link that last limited its rate, if the model knows it; `packet` knows none.
    pub bottleneck: Option<LinkId>,
}

/// A network model: it knows hosts, links and bytes, and nothing of MPI.
///
/// The kernel calls [`Network::start`] any number of times at one instant and asks for the next event only when that
/// instant is complete, so a model may solve once for all starts and ends of an instant.
pub trait Network {
    /// Starts a transfer at `now`, which is not before the `now` of an earlier start nor the `to` of an earlier
    /// [`Network::advance`]. It may be later than [`Network::next_event`] only if the model says so.
    fn start(&mut self, now: Time, transfer: &Transfer);

    /// The instant of the next completion, or one before which there is none; [`Time::MAX`] if nothing is under way.
    fn next_event(&mut self) -> Time;

    /// Brings the counters up to `now`, which is not before any earlier call's time: a model may lag behind in what does not
    /// complete a transfer. To be called before [`Network::counters`] are read.
    fn sync_counters(&mut self, now: Time) {
        let _ = now;
    }

    /// Moves to `to` (at most [`Network::next_event`]) and appends what completes by then, in an order that
    /// depends only on the order of the starts.
    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>);

    /// The same network as it is before its first transfer.
    fn idle(&self) -> Box<dyn Network>;

    /// Tells the name of a phase ([`Transfer::phase`]) before the first transfer in it. Phase 0 is called `0`.
    fn name_phase(&mut self, phase: u32, name: &str) {
        let _ = (phase, name);
    }

    /// Time from start to delivery of a transfer in an otherwise empty network; none if the model does not know.
    fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        let _ = transfer;
        None
    }

    /// The most threads that the user wants a run to be divided over, in a model that is a [`DivisibleNetwork`].
    fn threads(&self) -> u32 {
        1
    }

    /// The model as one that can be divided, if it can be.
    fn divisible(&mut self) -> Option<&mut dyn DivisibleNetwork> {
        None
    }

    /// Whether the bytes of a connection arrive in the order of the starts of its transfers.
    fn keeps_order(&self) -> bool {
        false
    }

    /// Whether it has send buffers of its own, and reports [`CompletionKind::Taken`] of every transfer between hosts.
    fn takes_bytes(&self) -> bool {
        false
    }

    /// The link counters, if the model keeps any.
    fn counters(&self) -> Option<&dyn LinkCounters>;

    /// Turns link counters on, in models that do not always keep them; with `by_phase` those of
    /// [`LinkCounters::for_each_link_use`] too. To be called before the first start.
    fn count_links(&mut self, by_phase: bool) {
        let _ = by_phase;
    }

    /// By how many millionths of a link's capacity the rates over it may miss it, in a model that computes shared rates.
    fn rate_error(&self) -> Option<u32> {
        None
    }

    /// What a transport has lost and repaired, in a model that loses packets.
    fn losses(&self) -> Option<Losses> {
        None
    }

    /// Counts of the model's own work, for the run's manifest: (name, count).
    fn statistics(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// What a transport over a network that loses packets has done, for the run's manifest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Packets sent, acknowledgements included.
    pub packets: u64,
    /// Of these, acknowledgements without data.
    pub acknowledgements: u64,
    /// Packets that found a full queue.
    pub dropped: u64,
    /// Segments sent again.
    pub resent: u64,
    /// Retransmission timers that have expired.
    pub timeouts: u64,
}

/// Totals of a link: the table `links`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkTotals {
    /// Bytes carried since the start.
    pub bytes: u64,
    /// Time during which at least one transfer used it.
    pub busy: Time,
    /// Packets carried; None without packets.
    pub packets: Option<u64>,
    /// Time in which it was idle although packets waited, for lack of credit; None without packets.
    pub stalled: Option<Time>,
}

/// Totals of a virtual channel of a link: the table `link_channels`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelTotals {
    /// Bytes carried since the start.
    pub bytes: u64,
    /// Packets carried.
    pub packets: u64,
    /// Time in which the link was idle although packets of this channel waited, for lack of credit.
    pub stalled: Time,
}

/// What [`LinkUse`] is counted by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkUseKey {
    /// The time bucket; 0 without buckets.
    pub bucket: u64,
    /// The phase of the transfers ([`Transfer::phase`]).
    pub phase: u32,
    /// The virtual channel; 0 without channels.
    pub vc: u8,
}

/// What a link has carried in a time bucket, phase and virtual channel: the table `link_use`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkUse {
    /// Bytes carried.
    pub bytes: u64,
    /// Packets carried, each counted in the bucket where it begins; 0 without packets.
    pub packets: u64,
    /// Time in which it carried any of these bytes.
    pub busy: Time,
    /// Time in which it was idle although packets of this phase were next in their channel, for lack of credit.
    pub stalled: Time,
}

impl LinkUse {
    /// Adds another's.
    pub fn add(&mut self, other: Self) {
        self.bytes += other.bytes;
        self.packets += other.packets;
        self.busy = self.busy.saturating_add(other.busy);
        self.stalled = self.stalled.saturating_add(other.stalled);
    }
}

/// Link counters of a network model.
pub trait LinkCounters {
    /// Totals of every link that carried something, ascending by link, as of the last completion or
    /// [`Network::sync_counters`]. They include transmissions that are scheduled already.
    fn for_each_link(&self, visit: &mut dyn FnMut(LinkId, LinkTotals));

    /// Totals of every virtual channel that carried something, ascending by (link, channel); nothing without channels.
    fn for_each_channel(&self, _visit: &mut dyn FnMut(LinkId, u8, ChannelTotals)) {}

    /// The width of a time bucket, if bytes are counted by bucket.
    fn bucket(&self) -> Option<Time> {
        None
    }

    /// Bytes per link and time bucket, ascending by (link, bucket); nothing without buckets.
    fn for_each_bucket(&self, _visit: &mut dyn FnMut(LinkId, u64, u64)) {}

    /// What every link has carried by time bucket, phase and virtual channel, ascending by link and key; nothing unless
    /// [`Network::count_links`] has turned it on.
    fn for_each_link_use(&self, _visit: &mut dyn FnMut(LinkId, LinkUseKey, LinkUse)) {}
}
