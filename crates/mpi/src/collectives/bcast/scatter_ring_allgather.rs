//! Broadcast as scatter and allgather round a ring (Thakur et al. 2005, §4.2; MPICH 4.3 `bcast_intra_scatter_ring_allgather`,
//! Open MPI 5.0 `bcast_intra_scatter_allgather_ring`).
//!
//! With P ranks and a message of n bytes there are ⌈log2 P⌉ + P − 1 rounds. A rank sends and receives about 2·n·(P−1)/P bytes
//! at most; in the allgather all messages go between neighbours on the ring. For long messages, and for medium ones if the
//! number of ranks is not a power of two.

use super::scatter::{self, Pieces};
use crate::collectives::common::{InOrderBinomialTree, rank_after, rank_before};
use crate::schedule::{Algorithm, Batch, Context, Generator, Next};
use config::{Parameter, ParameterKind};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Bcast,
    "scatter_ring_allgather",
    "Scatter down a binomial tree, then allgather around a ring.",
    |_, parameters| Box::new(Ring { round: 0, elements: parameters[0] != 0, ready: None }),
)
.with(&[Parameter::with_default(
    "elements",
    ParameterKind::Between(0, 1),
    "0",
    "",
    "1: pieces of whole elements, as in Open MPI 5.0; 0: of bytes",
)]);

pub(super) struct Ring {
    /// 0: the scatter comes first.
    pub(super) round: u32,
    pub(super) elements: bool,
    /// As in [`scatter::emit`].
    pub(super) ready: Option<u64>,
}

impl Generator for Ring {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let size = context.size;
        let pieces = if self.elements { Pieces::of_elements(context) } else { Pieces::new(context) };
        if self.round == 0 {
            scatter::emit(context, pieces, self.ready, batch);
        } else {
            let own = InOrderBinomialTree::new(context, context.call.root).relative;
            let (from, send_bytes) = pieces.range((own + size + 1 - self.round) % size, 1);
            let (into, recv_bytes) = pieces.range((own + size - self.round) % size, 1);
            batch.recv(rank_before(context, 1), 1, into, recv_bytes);
            batch.send(rank_after(context, 1), 1, from, send_bytes);
        }
        self.round += 1;
        if self.round < size { Next::More } else { Next::Last }
    }
}
