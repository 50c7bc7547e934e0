//! Allgather on two levels (SMP-aware; SMPI 3.32 `mvapich2_smp`): first a gather on each host, then an allgather of the
//! hosts' blocks among the leaders (the lowest rank of each host), then a broadcast of all blocks on each host. It requires
//! the same number of ranks on each host, and consecutive ranks on a host.

use super::own::own;
use crate::collectives::common::{Sequence, bytes, equal_hosts, sub_call};
use crate::collectives::parts::{among_leaders, named, on_host};
use crate::schedule::{Algorithm, Batch, Context, Generator, Level, Loc, Next};
use ops::Operation;

/// The algorithms of the gather.
const GATHERS: &[&str] = &["selected", "binomial", "linear"];
/// Those of the allgather.
const ALLGATHERS: &[&str] = &["selected", "brucks", "pairwise", "pairwise:xor=0", "recursive_doubling_any", "ring"];

pub(super) const ALGORITHM: Algorithm = Algorithm::new(
    Operation::Allgather,
    "smp",
    "Gather on each host, allgather among the leaders, broadcast on each host.",
    |_, parameters| Box::new(Levels { host: parameters[0], leaders: parameters[1] }),
)
.with(&[on_host(GATHERS), among_leaders(ALLGATHERS)])
.requires(equal_hosts);

struct Levels {
    host: u64,
    leaders: u64,
}

impl Generator for Levels {
    fn resume(&mut self, context: &Context<'_>, batch: &mut Batch) -> Next {
        let here = context.locality;
        let block = bytes(context);
        let of_host = Loc::recv(block * u64::from(here.leader));
        let leads = here.leads();
        let mut sequence = Sequence::new(batch);
        let mut gather = sub_call(context, Level::Host, Operation::Gather, 0);
        (gather.send, gather.algorithm) = (Some(own(context)), named(GATHERS, self.host));
        if leads {
            gather.recv = Some(of_host);
            gather.in_place = context.call.in_place;
        }
        sequence.sub(gather);
        if leads {
            let mut among = sub_call(context, Level::Leaders, Operation::Allgather, 0);
            among.count *= u64::from(here.ranks_on_host);
            (among.recv, among.algorithm) = (Some(Loc::recv(0)), named(ALLGATHERS, self.leaders));
            among.in_place = true;
            sequence.sub(among);
        }
        let mut bcast = sub_call(context, Level::Host, Operation::Bcast, 0);
        bcast.recv = Some(Loc::recv(0));
        bcast.count *= u64::from(context.size);
        sequence.sub(bcast);
        Next::Last
    }
}
