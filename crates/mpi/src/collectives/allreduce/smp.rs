//! Allreduce on two levels (SMP-aware): a reduction to the leader of each host, an allreduce among the leaders, a broadcast on
//! each host (MPICH 4.3, ch4 composition `Allreduce_intra_composition_alpha`). Only the leader of each host, one of its ranks,
//! uses the network. For operations that are not commutative the ranks of each host must be consecutive.
//!
//! SMPI 3.32's variants use binomial trees on each host and differ in the leaders' algorithm: `smp_binomial`, `smp_rdb`,
//! `smp_rsag_rab`, and `smp_rsag_lr`, which is called `smp_ring` here. SMPI's `smp_rsag` equals `smp_ring` if the number of
//! elements is divisible by the number of leaders.

use crate::collectives::common::{Sequence, commutes, commutes_or_consecutive, hierarchical, operand, sub_call};
use crate::collectives::parts::{among_leaders, named, on_host};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Named, Next, Precondition};
use ops::Operation;

/// The algorithms of each part.
const PARTS: &[&str] = &["selected", "recursive_doubling", "reduce_scatter_allgather"];

pub(super) const SELECTED: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "smp",
    "Reduction on each host, allreduce among the leaders, broadcast on each host.",
    |_, parameters| {
        let leaders = named(PARTS, parameters[0]);
        Box::new(Levels { up: Operation::Reduce, host: None, leaders, down: None })
    },
)
.with(&[among_leaders(PARTS)])
.requires(|context| hierarchical(context).and_then(|()| commutes_or_consecutive(context)));

pub(super) const BINOMIAL: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "smp_binomial",
    "Binomial reduction on each host, binomial trees to and from the first among the leaders, \
     binomial broadcast on each host.",
    |_, _| with_trees("binomial"),
)
.requires(fixed);

pub(super) const RECURSIVE_DOUBLING: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "smp_recursive_doubling",
    "Binomial reduction on each host, recursive doubling among the leaders, binomial broadcast on each host.",
    |_, _| with_trees("recursive_doubling"),
)
.requires(fixed);

pub(super) const REDUCE_SCATTER_ALLGATHER: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "smp_reduce_scatter_allgather",
    "Binomial reduction on each host, Rabenseifner's algorithm among the leaders, binomial broadcast on each host.",
    |_, _| with_trees("reduce_scatter_allgather"),
)
.requires(fixed);

pub(super) const RING: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "smp_ring",
    "Binomial reduction on each host, the ring among the leaders, binomial broadcast on each host.",
    |_, _| with_trees("ring"),
)
.requires(fixed);

/// SMPI 3.32 `mvapich2_two_level` outside of its selector of that name: the host's other ranks have had its result for nothing.
pub(super) const TWICE: Algorithm = Algorithm::new(
    Operation::Allreduce,
    "smp_twice",
    "Allreduce on each host, allreduce among the leaders, broadcast on each host.",
    |_, parameters| {
        let (host, leaders) = (named(PARTS, parameters[0]), named(PARTS, parameters[1]));
        Box::new(Levels { up: Operation::Allreduce, host, leaders, down: None })
    },
)
.with(&[on_host(PARTS), among_leaders(PARTS)])
.requires(fixed);

/// The levels one after the other, by algorithms of these names; none: what the library selects.
struct Levels {
    /// What brings the operands to the leader of each host.
    up: Operation,
    host: Option<Named>,
    leaders: Option<Named>,
    down: Option<Named>,
}

/// An algorithm of the leaders, and binomial trees on each host.
fn with_trees(leaders: &'static str) -> Box<dyn Generator> {
    let tree = || Some("binomial".into());
    Box::new(Levels { up: Operation::Reduce, host: tree(), leaders: Some(leaders.into()), down: tree() })
}

/// What the forms with a fixed algorithm need.
pub(super) fn fixed(context: &Context<'_>) -> Precondition {
    hierarchical(context).and_then(|()| commutes(context))
}

impl Generator for Levels {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let (alone, leads) = (context.locality.ranks_on_host == 1, context.locality.leads());
        let result = Some(Loc::recv(0));
        let mut sequence = Sequence::new(batch);
        let allreduce = |level, algorithm, in_place: bool| {
            let mut call = sub_call(context, level, Operation::Allreduce, 0);
            (call.in_place, call.send) = (in_place, (!in_place).then_some(Loc::send(0)));
            (call.recv, call.algorithm) = (result, algorithm);
            call
        };
        if !alone && self.up == Operation::Allreduce {
            sequence.sub(allreduce(Level::Host, self.host.take(), context.call.in_place));
        } else if !alone {
            let mut reduce = sub_call(context, Level::Host, Operation::Reduce, 0);
            (reduce.send, reduce.algorithm) = (Some(operand(context)), self.host.take());
            (reduce.recv, reduce.in_place) = (result.filter(|_| leads), leads && context.call.in_place);
            sequence.sub(reduce);
        }
        if leads {
            sequence.sub(allreduce(Level::Leaders, self.leaders.take(), !alone || context.call.in_place));
        }
        if !alone {
            let mut bcast = sub_call(context, Level::Host, Operation::Bcast, 0);
            (bcast.recv, bcast.algorithm) = (result, self.down.take());
            sequence.sub(bcast);
        }
        Next::Last
    }
}
