//! All-to-all among fully connected hosts, in which the ranks of a host send to different hosts at any time (Totoni and Kale,
//! "ACM SRC Poster: Optimizing All-to-All Algorithm for PERCS Network Using Simulation", SC 2011; Totoni et al., ICPADS 2011,
//! §VI-C).
//!
//! With c ranks on each of n hosts there are n phases. In phase i, rank j of each host sends to the c ranks of host (j + i) mod
//! n, one after the other. So with c ≥ n all n − 1 links that leave a host are busy at once; in a pairwise exchange, by
//! contrast, all ranks of a host send to the same host at a time. The papers do not tell to which of the c ranks a sender sends
//! first. Here it is rank (j + h) mod c, with h the number of the sender's host, so that not all hosts send to the same rank at
//! once; with n = c only one does. A rank sends m·(c·n − 1) bytes for blocks of m bytes. For long messages.

use crate::collectives::common::{bytes, require, two_buffers};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next, Precondition};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Alltoall,
    "node_shift",
    "In phases, in which the ranks of a host send to different hosts; for fully connected hosts.",
    |_, _| Box::new(NodeShift { phase: 0, round: 0 }),
)
.requires(precondition);

fn precondition(context: &Context<'_>) -> Precondition {
    let locality = &context.locality;
    let equal = u64::from(locality.hosts) * u64::from(locality.ranks_per_host_max) == u64::from(context.size);
    two_buffers(context)?;
    require(equal && locality.consecutive, "the ranks of each host are not consecutive and equally many")
}

struct NodeShift {
    phase: u32,
    /// Within the phase.
    round: u32,
}

impl Generator for NodeShift {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let block = bytes(context);
        let at = |rank: u32| block * u64::from(rank);
        let (hosts, per_host) = (context.locality.hosts, context.locality.ranks_per_host_max);
        let (host, place) = (context.locality.host, context.locality.index_on_host);
        // Here sends, in this phase, place p of each host where (p + phase) mod hosts is the own host.
        let first = (host + hosts - self.phase) % hosts;
        for from_place in (first..per_host).step_by(hosts as usize) {
            // The hosts whose number brings the round to the own place.
            let first = (place + 2 * per_host - from_place - self.round) % per_host;
            for from_host in (first..hosts).step_by(per_host as usize) {
                let from = from_host * per_host + from_place;
                if from != context.rank {
                    batch.recv(from, 0, Loc::recv(at(from)), block);
                }
            }
        }
        let to = (place + self.phase) % hosts * per_host + (place + host + self.round) % per_host;
        if to == context.rank {
            batch.copy(Loc::send(at(to)), Loc::recv(at(to)), block);
        } else {
            batch.send(to, 0, Loc::send(at(to)), block);
        }
        self.round += 1;
        if self.round == per_host {
            (self.phase, self.round) = (self.phase + 1, 0);
        }
        if self.phase < hosts { Next::More } else { Next::Last }
    }
}
