//! Prefix reduction by recursive doubling (W. D. Hillis, G. L. Steele, "Data parallel algorithms", CACM 29(12),
//! 1986, on hypercube partners; MPICH 4.3 `scan_intra_recursive_doubling`, `exscan_intra_recursive_doubling`).
//!
//! In round i = 0, 1, … the ranks form groups of 2^i consecutive ranks. Each rank keeps two values: the reduction over its
//! group, and its prefix. The prefix begins as the rank's own operand in an inclusive scan, and as nothing in an exclusive
//! scan. In round i a rank exchanges the reduction over its group with the rank 2^i away, which is in the neighbouring group. A
//! reduction that comes from a lower rank is also added to the prefix. So in an exclusive scan rank 0's prefix is never
//! written.
//!
//! ⌈log2 P⌉ rounds, in which a rank sends n·log2 P bytes and reduces up to twice as many; any operation.

use crate::collectives::common::{Sequence, bytes, commutative, operand};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use ops::Operation;

pub(super) const fn algorithm(operation: Operation) -> Algorithm {
    let doc = "Exchange of partial results at doubling distances.";
    Algorithm::new(operation, "recursive_doubling", doc, |context, _| {
        let has_prefix = context.call.operation == Operation::Scan;
        Box::new(Doubling { distance: 0, in_second: false, has_prefix })
    })
}

struct Doubling {
    // Of the next round; 0 before the first.
    distance: u32,
    // Which half of the scratch memory holds the group's reduction.
    in_second: bool,
    has_prefix: bool,
}

impl Generator for Doubling {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (bytes, count) = (bytes(context), context.call.count);
        let mut sequence = Sequence::new(batch);
        if self.distance == 0 {
            sequence.batch.scratch(2 * bytes);
            sequence.copy(operand(context), Loc::scratch(0), bytes);
            if self.has_prefix {
                sequence.copy(operand(context), Loc::recv(0), bytes);
            }
            self.distance = 1;
        }
        let peer = context.rank ^ self.distance;
        if self.distance < context.size && peer < context.size {
            let (first, second) = (Loc::scratch(0), Loc::scratch(bytes));
            let (group, received) = if self.in_second { (second, first) } else { (first, second) };
            sequence.send_recv((peer, group, bytes), (peer, received, bytes));
            if peer < context.rank && self.has_prefix {
                sequence.reduce(received, Loc::recv(0), count);
            } else if peer < context.rank {
                sequence.copy(received, Loc::recv(0), bytes);
                self.has_prefix = true;
            }
            if peer < context.rank || commutative(context) {
                sequence.reduce(received, group, count);
            } else {
                sequence.reduce(group, received, count);
                self.in_second = !self.in_second;
            }
        }
        self.distance *= 2;
        if self.distance < context.size { Next::More } else { Next::Last }
    }
}
