//! The packet model's network as a whole: its partitions, their common time, and the arrivals of messages.
//!
//! # Time
//! The network lags behind the kernel, which calls it. A delivery is *certain* once the departure of the message's last packet
//! over its last link is decided. Until then it has a lower bound: the network's next event plus the least latency that a last
//! hop can have. Of the three instants
//!
//! ```text
//! ──────┬──────────────────────────┬─────────────────────────────┬───────────────▶ time
//!   first event that       the kernel's now             next_event: the next certain delivery,
//!   is not processed       (messages start here)        or the lower bound of all others
//! ```
//!
//! the first may be before the second, because the events in between have no effect on the kernel before the third. When the
//! kernel reaches the third, all events up to it are processed at once ([`PacketSimulator::advance`]). A message that starts
//! meanwhile adds an event at the kernel's now or later. Events are ordered by their keys, so results do not depend on when
//! they are processed.
//!
//! # Partitions
//! An event in one partition can affect another partition, by a packet or by a credit, only after the least latency of the
//! links between them. For this long after the first event anywhere, all partitions are simulated independently (conservative
//! windows: Chandy and Misra, CACM 24(4), 1981; Nicol, JACM 40(2), 1993). They exchange packets and credits before the next
//! window. Results do not depend on the number of partitions: the keys of events do not contain the partition, and a departure
//! is the same whether it is decided when its credit is sent or when the credit has arrived.

use crate::Machine;
use crate::network::packet::config::NetworkConfig;
use crate::network::packet::counters::totals::{PartitionCounts, Totals};
use crate::network::packet::nic::messages::{Finished, MessageAllocator};
use crate::network::packet::options::Options;
use crate::network::packet::parallel::partitioning::{Lookahead, Partitioning};
use crate::network::packet::parallel::worker_pool::WorkerPool;
use crate::network::packet::simulator::arriving::Arriving;
use crate::network::packet::simulator::calendar::Entry;
use crate::network::packet::simulator::events::{INJECT, STARTED_NOW};
use crate::network::packet::simulator::partition::{Next, Partition, Partitions};
use crate::network::packet::simulator::shared_state::{LentState, SharedState};
use kernel::{Completion, CompletionKind, Transfer};
use std::collections::VecDeque;
use std::sync::Arc;
use units::Time;

/// What comes next in all partitions, by their states after a window; a start moves it forward.
#[derive(Clone, Copy)]
struct Frontier {
    /// The first event that has not been processed.
    event: u64,
    /// The first packet known to reach a link into a NIC.
    ejection: u64,
}

impl Default for Frontier {
    fn default() -> Self {
        Self { event: u64::MAX, ejection: u64::MAX }
    }
}

/// The whole network.
pub(crate) struct PacketSimulator {
    pub(crate) shared: LentState,
    /// Each is here, except while a worker has it.
    pub(crate) partitions: Partitions,
    frontier: Frontier,
    pub(crate) worker_pool: WorkerPool,
    message_allocator: MessageAllocator,
    lookahead: Lookahead,
    /// By partition: when the next message arrives of those whose arrivals are certain.
    arriving: Arriving,
    /// Messages that have arrived and whose last events have not been processed: when, and what is free then.
    leaving: VecDeque<(u64, Finished)>,
    completions: u64,
}

impl PacketSimulator {
    pub(crate) fn new(machine: Arc<dyn Machine>, options: Options) -> Self {
        let Partitioning { of_regions, count, lookahead } = Partitioning::new(&*machine, options);
        let message_allocator = MessageAllocator::new(&*machine, options, count);
        let shared = LentState::new(SharedState::new(NetworkConfig::new(machine, options, of_regions), count));
        Self {
            partitions: (0..count).map(|id| Box::new(Partition::new(id, count, shared.get()))).collect(),
            frontier: Frontier::default(),
            worker_pool: WorkerPool::new(usize::from(count) - 1),
            message_allocator,
            lookahead,
            shared,
            arriving: Arriving::new(count),
            leaving: VecDeque::new(),
            completions: 0,
        }
    }

    pub(crate) fn totals(&self) -> Totals {
        let mut all = Totals { completions: self.completions, ..Totals::default() };
        for partition in &self.partitions {
            let PartitionCounts { packets, hops, events } = partition.counts;
            all.packets += packets;
            all.hops += hops;
            all.events += events;
            all.max_packets += partition.packets.in_flight().1;
        }
        all
    }

    /// Starts a message; `now` may be later than what has been processed.
    pub(crate) fn start(&mut self, now: Time, transfer: &Transfer) {
        let shared = self.shared.get_mut();
        let partition = shared.config.partition_of_host(transfer.source.host);
        let (index, enters) =
            self.message_allocator.start(now, transfer, (&*shared.config.machine, partition), &mut shared.messages);
        let nic = shared.message(index).nic;
        shared.add_nic(nic);
        let message = shared.message(index);
        self.lookahead
            .add_message(transfer.latency_factor, message.is_intra_host().then_some(message.intra_host_latency));
        let class = if enters == now { STARTED_NOW | INJECT } else { INJECT };
        let entry = Entry::new(enters.ps(), class, message.nic, message.sequence, index);
        self.partitions[usize::from(partition)].events.start(entry);
        self.frontier.event = self.frontier.event.min(enters.ps());
    }

