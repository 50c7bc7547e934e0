//! Allreduce on two levels with an allreduce on both (SMP-aware; SMPI 3.32 `mvapich2_two_level` outside of its selector of that name): an
//! allreduce on each host, one among the leaders, a broadcast on each host, whose other ranks have had the host's result for nothing.

use crate::collectives::common::{Sequence, commutes, hierarchical, sub_call};
use crate::collectives::parts::{among_leaders, named, on_host};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next};
use ops::Operation;

/// The algorithms of each part.
const PARTS: &[&str] = &["selected", "recursive_doubling", "reduce_scatter_allgather"];

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "smp_twice",
    doc: "Allreduce on each host, allreduce among the leaders, broadcast on each host.",
    parameters: &[on_host(PARTS), among_leaders(PARTS)],
    precondition: |context| hierarchical(context).and_then(|()| commutes(context)),
    build: |_, parameters| Box::new(Levels { host: parameters[0], leaders: parameters[1] }),
};

struct Levels {
    host: u64,
    leaders: u64,
}

impl Generator for Levels {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let here = context.locality;
        let alone = here.ranks_on_host == 1;
        let mut sequence = Sequence::new(batch);
        let mut allreduce = |level, part, in_place: bool| {
            let mut call = sub_call(context, level, Operation::Allreduce, 0);
            call.in_place = in_place;
            call.send = (!in_place).then_some(Loc::send(0));
            (call.recv, call.algorithm) = (Some(Loc::recv(0)), named(PARTS, part));
            sequence.sub(call);
        };
        if !alone {
            allreduce(Level::Host, self.host, context.call.in_place);
        }
        if here.leads() {
            allreduce(Level::Leaders, self.leaders, !alone || context.call.in_place);
        }
        if !alone {
            let mut bcast = sub_call(context, Level::Host, Operation::Bcast, 0);
            bcast.recv = Some(Loc::recv(0));
            sequence.sub(bcast);
        }
        Next::Last
    }
}
