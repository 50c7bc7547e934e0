//! Broadcast as scatter and allgather by recursive doubling for any number of ranks (Open MPI 5.0
//! `bcast_intra_scatter_allgather`).
//!
//! Differs from `scatter_recursive_doubling_allgather`: pieces are whole elements; where a group of ranks has no counterpart for
//! some of its ranks, those that had one hand on what it sent, halving the distance each time. Up to (log2 P)² / 2 rounds,
//! about 2·n·(P−1)/P bytes for most ranks.

use super::scatter::{self, Pieces};
use crate::collectives::common::{InOrderBinomialTree, Sequence, always};
use crate::collectives::doubling;
use crate::schedule::{Algorithm, Batch, Context, Generator, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "scatter_allgather",
    doc: "Scatter down a binomial tree, then allgather by recursive doubling, for any number of ranks.",
    parameters: &[],
    precondition: always,
    build: |_, _| Box::new(Doubling { mask: 0 }),
};

struct Doubling {
    // 0: the scatter comes first.
    mask: u32,
}

/// A round of the allgather.
fn round(context: &Context<'_>, mask: u32, batch: &mut Batch) {
    let tree = InOrderBinomialTree::new(context, context.call.root);
    let pieces = Pieces::of_elements(context);
    let place = (tree.relative, context.size, mask);
    doubling::round(
        &mut Sequence::new(batch),
        place,
        |first, count| pieces.range(first, count),
        |relative| tree.rank(relative),
    );
}

impl Generator for Doubling {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        if self.mask == 0 {
            scatter::emit(context, Pieces::of_elements(context), None, batch);
            self.mask = 1;
        } else {
            round(context, self.mask, batch);
            self.mask *= 2;
        }
        if self.mask < context.size { Next::More } else { Next::Last }
    }
}
