//! Times of messages in an otherwise empty network. Each message is sent through a second, empty network, and its time is
//! cached for equal messages.
//!
//! The time that a message takes beyond this time counts as contention. Headers, crossbars, FIFOs and adaptive routes count as
//! in the model itself. Random routings draw again in the empty network, so a message may take a longer or shorter route there
//! than in the simulated network.
//!
//! Cost: the first message of each size between two endpoints is simulated a second time; its time takes 80 bytes.

use super::options::Options;
use crate::Machine;
use crate::network::packet::simulator::packet_simulator::PacketSimulator;
use kernel::{Completion, Transfer};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use units::{Endpoint, LinkId, Time};

/// Cached times; when there are more, all are dropped.
const KEPT: usize = 1 << 20;

/// What the time of a message depends on: its endpoints, bytes and the bits of its factors.
type MessageKey = (Endpoint, Endpoint, u64, u64, u64);

/// An empty network, and the times of messages in it.
pub(super) struct UncontendedNetwork {
    simulator: PacketSimulator,
    /// When nothing of the previous message is left: packets, credits, the NIC's gap.
    free: Time,
    pause: Time,
    known: FxHashMap<MessageKey, Option<Time>>,
    completions: Vec<Completion>,
}

impl UncontendedNetwork {
    pub(super) fn new(machine: &Arc<dyn Machine>, options: Options) -> Self {
        let latency = (0..machine.links()).map(|link| machine.link(LinkId(link)).latency).max().unwrap_or(Time::ZERO);
        Self {
            simulator: PacketSimulator::new(Arc::clone(machine), Options { threads: 1, bucket: None, ..options }),
            free: Time::ZERO,
            // A credit is back a latency after the last byte has gone on.
            pause: latency.saturating_add(machine.message_gap()).saturating_add(Time::from_ps(1)),
            known: FxHashMap::default(),
            completions: Vec::new(),
        }
    }

    /// From its start to its arrival; none if it never arrives.
    pub(super) fn time(&mut self, transfer: &Transfer) -> Option<Time> {
        let Transfer { source, destination, bytes, latency_factor, bandwidth_factor, .. } = *transfer;
        let kind = (source, destination, bytes, latency_factor.to_bits(), bandwidth_factor.to_bits());
        if let Some(known) = self.known.get(&kind) {
            return *known;
        }
        let taken = self.send(transfer);
        if self.known.len() >= KEPT {
            self.known.clear();
        }
        self.known.insert(kind, taken);
        taken
    }

    fn send(&mut self, transfer: &Transfer) -> Option<Time> {
        if self.free == Time::MAX {
            return None;
        }
        let start = self.free;
        self.simulator.start(start, transfer);
        self.completions.clear();
        let end = loop {
            let next = self.simulator.next_event();
            if next == Time::MAX {
                self.free = Time::MAX;
                return None;
            }
            self.simulator.advance(next, &mut self.completions);
            if !self.completions.is_empty() {
                break next;
            }
        };
        self.free = end.saturating_add(self.pause);
        self.simulator.process(end);
        Some(end.saturating_sub(start))
    }
}
