//! Describes, for the deadlock report, what a rank blocked in a partitioned operation waits for.

use super::Partitions;
use crate::ids::PairId;
use crate::waits_for::WaitsFor;

/// The most partitions that are named.
const NAMED_MAX: usize = 4;

impl Partitions {
    /// What a blocked rank waits for.
    pub(crate) fn waits_for(&self, rank: u32, pair: PairId, sends: bool) -> WaitsFor {
        let pair = &self.pairs[pair];
        let tag = pair.key.tag;
        let (sender, receiver) = (pair.key.sender.0, pair.key.receiver.0);
        if !sends {
            let text = match (&pair.send, pair.offered) {
                (None, _) => format!("MPI_Psend_init of rank {sender}, tag {tag}"),
                (Some(_), false) => format!("rank {sender}'s offer of a partitioned send, tag {tag}"),
                (Some(_), true) => format!("partitions of rank {sender}, tag {tag}"),
            };
            return WaitsFor::all(vec![sender], text);
        }
        let unready: Vec<usize> = pair.send.iter().flat_map(|send| send.unready()).take(NAMED_MAX + 1).collect();
        if unready.is_empty() {
            let text = match &pair.recv {
                None => format!("MPI_Precv_init of rank {receiver}, tag {tag}"),
                Some(_) => format!("rank {receiver} to start its partitioned receive, tag {tag}"),
            };
            return WaitsFor::all(vec![receiver], text);
        }
        let more = if unready.len() > NAMED_MAX { ", …" } else { "" };
        let names: Vec<String> = unready.iter().take(NAMED_MAX).map(usize::to_string).collect();
        let text = format!("MPI_Pready of its own partitions {}{more}, tag {tag}", names.join(", "));
        WaitsFor::all(vec![rank], text)
    }
}
