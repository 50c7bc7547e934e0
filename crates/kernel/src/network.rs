//! The seam between the kernel and network models.

use units::{Endpoint, LinkId, Time};

/// One transfer of bytes between two endpoints, as a network model sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transfer {
    /// The owner's name for it, returned in every [`Completion`].
    pub token: u64,
    /// Where it leaves the sender.
    pub source: Endpoint,
    /// Where it enters the receiver.
    pub destination: Endpoint,
    /// Payload bytes; zero is legal and takes the latency alone.
    pub bytes: u64,
    /// Multiplies the route's latency (1 = as described); the MPI library's protocol decides it.
    pub latency_factor: f64,
    /// Multiplies the rate bound that the route's narrowest link sets (1 = as described).
    pub bandwidth_factor: f64,
    /// The job it belongs to.
    pub job: u16,
    /// A traffic class, for models with classes of service.
    pub class: u8,
    /// The user's phase, for counters per phase.
    pub phase: u32,
}

/// What has happened to a transfer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// The last byte has left the sender's NIC.
    Injected,
    /// So many bytes have arrived in all.
    Part(u64),
    /// The last byte has arrived.
    Delivered,
}

/// A network's word to the kernel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The transfer's token.
    pub token: u64,
    /// What has happened.
    pub kind: CompletionKind,
    /// The link that bound its rate last, where the model knows one.
    pub bottleneck: Option<LinkId>,
}

/// A network model: it knows hosts, links and bytes, and nothing of MPI.
///
/// The kernel calls [`Network::start`] any number of times at one instant and asks for the next event only when
/// that instant is settled, so a model may solve once for all starts and ends of an instant.
pub trait Network {
    /// Starts a transfer at `now`, which is never before an earlier call's instant.
    fn start(&mut self, now: Time, transfer: &Transfer);

    /// The instant of the next completion, or one before which there is none; [`Time::MAX`] if nothing is under way.
    fn next_event(&mut self) -> Time;

    /// Counts up to `now`, which no call has gone beyond: a model may lag behind in what does not end a transfer. To be
    /// called before [`Network::counters`] are read.
    fn sync_counters(&mut self, now: Time) {
        let _ = now;
    }

    /// Moves to `to` (at most [`Network::next_event`]) and appends what completes by then, in an order that
    /// depends only on the order of the starts.
    fn advance(&mut self, to: Time, completions: &mut Vec<Completion>);

    /// How long a transfer takes from its start to its delivery where nothing else is under way; none where the model does
    /// not tell.
    fn uncontended_time(&mut self, transfer: &Transfer) -> Option<Time> {
        let _ = transfer;
        None
    }

    /// The link counters, if the model keeps any.
    fn counters(&self) -> Option<&dyn LinkCounters>;

    /// Keeps link counters, where the model only does so when asked; with [`LinkCounters::for_each_link_use`] if `by_phase`. To be
    /// called before the first start; models that have no links stay as they are.
    fn count_links(&mut self, by_phase: bool) {
        let _ = by_phase;
    }

    /// What the model has done to get there, for the run's manifest: (name, count). Nothing unless it says so.
    fn statistics(&self) -> Vec<(&'static str, u64)> {
        Vec::new()
    }
}

/// What one link has carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkTotals {
    /// Bytes carried since the start.
    pub bytes: u64,
    /// Time during which at least one transfer used it.
    pub busy: Time,
    /// Packets carried; None if the model has no packets.
    pub packets: Option<u64>,
    /// Time in which it carried nothing though packets waited, for lack of credit; None if the model has no packets.
    pub stalled: Option<Time>,
}

/// What one virtual channel of a link has carried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChannelTotals {
    /// Bytes carried since the start.
    pub bytes: u64,
    /// Packets carried.
    pub packets: u64,
    /// Time in which the link carried nothing though packets of this channel waited, for lack of credit.
    pub stalled: Time,
}

/// A part of what a link carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct LinkUseKey {
    /// The time bucket; 0 if there are none.
    pub bucket: u64,
    /// The phase of the transfers ([`Transfer::phase`]).
    pub phase: u32,
    /// The virtual channel; 0 if the model has none.
    pub vc: u8,
}

/// What a link has carried of a part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LinkUse {
    /// Bytes carried.
    pub bytes: u64,
    /// Packets carried, each counted where it begins; 0 if the model has no packets.
    pub packets: u64,
    /// Time in which it carried something of this part.
    pub busy: Time,
    /// Time in which it carried nothing though packets of this part were next in their channel, for lack of credit.
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

/// A capability: a model that counts what each link carries.
pub trait LinkCounters {
    /// The counters of every link that carried something, ascending by link. Exact at instants of completions;
    /// between them up to the last.
    fn for_each_link(&self, visit: &mut dyn FnMut(LinkId, LinkTotals));

    /// The counters of every virtual channel that carried something, ascending by (link, channel); nothing if the model
    /// has no virtual channels.
    fn for_each_channel(&self, _visit: &mut dyn FnMut(LinkId, u8, ChannelTotals)) {}

    /// The width of a time bucket, if utilisation over time is kept.
    fn bucket(&self) -> Option<Time>;

    /// Bytes per link and time bucket, ascending by (link, bucket); nothing if no buckets are kept.
    fn for_each_bucket(&self, visit: &mut dyn FnMut(LinkId, u64, u64));

    /// What every link has carried, by time bucket, phase and virtual channel, ascending by link and part; nothing unless
    /// [`Network::count_links`] has asked for it.
    fn for_each_link_use(&self, _visit: &mut dyn FnMut(LinkId, LinkUseKey, LinkUse)) {}
}
