//! All-to-all by pairwise exchange (TRG 2005, §4.4; MPICH 4.3 `alltoall_intra_pairwise`; Open MPI 5.0
//! `alltoall_intra_pairwise`, which has no partners by XOR).
//!
//! P − 1 rounds; in round i a rank exchanges with rank XOR i if P is a power of two, else it sends to the rank i
//! after it and receives from the rank i before it. n·(P−1) bytes a rank: for long messages.

use crate::collectives::common::{bytes, rank_after, rank_before, two_buffers};
use crate::schedule::{Algorithm, Batch, Context, Generator, Loc, Next};
use config::{Parameter, ParameterKind};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Alltoall,
    name: "pairwise",
    doc: "One exchange per round, each with another rank.",
    parameters: &[Parameter::with_default(
        "xor",
        ParameterKind::Whole,
        "1",
        "",
        "1: partners are rank XOR round at powers of two of ranks; 0: always the ranks as far after and before",
    )],
    precondition: two_buffers,
    build: |_, parameters| Box::new(Pairwise { round: 0, xor: parameters[0] != 0 }),
};

struct Pairwise {
    round: u32,
    xor: bool,
}

impl Generator for Pairwise {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let block = bytes(context);
        let at = |rank: u32| block * u64::from(rank);
        if self.round == 0 {
            batch.copy(Loc::send(at(context.rank)), Loc::recv(at(context.rank)), block);
        } else {
            let (to, from) = if self.xor && context.size.is_power_of_two() {
                (context.rank ^ self.round, context.rank ^ self.round)
            } else {
                (rank_after(context, self.round), rank_before(context, self.round))
            };
            batch.recv(from, 0, Loc::recv(at(from)), block);
            batch.send(to, 0, Loc::send(at(to)), block);
        }
        self.round += 1;
        if self.round < context.size { Next::More } else { Next::Last }
    }
}
