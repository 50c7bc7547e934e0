//! What a message takes where nothing else is under way: it is sent through a second, empty network, and what it took there is
//! kept for the next one of its kind.
//!
//! So it is what the model itself says, of headers, crossbars, FIFOs and routes that depend on load, too. A routing that draws
//! makes draws of its own here: the same message may take a longer or shorter way in the network that counts.
//!
//! Cost: of the first message between two places of each size what it costs in the network; 80 bytes to keep it.

use super::fabric::Fabric;
use super::options::Options;
use crate::Machine;
use kernel::{Completion, Transfer};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use units::{Endpoint, LinkId, Time};

/// So many are kept, then they are forgotten.
const KEPT: usize = 1 << 20;

/// What the time of a message alone depends on: its ends, its bytes and the bits of its factors.
type Kind = (Endpoint, Endpoint, u64, u64, u64);

/// A network in which messages are alone.
pub(super) struct UncontendedNetwork {
    fabric: Fabric,
    /// The first instant at which nothing of the message before is left: packets, credits, the NIC's pause.
    free: Time,
    pause: Time,
    known: FxHashMap<Kind, Option<Time>>,
    completions: Vec<Completion>,
}

impl UncontendedNetwork {
    pub(super) fn new(machine: &Arc<dyn Machine>, options: Options) -> Self {
        let latency = (0..machine.links()).map(|link| machine.link(LinkId(link)).latency).max().unwrap_or(Time::ZERO);
        Self {
            fabric: Fabric::new(Arc::clone(machine), Options { threads: 1, bucket: None, ..options }),
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
        self.fabric.start(start, transfer);
        self.completions.clear();
        let end = loop {
            let next = self.fabric.next_event();
            if next == Time::MAX {
                self.free = Time::MAX;
                return None;
            }
            self.fabric.advance(next, &mut self.completions);
            if !self.completions.is_empty() {
                break next;
            }
        };
        self.free = end.saturating_add(self.pause);
        self.fabric.process(end);
        Some(end.saturating_sub(start))
    }
}
