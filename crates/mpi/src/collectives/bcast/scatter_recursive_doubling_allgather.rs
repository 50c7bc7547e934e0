//! Broadcast as scatter and allgather by recursive doubling (van de Geijn; TRG 2005, §4.2; MPICH 4.3
//! `bcast_intra_scatter_recursive_doubling_allgather`).
//!
//! 2·log2 P rounds; about 2·n·(P−1)/P bytes leave or reach every rank. For messages of medium length and a power of
//! two of ranks (MPICH's selection uses it for no other numbers).

use super::scatter::{self, Pieces};
use crate::collectives::common::{InOrderBinomialTree, power_of_two};
use crate::schedule::{Algorithm, Batch, Context, Generator, Next};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Bcast,
    name: "scatter_recursive_doubling_allgather",
    doc: "Scatter down a binomial tree, then allgather by recursive doubling.",
    parameters: &[],
    precondition: power_of_two,
    build: |_, _| Box::new(Doubling { mask: 0 }),
};

struct Doubling {
    // 0: the scatter comes first.
    mask: u32,
}

impl Generator for Doubling {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        if self.mask == 0 {
            scatter::emit(context, Pieces::new(context), None, batch);
            self.mask = 1;
        } else {
            let tree = InOrderBinomialTree::new(context, context.call.root);
            let pieces = Pieces::new(context);
            let peer = tree.relative ^ self.mask;
            let (from, send_bytes) = pieces.range(tree.relative & !(self.mask - 1), self.mask);
            let (into, recv_bytes) = pieces.range(peer & !(self.mask - 1), self.mask);
            batch.recv(tree.rank(peer), 1, into, recv_bytes);
            batch.send(tree.rank(peer), 1, from, send_bytes);
            self.mask *= 2;
        }
        if self.mask < context.size { Next::More } else { Next::Last }
    }
}