    /// The instant before which no further arrival is possible.
    fn delivery_lower_bound(&self) -> u64 {
        self.frontier.event.saturating_add(self.lookahead.delivery()).min(self.frontier.ejection)
    }

    /// The next arrival, or an instant before which there is none.
    pub(crate) fn next_event(&self) -> Time {
        Time::from_ps(self.arriving.first().min(self.delivery_lower_bound()))
    }

    /// Advances at most to [`PacketSimulator::next_event`], and appends what has arrived, in the order of the starts.
    pub(crate) fn advance(&mut self, to: Time, completions: &mut Vec<Completion>) {
        // Window by window until no delivery can come before `to`; the last one ends there.
        while self.delivery_lower_bound() <= to.ps() {
            self.step(to.ps());
        }
        self.release_messages();
        let mut done: Vec<(u64, u32)> = Vec::new();
        if self.arriving.first() <= to.ps() && to < Time::MAX {
            self.arriving.take(&mut self.partitions, to.ps(), &mut |arrival| {
                done.push((arrival.sequence(), arrival.index));
            });
        }
        done.sort_unstable();
        self.completions += done.len() as u64;
        completions.extend(done.into_iter().map(|(_, index)| {
            let message = self.shared.get().message(index);
            self.leaving.push_back((to.ps(), message.finished(index)));
            Completion { token: message.token, kind: CompletionKind::Delivered, bottleneck: None }
        }));
    }

    /// Processes all events up to an instant.
    pub(crate) fn process(&mut self, to: Time) {
        while self.frontier.event <= to.ps() {
            self.step(to.ps());
        }
        self.release_messages();
    }

    /// Processes a window, one instant at least and nothing after `to`; there is an event until then.
    fn step(&mut self, to: u64) {
        let first = self.frontier.event;
        debug_assert!(first <= to && first < u64::MAX, "an event at {first}, until {to}");
        match (self.partitions.len(), self.lookahead.window()) {
            (1, _) => self.worker_pool.work(&mut self.partitions, &mut self.shared, (first, to)),
            (_, 0) => self.step_in_turns(),
            (_, window) => {
                let end = to.min(first.saturating_add(window - 1));
                self.worker_pool.work(&mut self.partitions, &mut self.shared, (first, end));
            }
        }
        let Next { event, sent, packets, .. } =
            self.partitions.iter().fold(Next::default(), |all, partition| all.join(partition.next));
        // Nothing waits for credits that are on their way when there is no packet.
        let sent = if packets > 0 { sent } else { u64::MAX };
        let first = event.min(sent);
        let mut first_ejection = if self.shared.get().config.has_ejection_links { sent } else { u64::MAX };
        for partition in &mut self.partitions {
            self.arriving.set(partition);
            if partition.next.ejection < first {
                // It has been put off or has left.
                partition.drop_pending_ejections(first);
                partition.next.ejection = partition.first_pending_ejection();
            }
            first_ejection = first_ejection.min(partition.next.ejection);
        }
        self.frontier = Frontier { event: first, ejection: first_ejection };
    }

    /// Recycles the records of messages that have arrived and have no more events.
    fn release_messages(&mut self) {
        let first = self.frontier.event;
        while let Some(&(at, message)) = self.leaving.front()
            && at < first
        {
            self.leaving.pop_front();
            self.message_allocator.finish(message);
        }
    }

    /// Lets the partition with the next event process it: without latency there are no windows.
    fn step_in_turns(&mut self) {
        let first_events = self.partitions.iter_mut().map(|partition| partition.first_entry(self.shared.get()));
        if let Some((_, at)) = first_events.zip(0usize..).filter(|(entry, _)| entry.is_some()).min() {
            self.partitions[at].handle_next_event(self.shared.get());
        }
        self.partitions.iter_mut().for_each(|partition| partition.end_window(self.shared.get()));
    }

    /// See [`crate::network::packet::PacketNetwork::is_empty`].
    pub(crate) fn is_empty(&self) -> bool {
        self.partitions.iter().all(|partition| partition.is_empty(self.shared.get()))
    }

    /// See [`crate::network::packet::PacketNetwork::check_credits`].
    pub(crate) fn check_credits(&self) {
        let mut occupied: Vec<Vec<u64>> =
            self.partitions.iter().map(|partition| vec![0; partition.ports.channel_count()]).collect();
        for partition in &self.partitions {
            partition.add_occupied(self.shared.get(), &mut occupied);
        }
        for (partition, occupied) in self.partitions.iter().zip(&occupied) {
            partition.check_credits(self.shared.get(), occupied);
        }
    }
}
