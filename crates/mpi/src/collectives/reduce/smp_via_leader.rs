//! Reduction on two levels (SMP-aware; SMPI 3.32 `mvapich2_two_level`). Every host reduces to its leader (the lowest rank of
//! the host). The leaders then reduce to the leader of the root's host. Finally this leader sends the result to the root.
//! Commutative operations only.

use crate::collectives::common::{Sequence, bytes, commutes, hierarchical, operand, sub_call};
use crate::collectives::parts::{among_leaders, named, on_host};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next};
use ops::Operation;

/// The algorithms of each part.
const PARTS: &[&str] = &["selected", "binomial", "knomial", "linear", "reduce_scatter_gather"];

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Reduce,
    "smp_via_leader",
    "On each host, among the leaders to the root's host, then from its leader to the root.",
    |_, parameters| Box::new(Levels { host: parameters[0], leaders: parameters[1] }),
)
.with(&[on_host(PARTS), among_leaders(PARTS)])
.requires(|context| hierarchical(context).and_then(|()| commutes(context)));

struct Levels {
    host: u64,
    leaders: u64,
}

impl Generator for Levels {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let here = context.locality;
        let bytes = bytes(context);
        let (is_root, leads) = (context.rank == context.call.root, here.leads());
        let tops = leads && here.host == here.root_host;
        batch.scratch(if leads { 2 * bytes } else { 0 });
        let mut sequence = Sequence::new(batch);
        let mut at = operand(context);
        if here.ranks_on_host > 1 {
            let mut reduce = sub_call(context, Level::Host, Operation::Reduce, 0);
            (reduce.send, reduce.algorithm) = (Some(at), named(PARTS, self.host));
            if leads {
                at = Loc::scratch(0);
                reduce.recv = Some(at);
            }
            sequence.sub(reduce);
        }
        if leads {
            let mut among = sub_call(context, Level::Leaders, Operation::Reduce, here.root_host);
            (among.send, among.algorithm) = (Some(at), named(PARTS, self.leaders));
            if tops {
                at = if is_root { Loc::recv(0) } else { Loc::scratch(bytes) };
                (among.recv, among.in_place) = (Some(at), among.send == Some(at));
            }
            sequence.sub(among);
        }
        if here.root_index_on_host > 0 && tops {
            sequence.send(context.call.root, at, bytes);
        } else if is_root && !leads {
            sequence.recv(here.leader, Loc::recv(0), bytes);
        }
        Next::Last
    }
}
