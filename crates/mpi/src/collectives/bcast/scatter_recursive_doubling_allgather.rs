//! Broadcast as a scatter down a binomial tree, followed by an allgather by recursive doubling (van de Geijn; Thakur et al.
//! 2005, §4.2; MPICH 4.3 `bcast_intra_scatter_recursive_doubling_allgather`).
//!
//! With P ranks and a message of n bytes, there are 2·log2 P rounds, and each rank sends and receives at most about 2·n·(P−1)/P
//! bytes. MPICH selects the algorithm for messages of medium length if P is a power of two, but allows it for any P. If P is
//! not a power of two, some ranks have no partner in a round of the allgather. In that round, a rank without a partner gets the
//! data from a rank that has one. The algorithm `scatter_allgather`, also in this file, cuts the message into pieces of whole
//! elements; this one cuts it by bytes.

use super::scatter::{self, Pieces};
use crate::collectives::common::{InOrderBinomialTree, Sequence};
use crate::collectives::doubling;
use crate::schedule::{Algorithm, Batch, Context, Generator, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Bcast,
    "scatter_recursive_doubling_allgather",
    "Scatter down a binomial tree, then allgather by recursive doubling.",
    |_, _| Box::new(Doubling { pieces: Pieces::new, mask: 0 }),
);

/// Broadcast as scatter and allgather by recursive doubling for any number of ranks (Open MPI 5.0
/// `bcast_intra_scatter_allgather`).
///
/// Differs from `scatter_recursive_doubling_allgather`: pieces are whole elements. Where a group of ranks has no counterpart for
/// some of its ranks, those that had one hand on what it sent, halving the distance each time. Up to (log2 P)² / 2 rounds,
/// about 2·n·(P−1)/P bytes for most ranks.
pub(super) const SCATTER_ALLGATHER: Algorithm = Algorithm::new(
    Operation::Bcast,
    "scatter_allgather",
    "Scatter down a binomial tree, then allgather by recursive doubling, for any number of ranks.",
    |_, _| Box::new(Doubling { pieces: Pieces::of_elements, mask: 0 }),
);

/// The scatter, then a round of the allgather at a time.
pub(super) struct Doubling {
    pub(super) pieces: fn(&Context<'_>) -> Pieces,
    // 0: the scatter comes first.
    pub(super) mask: u32,
}

impl Generator for Doubling {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let pieces = (self.pieces)(context);
        if self.mask == 0 {
            scatter::emit(context, pieces, None, batch);
            self.mask = 1;
        } else {
            let tree = InOrderBinomialTree::new(context, context.call.root);
            let place = (tree.relative, context.size, self.mask);
            let rank = |relative| tree.rank(relative);
            doubling::round(&mut Sequence::new(batch), place, |first, count| pieces.range(first, count), rank);
            self.mask *= 2;
        }
        if self.mask < context.size { Next::More } else { Next::Last }
    }
}
