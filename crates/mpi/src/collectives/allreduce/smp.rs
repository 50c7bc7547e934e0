//! Allreduce on two levels (SMP-aware): a reduction to the leader of each host, an allreduce among those, a
//! broadcast on each host (MPICH 4.3, ch4 composition `Allreduce_intra_composition_alpha`). One rank per host talks
//! to the network. For operations that are not commutative the ranks of each host must be consecutive.
//!
//! The forms that SMPI has (`smp_binomial`, `smp_rdb`, `smp_rsag`, `smp_rsag_lr`, `smp_rsag_rab`) say which algorithm the leaders
//! use, and use binomial trees on each host.

use crate::collectives::common::{Sequence, commutes, commutes_or_consecutive, hierarchical, operand, sub_call};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Named, Next, Precondition};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "smp",
    doc: "Reduction on each host, allreduce among the leaders, broadcast on each host.",
    parameters: &[],
    precondition: |context| hierarchical(context).and_then(|()| commutes_or_consecutive(context)),
    build: |_, _| Levels::boxed(None),
};

/// The levels one after the other; the algorithm of the leaders, and binomial trees on each host, or what the library selects.
pub(super) struct Levels(Option<&'static str>);

impl Levels {
    pub(super) fn boxed(among: Option<&'static str>) -> Box<dyn Generator> {
        Box::new(Self(among))
    }
}

/// What the forms with a fixed algorithm need.
pub(super) fn fixed(context: &Context<'_>) -> Precondition {
    hierarchical(context).and_then(|()| commutes(context))
}

impl Generator for Levels {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let tree = self.0.map(|_| "binomial");
        let (alone, leads) = (context.locality.ranks_on_host == 1, context.locality.index_on_host == 0);
        let mut sequence = Sequence::new(batch);
        if !alone {
            reduce(context, &mut sequence, tree);
        }
        if leads {
            among_leaders(context, &mut sequence, self.0);
        }
        if !alone {
            let mut bcast = sub_call(context, Level::Host, Operation::Bcast, 0);
            (bcast.recv, bcast.algorithm) = (Some(Loc::recv(0)), tree.map(Named::from));
            sequence.sub(bcast);
        }
        Next::Last
    }
}

/// To the host's leader.
fn reduce(context: &Context<'_>, sequence: &mut Sequence<'_>, tree: Option<&'static str>) {
    let mut reduce = sub_call(context, Level::Host, Operation::Reduce, 0);
    (reduce.send, reduce.algorithm) = (Some(operand(context)), tree.map(Named::from));
    if context.locality.index_on_host == 0 {
        reduce.recv = Some(Loc::recv(0));
        reduce.in_place = context.call.in_place;
    }
    sequence.sub(reduce);
}

fn among_leaders(context: &Context<'_>, sequence: &mut Sequence<'_>, algorithm: Option<&'static str>) {
    let mut among = sub_call(context, Level::Leaders, Operation::Allreduce, 0);
    among.in_place = context.locality.ranks_on_host > 1 || context.call.in_place;
    among.send = (!among.in_place).then_some(Loc::send(0));
    (among.recv, among.algorithm) = (Some(Loc::recv(0)), algorithm.map(Named::from));
    sequence.sub(among);
}
