//! The table `graph`: the communication graph, bytes per pair of ranks.

use super::phases::PhaseNames;
use crate::error::ObserveError;
use crate::schema::row::table;
use crate::writer::write;
use files::{Folder, NewFile};
use ops::Record;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use units::ActorId;

table! {
    /// Messages that have arrived, those inside collective operations included, by phase and pair of ranks; by phase in order of
    /// first marks, then source, then destination.
    pub struct GraphRow in "graph", OnRequest {
        /// Sending rank.
        source: ActorId,
        /// Receiving rank.
        destination: ActorId,
        /// Phase of the sender; for what comes back of a window, of its owner.
        phase: Arc<str>,
        /// Number of messages.
        messages: u64,
        /// Payload bytes.
        bytes: u64,
    }
}

/// Messages and bytes of a pair in a phase.
type Volume = (u64, u64);

/// The graph so far: about 30 bytes for each pair and phase.
#[derive(Debug, Default)]
pub(crate) struct Graph {
    /// By sender, then phase and receiver.
    senders: Vec<FxHashMap<(u32, u32), Volume>>,
    pub(crate) names: PhaseNames,
}

impl Graph {
    #[inline]
    pub(crate) fn record(&mut self, record: &Record) {
        let Record::Message { source, destination, bytes, phase, .. } = *record else { return };
        if source.index() >= self.senders.len() {
            self.senders.resize_with(source.index() + 1, FxHashMap::default);
        }
        let (messages, sum) = self.senders[source.index()].entry((phase, destination.0)).or_default();
        *messages += 1;
        *sum = sum.saturating_add(bytes);
    }

    /// Writes the table, sorted.
    pub(crate) fn write(&self, run: &Folder) -> Result<Vec<NewFile>, ObserveError> {
        let mut pairs: Vec<((u32, u32, u32), Volume)> = Vec::new();
        for (source, receivers) in (0..).zip(&self.senders) {
            pairs.extend(sorted(receivers).map(|((phase, to), volume)| ((phase, source, to), volume)));
        }
        // Stable, and in order of senders and receivers already.
        pairs.sort_by_key(|((phase, ..), _)| *phase);
        write(run, pairs.into_iter().map(|((phase, source, destination), (messages, bytes))| GraphRow {
            source: ActorId(source),
            destination: ActorId(destination),
            phase: self.names.of(phase),
            messages,
            bytes,
        }))
    }
}

fn sorted(receivers: &FxHashMap<(u32, u32), Volume>) -> impl Iterator<Item = ((u32, u32), Volume)> + use<> {
    let mut sorted: Vec<_> = receivers.iter().map(|(key, volume)| (*key, *volume)).collect();
    sorted.sort_unstable();
    sorted.into_iter()
}
