//! Allreduce on two levels (SMP-aware): a reduction to the leader of each host, an allreduce among those, a
//! broadcast on each host (MPICH 4.3, ch4 composition `Allreduce_intra_composition_alpha`). One rank per host talks
//! to the network. For operations that are not commutative the ranks of each host must be consecutive.
//!
//! The forms that SMPI has (`smp_binomial`, `smp_rdb`, `smp_rsag`, `smp_rsag_lr`, `smp_rsag_rab`) say which algorithm the leaders
//! use, and use binomial trees on each host.

use crate::collectives::common::{Sequence, commutes, commutes_or_consecutive, hierarchical, operand, sub_call};
use crate::collectives::parts::{among_leaders, named};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Named, Next, Precondition};
use ops::Operation;

pub(super) const ALGORITHM: Algorithm = Algorithm {
    operation: Operation::Allreduce,
    name: "smp",
    doc: "Reduction on each host, allreduce among the leaders, broadcast on each host.",
    parameters: &[among_leaders(PARTS)],
    precondition: |context| hierarchical(context).and_then(|()| commutes_or_consecutive(context)),
    build: |_, parameters| Box::new(Levels { leaders: named(PARTS, parameters[0]), tree: None }),
};

/// The algorithms of the leaders.
const PARTS: &[&str] = &["selected", "recursive_doubling", "reduce_scatter_allgather"];

/// The levels one after the other; none: what the library selects.
pub(super) struct Levels {
    leaders: Option<Named>,
    /// What brings the operands to the leader of each host, and takes the result from there.
    tree: Option<Named>,
}

impl Levels {
    /// An algorithm of the leaders, and binomial trees on each host.
    pub(super) fn boxed(leaders: &'static str) -> Box<dyn Generator> {
        Box::new(Self { leaders: Some(leaders.into()), tree: Some("binomial".into()) })
    }
}

/// What the forms with a fixed algorithm need.
pub(super) fn fixed(context: &Context<'_>) -> Precondition {
    hierarchical(context).and_then(|()| commutes(context))
}

impl Generator for Levels {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (alone, leads) = (context.locality.ranks_on_host == 1, context.locality.leads());
        let mut sequence = Sequence::new(batch);
        if !alone {
            reduce(context, &mut sequence, self.tree.clone());
        }
        if leads {
            reduce_among(context, &mut sequence, self.leaders.take());
        }
        if !alone {
            let mut bcast = sub_call(context, Level::Host, Operation::Bcast, 0);
            (bcast.recv, bcast.algorithm) = (Some(Loc::recv(0)), self.tree.take());
            sequence.sub(bcast);
        }
        Next::Last
    }
}

/// To the host's leader.
fn reduce(context: &Context<'_>, sequence: &mut Sequence<'_>, tree: Option<Named>) {
    let mut reduce = sub_call(context, Level::Host, Operation::Reduce, 0);
    (reduce.send, reduce.algorithm) = (Some(operand(context)), tree);
    if context.locality.leads() {
        reduce.recv = Some(Loc::recv(0));
        reduce.in_place = context.call.in_place;
    }
    sequence.sub(reduce);
}

fn reduce_among(context: &Context<'_>, sequence: &mut Sequence<'_>, algorithm: Option<Named>) {
    let mut among = sub_call(context, Level::Leaders, Operation::Allreduce, 0);
    among.in_place = context.locality.ranks_on_host > 1 || context.call.in_place;
    among.send = (!among.in_place).then_some(Loc::send(0));
    (among.recv, among.algorithm) = (Some(Loc::recv(0)), algorithm);
    sequence.sub(among);
}
